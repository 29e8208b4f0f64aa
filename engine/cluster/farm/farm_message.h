/* The messages between the coordinator of a farm and its workers. A message about a job begins with
 * its number, 8 bytes in the order of the machine; ranks of different orders do not meet. */
#ifndef ENGINE_CLUSTER_FARM_FARM_MESSAGE_H
#define ENGINE_CLUSTER_FARM_FARM_MESSAGE_H

#include "engine/cluster/mpi/mpi.h"

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

/* A longer gap between two rounds of a loop means that the process was suspended: its silence in
 * that time is not the fault of the other ranks. */
static const double FARM_PAUSE_SECONDS = 1;

void farm_message_send(Mpi *mpi, int to, FarmKind kind, int64_t number, const char *bytes,
                       size_t length);

/* Returns false if the message has no number. *bytes lies in the message. */
bool farm_message_read(const MpiMessage *message, int64_t *number, const char **bytes,
                       size_t *length);

#endif
