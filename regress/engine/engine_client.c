#include "regress/engine/engine_client.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/command_line.h"
#include "engine/cluster/pool/pool.h"

enum { READ_BYTES = 16384 }; /* from an engine at a time */

/* A longer time between two looks at the clock means that this process was stopped (SIGSTOP,
 * Ctrl-Z) or delayed: the engine is not to blame. Waits are shorter than that. */
static const double PAUSE_SECONDS = 1, WAIT_SECONDS = 0.5;

/* For an engine to end by itself, by how it failed. */
static const double END_SECONDS[] = {[ENGINE_OK] = 2,
                                     [ENGINE_REFUSED] = 2,
                                     [ENGINE_TIMEOUT] = 0.2,
                                     [ENGINE_CLOSED] = 0.5,
                                     [ENGINE_GARBAGE] = 0.2};

/* ---- Start and end ---- */

bool engine_client_is_running(const EngineClient *client) {
    return client->child != NULL;
}

static void make_known(const EngineClient *client, ChildProcess *child) {
    if (client->interrupt != NULL) {
        interrupt_set_child(client->interrupt, client->slot, child);
    }
}

bool engine_client_start(EngineClient *client, Status *status) {
    char **words = command_line_split(client->command, status);
    if (words == NULL) {
        return false;
    }
    ChildOptions options = {
        .words = words, .folder = client->folder, .error_path = client->error_path};
    pool_detach_child(&options, client->variables, client->variable_count);
    client->child = child_start(&options, status);
    client->failure = ENGINE_OK;
    client->last_id = 0;
    make_known(client, client->child);
    free(options.environment);
    free(words);
    return client->child != NULL;
}

bool engine_client_stop(EngineClient *client, Status *status) {
    Status ignored;
    if (client->child == NULL) {
        return true;
    }
    status = status == NULL ? &ignored : status;
    make_known(client, NULL);
    const double seconds = END_SECONDS[client->failure];
    const char *by = NULL;
    child_write(client->child, "quit\n", 5);
    child_close_input(client->child);
    if (!child_wait_for_end(client->child, seconds)) {
        by = "SIGTERM";
        child_terminate(client->child);
        if (!child_wait_for_end(client->child, seconds)) {
            by = "SIGKILL";
        }
    }
    const ChildEnd end = child_finish(client->child);
    client->child = NULL;
    client->taken = 0;
    text_free(&client->received);
    text_free(&client->text);
    if (by != NULL) {
        return status_fail(status, "the engine did not quit within %g s: ended by %s", seconds, by);
    }
    if (end.signal != 0) {
        return status_fail(status, "the engine died of signal %d", end.signal);
    }
    return end.exit_status == 0 ||
           status_fail(status, "the engine ended with exit status %d", end.exit_status);
}

bool engine_client_revive(EngineClient *client, bool (*prepare)(void *context, Status *status),
                          void *context, Status *status) {
    for (int attempt = 0; attempt < ENGINE_CLIENT_ATTEMPTS && !engine_client_is_running(client);
         attempt++) {
        if (client->interrupt != NULL && interrupt_requested(client->interrupt)) {
            return status_fail(status, "the run was stopped");
        }
        if (engine_client_start(client, status) && !prepare(context, status)) {
            engine_client_stop(client, NULL);
        }
    }
    return engine_client_is_running(client);
}

/* ---- Lines ---- */

/* What is being sent, and how long the engine has had for the answer. */
typedef struct {
    EngineClient *client;
    const char *unsent;
    size_t unsent_length;
    double start;  /* later by every pause of this process */
    double looked; /* at the clock, last */
    double seconds;
    bool has_begun; /* a line of the answer has come */
} Exchange;

static Exchange begin_exchange(EngineClient *client, const char *unsent, double seconds) {
    const double now = clock_seconds();
    return (Exchange){client, unsent, strlen(unsent), now, now, seconds, false};
}

static double seconds_spent(Exchange *exchange) {
    const double now = clock_seconds(), gap = now - exchange->looked;
    exchange->start += gap > PAUSE_SECONDS ? gap : 0;
    exchange->looked = now;
    return now - exchange->start;
}

