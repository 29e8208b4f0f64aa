/* `dihedra play`, as a person uses it: by lines, and by keys on a terminal. */
#include "engine/eval/inside/inside.h"
#include "gtp/terminal/kept_game.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/terminal.h"

#include <signal.h>
#include <termios.h>

/* Runs the command in the arena's folder with these lines, which printf expands, as its input. */
static const char *play(Arena *arena, const char *options, const char *lines) {
    arena_shell(
        arena,
        formatted(
            "printf '%s' | XDG_CACHE_HOME=. LC_ALL=C DIHEDRA_MODEL=none $D play --max-visits 50 %s",
            lines, options));
    return arena->out;
}

Test(terminal, a_move_is_answered_and_taken_back) {
    Arena *arena = arena_new();
    const char *output = play(arena, "--size 5 --rules chinese", "C3\\nundo\\nundo\\n");
    expect_in(output, "You have Black. Komi is 7.5.");
    expect_in(output, " X ");
    expect_in(output, "Dihedra plays ");
    expect_in(output, "There is no move of yours to take back.");
    cr_assert_eq(arena->status, 0);
}

Test(terminal, what_cannot_be_done_is_told) {
    static const char *const CASES[][2] = {
        {"C3\\nC3\\n", "There is a stone already."},
        {"Z9\\n", "The board has no such point."},
        {"tengen\\n", "tengen is neither a point, as e5, nor a command: type help."},
        {"rank 21k\\n", "rank takes 20k to 1k, 1d to 9d, or off for full strength."},
        {"new 30\\n", "new takes a size from 2 to 25"},
        {"new 5 4\\n", "a board of 5x5 has room for 0 handicap stones"},
        {"save\\n", "save needs the name of a file: save game.sgf"},
        {"save no/such/folder.sgf\\n", "no/such/folder.sgf: "},
        {"save \"a b.sgf\\n", "a closing \" is missing"},
        {"save \"a.sgf\" b\\n", "save takes one file, in quotes if its name has blanks"},
        {"save \"\"\\n", "save needs the name of a file: save game.sgf"},
        {"resign now\\n", "resign takes no argument."},
        {"resign\\nC3\\n", "The game is over."},
        {"resign\\nhint\\n", "The game is over."},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_in(play(arena, "--size 5", CASES[i][0]), CASES[i][1]);
    }
    arena_expect_refusals(
        arena, "play", 2,
        (const char *const[][2]){{"--color green", "--color: "},
                                 {"--handicap 10", "--handicap: "},
                                 {"--list --size 5", "--list: cannot be combined"}},
        3);
    arena_expect_refusals(
        arena, "play", 1,
        (const char *const[][2]){{"--ponder on", "--ponder: dihedra play does not ponder"},
                                 {"--book none", "--book none: "}},
        2);
}

Test(terminal, a_game_ends_with_its_count_and_the_line_for_a_review) {
    Arena *arena = arena_new();
    static const char LINES[] = "C3\\nB3\\nD3\\nE3\\nA3\\nC2\\nC4\\npass\\npass\\npass\\n";
    const char *output = play(arena, "--size 5", LINES);
    if (strstr(output, " wins by ") == NULL) { /* by chance the other side goes on */
        output = play(arena, "--size 5", "resign\\n");
        expect_in(output, "White (Dihedra) wins: you have resigned.");
    }
    expect_in(output, "A review of it, as a page: dihedra analyze ./dihedra/play-");
}

Test(terminal, a_file_is_saved_under_its_name) {
    Arena *arena = arena_new();
    play(arena, "--size 5", "C3\\nsave \"a b.sgf\"\\nsave '\\''c d.sgf'\\''\\nsave e f.sgf\\n");
    expect_in(arena->out, "The game is in a b.sgf.");
    arena_expect_shell(arena, "ls *.sgf", "a b.sgf\nc d.sgf\ne f.sgf\n");
}

/* ---- Kept games ---- */

