/* Checks of the conventions of GoGui, KGS, CGOS and gomill beyond GTP. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/referee.h"

#include "engine/base/json.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- GoGui ---- */

static bool is_gogui_type(const char *word, size_t length) {
    static const char TYPES[] =
        "bwboard cboard dboard eplist gfx hstring hpstring none param plist pspairs pstring sboard "
        "string var varb varc varp varpo varw";
    char type[16];
    snprintf(type, sizeof type, "%.*s", (int)length, word);
    return length < sizeof type && check_list_has(TYPES, type);
}

static void check_gogui_commands(Probe *probe) {
    Text labels = {0};
    const Reply *reply = probe_ask(probe, "gogui-analyze_commands");
    if (reply->sign != '=') {
        probe_complain(probe, "= and lines TYPE/LABEL/COMMAND");
    }
    for (const char *line = reply->body; reply->sign == '=' && *line != '\0';) {
        const size_t length = strcspn(line, "\n"), type = strcspn(line, "/\n");
        const char *label = line + type + (line[type] == '/');
        const size_t label_length = strcspn(label, "/\n");
        char quoted[256];
        snprintf(quoted, sizeof quoted, "\n%.*s\n", (int)label_length, label);
        if (!is_gogui_type(line, type) || label[label_length] != '/' || label_length == 0) {
            probe_complain(probe, "TYPE/LABEL/COMMAND with a type of GoGui, not %.*s", (int)length,
                           line);
            break;
        }
        if (strstr(text_get(&labels), quoted) != NULL) {
            probe_complain(probe, "labels that differ: %.*s stands twice", (int)label_length,
                           label);
            break;
        }
        text_add(&labels, "%s", quoted);
        line += length + (line[length] == '\n');
    }
    text_free(&labels);
}

/* "# interrupt" ends a search that could go on for a minute. */
static void check_interrupt(Probe *probe) {
    static const char lines[] = "genmove b\n";
    probe_new_game(probe);
    if (probe_knows(probe, "time_settings")) {
        probe_expect(probe, "time_settings 0 60 1", "=");
    }
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return;
    }
    text_clear(&probe->raw);
    text_add(&probe->sent, "%s# interrupt\n", lines);
    connection_send(connection, lines, strlen(lines), probe->timeout);
    connection_receive(connection, 0.3);
    connection_send(connection, "# interrupt\n", 12, probe->timeout);
    if (!connection_await(connection, "\n\n", 10)) {
        text_add(&probe->raw, "%s", text_get(&connection->received));
        probe_complain(probe, "a move within 10 s of the interrupt");
        connection_stop(connection);
        return;
    }
    text_add(&probe->sent, "77 protocol_version\n");
    connection_send(connection, "77 protocol_version\n", 20, probe->timeout);
    connection_await(connection, "77 2\n\n", probe->timeout);
    text_add(&probe->raw, "%s", text_get(&connection->received));
    Reply move, version;
    const char *output = text_get(&probe->raw);
    if (!probe_next_response(probe, &output, &move) || move.sign != '=') {
        probe_complain(probe, "= and a move");
    } else if (!probe_next_response(probe, &output, &version) || strcmp(version.id, "77") != 0) {
        probe_complain(probe, "=77 2 after the move: a comment gets no response");
    }
    connection_stop(connection);
}

/* ---- CGOS ---- */

/* The first line of the answer is an object with figures of the position; the last is the move. */
static void check_cgos(Probe *probe) {
    json_error_t error;
    probe_new_game(probe);
    const Reply *reply = probe_ask(probe, "cgos-genmove_analyze b");
    if (reply->sign == '\0') {
        return;
    }
    const char *line = reply->body, *end = line + strcspn(line, "\n");
    const char *play = probe_last_line(reply);
    char vertex[16] = "pass", question[32];
    json_t *object = json_read(line, (size_t)(end - line), 0, &error);
    const json_t *winrate = json_object_get(object, "winrate");
    if (reply->sign != '=' || !json_is_object(object)) {
        probe_complain(probe, "a first line that is one JSON object");
    } else if (winrate != NULL && (!json_is_number(winrate) || json_number_value(winrate) < 0 ||
                                   json_number_value(winrate) > 1)) {
        probe_complain(probe, "a winrate from 0 to 1");
    } else if (sscanf(play, "play %15s", vertex) != 1) {
        probe_complain(probe, "a last line \"play VERTEX\"");
    } else if (isdigit((unsigned char)vertex[1])) {
        snprintf(question, sizeof question, "play w %s", vertex);
        probe_expect(probe, question, "?");
    }
    json_decref(object);
}

