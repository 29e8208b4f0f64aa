#include "regress/comply/probe.h"

#include "engine/base/clock.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAILURES_MAX = 6,        /* hangs and deaths after which an engine is given up */
    RECEIVED_MAX = 16 << 20, /* bytes of an answer */
};

/* ---- Complaints ---- */

void probe_complain(Probe *probe, const char *format, ...) {
    char expected[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    if (probe->expected.length == 0) {
        text_add(&probe->expected, "%s", expected);
    }
}

bool probe_is_done(const Probe *probe) {
    return probe->expected.length > 0 || probe->skipped[0] != '\0';
}

static void stop_engine(Probe *probe) {
    probe->client.failure = ENGINE_GARBAGE; /* is given little time to end */
    engine_client_stop(&probe->client, NULL);
    text_clear(&probe->received);
}

/* Complains of an engine that hung or ended, with how it ended and what came before. */
static void complain_of_failure(Probe *probe, const char *expected) {
    Status how;
    text_add(&probe->came, "%s", text_get(&probe->received));
    if (probe->client.failure == ENGINE_CLOSED) {
        const bool is_well = engine_client_stop(&probe->client, &how);
        text_add(&probe->came, "%s(%s)", probe->came.length == 0 ? "" : "\n",
                 is_well ? "the engine ended with exit status 0" : how.text);
    }
    probe_complain(probe, "%s", expected);
    probe->failures++;
    stop_engine(probe);
}

/* ---- The engine ---- */

bool probe_revive(Probe *probe) {
    Status status;
    if (probe->failures >= FAILURES_MAX) {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine has failed too often");
    }
    if (!probe_is_done(probe) && !engine_client_is_running(&probe->client) &&
        !engine_client_start(&probe->client, &status)) {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine cannot be started again");
    }
    return !probe_is_done(probe);
}

bool probe_pull(Probe *probe, double seconds) {
    Status status;
    return engine_client_receive_bytes(&probe->client, &probe->received, seconds, &status);
}

bool probe_send(Probe *probe, const char *bytes, size_t count) {
    Status status;
    if (!probe_revive(probe)) {
        return false;
    }
    text_clear(&probe->came);
    text_append(&probe->sent, bytes, strnlen(bytes, count));
    probe->sent_at = clock_seconds();
    if (!engine_client_send_bytes(&probe->client, bytes, count, &status)) {
        complain_of_failure(probe, "an engine that reads its input");
        return false;
    }
    return probe->client.received.length == 0 || probe_pull(probe, probe->client.timeout);
}

/* ---- Answers ---- */

/* Takes the first `count` bytes received as the last answer. */
static void take_answer(Probe *probe, size_t count) {
    Text *text = &probe->received;
    text_clear(&probe->came);
    text_append(&probe->came, text->bytes, count);
    memmove(text->bytes, text->bytes + count, text->length - count + 1);
    text->length -= count;
}

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
}

/* Takes a response if it is there, and complains of anything else. Returns whether it does either.
 */
static bool take_response(Probe *probe) {
    const char *start = text_get(&probe->received), *at = start + strspn(start, "\n");
    const char *end = strstr(at, "\n\n"), *line = strchr(at, '\n');
    const size_t digits = *at == '\0' ? 0 : strspn(at + 1, "0123456789");
    if (line != NULL && (strchr("=?", *at) == NULL || digits >= sizeof probe->id ||
                         strchr(" \t\n", at[1 + digits]) == NULL)) {
        take_answer(probe, (size_t)(line + 1 - start));
        probe_complain(probe, "nothing but responses on standard output");
        return true;
    }
    if (end == NULL) {
        return false;
    }
    probe->sign = *at;
    snprintf(probe->id, sizeof probe->id, "%.*s", (int)digits, at + 1);
    set_body(probe, at + 1 + digits, (size_t)(end - at) - 1 - digits);
    take_answer(probe, (size_t)(end + 2 - start));
    return true;
}

/* The same of a line of the JSON protocol. */
static bool take_line(Probe *probe) {
    json_error_t error;
    const char *start = text_get(&probe->received);
    const size_t length = strcspn(start, "\n");
    if (start[length] == '\0') {
        return false;
    }
    json_decref(probe->object);
    probe->object = json_loadb(start, length, 0, &error);
    probe->sign = '=';
    set_body(probe, start, length);
    take_answer(probe, length + 1);
    if (!json_is_object(probe->object)) {
        probe_complain(probe, "one JSON object a line");
    }
    return true;
}

