/* dihedra analyze as users run it, with an engine whose answers are known: the figures, what the
 * engine is told, and that any error prints one clear line and changes no file. */
#include "tests/support/program/analyze_arena.h"

#include <signal.h>

/* ---- Figures ---- */

/* JSON null at a path of two parts. */
static bool is_null_at(const json_t *json, const char *list, size_t index, const char *key) {
    return json_is_null(json_object_get(json_array_get(json_object_get(json, list), index), key));
}

static void expect_near(const json_t *json, const char *path, double expected) {
    cr_assert_float_eq(json_at(json, path), expected, 1e-9, "%s is %.9f, not %.9f", path,
                       json_at(json, path), expected);
}

Test(analyze, losses_are_best_before_less_value_after) {
    static const struct {
        const char *path;
        double value;
    } FIGURES[] = {
        {"moves/0/loss_win_rate", 0}, /* the engine's choice */
        {"moves/0/loss_points", 0},
        {"moves/1/loss_win_rate", 0.45 - (1 - 0.90)},
        {"moves/1/loss_points", -1 - -5},
        {"moves/3/loss_win_rate", 0.40 - (1 - 0.3)},
        {"moves/3/loss_points", -4 - 2.25},
        {"positions/1/black_win_rate", 1 - 0.42},
        {"positions/1/black_score_points", 1.5},
        {"positions/0/candidates/0/black_win_rate", 1 - 0.42}, /* of the position after it */
        {"positions/0/candidates/0/visits", 12},
        {"black/moves", 2},
        {"black/agreeing", 1},
        {"black/grades/mistake", 1},
        {"black/mean_loss_win_rate", 0.17 / 2},
        {"black/mean_loss_points", 2.5 / 2},
        {"black/phases/0/moves", 1}, /* on 3x3 the opening ends after the second move */
        {"black/phases/1/loss_points", 2.5},
        {"black/worst_moves/0", 3},
        {"white/grades/blunder", 1},
        {"white/mean_loss_points", 4.0 / 2},
    };
    Arena *arena = analyze_arena_new();
    arena_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --json");
    arena_expect(arena, 0, "5/5 positions");
    json_t *json = arena_json(arena);
    for (size_t i = 0; i < sizeof FIGURES / sizeof FIGURES[0]; i++) {
        expect_near(json, FIGURES[i].path, FIGURES[i].value);
    }
    const json_t *moves = json_object_get(json, "moves");
    cr_assert_str_eq(game_text(moves, 1, "grade"), "blunder");
    cr_assert_str_eq(game_text(moves, 2, "grade"), "mistake");
    cr_assert_str_eq(game_text(moves, 3, "grade"), "find");
    cr_assert_str_eq(game_text(moves, 3, "vertex"), "C1");
    cr_assert(is_null_at(json, "moves", 0, "grade"));
}

static const char *grade_of_first_move(Arena *arena) {
    arena_must_run(arena,
                   "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --json");
    const json_t *moves = json_object_get(arena_json(arena), "moves");
    const char *grade = json_string_value(json_object_get(json_array_get(moves, 0), "grade"));
    return grade == NULL ? "" : grade;
}

/* The network of this program's engine is an option; a wrong one costs a message that names it. */
Test(analyze, the_model_is_an_option, .timeout = 60) {
    Arena *arena = arena_new();
    arena_write(arena, "a.sgf", "(;SZ[3];B[bb])");
    arena_shell(arena, "\"$D\" analyze a.sgf --model none --visits 2");
    arena_expect(arena, 0, "");
    arena_shell(arena, "\"$D\" analyze a.sgf --model none.gz --visits 2");
    arena_expect(arena, 1, "none.gz: no such file");
    arena_shell(arena, "\"$D\" analyze a.sgf --model a.sgf --visits 2");
    arena_expect(arena, 1, "a.sgf: byte ");
}

/* The same four points are a mistake in an open game and less in one that is decided; a gain of win
 * rate that costs points is nothing. */