// clang-format off
const ComplyCheck CLIENT_CHECKS[] = {
    {.id = "gogui.commands", .levels = GOGUI, .source = "GoGui, analyze commands", .needs = "gogui-analyze_commands",
     .run = check_gogui_commands, .meaning = "each line is TYPE/LABEL/COMMAND, with a known type and a label of its own"},
    {.id = "gogui.play_sequence", .levels = GOGUI, .source = "GoGui, gogui-play_sequence", .needs = "gogui-play_sequence",
     .meaning = "moves are played in a row",
     .script = "new\ngogui-play_sequence b C3 w D4 b pass w E5\n=\nplay b D4\n?\nplay w C3\n?\nplay b E5\n?\n"},
    {.id = "gogui.play_sequence_all", .levels = GOGUI, .source = "GoGui, gogui-play_sequence", .needs = "gogui-play_sequence",
     .meaning = "all moves are played or none", .script = "new\ngogui-play_sequence b C3 w D4 b C3\n?\nplay w C3\n=\nplay b D4\n=\n"},
    {.id = "gogui.interrupt_listed", .levels = GOGUI, .source = "GoGui, gogui-interrupt", .needs = "gogui-interrupt",
     .meaning = "gogui-interrupt is accepted and does nothing", .script = "new\nplay b C3\ngogui-interrupt\n=\nplay w C3\n?\n"},
    {.id = "gogui.setup", .levels = GOGUI, .source = "GoGui, gogui-setup", .needs = "gogui-setup",
     .meaning = "stones are set up on the empty board", .script = "new\ngogui-setup b C3 w D4\n=\nplay w C3\n?\nplay b D4\n?\n"},
    {.id = "gogui.interrupt", .levels = GOGUI, .source = "GoGui, gogui-interrupt", .needs = "gogui-interrupt",
     .run = check_interrupt, .wants_new = true, .meaning = "\"# interrupt\" ends a search with a move"},

    {.id = "kgs.game_over", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-game_over",
     .meaning = "the end of a game is taken note of", .script = "kgs-game_over\n=\n"},
    {.id = "kgs.rules", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-rules", .wants_new = true,
     .meaning = "the rules of KGS are accepted or refused by name",
     .script = "kgs-rules japanese\n*\nkgs-rules chinese\n*\nkgs-rules aga\n*\nkgs-rules new_zealand\n*\nkgs-rules klingon\n?\n"},
    {.id = "cgos.analyze", .levels = CGOS, .source = "CGOS, cgos-genmove_analyze", .needs = "cgos-genmove_analyze",
     .run = check_cgos, .meaning = "a line with a JSON object, and then \"play VERTEX\""},
    {.id = "gomill.describe_engine", .levels = GOMILL, .source = "gomill, gomill-describe_engine",
     .needs = "gomill-describe_engine", .meaning = "the engine describes itself", .script = "gomill-describe_engine\n= .+\n"},
    {.id = "gomill.explain_last_move", .levels = GOMILL, .source = "gomill, gomill-explain_last_move",
     .needs = "gomill-explain_last_move", .meaning = "a move can be explained, or there is nothing to say",
     .script = "new\ngenmove b\ngomill-explain_last_move\n=\n"},
    {.id = "gomill.cpu_time", .levels = GOMILL, .source = "gomill, gomill-cpu_time", .needs = "gomill-cpu_time",
     .meaning = "the processor time is a number", .script = "gomill-cpu_time\n= [0-9]+(\\.[0-9]+)?\n"},
    {0},
};
// clang-format on
