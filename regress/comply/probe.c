#include "regress/comply/probe.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"

#include <ctype.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_BYTES = 1500, LINE_MAX_BYTES = 4096 }; /* of a long text, its two ends together */

/* ---- Complaints ---- */

/* A copy, without its middle if it is long. */
static char *copy_shown(const char *text) {
    const size_t length = strlen(text);
    if (length <= SHOWN_BYTES) {
        return memory_copy(text);
    }
    Text shown = {0};
    text_add(&shown, "%.*s ... %s", SHOWN_BYTES / 2, text, text + length - SHOWN_BYTES / 2);
    return shown.bytes;
}

static void add_complaint(Probe *probe, const char *came, const char *format, va_list args) {
    if (probe->complaint_count < COMPLAINTS_MAX) {
        char expected[LINE_MAX_BYTES];
        vsnprintf(expected, sizeof expected, format, args);
        probe->complaints[probe->complaint_count++] = (Complaint){
            copy_shown(text_get(&probe->sent)), copy_shown(came), memory_copy(expected)};
    }
}

void probe_complain(Probe *probe, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_complaint(probe, text_get(&probe->raw), format, args);
    va_end(args);
}

void probe_complain_of(Probe *probe, const char *came, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_complaint(probe, came, format, args);
    va_end(args);
}

/* Complains of an engine that hung or ended, with how it ended and what came before. */
static void complain_of_end(Probe *probe, const char *expected) {
    Status status;
    Text came = {0};
    Connection *connection = &probe->connection;
    text_add(&came, "%s", text_get(&probe->raw));
    if (connection->is_finished && connection_is_open(connection)) {
        if (connection_finish(connection, probe->timeout, &status)) {
            status_fail(&status, "the engine ended with exit status 0");
        }
        text_add(&came, "%s(%s)", came.length == 0 ? "" : "\n", status.text);
    }
    probe_complain_of(probe, text_get(&came), "%s", expected);
    text_free(&came);
    probe_drop_engine(probe);
}

static void forget_complaints(Probe *probe) {
    for (int i = 0; i < probe->complaint_count; i++) {
        free(probe->complaints[i].sent);
        free(probe->complaints[i].came);
        free(probe->complaints[i].expected);
    }
    probe->complaint_count = 0;
    probe->skipped = NULL;
}

/* ---- The engine ---- */

void probe_drop_engine(Probe *probe) {
    connection_stop(&probe->connection);
    probe->is_broken = true;
    probe->failures++;
}

Connection *probe_connection(Probe *probe) {
    Status status;
    if (probe->failures >= FAILURES_MAX) {
        probe->skipped = "the engine has failed too often";
    }
    if (probe->is_broken || probe->skipped != NULL) {
        return NULL;
    }
    if (!connection_is_open(&probe->connection) && !connection_start(&probe->connection, &status)) {
        probe->skipped = "the engine cannot be started again";
        return NULL;
    }
    return &probe->connection;
}

bool probe_knows(const Probe *probe, const char *command) {
    char name[64];
    for (const char *rest = command; *rest != '\0'; rest += *rest == '|') {
        const size_t length = strcspn(rest, "|");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        if (check_list_has(text_get(&probe->commands), name)) {
            return true;
        }
        rest += length;
    }
    return false;
}

static bool knows_all(const Probe *probe, const char *needs) {
    char name[128];
    for (const char *rest = needs; *rest != '\0'; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        if (!probe_knows(probe, name)) {
            return false;
        }
        rest += length;
    }
    return true;
}

/* ---- Responses ---- */

/* Copies the body without blanks at its ends. */
static void set_body(Probe *probe, const char *body, size_t length, Reply *reply) {
    while (length > 0 && isspace((unsigned char)*body)) {
        body++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)body[length - 1])) {
        length--;
    }
    text_clear(&probe->body);
    text_append(&probe->body, body, length);
    reply->body = text_get(&probe->body);
}

bool probe_next_response(Probe *probe, const char **output, Reply *reply) {
    const char *start = *output + strspn(*output, "\n"), *end = strstr(start, "\n\n");
    *reply = (Reply){.body = ""};
    if (end == NULL || strchr("=?", *start) == NULL) {
        return false;
    }
    const size_t digits = strspn(start + 1, "0123456789");
    const char *body = start + 1 + digits;
    if (digits >= sizeof reply->id || strchr(" \t\n", *body) == NULL) {
        return false;
    }
    reply->sign = *start;
    snprintf(reply->id, sizeof reply->id, "%.*s", (int)digits, start + 1);
    set_body(probe, body, (size_t)(end - body), reply);
    *output = end + 2;
    return true;
}

/* Takes what stands before a response, and complains of it unless it is empty lines. */
static void take_noise(Probe *probe) {
    Text *received = &probe->connection.received;
    const char *start = text_get(received), *at = start;
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
        probe_complain_of(probe, text_get(&noise), "nothing but responses on standard output");
        text_free(&noise);
    }
    if (length > 0) {
        connection_take(&probe->connection, length);
    }
}