Test(analyze, points_count_by_openness) {
    static const struct {
        const char *before, *after, *grade; /* win rate and score for Black, then for White */
    } CASES[] = {
        {"0.50 scoreLead 4", "0.53 scoreLead 0", "mistake"},
        {"0.96 scoreLead 24", "0.045 scoreLead -20", "inaccuracy"},
        {"0.999 scoreLead 34", "0.001 scoreLead -30", ""},
        {"0.50 scoreLead 4", "0.45 scoreLead 0", ""},
        {"0.50 scoreLead 0", "0.40 scoreLead -4", "find"},
    };
    Arena *arena = analyze_arena_new();
    arena_write(arena, "game.sgf", "(;SZ[3];B[aa])");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, "reports",
                    formatted("info move C1 visits 5 winrate %s pv C1\n"
                              "info move A1 visits 5 winrate %s pv A1\n",
                              CASES[i].before, CASES[i].after));
        cr_assert_str_eq(grade_of_first_move(arena), CASES[i].grade, "%s then %s is %s",
                         CASES[i].before, CASES[i].after, grade_of_first_move(arena));
    }
}

Test(analyze, people_get_a_table) {
    Arena *arena = analyze_arena_new();
    arena_must_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0");
    static const char *const LINES[] = {
        "game.sgf: 3x3, komi 0.5, 4 moves; analysed by A <b>& 1.0\n",
        "   1 B B2    58.0% ##########|##........   B+1.5    0.0     0.0%     =\n",
        "   2 W A3    90.0% ##########|########..   B+5.0    4.0    35.0% ??? C1\n",
        ("Black: 2 moves, 50% the engine's choice, 1 mistake, mean loss 1.2 points and 8.5%\n"
         "  3 B3 loses 17.0% and 2.5 points; the engine's choice: C1. From move 2 to 3 both left "
         "C1.\n"),
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        cr_assert_not_null(strstr(arena->out, LINES[i]), "no %s in\n%s", LINES[i], arena->out);
    }
}

/* An image of the engine's choice is as good; a move whose player moves again has no known loss. */
Test(analyze, symmetry_and_order_of_play) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "game.sgf", "(;SZ[3];B[aa];B[bb])");
    arena_write(arena, "reports",
                "info move C1 visits 5 winrate 0.5 scoreLead 1 order 0 pv C1 info move A3 visits 5 "
                "winrate 0.5 order 1 isSymmetryOf C1 pv A3\n"
                "info move A1 visits 9 winrate 0.5 pv A1\n"
                "info move A1 visits 9 winrate 0.5 pv A1\n");
    arena_must_run(arena,
                   "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --json");
    json_t *json = arena_json(arena);
    const json_t *moves = json_object_get(json, "moves");
    cr_assert(json_is_true(json_object_get(json_array_get(moves, 0), "agrees")));
    cr_assert(json_is_false(json_object_get(json_array_get(moves, 1), "agrees")));
    cr_assert(is_null_at(json, "moves", 0, "loss_win_rate"));
    cr_assert(is_null_at(json, "positions", 1, "black_score_points"));
    expect_near(json, "positions/0/visits", 10); /* an engine without figures of the root */
    expect_near(json, "positions/0/black_score_points", 1);
    expect_near(json, "moves/1/loss_win_rate", 0);
}

/* ---- What the engine is told ---- */

#define ASKED "1 maxvisits 20 maxmoves 8 ownership true rootInfo true\n"

/* The lines told after the introduction. */
static void expect_told(Arena *arena, const char *record, const char *options,
                        const char *expected) {
    static char told[ARENA_TEXT_MAX];
    arena_write(arena, "game.sgf", record);
    arena_must_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 %s",
                   options);
    arena_read(arena, "told", told);
    const char *start = strstr(told, "known_command set_free_handicap\n");
    cr_assert_not_null(start, "%s", told);
    start = strchr(start, '\n') + 1;
    cr_assert_str_eq(start, expected, "%s\nis told as\n%s", record, start);
}

