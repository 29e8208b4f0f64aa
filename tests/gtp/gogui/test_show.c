/* What GoGui is shown: every analyze command on boards and games of many kinds, its answer read by
 * its type; and that what is shown is so. */
#include "engine/sgf/record.h"
#include "hash/random.h"
#include "tests/support/gogui_check.h"
#include "tests/support/session.h"
#include "tests/support/temporary_path.h"

/* ---- Every command, everywhere ---- */

/* A random move that is legal and fills no own eye, or a pass where there is none. */
static Point random_move(const Game *game, SplitMix *random) {
    const Board *board = &game->board;
    const Color color = (Color)board->to_move;
    for (int tries = 0; tries < 4 * board->empty_count; tries++) {
        const uint64_t word = splitmix_next(random);
        const Point p = board->empty[word % (uint64_t)board->empty_count];
        if (game_check(game, color, p) == MOVE_LEGAL && !board_is_eye(board, color, p)) {
            return p;
        }
    }
    return POINT_PASS;
}

/* At most so many moves, until both sides pass. */
static void play_random(Session *session, int moves, uint64_t seed) {
    Game *game = session->engine.game;
    SplitMix random = {seed};
    Status status;
    for (int i = 0; i < moves && game->board.passes < 2; i++) {
        cr_assert(game_play(game, (Color)game->board.to_move, random_move(game, &random), &status));
    }
}

/* The text with each occurrence of the wildcard replaced; the caller frees it. */
static char *put(const char *text, const char *wildcard, const char *value) {
    Text expanded = {0};
    for (const char *at; (at = strstr(text, wildcard)) != NULL; text = at + strlen(wildcard)) {
        text_add(&expanded, "%.*s%s", (int)(at - text), text, value);
    }
    text_add(&expanded, "%s", text);
    return expanded.bytes;
}

/* A vertex with a stone where there is one. */
static const char *some_stone(const Game *game, char text[POINT_TEXT_MAX]) {
    const Geometry *geometry = game->geometry;
    Point stone = geometry->point_of[0];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        stone = board_color(&game->board, p) != EMPTY ? p : stone;
    }
    return point_to_text(stone, geometry->height, text);
}

/* The line's command for one colour. On a board without stones commands that want one may refuse.
 */
static void run_analyze_command(Session *session, const char *type, const char *command,
                                const char *color, const char *path) {
    const Game *game = session->engine.game;
    char vertex[POINT_TEXT_MAX];
    char *with_color = put(command, "%c", color);
    char *with_point = put(with_color, "%p", some_stone(game, vertex));
    char *line = put(with_point, "%w", path);
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
    play_random(&session, moves, seed);
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

/* With no more than a visit there is little to show. */
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

/* ---- The stones ---- */

static void expect_shown(const char *diagram, const char *line, const char *answer) {
    const Diagram size = diagram_read(diagram);
    Session session = session_new(size.width, size.height);
    session_set_up(&session, diagram, BLACK);
    session_expect(&session, line, answer);
    session_free(&session);
}

Test(gogui_show, liberties_as_counted) {
    expect_shown(". X X . .\n"
                 "O X . . .\n"
                 ". O X . .\n"
                 ". . . O .\n",
                 "dihedra-show_liberties",
                 "\"\" 3 3 \"\" \"\"\n"
                 "2 3 \"\" \"\" \"\"\n"
                 "\"\" 2 3 \"\" \"\"\n"
                 "\"\" \"\" \"\" 3 \"\"");
}

Test(gogui_show, eyes_as_playouts_leave_them) {
    expect_shown(". X . O .\n"
                 "X X X O O\n"
                 ". . X O .\n"
                 "X X X O O\n"
                 ". X . O .\n",
                 "dihedra-show_eyes",
                 "b \"\" \"\" \"\" w\n"
                 "\"\" \"\" \"\" \"\" \"\"\n"
                 "\"\" \"\" \"\" \"\" w\n"
                 "\"\" \"\" \"\" \"\" \"\"\n"
                 "b \"\" \"\" \"\" w");
}

/* Stones have one colour if and only if they are of one chain, of those that touch it or share a
 * liberty with it. */
static void check_chains(Session *session) {
    const Board *board = &session->engine.game->board;
    const Geometry *geometry = board->geometry;
    char colors[POINT_COUNT][8] = {{0}};
    const char *at = session_ask(session, "dihedra-show_chains");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        int length;
        cr_assert_eq(sscanf(at, " %7s%n", colors[geometry->point_of[cell]], &length), 1);
        at += length;
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        Point beside[5] = {p};
        point_neighbours(p, beside + 1);
        cr_assert_eq(strcmp(colors[p], "\"\"") == 0, board_color(board, p) == EMPTY);
        for (int i = 0; i < 25; i++) {
            const Point a = beside[i / 5], b = beside[i % 5];
            const bool both = board_color(board, a) < EMPTY && board_color(board, b) < EMPTY;
            const bool near = i / 5 == 0 || board_color(board, p) == EMPTY;
            cr_assert(!both || !near ||
                      (strcmp(colors[a], colors[b]) == 0) == (board->chain[a] == board->chain[b]));
        }
    }
}