/* Returns false if the engine has closed its input. */
static bool send_more(Exchange *exchange) {
    const ptrdiff_t n =
        child_write(exchange->client->child, exchange->unsent, exchange->unsent_length);
    if (n > 0) {
        exchange->unsent += n;
        exchange->unsent_length -= (size_t)n;
    }
    return n >= 0;
}

/* Appends what has come, without the control characters that GTP says to ignore. Returns false if
 * the engine has closed its output. */
static bool receive_more(EngineClient *client) {
    char chunk[READ_BYTES];
    size_t kept = 0;
    const ptrdiff_t n = child_read(client->child, chunk, sizeof chunk);
    for (ptrdiff_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)chunk[i];
        if (client->is_raw ? c != '\r' : (c >= ' ' && c != 0x7F) || c == '\n' || c == '\t') {
            chunk[kept++] = c == '\0' ? '\x01' : chunk[i];
        }
    }
    text_append(&client->received, chunk, kept);
    return n >= 0;
}

static void drop_taken(EngineClient *client) {
    Text *received = &client->received;
    if (client->taken > 0) {
        received->length -= client->taken;
        memmove(received->bytes, received->bytes + client->taken, received->length);
        client->taken = 0;
    }
}

/* Fails as ENGINE_GARBAGE. */
static EngineOutcome refuse_length(const EngineClient *client, Status *status) {
    status_fail(status, "the answer to \"%.60s\" has more than %d bytes", client->asked,
                ENGINE_ANSWER_MAX);
    return ENGINE_GARBAGE;
}

/* Sends what is unsent and receives what has come, waiting until either is possible. */
static EngineOutcome exchange_bytes(Exchange *exchange, Status *status) {
    EngineClient *client = exchange->client;
    const double left = exchange->seconds - seconds_spent(exchange);
    drop_taken(client);
    if (client->received.length > ENGINE_ANSWER_MAX) {
        return refuse_length(client, status);
    }
    if (!(left > 0)) {
        status_fail(status, "no answer to \"%.60s\" within %.3g s", client->asked,
                    exchange->seconds);
        return ENGINE_TIMEOUT;
    }
    bool can_read, can_write = false;
    child_wait(client->child, left < WAIT_SECONDS ? left : WAIT_SECONDS, &can_read,
               exchange->unsent_length > 0 ? &can_write : NULL);
    const bool hears = !can_read || receive_more(client);
    if (!hears || (can_write && !send_more(exchange))) {
        const bool is_cut = exchange->has_begun || client->received.length > 0;
        status_fail(status, "the engine closed its %s %s \"%.60s\"", hears ? "input" : "output",
                    is_cut ? "in the middle of the answer to" : "without an answer to",
                    client->asked);
        return ENGINE_CLOSED;
    }
    return ENGINE_OK;
}

/* Sets *line to the next line without its newline. It is valid until more is received. */
static EngineOutcome next_line(Exchange *exchange, char **line, Status *status) {
    EngineClient *client = exchange->client;
    const Text *received = &client->received;
    EngineOutcome outcome = ENGINE_OK;
    do {
        const size_t left = received->length - client->taken;
        char *start = left == 0 ? NULL : received->bytes + client->taken;
        char *end =
            left == 0 || exchange->unsent_length > 0 ? NULL : (char *)memchr(start, '\n', left);
        if (end != NULL) {
            *end = '\0';
            client->taken = (size_t)(end - received->bytes) + 1;
            *line = start;
            exchange->has_begun = exchange->has_begun || end > start;
            return ENGINE_OK;
        }
        outcome = exchange_bytes(exchange, status);
    } while (outcome == ENGINE_OK);
    return outcome;
}

/* ---- Asking ---- */

/* Keeps the answer. An engine that failed is stopped. */
static EngineAnswer conclude(Exchange *exchange, EngineOutcome outcome, const char *text,
                             Status *status) {
    EngineClient *client = exchange->client;
    client->answer = (EngineAnswer){outcome, text, seconds_spent(exchange)};
    if (outcome != ENGINE_OK && outcome != ENGINE_REFUSED) {
        const Status first = *status;
        Status how;
        client->answer.text = "";
        client->failure = outcome;
        if (!engine_client_stop(client, &how) && outcome == ENGINE_CLOSED) {
            status_fail(status, "%.150s; %.100s", first.text, how.text);
        }
    }
    return client->answer;
}

