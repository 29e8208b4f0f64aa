/* A GTP engine as a child process.
 *
 * Our ends of the pipes are non-blocking, and every wait is a poll with what is left of the
 * deadline: an engine that neither reads nor writes, or never stops writing, cannot block us. All
 * descriptors are closed on exec: otherwise an engine started later would keep another's pipe open.
 */
#include "regress/engine/engine_process.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/cluster/mpi/environment.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

enum {
    READ_BYTES = 16384,  /* read from an engine at a time */
    END_POLL_TIME = 3,   /* milliseconds between looks whether an engine has ended; there is no
                            portable way to poll for that */
    SHOWN_BYTES = 48 - 1 /* of a wrong answer, in messages */
};

/* ---- Command lines ---- */

static const char white_space[] = " \t\n";

/* Copies the word at *in, unquoted and with a NUL, to *out, and moves both past it. */
static bool split_word(const char **in, char **out, Status *status) {
    const char *s = *in;
    char quote = '\0';
    for (; *s != '\0' && (quote != '\0' || strchr(white_space, *s) == NULL); s++) {
        if (quote == '\0' && (*s == '\'' || *s == '"')) {
            quote = *s;
        } else if (quote != '\0' && *s == quote) {
            quote = '\0';
        } else {
            if (*s == '\\' && quote != '\'') {
                if (s[1] == '\0') {
                    return status_fail(status, "the command line ends in a backslash");
                }
                s += quote == '\0' || strchr("\\\"$`", s[1]) != NULL;
            }
            *(*out)++ = *s;
        }
    }
    if (quote != '\0') {
        return status_fail(status, "a closing %c is missing in the command line", quote);
    }
    *(*out)++ = '\0';
    *in = s;
    return true;
}

char **engine_process_split(const char *command, Status *status) {
    size_t length = strlen(command), count = 0;
    size_t most = length / 2 + 2; /* words of one letter each, and NULL */
    char **words = malloc(most * sizeof *words + length + 1);
    if (words == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    char *out = (char *)(words + most);
    for (command += strspn(command, white_space); *command != '\0';
         command += strspn(command, white_space)) {
        words[count++] = out;
        if (!split_word(&command, &out, status)) {
            free(words);
            return NULL;
        }
    }
    if (count == 0) {
        status_fail(status, "the command line is empty");
        free(words);
        return NULL;
    }
    words[count] = NULL;
    return words;
}

/* ---- Starting ---- */

enum { READ_END, WRITE_END };

typedef struct {
    int input[2], output[2]; /* the engine's */
    int report[2];           /* carries the errno of a failed exec; a successful exec closes it */
    int error;               /* the engine's standard error, or -1 */
    int folder;              /* the engine's working directory, or -1 */
    bool is_rank;            /* we are, of MPI's; the engine is not */
    char **environment;      /* the engine's */
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
    free(p->environment);
}

/* The child replaces descriptors 0, 1 and 2, so none of ours may have such a number. */
static bool lift(int *descriptor) {
    if (*descriptor > STDERR_FILENO) {
        return true;
    }
    int lifted = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (lifted < 0) {
        return false;
    }
    close(*descriptor);
    *descriptor = lifted;
    return true;
}

static bool open_pipe(int ends[2]) {
#ifdef __APPLE__ /* has no pipe2: another thread may fork before FD_CLOEXEC is set */
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0) {
        return false;
    }
#else
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
#endif
    return lift(&ends[READ_END]) && lift(&ends[WRITE_END]);
}