Test(gogui_show, chains_are_told_apart) {
    for (int moves = 10; moves <= 70; moves += 20) {
        Session session = session_new(9, 9);
        play_random(&session, moves, 20 + (uint64_t)moves);
        check_chains(&session);
        session_free(&session);
    }
}

static const char LADDER[] = ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . X X O . . . .\n"
                             ". . X O O X . . .\n"
                             ". . . X X . . . .\n";

Test(gogui_show, ladders_begin_where_they_work) {
    expect_shown(LADDER, "dihedra-show_ladders",
                 "TRIANGLE E3 D2 E2\n"
                 "CIRCLE E4\n"
                 "TEXT 0 in atari cannot run, 1 can be taken in a ladder");
    expect_shown("O X . . .\n"
                 ". . . . .\n"
                 "X X . . .\n",
                 "dihedra-show_ladders",
                 "MARK A3\n"
                 "TEXT 1 in atari cannot run, 0 can be taken in a ladder");
}

/* White's stone in the corner is lost, the one at the edge may be saved. */
Test(gogui_show, danger_as_read) {
    expect_shown("O X X . . . . . .\n"
                 ". X . . . . . . .\n"
                 "X X X . . . . . .\n"
                 ". . . . X . . . .\n"
                 ". . . X O X . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n",
                 "dihedra-show_danger",
                 "COLOR red A9\n"
                 "COLOR yellow E5\n"
                 "CIRCLE A8 E4\n"
                 "SQUARE E4\n"
                 "TEXT 1 lost, 1 can be taken or saved");
}

/* ---- The end ---- */

static const char SETTLED[] = ". X . X O .\n"
                              "X X X X O .\n"
                              ". O X X O O\n"
                              "X X X X O .\n"
                              ". X . X O .\n";

Test(gogui_show, ownership_is_of_those_who_live) {
    Session session = session_new(6, 5);
    session_set_up(&session, SETTLED, BLACK);
    const char *at = session_ask(&session, "dihedra-show_ownership");
    for (int cell = 0; cell < 30; cell++) {
        double value;
        int length;
        cr_assert_eq(sscanf(at, "%lf%n", &value, &length), 1);
        at += length;
        cr_assert(cell % 6 < 4 ? value > 0.5 : value < -0.5, "cell %d: %g", cell, value);
    }
    const char *colors = session_ask(&session, "dihedra-show_ownership_colors");
    cr_assert_not_null(strstr(colors, "COLOR #2040C0 A5"), "%s", colors); /* blue */
    cr_assert_not_null(strstr(colors, "COLOR #E02020 E5"), "%s", colors); /* red */
    session_free(&session);
}