/* Reads "=ID " or "?ID " and adds what comes after it to the answer. */
static EngineOutcome read_head(EngineClient *client, char *line, Status *status) {
    const char *rest = line + 1;
    uint64_t id = 0;
    for (; *line != '\0' && *rest >= '0' && *rest <= '9' && id <= UINT32_MAX; rest++) {
        id = 10 * id + (uint64_t)(*rest - '0');
    }
    if ((*line != '=' && *line != '?') || id != client->last_id ||
        (*rest != '\0' && *rest != ' ' && *rest != '\t')) {
        status_fail(status, "not an answer to \"%.60s\" (id %u): %.47s", client->asked,
                    client->last_id, text_make_printable(line, ""));
        return ENGINE_GARBAGE;
    }
    text_add(&client->text, "%s", rest + strspn(rest, " \t"));
    return *line == '=' ? ENGINE_OK : ENGINE_REFUSED;
}

/* Adds the lines up to the empty one that ends the answer. */
static EngineOutcome read_rest(Exchange *exchange, Status *status) {
    Text *text = &exchange->client->text;
    char *line;
    EngineOutcome outcome;
    while ((outcome = next_line(exchange, &line, status)) == ENGINE_OK && *line != '\0') {
        text_add(text, "\n%s", line);
        if (text->length > ENGINE_ANSWER_MAX) {
            return refuse_length(exchange->client, status);
        }
    }
    return outcome;
}

/* Sends a command and reads the answer, or of a stream its first line. */
static EngineAnswer ask_for(EngineClient *client, const char *command, bool streams, double seconds,
                            Status *status) {
    char *head;
    snprintf(client->asked, sizeof client->asked, "%s", command);
    if (!engine_client_is_running(client)) {
        status_fail(status, "the engine has ended");
        return client->answer = (EngineAnswer){ENGINE_CLOSED, "", 0};
    }
    Text line = text_new("%u %s\n", ++client->last_id, command);
    text_clear(&client->text);
    Exchange exchange = begin_exchange(client, line.bytes, seconds);
    EngineOutcome outcome;
    do { /* empty lines before it are skipped */
        outcome = next_line(&exchange, &head, status);
    } while (outcome == ENGINE_OK && *head == '\0');
    outcome = outcome == ENGINE_OK ? read_head(client, head, status) : outcome;
    if (outcome == ENGINE_REFUSED || (outcome == ENGINE_OK && !streams)) {
        const EngineOutcome rest = read_rest(&exchange, status);
        outcome = rest == ENGINE_OK ? outcome : rest;
    }
    text_free(&line);
    if (client->text.length > 0) {
        text_make_printable(client->text.bytes, "\n\t");
    }
    const char *text = text_get(&client->text);
    if (outcome == ENGINE_REFUSED) {
        status_fail(status, "the engine refused \"%.60s\": %.*s", command, (int)strcspn(text, "\n"),
                    text);
    }
    return conclude(&exchange, outcome, text, status);
}

EngineAnswer engine_client_ask_within(EngineClient *client, const char *command, double seconds,
                                      Status *status) {
    return ask_for(client, command, false, seconds, status);
}

EngineAnswer engine_client_ask(EngineClient *client, const char *command, Status *status) {
    return ask_for(client, command, false, client->timeout, status);
}

EngineAnswer engine_client_open_stream(EngineClient *client, const char *command, Status *status) {
    return ask_for(client, command, true, client->timeout, status);
}

EngineAnswer engine_client_read_line(EngineClient *client, double seconds, Status *status) {
    Exchange exchange = begin_exchange(client, "", seconds);
    char *line;
    const EngineOutcome outcome = next_line(&exchange, &line, status);
    if (outcome == ENGINE_TIMEOUT) {
        return client->answer = (EngineAnswer){outcome, "", seconds};
    }
    const bool is_line = outcome == ENGINE_OK && *line != '\0';
    return conclude(&exchange, outcome, is_line ? text_make_printable(line, "\t") : NULL, status);
}

