/* A session over ranks. Rank 0 sends what it reads to all ranks, itself included; each runs a
 * session on a share of it, and what these write comes together on rank 0's output, line by line.
 */
#ifndef GTP_JSON_DISTRIBUTE_H
#define GTP_JSON_DISTRIBUTE_H

#include "engine/cluster/mpi/mpi.h"
#include "gtp/json/session.h"

/* As session_run_json; all ranks call it together, with settings that agree. Only rank 0 uses input
 * and output. Returns false with a message if this rank's session could not start. */
bool distribute_run(Mpi *mpi, const Settings *settings, SessionOptions options, int input,
                    int output, Status *status);

#endif
