#include "regress/suite/suite_session.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/text.h"
#include "engine/go/board/point.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void suite_session_open(SuiteSession *session, const EngineSetup *setup, int slot,
                        const char *suite_path) {
    const size_t length = os_folder_length(suite_path);
    Text folder = {0};
    text_add(&folder, "%.*s", length == 0 ? 1 : (int)length, length == 0 ? "." : suite_path);
    *session = (SuiteSession){.setup = setup,
                              .folder = folder.bytes,
                              .client = {.command = setup->command,
                                         .folder = folder.bytes,
                                         .error_path = setup->error_path,
                                         .timeout = setup->timeout,
                                         .interrupt = setup->interrupt,
                                         .slot = slot}};
}

/* ---- Start and end ---- */

/* Checks that a new engine answers, and sends the history. A command without a known effect may
 * have been a question about a position that is gone: that it is refused now does not matter. */
static bool send_history(void *context, Status *status) {
    SuiteSession *session = context;
    char name[8];
    bool ok = engine_client_ask_line(&session->client, "name", name, sizeof name, status);
    for (size_t i = 0; ok && i < session->history_count; i++) {
        const char *line = session->history[i];
        const EngineOutcome outcome = engine_client_ask(&session->client, line, status).outcome;
        ok = outcome == ENGINE_OK ||
             (outcome == ENGINE_REFUSED && suite_effect(line) == EFFECT_NONE);
    }
    return ok;
}

bool suite_session_revive(SuiteSession *session, Status *status) {
    if (session->lost == NULL &&
        engine_client_revive(&session->client, send_history, session, status)) {
        return true;
    }
    if (session->lost == NULL) {
        Text why = {0};
        text_add(&why, "the engine could not be started again: %.200s", status->text);
        session->lost = why.bytes;
    }
    return status_fail(status, "%s", session->lost);
}

EngineAnswer suite_session_ask(SuiteSession *session, const char *command, Status *status) {
    if (!suite_session_revive(session, status)) {
        return (EngineAnswer){ENGINE_CLOSED, "", 0};
    }
    return engine_client_ask(&session->client, command, status);
}

void suite_session_close(SuiteSession *session) {
    engine_client_stop(&session->client, NULL);
    for (size_t i = 0; i < session->history_count; i++) {
        free(session->history[i]);
    }
    free(session->history);
    free(session->folder);
    free(session->lost);
}

/* ---- History ---- */

static bool is_command(const char *line, const char *command) {
    const size_t length = strlen(command);
    return strncmp(line, command, length) == 0 && strchr(" \t", line[length]) != NULL;
}

/* Does the command, which makes a new position, leave the size of the board as it is? */
static bool keeps_size(const char *reset) {
    return is_command(reset, "clear_board") || is_command(reset, "set_position");
}

/* Forgets what the command `reset`, which makes a new position, makes obsolete. Settings stay; so
 * does what made the size of the board if the command keeps that. */
static void forget_obsolete(SuiteSession *session, const char *reset) {
    size_t kept = 0;
    for (size_t i = 0; i < session->history_count; i++) {
        char *line = session->history[i];
        const Effect effect = suite_effect(line);
        const bool makes_size = keeps_size(reset) && !keeps_size(line);
        if (effect == EFFECT_MOVE || (effect == EFFECT_RESET && !makes_size)) {
            free(line);
        } else {
            session->history[kept++] = line;
        }
    }
    session->history_count = kept;
}

/* The move in an answer, up to the end of its line: VERTEX in the last line of an analysis, "play
 * VERTEX", or else the first line. */
static const char *chosen_move(const char *answer) {
    static const char prefix[] = "play ";
    const char *newline = strrchr(answer, '\n');
    const char *last = newline == NULL ? answer : newline + 1;
    return strncmp(last, prefix, sizeof prefix - 1) == 0 ? last + sizeof prefix - 1 : answer;
}

/* The color with the blanks before it that follows the command's name; length 0: another argument
 * or none follows. */
static const char *color_argument(const char *command, int *length) {
    const char *argument = command + strcspn(command, " \t");
    const size_t gap = strspn(argument, " \t"), word = strcspn(argument + gap, " \t");
    static const char *const colors[] = {"b", "w", "black", "white"};
    *length = 0;
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
        if (strlen(colors[i]) == word && strncasecmp(argument + gap, colors[i], word) == 0) {
            *length = (int)(gap + word);
        }
    }
    return argument;
}

