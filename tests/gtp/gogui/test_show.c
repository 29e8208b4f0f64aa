/* Every analyze command on boards and games of many kinds: its answer has the form of its type. */
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
