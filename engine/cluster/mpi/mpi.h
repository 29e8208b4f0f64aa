/* This process among those that an MPI launcher (mpirun, srun) has started together. They send each
 * other messages, which arrive whole and, between any two ranks, in order.
 *
 * In a build without MPI, or without a launcher, there is one rank, and all functions work. Only
 * the thread that opened an Mpi may use it; a process has one at most. "Collective": all ranks call
 * it. */
#ifndef ENGINE_CLUSTER_MPI_MPI_H
#define ENGINE_CLUSTER_MPI_MPI_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/json.h"
#include "engine/base/status.h"

typedef struct Mpi Mpi;

typedef struct {
    int from;    /* a rank */
    int kind;    /* 0..32767, as sender and receiver agree */
    char *bytes; /* ends in a NUL that is not counted; the receiver frees it */
    size_t length;
} MpiMessage;

typedef struct {
    uint64_t messages, bytes; /* sent to other ranks */
} MpiTraffic;

/* The ranks of this machine: their number, this one's place among them, and the lowest. */
typedef struct {
    int size, rank, first_rank;
} MpiNode;

enum { RANK_NAME_MAX = 320 };

/* Joins the other ranks. Collective. Returns NULL if MPI fails, or, on each rank, if two ranks have
 * different versions or commands. */
Mpi *mpi_open(const char *command, Status *status);

/* Sends what is still on its way, and leaves. If a rank is lost or given up, that cannot be done in
 * order: then it writes all streams and ends this process and the launcher's job with exit_status.
 */
void mpi_close(Mpi *mpi, int exit_status);

int mpi_size(const Mpi *mpi);
int mpi_rank(const Mpi *mpi);

MpiNode mpi_node(const Mpi *mpi);

/* Writes "rank 3 on HOST". */
void mpi_rank_name(const Mpi *mpi, int rank, char name[RANK_NAME_MAX]);

/* Collective. Returns whether all ranks gave the same text; if not, the message names the first
 * rank that differs from rank 0, what the text is, and both texts from where they differ. */
bool mpi_agree(Mpi *mpi, const char *what, const char *text, Status *status);

/* The same for an object, key by key: the message names the first key that differs. */
bool mpi_agree_settings(Mpi *mpi, const json_t *settings, Status *status);

/* Collective. Returns whether all ranks are ok; if not, each gets the status of the first that is
 * not, with its name before it if there are others. */
bool mpi_all_ok(Mpi *mpi, bool ok, Status *status);

/* Does not wait. A message to a lost rank is dropped. */
void mpi_send(Mpi *mpi, int to, int kind, const void *bytes, size_t length);

/* Takes the next message. Returns false if no message has come. */
bool mpi_receive(Mpi *mpi, MpiMessage *message);

/* Waits at most `seconds` for a message. */
bool mpi_wait(Mpi *mpi, double seconds, MpiMessage *message);

/* Has MPI reported that the rank is gone? Not every MPI does. */
bool mpi_rank_is_lost(const Mpi *mpi, int rank);

/* Does not wait for the rank at the end, since it seems to hang. */
void mpi_give_up_rank(Mpi *mpi, int rank);

MpiTraffic mpi_traffic(const Mpi *mpi);

/* Delays each message to another rank by that many seconds, as a slower network would. */
void mpi_set_delay(Mpi *mpi, double seconds);

#endif
