/* The second verifier, verify.py, agrees with `dihedra verify`. */
#include "tests/support/program/arena.h"

/* position: what position.sgf holds, which board may name. */
static void prove_and_verify_position(const char *position, const char *board,
                                      const char *expected) {
    if (system("python3 -c '' 2>/dev/null") != 0) {
        cr_skip_test("no python3");
    }
    Arena *arena = arena_new();
    arena_write(arena, "position.sgf", position);
    char script[ARENA_PATH_MAX];
    cr_assert_not_null(realpath("tests/engine/solve/verify/verify.py", script));
    cr_assert_eq(setenv("VERIFY", script, 1), 0);
    cr_assert_eq(arena_shell(arena, formatted("\"$D\" solve %s --proof p.proof", board)), 0, "%s",
                 arena->err);
    cr_assert_not_null(strstr(arena->out, ", proved\n"));
    arena_run(arena, "verify p.proof");
    arena_expect(arena, 0, "");
    arena_shell(arena, "python3 \"$VERIFY\" p.proof");
    arena_expect(arena, 0, "");
    cr_assert_eq(strncmp(arena->out, expected, strlen(expected)), 0, "%s", arena->out);
}

static void prove_and_verify(const char *board, const char *expected) {
    prove_and_verify_position("", board, expected);
}

Test(verify_second, agrees_on_3x4) {
    prove_and_verify("3x4", "lower 4 upper 4 records ");
    prove_and_verify("3x4 --ko simple", "lower 4 upper 4 records ");
    prove_and_verify("3x4 --ko ssk", "lower 4 upper 4 records ");
    prove_and_verify("3x3 --ko ssk --first B2", "lower 9 records ");
}

/* Before the first move Black had more life than in some of the positions that the strategy leads
 * to. */
Test(verify_second, agrees_after_a_first_move_that_loses_life) {
    static const char POSITION[] = "(;SZ[3]AB[ba][ca][ab][bb][cb][ac][bc]PL[B])";
    prove_and_verify_position(POSITION, "position.sgf --suicide off --first A3 --ko psk",
                              "lower 6 upper 6 records ");
    prove_and_verify_position(POSITION, "position.sgf --suicide off --first A3 --ko ssk",
                              "lower 9 records ");
}

Test(verify_second, agrees_on_4x4) {
    prove_and_verify("4x4", "lower 2 upper 2 records ");
}