/* Handicap, rules, passes; stones set up at the start and later, on a board that is no square. */
Test(analyze, the_engine_is_led_along_the_game) {
    static const char PASSES[] = "info move pass visits 1 winrate 0.5\n";
    Arena *arena = analyze_arena_new();
    arena_write(arena, "reports", formatted("%s%s%s", PASSES, PASSES, PASSES));
    expect_told(arena, "(;SZ[5]KM[5.5]RU[NZ]HA[2]AB[aa][cc];W[bd];B[tt])", "",
                "known_command kata-set-rules\nkata-set-rules new-zealand\nboardsize 5\n"
                "clear_board \nkomi 5.5\nset_free_handicap A5 C3\nkata-analyze white " ASKED
                "play white B2\nkata-analyze black " ASKED
                "play black pass\nkata-analyze white " ASKED);
    expect_told(arena, "(;SZ[5:4]AW[aa]AB[ed]RU[moon];B[bc];W[cc];C[x]AB[dc];PL[W])", "--from 2",
                "rectangular_boardsize 5 4\nclear_board \nkomi 7.5\nplay white A4\n"
                "play black E1\nplay black B2\nkata-analyze white " ASKED
                "rectangular_boardsize 5 4\nclear_board \nkomi 7.5\nplay white A4\nplay black "
                "B2\nplay white C2\n"
                "play black D2\nplay black E1\nkata-analyze white " ASKED);
    expect_told(
        arena, "(;SZ[3]KM[0.5]RU[Japanese];B[ba];W[aa];B[ab];AW[cc])", "--from 3",
        "known_command kata-set-rules\nkata-set-rules japanese\nboardsize 3\n"
        "clear_board \nkomi 0.5\nplay black B3\nplay white A3\nkata-analyze black " ASKED
        "boardsize 3\nclear_board \nkomi -0.5\nplay black B3\nplay black A2\nplay white C1\n"
        "kata-analyze white " ASKED);
}

/* An illegal move is told and shown, and what it leaves is set up; its loss is unknown. */
Test(analyze, illegal_moves_are_executed) {
    static const struct {
        const char *record, *fault, *told; /* of its last move, the second */
    } CASES[] = {
        {"(;SZ[3];B[bb];W[bb])", "is on a stone", "play white B2\n"},
        {"(;SZ[3]RU[Japanese]AW[ab][bb][ca];AW[ba];B[cc];B[aa])", "is suicide", "play black C1\n"},
        {"(;SZ[4]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb])", "retakes a ko at once",
         "play white B3\n"},
    };
    static const char PASSES[] = "info move pass visits 1 winrate 0.5\n";
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        static char told[ARENA_TEXT_MAX];
        arena_write(arena, "bad.sgf", CASES[i].record);
        arena_write(arena, "reports", formatted("%s%s%s", PASSES, PASSES, PASSES));
        arena_shell(arena, "rm -f told");
        arena_run(arena, "analyze bad.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --json");
        arena_expect(arena, 0, CASES[i].fault);
        const json_t *json = arena_json(arena), *moves = json_object_get(json, "moves");
        cr_assert_str_eq(game_text(moves, 1, "fault"), CASES[i].fault);
        cr_assert(is_null_at(json, "moves", 0, "fault"));
        cr_assert(is_null_at(json, "moves", 1, "loss_points"));
        arena_read(arena, "told", told);
        const char *set_up = strstr(strstr(told, "clear_board") + 1, "clear_board");
        cr_assert_not_null(set_up, "%s", told);
        cr_assert_not_null(strstr(set_up, CASES[i].told), "%s", set_up);
    }
    arena_prints(arena, "analyze bad.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --to 2",
                 " illegal; pass\n");
}

/* ---- How many visits ---- */

