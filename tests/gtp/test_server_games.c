/* Whole games as CGOS and KGS conduct them, with the program at the other end of pipes. The dialogs
 * are those of the servers' own clients (CGOS's gtpengine.py, kgsGtp's documentation). Clocks are
 * announced but not kept, so wall time does not matter. A referee with its own game checks
 * every move, and the score at the end. */
#include "engine/go/sgf/record.h"
#include "regress/engine/engine_client.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIDE = 9, CELLS = SIDE * SIDE, MOVES_MAX = 4 * CELLS };

static const double PATIENCE = 60; /* seconds; never to be reached */

/* ---- The engine ---- */

static void start(EngineClient *engine, const char *rules) {
    const char *program = getenv("DIHEDRA");
    if (program == NULL || access(program, X_OK) != 0) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    Status status;
    *engine = (EngineClient){
        .command = formatted("'%s' --visits 20 --memory 8 --resign 0 --rules %s", program, rules),
        .error_path = "/dev/null",
        .timeout = PATIENCE};
    cr_assert(engine_client_start(engine, &status), "%s", status.text);
}

static void stop(EngineClient *engine) {
    Status status;
    cr_assert(engine_client_stop(engine, &status), "%s", status.text);
}

/* Returns the answer to a command that must succeed. It is valid until the next one. */
static const char *ask_list(EngineClient *engine, const char *format, va_list args) {
    char command[512];
    Status status;
    vsnprintf(command, sizeof command, format, args);
    const EngineAnswer answer = engine_client_ask(engine, command, &status);
    cr_assert_eq(answer.outcome, ENGINE_OK, "%s: %s", command, status.text);
    return answer.text;
}