Test(gogui_show, final_position_without_dead_stones) {
    Session session = session_new(6, 5);
    session_set_up(&session, SETTLED, BLACK);
    session_do(&session, "komi 0.5");
    const char *answer = session_ask(&session, "dihedra-show_final");
    cr_assert_str_eq(answer, "BLACK A5 B5 C5 D5 A4 B4 C4 D4 A3 B3 C3 D3 A2 B2 C2 D2 A1 B1 C1 D1\n"
                             "WHITE E5 F5 E4 F4 E3 F3 E2 F2 E1 F1\n"
                             "MARK B3\n"
                             "TEXT B+9.5 by tromp-taylor rules");
    session_free(&session);
}

/* Black has two eyes in the corner, White but one. */
Test(gogui_show, unconditional_life) {
    static const char CORNERS[] = ". X . X . . . .\n"
                                  "X X X X . . . .\n"
                                  ". . . . . . . .\n"
                                  ". . . . . . O O\n"
                                  ". . . . . . O .\n";
    static const char LIFE[] = "b b b b \"\" \"\" \"\" \"\"\n"
                               "b b b b \"\" \"\" \"\" \"\"\n"
                               "\"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\"\n"
                               "\"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\"\n"
                               "\"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\"";
    expect_shown(CORNERS, "dihedra-show_benson", LIFE);
    expect_shown(CORNERS, "dihedra-show_unconditional", LIFE);
}

/* ---- The search ---- */

/* White is to take five stones. */
static const char RACE[] = "O X X X X X .\n"
                           "O O O O O O .\n"
                           "X X X X X X O\n"
                           ". X . X . X O\n"
                           "X X X X X X O\n";

static Session session_of_race(const char *visits) {
    Session session = session_new(7, 5);
    char line[64];
    session_set_up(&session, RACE, WHITE);
    snprintf(line, sizeof line, "dihedra_param_search visits %s", visits);
    session_ask(&session, line);
    return session;
}

static int64_t visits_shown(Session *session, const char *line) {
    long long visits;
    cr_assert_eq(sscanf(session_ask(session, line), "Visits: %lld", &visits), 1);
    return visits;
}

Test(gogui_show, a_look_uses_what_is_known) {
    Session session = session_of_race("150");
    cr_assert_eq(visits_shown(&session, "dihedra-show_search"), 150);
    cr_assert_eq(visits_shown(&session, "dihedra-show_search w"), 151);
    cr_assert_eq(visits_shown(&session, "dihedra-show_search b"), 150); /* another position */
    session_do(&session, "dihedra_param_search visits 3000;reg_genmove w;"
                         "dihedra_param_search visits 0");
    cr_assert_geq(visits_shown(&session, "dihedra-show_search"), 1000);
    session_free(&session);
}

/* Labels of one kind: how many, and their sum. */
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
    Session session = session_new(5, 5);
    int count;
    session_do(&session, "dihedra_param_search visits 400;play b C3");
    const double policy = sum_labels(session_ask(&session, "dihedra-show_policy"), &count);
    cr_assert_eq(count, 24);
    cr_assert_float_eq(policy + 100 * prior_of_pass(&session), 100, 24 * 0.5); /* rounded */
    sum_labels(session_ask(&session, "dihedra-show_win_rates w"), &count);
    cr_assert(count > 10 && count <= 24, "%d", count);
    sum_labels(session_ask(&session, "dihedra-show_visits"), &count);
    cr_assert(count > 10 && count <= 24, "%d", count);
    session_free(&session);
}

Test(gogui_show, the_side_that_is_asked_about) {
    Session session = session_of_race("100");
    cr_assert_not_null(strstr(session_ask(&session, "dihedra-show_win_rates b"), "TEXT black"));
    cr_assert_not_null(strstr(session_ask(&session, "dihedra-show_win_rates w"), "TEXT white"));
    cr_assert_not_null(strstr(session_ask(&session, "dihedra-show_win_rates"), "TEXT white"));
    session_refuse(&session, "dihedra-show_pv x", "syntax error: expected a color, got x");
    session_free(&session);
}

