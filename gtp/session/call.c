#include "gtp/session/call.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

#include "engine/base/os/streams.h"
#include "engine/player/networks.h"

bool call_fail(GtpCall *call, const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    text_set(call->answer, "%s", text_make_printable(message, ""));
    return false;
}

bool call_get_color(GtpCall *call, int i, Color *color) {
    return color_from_text(call->arguments[i], color) ||
           call_fail(call, "syntax error: expected a color, got %.40s", call->arguments[i]);
}

bool call_get_point(GtpCall *call, int i, Point *p) {
    const Geometry *geometry = call->engine->game->geometry;
    return (point_from_text(call->arguments[i], geometry->width, geometry->height, p) &&
            *p != POINT_RESIGN) ||
           call_fail(call, "syntax error: expected a vertex of the %dx%d board, got %.40s",
                     geometry->width, geometry->height, call->arguments[i]);
}

bool call_get_vertex(GtpCall *call, int i, Point *p) {
    return (call_get_point(call, i, p) && *p != POINT_PASS) ||
           call_fail(call, "invalid coordinate");
}

bool call_expect_stone(GtpCall *call, Point p) {
    return (p != POINT_PASS && board_color(&call->engine->game->board, p) != EMPTY) ||
           call_fail(call, "vertex must not be empty");
}

bool call_expect_pairs(GtpCall *call) {
    return call->count % 2 == 0 ||
           call_fail(call, "syntax error: expected pairs of COLOR VERTEX, got %s without a vertex",
                     call->arguments[call->count - 1]);
}

bool call_board_is_empty(const GtpCall *call) {
    const Game *game = call->engine->game;
    return game->move_count == 0 && game->board.empty_count == game->geometry->cell_count;
}

bool call_set_up(GtpCall *call, Color to_move) {
    const Geometry *geometry = call->engine->game->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    memset(cells, EMPTY, (size_t)geometry->cell_count);
    for (int i = 0; i + 1 < call->count; i += 2) {
        Color color;
        Point p;
        if (!call_get_color(call, i, &color) || !call_get_point(call, i + 1, &p)) {
            return false;
        }
        if (p == POINT_PASS || cells[geometry->cell_of[p]] != EMPTY) {
            return call_fail(call,
                             "syntax error: expected an empty vertex for each stone, got %.40s",
                             call->arguments[i + 1]);
        }
        cells[geometry->cell_of[p]] = (uint8_t)color;
    }
    return call_expect_pairs(call) &&
           (game_set_up(call->engine->game, cells, to_move, 0, &status) ||
            call_fail(call, "%s", status.text));
}

bool call_get_integer(GtpCall *call, int i, const char *what, long least, long most, long *value) {
    const char *text = call->arguments[i];
    char *end;
    *value = strtol(text, &end, 10); /* the nearest value if it does not fit */
    return (!isspace((unsigned char)*text) && end != text && *end == '\0' && *value >= least &&
            *value <= most) ||
           call_fail(call, "syntax error: expected %s, got %.40s", what, text);
}

bool call_get_real(GtpCall *call, int i, const char *what, double *value) {
    const char *text = call->arguments[i];
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number)) {
        return call_fail(call, "syntax error: expected %s, got %.40s", what, text);
    }
    *value = number;
    return true;
}

bool call_get_komi(GtpCall *call, int i) {
    double komi = 0;
    if (!call_get_real(call, i, "a komi", &komi)) {
        return false;
    }
    if (fabs(komi) > GAME_KOMI_MAX) {
        return call_fail(call, "syntax error: expected a komi of at most %d points, got %.40s",
                         GAME_KOMI_MAX, call->arguments[i]);
    }
    call->engine->game->komi = komi + 0.0; /* not -0 */
    return true;
}

void call_join_arguments(const GtpCall *call, Text *text) {
    for (int i = 0; i < call->count; i++) {
        text_add(text, "%s%s", i > 0 ? " " : "", call->arguments[i]);
    }
}

bool call_get_json(GtpCall *call, json_t **object) {
    Text text = {0};
    json_error_t error;
    call_join_arguments(call, &text);
    *object = json_loads(text_get(&text), JSON_REJECT_DUPLICATES, &error);
    text_free(&text);
    if (json_is_object(*object)) {
        return true;
    }
    json_decref(*object);
    return call_fail(call, "syntax error: expected a JSON object: %s",
                     *object == NULL ? error.text : "this is another value");
}

bool call_set_parameter(GtpCall *call, const Parameter *parameter, const char *text,
                        PlayerOptions *options) {
    PlayerOptions set = *options;
    Status status;
    if (!parameter_set(parameter, &set, text, &status)) {
        return call_fail(call, "syntax error: %s", status.text);
    }
    if ((parameter->type == PARAMETER_PROFILE && human_profile_is_set(&set.profile) &&
         !networks_can_imitate(&call->engine->player, &status)) ||
        (parameter->type == PARAMETER_STRENGTH &&
         !networks_can_play_strength(&call->engine->player, set.strength, &status))) {
        return call_fail(call, "%s: %s", parameter->name, status.text);
    }
    *options = set;
    return true;
}

bool call_write_response(const GtpEngine *engine, const Text *response) {
    return stream_write(engine->output, text_get(response), response->length);
}

void call_stream(GtpCall *call, const char *lines) {
    GtpEngine *engine = call->engine;
    if (!call->is_streaming) {
        text_add(call->response, "=%s\n", call->id);
        call->is_streaming = true;
    }
    text_add(call->response, "%s", lines);
    if (engine->input != NULL) { /* the loop ends with the response if it cannot be written */
        if (!call_write_response(engine, call->response)) {
            input_set_disconnected(engine->input);
        }
        text_clear(call->response);
    }
}