static const char *ask(EngineClient *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static const char *ask(EngineClient *engine, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *answer = ask_list(engine, format, args);
    va_end(args);
    return answer;
}

static void tell(EngineClient *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends a command whose answer must be empty. */
static void tell(EngineClient *engine, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *answer = ask_list(engine, format, args);
    va_end(args);
    cr_assert_str_eq(answer, "", "%s gives %s", format, answer);
}

/* Is each of these words, separated by blanks, a line of list_commands? */
static void expect_commands(EngineClient *engine, const char *names) {
    char *list = cleanup_free(strdup(ask(engine, "list_commands")));
    char *wanted = cleanup_free(strdup(names)), *rest = wanted;
    for (char *name; (name = strtok_r(rest, " ", &rest)) != NULL;) {
        const size_t length = strlen(name);
        bool found = false;
        for (const char *line = list; line != NULL && !found; line = strchr(line, '\n')) {
            line += *line == '\n';
            found = strncmp(line, name, length) == 0 && strchr("\n", line[length]) != NULL;
        }
        cr_assert(found, "%s", name);
    }
}

/* ---- The referee ---- */

static Game *referee_new(const char *rules, double komi) {
    Game *game = games_new(SIDE, SIDE, rules);
    game->komi = komi;
    return game;
}

static Point read_point(const char *vertex) {
    Point p;
    cr_assert(point_from_text(vertex, SIDE, SIDE, &p) && p != POINT_RESIGN, "%s", vertex);
    return p;
}

static void referee_play(Game *game, Color color, Point p) {
    char vertex[POINT_TEXT_MAX];
    Status status;
    cr_assert(game_check(game, color, p) == MOVE_LEGAL && game_play(game, color, p, &status),
              "move %d: %s", game->move_count, point_to_text(p, SIDE, vertex));
}

/* Marks the stones that the engine lists, which must be on the board. Returns their number. */
static int mark_dead(EngineClient *engine, const Game *game, uint8_t dead[POINT_COUNT]) {
    char *list = cleanup_free(strdup(ask(engine, "final_status_list dead"))), *rest = list;
    int count = 0;
    memset(dead, 0, POINT_COUNT);
    for (char *vertex; (vertex = strtok_r(rest, " \n", &rest)) != NULL; count++) {
        const Point p = read_point(vertex);
        cr_assert(point_is_move(p) && board_color(&game->board, p) != EMPTY && !dead[p], "%s",
                  vertex);
        dead[p] = 1;
    }
    return count;
}

static void expect_score(EngineClient *engine, const Game *game, const uint8_t *dead) {
    char text[RECORD_RESULT_MAX];
    const char *score = ask(engine, "final_score");
    cr_assert_str_eq(score, record_result(game_score(game, dead), text));
}

/* ---- CGOS ---- */

static const char CGOS_RULES[] = "koPOSITIONALscoreAREAtaxNONEsui0"; /* as in gtp/README.md */

/* Sends what the server sends on "setup", including the moves of an interrupted game. */
static void cgos_set_up(EngineClient *engine, const Game *game) {
    char vertex[POINT_TEXT_MAX];
    expect_commands(engine, "boardsize clear_board komi play genmove quit time_settings time_left "
                            "cgos-genmove_analyze cgos-gameover");
    tell(engine, "boardsize %d", SIDE);
    tell(engine, "komi %.1f", game->komi);
    tell(engine, "time_settings 300 0 0");
    tell(engine, "clear_board");
    for (int i = 0; i < game->move_count; i++) {
        char lower[POINT_TEXT_MAX] = "";
        point_to_text(game->moves[i].point, SIDE, vertex);
        for (size_t k = 0; vertex[k] != '\0'; k++) {
            lower[k] = (char)(vertex[k] | 0x20); /* digits have that bit already */
        }
        tell(engine, "play %c %s", game->moves[i].color == BLACK ? 'b' : 'w', lower);
    }
}

/* The line before "play VERTEX" is JSON. */
static Point cgos_move(EngineClient *engine, Color color, int seconds) {
    tell(engine, "time_left %c %d 0", color == BLACK ? 'b' : 'w', seconds);
    const char *answer = ask(engine, "cgos-genmove_analyze %c", color == BLACK ? 'b' : 'w');
    const char *play = strstr(answer, "\nplay ");
    cr_assert_not_null(play, "%s", answer);
    const char *json = answer + strspn(answer, "\n");
    json_t *analysis = json_loadb(json, (size_t)(play - json), 0, NULL);
    cr_assert_not_null(analysis, "%s", answer);
    const char *owners = json_string_value(json_object_get(analysis, "ownership"));
    cr_assert(owners != NULL && strlen(owners) == CELLS);
    cr_assert(json_array_size(json_object_get(analysis, "moves")) >= 1);
    cr_assert(json_number_value(json_object_get(analysis, "visits")) >= 1);
    json_decref(analysis);
    return read_point(play + strlen("\nplay "));
}

/* Do both have the same position and history? */
static void expect_same_position(EngineClient *a, EngineClient *b) {
    char *key = cleanup_free(strdup(ask(a, "dihedra-key")));
    char *moves = cleanup_free(strdup(ask(a, "move_history")));
    cr_assert_str_eq(ask(b, "dihedra-key"), key);
    cr_assert_str_eq(ask(b, "move_history"), moves);
}

/* The server lets two engines play. White loses its connection after 21 moves and comes back, and
 * once a clock shows negative time. The board is counted as it stands, dead stones included. */
Test(server_games, cgos) {
    EngineClient engines[2];
    Game *game = referee_new(CGOS_RULES, 7);
    int seconds[2] = {300, 300};
    for (int color = BLACK; color <= WHITE; color++) {
        start(&engines[color], CGOS_RULES);
        cgos_set_up(&engines[color], game);
    }
    while (game->board.passes < 2) {
        const Color color = game->board.to_move;
        const int told = game->move_count == 30 || game->move_count == 31 ? -2 : seconds[color];
        const Point p = cgos_move(&engines[color], color, told);
        char vertex[POINT_TEXT_MAX];
        seconds[color] -= 2;
        referee_play(game, color, p);
        tell(&engines[color_opponent(color)], "play %c %s", color == BLACK ? 'b' : 'w',
             point_to_text(p, SIDE, vertex));
        if (game->move_count == 21) {
            stop(&engines[WHITE]);
            start(&engines[WHITE], CGOS_RULES);
            cgos_set_up(&engines[WHITE], game);
            expect_same_position(&engines[BLACK], &engines[WHITE]);
        }
        cr_assert_lt(game->move_count, MOVES_MAX);
    }
    cr_assert_gt(game->move_count, 40);
    static const uint8_t NONE[POINT_COUNT] = {0};
    char result[RECORD_RESULT_MAX];
    record_result(game_score(game, NONE), result);
    for (int color = BLACK; color <= WHITE; color++) {
        cr_assert_eq(ask(&engines[color], "final_score")[0], result[0], "%s", result);
        tell(&engines[color], "cgos-gameover %s", result);
        stop(&engines[color]);
    }
}

/* ---- KGS ---- */

/* A clock as KGS announces it: main time, then periods of byo-yomi, used up fast. */
typedef struct {
    int left, periods; /* periods: 0 in main time */
} KgsClock;

static void kgs_tell_time(EngineClient *engine, Color color, KgsClock *clock) {
    tell(engine, "time_left %s %d %d", color_name(color), clock->left, clock->periods);
    clock->left -= 7;
    if (clock->left < 0) {
        const int before = clock->periods == 0 ? 6 : clock->periods;
        clock->periods = before > 1 ? before - 1 : 1;
        clock->left = 20;
    }
}

/* A challenge asks for size and time first; then the game begins. */
static void kgs_start_game(EngineClient *engine, const Game *game, const char *rules) {
    tell(engine, "boardsize %d", SIDE);
    tell(engine, "kgs-time_settings byoyomi 60 20 5");
    tell(engine, "boardsize %d", SIDE);
    tell(engine, "clear_board");
    tell(engine, "kgs-rules %s", rules);
    tell(engine, "komi %.1f", game->komi);
    tell(engine, "kgs-time_settings byoyomi 60 20 5");
}

static void referee_place_handicap(Game *game, const char *vertices, int count) {
    char *list = cleanup_free(strdup(vertices)), *rest = list;
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    int placed = 0;
    board_get_cells(&game->board, cells);
    for (char *vertex; (vertex = strtok_r(rest, " ", &rest)) != NULL; placed++) {
        const Point p = read_point(vertex);
        cr_assert(point_is_move(p) && cells[game->geometry->cell_of[p]] == EMPTY, "%s", vertices);
        cells[game->geometry->cell_of[p]] = BLACK;
    }
    cr_assert_eq(placed, count, "%s", vertices);
    cr_assert(game_set_up(game, cells, WHITE, count, &status));
}

/* Plays in turn until both pass. The beginner plays at random, and passes once the engine has. */
static void kgs_play(EngineClient *engine, Game *game, Color own, Rng *rng) {
    KgsClock clock = {.left = 60};
    while (game->board.passes < 2) {
        const Color color = game->board.to_move;
        char vertex[POINT_TEXT_MAX];
        if (color == own) {
            kgs_tell_time(engine, own, &clock);
            referee_play(game, own, read_point(ask(engine, "genmove %s", color_name(own))));
        } else {
            const Point p = game->board.passes > 0 ? POINT_PASS : random_game_move(game, rng);
            referee_play(game, color, p);
            tell(engine, "play %s %s", color_name(color), point_to_text(p, SIDE, vertex));
        }
        cr_assert_lt(game->move_count, MOVES_MAX);
    }
    cr_assert_gt(game->move_count, 30);
    cr_assert_gt(clock.periods, 0, "the clock went on into byo-yomi");
}

/* The beginner calls all stones alive, so the passes are taken back and the engine takes the dead
 * stones while the beginner passes. */
static void kgs_clean_up(EngineClient *engine, Game *game, Color own) {
    Status status;
    tell(engine, "undo");
    tell(engine, "undo");
    cr_assert(game_undo(game, 2, &status));
    Color color = game->board.to_move;
    for (int moves = 0; game->board.passes < 2; moves++, color = color_opponent(color)) {
        if (color == own) {
            const char *vertex = ask(engine, "kgs-genmove_cleanup %s", color_name(own));
            referee_play(game, own, read_point(vertex));
        } else {
            tell(engine, "play %s pass", color_name(color));
            referee_play(game, color, POINT_PASS);
        }
        cr_assert_lt(moves, MOVES_MAX);
    }
}

/* Two games in a row with one engine. In the first it takes a handicap and the dead stones are
 * disputed; in the second it gives one and both agree. */
Test(server_games, kgs) {
    EngineClient engine;
    Rng rng = rng_new(8);
    uint8_t dead[POINT_COUNT];
    start(&engine, "tromp-taylor");
    expect_commands(&engine, "name version boardsize clear_board komi place_free_handicap "
                             "set_free_handicap play genmove undo kgs-game_over kgs-rules "
                             "kgs-time_settings time_left final_status_list kgs-genmove_cleanup");
    cr_assert_str_eq(ask(&engine, "name"), "Dihedra");

    Game *game = referee_new("chinese", 0.5);
    kgs_start_game(&engine, game, "chinese");
    referee_place_handicap(game, ask(&engine, "place_free_handicap 3"), 3);
    kgs_play(&engine, game, BLACK, &rng);
    cr_assert_gt(mark_dead(&engine, game, dead), 0, "there is nothing to dispute");
    expect_score(&engine, game, dead);
    kgs_clean_up(&engine, game, BLACK);
    cr_assert_eq(mark_dead(&engine, game, dead), 0);
    expect_score(&engine, game, dead);
    tell(&engine, "kgs-game_over");

    game = referee_new("aga", 0.5);
    kgs_start_game(&engine, game, "aga");
    tell(&engine, "set_free_handicap C3 G7");
    referee_place_handicap(game, "C3 G7", 2);
    kgs_play(&engine, game, WHITE, &rng);
    mark_dead(&engine, game, dead);
    expect_score(&engine, game, dead);
    tell(&engine, "kgs-game_over");
    stop(&engine);
}