/* Runs `dihedra play` without options of a game. */
static const char *go_on(Arena *arena, const char *lines) {
    arena_shell(
        arena,
        formatted("printf '%s' | XDG_CACHE_HOME=. LC_ALL=C DIHEDRA_MODEL=none $D play", lines));
    return arena->out;
}

/* The path of the Nth kept game in the list, "" if there are not so many. */
static const char *kept_path(Arena *arena, int number) {
    arena_shell(arena,
                formatted("XDG_CACHE_HOME=. $D play --list | awk 'NR == %d {printf \"%%s\", $NF}'",
                          number + 1));
    return formatted("%s", arena->out);
}

/* What is in a file, on one line. */
static const char *content(Arena *arena, const char *path) {
    static char text[ARENA_TEXT_MAX];
    arena_read(arena, path, text);
    char *line = formatted("%s", text);
    for (char *c = line; (c = strchr(c, '\n')) != NULL;) {
        memmove(c, c + 1, strlen(c));
    }
    return line;
}

Test(terminal, each_game_is_kept_in_a_file_of_its_own) {
    Arena *arena = arena_new();
    arena_expect_shell(arena, "XDG_CACHE_HOME=. $D play --list", "no game is kept in ./dihedra/\n");
    for (int i = 0; i < 3; i++) { /* perhaps within a second */
        play(arena, "--size 5 --color white", "quit\\n");
        cr_assert_null(strstr(arena->out, "goes on with this game"), "the person has not moved");
        play(arena, formatted("--size %d", 5 + i), "C3\\nquit\\n");
        expect_in(arena->out, "dihedra play goes on with this game.");
    }
    expect_in(arena->out, "The game before is kept in ./dihedra/play-");
    arena_expect_shell(arena, "ls dihedra | sed 's/[0-9]/9/g'",
                       "play-9999-99-99-999999.sgf\nplay-9999-99-99-999999.sgf\n"
                       "play-9999-99-99-999999.sgf\nplay.lock\n");
    for (int i = 0; i < 3; i++) {
        expect_in(content(arena, kept_path(arena, 3 - i)), formatted("SZ[%d]", 5 + i));
    }
    expect_in(go_on(arena, "new 9\\nresign\\n"), "The last game goes on: you have Black.");
    expect_in(arena->out, "The game before is kept in ./dihedra/play-");
    expect_in(content(arena, kept_path(arena, 1)), "SZ[9]");
    cr_assert_str_neq(kept_path(arena, 4), "");
}

Test(terminal, the_list_tells_the_games) {
    static const char OLD[] = "(;SZ[7]PB[Dihedra 12k]PW[You]RE[W+R];B[dd];W[cc];B[ee])";
    Arena *arena = arena_new();
    arena_shell(arena, "mkdir dihedra");
    arena_write(arena, "dihedra/play-before.sgf", OLD);
    arena_write(arena, "dihedra/play.sgf", "(;SZ[9:5]PB[You]PW[Dihedra];B[dd];W[cc])");
    arena_write(arena, "dihedra/play-3.sgf", "damaged");
    arena_write(arena, "dihedra/other.sgf", OLD);
    arena_expect_shell(
        arena,
        "cd dihedra; touch -d 2026-11-30T14:25:01 play-before.sgf; touch -d 2026-11-29T9:05 "
        "play-3.sgf; "
        "touch -d 2026-11-30T14:25:02 play.sgf; XDG_CACHE_HOME=.. $D play --list",
        "last move         board  you have  against      moves  result      file\n"
        "2026-11-30 14:25  9x5    Black     Dihedra          2  unfinished  ../dihedra/play.sgf\n"
        "2026-11-30 14:25  7x7    White     Dihedra 12k      3  W+R         "
        "../dihedra/play-before.sgf\n"
        "2026-11-29 09:05  ../dihedra/play-3.sgf: line 1, column 1: no game: \"(;\" does not "
        "occur\n");
    expect_in(go_on(arena, "undo\\nnew 5\\nresign\\n"), "The last game goes on: you have Black.");
    cr_assert_str_eq(content(arena, "dihedra/play-before.sgf"), OLD);
    expect_in(content(arena, "dihedra/play.sgf"), "SZ[9:5]");
    cr_assert_null(strstr(content(arena, "dihedra/play.sgf"), ";B[dd]"));
    arena_expect_shell(arena, "ls dihedra/play-2*.sgf | wc -l", "1\n");
}