static bool open_plumbing(Plumbing *p, const char *folder, const char *error_path, Status *status) {
    *p = (Plumbing){{-1, -1},
                    {-1, -1},
                    {-1, -1},
                    .error = -1,
                    .folder = -1,
                    .is_rank = environment_has_launcher(),
                    .environment = environment_of_child()};
    if (!open_pipe(p->input) || !open_pipe(p->output) || !open_pipe(p->report) ||
        fcntl(p->input[WRITE_END], F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(p->output[READ_END], F_SETFL, O_NONBLOCK) != 0) {
        return status_fail(status, "cannot make a pipe to an engine: %s", strerror(errno));
    }
    if (error_path != NULL) {
        p->error = open(error_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (p->error < 0 || !lift(&p->error)) {
            return file_fail(status, error_path, strerror(errno));
        }
    }
    if (folder != NULL) {
        p->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (p->folder < 0 || !lift(&p->folder)) {
            return file_fail(status, folder, strerror(errno));
        }
    }
    return true;
}

/* Becomes the engine. Between fork and exec a process with threads may only make
 * async-signal-safe calls. POSIX does not list execvp, but those of glibc, musl and macOS are safe.
 */
static _Noreturn void run_child(const Plumbing *p, char **words, pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    bool ready = setpgid(0, 0) == 0;
#ifdef __linux__
    ready = ready && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
#endif
    if (getppid() != parent) { /* it ended before we asked to be told */
        _exit(EXIT_FAILURE);
    }
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
#ifdef CLOSE_RANGE_CLOEXEC /* MPI's sockets; what we open closes by itself */
    if (p->is_rank) {
        close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    }
#endif
    if (ready && sigprocmask(SIG_SETMASK, &none, NULL) == 0 &&
        dup2(p->input[READ_END], STDIN_FILENO) >= 0 &&
        dup2(p->output[WRITE_END], STDOUT_FILENO) >= 0 &&
        (p->error < 0 || dup2(p->error, STDERR_FILENO) >= 0) &&
        (p->folder < 0 || fchdir(p->folder) == 0)) {
        environ = p->environment;
        execvp(words[0], words);
    }
    int error = errno;
    ssize_t written = write(p->report[WRITE_END], &error, sizeof error);
    _exit(written < 0 ? 2 : 1); /* if the write failed, the parent sees closed pipes */
}

/* Waits until the child has become the engine or failed to. Returns 0 or the errno. */
static int read_report(int descriptor) {
    int error = 0;
    ssize_t n;
    do {
        n = read(descriptor, &error, sizeof error);
    } while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? error : 0;
}

static bool start_words(EngineProcess *process, char **words, Plumbing *p, Status *status) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        run_child(p, words, parent);
    }
    if (child < 0) {
        return status_fail(status, "cannot make a process for an engine: %s", strerror(errno));
    }
    close_if_open(&p->report[WRITE_END]);
    int error = read_report(p->report[READ_END]);
    if (error != 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
        return status_fail(status, "cannot start %.100s: %s", words[0], strerror(error));
    }
    *process =
        (EngineProcess){.pid = child, .input = p->input[WRITE_END], .output = p->output[READ_END]};
    p->input[WRITE_END] = p->output[READ_END] = -1;
    return true;
}

/* The path of a program, absolute unless it is looked up in PATH; the caller frees it. */
static char *absolute_path(const char *path) {
    Text text = {0};
    char *here = path[0] != '/' && strchr(path, '/') != NULL ? getcwd(NULL, 0) : NULL;
    text_add(&text, "%s%s%s", here != NULL ? here : "", here != NULL ? "/" : "", path);
    free(here);
    return text.bytes;
}

bool engine_process_start(EngineProcess *process, const char *folder, const char *command,
                          const char *error_path, Status *status) {
    *process = (EngineProcess){.input = -1, .output = -1};
    char **words = engine_process_split(command, status);
    if (words == NULL) {
        return false;
    }
    Plumbing plumbing;
    char *program = absolute_path(words[0]);
    words[0] = folder == NULL ? words[0] : program;
    bool ok = open_plumbing(&plumbing, folder, error_path, status) &&
              start_words(process, words, &plumbing, status);
    close_plumbing(&plumbing);
    free(program);
    free(words);
    return ok;
}

void engine_process_quote(Text *command, const char *word) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "+,-./:=@_";
    if (*word != '\0' && word[strspn(word, PLAIN)] == '\0') {
        text_add(command, "%s", word);
        return;
    }
    text_add(command, "'");
    for (; *word != '\0'; word++) {
        text_add(command, *word == '\'' ? "'\\'%c" : "%c", *word);
    }
    text_add(command, "'");
}

char *engine_process_own_command(const char *program, const char *options) {
    Text command = {0};
    engine_process_quote(&command,
                         access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : program);
    text_add(&command, " %s", options);
    return command.bytes;
}

/* ---- Asking ---- */

/* A command that waits for its answer. */
typedef struct {
    const char *command;
    const char *unsent;
    size_t unsent_length;
    double start, seconds;
    bool by_line;   /* waits for the first line, not for the whole answer */
    size_t scanned; /* bytes of process->bytes known not to hold the end of what it waits for */
} PendingCommand;

static EngineAnswer fail(EngineProcess *process, const PendingCommand *pending,
                         EngineOutcome outcome) {
    process->failure = outcome;
    return (EngineAnswer){outcome, "", clock_seconds() - pending->start};
}