bool probe_receive(Probe *probe) {
    char expected[80];
    const double timeout = probe->client.timeout;
    probe->sign = '\0';
    text_clear(&probe->body);
    if (!probe_revive(probe)) {
        return false;
    }
    text_clear(&probe->came);
    for (;;) {
        const double left = probe->sent_at + timeout - clock_seconds();
        const bool is_in_time = left > 0 || !probe->speaks_json; /* a flood of lines has no end */
        if (is_in_time && (probe->speaks_json ? take_line(probe) : take_response(probe))) {
            probe->seconds = clock_seconds() - probe->sent_at;
            return !probe_is_done(probe);
        }
        if (probe->received.length > RECEIVED_MAX) {
            snprintf(expected, sizeof expected, "an answer of at most %d bytes", RECEIVED_MAX);
            break;
        }
        if (!is_in_time || !probe_pull(probe, left)) {
            snprintf(expected, sizeof expected, "an answer%s within %g s (--timeout)",
                     probe->speaks_json ? "" : " that ends in an empty line,", timeout);
            break;
        }
    }
    complain_of_failure(probe, expected);
    return false;
}

char probe_ask(Probe *probe, const char *command) {
    Text line = {0};
    text_add(&line, "%s\n", command);
    probe->sign = '\0';
    if (probe_send(probe, line.bytes, line.length)) {
        probe_receive(probe);
    }
    text_free(&line);
    return probe->sign;
}

bool probe_await_end(Probe *probe) {
    Status how;
    const double start = clock_seconds(), timeout = probe->client.timeout;
    if (!probe_revive(probe)) {
        return false;
    }
    while (probe->received.length <= RECEIVED_MAX &&
           probe_pull(probe, start + timeout - clock_seconds())) {
    }
    text_clear(&probe->came);
    text_append(&probe->came, text_get(&probe->received), probe->received.length);
    const bool has_ended =
        probe->client.failure == ENGINE_CLOSED && child_wait_for_end(probe->client.child, timeout);
    if (has_ended &&
        (engine_client_stop(&probe->client, &how) || strstr(how.text, "exit status") != NULL)) {
        text_clear(&probe->received);
        return true;
    }
    if (!has_ended) {
        status_fail(&how, "%zu bytes, and no end of the engine after %.1f s (--timeout %g)",
                    probe->came.length, clock_seconds() - start, timeout);
    }
    text_clear(&probe->came);
    text_add(&probe->came, "%s", how.text);
    probe_complain(probe, "an engine that ends by itself after quit, and with its input");
    probe->failures++;
    stop_engine(probe);
    return false;
}

/* ---- Runs ---- */

/* Asks a question whatever noise the engine begins with. */
static void introduce(Probe *probe, const char *command) {
    probe_ask(probe, command);
    for (int i = 0; i < 100 && probe->expected.length > 0 && probe->failures == 0; i++) {
        text_clear(&probe->expected);
        probe_receive(probe);
    }
}

bool probe_open(Probe *probe, Status *status) {
    if (!engine_client_start(&probe->client, status)) {
        return false;
    }
    if (probe->speaks_json) {
        return true;
    }
    introduce(probe, "name");
    snprintf(probe->name, sizeof probe->name, "%s", text_get(&probe->body));
    introduce(probe, "version");
    snprintf(probe->version, sizeof probe->version, "%s", text_get(&probe->body));
    introduce(probe, "list_commands");
    text_add(&probe->commands, "%s", text_get(&probe->body));
    probe->failures = 0; /* the checks ask these questions again */
    return true;
}

void probe_close(Probe *probe) {
    stop_engine(probe);
    Text *const texts[] = {&probe->received, &probe->commands, &probe->sent,
                           &probe->came,     &probe->expected, &probe->body};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        text_free(texts[i]);
    }
    json_decref(probe->object);
    game_free(probe->game);
}

void probe_begin(Probe *probe, const ComplyCheck *check) {
    text_clear(&probe->sent);
    text_clear(&probe->came);
    text_clear(&probe->expected);
    probe->is_over = false;
    probe->skipped[0] = '\0';
    for (const char *rest = check->needs; *rest != '\0'; rest += strspn(rest, " ")) {
        char words[80];
        snprintf(words, sizeof words, "%.*s", (int)strcspn(rest, " "), rest);
        rest += strlen(words);
        if (!check_names(text_get(&probe->commands), words)) {
            snprintf(probe->skipped, sizeof probe->skipped, "the engine does not list %.50s",
                     words);
        }
    }
    if (check_names(check->levels, "fresh")) {
        stop_engine(probe);
    }
}

void probe_end(Probe *probe, const ComplyCheck *check) {
    /* What it set, or was still to answer, must not reach the next check. */
    if (check_names(check->levels, "fresh") || probe->expected.length > 0) {
        stop_engine(probe);
    }
}