Test(gogui_show, the_line_is_the_best_moves_and_legal) {
    Session session = session_of_race("300");
    char *line = strdup(session_ask(&session, "dihedra-show_pv w")), *rest = line;
    cr_assert_eq(strncmp(line, "G5", 2), 0, "%s", line); /* takes five */
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char move[32];
        const Color color = (Color)session.engine.game->board.to_move;
        snprintf(move, sizeof move, "play %s %s", color_name(color), word);
        session_ask(&session, move);
    }
    free(line);
    session_free(&session);
}

Test(gogui_show, the_last_search_is_of_this_game) {
    Session session = session_of_race("60");
    session_do(&session, "genmove w");
    const char *text = session_ask(&session, "dihedra-show_last_search");
    cr_assert_not_null(strstr(text, "Position: after 0 moves, white to play\nMove: G5\n"), "%s",
                       text);
    cr_assert_not_null(strstr(text, "Visits: 60, 60 with those kept"), "%s", text);
    long long positions;
    cr_assert_eq(sscanf(session_ask(&session, "dihedra-show_table"), "Positions: %lld", &positions),
                 1);
    cr_assert_gt(positions, 1);
    session_do(&session, "clear_board");
    session_expect(&session, "dihedra-show_last_search",
                   "Nothing has been searched for a move of this game.");
    session_free(&session);
}

/* ---- The tree ---- */

typedef struct {
    int moves, depth, branches; /* of the whole tree */
} Shape;

/* Every move below the node is legal for the side it is of, and siblings come by visits. */
static Shape check_tree(const SgfNode *node, const Board *board, SgfSize size) {
    Shape shape = {0};
    long long before = INT64_MAX;
    int children = 0;
    for (const SgfNode *child = node->first_child; child != NULL; child = child->next_sibling) {
        SgfMove move;
        Status status;
        Board after;
        char comment[128];
        long long visits;
        cr_assert(sgf_node_move(child, size, &move, &status));
        const Color color = move.color == SGF_BLACK ? BLACK : WHITE;
        const Point p = move.pass ? POINT_PASS : point_at(move.point.x, move.point.y);
        cr_assert_eq(color, board->to_move);
        cr_assert_eq(board_check(board, color, p, true), MOVE_LEGAL);
        cr_assert(sgf_node_simple_text(child, "C", comment, sizeof comment));
        cr_assert_eq(sscanf(comment, "%lld visits, win rate", &visits), 1);
        cr_assert(visits > 0 && visits <= before);
        before = visits;
        board_copy(&after, board);
        board_play(&after, color, p);
        const Shape below = check_tree(child, &after, size);
        shape.moves += 1 + below.moves;
        shape.depth = below.depth + 1 > shape.depth ? below.depth + 1 : shape.depth;
        shape.branches = below.branches > shape.branches ? below.branches : shape.branches;
        children++;
    }
    shape.branches = children > shape.branches ? children : shape.branches;
    return shape;
}

static Shape read_tree(Session *session, const char *path) {
    const SgfSize size = {session->engine.game->geometry->width,
                          session->engine.game->geometry->height};
    SgfTree *tree;
    Status status;
    cr_assert(sgf_load(path, &tree, &status), "%s", status.text);
    const Shape shape = check_tree(sgf_tree_root(tree), &session->engine.game->board, size);
    sgf_tree_free(tree);
    char line[TEMPORARY_PATH_MAX + 32];
    Session loaded = session_new(5, 5);
    snprintf(line, sizeof line, "loadsgf %s 1", path);
    session_ask(&loaded, line);
    const Game *a = session->engine.game, *b = loaded.engine.game;
    cr_assert_eq(a->board.hash.lane[0], b->board.hash.lane[0]);
    cr_assert_eq(a->board.to_move, b->board.to_move);
    session_free(&loaded);
    return shape;
}

