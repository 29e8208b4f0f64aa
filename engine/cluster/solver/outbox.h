/* Batches of records to the other ranks. A batch is sent once it is large enough, or has a record
 * that another rank waits for; bounds wait. Records to the own rank are handed back in order. */
#ifndef ENGINE_CLUSTER_SOLVER_OUTBOX_H
#define ENGINE_CLUSTER_SOLVER_OUTBOX_H

#include "engine/cluster/mpi/mpi.h"
#include "engine/cluster/solver/message.h"

typedef struct {
    Mpi *mpi;
    Text *out; /* [rank]; that of the own rank has not been handed back yet */
    bool *is_urgent;
    uint64_t records; /* to other ranks */
} Outbox;

enum { OUTBOX_KIND = 64 /* of its messages (mpi.h) */, OUTBOX_BATCH_BYTES = 1024 };

void outbox_init(Outbox *outbox, Mpi *mpi);
void outbox_free(Outbox *outbox);

void outbox_add(Outbox *outbox, int rank, const Message *message, bool is_urgent);

/* Sends what is urgent, or enough, or everything. */
void outbox_flush(Outbox *outbox, bool everything);

/* Takes the batch to the own rank. Returns false if it is empty. The caller frees it. */
bool outbox_take_own(Outbox *outbox, Text *batch);

#endif
