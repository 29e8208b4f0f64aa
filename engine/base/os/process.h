/* A child process with pipes for its standard input and output.
 *
 * Invariant: no call waits longer than it is told to, whatever the child does, and after
 * child_finish neither the child nor a process of its group is left. If this process is killed,
 * Linux and Windows kill the child; elsewhere the child sees the end of its input.
 *
 * A child belongs to one thread at a time, but one may read while another writes; child_kill may be
 * called by any. On Linux the child is
 * killed when the thread that started it ends, so that thread must outlive it. */
#ifndef ENGINE_BASE_OS_PROCESS_H
#define ENGINE_BASE_OS_PROCESS_H

#include "engine/base/status.h"

#include <stddef.h>

typedef struct ChildProcess ChildProcess;

typedef struct {
    char **words;           /* the program, looked up in PATH unless it names a folder, and its
                               arguments; ends in NULL */
    const char *folder;     /* its working directory; NULL: ours. A relative path of the program
                               starts from ours */
    const char *error_path; /* its standard error is appended to this file; NULL: goes to ours */
    char **environment;     /* "NAME=VALUE", ends in NULL; NULL: ours */
    bool closes_inherited;  /* closes what another library has opened in this process */
} ChildOptions;

typedef struct {
    int exit_status; /* unless a signal ended it */
    int signal;      /* 0: none */
} ChildEnd;

/* Returns NULL, with the reason, if the child cannot be started. */
ChildProcess *child_start(const ChildOptions *options, Status *status);

/* Waits until the child has written something or closed its output, unless can_read is NULL, or,
 * unless can_write is, until it can take input or has closed it; at most `seconds`. */
void child_wait(ChildProcess *child, double seconds, bool *can_read, bool *can_write);

/* Return how many bytes were read or written, 0 if that is not possible now, or -1 if the child has
 * closed the pipe. */
ptrdiff_t child_read(ChildProcess *child, void *bytes, size_t size);
ptrdiff_t child_write(ChildProcess *child, const void *bytes, size_t count);

/* Our ends of its pipes, which do not block, for an event loop that serves many. POSIX only. */
void child_pipes(const ChildProcess *child, int *input, int *output);

void child_close_input(ChildProcess *child);

/* Waits until the child has ended, dropping what it writes: a full pipe might keep it from ending.
 * Returns whether it has. */
bool child_wait_for_end(ChildProcess *child, double seconds);

/* Ask its group to end (SIGTERM), and kill its group. */
void child_terminate(ChildProcess *child);
void child_kill(ChildProcess *child);

/* Kills the child and its group if they run still, waits for it and frees it. */
ChildEnd child_finish(ChildProcess *child);

#endif
