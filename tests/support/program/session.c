#include "tests/support/program/session.h"

const char SESSION_HALVES[] = ". X . X O . O\n"
                              "X X X X O O O\n"
                              ". . . X O . .\n"
                              ". O . X O O O\n"
                              ". . . X O . O\n"
                              "X X X X O O O\n"
                              ". X . X O . O\n";

EngineOptions session_options(int width, int height) {
    EngineOptions options = engine_options_default();
    options.width = width;
    options.height = height;
    options.player.visits = 1;
    options.player.memory_mb = 1;
    options.player.resign_below = 0;
    return options;
}

Session session_new(int width, int height) {
    const EngineOptions options = session_options(width, height);
    Session session = {0};
    cr_assert(engine_init(&session.engine, GTP_FAMILIES, &options, NULL));
    return session;
}

void session_free(Session *session) {
    engine_free(&session->engine);
    text_free(&session->response);
}

void session_set_up(Session *session, const char *diagram, Color to_move) {
    const Diagram position = diagram_read(diagram);
    Game *game = session->engine.game;
    Status status;
    cr_assert(game_clear(game, position.width, position.height, &status) &&
                  game_set_up(game, position.cells, to_move, 0, &status),
              "%s\n%s", diagram, status.text);
}

bool session_is_response(const char *text) {
    if (*text != '=' && *text != '?') {
        return false;
    }
    const size_t length = strlen(text), id = strspn(text + 1, "0123456789");
    const char *rest = text + 1 + id;
    const bool streams =
        *text == '=' && (strncmp(rest, "\ninfo ", 6) == 0 || strncmp(rest, "\n{", 2) == 0 ||
                         strncmp(rest, "\nplay ", 6) == 0 || strcmp(rest, "\n\n") == 0);
    if ((*rest != ' ' && !streams) || strstr(text, "\n\n") != text + length - 2) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if ((c < ' ' && c != '\n') || c == 0x7F) {
            return false;
        }
    }
    return true;
}

const char *session_run(Session *session, const char *line) {
    char *copy = strdup(line);
    text_clear(&session->response);
    const bool answered = call_run_line(&session->engine, copy, &session->response);
    free(copy);
    const char *text = text_get(&session->response);
    cr_assert(answered && session_is_response(text), "%s\ngives %s", line, text);
    return text;
}

const char *session_body(Session *session, const char *line, char sign) {
    const char *text = session_run(session, line);
    cr_assert(text[0] == sign && (text[1] == ' ' || text[1] == '\n'), "%s\ngives %s", line, text);
    session->response.bytes[session->response.length - 2] = '\0';
    return text + 2;
}

void session_expect(Session *session, const char *line, const char *body) {
    const char *got = session_ask(session, line);
    cr_assert_str_eq(got, body, "%s\ngives '%s', not '%s'", line, got, body);
}

void session_refuse(Session *session, const char *line, const char *error) {
    const char *got = session_body(session, line, '?');
    cr_assert_str_eq(got, error, "%s\ngives '%s', not '%s'", line, got, error);
}

void session_do(Session *session, const char *lines) {
    char *copy = strdup(lines), *rest = copy;
    for (char *line; (line = strtok_r(rest, ";", &rest)) != NULL;) {
        session_ask(session, line);
    }
    free(copy);
}

/* The rules, the option that decides about superko, and the player's options. */
static void add_options(const Session *session, Text *state) {
    const GtpEngine *engine = &session->engine;
    const Rules *rules = &engine->game->rules;
    text_add(state, "\nrules %s %d %d %d %d %d, strict %d", rules->name, rules->ko, rules->scoring,
             rules->bonus, rules->suicide, rules->agreement, engine->play.strict);
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        text_add(state, "\n%s ", parameter->name);
        parameter_add_value(parameter, &engine->options, state);
    }
}

char *session_state(Session *session) {
    static const char *const LINES[] = {"dihedra-key", "move_history", "get_komi",
                                        "query_boardsize", "showboard"};
    Text state = {0};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        text_add(&state, "%s\n", session_ask(session, LINES[i]));
    }
    const GtpEngine *engine = &session->engine;
    const GameClock *clock = &engine->clock;
    text_add(&state, "komi %a, quit %d, clock %d %a %a %d %d %a %a %a", engine->game->komi,
             engine->admin.quit, clock->mode, clock->main_seconds, clock->period_seconds,
             clock->period_stones, clock->periods, clock->increment, clock->left_max,
             clock->move_max);
    for (int color = BLACK; color <= WHITE; color++) {
        text_add(&state, ", left %a %d %d", clock->left[color], clock->stones_left[color],
                 clock->periods_left[color]);
    }
    add_options(session, &state);
    return state.bytes;
}

int64_t session_known_visits(Session *session) {
    GtpEngine *engine = &session->engine;
    PlayerOptions options = engine->options;
    options.visits = 1;
    Status status;
    const Turn turn = {
        .game = engine->game, .color = (Color)engine->game->board.to_move, .options = &options};
    cr_assert(player_ponder(&engine->player, &turn, &status));
    SearchMove moves[CELL_COUNT_MAX + 1];
    const int count = search_list_moves(engine->player.search, moves, CELL_COUNT_MAX + 1);
    int64_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    return visits;
}

void session_expect_refusal(Session *session, const char *line, const char *error) {
    char *before = session_state(session);
    session_refuse(session, line, error);
    char *after = session_state(session);
    cr_assert_str_eq(after, before, "%s\nchanges\n%s\nto\n%s", line, before, after);
    free(before);
    free(after);
}

void session_expect_refusals(const Refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Session session = session_new(5, 5);
        session_do(&session, refusals[i].before);
        session_expect_refusal(&session, refusals[i].line, refusals[i].error);
        session_free(&session);
    }
}
