/* Checks under load and with hostile input: nothing that a specification promises, but what
 * programs around an engine do to it. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/probe.h"

#include "engine/base/clock.h"
#include "engine/base/os/system.h"

#include <stdio.h>
#include <string.h>

enum { FLOOD = 3000 };

static void check_long_line(Probe *probe) {
    Text lines = {0};
    text_add(&lines, "1 known_command ");
    for (int i = 0; i < 6000; i++) {
        text_add(&lines, "xxxxxxxxxx");
    }
    text_add(&lines, "\n2 protocol_version\n");
    probe_expect_pipe(probe, text_get(&lines), "=1 false|=2 2");
    text_free(&lines);
}

static void check_wide_line(Probe *probe) {
    char lines[512];
    snprintf(lines, sizeof lines, "1 known_command %300s\n2 protocol_version\n", "quit");
    probe_expect_pipe(probe, lines, "=1 true|=2 2");
}

static void check_megabyte(Probe *probe) {
    Text lines = {0};
    Reply reply;
    text_add(&lines, "1 komi ");
    for (int i = 0; i < 1 << 14; i++) {
        text_add(&lines, "0000000000000000000000000000000000000000000000000000000000000000");
    }
    text_add(&lines, "x\n2 protocol_version\n");
    const char *output = probe_pipe(probe, lines.bytes, lines.length, false);
    if (output != NULL) {
        bool is_answered = false;
        while (probe_next_response(probe, &output, &reply)) {
            is_answered = strcmp(reply.id, "2") == 0;
        }
        if (!is_answered || *output != '\0') {
            probe_complain(probe, "a response to what follows a line of a megabyte");
        }
    }
    text_free(&lines);
}

/* Writes many commands before it reads a byte. */
static void check_flood(Probe *probe) {
    Text lines = {0};
    Reply reply;
    int count = 0;
    for (int i = 0; i < FLOOD; i++) {
        text_add(&lines, "%d list_commands\n", i);
    }
    const char *output = probe_pipe(probe, lines.bytes, lines.length, false);
    char id[16] = "0";
    while (output != NULL && probe_next_response(probe, &output, &reply) &&
           strcmp(reply.id, id) == 0) {
        snprintf(id, sizeof id, "%d", ++count);
    }
    if (output != NULL && (count != FLOOD || *output != '\0')) {
        probe_complain(probe, "%d responses in order; response %d is wrong", FLOOD, count + 1);
    }
    text_free(&lines);
}

/* Lets the pipe fill up before reading. */
static void check_slow_reader(Probe *probe) {
    enum { COMMANDS = 400 };
    Text lines = {0};
    int count = 0;
    Connection *connection = probe_connection(probe);
    for (int i = 0; i < COMMANDS; i++) {
        text_add(&lines, "list_commands\n");
    }
    if (connection != NULL &&
        connection_send(connection, lines.bytes, lines.length, probe->timeout)) {
        const double end = clock_seconds() + probe->timeout;
        text_append(&probe->sent, lines.bytes, lines.length);
        os_sleep(0.5);
        for (const char *at; count < COMMANDS;) {
            count = 0;
            for (at = text_get(&connection->received); (at = strstr(at, "\n\n")) != NULL; at += 2) {
                count++;
            }
            if (count < COMMANDS && !connection_receive(connection, end - clock_seconds())) {
                break;
            }
        }
        text_clear(&probe->raw);
        text_add(&probe->raw, "%s", text_get(&connection->received));
    }
    if (connection != NULL && count != COMMANDS) {
        probe_complain(probe, "%d responses, not %d, to a reader that begins late", COMMANDS,
                       count);
    }
    connection_stop(&probe->connection);
    text_free(&lines);
}

/* Longer than any table of moves that a programmer thinks enough. */
static void check_long_game(Probe *probe) {
    enum { MOVES = 1200 };
    Text lines = {0}, responses = {0};
    text_add(&lines, "boardsize %d\nclear_board\nplay b C3\n", probe->size);
    text_add(&responses, "= *|= *|= *");
    for (int i = 0; i < MOVES; i++) {
        text_add(&lines, "%d play %s pass\n", i, i % 2 == 0 ? "w" : "b");
        text_add(&responses, "|=%d *", i);
    }
    text_add(&lines, "play w C3\n");
    text_add(&responses, "|?*");
    probe_expect_pipe(probe, text_get(&lines), text_get(&responses));
    text_free(&lines);
    text_free(&responses);
}

static void check_zero_bytes(Probe *probe) {
    static const char lines[] = "1 protocol\0_version\n2 protocol_version\n";
    Reply first, second;
    const char *output = probe_pipe(probe, lines, sizeof lines - 1, false);
    if (output != NULL &&
        !(probe_next_response(probe, &output, &first) &&
          probe_next_response(probe, &output, &second) && strcmp(second.id, "2") == 0)) {
        probe_complain(probe, "=1 2|=2 2");
    }
}

static void check_end_while_thinking(Probe *probe) {
    char lines[128];
    snprintf(lines, sizeof lines, "1 boardsize %d\n2 clear_board\n3 genmove black\n", probe->size);
    probe_expect_pipe(probe, lines, "=1 *|=2 *|=3 *");
}

/* The reader is gone: the engine must end. */
static void check_dead_reader(Probe *probe) {
    Status status;
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return;
    }
    text_add(&probe->sent, "(200 times list_commands, and the output is closed)");
    child_close_output(connection->process.child);
    connection->is_finished = true;
    for (int i = 0; i < 200 && connection_send(connection, "list_commands\n", 14, 1); i++) {
    }
    connection_close_input(connection);
    if (!connection_finish(connection, probe->timeout, &status) &&
        strstr(status.text, "still ran") != NULL) {
        probe_complain_of(probe, status.text, "an engine that ends with its streams");
    }
}

// clang-format off
const ComplyCheck STRESS_CHECKS[] = {
    {.id = "stress.wide_line", .levels = STRESS, .source = "clients' long arguments", .run = check_wide_line,
     .meaning = "a line of 300 bytes is read to its end"},
    {.id = "stress.long_line", .levels = STRESS, .source = "clients' long arguments", .run = check_long_line,
     .meaning = "a line of 60,000 bytes is answered"},
    {.id = "stress.megabyte", .levels = STRESS, .source = "hostile input", .run = check_megabyte,
     .meaning = "a line of a megabyte ends nothing"},
    {.id = "stress.flood", .levels = STRESS, .source = "test files in a pipe", .run = check_flood,
     .meaning = "3,000 commands are answered, in order"},
    {.id = "stress.slow_reader", .levels = STRESS, .source = "busy clients", .run = check_slow_reader, .wants_new = true,
     .meaning = "a reader that begins late gets everything"},
    {.id = "stress.long_game", .levels = STRESS, .source = "testers", .run = check_long_game,
     .meaning = "a game may have 1,200 moves"},
    {.id = "stress.zero_bytes", .levels = STRESS, .source = "hostile input", .run = check_zero_bytes,
     .meaning = "a zero byte in a line ends nothing"},
    {.id = "stress.no_newline", .levels = STRESS, .source = "test files in a pipe",
     .meaning = "a last line without a newline is answered",
     .pipe = "5 protocol_version", .responses = "=5 2"},
    {.id = "stress.end_while_thinking", .levels = STRESS, .source = "test files in a pipe", .run = check_end_while_thinking,
     .meaning = "a search that runs when the input ends is finished and answered"},
    {.id = "stress.dead_reader", .levels = STRESS, .source = "clients that crash", .run = check_dead_reader, .wants_new = true,
     .meaning = "an engine whose streams are closed ends"},
    {0},
};
// clang-format on
