/* Every analyze command on boards and games of many kinds: its answer has the form of its type. */
#include "tests/support/program/picture.h"
#include "tests/support/program/temporary_path.h"
#include "tests/support/reader/gogui_check.h"

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
        strstr(command, "%p") != NULL && game->board.empty_count == game->geometry->cell_count;
    char *before = session_state(session);
    if (!may_fail || session_run(session, line)[0] == '=') {
        gogui_check_answer(type, session_ask(session, line), game->geometry->width,
                           game->geometry->height);
    }
    char *after = session_state(session);
    cr_assert_str_eq(after, before, "%s changes the game", line);
    free(before);
    free(after);
    free(with_color);
    free(with_point);
    free(line);
}

static void run_analyze_commands(Session *session) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    session_ask(session, "dihedra_param_search visits 16");
    char *list = strdup(session_ask(session, "gogui-analyze_commands")), *rest = list;
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        char type[16], command[128];
        cr_assert_eq(sscanf(line, "%15[^/]/%*[^/]/%127[^/]", type, command), 2);
        run_analyze_command(session, type, command, "b", path);
        if (strstr(command, "%c") != NULL) {
            run_analyze_command(session, type, command, "w", path);
        }
    }
    free(list);
    unlink(path);
}

static void run_after(int width, int height, int moves, uint64_t seed) {
    Session session = session_new(width, height);
    picture_play_random(&session, moves, seed);
    run_analyze_commands(&session);
    session_free(&session);
}

Test(gogui_show, opening_9x9) {
    run_after(9, 9, 5, 1);
}

Test(gogui_show, middle_game_9x9) {
    run_after(9, 9, 35, 2);
}

Test(gogui_show, ended_game_9x9) {
    run_after(9, 9, 1000, 3);
}

Test(gogui_show, opening_19x19) {
    run_after(19, 19, 12, 4);
}

Test(gogui_show, middle_game_19x19) {
    run_after(19, 19, 60, 5);
}

Test(gogui_show, ended_game_19x19) {
    run_after(19, 19, 2000, 6);
}

Test(gogui_show, middle_game_25x25) {
    run_after(25, 25, 80, 7);
}

Test(gogui_show, rectangles) {
    run_after(5, 7, 12, 8);
    run_after(7, 5, 1000, 9);
    run_after(13, 2, 6, 10);
}

Test(gogui_show, empty_boards) {
    static const int SIDES[] = {1, 2, 9, 19, 25};
    for (int i = 0; i < 5; i++) {
        run_after(SIDES[i], SIDES[i], 0, 11);
    }
    run_after(5, 7, 0, 12);
    run_after(1, 2, 0, 13);
}

/* With a single visit there is little to show. */
Test(gogui_show, one_visit) {
    static const char *const COMMANDS[][2] = {{"gfx", "dihedra-show_win_rates"},
                                              {"gfx", "dihedra-show_visits"},
                                              {"gfx", "dihedra-show_policy"},
                                              {"varc", "dihedra-show_pv"},
                                              {"hstring", "dihedra-show_search"}};
    for (int i = 0; i < 5; i++) {
        Session session = session_new(5, 5);
        gogui_check_answer(COMMANDS[i][0], session_ask(&session, COMMANDS[i][1]), 5, 5);
        session_free(&session);
    }
}