Test(gogui_show, the_tree_is_a_record_of_legal_lines) {
    static const struct {
        const char *limits;
        Shape most;
    } CASES[] = {
        {"", {0, 10, 5}}, {" 3", {3 * 125, 3, 5}}, {" 4 2", {30, 4, 2}}, {" 64 1", {64, 64, 1}}};
    char path[TEMPORARY_PATH_MAX], line[TEMPORARY_PATH_MAX + 64];
    temporary_path(path);
    for (int i = 0; i < 4; i++) {
        Session session = session_new(7, 5);
        session_do(&session, "play b C3;play w E3;dihedra_param_search visits 600");
        snprintf(line, sizeof line, "dihedra-save_tree %s%s", path, CASES[i].limits);
        session_expect(&session, line, "");
        const Shape shape = read_tree(&session, path), most = CASES[i].most;
        cr_assert(shape.depth > 1 && shape.depth <= most.depth);
        cr_assert_eq(shape.branches, most.branches);
        cr_assert(shape.moves > shape.depth * (i < 3) && (i == 0 || shape.moves <= most.moves));
        session_free(&session);
    }
    unlink(path);
}

/* Below the engine's own move is what it found when it chose that. */
Test(gogui_show, the_tree_is_kept_from_move_to_move) {
    char path[TEMPORARY_PATH_MAX], line[TEMPORARY_PATH_MAX + 64];
    temporary_path(path);
    Session session = session_of_race("400");
    session_do(&session, "genmove w;dihedra_param_search visits 1");
    snprintf(line, sizeof line, "dihedra-save_tree %s", path);
    session_ask(&session, line);
    cr_assert_gt(read_tree(&session, path).moves, 10);
    session_free(&session);
    unlink(path);
}

Test(gogui_show, a_name_in_quotes_may_have_blanks) {
    Session session = session_of_race("30");
    char path[TEMPORARY_PATH_MAX], name[TEMPORARY_PATH_MAX + 32], line[TEMPORARY_PATH_MAX + 64];
    temporary_path(path);
    snprintf(name, sizeof name, "%s with  \"blanks.sgf", path);
    snprintf(line, sizeof line, "dihedra-save_tree \"%s\" 2 2", name);
    session_ask(&session, line);
    cr_assert(unlink(name) == 0 && unlink(path) == 0);
    session_refuse(&session, "dihedra-save_tree \"/tmp/no end 3",
                   "syntax error: expected a file in double quotes, got \"/tmp/no");
    session_refuse(&session, "dihedra-save_tree \"",
                   "syntax error: expected a file in double quotes, got \"");
    session_free(&session);
}

/* % is the name of a file that is not there. */
Test(gogui_show, a_tree_that_cannot_be_written) {
    static const struct {
        const char *line, *error;
    } CASES[] = {
        {"dihedra-save_tree % 0", "syntax error: expected a depth, got 0"},
        {"dihedra-save_tree % 65", "syntax error: expected a depth, got 65"},
        {"dihedra-save_tree % 3 0", "syntax error: expected a number of branches, got 0"},
        {"dihedra-save_tree % 3 4 5",
         "syntax error: expected dihedra-save_tree FILE [DEPTH [BRANCHES]]"},
        {"dihedra-save_tree %/no/such/folder.sgf", "cannot write the tree: "},
        {"dihedra-save_tree /tmp", "cannot write the tree: "},
        {"dihedra-save_tree \"\"", "cannot write the tree: "},
    };
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    unlink(path);
    Session session = session_of_race("30");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *line = put(CASES[i].line, "%", path), *before = session_state(&session);
        const char *got = session_body(&session, line, '?');
        cr_assert_eq(strncmp(got, CASES[i].error, strlen(CASES[i].error)), 0, "%s: %s", line, got);
        char *after = session_state(&session);
        cr_assert_str_eq(after, before);
        cr_assert_neq(access(path, F_OK), 0);
        free(line);
        free(before);
        free(after);
    }
    session_free(&session);
}

/* ---- Symmetry ---- */

