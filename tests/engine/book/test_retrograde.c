/* Complete books of the smallest boards: the value of the empty board as known, and of every
 * position (of 3x3: of some) as the solver finds it by itself. */
#include "engine/book/retrograde.h"
#include "engine/go/board/score.h"
#include "engine/solve/play/small_board.h"
#include "tests/support/position/games.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static BookGraph *solved(int width, int height) {
    const BookFacts facts = book_facts(width, height, rules_find("chinese-simple-ko"), 0);
    BookGraph *graph = book_graph_new(&facts);
    Status status;
    cr_assert(book_graph_complete(graph, UINT32_MAX - 1, &status), "%s", status.text);
    book_graph_solve(graph);
    return graph;
}

Test(book_retrograde, the_empty_board_has_the_known_value) {
    /* shared/data/small-boards.tsv */
    static const int VALUES[][3] = {{1, 1, 0}, {1, 2, 0}, {1, 3, 3}, {1, 4, 4}, {1, 5, 0},
                                    {2, 2, 0}, {2, 3, 0}, {2, 4, 8}, {3, 3, 9}};
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
        BookGraph *graph = solved(VALUES[i][0], VALUES[i][1]);
        cr_assert_eq(graph->nodes[BOOK_ROOT].own.score, VALUES[i][2], "%dx%d: %g", VALUES[i][0],
                     VALUES[i][1], graph->nodes[BOOK_ROOT].own.score);
        book_graph_free(graph);
    }
}

/* The solver's value of the position at the end of a way; a game that is over has its score. */
static int value_by_solver(const BookGraph *graph, const Point *way, int count) {
    const ExactLimits limits = {
        .deadline = {.at = INFINITY}, .nodes = UINT64_MAX, .threads = 1, .table_bytes = 1 << 20};
    Game *game = games_new(graph->facts.width, graph->facts.height, "chinese-simple-ko");
    for (int i = 0; i < count; i++) {
        games_play(game, (Color)game->board.to_move, way[i]);
    }
    if (game->board.passes >= 2) {
        return score_area(&game->board, NULL, NULL);
    }
    SmallBoard *small_board = small_board_new(game, &limits);
    cr_assert_not_null(small_board);
    const ExactBounds bounds = small_board_solve(small_board);
    cr_assert_eq(bounds.lower, bounds.upper);
    small_board_free(small_board);
    cleanup_now(game);
    return bounds.lower;
}

/* Compares each step-th position. */
static void expect_values(int width, int height, uint32_t step) {
    BookGraph *graph = solved(width, height);
    BookWays *ways = book_ways_new(graph);
    for (uint32_t i = 0; i < graph->node_count; i += step) {
        BookPosition position;
        Point *way = book_ways_go(ways, graph, i, &position);
        const int expected = value_by_solver(graph, way, position.ply);
        cr_assert_eq(graph->nodes[i].own.score, expected, "%dx%d, position %u: %g, not %d", width,
                     height, i, graph->nodes[i].own.score, expected);
        free(way);
    }
    book_ways_free(ways);
    book_graph_free(graph);
}

Test(book_retrograde, positions_have_the_solvers_values) {
    expect_values(2, 2, 1);
    expect_values(1, 4, 1);
    expect_values(2, 3, 3);
    expect_values(3, 3, 97);
}

Test(book_retrograde, komi_moves_the_score_and_decides_the_game) {
    BookFacts facts = book_facts(3, 3, rules_find("chinese-simple-ko"), 9);
    for (int i = 0; i < 2; i++) {
        facts.komi = i == 0 ? 9 : 9.5;
        BookGraph *graph = book_graph_new(&facts);
        Status status;
        cr_assert(book_graph_complete(graph, UINT32_MAX - 1, &status));
        book_graph_solve(graph);
        cr_assert_eq(graph->nodes[BOOK_ROOT].own.score, 9 - facts.komi);
        cr_assert_eq(graph->nodes[BOOK_ROOT].own.win_loss, i == 0 ? 0 : -1);
        book_graph_free(graph);
    }
}

Test(book_retrograde, refuses_what_has_no_single_value_or_too_many_positions) {
    BookFacts facts = book_facts(2, 2, rules_find("tromp-taylor"), 0);
    Status status = {""};
    BookGraph *graph = book_graph_new(&facts);
    cr_assert(!book_graph_complete(graph, 1000, &status));
    cr_assert_not_null(strstr(status.text, "no single value"));
    book_graph_free(graph);
    facts.rules = *rules_find("chinese-simple-ko");
    graph = book_graph_new(&facts);
    cr_assert(!book_graph_complete(graph, 20, &status));
    cr_assert_str_eq(status.text, "more than 20 positions can be reached");
    book_graph_free(graph);
}
