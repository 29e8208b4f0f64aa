/* Every analyze command on boards and games of many kinds: its answer has the form of its type.
 * Pictures of the end and of the search show what is certain. */
#include "tests/support/reader/gogui_check.h"
#include "tests/support/session/picture.h"

/* Returns a vertex with a stone if there is one. */
static const char *some_stone(const Game *game, char text[POINT_TEXT_MAX]) {
    const Geometry *geometry = game->geometry;
    Point stone = geometry->point_of[0];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        stone = board_color(&game->board, p) != EMPTY ? p : stone;
    }
    return point_to_text(stone, geometry->height, text);
}

/* Runs a listed command for one color. On a board without stones, commands that need one may
 * refuse. */
static void run_analyze_command(Session *session, const char *type, const char *command,
                                const char *color, const char *path) {
    const Game *game = session->engine.game;
    char vertex[POINT_TEXT_MAX];
    char *with_color = picture_fill_in(command, "%c", color);
    char *with_point = picture_fill_in(with_color, "%p", some_stone(game, vertex));
    char *line = picture_fill_in(with_point, "%w", path);
    const bool may_fail =
        strncmp(command, "book_", 5) == 0 || /* without a book */
        (strstr(command, "%p") != NULL && game->board.empty_count == game->geometry->cell_count);
    char *before = cleanup_free(session_state(session));
    if (!may_fail || session_run(session, line)[0] == '=') {
        gogui_check_answer(type, session_ask(session, line), game->geometry->width,
                           game->geometry->height);
    }
    cr_assert_str_eq(cleanup_free(session_state(session)), before, "%s changes the game", line);
}

static void run_analyze_commands(Session *session) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    char *rest = session_ask(session, "gogui-analyze_commands");
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        char type[16], command[128];
        cr_assert_eq(sscanf(line, "%15[^/]/%*[^/]/%127[^/]", type, command), 2);
        run_analyze_command(session, type, command, "b", path);
        if (strstr(command, "%c") != NULL) {
            run_analyze_command(session, type, command, "w", path);
        }
    }
}

typedef struct {
    int width, height, moves;
} Shape;

/* Every command after that many random moves, by the first of these seeds and the next. */
static void run_all(const Shape *shapes, size_t count, uint64_t seed) {
    for (size_t i = 0; i < count; i++) {
        Session *session = session_new(shapes[i].width, shapes[i].height);
        picture_play_random(session, shapes[i].moves, seed + i);
        session_do(session, shapes[i].moves == 0 ? "dihedra_param_search visits 1"
                                                 : "dihedra_param_search visits 16");
        run_analyze_commands(session);
    }
}

Test(gogui_show, games_on_9x9_and_rectangles) {
    static const Shape SHAPES[] = {{9, 9, 5},  {9, 9, 35},   {9, 9, 1000},
                                   {5, 7, 12}, {7, 5, 1000}, {13, 2, 6}};
    run_all(SHAPES, sizeof SHAPES / sizeof SHAPES[0], 1);
}

Test(gogui_show, games_on_large_boards) {
    static const Shape SHAPES[] = {{19, 19, 12}, {19, 19, 60}, {19, 19, 2000}, {25, 25, 80}};
    run_all(SHAPES, sizeof SHAPES / sizeof SHAPES[0], 7);
}

/* With a single visit there is little to show. */
Test(gogui_show, empty_boards_and_one_visit) {
    static const Shape SHAPES[] = {{1, 1, 0},   {2, 2, 0},   {5, 5, 0}, {9, 9, 0},
                                   {19, 19, 0}, {25, 25, 0}, {5, 7, 0}, {1, 2, 0}};
    run_all(SHAPES, sizeof SHAPES / sizeof SHAPES[0], 11);
}

Test(gogui_show, draws_the_values_of_moves) {
    Session *session = session_new(3, 3);
    const char *picture = session_ask(session, "dihedra-show_values");
    cr_assert_not_null(strstr(picture, "COLOR #2f7d32 B2\n"), "%s", picture);
    cr_assert_not_null(strstr(picture, " B2 +9"), "%s", picture);
    cr_assert_not_null(strstr(picture, "TEXT Value for Black +9, after a pass -9"), "%s", picture);
    session_do(session, "boardsize 9");
    session_expect(session, "dihedra-show_values",
                   "TEXT 9x9 is too large to be solved: (width + 1) * height may be 64 at most");
}

/* ---- Who will own what, in positions where that is certain ---- */

static const char SETTLED[] = ". X . X O .\n"
                              "X X X X O .\n"
                              ". O X X O O\n"
                              "X X X X O .\n"
                              ". X . X O .\n";

