/* A GTP engine as a child process: its command line, its answers, its end. */
#include "regress/engine/engine_process.h"
#include "engine/base/clock.h"
#include "engine/base/os/system.h"
#include "engine/cluster/mpi/environment.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_BYTES = 16384,  /* read from an engine at a time */
    SHOWN_BYTES = 48 - 1 /* of a wrong answer, in messages */
};

/* A longer time between two looks at the clock means that this process was stopped (SIGSTOP,
 * Ctrl-Z) or delayed: the engine is not to blame. Waits are shorter than that. */
static const double PAUSE_SECONDS = 1, WAIT_SECONDS = 0.5;

/* ---- Command lines ---- */

static const char white_space[] = " \t\n";

/* Such a backslash is one, unless it stands before a double quote. */
static bool separates_folders(char c) {
    return strchr(OS_PATH_SEPARATORS, c) != NULL;
}

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
            if (*s == '\\' && quote != '\'' && (s[1] == '"' || !separates_folders(*s))) {
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

bool engine_process_start(EngineProcess *process, const char *folder, const char *command,
                          const char *error_path, Status *status) {
    *process = (EngineProcess){0};
    char **words = engine_process_split(command, status);
    if (words == NULL) {
        return false;
    }
    char **environment = environment_of_child();
    const ChildOptions options = {
        .words = words,
        .folder = folder,
        .error_path = error_path,
        .environment = environment,
        .closes_inherited = environment_has_launcher(), /* MPI's sockets */
    };
    process->child = child_start(&options, status);
    free(environment);
    free(words);
    return process->child != NULL;
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
        text_add(command, *word == '\'' ? "'\"%c\"'" : "%c", *word);
    }
    text_add(command, "'");
}

char *engine_process_own_command(const char *program, const char *options) {
    Text command = {0};
    engine_process_quote(&command, os_program_path(program));
    text_add(&command, " %s", options);
    return command.bytes;
}

/* ---- Asking ---- */

/* A command that waits for its answer. */
typedef struct {
    const char *command;
    const char *unsent;
    size_t unsent_length;
    double start;  /* later by every pause of this process */
    double looked; /* at the clock, last */
    double seconds;
    bool by_line;   /* waits for the first line, not for the whole answer */
    size_t scanned; /* bytes of process->bytes known not to hold the end of what it waits for */
} PendingCommand;

static PendingCommand pending_command(const char *command, double seconds) {
    const double now = clock_seconds();
    return (PendingCommand){.command = command, .start = now, .looked = now, .seconds = seconds};
}

/* Seconds that the engine has had for the answer. */
static double seconds_spent(PendingCommand *pending) {
    const double now = clock_seconds(), gap = now - pending->looked;
    pending->start += gap > PAUSE_SECONDS ? gap : 0;
    pending->looked = now;
    return now - pending->start;
}

static EngineAnswer fail(EngineProcess *process, PendingCommand *pending, EngineOutcome outcome) {
    process->failure = outcome;
    return (EngineAnswer){outcome, "", seconds_spent(pending)};
}

