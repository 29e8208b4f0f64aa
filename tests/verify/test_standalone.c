/* verify/ can be read and compiled without the program: it needs six files of engine/base. */
#include "tests/support/program/arena.h"

Test(verify_standalone, is_a_program_without_the_solver) {
    Arena *arena = arena_new();
    char root[ARENA_PATH_MAX];
    cr_assert_not_null(getcwd(root, sizeof root));
    arena_shell(
        arena,
        formatted("mkdir engine && cp -r '%s/verify' '%s/tests/standalone/verify.c' . && "
                  "cp -r '%s/engine/base' engine && "
                  "base=$(printf 'engine/base/%%s ' memory.c text.c status.c map.c team.c "
                  "os/posix/pages.c) && "
                  "cc=$(command -v gcc || command -v clang) && "
                  "$cc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wconversion -Wshadow "
                  "-Werror -I. -pthread verify.c verify/*.c verify/local/*.c $base -lz -lm "
                  "-o v && \"$D\" solve 2x2 --proof right >/dev/null && ./v <right",
                  root, root, root));
    arena_expect(arena, 0, "");
    cr_assert_str_eq(arena->out, "right\n");
    arena_shell(arena, formatted("./v <'%s/tests/verify/symmetric.proof'", root));
    cr_assert_eq(arena->status, 1, "%s", arena->out);
}