Test(terminal, a_kept_game_goes_on_in_its_file) {
    Arena *arena = arena_new();
    play(arena, "--size 5", "C3\\n");
    play(arena, "--size 7", "D4\\n");
    const char *first = kept_path(arena, 2), *second = kept_path(arena, 1);
    const char *before = content(arena, second);
    arena_shell(arena, formatted("touch -d 2026-11-30 %s", second));
    play(arena, formatted("--sgf %s", first), "undo\\nB2\\n");
    expect_in(arena->out, "dihedra play goes on with this game.");
    expect_in(content(arena, first), "SZ[5]");
    expect_in(content(arena, first), ";B[bd];W[");
    cr_assert_str_eq(content(arena, second), before);
    cr_assert_str_eq(kept_path(arena, 1), first, "the last move was there");
    cr_assert_str_eq(kept_path(arena, 3), "");
}

/* Whatever else the record holds would be lost, and a game that has ended stays as it is. */
Test(terminal, other_records_go_on_in_another_file) {
    static const char *const RECORDS[] = {
        "(;SZ[5]PB[You]PW[Dihedra]RE[W+R];B[cc];W[bb])",
        "(;SZ[5]PB[You]PW[Dihedra];B[cc]C[good];W[bb])",
        "(;SZ[5]PB[You]PW[Dihedra]C[good];B[cc];W[bb])",
        "(;SZ[5]PB[You]PW[Dihedra];B[cc](;W[bb])(;W[dd]))",
    };
    Arena *arena = arena_new();
    arena_shell(arena, "mkdir dihedra");
    for (size_t i = 0; i < sizeof RECORDS / sizeof RECORDS[0]; i++) {
        arena_write(arena, "dihedra/play.sgf", RECORDS[i]);
        arena_shell(arena, "touch -d 2026-11-30 dihedra/play.sgf");
        play(arena, "--sgf dihedra/play.sgf", "D2\\n");
        cr_assert_str_eq(content(arena, "dihedra/play.sgf"), RECORDS[i]);
        expect_in(content(arena, kept_path(arena, 1)), ";B[cc];W[bb];B[dd];W[");
    }
    play(arena, "--size 5", "C3\\nsave mine.sgf\\n");
    const char *saved = content(arena, "mine.sgf");
    play(arena, "--sgf mine.sgf", "B2\\n");
    cr_assert_str_eq(content(arena, "mine.sgf"), saved);
}

/* The test plays the part of the other process. */
Test(terminal, a_game_that_is_open_elsewhere_is_left_alone) {
    Arena *arena = arena_new();
    char path[ARENA_PATH_MAX];
    KeptGame other = {.lock = -1};
    play(arena, "--size 5", "C3\\n");
    const char *name = kept_path(arena, 1), *before = content(arena, name);
    arena_path(arena, name, path);
    setenv("XDG_CACHE_HOME", arena->folder, 1);
    cr_assert(kept_game_take(&other, path));
    cr_assert_str_neq(text_get(&other.path), "");
    expect_in(
        go_on(arena, "resign\\n"),
        formatted("Another dihedra play has %s open; this game is kept apart from it.", name));
    expect_in(arena->out, "White (Dihedra) wins");
    play(arena, formatted("--sgf %s", name), "B2\\n");
    expect_in(arena->out, "; this game is kept apart from it.");
    cr_assert_str_eq(content(arena, name), before);
    expect_in(content(arena, kept_path(arena, 1)), "SZ[5]");
    expect_in(content(arena, kept_path(arena, 2)), "SZ[9]");
    kept_game_leave(&other);
    play(arena, formatted("--sgf %s", name), "B2\\n");
    cr_assert_null(strstr(arena->out, "kept apart"));
    cr_assert_str_neq(content(arena, name), before);
}

