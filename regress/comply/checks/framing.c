/* Checks of lines and responses: what GTP 2 says of the stream, whatever the commands. Each writes
 * bytes to an engine of its own and reads what it writes until it ends. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/probe.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void check_silence(Probe *probe) {
    const char *output = probe_pipe(probe, "", 0, false);
    if (output != NULL && *output != '\0') {
        probe_complain(probe, "nothing before a command");
    } else if (probe->commands.length == 0) {
        probe->skipped = "the engine lists no commands, and may be silent for good";
    }
}

static void check_end(Probe *probe) {
    static const char lines[] = "protocol_version\nknown_command quit\nprotocol_version\n";
    const char *output = probe_pipe(probe, lines, strlen(lines), false);
    Reply reply;
    for (int i = 0; output != NULL && i < 3; i++) {
        if (*output == '\n' || !probe_next_response(probe, &output, &reply)) {
            probe_complain(probe, "response %d, one empty line behind it, and nothing else", i + 1);
            return;
        }
    }
    if (output != NULL && *output != '\0') {
        probe_complain(probe, "the end behind response 3 and one empty line");
    }
}

/* Commands whose answers may have several lines. */
static const char *const COMMANDS[] = {
    "list_commands",          "showboard",    "final_status_list alive", "printsgf",
    "gogui-analyze_commands", "move_history", "gomill-describe_engine"};

/* Only SPACE and LF separate words of an answer. */
static void check_output(Probe *probe) {
    probe_new_game(probe);
    probe_ask(probe, "play b C3");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(COMMANDS[i], " "), COMMANDS[i]);
        if (!probe_knows(probe, name) || probe_ask(probe, "%s", COMMANDS[i])->sign == '\0') {
            continue;
        }
        for (const char *c = text_get(&probe->raw); *c != '\0'; c++) {
            if (*c != '\n' && iscntrl((unsigned char)*c)) {
                probe_complain(probe, "no control character but LF, not \\x%02x",
                               (unsigned char)*c);
                return;
            }
        }
    }
}

static void check_bodies(Probe *probe) {
    Text lines = {0}, responses = {0};
    text_add(&lines, "boardsize %d\nclear_board\nplay b C3\n", probe->size);
    text_add(&responses, "= *|= *|= *");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(COMMANDS[i], " "), COMMANDS[i]);
        if (probe_knows(probe, name)) {
            text_add(&lines, "%zu %s\nprotocol_version\n", i + 1, COMMANDS[i]);
            text_add(&responses, "|=%zu *|= 2", i + 1);
        }
    }
    probe_expect_pipe(probe, text_get(&lines), text_get(&responses));
    text_free(&lines);
    text_free(&responses);
}

/* A refusal says why. */
static void check_message(Probe *probe) {
    static const char *const LINES[] = {"no_such_command", "boardsize 1000", "play b Z99",
                                        "komi x"};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0] && probe->complaint_count == 0; i++) {
        const Reply *reply = probe_ask(probe, "%s", LINES[i]);
        if (reply->sign == '?' && reply->body[0] == '\0') {
            probe_complain(probe, "? and a message");
        }
    }
}

static void check_order(Probe *probe) {
    Text lines = {0}, responses = {0};
    for (int i = 0; i < 200; i++) {
        text_add(&lines, i % 2 == 0 ? "%d protocol_version\n" : "%d known_command quit\n", i);
        text_add(&responses, i % 2 == 0 ? "%s=%d 2" : "%s=%d true", i == 0 ? "" : "|", i);
    }
    probe_expect_pipe(probe, text_get(&lines), text_get(&responses));
    text_free(&lines);
    text_free(&responses);
}