static EngineAnswer fail_garbage(EngineProcess *process, const PendingCommand *pending,
                                 Status *status) {
    char shown[SHOWN_BYTES + 1];
    size_t n = 0;
    for (; n < process->length && n + 1 < sizeof shown && strchr("\n", process->bytes[n]) == NULL;
         n++) {
        char c = process->bytes[n];
        shown[n] = c >= ' ' && c <= '~' ? c : '?';
    }
    shown[n] = '\0';
    status_fail(status, "not an answer to \"%.60s\" (id %u): %s", pending->command,
                process->last_id, shown);
    return fail(process, pending, ENGINE_GARBAGE);
}

static EngineAnswer fail_closed(EngineProcess *process, const PendingCommand *pending,
                                const char *pipe, Status *status) {
    const char *when =
        process->length > 0 ? "in the middle of the answer to" : "without an answer to";
    status_fail(status, "the engine closed its %s %s \"%.60s\"", pipe, when, pending->command);
    return fail(process, pending, ENGINE_CLOSED);
}

/* A write to a pipe without a reader raises SIGPIPE in the writing thread. It is blocked and
 * fetched here, because how the process handles signals is not ours to change. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t length) {
    sigset_t pipe_only, before, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    ssize_t n = write(descriptor, bytes, length);
    int error = errno;
    if (n < 0 && error == EPIPE && !was_pending) {
        sigpending(&pending);
        if (sigismember(&pending, SIGPIPE) == 1) {
            int fetched;
            sigwait(&pipe_only, &fetched);
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return n;
}

static bool must_try_again(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Returns false if the engine has closed its input. */
static bool send_more(const EngineProcess *process, PendingCommand *pending) {
    ssize_t n = write_quietly(process->input, pending->unsent, pending->unsent_length);
    if (n < 0) {
        return must_try_again();
    }
    pending->unsent += n;
    pending->unsent_length -= (size_t)n;
    return true;
}

/* Appends what has come, without the control characters that GTP says to ignore and without empty
 * lines before an answer. Returns false if the engine has closed its output or memory runs out. */
static bool receive_more(EngineProcess *process) {
    char chunk[READ_BYTES];
    if (process->capacity - process->length < sizeof chunk) {
        size_t capacity = 2 * (process->capacity + sizeof chunk);
        char *bytes = realloc(process->bytes, capacity);
        if (bytes == NULL) {
            return false;
        }
        process->bytes = bytes;
        process->capacity = capacity;
    }
    ssize_t n = read(process->output, chunk, sizeof chunk);
    if (n <= 0) {
        return n < 0 && must_try_again();
    }
    for (ssize_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)chunk[i];
        bool ignored = (c < ' ' && c != '\n' && c != '\t') || c == 0x7F;
        if (!ignored && (c != '\n' || process->length > 0)) {
            process->bytes[process->length++] = chunk[i];
        }
    }
    return true;
}

/* Drops what was handed out. After a whole answer it drops empty lines too. After a line of a
 * stream it keeps the newline, so that an empty line, which ends the response, is still recognised.
 */
static void drop_handed_out(EngineProcess *process) {
    size_t drop = process->handed_out;
    while (!process->is_streaming && drop < process->length && process->bytes[drop] == '\n') {
        drop++;
    }
    if (drop > 0) {
        memmove(process->bytes, process->bytes + drop, process->length - drop);
    }
    process->length -= drop;
    process->handed_out = 0;
    if (process->is_streaming) {
        process->bytes[0] = '\n';
    }
}

/* Looks for the end of an answer, two newlines, or for the end of its first line; *end is the index
 * of the first newline. A refusal is never a stream. */
static bool find_end(const EngineProcess *process, PendingCommand *pending, size_t *end) {
    const bool by_line = pending->by_line && process->bytes[0] == '=';
    for (; pending->scanned + !by_line < process->length; pending->scanned++) {
        if (process->bytes[pending->scanned] == '\n' &&
            (by_line || process->bytes[pending->scanned + 1] == '\n')) {
            *end = pending->scanned;
            return true;
        }
    }
    return false;
}

static EngineAnswer read_answer(EngineProcess *process, const PendingCommand *pending, size_t end,
                                Status *status) {
    const bool is_refused = process->bytes[0] == '?';
    char *text = process->bytes + 1;
    uint64_t id = 0;
    process->bytes[end] = '\0';
    for (; *text >= '0' && *text <= '9' && id <= UINT32_MAX; text++) {
        id = 10 * id + (uint64_t)(*text - '0');
    }
    if (id != process->last_id || (*text != '\0' && strchr(" \t\n", *text) == NULL)) {
        return fail_garbage(process, pending, status);
    }
    text += *text == ' ' || *text == '\t';
    process->is_streaming = pending->by_line && !is_refused;
    process->handed_out = process->is_streaming ? end : end + 2;
    EngineAnswer answer = {ENGINE_OK, text, clock_seconds() - pending->start};
    if (is_refused) {
        answer.outcome = ENGINE_REFUSED;
        status_fail(status, "the engine refused \"%.60s\": %.*s", pending->command,
                    (int)strcspn(text, "\n"), text);
    }
    return answer;
}

