#include "regress/suite/protocol/probe.h"

#include "engine/base/clock.h"
#include "engine/base/os/files.h"

#include <stdlib.h>
#include <string.h>

enum {
    FAILURES_MAX = 6,        /* hangs and deaths after which an engine is given up */
    RECEIVED_MAX = 16 << 20, /* bytes of an answer */
};

void probe_complain(Probe *probe, const char *expected) {
    text_add(&probe->expected, "%s", probe->expected.length == 0 ? expected : "");
}

bool probe_has_word(const char *list, const char *words) {
    for (const char *word = words; *word != '\0'; word += *word == '|') {
        const size_t length = strcspn(word, "|");
        if (text_has_word(list, word, length)) {
            return true;
        }
        word += length;
    }
    return false;
}

bool probe_is_done(const Probe *probe) {
    return probe->expected.length > 0 || probe->skipped.length > 0;
}

/* Clears or frees what the report says of a check. */
static void clear_texts(Probe *probe, void (*clear)(Text *text)) {
    clear(&probe->sent);
    clear(&probe->came);
    clear(&probe->expected);
    clear(&probe->skipped);
    clear(&probe->slow);
}

/* ---- The engine ---- */

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
    } else if (probe->came.length == 0) {
        text_add(&probe->came, "(no answer in %g s)", probe->client.timeout);
    }
    probe_complain(probe, expected);
    probe->failures++;
    stop_engine(probe);
}

bool probe_revive(Probe *probe) {
    Status status;
    if (probe->failures >= FAILURES_MAX && probe->skipped.length == 0) {
        text_add(&probe->skipped, "the engine has failed too often");
    }
    if (!probe_is_done(probe) && !engine_client_is_running(&probe->client) &&
        !engine_client_start(&probe->client, &status)) {
        text_add(&probe->skipped, "the engine cannot be started again");
    }
    return !probe_is_done(probe);
}

bool probe_pull(Probe *probe, double seconds) {
    Status status;
    return engine_client_receive_bytes(&probe->client, &probe->received, seconds, &status);
}

