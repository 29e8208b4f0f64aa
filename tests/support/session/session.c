#include "tests/support/session/session.h"

#include "engine/eval/inside/inside.h"
#include "tests/support/network/net_check.h"

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

static void release(void *argument) {
    Session *session = argument;
    engine_free(&session->engine);
    if (session->models != NULL) {
        models_free(session->models);
    }
    free(session->models);
    text_free(&session->response);
    free(session);
}

static Session *start(const EngineOptions *options, Models *models) {
    Session *session = calloc(1, sizeof *session);
    cr_assert(session != NULL && engine_init(&session->engine, GTP_FAMILIES, options, models));
    session->models = models;
    cleanup_add(session, release);
    return session;
}

Session *session_new(int width, int height) {
    const EngineOptions options = session_options(width, height);
    return start(&options, NULL);
}

Session *session_on(const char *diagram, Color to_move) {
    Session *session = session_new(5, 5);
    session_set_up(session, diagram, to_move);
    return session;
}

void session_free(Session *session) {
    cleanup_now(session);
}

/* ---- With networks ---- */

char *session_network_file(int version, bool imitates, uint64_t seed) {
    NetSpec spec = net_spec_small(version, seed);
    char *path = cleanup_free(malloc(TEMPORARY_PATH_MAX));
    spec.has_encoder = imitates;
    net_check_write(&spec, path);
    return path;
}

Session *session_with_networks(EngineOptions *options) {
    Models *models = calloc(1, sizeof *models);
    Status status;
    options->precision = PRECISION_FP32;
    options->has_seed = true;
    cr_assert(models_start(options, models, &status), "%s", status.text);
    return start(options, models);
}

Session *session_with_inside(int width, int height) {
    if (!inside_exists()) {
        cr_skip_test("this build has no network inside");
    }
    EngineOptions options = session_options(width, height);
    options.model = "inside";
    return session_with_networks(&options);
}

Session *session_with_small_networks(bool main_imitates, int human_imitates) {
    EngineOptions options = session_options(5, 5);
    options.model = session_network_file(15, main_imitates, 4);
    options.human_model =
        human_imitates < 0 ? NULL : session_network_file(15, human_imitates == 1, 6);
    return session_with_networks(&options);
}

/* ---- Asking ---- */

void session_set_up(Session *session, const char *diagram, Color to_move) {
    const Diagram position = diagram_read(diagram);
    Game *game = session->engine.game;
    Status status;
    cr_assert(game_clear(game, position.width, position.height, &status) &&
                  game_set_up(game, position.cells, to_move, 0, &status),
              "%s\n%s", diagram, status.text);
}

/* Does the text hold exactly one response? That is = or ?, an id or none, a blank (the end of the
 * line, if lines of analysis or of JSON may follow), lines of which none is empty, and an empty
 * line. Control characters other than line feeds are not allowed. */
static bool is_response(const char *text) {
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
    cr_assert(answered && is_response(text), "%s\ngives %s", line, text);
    return text;
}

const char *session_body(Session *session, const char *line, char sign) {
    const char *text = session_run(session, line);
    cr_assert(text[0] == sign && (text[1] == ' ' || text[1] == '\n'), "%s\ngives %s", line, text);
    session->response.bytes[session->response.length - 2] = '\0';
    return text + 2;
}

void session_expect(Session *session, const char *line, const char *body) {
    const char *got = session_body(session, line, '=');
    cr_assert_str_eq(got, body, "%s\ngives '%s', not '%s'", line, got, body);
}

void session_refuse(Session *session, const char *line, const char *error) {
    const char *got = session_body(session, line, '?');
    cr_assert_str_eq(got, error, "%s\ngives '%s', not '%s'", line, got, error);
}

void session_do(Session *session, const char *lines) {
    char *copy = strdup(lines), *rest = copy;
    for (char *line; (line = strtok_r(rest, ";", &rest)) != NULL;) {
        session_body(session, line, '=');
    }
    free(copy);
}

/* The rules, the option that decides about superko, and the player's options. */
static void add_options(const Session *session, Text *state) {
    const GtpEngine *engine = &session->engine;
    const Rules *rules = &engine->game->rules;
    text_add(state, "\nrules %s %d %d %d %d %d, strict %d", rules->name, rules->ko, rules->scoring,
             rules->bonus, rules->suicide, rules->friendly_pass_ok, engine->play.strict);
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        text_add(state, "\n%s ", parameter->name);
        parameter_add_value(parameter, &engine->options, state);
    }
}

char *session_state(Session *session) {
    static const char *const LINES[] = {"dihedra-key",         "move_history", "get_komi",
                                        "query_boardsize",     "showboard",    "get_random_seed",
                                        "dihedra_param_output"};
    Text state = {0};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        text_add(&state, "%s\n", session_body(session, LINES[i], '='));
    }
    const GtpEngine *engine = &session->engine;
    const GameClock *clock = &engine->clock;
    text_add(&state, "komi %a, quit %d, clock %d %a %a %d %d %a %a %a", engine->game->komi,
             engine->quit, clock->mode, clock->main_seconds, clock->period_seconds,
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
        .game = engine->game, .color = engine->game->board.to_move, .options = &options};
    cr_assert(player_ponder(&engine->player, &turn, &status));
    SearchMove moves[CELL_COUNT_MAX + 1];
    const int count = search_list_moves(engine->player.search, moves, CELL_COUNT_MAX + 1);
    int64_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    return visits;
}

static void expect_equal(const char *what, char *before, char *after) {
    cr_assert_str_eq(after, before, "%s: the state is\n%s\nnot\n%s", what, after, before);
    free(before);
    free(after);
}

void session_expect_unchanged(Session *session, const char *lines) {
    char *before = session_state(session);
    session_do(session, lines);
    expect_equal(lines, before, session_state(session));
}

void session_expect_same(Session *session, Session *other) {
    expect_equal("another session", session_state(other), session_state(session));
}

void session_expect_refusal(Session *session, const char *line, const char *error) {
    const size_t length = strlen(error), dots = length < 3 ? 0 : length - 3;
    char *before = session_state(session);
    const char *got = session_body(session, line, '?');
    const bool is_start = strcmp(error + dots, "...") == 0;
    cr_assert(is_start ? strncmp(got, error, dots) == 0 : strcmp(got, error) == 0,
              "%s\ngives '%s', not '%s'", line, got, error);
    expect_equal(line, before, session_state(session));
}

void session_expect_sense(Session *session, const char *line) {
    const GtpEngine engine = session->engine;
    char *before = session_state(session);
    const char *response = session_run(session, line), *body = strchr(response, ' ');
    if (*response == '=') {
        free(before);
        return;
    }
    body++; /* behind "? " or "?ID " */
    cr_assert(*body >= 'a' && *body <= 'z' && strchr(body, '\n') == body + strlen(body) - 2 &&
                  strlen(body) < 300,
              "%.200s\ngives %s", line, response);
    expect_equal(line, before, session_state(session));
    cr_assert_eq(memcmp(&engine, &session->engine, sizeof engine), 0, "%.200s\nchanges the engine",
                 line);
}

void session_expect_refusals(const Refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Session *session = session_new(5, 5);
        session_do(session, refusals[i].before);
        session_expect_refusal(session, refusals[i].line, refusals[i].error);
        session_free(session);
    }
}

void session_expect_lines_refused(const char *before, const char *const lines[][2], size_t count) {
    Session *session = session_new(5, 5);
    session_do(session, before);
    for (size_t i = 0; i < count; i++) {
        session_expect_refusal(session, lines[i][0], lines[i][1]);
    }
}