/* Milliseconds for poll, rounded up: rounded down, the last one would be spent polling with 0. */
static int poll_time(double seconds) {
    return seconds < INT_MAX / 1000 ? (int)ceil(1000 * seconds) : INT_MAX;
}

/* Sends what is unsent and receives what has come, waiting until either is possible. Returns false,
 * with the failure in *answer, if the deadline has passed or no answer can come any more. */
static bool exchange(EngineProcess *process, PendingCommand *pending, EngineAnswer *answer,
                     Status *status) {
    if (process->length > ENGINE_ANSWER_MAX) {
        status_fail(status, "the answer to \"%.60s\" has more than %d bytes", pending->command,
                    ENGINE_ANSWER_MAX);
        *answer = fail(process, pending, ENGINE_GARBAGE);
        return false;
    }
    double left = pending->start + pending->seconds - clock_seconds();
    if (!(left > 0)) {
        status_fail(status, "no answer to \"%.60s\" within %.3g s", pending->command,
                    pending->seconds);
        *answer = fail(process, pending, ENGINE_TIMEOUT);
        return false;
    }
    struct pollfd fds[2] = {{process->output, POLLIN, 0},
                            {pending->unsent_length > 0 ? process->input : -1, POLLOUT, 0}};
    if (poll(fds, 2, poll_time(left)) <= 0) {
        return true; /* interrupted by a signal, or the deadline */
    }
    const bool hears = fds[0].revents == 0 || receive_more(process);
    if (!hears || (fds[1].revents != 0 && !send_more(process, pending))) {
        *answer = fail_closed(process, pending, hears ? "input" : "output", status);
        return false;
    }
    return true;
}

/* Exchanges bytes until the answer, or its first line, has come. */
static EngineAnswer converse(EngineProcess *process, PendingCommand *pending, Status *status) {
    EngineAnswer answer;
    do {
        size_t end;
        if (process->length > 0 && memchr("=?", process->bytes[0], 2) == NULL) {
            return fail_garbage(process, pending, status);
        }
        if (pending->unsent_length == 0 && process->length > 0 &&
            find_end(process, pending, &end)) {
            return read_answer(process, pending, end, status);
        }
    } while (exchange(process, pending, &answer, status));
    return answer;
}

static EngineAnswer ask(EngineProcess *process, const char *command, bool by_line, double seconds,
                        Status *status) {
    assert(process->pid != 0 && !process->is_streaming && strchr(command, '\n') == NULL);
    PendingCommand pending = {
        .command = command, .start = clock_seconds(), .seconds = seconds, .by_line = by_line};
    if (process->failure != ENGINE_OK) {
        status_fail(status, "\"%.60s\" was not sent: the engine had failed before", command);
        return fail(process, &pending, process->failure);
    }
    drop_handed_out(process);
    size_t size = strlen(command) + 16;
    char *line = malloc(size);
    if (line == NULL) {
        status_fail(status, "out of memory");
        return fail(process, &pending, ENGINE_CLOSED);
    }
    pending.unsent = line;
    pending.unsent_length = (size_t)snprintf(line, size, "%u %s\n", ++process->last_id, command);
    EngineAnswer answer = converse(process, &pending, status);
    free(line);
    return answer;
}

EngineAnswer engine_process_ask(EngineProcess *process, const char *command, double seconds,
                                Status *status) {
    return ask(process, command, false, seconds, status);
}

/* ---- Streams ---- */

EngineAnswer engine_process_open_stream(EngineProcess *process, const char *command, double seconds,
                                        Status *status) {
    snprintf(process->streamed, sizeof process->streamed, "%s", command);
    return ask(process, command, true, seconds, status);
}

