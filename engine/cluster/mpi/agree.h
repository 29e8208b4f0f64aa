/* Whether all ranks would do the same: settings, compared key by key. */
#ifndef ENGINE_CLUSTER_MPI_AGREE_H
#define ENGINE_CLUSTER_MPI_AGREE_H

#include "engine/base/json.h"
#include "engine/cluster/mpi/mpi.h"

/* Collective. As mpi_agree, for an object: the message names the first key that differs. */
bool mpi_agree_settings(Mpi *mpi, const json_t *settings, Status *status);

#endif
