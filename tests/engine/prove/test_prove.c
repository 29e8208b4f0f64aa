/* Proofs of small boards, made and checked. test_tamper.c changes them. */
#include "tests/support/proof.h"

#include <criterion/criterion.h>

Test(solve_prove, proves_small_boards_under_all_rules) {
    static const int SIZES[][2] = {{1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2},
                                   {2, 3}, {4, 2}, {2, 5}, {3, 3}, {4, 3}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
            const SolverOptions options =
                proof_options(SIZES[i][0], SIZES[i][1], (KoRule)ko, i % 2 == 0);
            Text bytes = {0};
            proof_make(&options, &bytes);
            text_free(&bytes);
        }
    }
}

/* A table that has lost most claims says nothing of the shortest win; then the strategy must not go
 * round in circles. */
Test(solve_prove, proves_with_little_memory) {
    SolverOptions options = proof_options(3, 5, KO_SIMPLE, false);
    Text bytes = {0};
    options.table_bytes = 1 << 8;
    proof_make(&options, &bytes);
    text_free(&bytes);
}