static void await_response(Probe *probe, double start) {
    Connection *connection = &probe->connection;
    for (;;) {
        take_noise(probe);
        const char *output = text_get(&connection->received), *rest = output;
        if (probe_next_response(probe, &rest, &probe->reply)) {
            const size_t length = (size_t)(rest - output);
            probe->reply.seconds = clock_seconds() - start;
            text_append(&probe->raw, output, length);
            connection_take(connection, length);
            return;
        }
        if (connection->received.length > ENGINE_ANSWER_MAX) {
            probe_complain_of(probe, text_get(&connection->received),
                              "a response of at most %d bytes", ENGINE_ANSWER_MAX);
            probe_drop_engine(probe);
            return;
        }
        if (!connection_receive(connection, start + probe->timeout - clock_seconds())) {
            text_add(&probe->raw, "%s", text_get(&connection->received));
            char expected[80];
            snprintf(expected, sizeof expected,
                     connection->is_finished
                         ? "a response, not the end of the engine"
                         : "a response that ends in an empty line, within %g s (--timeout)",
                     probe->timeout);
            complain_of_end(probe, expected);
            return;
        }
    }
}

const Reply *probe_ask(Probe *probe, const char *format, ...) {
    char line[LINE_MAX_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    probe->reply = (Reply){.body = ""};
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return &probe->reply;
    }
    text_clear(&probe->raw);
    text_add(&probe->sent, "%s\n", line);
    strcat(line, "\n");
    const double start = clock_seconds();
    if (connection_send(connection, line, strlen(line), probe->timeout)) {
        await_response(probe, start);
    } else {
        complain_of_end(probe, "an engine that reads its input");
    }
    return &probe->reply;
}

bool probe_matches(const char *text, const char *regex) {
    char whole[LINE_MAX_BYTES];
    regex_t compiled;
    snprintf(whole, sizeof whole, "^(%s)$", regex);
    if (regcomp(&compiled, whole, REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    const bool matches = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return matches;
}

static bool is_as_expected(const Reply *reply, const char *expected) {
    const char *rest = expected + 1 + strspn(expected + 1, " ");
    if (expected[0] == '*') {
        return true;
    }
    if (reply->sign != expected[0]) {
        return false;
    }
    return reply->sign == '?'                ? strncmp(reply->body, rest, strlen(rest)) == 0
           : *rest == '\0'                   ? true
           : strcmp(expected, "=empty") == 0 ? reply->body[0] == '\0'
           : strncmp(rest, "number ", 7) == 0
               ? probe_matches(reply->body, "-?[0-9]+(\\.[0-9]*)?") &&
                     atof(reply->body) == atof(rest + 7)
               : probe_matches(reply->body, rest);
}

/* Complains with an expectation as people read it. */
static void complain_of_reply(Probe *probe, const char *expected) {
    const char *rest = expected + 1 + strspn(expected + 1, " ");
    if (strcmp(expected, "=empty") == 0 || *rest == '\0') {
        probe_complain(probe, "%s",
                       *expected == '?' ? "? (a refusal)"
                       : *rest == '\0'  ? "= (no refusal)"
                                        : "= and no text");
    } else if (expected[0] == '=' && strpbrk(rest, "\\[](){}*+?|.") != NULL &&
               strncmp(rest, "number ", 7) != 0) {
        probe_complain(probe, "= and a text of the form %s (a regular expression)", rest);
    } else {
        probe_complain(probe, "%c %s", expected[0],
                       rest + (strncmp(rest, "number ", 7) == 0 ? 7 : 0));
    }
}

bool probe_expect(Probe *probe, const char *command, const char *expected) {
    const Reply *reply = probe_ask(probe, "%s", command);
    if (reply->sign == '\0') {
        return false;
    }
    if (!is_as_expected(reply, expected)) {
        complain_of_reply(probe, expected);
        return false;
    }
    return true;
}

/* ---- Games ---- */

void probe_new_game_of(Probe *probe, int size) {
    char line[32];
    text_clear(&probe->sent);
    snprintf(line, sizeof line, "boardsize %d", size);
    probe_expect(probe, line, "=");
    probe_expect(probe, "clear_board", "=");
    probe_expect(probe, "komi 7.5", "=");
    if (probe_knows(probe, "time_settings")) {
        probe_ask(probe, "time_settings 0 1 1");
    }
}

void probe_new_game(Probe *probe) {
    probe_new_game_of(probe, probe->size);
}

const char *probe_last_line(const Reply *reply) {
    const char *newline = strrchr(reply->body, '\n');
    return newline == NULL ? reply->body : newline + 1;
}

/* ---- Pipes ---- */

/* Says of an engine that did not end what time ran out, and how far it came. */
static void complain_of_hang(Probe *probe, bool open, double seconds) {
    Reply reply;
    int count = 0;
    char came[160];
    for (const char *rest = text_get(&probe->raw); probe_next_response(probe, &rest, &reply);) {
        count++;
    }
    snprintf(came, sizeof came,
             "%d responses, %zu bytes, and no end of the engine after %.1f s (--timeout %g)", count,
             probe->raw.length, seconds, probe->timeout);
    probe_complain_of(probe, came, "%s",
                      open ? "an engine that ends after quit"
                           : "an engine that ends with its input");
}

const char *probe_pipe(Probe *probe, const char *bytes, size_t count, bool open) {
    Status status;
    connection_stop(&probe->connection);
    text_clear(&probe->raw);
    text_clear(&probe->sent);
    text_append(&probe->sent, bytes, strnlen(bytes, count));
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return NULL;
    }
    const double start = clock_seconds();
    const bool is_sent = connection_send(connection, bytes, count, probe->timeout);
    if (!open) {
        connection_close_input(connection);
    }
    const bool has_ended = connection_receive_all(connection, probe->timeout);
    text_add(&probe->raw, "%s", text_get(&connection->received));
    const bool is_well = connection_finish(connection, has_ended ? probe->timeout : 0, &status);
    if (!has_ended || (!is_well && strstr(status.text, "still ran") != NULL)) {
        complain_of_hang(probe, open, clock_seconds() - start);
        probe->failures++;
        return NULL;
    }
    if (!is_well && strstr(status.text, "signal") != NULL) {
        probe_complain_of(probe, status.text, "an engine that ends by itself");
        probe->failures++;
        return NULL;
    }
    if (!is_sent && !open) {
        probe_complain(probe, "an engine that reads all its input");
        return NULL;
    }
    return text_get(&probe->raw);
}

/* Takes "=1 BODY" up to a "|" from the list. */
static bool next_expected(const char **list, char expected[LINE_MAX_BYTES]) {
    const size_t length = strcspn(*list, "|");
    snprintf(expected, LINE_MAX_BYTES, "%.*s", (int)length, *list);
    *list += length;
    *list += **list == '|';
    return length > 0;
}

void probe_expect_pipe(Probe *probe, const char *text, const char *responses) {
    char expected[LINE_MAX_BYTES], came[LINE_MAX_BYTES];
    const char *output = probe_pipe(probe, text, strlen(text), false), *list = responses;
    Reply reply;
    if (output == NULL) {
        return;
    }
    for (int number = 1; next_expected(&list, expected); number++) {
        const bool is_any = expected[strlen(expected) - 1] == '*';
        const size_t head = strcspn(expected, " *");
        const bool is_response = probe_next_response(probe, &output, &reply);
        snprintf(came, sizeof came, "%c%s%s%s", reply.sign, reply.id,
                 reply.body[0] == '\0' ? "" : " ", reply.body);
        const bool is_right = is_any ? strncmp(came, expected, head) == 0 && strchr(" ", came[head])
                                     : strcmp(came, expected) == 0;
        if (!is_response || !is_right) {
            probe_complain(probe, "response %d: %s", number, expected);
            return;
        }
    }
    if (output[strspn(output, "\n")] != '\0') {
        probe_complain(probe, "nothing but the responses");
    }
}

/* ---- Runs ---- */

static void find_size(Probe *probe) {
    static const int SIZES[] = {9, 13, 19, 7, 5};
    probe->size = 0;
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0] && probe->size == 0; i++) {
        probe->size = probe_ask(probe, "boardsize %d", SIZES[i])->sign == '=' ? SIZES[i] : 0;
    }
    probe->size = probe->size == 0 ? 9 : probe->size;
}