/* Commands behind a search in the pipe; Sabaki sends them while the engine thinks. */
static void check_moves_in_pipe(Probe *probe) {
    char lines[256];
    snprintf(lines, sizeof lines,
             "boardsize %d\nclear_board\n%s3 genmove b\n4 genmove w\n5 protocol_version\n",
             probe->size,
             probe_knows(probe, "time_settings") ? "time_settings 0 1 1\n" : "protocol_version\n");
    probe_expect_pipe(probe, lines, "=*|=*|=*|=3 *|=4 *|=5 2");
}

static void check_quit(Probe *probe) {
    static const char lines[] = "1 protocol_version\n2 quit\n3 protocol_version\n";
    const char *output = probe_pipe(probe, lines, strlen(lines), true);
    Reply first, second;
    if (output != NULL && !(probe_next_response(probe, &output, &first) &&
                            probe_next_response(probe, &output, &second) && second.sign == '=' &&
                            strcmp(second.id, "2") == 0 && output[strspn(output, "\n")] == '\0')) {
        probe_complain(probe, "=1 2, then =2, and then the end");
    }
}

/* Nothing is buffered: a controller waits for the response before it sends the next command. */
static void check_flush(Probe *probe) {
    probe_expect(probe, "protocol_version", "= 2");
    probe_expect(probe, "known_command quit", "= true");
}

static void check_single_bytes(Probe *probe) {
    static const char line[] = "1 protocol_version\n\n2 known_command quit\n";
    Connection *connection = probe_connection(probe);
    Reply first, second;
    text_clear(&probe->raw);
    for (size_t i = 0; connection != NULL && i < strlen(line); i++) {
        text_append(&probe->sent, line + i, 1);
        if (!connection_send(connection, line + i, 1, probe->timeout)) {
            probe_complain(probe, "an engine that reads its input");
            probe_drop_engine(probe);
            return;
        }
    }
    if (connection != NULL) {
        connection_await(connection, "=2 true\n\n", probe->timeout);
        text_add(&probe->raw, "%s", text_get(&connection->received));
        const char *output = text_get(&probe->raw);
        if (!probe_next_response(probe, &output, &first) || strcmp(first.id, "1") != 0 ||
            !probe_next_response(probe, &output, &second) || strcmp(second.id, "2") != 0) {
            probe_complain(probe, "=1 2|=2 true");
        }
        connection_stop(connection);
    }
}

