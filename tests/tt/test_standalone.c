/* hash/ and tt/ can be copied into another program: they compile alone, without a warning, and
 * their headers serve C++, too. */
#include "tests/support/program/arena.h"

Test(tt_standalone, two_folders_are_a_program_in_c_and_cpp) {
    Arena *arena = arena_new();
    char root[ARENA_PATH_MAX];
    cr_assert_not_null(getcwd(root, sizeof root));
    const char *flags = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I.";
    arena_shell(arena, formatted("cp -r '%s/hash' '%s/tt' '%s/tests/standalone/table.c' . && "
                                 "cc=$(command -v gcc || command -v clang) && "
                                 "$cc -std=c17 %s table.c hash/*.c tt/*.c -o c && ./c",
                                 root, root, root, flags));
    arena_expect(arena, 0, "");
    cr_assert_str_eq(arena->out, "1000 of 1000 positions found\n");
    arena_shell(arena,
                formatted("cc=$(command -v gcc || command -v clang) && "
                          "cxx=$(command -v g++ || command -v clang++) && mv table.c table.cpp "
                          "&& $cc -std=c17 -I. -c hash/*.c tt/*.c && "
                          "$cxx -std=c++17 %s table.cpp *.o -o cpp && ./cpp",
                          flags));
    cr_assert_eq(arena->status, 0, "%s", arena->err);
    cr_assert_str_eq(arena->out, "1000 of 1000 positions found\n");
}
