/* A slot of a worker: a thread that takes jobs and gives their results until there are no more. */
#ifndef ENGINE_CLUSTER_FARM_FARM_SLOT_H
#define ENGINE_CLUSTER_FARM_FARM_SLOT_H

#include "engine/cluster/farm/farm.h"

typedef struct {
    int64_t number; /* of the job */
    Text bytes;
    bool ok;
    Status status; /* why it is not */
} FarmResult;

typedef struct {
    const FarmWorker *worker;
    int index;
    void *context; /* of both functions, which any slot's thread calls */
    bool (*take)(void *context, FarmJob *job);
    void (*give)(void *context, FarmResult *result); /* may take the bytes, and set them to {0} */
} FarmSlot;

void farm_slot_run(const FarmSlot *slot);

/* A worker's part. Returns false with a message if it failed or, *is_alone, the coordinator is
 * gone. */
bool farm_serve(Mpi *mpi, const FarmWorker *worker, bool *is_alone, Status *status);

#endif