/* Hands out the next line of a stream. The buffer begins with the newline of the line before. */
static EngineAnswer next_line(EngineProcess *process, PendingCommand *pending, Status *status) {
    EngineAnswer answer;
    drop_handed_out(process);
    do {
        char *line = process->bytes + 1;
        char *end = pending->unsent_length == 0 ? memchr(line, '\n', process->length - 1) : NULL;
        if (end != NULL) {
            const bool is_last = end == line;
            *end = '\0';
            process->is_streaming = !is_last;
            process->handed_out = (size_t)(end - process->bytes) + is_last;
            return (EngineAnswer){ENGINE_OK, is_last ? NULL : line,
                                  clock_seconds() - pending->start};
        }
    } while (exchange(process, pending, &answer, status));
    process->is_streaming = false;
    return answer;
}

EngineAnswer engine_process_read_line(EngineProcess *process, double seconds, Status *status) {
    assert(process->is_streaming);
    PendingCommand pending = {
        .command = process->streamed, .start = clock_seconds(), .seconds = seconds};
    const EngineAnswer answer = next_line(process, &pending, status);
    if (answer.outcome == ENGINE_TIMEOUT) {
        process->failure = ENGINE_OK; /* nothing is out of step */
        process->is_streaming = true;
    }
    return answer;
}

EngineAnswer engine_process_close_stream(EngineProcess *process, double seconds, Status *status) {
    assert(process->is_streaming);
    PendingCommand pending = {.command = process->streamed,
                              .start = clock_seconds(),
                              .seconds = seconds,
                              .unsent = "\n",
                              .unsent_length = 1};
    EngineAnswer answer;
    do {
        answer = next_line(process, &pending, status);
    } while (answer.outcome == ENGINE_OK && answer.text != NULL);
    return answer;
}

/* ---- Lines ---- */

bool engine_process_send_line(EngineProcess *process, const char *line, double seconds,
                              Status *status) {
    Text text = {0};
    text_add(&text, "%s\n", line);
    snprintf(process->streamed, sizeof process->streamed, "%s", line);
    PendingCommand pending = {.command = process->streamed,
                              .start = clock_seconds(),
                              .seconds = seconds,
                              .unsent = text.bytes,
                              .unsent_length = text.length};
    EngineAnswer answer;
    bool ok = true;
    while (ok && pending.unsent_length > 0) {
        ok = exchange(process, &pending, &answer, status);
    }
    text_free(&text);
    return ok;
}

const char *engine_process_receive_line(EngineProcess *process, double seconds, Status *status) {
    PendingCommand pending = {
        .command = process->streamed, .start = clock_seconds(), .seconds = seconds};
    EngineAnswer answer;
    drop_handed_out(process);
    do {
        char *end = process->length == 0 ? NULL : memchr(process->bytes, '\n', process->length);
        if (end != NULL) {
            *end = '\0';
            process->handed_out = (size_t)(end - process->bytes) + 1;
            return process->bytes;
        }
    } while (exchange(process, &pending, &answer, status));
    return NULL;
}

/* ---- Ending ---- */

/* Waits for the engine to end. Drops what it writes: a full pipe might keep it from ending. */
static bool await_end(EngineProcess *process, double seconds) {
    double deadline = clock_seconds() + seconds;
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid != 0) {
            return true;
        }
        if (clock_seconds() >= deadline) {
            return false;
        }
        struct pollfd fd = {process->output, POLLIN, 0}; /* just a pause if that is -1 */
        if (poll(&fd, 1, END_POLL_TIME) > 0) {
            process->length = 0;
            if (!receive_more(process)) {
                close_if_open(&process->output);
            }
        }
    }
}

bool engine_process_stop(EngineProcess *process, double seconds, Status *status) {
    if (process->pid == 0) {
        return true;
    }
    int result = 0;
    const char *by = NULL;
    write_quietly(process->input, "quit\n", 5);
    close_if_open(&process->input);
    if (!await_end(process, seconds)) {
        by = "SIGTERM";
        kill(-process->pid, SIGTERM);
        if (!await_end(process, seconds)) {
            by = "SIGKILL";
        }
    }
    /* Kills what is left of its group before waiting for it: afterwards its number might belong to
     * another process. */
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL); /* in case it has left its group */
    while (waitpid(process->pid, &result, 0) < 0 && errno == EINTR) {
    }
    close_if_open(&process->output);
    free(process->bytes);
    *process = (EngineProcess){.input = -1, .output = -1};
    if (by != NULL) {
        return status_fail(status, "the engine did not quit within %g s: ended by %s", seconds, by);
    }
    if (WIFSIGNALED(result)) {
        return status_fail(status, "the engine died of signal %d", WTERMSIG(result));
    }
    return WEXITSTATUS(result) == 0 ||
           status_fail(status, "the engine ended with exit status %d", WEXITSTATUS(result));
}