/* The visits of all positions; they must be the same. */
static long visits_of_all(Arena *arena) {
    json_t *json = arena_json(arena), *position;
    size_t i;
    long visits = -1;
    json_array_foreach(json_object_get(json, "positions"), i, position) {
        const long here = (long)json_integer_value(json_object_get(position, "visits"));
        cr_assert(visits == -1 || visits == here, "%ld and %ld", visits, here);
        visits = here;
    }
    return visits;
}

/* The program's own engine knows the limit, however little of the graph is new. */
Test(analyze, visits_are_as_many_as_asked_for, .timeout = 60) {
    static const struct {
        const char *options;
        long visits;
    } CASES[] = {{"", 200}, {"--visits 1", 1}, {"--visits 333 --threads 3", 333}};
    Arena *arena = analyze_arena_new();
    arena_write(arena, "nine.sgf", "(;SZ[9]KM[7];B[ee];W[ce];B[cd];W[dd];B[dc];W[de];B[];W[])");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (int game = 0; game < 2; game++) {
            arena_must_run(arena, "analyze %s --json --deep 0 %s",
                           game == 0 ? "game.sgf" : "nine.sgf", CASES[i].options);
            cr_assert_eq(visits_of_all(arena), CASES[i].visits, "%s: %ld", CASES[i].options,
                         visits_of_all(arena));
        }
    }
}

/* An engine that refuses maxvisits and reports 100, 250, 400 visits and so on; more after each play
 * by 1000, which clear_cache takes off. */
static const char COUNTER[] =
    "kept=0\n"
    "while read -r id command rest; do\n"
    "  [ -z \"$id\" ] && continue\n"
    "  answer=\n"
    "  case $command in\n"
    "  quit) exit 0 ;;\n"
    "  name | version) answer=1 ;;\n"
    "  play) kept=$((kept + 1000)) ;;\n"
    "  clear_cache) kept=0 ;;\n"
    "  known_command) answer=true ;;\n"
    "  kata-analyze)\n"
    "    case $rest in *maxvisits*) printf '?%s no\\n\\n' $id; continue ;; esac\n"
    "    echo \"=$id\"\n"
    "    for i in 100 250 400 550; do\n"
    "      echo \"info move pass visits $((kept + i)) winrate 0.5 pv pass rootInfo visits \"\\\n"
    "\"$((kept + i)) winrate 0.5\"\n"
    "    done\n"
    "    read -r line; echo; continue ;;\n"
    "  esac\n"
    "  printf '=%s %s\\n\\n' \"$id\" \"$answer\"\n"
    "done\n";

/* The last report that is not over the limit counts if the engine knows none. */
Test(analyze, visits_are_at_most_as_many_as_asked_for) {
    static const struct {
        int asked;
        long made;
    } CASES[] = {{400, 400}, {399, 250}};
    Arena *arena = analyze_arena_new();
    arena_write(arena, "counter.sh", COUNTER);
    for (int i = 0; i < 2; i++) {
        arena_must_run(arena,
                       "analyze game.sgf --engine 'sh counter.sh' --visits %d --deep 0 --json",
                       CASES[i].asked);
        cr_assert_eq(visits_of_all(arena), CASES[i].made);
    }
}

/* ---- What goes wrong ---- */

/* Exactly one line besides the progress, no output and no file. */
static void expect_failure(Arena *arena, int status, const char *message, const char *arguments) {
    arena_run(arena, "analyze %s --out new.sgf --html new.html --json", arguments);
    const char *line = formatted("dihedra analyze: %s", message);
    const char *last = strstr(arena->err, "dihedra analyze: ");
    cr_assert(arena->status == status && last != NULL && strncmp(last, line, strlen(line)) == 0 &&
                  strchr(last, '\n') == last + strlen(last) - 1,
              "%s: status %d, not %d\n%s\ninstead of\n%s", arguments, arena->status, status,
              arena->err, line);
    cr_assert_str_eq(arena->out, "");
    cr_assert_eq(arena_shell(arena, "ls -a | grep -c '^new'"), 1, "%s leaves %s", arguments,
                 arena->out);
}