/* The command that repeats the effect of a command and its answer: a genmove repeated might choose
 * another move. An analysis that does not name its color is kept as it is. */
static char *line_of(const char *command, const char *answer) {
    static const struct {
        const char *chooses, *does;
        bool has_color;
    } choices[] = {
        {"genmove", "play", true},
        {"genmove_black", "play black", false},
        {"genmove_white", "play white", false},
        {"genmove_analyze", "play", true},
        {"cgos-genmove_analyze", "play", true},
        {"gomill-genmove_ex", "play", true},
        {"kata-genmove_analyze", "play", true},
        {"kgs-genmove_cleanup", "play", true},
        {"lz-genmove_analyze", "play", true},
        {"place_free_handicap", "set_free_handicap", false},
    };
    Text line = {0};
    int length;
    const char *color = color_argument(command, &length), *move = chosen_move(answer);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        if (is_command(command, choices[i].chooses) && (length > 0 || !choices[i].has_color)) {
            text_add(&line, "%s%.*s %.*s", choices[i].does, choices[i].has_color ? length : 0,
                     color, (int)strcspn(move, "\n"), move);
            return line.bytes;
        }
    }
    text_add(&line, "%s", command);
    return line.bytes;
}

/* Did the engine answer a move that changes no position? */
static bool gives_up(const char *answer) {
    const char *move = chosen_move(answer);
    return strcasecmp(move, "resign") == 0 || strcasecmp(move, "claim") == 0;
}

void suite_session_remember(SuiteSession *session, const SuiteStep *step, const char *answer) {
    if (step->effect == EFFECT_RESET) {
        forget_obsolete(session, step->command);
    }
    /* A command without a known effect is probably an engine's own setting, unless it has a number
     * as tests do. */
    const bool is_kept = step->effect == EFFECT_NONE
                             ? !step->is_test && step->id[0] == '\0'
                             : step->effect != EFFECT_MOVE || !gives_up(answer);
    if (is_kept) {
        session->history =
            memory_grow(session->history, session->history_count, sizeof *session->history);
        session->history[session->history_count++] = line_of(step->command, answer);
    }
}

char *suite_session_history(const SuiteSession *session) {
    Text text = {0};
    text_add(&text, "%s", "");
    for (size_t i = 0; i < session->history_count; i++) {
        text_add(&text, "%s\n", session->history[i]);
    }
    return text.bytes;
}

/* ---- Questions about the engine and its position ---- */

/* Asks a question that is not part of the suite. Returns "" if the engine does not answer it. */
static const char *ask_aside(SuiteSession *session, const char *question) {
    Status why;
    const EngineAnswer answer = engine_client_ask(&session->client, question, &why);
    return answer.outcome == ENGINE_OK ? answer.text : "";
}

bool suite_session_says_known(SuiteSession *session, const char *command, const char *said) {
    Text question = {0};
    text_add(&question, "known_command %.*s", (int)strcspn(command, " \t"), command);
    const char *answer = ask_aside(session, text_get(&question));
    text_free(&question);
    return strncasecmp(answer, said, strlen(said)) == 0;
}

/* Puts the stones of an answer to list_stones, vertices between white space, on the board. */
static bool put_stones(char *stones, int width, int height, const char *vertices, char stone) {
    char vertex[16];
    Point point;
    for (int length; sscanf(vertices, "%15s%n", vertex, &length) == 1; vertices += length) {
        if (!point_from_text(vertex, width, height, &point) || !point_is_move(point)) {
            return false;
        }
        stones[point_y(point) * width + point_x(point)] = stone;
    }
    return true;
}

void suite_session_add_position(SuiteSession *session, json_t *result) {
    char stones[CELL_COUNT_MAX + 1];
    int width, height;
    if (!session->setup->knows_stones) {
        return;
    }
    const int numbers = sscanf(ask_aside(session, "query_boardsize"), "%d %d", &width, &height);
    height = numbers == 1 ? width : height;
    if (numbers < 1 || width < 1 || width > BOARD_SIDE_MAX || height < 1 ||
        height > BOARD_SIDE_MAX) {
        return;
    }
    memset(stones, '0', sizeof stones);
    stones[width * height] = '\0';
    if (put_stones(stones, width, height, ask_aside(session, "list_stones black"), '1') &&
        put_stones(stones, width, height, ask_aside(session, "list_stones white"), '2') &&
        engine_client_is_running(&session->client)) {
        json_set_value(
            result, "position",
            json_new_packed("{s:i, s:i, s:s}", "width", width, "height", height, "stones", stones));
    }
}
