/* Distributed searches find the same values. Here over one rank, where every message goes to
 * the rank itself; tests/ranks does it with several. */
#include "engine/base/rng.h"
#include "engine/cluster/solver/distributed_solver.h"
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>

static Solver *solver_of(int width, int height, KoRule ko) {
    SolverOptions options = small_board_options(width, height, ko, false);
    options.table_bytes = 1 << 20;
    Solver *solver = solver_new(&options);
    cr_assert_not_null(solver);
    return solver;
}

/* Solves the empty board, or the one after a move on a spot, or a pass. */
static void check_value(Mpi *mpi, int width, int height, KoRule ko, int first, int leaf_nodes) {
    Solver *plain = solver_of(width, height, ko), *helped = solver_of(width, height, ko);
    const DistributedSolverOptions options = {.leaf_nodes = leaf_nodes, .share_nodes = 1};
    const Bitboard start = *solver_start(plain);
    solver_set_position(plain, &start, first);
    solver_set_position(helped, &start, first);
    DistributedSolver *distributed = distributed_solver_new(mpi, helped, &options);
    cr_assert(solver_solve(plain) && solver_solve(helped));
    cr_assert_eq(solver_state(plain).lower, solver_state(helped).lower,
                 "%dx%d, ko %d, first %d, leaves of %d: %d, and %d spread", width, height, ko,
                 first, leaf_nodes, solver_state(plain).lower, solver_state(helped).lower);
    DistributedSolverFigures figures;
    distributed_solver_finish(distributed, &figures);
    cr_assert_eq(figures.messages, 0);
    distributed_solver_free(distributed);
    solver_free(plain);
    solver_free(helped);
}

Test(distributed_solver, finds_the_same_values) {
    static const int SIZES[][2] = {{1, 3}, {1, 4}, {2, 2}, {2, 3}, {1, 5}};
    static const int LEAVES[] = {0, 1, 20};
    Status status;
    Mpi *mpi = mpi_open("test", &status);
    cr_assert_not_null(mpi);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (KoRule ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
            for (size_t j = 0; j < sizeof LEAVES / sizeof LEAVES[0]; j++) {
                check_value(mpi, SIZES[i][0], SIZES[i][1], ko, BITBOARD_NONE, LEAVES[j]);
                check_value(mpi, SIZES[i][0], SIZES[i][1], ko, SIZES[i][0] == 1 ? 2 : 1, LEAVES[j]);
                check_value(mpi, SIZES[i][0], SIZES[i][1], ko, BITBOARD_PASS, LEAVES[j]);
            }
        }
    }
    mpi_close(mpi, 0);
}

Test(distributed_solver, has_one_home_for_all_images) {
    const OwnerRule rules[] = {OWNER_CANONICAL, OWNER_ABSTRACT};
    Solver *solver = solver_of(4, 4, KO_POSITIONAL);
    const SolverContext *context = solver_context(solver);
    const SymmetryMaps *maps = &context->shape->hash.maps;
    Rng rng = rng_new(4);
    int homes[8] = {0}, plain_differ = 0;
    for (int i = 0; i < 300; i++) {
        ColorCell cells[CELL_COUNT_MAX], image[CELL_COUNT_MAX];
        Bitboard bitboard, other;
        for (int cell = 0; cell < 16; cell++) {
            cells[cell] = (ColorCell)(rng_below(&rng, 2) == 0 ? EMPTY : (int)rng_below(&rng, 2));
        }
        if (!bitboard_set_up(context->shape, cells, BLACK, &bitboard)) {
            continue;
        }
        homes[owner_of(context, &bitboard, OWNER_CANONICAL, 8)]++;
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            for (int cell = 0; cell < 16; cell++) {
                image[maps->image[g][cell]] = cells[cell];
            }
            cr_assert(bitboard_set_up(context->shape, image, BLACK, &other));
            for (size_t j = 0; j < sizeof rules / sizeof rules[0]; j++) {
                cr_assert_eq(owner_of(context, &bitboard, rules[j], 8),
                             owner_of(context, &other, rules[j], 8));
            }
            plain_differ += owner_of(context, &bitboard, OWNER_PLAIN, 8) !=
                            owner_of(context, &other, OWNER_PLAIN, 8);
        }
    }
    for (int rank = 0; rank < 8; rank++) {
        cr_assert_gt(homes[rank], 0);
    }
    cr_assert_gt(plain_differ, 0);
    solver_free(solver);
}