static EngineAnswer fail_garbage(EngineProcess *process, PendingCommand *pending, Status *status) {
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

static EngineAnswer fail_closed(EngineProcess *process, PendingCommand *pending, const char *pipe,
                                Status *status) {
    const char *when =
        process->length > 0 ? "in the middle of the answer to" : "without an answer to";
    status_fail(status, "the engine closed its %s %s \"%.60s\"", pipe, when, pending->command);
    return fail(process, pending, ENGINE_CLOSED);
}

/* Returns false if the engine has closed its input. */
static bool send_more(const EngineProcess *process, PendingCommand *pending) {
    const ptrdiff_t n = child_write(process->child, pending->unsent, pending->unsent_length);
    if (n > 0) {
        pending->unsent += n;
        pending->unsent_length -= (size_t)n;
    }
    return n >= 0;
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
    const ptrdiff_t n = child_read(process->child, chunk, sizeof chunk);
    for (ptrdiff_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)chunk[i];
        bool ignored = (c < ' ' && c != '\n' && c != '\t') || c == 0x7F;
        if (!ignored && (c != '\n' || process->length > 0)) {
            process->bytes[process->length++] = chunk[i];
        }
    }
    return n >= 0;
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

static EngineAnswer read_answer(EngineProcess *process, PendingCommand *pending, size_t end,
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
    text += strspn(text, " \t");
    process->is_streaming = pending->by_line && !is_refused;
    process->handed_out = process->is_streaming ? end : end + 2;
    text_make_printable(text, "\n\t");
    EngineAnswer answer = {ENGINE_OK, text, seconds_spent(pending)};
    if (is_refused) {
        answer.outcome = ENGINE_REFUSED;
        status_fail(status, "the engine refused \"%.60s\": %.*s", pending->command,
                    (int)strcspn(text, "\n"), text);
    }
    return answer;
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
    const double left = pending->seconds - seconds_spent(pending);
    if (!(left > 0)) {
        status_fail(status, "no answer to \"%.60s\" within %.3g s", pending->command,
                    pending->seconds);
        *answer = fail(process, pending, ENGINE_TIMEOUT);
        return false;
    }
    bool can_read, can_write = false;
    child_wait(process->child, left < WAIT_SECONDS ? left : WAIT_SECONDS, &can_read,
               pending->unsent_length > 0 ? &can_write : NULL);
    const bool hears = !can_read || receive_more(process);
    if (!hears || (can_write && !send_more(process, pending))) {
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
    assert(process->child != NULL && !process->is_streaming && strchr(command, '\n') == NULL);
    PendingCommand pending = pending_command(command, seconds);
    pending.by_line = by_line;
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
            return (EngineAnswer){ENGINE_OK, is_last ? NULL : line, seconds_spent(pending)};
        }
    } while (exchange(process, pending, &answer, status));
    process->is_streaming = false;
    return answer;
}

EngineAnswer engine_process_read_line(EngineProcess *process, double seconds, Status *status) {
    assert(process->is_streaming);
    PendingCommand pending = pending_command(process->streamed, seconds);
    const EngineAnswer answer = next_line(process, &pending, status);
    if (answer.outcome == ENGINE_TIMEOUT) {
        process->failure = ENGINE_OK; /* nothing is out of step */
        process->is_streaming = true;
    }
    return answer;
}

EngineAnswer engine_process_close_stream(EngineProcess *process, double seconds, Status *status) {
    assert(process->is_streaming);
    PendingCommand pending = pending_command(process->streamed, seconds);
    pending.unsent = "\n";
    pending.unsent_length = 1;
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
    PendingCommand pending = pending_command(process->streamed, seconds);
    pending.unsent = text.bytes;
    pending.unsent_length = text.length;
    EngineAnswer answer;
    bool ok = true;
    while (ok && pending.unsent_length > 0) {
        ok = exchange(process, &pending, &answer, status);
    }
    text_free(&text);
    return ok;
}

const char *engine_process_receive_line(EngineProcess *process, double seconds, Status *status) {
    PendingCommand pending = pending_command(process->streamed, seconds);
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

bool engine_process_stop(EngineProcess *process, double seconds, Status *status) {
    if (process->child == NULL) {
        return true;
    }
    const char *by = NULL;
    child_write(process->child, "quit\n", 5);
    child_close_input(process->child);
    if (!child_wait_for_end(process->child, seconds)) {
        by = "SIGTERM";
        child_terminate(process->child);
        if (!child_wait_for_end(process->child, seconds)) {
            by = "SIGKILL";
        }
    }
    const ChildEnd end = child_finish(process->child);
    free(process->bytes);
    *process = (EngineProcess){0};
    if (by != NULL) {
        return status_fail(status, "the engine did not quit within %g s: ended by %s", seconds, by);
    }
    if (end.signal != 0) {
        return status_fail(status, "the engine died of signal %d", end.signal);
    }
    return end.exit_status == 0 ||
           status_fail(status, "the engine ended with exit status %d", end.exit_status);
}
