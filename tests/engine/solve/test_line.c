/* Lines of best play: under simple ko they end, with the value, and every position on the way has
 * it. */
#include "engine/solve/solver.h"
#include "tests/support/oracle/plain_solver.h"
#include "tests/support/position/colorings.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/proof.h"

enum { LINE_MAX = 256 };

static const char *text_of(const Bitboard *path, const BitboardShape *shape) {
    static char text[2 * CELL_COUNT_MAX + 1];
    ColorCell cells[CELL_COUNT_MAX];
    bitboard_get_cells(shape, path, cells);
    snprintf(text, sizeof text, "%s", diagram_print(shape->width, shape->height, cells).text);
    return text;
}

/* All that a position may be repeated in. */
static bool is_same(const Bitboard *a, const Bitboard *b) {
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] &&
           a->to_move == b->to_move && a->ko == b->ko;
}

static void expect_value(Solver *solver, const Bitboard *bitboard, int value) {
    solver_set_position(solver, bitboard, BITBOARD_NONE);
    cr_assert(solver_solve(solver));
    cr_assert_eq(solver_state(solver).lower, value, "%d, not %d\n%s", solver_state(solver).lower,
                 value, text_of(bitboard, solver_context(solver)->shape));
}

/* The solver has the value; another one checks the line. */
static void check_line(Solver *solver, Solver *checker) {
    static Bitboard path[LINE_MAX + 1];
    int moves[LINE_MAX];
    const int value = solver_state(solver).lower, count = line_find(solver, moves, LINE_MAX);
    const SolverContext *context = solver_context(solver);
    path[0] = solver_root(solver);
    for (int i = 0; i < count; i++) {
        solver_context_play(context, &path[i], moves[i], &path[i + 1]);
        for (int j = 0; j <= i && value != 0 && moves[i] != BITBOARD_PASS; j++) {
            cr_assert_not(is_same(&path[j], &path[i + 1]), "%s", text_of(path, context->shape));
        }
        if (i + 1 < count && moves[i] != BITBOARD_PASS) {
            expect_value(checker, &path[i + 1], value);
        }
    }
    const bool has_ended =
        count >= 2 && moves[count - 1] == BITBOARD_PASS && moves[count - 2] == BITBOARD_PASS;
    cr_assert(has_ended || value == 0, "%s", text_of(path, context->shape));
    cr_assert(!has_ended || bitboard_score(context->shape, path[count].stones, BLACK) == value,
              "%s", text_of(path, context->shape));
}

/* Every Nth position of the board (each: N); a small table loses most of its claims. */
static void check_board(int width, int height, int each, size_t table_bytes) {
    SolverOptions options = small_board_options(width, height, KO_SIMPLE, false);
    options.table_bytes = 1 << 20;
    Solver *checker = solver_kept(&options);
    options.table_bytes = table_bytes;
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    long number = 0;
    do {
        Bitboard bitboard;
        const Color color = (Color)(number / each % 2);
        if (!bitboard_set_up(solver_context(checker)->shape, cells, color, &bitboard) ||
            number++ % each != 0) {
            continue;
        }
        Solver *solver = solver_kept(&options);
        solver_set_position(solver, &bitboard, BITBOARD_NONE);
        cr_assert(solver_solve(solver));
        check_line(solver, checker);
        cleanup_now(solver);
    } while (colorings_next(cells, width * height));
    cleanup_now(checker);
}

Test(solve_line, ends_with_the_value_under_simple_ko) {
    check_board(2, 2, 1, 1 << 20);
    check_board(1, 5, 1, 1 << 20);
    check_board(1, 6, 3, 1 << 20);
    check_board(2, 3, 3, 1 << 20);
    check_board(3, 3, 401, 1 << 20);
    check_board(3, 3, 401, 1 << 11);
}

static void expect_line(int width, int height, KoRule ko, const char *expected) {
    const SolverOptions options = small_board_options(width, height, ko, false);
    Solver *solver = solver_kept(&options);
    int moves[LINE_MAX];
    char text[256] = "";
    cr_assert(solver_solve(solver));
    const int count = line_find(solver, moves, LINE_MAX);
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(text);
        const int cell =
            moves[i] == BITBOARD_PASS ? -1 : solver_context(solver)->shape->cell_of[moves[i]];
        snprintf(text + length, sizeof text - length, i == 0 ? "%d" : " %d", cell);
    }
    cr_assert_str_eq(text, expected);
    cleanup_now(solver);
}

/* White's last stone is taken; to fill an eye would lose three. */
Test(solve_line, ends_as_soon_as_all_is_won) {
    expect_line(4, 1, KO_SIMPLE, "1 2 3 -1 -1");
    expect_line(4, 1, KO_POSITIONAL, "1 2 3 -1 -1");
}

/* Black fills, is taken, takes back and is where it began, except that White may not retake the ko.
 * White's pass repeats the stones, but the next pass ends the game. */
Test(solve_line, a_pass_is_no_repetition) {
    const Diagram diagram = diagram_read("X . X . X .\n");
    const SolverOptions options = small_board_options(6, 1, KO_SIMPLE, false);
    Solver *solver = solver_kept(&options), *checker = solver_kept(&options);
    Bitboard bitboard;
    Oracle oracle;
    long budget = 100000000;
    cr_assert(bitboard_set_up(solver_context(solver)->shape, diagram.cells, BLACK, &bitboard));
    expect_value(solver, &bitboard, 6);
    check_line(solver, checker);
    oracle_init(&oracle, 6, 1);
    oracle_set_up(&oracle, diagram.cells, BLACK);
    cr_assert_eq(plain_solve(&oracle, &options.rules, 6, &budget), PLAIN_YES);
    oracle_free(&oracle);
}