Test(gogui_show, ownership_is_of_those_who_live) {
    Session *session = session_on(SETTLED, BLACK);
    const char *colors = session_ask(session, "dihedra-show_ownership");
    cr_assert_not_null(strstr(colors, "COLOR #000000 A5"), "%s", colors);
    cr_assert_not_null(strstr(colors, "COLOR #FFFFFF E5"), "%s", colors);
    cr_assert_not_null(strstr(colors, "TEXT Black leads by "), "%s", colors);
}

Test(gogui_show, the_leader_is_named) {
    char exchanged[sizeof SETTLED];
    Session *session = session_new(6, 5);
    for (size_t i = 0; i < sizeof SETTLED; i++) {
        exchanged[i] = SETTLED[i] == 'X' ? 'O' : SETTLED[i] == 'O' ? 'X' : SETTLED[i];
    }
    session_set_up(session, exchanged, BLACK);
    const char *colors = session_ask(session, "dihedra-show_ownership");
    const char *lead = strstr(colors, "TEXT White leads by ");
    cr_assert(lead != NULL && strtod(lead + strlen("TEXT White leads by "), NULL) > 0, "%s",
              colors);
}

Test(gogui_show, final_position_without_dead_stones) {
    Session *session = session_on(SETTLED, BLACK);
    session_do(session, "komi 0.5");
    const char *answer = session_ask(session, "dihedra-show_final");
    cr_assert_str_eq(answer, "BLACK A5 B5 C5 D5 A4 B4 C4 D4 A3 B3 C3 D3 A2 B2 C2 D2 A1 B1 C1 D1\n"
                             "WHITE E5 F5 E4 F4 E3 F3 E2 F2 E1 F1\n"
                             "MARK B3\n"
                             "TEXT B+9.5 by tromp-taylor rules");
}

/* ---- The figures of the search ---- */

Test(gogui_show, a_look_uses_what_is_known) {
    Session *session = picture_race_session("150");
    cr_assert_eq(picture_visits(session, "dihedra-show_visits"), 150);
    cr_assert_eq(picture_visits(session, "dihedra-show_visits w"), 151);
    cr_assert_eq(picture_visits(session, "dihedra-show_visits b"), 150); /* another position */
    session_do(session, "dihedra_param_search visits 3000;reg_genmove w;"
                        "dihedra_param_search visits 0");
    cr_assert_geq(picture_visits(session, "dihedra-show_visits"), 1000);
}

/* Returns the sum of the labels and sets *count to their number. */
static double sum_labels(const char *answer, int *count) {
    const char *at = strstr(answer, "LABEL");
    char vertex[8];
    double value, sum = 0;
    int length;
    cr_assert_not_null(at, "%s", answer);
    at += 5;
    for (*count = 0; sscanf(at, " %7[A-Z0-9] %lf%n", vertex, &value, &length) == 2; ++*count) {
        sum += value;
        at += length;
    }
    return sum;
}

static double prior_of_pass(const Session *session) {
    SearchMove moves[CELL_COUNT_MAX + 1];
    const int count = search_list_moves(session->engine.player.search, moves, CELL_COUNT_MAX + 1);
    for (int i = 0; i < count; i++) {
        if (moves[i].move == POINT_PASS) {
            return moves[i].prior;
        }
    }
    return 0;
}

Test(gogui_show, figures_of_moves) {
    Session *session = session_new(5, 5);
    int count;
    session_do(session, "dihedra_param_search visits 400;play b C3");
    const double policy = sum_labels(session_ask(session, "dihedra-show_policy"), &count);
    cr_assert_eq(count, 24);
    cr_assert_float_eq(policy + 100 * prior_of_pass(session), 100, 24 * 0.5); /* rounded */
    sum_labels(session_ask(session, "dihedra-show_win_rates w"), &count);
    cr_assert(count > 10 && count <= 24, "%d", count);
    sum_labels(session_ask(session, "dihedra-show_visits"), &count);
    cr_assert(count > 10 && count <= 24, "%d", count);
}

Test(gogui_show, the_side_that_is_asked_about) {
    Session *session = picture_race_session("100");
    cr_assert_not_null(strstr(session_ask(session, "dihedra-show_win_rates b"), "TEXT black"));
    cr_assert_not_null(strstr(session_ask(session, "dihedra-show_win_rates w"), "TEXT white"));
    cr_assert_not_null(strstr(session_ask(session, "dihedra-show_win_rates"), "TEXT white"));
    session_refuse(session, "dihedra-show_visits x", "syntax error: expected a color, got x");
}

Test(gogui_show, the_line_is_the_best_moves_and_legal) {
    Session *session = picture_race_session("300");
    char *line = strstr(session_ask(session, "dihedra-show_visits w"), ", G5"); /* takes five */
    cr_assert_not_null(line);
    char *rest = line + 2;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        const Color color = session->engine.game->board.to_move;
        session_ask(session, formatted("play %s %s", color_name(color), word));
    }
}