bool probe_send(Probe *probe, const char *bytes, size_t count) {
    Status status;
    probe->was_asked = true;
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

/* Takes the first `count` bytes received as the last answer. Its body is the part without blanks at
 * its ends. */
static void take_answer(Probe *probe, size_t count, const char *body, size_t length) {
    Text *text = &probe->received;
    body = text_trim(body, &length);
    text_clear(&probe->body);
    text_append(&probe->body, body, length);
    text_clear(&probe->came);
    text_append(&probe->came, text->bytes, count);
    memmove(text->bytes, text->bytes + count, text->length - count + 1);
    text->length -= count;
}

/* Takes a response if it is there, and complains of anything else. Returns whether it does either.
 */
static bool take_response(Probe *probe) {
    const char *start = text_get(&probe->received), *at = start + strspn(start, "\n");
    const char *end = strstr(at, "\n\n"), *line = strchr(at, '\n');
    const size_t digits = *at == '\0' ? 0 : strspn(at + 1, "0123456789");
    if (line != NULL && (strchr("=?", *at) == NULL || digits >= sizeof probe->id ||
                         strchr(" \t\n", at[1 + digits]) == NULL)) {
        take_answer(probe, (size_t)(line + 1 - start), "", 0);
        probe_complain(probe, "nothing but responses on standard output");
    } else if (end != NULL) {
        probe->sign = *at;
        snprintf(probe->id, sizeof probe->id, "%.*s", (int)digits, at + 1);
        take_answer(probe, (size_t)(end + 2 - start), at + 1 + digits,
                    (size_t)(end - at) - 1 - digits);
    }
    return end != NULL || probe->expected.length > 0;
}

bool probe_receive(Probe *probe) {
    char expected[80];
    const double timeout = probe->client.timeout;
    double left = 0;
    probe->sign = '\0';
    if (!probe_revive(probe)) {
        return false;
    }
    text_clear(&probe->body);
    text_clear(&probe->came);
    do {
        left = probe->sent_at + timeout - clock_seconds();
        if (take_response(probe)) {
            probe->seconds = clock_seconds() - probe->sent_at;
            return !probe_is_done(probe);
        }
    } while (probe->received.length <= RECEIVED_MAX && left > 0 && probe_pull(probe, left));
    probe->is_too_late = probe->received.length == 0 && probe->client.failure != ENGINE_CLOSED;
    if (probe->received.length > RECEIVED_MAX) {
        snprintf(expected, sizeof expected, "an answer of at most %d bytes", RECEIVED_MAX);
    } else {
        snprintf(expected, sizeof expected, "an answer%s within %g s (--timeout)",
                 probe->is_too_late ? "" : " that ends in an empty line,", timeout);
    }
    complain_of_failure(probe, expected);
    return false;
}

char probe_ask(Probe *probe, const char *command) {
    Text line = text_new("%s\n", command);
    probe->sign = '\0';
    probe->is_too_late = false;
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
    text_clear(&probe->received);
    if (probe->client.failure != ENGINE_CLOSED ||
        !child_wait_for_end(probe->client.child, timeout)) {
        status_fail(&how, "%zu bytes, and no end of the engine after %.1f s (--timeout %g)",
                    probe->came.length, clock_seconds() - start, timeout);
    } else if (engine_client_stop(&probe->client, &how) || strstr(how.text, "exit status")) {
        return true;
    }
    text_set(&probe->came, "%s", how.text);
    probe_complain(probe, "an engine that ends by itself after quit, and with its input");
    probe->failures++;
    stop_engine(probe);
    return false;
}

/* ---- Runs ---- */

/* Asks a question whatever noise the engine begins with. Returns the answer. */
static const char *introduce(Probe *probe, const char *command) {
    probe_ask(probe, command);
    for (int i = 0; i < 100 && probe->expected.length > 0 && probe->failures == 0; i++) {
        text_clear(&probe->expected);
        probe_receive(probe);
    }
    return text_get(&probe->body);
}

bool probe_open(Probe *probe, Status *status) {
    const bool ok = engine_client_start(&probe->client, status);
    if (ok) {
        snprintf(probe->name, sizeof probe->name, "%s", introduce(probe, "name"));
        snprintf(probe->version, sizeof probe->version, "%s", introduce(probe, "version"));
        text_add(&probe->commands, "%s", introduce(probe, "list_commands"));
        probe->failures = 0; /* the checks ask these questions again */
    }
    return ok;
}

void probe_close(Probe *probe) {
    stop_engine(probe);
    clear_texts(probe, text_free);
    text_free(&probe->received);
    text_free(&probe->commands);
    text_free(&probe->why);
    text_free(&probe->body);
    game_free(probe->game);
}

const char *probe_find_words(const SuiteFile *suite, size_t head, const char *directive) {
    const size_t length = strlen(directive);
    for (size_t i = head + 1; i < suite->count && suite->steps[i].id[0] == '\0'; i++) {
        const char *line = suite->steps[i].command;
        if (strncmp(line, directive, length) == 0 && line[length] == ' ') {
            return line + length + 1;
        }
    }
    return "";
}

void probe_begin(Probe *probe, size_t head) {
    char words[80];
    clear_texts(probe, text_clear);
    probe->first = probe->end = head + 1;
    while (probe->end < probe->suite->count && probe->suite->steps[probe->end].id[0] == '\0') {
        probe->end++;
    }
    probe->levels = probe_find_words(probe->suite, head, "#levels");
    probe->needs = probe_find_words(probe->suite, head, "#needs");
    probe->item = "";
    probe->is_over = probe->was_asked = false;
    for (const char *rest = probe->needs; sscanf(rest, " %79s", words) == 1;
         rest = strstr(rest, words) + strlen(words)) {
        if (!probe_has_word(text_get(&probe->commands), words)) {
            text_set(&probe->skipped, "the engine does not list %s", words);
        }
    }
    if (probe_has_word(probe->levels, "fresh")) {
        stop_engine(probe);
    }
}

void probe_end(Probe *probe) {
    if (!probe->was_asked && !probe_is_done(probe)) {
        text_add(&probe->skipped, "there is nothing to ask");
    }
    /* What it set, or was still to answer, must not reach the next check. */
    if (probe_has_word(probe->levels, "fresh") || probe->expected.length > 0) {
        stop_engine(probe);
    }
    if (probe->file != NULL) {
        os_remove(probe->file);
    }
    free(probe->file);
    probe->file = NULL;
}