Test(analyze, engines_that_go_wrong_cost_one_line_and_no_file) {
    static const struct {
        const char *fault, *message;
    } CASES[] = {
        {"ignorant 0", "the engine does not know kata-analyze\n"},
        {"refuse 3", "the engine refused \"play black B3\": illegal move\n"},
        {"die 1", "the engine closed its output without an answer to \"kata-analyze black 1 max"},
        {"hang 2", "no answer to \"kata-analyze white 1 maxvisits 20 maxmoves 8 ow"},
        {"babble 4", "not an analysis of a 3x3 board: hello?world\n"},
        {"offboard 4", "not an analysis of a 3x3 board: info move Z9 visits 9 winrate 0.5\n"},
        {"occupied 4", "the engine would play the illegal move B2: info move B2"},
        {"short 4", "not an analysis of a 3x3 board: info move A1 visits 9 winrate 0.5 pv A1 own"},
        {"empty 2", "the engine's analysis was empty\n"},
        {"no 2",
         "the engine refused \"kata-analyze white 1 maxmoves 8 ownership true rootInfo true\""},
    };
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_failure(
            arena, 1, CASES[i].message,
            formatted("game.sgf --engine 'sh teller.sh %s' --visits 20 --deep 0 --timeout 0.7",
                      CASES[i].fault));
    }
    expect_failure(arena, 1, "the engine made 15 visits instead of 99 in 0.5 s\n",
                   "game.sgf --engine 'sh teller.sh slow 1' --visits 99 --timeout 0.5");
    expect_failure(arena, 1, "cannot start nowhere/engine: No such file or directory\n",
                   "game.sgf --engine nowhere/engine");
}

/* An engine that ends once, after it has worked, is started again. */
Test(analyze, an_engine_that_ends_once_costs_no_position, .timeout = 60) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "mortal",
                "[ -e died ] && exec $D --model none\n"
                "touch died\n"
                "sed -u 18q | $D --model none\n");
    arena_run(arena, "analyze game.sgf --json --visits 5 --deep 0 --engine \"env D=$D sh mortal\"");
    arena_expect(arena, 0, "the engine closed its ");
    cr_assert_eq(json_array_size(json_object_get(arena_json(arena), "positions")), 5);
}

/* An analysis that ends by itself is as good as one that is told to end. */
Test(analyze, analyses_may_end_by_themselves) {
    Arena *arena = analyze_arena_new();
    cr_assert_eq(
        arena_run(arena, "analyze game.sgf --engine 'sh teller.sh brief 0' --visits 99 --deep 0"),
        0, "%s", arena->err);
    arena_must_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --seconds 0.01");
}

Test(analyze, bad_records_cost_one_line_and_no_file) {
    static const struct {
        const char *record, *message;
    } CASES[] = {
        {"", "bad.sgf: line 1, column 1: no game: \"(;\" does not occur\n"},
        {"(;GM[2];B[aa])", "bad.sgf: line 1: GM[2] is a record of a game other than Go\n"},
    };
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, "bad.sgf", CASES[i].record);
        expect_failure(arena, 2, CASES[i].message, "bad.sgf");
    }
    expect_failure(arena, 2, "none.sgf: No such file or directory\n", "none.sgf");
}