bool probe_open(Probe *probe, Status *status) {
    if (!connection_start(&probe->connection, status)) {
        return false;
    }
    snprintf(probe->name, sizeof probe->name, "%s", probe_ask(probe, "name")->body);
    snprintf(probe->version, sizeof probe->version, "%s", probe_ask(probe, "version")->body);
    text_add(&probe->commands, "%s", probe_ask(probe, "list_commands")->body);
    for (size_t i = 0; i < probe->commands.length; i++) {
        char *c = &probe->commands.bytes[i];
        *c = (char)(isspace((unsigned char)*c) ? ' ' : *c);
    }
    find_size(probe);
    forget_complaints(probe); /* of the first questions; checks ask them again */
    probe->failures = 0;
    return true;
}

void probe_close(Probe *probe) {
    forget_complaints(probe);
    connection_stop(&probe->connection);
    Text *const texts[] = {&probe->connection.received, &probe->commands, &probe->sent, &probe->raw,
                           &probe->body};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        text_free(texts[i]);
    }
}

bool probe_begin(Probe *probe, const ComplyCheck *check) {
    forget_complaints(probe);
    text_clear(&probe->sent);
    text_clear(&probe->raw);
    probe->is_broken = false;
    if (check->needs != NULL && !knows_all(probe, check->needs)) {
        probe->skipped = "the engine does not list the commands";
        return false;
    }
    if (check->wants_new) {
        connection_stop(&probe->connection);
    }
    return true;
}

void probe_end(Probe *probe, const ComplyCheck *check) {
    /* What it set, or was still to answer, must not reach the next check. */
    if (check->wants_new || probe->complaint_count > 0) {
        connection_stop(&probe->connection);
    }
}
