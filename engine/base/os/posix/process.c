/* Child processes by fork and exec.
 *
 * Our ends of the pipes are non-blocking, and every wait is a poll with what is left of the
 * deadline: a child that neither reads nor writes, or never stops writing, cannot block us. All
 * descriptors are closed on exec: otherwise a child started later would keep another's pipe open.
 */
#include "engine/base/os/process.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

enum {
    END_POLL_MS = 3 /* between looks whether a child has ended; there is no portable way to poll
                       for that */
};

enum { READ_END, WRITE_END };

struct ChildProcess {
    pid_t pid;         /* leads its own process group */
    int input, output; /* our ends of its standard input and output; -1: closed */
};

/* ---- Starting ---- */

typedef struct {
    int input[2], output[2]; /* the child's */
    int report[2];           /* carries the errno of a failed exec; a successful exec closes it */
    int error;               /* the child's standard error, or -1 */
    int folder;              /* the child's working directory, or -1 */
    char *program;           /* absolute, if the working directory is another; NULL: words[0] */
} Plumbing;

static void close_if_open(int *descriptor) {
    if (*descriptor >= 0) {
        close(*descriptor);
        *descriptor = -1;
    }
}

static void close_plumbing(Plumbing *p) {
    for (int end = READ_END; end <= WRITE_END; end++) {
        close_if_open(&p->input[end]);
        close_if_open(&p->output[end]);
        close_if_open(&p->report[end]);
    }
    close_if_open(&p->error);
    close_if_open(&p->folder);
    free(p->program);
}

/* Opens a file or folder for the child. Where there is no null device, as in an empty root, the
 * child keeps what this process has. */
static bool open_for_child(const char *path, int flags, int *descriptor, Status *status) {
    *descriptor = path == NULL ? -1 : open(path, flags | O_CLOEXEC, 0644);
    return path == NULL || *descriptor >= 0 || strcmp(path, OS_NULL_FILE) == 0 ||
           file_fail(status, path, strerror(errno));
}

/* A relative path of the program is ours, not the new working directory's. */
static char *absolute_program(const ChildOptions *options) {
    const char *program = options->words[0];
    if (options->folder == NULL || program[0] == '/' || strchr(program, '/') == NULL) {
        return NULL;
    }
    char *here = getcwd(NULL, 0);
    const size_t length = here == NULL ? 0 : strlen(here);
    char *path = here == NULL ? NULL : realloc(here, length + strlen(program) + 2);
    if (path != NULL) {
        path[length] = '/';
        memcpy(path + length + 1, program, strlen(program) + 1);
    }
    return path;
}

