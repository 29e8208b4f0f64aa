/* Proofs of small boards, made and checked. test_tamper.c changes them. */
#include "tests/support/proof.h"

#include <criterion/criterion.h>

Test(solve_prove, proves_small_boards_under_all_rules) {
    static const int SIZES[][2] = {{1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2},
                                   {2, 3}, {4, 2}, {2, 5}, {3, 3}, {4, 3}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int ko = KO_SIMPLE; ko <= KO_POSITIONAL; ko++) {
            Text bytes = {0};
            proof_make(SIZES[i][0], SIZES[i][1], (KoRule)ko, false, &bytes);
            text_free(&bytes);
        }
    }
}
