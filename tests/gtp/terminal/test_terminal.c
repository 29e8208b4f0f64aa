/* `dihedra play`, as a person uses it: by lines, and by keys on a terminal. */
#include "engine/eval/inside/inside.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/terminal.h"

/* Runs the command in the arena's folder with these lines, which printf expands, as its input. */
static const char *play(Arena *arena, const char *options, const char *lines) {
    arena_shell(
        arena,
        formatted(
            "printf '%s' | XDG_CACHE_HOME=. LC_ALL=C DIHEDRA_MODEL=none $D play --max-visits 50 %s",
            lines, options));
    return arena->out;
}

static void expect(const char *output, const char *words) {
    cr_assert_not_null(strstr(output, words), "no \"%s\" in:\n%s", words, output);
}

Test(terminal, a_move_is_answered_and_taken_back) {
    Arena *arena = arena_new();
    const char *output = play(arena, "--size 5 --rules chinese", "C3\\nundo\\nundo\\n");
    expect(output, "You have Black. Komi is 7.5.");
    expect(output, " X ");
    expect(output, "Dihedra plays ");
    expect(output, "There is no move of yours to take back.");
    cr_assert_eq(arena->status, 0);
}

Test(terminal, what_cannot_be_done_is_told) {
    static const char *const CASES[][2] = {
        {"C3\\nC3\\n", "There is a stone already."},
        {"Z9\\n", "The board has no such point."},
        {"tengen\\n", "tengen is neither a point, as e5, nor a command: type help."},
        {"rank 21k\\n", "rank takes 20k to 1k, 1d to 9d, or off for all it can."},
        {"new 30\\n", "new takes a size from 2 to 25"},
        {"new 5 4\\n", "a board of 5x5 has room for 0 handicap stones"},
        {"save\\n", "save needs the name of a file: save game.sgf"},
        {"save no/such/folder.sgf\\n", "no/such/folder.sgf: "},
        {"resign\\nC3\\n", "The game is over."},
        {"resign\\nhint\\n", "The game is over."},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect(play(arena, "--size 5", CASES[i][0]), CASES[i][1]);
    }
    arena_expect_refusals(arena, "play", 2,
                          (const char *const[][2]){{"--color green", "--color: "},
                                                   {"--handicap 10", "--handicap: "},
                                                   {"--time 0", "--time: "}},
                          3);
    arena_expect_refusals(arena, "play", 1,
                          (const char *const[][2]){{"--ponder on", "--ponder: not here"},
                                                   {"--book none", "--book none: "}},
                          2);
}

Test(terminal, a_game_ends_with_its_count_and_the_line_for_a_review) {
    Arena *arena = arena_new();
    static const char LINES[] = "C3\\nB3\\nD3\\nE3\\nA3\\nC2\\nC4\\npass\\npass\\npass\\n";
    const char *output = play(arena, "--size 5", LINES);
    if (strstr(output, " wins by ") == NULL) { /* by chance the other side goes on */
        output = play(arena, "--size 5", "resign\\n");
        expect(output, "White (Dihedra) wins: you have resigned.");
    }
    expect(output,
           "A review of it, as a page: dihedra analyze ./dihedra/play.sgf --html review.html");
}

