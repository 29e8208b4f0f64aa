#include "regress/comply/probe.h"

#include "engine/base/clock.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COMPLAINTS_MAX = 5, /* a check; more are not looked for */
    FAILURES_MAX = 6,   /* hangs and deaths after which an engine is given up */
    SHOWN_BYTES = 1500, /* of a long text, its two ends together */
};

/* ---- Bytes ---- */

static bool is_full(const Probe *probe) {
    return probe->received.length >= PROBE_RECEIVED_MAX;
}

/* Returns false if nothing was there to be read. */
static bool read_more(Probe *probe) {
    char bytes[1 << 16];
    const ptrdiff_t count = child_read(probe->client.child, bytes, sizeof bytes);
    size_t kept = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (bytes[i] != '\r') {
            bytes[kept++] = bytes[i] == '\0' ? '\x01' : bytes[i];
        }
    }
    probe->is_finished = count < 0;
    text_append(&probe->received, bytes, kept);
    return count > 0;
}

/* Sends the bytes, and goes on reading, so that an engine that waits for its reader does not block
 * us. Returns false if the engine did not take them in time, closed its input, or sent
 * PROBE_RECEIVED_MAX meanwhile. */
static bool push_bytes(Probe *probe, const char *bytes, size_t count) {
    ChildProcess *child = probe->client.child;
    const double end = clock_seconds() + probe->timeout;
    while (count > 0) {
        const double left = end - clock_seconds();
        bool can_read = false, can_write = probe->is_finished; /* its end would come again */
        if (left <= 0 || is_full(probe)) {
            return false;
        }
        if (!probe->is_finished) {
            child_wait(child, left, &can_read, &can_write);
        }
        if (can_read) {
            read_more(probe);
        }
        const ptrdiff_t sent = can_write ? child_write(child, bytes, count) : 0;
        if (sent < 0 || (sent == 0 && probe->is_finished)) {
            return false;
        }
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

bool probe_pull(Probe *probe, double seconds) {
    const double end = clock_seconds() + seconds;
    while (engine_client_is_running(&probe->client) && !probe->is_finished && !is_full(probe)) {
        const double left = end - clock_seconds();
        bool can_read = false;
        if (left <= 0) {
            return false;
        }
        child_wait(probe->client.child, left, &can_read, NULL);
        if (can_read && read_more(probe)) {
            return true;
        }
    }
    return false;
}

static void take_bytes(Probe *probe, size_t count) {
    Text *text = &probe->received;
    memmove(text->bytes, text->bytes + count, text->length - count);
    text->length -= count;
    text->bytes[text->length] = '\0';
}

static void stop_engine(Probe *probe) {
    probe->client.failure = ENGINE_GARBAGE; /* is given little time to end */
    engine_client_stop(&probe->client, NULL);
    text_clear(&probe->received);
    probe->is_finished = false;
}

/* Waits until the engine has ended by itself, at most `seconds`, and ends it otherwise. Returns
 * whether it ended with exit status 0; if not, status says how it ended. */
static bool await_exit(Probe *probe, double seconds, Status *status) {
    ChildProcess *child = probe->client.child;
    const bool has_ended = child_wait_for_end(child, seconds);
    if (probe->client.interrupt != NULL) {
        interrupt_set_child(probe->client.interrupt, probe->client.slot, NULL);
    }
    const ChildEnd how = child_finish(child);
    probe->client.child = NULL;
    if (!has_ended) {
        return status_fail(status, "the engine still ran after %.3g s", seconds);
    }
    if (how.signal != 0) {
        return status_fail(status, "the engine was ended by signal %d", how.signal);
    }
    return how.exit_status == 0 ||
           status_fail(status, "the engine ended with exit status %d", how.exit_status);
}

/* ---- Complaints ---- */

/* Without the middle of the text if it is long. */
static void set_shown(json_t *complaint, const char *key, const char *text) {
    const size_t length = strlen(text);
    Text shown = {0};
    text_add(&shown, "%.*s", SHOWN_BYTES / 2, text);
    if (length > SHOWN_BYTES) {
        text_add(&shown, " ... ");
    }
    if (length > SHOWN_BYTES / 2) {
        const size_t rest = length - SHOWN_BYTES / 2;
        text_add(&shown, "%s", text + length - (rest < SHOWN_BYTES / 2 ? rest : SHOWN_BYTES / 2));
    }
    json_set_text(complaint, key, text_get(&shown));
    text_free(&shown);
}

static void add_complaint(Probe *probe, const char *came, const char *format, va_list args) {
    char expected[4096];
    if (json_array_size(probe->complaints) < COMPLAINTS_MAX) {
        json_t *complaint = json_new_object();
        vsnprintf(expected, sizeof expected, format, args);
        set_shown(complaint, "sent", text_get(&probe->sent));
        set_shown(complaint, "came", came);
        json_set_text(complaint, "expected", expected);
        json_add_value(probe->complaints, complaint);
    }
}

void probe_complain(Probe *probe, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_complaint(probe, text_get(&probe->raw), format, args);
    va_end(args);
}

/* The same with a text for what came. */
static void __attribute__((format(printf, 3, 4)))
complain_of(Probe *probe, const char *came, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_complaint(probe, came, format, args);
    va_end(args);
}

/* Ends the engine after it has failed. */
static void drop_engine(Probe *probe) {
    stop_engine(probe);
    probe->is_broken = true;
    probe->failures++;
}

/* Complains of an engine that hung or ended, with how it ended and what came before. */
static void complain_of_end(Probe *probe, const char *expected) {
    Status status;
    Text came = {0};
    text_add(&came, "%s%s", text_get(&probe->raw), text_get(&probe->received));
    if (probe->is_finished && engine_client_is_running(&probe->client)) {
        if (await_exit(probe, probe->timeout, &status)) {
            status_fail(&status, "the engine ended with exit status 0");
        }
        text_add(&came, "%s(%s)", came.length == 0 ? "" : "\n", status.text);
    }
    complain_of(probe, text_get(&came), "%s", expected);
    text_free(&came);
    drop_engine(probe);
}

bool probe_is_done(const Probe *probe) {
    return json_array_size(probe->complaints) > 0 || probe->skipped[0] != '\0';
}

/* ---- The engine ---- */

static bool start_engine(Probe *probe, Status *status) {
    text_clear(&probe->received);
    probe->is_finished = false;
    return engine_client_start(&probe->client, status);
}

bool probe_is_open(Probe *probe) {
    Status status;
    if (probe->failures >= FAILURES_MAX) {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine has failed too often");
    }
    if (probe->is_broken || probe->skipped[0] != '\0') {
        return false;
    }
    if (!engine_client_is_running(&probe->client) && !start_engine(probe, &status)) {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine cannot be started again");
        return false;
    }
    return true;
}

bool probe_knows(const Probe *probe, const char *commands) {
    char name[64];
    bool any = *commands == '\0';
    for (const char *rest = commands; *rest != '\0';) {
        const size_t length = strcspn(rest, " |");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        any = any || check_names(text_get(&probe->commands), name);
        rest += length;
        if (!any && *rest != '|') {
            return false;
        }
        any = any && *rest != ' ';
        rest += *rest != '\0';
    }
    return true;
}

bool probe_send(Probe *probe, const char *bytes, size_t count) {
    if (!probe_is_open(probe)) {
        return false;
    }
    text_clear(&probe->raw);
    text_append(&probe->sent, bytes, strnlen(bytes, count));
    probe->sent_at = clock_seconds();
    if (!push_bytes(probe, bytes, count)) {
        complain_of_end(probe, "an engine that reads its input");
        return false;
    }
    return true;
}

/* ---- Responses ---- */

/* Copies the body without blanks at its ends. */
static void set_body(Probe *probe, const char *body, size_t length) {
    for (; length > 0 && isspace((unsigned char)*body); length--) {
        body++;
    }
    while (length > 0 && isspace((unsigned char)body[length - 1])) {
        length--;
    }
    text_clear(&probe->body);
    text_append(&probe->body, body, length);
    probe->reply.body = text_get(&probe->body);
}

/* Reads a response at the start of what was received. Returns its length, or 0 if it is not whole,
 * or none. */
static size_t read_response(Probe *probe, const char *start) {
    const char *end = strstr(start, "\n\n");
    const size_t digits = *start == '\0' ? 0 : strspn(start + 1, "0123456789");
    if (end == NULL || strchr("=?", *start) == NULL || digits >= sizeof probe->reply.id ||
        strchr(" \t\n", start[1 + digits]) == NULL) {
        return 0;
    }
    probe->reply.sign = *start;
    snprintf(probe->reply.id, sizeof probe->reply.id, "%.*s", (int)digits, start + 1);
    set_body(probe, start + 1 + digits, (size_t)(end - start) - 1 - digits);
    return (size_t)(end - start) + 2;
}

/* Takes what stands before a response, and complains of it unless it is empty lines. */
static void take_noise(Probe *probe) {
    const char *start = text_get(&probe->received), *at = start;
    bool is_noise = false;
    while (*at != '\0' && *at != '=' && *at != '?') {
        const size_t line = strcspn(at, "\n");
        if (at[line] == '\0') {
            break; /* the line has not come whole */
        }
        is_noise = is_noise || line > 0;
        at += line + 1;
    }
    const size_t length = (size_t)(at - start);
    if (is_noise) {
        Text noise = {0};
        text_append(&noise, start, length);
        complain_of(probe, text_get(&noise), "nothing but responses on standard output");
        text_free(&noise);
    }
    if (length > 0) {
        take_bytes(probe, length);
    }
}

/* Reads a line of the JSON protocol. Returns its length with the newline, or 0 if none has come. */
static size_t read_line(Probe *probe, const char *start) {
    json_error_t error;
    const size_t length = strcspn(start, "\n");
    if (start[length] == '\0') {
        return 0;
    }
    json_decref(probe->object);
    probe->object = json_loadb(start, length, 0, &error);
    probe->reply.sign = '=';
    set_body(probe, start, length);
    return length + 1;
}

/* Says what did not come in time. Returns false. */
static bool fail_to_receive(Probe *probe) {
    char expected[80];
    const bool is_line = probe->speaks_json;
    if (is_full(probe)) {
        snprintf(expected, sizeof expected, "a %s of at most %d bytes",
                 is_line ? "line" : "response", PROBE_RECEIVED_MAX);
    } else if (probe->is_finished) {
        snprintf(expected, sizeof expected, "a %s, not the end of the engine",
                 is_line ? "line" : "response");
    } else {
        snprintf(expected, sizeof expected,
                 is_line ? "an answer within %g s"
                         : "a response that ends in an empty line, "
                           "within %g s (--timeout)",
                 probe->limit);
    }
    complain_of_end(probe, expected);
    return false;
}

bool probe_receive(Probe *probe) {
    probe->reply = (Reply){.body = ""};
    if (!probe_is_open(probe)) {
        return false;
    }
    for (;;) {
        const double left = probe->sent_at + probe->limit - clock_seconds();
        if (!probe->speaks_json) {
            take_noise(probe);
        }
        const char *start = text_get(&probe->received);
        const size_t length =
            probe->speaks_json ? read_line(probe, start) : read_response(probe, start);
        if (length > 0 && (!probe->speaks_json || left > 0)) {
            probe->reply.seconds = clock_seconds() - probe->sent_at;
            text_clear(&probe->raw);
            text_append(&probe->raw, start, length);
            take_bytes(probe, length);
            break;
        }
        if (length > 0 || !probe_pull(probe, left)) {
            return fail_to_receive(probe);
        }
    }
    if (probe->speaks_json && !json_is_object(probe->object)) {
        probe_complain(probe, "one JSON object a line");
        return false;
    }
    return true;
}

static const Reply *ask(Probe *probe, const char *format, va_list args) {
    char line[4096];
    vsnprintf(line, sizeof line - 1, format, args);
    strcat(line, "\n");
    probe->reply = (Reply){.body = ""};
    if (probe_send(probe, line, strlen(line))) {
        probe_receive(probe);
    }
    return &probe->reply;
}

const Reply *probe_ask(Probe *probe, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const Reply *reply = ask(probe, format, args);
    va_end(args);
    return reply;
}

bool probe_expect(Probe *probe, char sign, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const Reply *reply = ask(probe, format, args);
    va_end(args);
    if (reply->sign != sign && reply->sign != '\0') {
        probe_complain(probe, sign == '?' ? "? (a refusal)" : "= (no refusal)");
    }
    return reply->sign == sign;
}

bool probe_await_end(Probe *probe, bool is_success) {
    Status status;
    char came[160];
    if (!probe_is_open(probe)) {
        return false;
    }
    const double start = clock_seconds();
    while (probe_pull(probe, start + probe->timeout - clock_seconds())) {
    }
    text_clear(&probe->raw);
    text_add(&probe->raw, "%s", text_get(&probe->received));
    if (await_exit(probe, probe->is_finished ? probe->timeout : 0, &status)) {
        return true;
    }
    const bool hangs = strstr(status.text, "still ran") != NULL;
    const bool is_killed = strstr(status.text, "signal") != NULL;
    if (!hangs && !is_success && !is_killed) {
        return true;
    }
    snprintf(came, sizeof came, "%zu bytes, and no end of the engine after %.1f s (--timeout %g)",
             probe->raw.length, clock_seconds() - start, probe->timeout);
    complain_of(probe, hangs ? came : status.text, "an engine that ends %s",
                hangs        ? "after quit, and with its input"
                : is_success ? "with exit status 0 once all is answered"
                             : "by itself");
    probe->failures++;
    return false;
}

/* ---- Runs ---- */

/* The first of the sizes that the engine takes, or 0. */
static int find_size(Probe *probe, const int *sizes) {
    while (*sizes > 0 && probe_ask(probe, "boardsize %d", *sizes)->sign != '=') {
        sizes++;
    }
    return *sizes;
}

bool probe_open(Probe *probe, Status *status) {
    static const int SIZES[] = {9, 13, 19, 7, 5, 0}, SMALL_SIZES[] = {5, 7, 0};
    probe->complaints = json_new_array();
    probe->limit = probe->timeout;
    probe->reply.body = "";
    if (!start_engine(probe, status)) {
        return false;
    }
    if (probe->speaks_json) {
        return true;
    }
    snprintf(probe->name, sizeof probe->name, "%s", probe_ask(probe, "name")->body);
    snprintf(probe->version, sizeof probe->version, "%s", probe_ask(probe, "version")->body);
    text_add(&probe->commands, "%s", probe_ask(probe, "list_commands")->body);
    for (size_t i = 0; i < probe->commands.length; i++) {
        char *c = &probe->commands.bytes[i];
        *c = (char)(isspace((unsigned char)*c) ? ' ' : *c);
    }
    probe->small_size = find_size(probe, SMALL_SIZES);
    probe->size = find_size(probe, SIZES);
    probe->size = probe->size == 0 ? 9 : probe->size;
    probe->small_size = probe->small_size == 0 ? probe->size : probe->small_size;
    probe->failures = 0; /* the checks ask these questions again */
    return true;
}

void probe_close(Probe *probe) {
    stop_engine(probe);
    Text *const texts[] = {&probe->received, &probe->commands, &probe->sent, &probe->raw,
                           &probe->body};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        text_free(texts[i]);
    }
    json_decref(probe->complaints);
    json_decref(probe->object);
    game_free(probe->game);
}

bool probe_begin(Probe *probe, const ComplyCheck *check) {
    json_decref(probe->complaints);
    probe->complaints = json_new_array();
    text_clear(&probe->sent);
    text_clear(&probe->raw);
    probe->is_broken = probe->is_over = false;
    probe->skipped[0] = '\0';
    probe->limit = probe->timeout;
    if (!probe_knows(probe, check->needs)) {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine does not list the commands");
        return false;
    }
    if (check->is_fresh) {
        stop_engine(probe);
    }
    return true;
}

void probe_end(Probe *probe, const ComplyCheck *check) {
    /* What it set, or was still to answer, must not reach the next check. */
    if (check->is_fresh || json_array_size(probe->complaints) > 0) {
        stop_engine(probe);
    }
}