Test(terminal, a_game_that_cannot_be_kept_is_told) {
    Arena *arena = arena_new();
    play(arena, "--size 5", "C3\\n");
    const char *name = kept_path(arena, 1), *before = content(arena, name);
    arena_shell(arena,
                formatted("(trap '' XFSZ; ulimit -f 0; printf 'B2\\nE5\\n' | XDG_CACHE_HOME=. $D "
                          "play --model none --max-visits 50 --sgf %s) 2>&1 | cat",
                          name));
    expect_in(arena->out, formatted("This game is not kept: %s: File too large\nYour move", name));
    cr_assert_null(strstr(arena->out, "dihedra play goes on with this game."));
    cr_assert_str_eq(content(arena, name), before);
    arena_expect_shell(arena, "ls dihedra | wc -l", "2\n");
    arena_shell(arena, "rm -r dihedra; echo >dihedra");
    play(arena, "--size 5", "C3\\n");
    expect_in(arena->out, "This game is not kept: ./dihedra/: Not a directory\n");
    arena_shell(arena,
                "printf 'resign\\n' | env -u XDG_CACHE_HOME -u HOME DIHEDRA_MODEL=none $D play");
    expect_in(arena->out, "This game is not kept: the system has no folder for it\n");
}

/* A signal waits for the end of a write. */
Test(terminal, a_killed_game_leaves_no_half_file) {
    Arena *arena = arena_new();
    arena_shell(arena,
                "for i in 1 2 3 4 5 6 7 8; do\n"
                "{ echo C3; yes 'undo\nC3'; } | XDG_CACHE_HOME=. $D play --size 5 --model none "
                "--visits 2 >/dev/null &\nsleep 0.1$i; kill $!; wait $!\ndone");
    arena_expect_shell(arena, "ls dihedra | grep -c tmp; [ -e dihedra/play.lock ]", "0\n");
    arena_expect_shell(arena, "tail -q -n 1 dihedra/*.sgf | grep -vc ')$'; true", "0\n");
}

Test(terminal, the_last_game_goes_on_with_its_rank) {
    Arena *arena = arena_new();
    if (!inside_exists()) {
        cr_skip_test("a rank needs a network");
    }
    play(arena, "--model inside --size 7 --rank 12k --color white", "C3\\n");
    cr_assert_str_eq(arena->err, "");
    const char *name = kept_path(arena, 1);
    expect_in(content(arena, name), "PB[Dihedra 12k]PW[You]");
    arena_shell(arena, "printf 'save kept.sgf\\n' | XDG_CACHE_HOME=. DIHEDRA_MODEL=inside $D play");
    expect_in(arena->out, "The last game goes on: you have White.");
    expect_in(arena->out, "Dihedra plays as a 12k.");
    expect_in(content(arena, "kept.sgf"), "SZ[7]");
    arena_shell(
        arena,
        formatted(
            "printf 'undo\\n' | XDG_CACHE_HOME=. DIHEDRA_MODEL=inside $D play --sgf %s --rank 5k",
            name));
    expect_in(content(arena, name), "PB[Dihedra 5k]PW[You]");
    expect_in(go_on(arena, "quit\\n"), "Dihedra plays as well as it can.");
    arena_shell(arena, "echo none >dihedra/play-2999-01-01-000000.sgf");
    expect_in(go_on(arena, "undo\\nundo\\nquit\\n"), "The last game goes on");
    arena_write(arena, name, "(;damaged");
    expect_in(go_on(arena, "quit\\n"), "You have Black.");
    cr_assert_eq(arena->status, 0);
    cr_assert_str_eq(content(arena, name), "(;damaged");
}

/* ---- The rest ---- */

