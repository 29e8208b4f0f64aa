/* This process among those that an MPI launcher (mpirun, srun) has started together. They send each
 * other messages, which arrive whole and, between any two ranks, in order. A rank that dies takes
 * all with it: MPI ends them.
 *
 * In a build without MPI, or without a launcher, there is one rank, which sends no messages; all
 * other functions work. Only the thread that opened an Mpi may use it; a process has one at most.
 * "Collective": all ranks call it. */
#ifndef ENGINE_CLUSTER_MPI_MPI_H
#define ENGINE_CLUSTER_MPI_MPI_H

#include <stddef.h>

#include "engine/base/json.h"
#include "engine/base/status.h"

typedef struct Mpi Mpi;

typedef struct {
    int from;    /* a rank */
    int kind;    /* 0..32767, as sender and receiver agree */
    char *bytes; /* ends in a NUL that is not counted; the receiver frees it */
    size_t length;
} MpiMessage;

enum { RANK_NAME_MAX = 320 };

/* Joins the other ranks. Collective. Returns NULL if MPI fails, or, on each rank, if two ranks have
 * different versions or commands. */
Mpi *mpi_open(const char *command, Status *status);

/* Waits until what was sent has been received, and leaves. Collective. */
void mpi_close(Mpi *mpi);

int mpi_size(const Mpi *mpi);
int mpi_rank(const Mpi *mpi);

/* Writes "rank 3 on HOST" of this rank. */
void mpi_own_name(const Mpi *mpi, char name[RANK_NAME_MAX]);

/* Collective. Returns whether all ranks are ok; if not, each gets the status of the first that is
 * not, with its name before it if there are others. */
bool mpi_all_ok(Mpi *mpi, bool ok, Status *status);

/* Collective. Returns whether all ranks gave the same object; if not, the message names the first
 * rank that differs from rank 0, the first key, and both values from where they differ. */
bool mpi_agree(Mpi *mpi, const json_t *settings, Status *status);

/* Does not wait, whatever the length. `to`: another rank. */
void mpi_send(Mpi *mpi, int to, int kind, const void *bytes, size_t length);

/* Takes the next message, for which it waits at most `seconds`. */
bool mpi_receive(Mpi *mpi, double seconds, MpiMessage *message);

/* Has a launcher started this process, whether or not this build can use it? */
bool mpi_has_launcher(void);

/* Returns the environment for a child without the launcher's variables, so that it does not join as
 * our rank, and with variables "NAME=VALUE" that are added or replace others, the last of a name: a
 * list that ends in NULL, of texts that are constant or belong to the environment or the caller.
 * The caller frees the list with free(). */
char **mpi_environment_of_child(const char *const *added, int added_count);

#endif
