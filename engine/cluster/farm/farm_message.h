/* What the coordinator of a farm and its workers say to each other. A message about a job begins
 * with its number, 8 bytes in the order of the machine; ranks of different orders do not meet. */
#ifndef ENGINE_CLUSTER_FARM_FARM_MESSAGE_H
#define ENGINE_CLUSTER_FARM_FARM_MESSAGE_H

#include "engine/cluster/farm/farm.h"

typedef enum {
    FARM_ASK = 1,   /* to the coordinator: a slot is free */
    FARM_RESULT,    /* to the coordinator: a job's, and its slot is free */
    FARM_FAILURE,   /* to the coordinator: why the farm must end */
    FARM_LEAVE,     /* to the coordinator: no more jobs for me, and my jobs to others */
    FARM_BYE,       /* to the coordinator: the last word */
    FARM_DO,        /* to a worker: a job */
    FARM_END,       /* to a worker: no more jobs, and stop what you do */
    FARM_HEARTBEAT, /* both ways: I am here */
} FarmKind;

static const double FARM_HEARTBEAT_SECONDS = 0.5;

/* A process that was stopped for a while (a job suspended, a laptop closed) received nothing
 * meanwhile, which is no failure of the others. A longer gap between two rounds of its loop means
 * that it was stopped; in seconds. */
static const double FARM_PAUSE_SECONDS = 1;

/* As farm_work; *is_alone: it failed because the coordinator is gone. */
bool farm_serve(Mpi *mpi, const FarmWorker *worker, bool *is_alone, Status *status);

/* Sends a number and bytes. */
void farm_message_send(Mpi *mpi, int to, FarmKind kind, int64_t number, const char *bytes,
                       size_t length);

/* Splits such a message: sets the number, and where the bytes are and how many. Returns false if it
 * is too short. */
bool farm_message_read(const MpiMessage *message, int64_t *number, const char **bytes,
                       size_t *length);

#endif
