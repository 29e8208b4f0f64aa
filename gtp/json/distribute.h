/* A session over ranks. Rank 0 sends its input to all ranks, itself included; each runs a session
 * on its share, and rank 0 writes the lines of all. */
#ifndef GTP_JSON_DISTRIBUTE_H
#define GTP_JSON_DISTRIBUTE_H

#include "engine/cluster/mpi/mpi.h"
#include "gtp/json/analysis_session.h"

/* As analysis_session_run; all ranks call it together, with settings that agree. Only rank 0 uses
 * input and output. Returns false with a message if this rank's session could not start. */
bool distribute_run(Mpi *mpi, const Settings *settings, AnalysisSessionOptions options, int input,
                    int output, Status *status);

#endif