Test(terminal, the_help_has_the_defaults_of_the_command) {
    Arena *arena = arena_new();
    arena_prints(arena, "help play", "(default 9)");
    expect_in(arena->out, "chinese (default)");
    expect_in(arena->out, "(default 16k");
    expect_in(arena->out, "seed of the search (default random)");
    cr_assert_null(strstr(arena->out, "default 19"));
    cr_assert_null(strstr(arena->out, "tromp"));
    cr_assert_null(strstr(arena->out, "--ponder"));
}

Test(terminal, the_engine_says_what_it_thinks) {
    Arena *arena = arena_new();
    play(arena, "", "E5\\nhint\\nanalyze\\nscore\\n");
    expect_in(arena->out, "Play ");
    expect_in(arena->out, " points for Black.\n");
    expect_in(arena->out, "\n1  ");
    expect_in(arena->out, " visits: ");
    expect_in(arena->out, "If it ended like this, ");
}

Test(terminal, a_record_goes_on) {
    Arena *arena = arena_new();
    arena_write(arena, "game.sgf", "(;GM[1]SZ[5]KM[0];B[cc];W[bb];B[dd])");
    cr_assert_null(strstr(play(arena, "--sgf game.sgf", "quit\\n"), "goes on with this game"));
    play(arena, "--sgf game.sgf", "C4\\n");
    expect_in(arena->out, "Your move (White): ");
    expect_in(arena->out, "Dihedra plays ");
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

/* Starts a game on a terminal. Returns the test's end of it. */
static int start_on_terminal(const Arena *arena, pid_t *process, struct termios *mode) {
    int ours, theirs;
    terminal_require(&ours, &theirs);
    tcgetattr(theirs, mode);
    *process = fork();
    if (*process == 0) {
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
    return ours;
}

Test(terminal, arrow_keys_choose_a_point, .timeout = 120) {
    static char shown[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    int status;
    size_t length = 0;
    pid_t process;
    struct termios mode;
    const int ours = start_on_terminal(arena, &process, &mode);
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

Test(terminal, signals_leave_the_terminal_as_it_was, .timeout = 120) {
    static const int SIGNALS[] = {SIGTERM, SIGHUP, SIGINT};
    static char shown[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
        int status;
        size_t length = 0;
        pid_t process;
        struct termios before, after;
        shown[0] = '\0';
        const int ours = start_on_terminal(arena, &process, &before);
        await(ours, shown, &length, "Your move (Black): ");
        cr_assert_eq(tcgetattr(ours, &after), 0);
        cr_assert_neq(after.c_lflag, before.c_lflag, "keys come at once");
        cr_assert_eq(kill(process, SIGNALS[i]), 0);
        cr_assert_eq(waitpid(process, &status, 0), process);
        cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGNALS[i]);
        cr_assert_eq(tcgetattr(ours, &after), 0);
        cr_assert_eq(after.c_lflag, before.c_lflag, "signal %d", SIGNALS[i]);
        close(ours);
    }
}

/* Each row of the count, and the winner by the totals: Black has two groups and the button, White
 * one group. */
Test(terminal, tells_how_the_score_comes_about) {
    Arena *arena = arena_new();
    arena_write(
        arena, "end.sgf",
        "(;SZ[9:3]KM[0.5]RU[koSIMPLEscoreAREAtaxALLsui0button1fpok1]"
        "AB[ba][ha][ab][bb][hb][ib][bc][hc]AW[ca][ea][ga][cb][db][eb][fb][gb][cc][ec][fc][gc]"
        "PL[B])");
    play(arena, "--sgf end.sgf --visits 50 --rank off --seed 1", "pass\\npass\\n");
    expect_in(arena->out, "             Black   White\n"
                          "stones           8      12\n"
                          "territory        4       3\n"
                          "group tax       -4      -2\n"
                          "komi             0     0.5\n"
                          "button         0.5       0\n"
                          "total          8.5    13.5\n"
                          "White (Dihedra) wins by 5 points.\n");
}
