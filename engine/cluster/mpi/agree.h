/* Whether all ranks would do the same: settings, compared key by key. */
#ifndef ENGINE_CLUSTER_MPI_AGREE_H
#define ENGINE_CLUSTER_MPI_AGREE_H

#include "engine/base/json.h"
#include "engine/cluster/mpi/ranks.h"

/* Collective. As ranks_agree, for an object: the message names the first key that differs. */
bool ranks_agree_settings(Ranks *ranks, const json_t *settings, Status *status);

#endif
