/* Batches of records to the other ranks. What waits for nobody, such as claims, waits until enough
 * has come together or something urgent goes the same way. Records to the own rank are handed back
 * in order.
 *
 * A Mail belongs to the thread of its Mpi. */
#ifndef ENGINE_CLUSTER_SOLVER_MAIL_H
#define ENGINE_CLUSTER_SOLVER_MAIL_H

#include "engine/cluster/mpi/mpi.h"
#include "engine/cluster/solver/parcel.h"

typedef struct {
    Mpi *mpi;
    Text *out; /* [rank]; that of the own rank has not been handed back yet */
    bool *is_urgent;
    uint64_t records; /* to other ranks */
} Mail;

enum { MAIL_KIND = 64 /* of its messages (mpi.h) */, MAIL_BATCH_BYTES = 1024 };

void mail_init(Mail *mail, Mpi *mpi);
void mail_free(Mail *mail);

void mail_post(Mail *mail, int rank, const Parcel *parcel, bool is_urgent);

/* Sends what is urgent, or enough, or everything. */
void mail_flush(Mail *mail, bool everything);

/* Takes the batch to the own rank. Returns false if it is empty. The caller frees it. */
bool mail_take_own(Mail *mail, Text *batch);

#endif