Test(analyze, bad_options_cost_one_line) {
    static const char *const CASES[][2] = {
        {"", "FILE.sgf is missing; try dihedra help analyze\n"},
        {"game.sgf other.sgf",
         "several games: the pages and their index need a folder: --html FOLDER"},
        {"game.sgf --visits 0",
         "--visits: expected a whole number from 1 to 1000000000, got '0'; "},
        {"game.sgf --from 3 --to 2", "--from 3 comes after --to 2; "},
        {"game.sgf --from 5", "--from 5: the game has 4 moves\n"},
        {"game.sgf --engine x --threads 2",
         "these options are for this program's own engine, not for --engine: --threads 2; "},
        {"game.sgf --out no/where.sgf", "no/where.sgf: No such file or directory\n"},
        {"game.sgf --html .", ".: not a regular file\n"},
    };
    Arena *arena = analyze_arena_new();
    arena_expect_refusals(arena, "analyze", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

/* ---- Signals, and going on ---- */

/* The signal is sent when the engine hangs. The last line says what there is. */
static void check_signal(const Arena *arena, const char *fault, int number, const char *message) {
    char line[1024], last[1024] = "";
    pid_t process;
    FILE *progress = arena_start(arena, &process,
                                 "analyze game.sgf --engine 'sh teller.sh %s' --visits 20 "
                                 "--deep 0 --out new.sgf --html new.html --resume log",
                                 fault);
    while (fgets(line, sizeof line, progress) != NULL && strcmp(line, "hanging\n") != 0) {
    }
    cr_assert_eq(kill(process, number), 0);
    while (fgets(line, sizeof line, progress) != NULL) {
        strcpy(last, line);
    }
    cr_assert_str_eq(last, message);
    const int result = arena_await(progress, process);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 128 + number, "%x", result);
}

/* A record may be a pipe into which nothing is ever written. */
Test(analyze, a_signal_ends_the_wait_for_a_record, .timeout = 60) {
    Arena *arena = analyze_arena_new();
    arena_shell(arena, "mkfifo pipe; \"$D\" analyze pipe & exec 3>pipe; kill $!; wait $!");
    cr_assert_eq(arena->status, 128 + SIGTERM, "%d", arena->status);
}

/* What is done is written, and not searched again. */
Test(analyze, interrupted_reviews_are_written_and_go_on) {
    Arena *arena = analyze_arena_new();
    check_signal(arena, "hang 2", SIGINT,
                 "dihedra analyze: interrupted: 0 moves judged; --resume goes on\n");
    cr_assert_eq(arena_shell(arena, "ls -a | grep -c '^new'"), 1, "%s", arena->out);
    arena_write(arena, "log", "");
    arena_shell(arena, "rm log");
    check_signal(
        arena, "deaf 4", SIGTERM,
        "dihedra analyze: interrupted: 2 moves judged; --resume goes on, and the files are "
        "about these\n");
    arena_expect_shell(arena, "ls new.html && grep -c 'BM.1.' new.sgf", "new.html\n1\n");
    arena_write(arena, "reports", strstr(ANALYZE_ARENA_REPORTS, "info move C3 visits 7"));
    arena_run(arena, "analyze game.sgf --engine 'sh teller.sh deaf 4' --visits 20 --deep 0 --json "
                     "--resume log");
    arena_expect(arena, 0, "5/5 positions");
    json_t *json = arena_json(arena);
    expect_near(json, "moves/1/loss_points", 4);
    expect_near(json, "moves/3/loss_points", -4 - 2.25);
    arena_expect_shell(arena, "grep -c ^kata-analyze told", "2\n");
    arena_run(arena, "analyze game.sgf --engine 'sh teller.sh deaf 4' --visits 21 --resume log");
    arena_expect(arena, 1, "visits");
}

/* Turning points are searched with more visits, the others are not. */
Test(analyze, turning_points_are_searched_deeper, .timeout = 60) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "nine.sgf",
                "(;SZ[9]KM[7];B[ee];W[ce];B[aa];W[dd];B[ia];W[de];B[ai];W[ff];B[ed])");
    arena_run(arena, "analyze nine.sgf --visits 50 --deep 4 --json --memory 8");
    arena_expect(arena, 0, "4/4 turning points");
    json_t *json = arena_json(arena);
    int deep = 0;
    for (int i = 0; i <= 9; i++) {
        const double visits = json_at(json, formatted("positions/%d/visits", i));
        cr_assert(visits == 50 || visits == 200, "%g", visits);
        deep += visits == 200;
    }
    cr_assert_eq(deep, 4);
    arena_run(arena, "analyze nine.sgf --visits 50 --deep 4 --memory 8 -j 2");
    arena_expect(arena, 0, "4/4 turning points");
}