EngineAnswer engine_client_close_stream(EngineClient *client, Status *status) {
    Exchange exchange = begin_exchange(client, "\n", client->timeout);
    char *line;
    EngineOutcome outcome;
    do {
        outcome = next_line(&exchange, &line, status);
    } while (outcome == ENGINE_OK && *line != '\0');
    return conclude(&exchange, outcome, "", status);
}

/* ---- Bytes ---- */

bool engine_client_send_bytes(EngineClient *client, const char *bytes, size_t count,
                              Status *status) {
    Exchange exchange = begin_exchange(client, bytes, client->timeout);
    client->failure = ENGINE_OK;
    exchange.unsent_length = count;
    while (client->failure == ENGINE_OK && exchange.unsent_length > 0) {
        client->failure = exchange_bytes(&exchange, status);
    }
    return client->failure == ENGINE_OK;
}

bool engine_client_receive_bytes(EngineClient *client, Text *text, double seconds, Status *status) {
    Exchange exchange = begin_exchange(client, "", seconds);
    client->failure = ENGINE_OK;
    while (client->failure == ENGINE_OK && client->received.length == 0) {
        client->failure = exchange_bytes(&exchange, status);
    }
    text_append(text, text_get(&client->received), client->received.length);
    text_clear(&client->received);
    return client->failure == ENGINE_OK;
}

/* ---- Commands ---- */

bool engine_client_tell(EngineClient *client, Status *status, const char *format, ...) {
    char command[sizeof client->asked];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return engine_client_ask(client, command, status).outcome == ENGINE_OK;
}

bool engine_client_ask_line(EngineClient *client, const char *command, char *text, size_t size,
                            Status *status) {
    const EngineAnswer answer = engine_client_ask(client, command, status);
    snprintf(text, size, "%.*s", answer.outcome == ENGINE_OK ? (int)strcspn(answer.text, "\n") : 0,
             answer.text);
    return answer.outcome == ENGINE_OK || answer.outcome == ENGINE_REFUSED;
}

bool engine_client_introduce(EngineClient *client, Status *status) {
    return engine_client_ask_line(client, "name", client->name, sizeof client->name, status) &&
           engine_client_ask_line(client, "version", client->version, sizeof client->version,
                                  status);
}

bool engine_client_knows(EngineClient *client, const char *command, bool *is_known,
                         Status *status) {
    char question[64], text[8];
    snprintf(question, sizeof question, "known_command %s", command);
    const bool ok = engine_client_ask_line(client, question, text, sizeof text, status);
    *is_known = ok && strcmp(text, "true") == 0;
    return ok;
}

/* ---- Positions ---- */

bool engine_client_new_game(EngineClient *client, int width, int height, double komi,
                            Status *status) {
    const bool ok =
        width == height
            ? engine_client_tell(client, status, "boardsize %d", width)
            : engine_client_tell(client, status, "rectangular_boardsize %d %d", width, height);
    return ok && engine_client_tell(client, status, "clear_board") &&
           engine_client_tell(client, status, "komi %.12g", komi);
}

bool engine_client_play(EngineClient *client, Color color, Point point, int height,
                        Status *status) {
    char vertex[POINT_TEXT_MAX];
    return engine_client_tell(client, status, "play %s %s", color_name(color),
                              point_to_text(point, height, vertex));
}

bool engine_client_place(EngineClient *client, const Geometry *geometry, const ColorCell *cells,
                         int handicap, Status *status) {
    bool ok = true;
    int stones[2] = {0};
    Text command = text_new("set_free_handicap");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        char vertex[POINT_TEXT_MAX];
        if (cells[cell] != EMPTY) {
            stones[cells[cell]]++;
            text_add(&command, " %s",
                     point_to_text(geometry->point_of[cell], geometry->height, vertex));
        }
    }
    const bool is_handicap = handicap >= 2 && stones[BLACK] == handicap && stones[WHITE] == 0;
    if (is_handicap) {
        ok = engine_client_ask(client, text_get(&command), status).outcome == ENGINE_OK;
    }
    text_free(&command);
    for (int cell = 0; ok && !is_handicap && cell < geometry->cell_count; cell++) {
        ok = cells[cell] == EMPTY ||
             engine_client_play(client, (Color)cells[cell], geometry->point_of[cell],
                                geometry->height, status);
    }
    return ok;
}
