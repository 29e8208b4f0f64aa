#include "tests/support/program/proof.h"

#include <criterion/criterion.h>

SolverOptions small_board_options(int width, int height, KoRule ko, bool suicide) {
    SolverOptions options = {.width = width,
                             .height = height,
                             .rules = RULES[0],
                             .use = SOLVER_ALL_TECHNIQUES,
                             .hash_seed = HASH_DEFAULT_SEED,
                             .threads = 1,
                             .table_bytes = 8 << 20};
    options.rules.ko = ko;
    options.rules.suicide = suicide;
    return options;
}

void proof_make(const SolverOptions *options, Text *bytes) {
    Solver *solver = solver_new(options);
    cr_assert_not_null(solver);
    cr_assert(solver_solve(solver));
    const SolverState state = solver_state(solver);
    const int count = options->width * options->height;
    const ProofWanted wanted = {.has_lower = state.lower > -count,
                                .has_upper = state.upper < count,
                                .lower = state.lower,
                                .upper = state.upper};
    VerifyResult result;
    Status status = {""};
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%dx%d ko %d: %s",
              options->width, options->height, options->rules.ko, status.text);
    cr_assert(!wanted.has_lower || result.lower == state.lower);
    cr_assert(!wanted.has_upper || result.upper == state.upper);
    solver_free(solver);
}