static bool open_plumbing(Plumbing *p, const ChildOptions *options, Status *status) {
    *p = (Plumbing){{-1, -1}, {-1, -1}, {-1, -1}, -1, -1, absolute_program(options)};
    if (!stream_pipe(p->input) || !stream_pipe(p->output) || !stream_pipe(p->report) ||
        fcntl(p->input[WRITE_END], F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(p->output[READ_END], F_SETFL, O_NONBLOCK) != 0) {
        return status_fail(status, "cannot make a pipe to an engine: %s", strerror(errno));
    }
    return open_for_child(options->error_path, O_WRONLY | O_CREAT | O_APPEND, &p->error, status) &&
           open_for_child(options->folder, O_RDONLY | O_DIRECTORY, &p->folder, status);
}

/* Becomes the program. Between fork and exec a process with threads may only make
 * async-signal-safe calls. POSIX does not list execvp, but those of glibc, musl and macOS are safe.
 */
static _Noreturn void run_child(const Plumbing *p, const ChildOptions *options, pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    bool ready = setpgid(0, 0) == 0;
#ifdef __linux__
    ready = ready && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
#endif
    if (getppid() != parent) { /* it ended before the request */
        _exit(EXIT_FAILURE);
    }
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
#ifdef CLOSE_RANGE_CLOEXEC /* what we open closes by itself */
    if (options->closes_inherited) {
        close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    }
#endif
    if (ready && sigprocmask(SIG_SETMASK, &none, NULL) == 0 &&
        dup2(p->input[READ_END], STDIN_FILENO) >= 0 &&
        dup2(p->output[WRITE_END], STDOUT_FILENO) >= 0 &&
        (p->error < 0 || dup2(p->error, STDERR_FILENO) >= 0) &&
        (p->folder < 0 || fchdir(p->folder) == 0)) {
        environ = options->environment != NULL ? options->environment : environ;
        execvp(p->program != NULL ? p->program : options->words[0], options->words);
    }
    const int error = errno;
    const ssize_t written = write(p->report[WRITE_END], &error, sizeof error);
    _exit(written < 0 ? 2 : 1); /* if the write failed, the parent sees closed pipes */
}

/* Waits until the child has become the program or failed to. Returns 0 or the errno. */
static int read_exec_errno(int descriptor) {
    int error = 0;
    ssize_t n;
    do {
        n = read(descriptor, &error, sizeof error);
    } while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? error : 0;
}

static void wait_for(pid_t pid, int *result) {
    while (waitpid(pid, result, 0) < 0 && errno == EINTR) {
    }
}

static bool run_program_in_child(ChildProcess *child, const ChildOptions *options, Plumbing *p,
                                 Status *status) {
    const pid_t parent = getpid();
    child->pid = fork();
    if (child->pid == 0) {
        run_child(p, options, parent);
    }
    if (child->pid < 0) {
        return status_fail(status, "cannot make a process for an engine: %s", strerror(errno));
    }
    close_if_open(&p->report[WRITE_END]);
    const int error = read_exec_errno(p->report[READ_END]);
    if (error != 0) {
        wait_for(child->pid, NULL);
        return status_fail(status, "cannot start %.100s: %s", options->words[0], strerror(error));
    }
    child->input = p->input[WRITE_END];
    child->output = p->output[READ_END];
    p->input[WRITE_END] = p->output[READ_END] = -1;
    return true;
}

ChildProcess *child_start(const ChildOptions *options, Status *status) {
    Plumbing plumbing;
    signal(SIGPIPE, SIG_IGN); /* writing to a child that has gone fails */
    ChildProcess *child = malloc(sizeof *child);
    if (child == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    const bool ok = open_plumbing(&plumbing, options, status) &&
                    run_program_in_child(child, options, &plumbing, status);
    close_plumbing(&plumbing);
    if (!ok) {
        free(child);
        child = NULL;
    }
    return child;
}

/* ---- Reading and writing ---- */

void child_wait(ChildProcess *child, double seconds, bool *can_read, bool *can_write) {
    StreamEvent events[2] = {{can_read == NULL ? -1 : child->output, STREAM_READABLE, false},
                             {can_write == NULL ? -1 : child->input, STREAM_WRITABLE, false}};
    streams_wait(events, 2, seconds);
    if (can_read != NULL) {
        *can_read = events[0].has_happened;
    }
    if (can_write != NULL) {
        *can_write = events[1].has_happened;
    }
}

static bool must_try_again(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

ptrdiff_t child_read(ChildProcess *child, void *bytes, size_t size) {
    const ssize_t n = read(child->output, bytes, size);
    return n > 0 ? n : n < 0 && must_try_again() ? 0 : -1;
}

ptrdiff_t child_write(ChildProcess *child, const void *bytes, size_t count) {
    const ssize_t n = write(child->input, bytes, count);
    return n >= 0 ? n : must_try_again() ? 0 : -1;
}

void child_pipes(const ChildProcess *child, int *input, int *output) {
    *input = child->input;
    *output = child->output;
}

void child_close_input(ChildProcess *child) {
    close_if_open(&child->input);
}

/* ---- Ending ---- */

bool child_wait_for_end(ChildProcess *child, double seconds) {
    const double deadline = clock_seconds() + seconds;
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid != 0) {
            return true;
        }
        if (clock_seconds() >= deadline) {
            return false;
        }
        struct pollfd output = {child->output, POLLIN, 0}; /* just a pause if that is -1 */
        if (poll(&output, 1, END_POLL_MS) > 0) {
            char dropped[4096];
            if (child_read(child, dropped, sizeof dropped) < 0) {
                close_if_open(&child->output);
            }
        }
    }
}

void child_terminate(ChildProcess *child) {
    kill(-child->pid, SIGTERM);
}

void child_kill(ChildProcess *child) {
    kill(-child->pid, SIGKILL);
}

ChildEnd child_finish(ChildProcess *child) {
    int result = 0;
    /* Kills what is left of its group before waiting for it: afterwards its number might belong to
     * another process. */
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); /* in case it has left its group */
    wait_for(child->pid, &result);
    close_if_open(&child->input);
    close_if_open(&child->output);
    free(child);
    return WIFSIGNALED(result) ? (ChildEnd){.signal = WTERMSIG(result)}
                               : (ChildEnd){.exit_status = WEXITSTATUS(result)};
}