void call_add_point(GtpCall *call, Point p) {
    const Text *answer = call->answer;
    const bool first = answer->length == 0 || answer->bytes[answer->length - 1] == '\n';
    char text[POINT_TEXT_MAX];
    text_add(call->answer, "%s%s", first ? "" : " ",
             point_to_text(p, call->engine->game->geometry->height, text));
}

/* ---- Running a line ---- */

const GtpCommand *command_find(const GtpFamily *families, const char *name) {
    for (const GtpFamily *family = families; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            if (strcmp(command->name, name) == 0) {
                return command;
            }
        }
    }
    return NULL;
}

/* Reads the color that the arguments begin with. */
static bool read_first_color(GtpCall *call, const GtpCommand *command) {
    const bool is_optional = command->first == GTP_OPTIONAL_COLOR;
    call->color = call->engine->game->board.to_move;
    if (call->count == 0 || (!is_optional && command->first != GTP_COLOR)) {
        return true;
    }
    call->next = color_from_text(call->arguments[0], &call->color) ? 1 : 0;
    return call->next == 1 || (is_optional && command->most > 1) ||
           call_get_color(call, 0, &call->color);
}

/* Does --no-files refuse the command with `count` arguments? */
static bool is_refused(const GtpEngine *engine, const GtpCommand *command, int count) {
    return engine->no_files && count > 0 && command->first == GTP_FILE;
}

bool call_is_listed(const GtpCall *call, const GtpCommand *command) {
    return !is_refused(call->engine, command, command->least);
}

static bool find_and_run(GtpCall *call, const char *name) {
    GtpEngine *engine = call->engine;
    const GtpCommand *command = command_find(engine->families, name);
    Rules *rules = &engine->game->rules;
    Status ignored;
    if (command == NULL) {
        return call_fail(call, "unknown command");
    }
    if (call->count < command->least || call->count > command->most) {
        return call_fail(call, "syntax error: expected %s %s", command->name, command->arguments);
    }
    if (is_refused(engine, command, call->count)) {
        return call_fail(call, "%s: this engine was started without access to files",
                         command->name);
    }
    if (call->count > 0 && command->first == GTP_FILE && call->arguments[0][0] == '"') {
        return call_fail(call, "syntax error: expected a file in double quotes, got %.40s",
                         call->arguments[0]);
    }
    /* Waits for the network only under rules that ask what it was trained with. */
    network_set_rules(
        rules_may_exclude_atari(rules) ? network_load_wait(engine->player.load, &ignored) : NULL,
        engine->options.excludes_atari, rules);
    return read_first_color(call, command) && command->handler(call);
}

/* Adds the answer, made printable, without blanks at its end. An empty line would end the response,
 * so it gets a blank. */
static void add_body(Text *response, Text *answer) {
    size_t length = answer->bytes == NULL ? 0 : strlen(text_make_printable(answer->bytes, "\n\t"));
    while (length > 0 && isspace((unsigned char)answer->bytes[length - 1])) {
        length--;
    }
    for (size_t i = 0; i < length; i++) {
        const bool empty_line = i > 0 && answer->bytes[i] == '\n' && answer->bytes[i - 1] == '\n';
        text_add(response, "%s%c", empty_line ? " " : "", answer->bytes[i]);
    }
}

/* Cuts the next word off, or returns NULL. A path may stand in quotes, with blanks. */
static char *next_word(char **rest, bool is_path) {
    char *word = *rest + strspn(*rest, " "), *end = word + strcspn(word, " ");
    if (*word == '\0') {
        return NULL;
    }
    char *quote = is_path && (*word == '"' || *word == '\'') ? strchr(word + 1, *word) : NULL;
    while (quote != NULL && quote[1] != ' ' && quote[1] != '\0') { /* it belongs to the name */
        quote = strchr(quote + 1, *word);
    }
    if (quote != NULL) {
        end = quote;
        word++;
    }
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

bool call_run_line(GtpEngine *engine, char *line, Text *response) {
    char *words[GTP_ARGUMENTS_MAX + 2];
    char *rest = line + text_mark_length(line); /* Windows' mark before a first line */
    int count = 0, file = -1;                   /* words[file] is a path */
    while (count < GTP_ARGUMENTS_MAX + 2 &&
           (words[count] = next_word(&rest, count == file)) != NULL) {
        const GtpCommand *command =
            count < 2 && file < 0 ? command_find(engine->families, words[count]) : NULL;
        file = command != NULL && command->first == GTP_FILE ? count + 1 : file;
        count++;
    }
    if (count == 0) {
        return false;
    }
    const int name = words[0][strspn(words[0], "0123456789")] == '\0' ? 1 : 0; /* after an id */
    Text answer = {0};
    GtpCall call = {.engine = engine,
                    .count = count - name - 1,
                    .arguments = words + name + 1,
                    .answer = &answer,
                    .id = name == 1 ? words[0] : "",
                    .response = response};
    const bool ok = name < count
                        ? find_and_run(&call, words[name])
                        : call_fail(&call, "syntax error: expected a command after the id");
    if (!saved_position_holds(&engine->reading.tried, engine->game)) {
        saved_position_clear(&engine->reading.tried); /* for good: the position may come again */
    }
    if (!saved_position_holds(&engine->play.resigned, engine->game)) {
        saved_position_clear(&engine->play.resigned);
    }
    if (!call.is_streaming) {
        text_add(response, "%c%s ", ok ? '=' : '?', call.id);
    }
    add_body(response, &answer);
    text_add(response, call.is_streaming && answer.length == 0 ? "\n" : "\n\n");
    text_free(&answer);
    return true;
}