Test(gogui_show, images_of_the_last_move) {
    Session session = session_new(5, 5);
    session_do(&session, "play b B2");
    session_expect(&session, "dihedra-show_images",
                   "COLOR green B4 D4 B2 D2\n"
                   "LABEL B4 25 D4 34 B2 07 D2 16\n"
                   "TEXT Symmetries of the position before the last move: 0 1 2 3 4 5 6 7");
    session_do(&session, "play w A2");
    session_expect(&session, "dihedra-show_images",
                   "COLOR green A2 B1\n"
                   "COLOR gray B5 D5 A4 E4 E2 D1\n"
                   "LABEL B5 5 D5 4 A4 2 E4 3 A2 0 E2 1 B1 7 D1 6\n"
                   "TEXT Symmetries of the position before the last move: 0 7");
    session_do(&session, "play b pass");
    session_expect(&session, "dihedra-show_images",
                   "TEXT The last move is on no point of the board");
    session_do(&session, "boardsize 4 3;play b A1");
    session_expect(&session, "dihedra-show_images",
                   "COLOR green A3 D3 A1 D1\n"
                   "LABEL A3 2 D3 3 A1 0 D1 1\n"
                   "TEXT Symmetries of the position before the last move: 0 1 2 3");
    session_free(&session);
}

/* Plays moves turned by a symmetry on a board of its shape. */
static Session session_of_image(int width, int height, const Point *moves, int count, Symmetry g) {
    Session plain = session_new(width, height);
    const bool transposes = symmetry_transposes(g);
    Session session = session_new(transposes ? height : width, transposes ? width : height);
    Status status;
    for (int i = 0; i < count; i++) {
        const Point p = geometry_map_point(plain.engine.game->geometry, g, moves[i]);
        cr_assert(game_play(session.engine.game, i % 2 == 0 ? BLACK : WHITE, p, &status));
    }
    session_free(&plain);
    return session;
}

/* What is stored is one picture for all images. */
Test(gogui_show, the_position_as_stored_is_that_of_all_images) {
    static const int SIDES[][2] = {{9, 9}, {5, 8}};
    for (int k = 0; k < 2; k++) {
        Session session = session_new(SIDES[k][0], SIDES[k][1]);
        Point moves[12];
        play_random(&session, 12, 30 + (uint64_t)k);
        for (int i = 0; i < 12; i++) {
            moves[i] = session.engine.game->moves[i].point;
        }
        char *picture = strdup(strchr(session_ask(&session, "dihedra-show_canonical"), '\n'));
        for (Symmetry g = 1; g < SYMMETRY_COUNT; g++) {
            Session image = session_of_image(SIDES[k][0], SIDES[k][1], moves, 12, g);
            const char *shown = strchr(session_ask(&image, "dihedra-show_canonical"), '\n');
            cr_assert_str_eq(shown, picture);
            session_free(&image);
        }
        free(picture);
        session_free(&session);
    }
}

Test(gogui_show, the_key_with_the_positions_symmetries) {
    static const struct {
        const char *diagram, *symmetries;
    } CASES[] = {
        {". . .\n. . .\n. . .\n", "Symmetries: 0 1 2 3 4 5 6 7"},
        {"X . .\n. . .\n. . .\n", "Symmetries: 0 4"},
        {". X .\n. . .\n. . .\n", "Symmetries: 0 1"},
        {". . .\nX . .\n. . .\n", "Symmetries: 0 2"},
        {"X . .\n. . .\n. . X\n", "Symmetries: 0 3 4 7"},
        {". . X\n. . .\n. . .\n", "Symmetries: 0 7"},
        {"X O .\n. . .\n. . .\n", "Symmetries: 0"},
        {"X O .\n. X O\n", "Symmetries: 0"},
        {"X O X\n. . .\n", "Symmetries: 0 1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Diagram size = diagram_read(CASES[i].diagram);
        Session session = session_new(size.width, size.height);
        session_set_up(&session, CASES[i].diagram, BLACK);
        char key[17], line[32];
        cr_assert_eq(sscanf(session_ask(&session, "dihedra-key"), "%16s", key), 1);
        snprintf(line, sizeof line, "Key: %s\n", key);
        const char *text = session_ask(&session, "dihedra-show_key");
        cr_assert_eq(strncmp(text, line, strlen(line)), 0, "%s", text);
        cr_assert_str_eq(strrchr(text, '\n') + 1, CASES[i].symmetries);
        session_free(&session);
    }
}
