/* This process among those that an MPI launcher (mpirun, srun) has started together. They send each
 * other messages: bytes of some kind, which arrive whole and, between any two ranks, in order.
 *
 * In a build without MPI, or if no launcher has started the process, there is one rank, and all
 * functions work. Only the thread that opened a Ranks may use it; a process has one at most. */
#ifndef ENGINE_CLUSTER_MPI_RANKS_H
#define ENGINE_CLUSTER_MPI_RANKS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

typedef struct Ranks Ranks;

typedef struct {
    int from;    /* a rank */
    int kind;    /* 0..32767, whatever the users of the ranks agree on */
    char *bytes; /* ends in a NUL that is not counted; the receiver frees it */
    size_t length;
} RankMessage;

typedef struct {
    uint64_t messages, bytes; /* sent to other ranks */
} RankTraffic;

enum { RANK_NAME_MAX = 320 };

/* Joins the other ranks. Collective: all ranks call it. command: what the program is to do. Returns
 * NULL if MPI fails, or, on each rank, if two ranks are of different versions or have different
 * commands. */
Ranks *ranks_open(const char *command, Status *status);

/* Sends what is still on its way, and leaves. If a rank is lost or given up, the others cannot
 * leave in an orderly way: then it writes all streams and ends this process and the launcher's
 * whole job with exit_status. */
void ranks_close(Ranks *ranks, int exit_status);

int ranks_count(const Ranks *ranks);
int ranks_own(const Ranks *ranks);

/* The ranks of one machine count themselves from 0. */
int ranks_on_node(const Ranks *ranks);
int ranks_place_on_node(const Ranks *ranks);

/* The lowest rank of this machine. */
int ranks_first_on_node(const Ranks *ranks);

/* Writes "rank 3 on HOST". */
void ranks_name(const Ranks *ranks, int rank, char name[RANK_NAME_MAX]);

/* Collective. Returns whether all ranks gave the same text; if not, the message of each rank names
 * the first that differs from rank 0, what the text is, and both texts from where they differ, cut
 * to fit. */
bool ranks_agree(Ranks *ranks, const char *what, const char *text, Status *status);

/* Collective. Returns whether all ranks are ok; if not, the status of each becomes that of the
 * first that is not, with its name before it if there are others. */
bool ranks_all_ok(Ranks *ranks, bool ok, Status *status);

/* Does not wait. A message to a lost rank is dropped. */
void ranks_send(Ranks *ranks, int to, int kind, const void *bytes, size_t length);

/* Takes the next message. Returns false if there is none. */
bool ranks_receive(Ranks *ranks, RankMessage *message);

/* As ranks_receive, but waits for a message up to so many seconds. */
bool ranks_wait(Ranks *ranks, double seconds, RankMessage *message);

/* Has MPI said that the rank is gone? Not every MPI says so. */
bool ranks_is_lost(const Ranks *ranks, int rank);

/* This process will not wait for the rank at the end, although MPI has not said that it is gone: it
 * hangs, for all we know. */
void ranks_give_up(Ranks *ranks, int rank);

RankTraffic ranks_traffic(const Ranks *ranks);

/* Keeps each message to another rank back for so many seconds, as a slower network would. */
void ranks_set_delay(Ranks *ranks, double seconds);

#endif
