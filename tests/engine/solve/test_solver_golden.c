/* What solvers do for their answers. */
#include "engine/solve/solver.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/golden.h"
#include "tests/support/program/proof.h"

#include <inttypes.h>

enum { LINE_MAX = 64 };

/* Solves the solver's position and adds the line of play to the digest. Returns its length. */
static int solve_line(Solver *solver, uint64_t *digest) {
    int line[LINE_MAX];
    cr_assert(solver_solve(solver));
    const int count = line_find(solver, line, LINE_MAX);
    for (int i = 0; i < count; i++) {
        *digest = golden_add(*digest, (uint64_t)line[i]);
    }
    return count;
}

/* Expects the value, the work and the line of play. */
static void expect_work(const char *name, Solver *solver) {
    uint64_t digest = 0;
    const int count = solve_line(solver, &digest);
    const SolverState state = solver_state(solver);
    golden_expect(name,
                  formatted("value %d nodes %" PRIu64 " generated %" PRIu64 " line %d %016" PRIx64,
                            state.lower, state.nodes, state.generated, count, digest));
}

static void expect_board(int width, int height, KoRule ko, const char *variant,
                         const SolverOptions *changed) {
    SolverOptions options = *changed;
    options.width = width;
    options.height = height;
    options.rules.ko = ko;
    Solver *solver = solver_kept(&options);
    expect_work(formatted("solver %dx%d %s%s", width, height, SOLVE_KO_NAMES[ko], variant), solver);
    cleanup_now(solver);
}

static SolverOptions plain_options(void) {
    SolverOptions options = small_board_options(1, 1, KO_SIMPLE, false);
    options.table_bytes = 1 << 20;
    return options;
}

Test(solver_golden, boards) {
    SolverOptions options = plain_options();
    expect_board(3, 4, KO_SIMPLE, "", &options);
    expect_board(1, 7, KO_SIMPLE, "", &options);
    expect_board(2, 5, KO_POSITIONAL, "", &options);
    expect_board(3, 3, KO_SITUATIONAL, "", &options);
    options.pessimistic_first = true;
    expect_board(1, 6, KO_SITUATIONAL, ", pessimistic first", &options);
    options = plain_options();
    options.table_bytes = 1 << 10;
    expect_board(3, 3, KO_POSITIONAL, ", a small table", &options);
    options = plain_options();
    options.use.cutoff = options.use.symmetry = options.use.exchange = false;
    expect_board(3, 3, KO_POSITIONAL, ", without cutoff and symmetry", &options);
}

static void expect_estimate(int width, int height, KoRule ko, int estimate) {
    SolverOptions options = plain_options();
    options.width = width;
    options.height = height;
    options.rules.ko = ko;
    options.pessimistic_first = true;
    Solver *solver = solver_kept(&options);
    solver_set_estimate(solver, estimate);
    expect_work(
        formatted("solver %dx%d %s, estimate %d", width, height, SOLVE_KO_NAMES[ko], estimate),
        solver);
    cleanup_now(solver);
}

/* A right one, and a wrong one of the whole board, move the questions and the work. */
Test(solver_golden, estimates) {
    expect_estimate(3, 4, KO_SIMPLE, 4);
    expect_estimate(2, 5, KO_POSITIONAL, -10);
}

/* After a pass and another first move, with one table. */
Test(solver_golden, first_moves) {
    SolverOptions options = plain_options();
    options.width = options.height = 3;
    options.rules.ko = KO_POSITIONAL;
    Solver *solver = solver_kept(&options);
    const Bitboard empty = *solver_start(solver);
    for (int cell = -1; cell < 1; cell++) {
        solver_set_position(solver, &empty,
                            cell < 0 ? BITBOARD_PASS : solver_context(solver)->shape->spot_of[0]);
        expect_work(formatted("solver 3x3 psk, after %d", cell), solver);
    }
}

/* Positions with life, captures and kos, each with a solver of its own. */
static void expect_late_positions(int width, int height, KoRule ko, int games) {
    Geometry *geometry = geometry_kept(width, height);
    Rng rng = rng_new((uint64_t)(100 * width + 10 * height) + (uint64_t)ko);
    uint64_t digest = 0, nodes = 0;
    SolverOptions options = plain_options();
    options.width = width;
    options.height = height;
    options.rules.ko = ko;
    options.table_bytes = 1 << 16;
    for (int game = 0; game < games; game++) {
        ColorCell cells[CELL_COUNT_MAX];
        Board board;
        options.rules.suicide = game % 2 == 0;
        Solver *solver = solver_kept(&options);
        random_game_play(&board, geometry, width * height / 2 + game, &rng, NULL);
        board_get_cells(&board, cells);
        solver_set_up(solver, cells, (Color)(game / 2 % 2), -1);
        solve_line(solver, &digest);
        const SolverState state = solver_state(solver);
        digest = golden_add(golden_add(digest, (uint64_t)state.lower), state.nodes);
        nodes += state.nodes;
        cleanup_now(solver);
    }
    golden_expect(formatted("solver late positions of %dx%d %s", width, height, SOLVE_KO_NAMES[ko]),
                  formatted("nodes %" PRIu64 " digest %016" PRIx64, nodes, digest));
}

Test(solver_golden, late_positions) {
    for (KoRule ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
        expect_late_positions(3, 3, ko, 24);
    }
}