Test(terminal, the_last_game_goes_on_and_a_new_one_leaves_it) {
    char text[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    if (!inside_exists()) {
        cr_skip_test("a rank needs a network");
    }
    play(arena, "--model inside --size 7 --rank 12k --color white", "C3\\n");
    cr_assert_str_eq(arena->err, "");
    expect(arena->out, "dihedra play goes on with this game.");
    arena_read(arena, "dihedra/play.sgf", text);
    expect(text, "SZ[7]");
    expect(text, "PB[Dihedra 12k]PW[You]");
    arena_shell(arena, "printf 'save kept.sgf\\n' | XDG_CACHE_HOME=. DIHEDRA_MODEL=inside $D play");
    expect(arena->out, "The last game goes on: you have White.");
    expect(arena->out, "Dihedra plays as a 12k.");
    arena_read(arena, "kept.sgf", text);
    expect(text, "SZ[7]");
    play(arena, "--size 5", "C3\\n");
    expect(arena->out, "The game before is kept in ./dihedra/play-before.sgf.");
    arena_read(arena, "dihedra/play-before.sgf", text);
    expect(text, "SZ[7]");
    arena_shell(arena, "printf 'A1\\n' | XDG_CACHE_HOME=./new DIHEDRA_MODEL=none $D play --size 5 "
                       "--max-visits 9; ls new/dihedra");
    expect(arena->out, "play.sgf");
    arena_write(arena, "dihedra/play.sgf", "(;damaged");
    arena_shell(arena, "printf 'quit\\n' | XDG_CACHE_HOME=. DIHEDRA_MODEL=inside $D play");
    expect(arena->out, "You have Black.");
    cr_assert_eq(arena->status, 0);
}

Test(terminal, the_engine_says_what_it_thinks) {
    Arena *arena = arena_new();
    play(arena, "", "E5\\nhint\\nanalyze\\nscore\\n");
    expect(arena->out, "Play ");
    expect(arena->out, " points for Black.\n");
    expect(arena->out, "\n1  ");
    expect(arena->out, " visits: ");
    expect(arena->out, "If it ended like this, ");
}

Test(terminal, a_record_goes_on) {
    Arena *arena = arena_new();
    arena_write(arena, "game.sgf", "(;GM[1]SZ[5]KM[0];B[cc];W[bb];B[dd])");
    cr_assert_null(strstr(play(arena, "--sgf game.sgf", "quit\\n"), "goes on with this game"));
    play(arena, "--sgf game.sgf", "C4\\n");
    expect(arena->out, "Your move (White): ");
    expect(arena->out, "Dihedra plays ");
    play(arena, "--sgf none.sgf", "");
    arena_expect(arena, 1, "dihedra play: none.sgf: ");
}

/* Waits for these words, and then for the prompt: only then the terminal takes keys. */
static void await(int terminal, char *shown, size_t *length, const char *words) {
    const char *found;
    while ((found = strstr(shown, words)) == NULL || strstr(found, "Your move (Black): ") == NULL) {
        const ssize_t count = read(terminal, shown + *length, ARENA_TEXT_MAX - 1 - *length);
        cr_assert_gt(count, 0, "no \"%s\" in:\n%s", words, shown);
        *length += (size_t)count;
        shown[*length] = '\0';
    }
}

static void press(int terminal, const char *keys) {
    cr_assert_eq(write(terminal, keys, strlen(keys)), (ssize_t)strlen(keys));
}

Test(terminal, arrow_keys_choose_a_point, .timeout = 120) {
    static char shown[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    int ours, theirs, status;
    size_t length = 0;
    terminal_require(&ours, &theirs);
    const pid_t process = fork();
    if (process == 0) {
        for (int i = 0; i < 3; i++) {
            dup2(theirs, i);
        }
        close(ours);
        if (chdir(arena->folder) != 0) {
            _exit(1);
        }
        setenv("XDG_CACHE_HOME", ".", 1);
        setenv("TERM", "xterm", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        unsetenv("NO_COLOR");
        execl(arena->program, arena->program, "play", "--model", "none", "--size", "9",
              (char *)NULL);
        _exit(1);
    }
    close(theirs);
    await(ours, shown, &length, "Your move (Black): ");
    press(ours, "\033[A"); /* shows the middle first */
    press(ours, "\033[A\033[C");
    press(ours, "\r");
    await(ours, shown, &length, "Dihedra plays ");
    press(ours, "xy\177\177\033[15~save f6.sgf\r"); /* a typed error, and a key without a meaning */
    await(ours, shown, &length, "The game is in ");
    press(ours, "\003");
    cr_assert_eq(waitpid(process, &status, 0), process);
    cr_assert_eq(status, 0);
    cr_assert_not_null(strstr(shown, "●"));
    close(ours);
}