// clang-format off
const ComplyCheck FRAMING_CHECKS[] = {
    {.id = "framing.flush", .levels = CORE, .source = "GTP 2, communication model", .run = check_flush,
     .meaning = "a response is sent at once: the controller waits for it"},
    {.id = "framing.silence", .levels = CORE, .source = "GTP 2, communication model", .run = check_silence,
     .meaning = "the engine is silent until it is asked, and ends with its input"},
    {.id = "framing.ids", .levels = CORE, .source = "GTP 2, command structure",
     .meaning = "a response has the id of its command, a refusal too",
     .pipe = "1 protocol_version\n0 protocol_version\n12 no_such_command\n", .responses = "=1 2|=0 2|?12 *"},
    {.id = "framing.large_id", .levels = CORE, .source = "GTP 2, simple entities",
     .meaning = "an id is any integer from 0 to 2^31 - 1",
     .pipe = "65536 protocol_version\n2147483647 protocol_version\n", .responses = "=65536 2|=2147483647 2"},
    {.id = "framing.no_id", .levels = CORE, .source = "GTP 2, response structure",
     .meaning = "the response to a command without an id has no id",
     .pipe = "7 protocol_version\nprotocol_version\nno_such_command\n", .responses = "=7 2|= 2|?*"},
    {.id = "framing.end", .levels = CORE, .source = "GTP 2, response structure", .run = check_end,
     .meaning = "a response ends in exactly two newlines, and nothing stands between responses"},
    {.id = "framing.bodies", .levels = CORE, .source = "GTP 2, response structure", .run = check_bodies,
     .meaning = "a response has no empty line inside"},
    {.id = "framing.output", .levels = CORE, .source = "GTP 2, 2.3 whitespace", .run = check_output, .is_formal = true,
     .meaning = "an answer has no HT and no other control character but LF"},
    {.id = "framing.blank_lines", .levels = CORE, .source = "GTP 2, 3.1 preprocessing",
     .meaning = "empty lines and lines of white space are discarded",
     .pipe = "\n\n  \n\t\n \t \n1 protocol_version\n\n", .responses = "=1 2"},
    {.id = "framing.comment_lines", .levels = CORE, .source = "GTP 2, 3.1 preprocessing",
     .meaning = "a line that is only a comment is discarded",
     .pipe = "# protocol_version\n#\n  #x\n1 protocol_version\n", .responses = "=1 2"},
    {.id = "framing.comments", .levels = CORE, .source = "GTP 2, 3.1 preprocessing",
     .meaning = "a comment behind a command is removed",
     .pipe = "1 protocol_version # twice #\n2 protocol_version#\n3 known_command quit # x\n", .responses = "=1 2|=2 2|=3 true"},
    {.id = "framing.returns", .levels = CORE, .source = "GTP 2, 3.1 preprocessing",
     .meaning = "CR is removed: lines may end in CR LF",
     .pipe = "1 protocol_version\r\n\r\n2 known_command quit\r\nno_such_command\r\n", .responses = "=1 2|=2 true|?*"},
    {.id = "framing.controls", .levels = CORE, .source = "GTP 2, 3.1 preprocessing",
     .meaning = "control characters other than HT and LF are removed",
     .pipe = "1 protocol\x01_version\n\x7f" "2 \x1bprotocol_version\x0c\n3 known_command qu\x02it\n\x08\n", .responses = "=1 2|=2 2|=3 true"},
    {.id = "framing.tabs", .levels = CORE, .source = "GTP 2, 3.1 preprocessing",
     .meaning = "HT counts as a space",
     .pipe = "1\tprotocol_version\n2 known_command\tquit\n3 known_command \t quit\t\n", .responses = "=1 2|=2 true|=3 true"},
    {.id = "framing.spaces", .levels = STRESS, .source = "GTP 2, command structure",
     .meaning = "several spaces separate words as one does",
     .pipe = "  1   known_command   quit  \n   protocol_version\n", .responses = "=1 true|= 2"},
    {.id = "framing.unknown", .levels = CORE, .source = "GTP 2, error messages",
     .meaning = "an unknown command is refused",
     .pipe = "no_such_command\n1 no_such_command with arguments\n", .responses = "?*|?1 *"},
    {.id = "framing.unknown_text", .levels = CORE, .source = "GTP 2, error messages", .is_formal = true,
     .meaning = "the refusal of an unknown command is \"unknown command\"",
     .pipe = "no_such_command\n", .responses = "? unknown command"},
    {.id = "framing.message", .levels = CORE, .source = "GTP 2, response structure", .run = check_message,
     .is_formal = true, .meaning = "a refusal has a message"},
    {.id = "framing.order", .levels = CORE, .source = "GTP 2, communication model", .run = check_order,
     .meaning = "each of 200 commands in a pipe is answered, in order"},
    {.id = "framing.moves_in_pipe", .levels = CORE | SABAKI, .source = "Sabaki", .run = check_moves_in_pipe,
     .meaning = "commands sent while the engine thinks wait, and do not end its thinking"},
    {.id = "framing.quit", .levels = CORE, .source = "GTP 2, quit", .run = check_quit,
     .meaning = "quit is answered, and then the engine ends"},
    {.id = "framing.single_bytes", .levels = STRESS, .source = "pipes", .run = check_single_bytes,
     .meaning = "a line may come byte by byte", .wants_new = true},
    {.id = "framing.high_bytes", .levels = STRESS, .source = "clients' paths and names",
     .meaning = "bytes above 127 in comments do no harm",
     .pipe = "# \xff\xfe\xc3\xa9\n2 protocol_version # \xff\n", .responses = "=2 2"},
    {0},
};
// clang-format on
