/* regress/match/match as users run it: the program in a folder of its own, with engines that are
 * shell scripts and with itself. */
#include "regress/match/match_player.h"
#include "tests/support/program/arena.h"

/* ---- Games and how they end ---- */

Test(match, colors_alternate_in_pairs) {
    Arena *arena = arena_new();
    arena_run(arena, "match --black \"$D --visits 1\" --white \"$D --visits 2\" --size 4 --games 5 "
                     "--alternate --random-opening 2 --seed 3 --resume log --json -j 2");
    arena_expect(arena, 0, "game 5: Dihedra ");
    json_t *games = arena_games(arena, "log"), *json = arena_json(arena);
    cr_assert_eq(json_array_size(games), 5);
    char openings[5][16];
    for (size_t i = 0; i < 5; i++) {
        cr_assert_not_null(strstr(game_text(games, i, i % 2 == 0 ? "black" : "white"), " #1"));
        cr_assert_not_null(strstr(game_text(games, i, i % 2 == 0 ? "white" : "black"), " #2"));
        snprintf(openings[i], 16, "%.5s", game_text(games, i, "moves"));
    }
    cr_assert_str_eq(openings[0], openings[1]);
    cr_assert_str_eq(openings[2], openings[3]);
    cr_assert_str_neq(openings[0], openings[2]);
    cr_assert_str_neq(openings[0], openings[4]);
    const double pairs = json_at(json, "pentanomial/0") + json_at(json, "pentanomial/1") +
                         json_at(json, "pentanomial/2") + json_at(json, "pentanomial/3") +
                         json_at(json, "pentanomial/4");
    cr_assert_eq(pairs, 2);
}

Test(match, without_alternate_black_stays_black) {
    Arena *arena = arena_new();
    arena_run(arena, "match --black 'sh fake.sh - -' --white \"$D --visits 1\" --size 3 --games 3 "
                     "--resume log --json");
    json_t *games = arena_games(arena, "log"), *json = arena_json(arena);
    for (size_t i = 0; i < 3; i++) {
        cr_assert_str_eq(game_text(games, i, "black"), "Fake 1.0");
    }
    cr_assert(json_is_null(json_object_get(json, "pentanomial")));
    cr_assert_eq(json_at(json, "games"), 3);
}

/* One game each, Black's engine first. */
Test(match, games_end_as_they_should) {
    static const struct {
        const char *black, *white, *options, *result, *reason, *message;
    } CASES[] = {
        {"- - A1", "- - pass", "--no-dead", "B+1.5", "score", ""},
        {"- - A1", "- - B2 pass", "", "W+16.5", "score", ""}, /* the stone in the corner is dead */
        {"- - A1", "- - pass", "--no-dead --komi 9", "0", "score", ""},
        {"- - A1", "- - B2 resign", "", "B+R", "resignation", ""},
        {"- - A1 C3", "- - B2 B3", "--move-limit 3 --no-dead --komi 0.5", "B+0.5", "move_limit",
         ""},
        {"- - A1", "- - A1", "", "B+F", "illegal",
         "played the illegal move A1 (occupied) at move 2"},
        {"- - pass pass A1", "- - A2 B1", "--rules chinese", "W+F", "illegal",
         "played the illegal move A1 (suicide) at move 5"},
        {"- - pass pass pass A1 B1", "- - A2 B2 C1 pass", "", "W+F", "illegal",
         "played the illegal move B1 (superko) at move 9"},
        {"- - A1", "refuse 1", "", "B+F", "refused",
         "refused \"play black A1\" at move 2: illegal move"},
        {"- - A1 B2", "die 2 C3", "", "B+F", "crash",
         "died at move 4: the engine closed its output without an answer to \"genmove white\"; "
         "the engine ended with exit status 3"},
        {"hang 1", "- -", "--hang 0.3", "W+F", "hang",
         "hung at move 1: no answer to \"genmove black\" within 0.3 s"},
        {"hang 1", "- -", "--time 1 --margin 0", "W+T", "time",
         "lost on time at move 1: no answer within 1 s"},
        {"hang 1", "- -", "--time 0+1/1", "W+T", "time",
         "lost on time at move 1: no answer within 1 s"},
        {"- - A1", "garbage 1", "", "B+F", "garbage",
         "answered wrongly at move 2: not an answer to \"genmove white\" (id 6): hello"},
        {"- - A1", "offboard 1", "", "B+F", "garbage",
         "answered wrongly at move 2: not a vertex of this board: Z99"},
        {"- - A1", "bytes 1", "", "B+F", "garbage",
         "answered wrongly at move 2: not a vertex of this board: ??~"},
        {"speechless 1", "- -", "", "W+F", "refused",
         "refused \"genmove black\" at move 1: no idea"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena,
                  "match --black 'sh fake.sh %s' --white 'sh fake.sh %s' --size 3 %s "
                  "--resume log%zu",
                  CASES[i].black, CASES[i].white, CASES[i].options, i);
        const char *name = formatted("log%zu", i);
        arena_expect(arena, 0, CASES[i].message);
        json_t *games = arena_games(arena, name);
        cr_assert_str_eq(game_text(games, 0, "result"), CASES[i].result, "case %zu: %s, %s", i,
                         game_text(games, 0, "result"), game_text(games, 0, "message"));
        cr_assert_str_eq(game_text(games, 0, "reason"), CASES[i].reason);
        cr_assert_str_eq(game_text(games, 0, "message"), CASES[i].message, "%s",
                         game_text(games, 0, "message"));
    }
}

/* An answer within the margin may use up the clock; then there is no limit to name. */
Test(match, no_time_is_left) {
    Arena *arena = arena_new();
    arena_write(arena, "slow.sh",
                "while read -r line; do\n"
                "  case $line in *genmove*) sleep 1.1 ;; esac\n"
                "  echo \"$line\"\n"
                "done | sh fake.sh hang 2 A1\n");
    arena_run(arena, "match --black 'sh slow.sh' --white 'sh fake.sh - - C3' --size 3 --time 1 "
                     "--margin 3");
    arena_expect(arena, 0, "lost on time at move 3: no time was left");
}

/* Black's and White's reports, from the mover's side, on 4x4 with a black wall on line 2. */
Test(match, games_are_adjudicated) {
    static const struct {
        const char *black, *white, *knows, *options, *result, *reason;
        int moves;
    } CASES[] = {
        {"winrate 0.05", "winrate 0.95", "kata", "--resign 2 10", "W+", "resign_agreed", 4},
        {"winrate 500", "winrate 9500", "lz", "--resign 1 10", "W+", "resign_agreed", 2},
        {"winrate 1", "winrate 9999", "lz", "--resign 1 10", "W+", "resign_agreed", 2},
        {"winrate 0.05", "winrate 1.0", "lz", "--resign 1 10", "W+", "resign_agreed", 2},
        {"winrate 1", "winrate 0", "kata", "--resign 1 10", "B+", "resign_agreed", 2},
        {"winrate 0.05", "winrate 0.85", "kata", "--resign 1 10", "B+17", "score", 4},
        {"winrate 0.05", "winrate 9900", "kata", "--resign 1 10", "B+17", "score", 4},
        {"winrate nothing", "winrate 0.95", "kata", "--resign 1 10", "B+17", "score", 4},
    };
    Arena *arena = arena_new();
    arena_write(arena, "wall", "(;SZ[4]AB[ba][bb][bc][bd][ab]PL[W])");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena,
                  "match --black 'sh fake.sh - - A1 pass' env=TELLS='%s' --white "
                  "'sh fake.sh - - D4 pass' env=TELLS='%s' --each env=KNOWS=%s-genmove_analyze "
                  "--openings wall --size 4 --komi -1 %s --resume log%zu",
                  CASES[i].black, CASES[i].white, CASES[i].knows, CASES[i].options, i);
        const json_t *games = arena_games(arena, formatted("log%zu", i));
        cr_assert_str_eq(game_text(games, 0, "result"), CASES[i].result, "case %zu: %s, %s", i,
                         game_text(games, 0, "result"), game_text(games, 0, "reason"));
        cr_assert_str_eq(game_text(games, 0, "reason"), CASES[i].reason);
        cr_assert_eq(json_at(json_array_get(games, 0), "move_count"), CASES[i].moves);
    }
}

/* What goes wrong in one game does not reach the next. */
Test(match, goes_on_after_faults) {
    static const char *const FAULTS[] = {"die 1", "garbage 1", "hang 1", "refuse 1", "offboard 1"};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        arena_run(arena,
                  "match --black \"$D --visits 1\" --white 'sh fake.sh %s' --size 3 --games 2 "
                  "--hang %g --json --resume log%zu",
                  FAULTS[i], i == 2 ? 0.5 : 30, i);
        arena_expect(arena, 0, "game 2: Fake 1.0 ");
        json_t *json = arena_json(arena), *games = arena_games(arena, formatted("log%zu", i));
        cr_assert_str_eq(game_text(games, 0, "message"), game_text(games, 1, "message"));
        cr_assert_eq(json_at(json, "wins"), 2);
        cr_assert_eq(json_at(json, "engines/1/crashes"), i == 0 ? 2 : 0);
        cr_assert_eq(json_at(json, "engines/1/wrong_answers"), i == 1 || i == 4 ? 2 : 0);
        cr_assert_eq(json_at(json, "engines/1/hangs"), i == 2 ? 2 : 0);
        cr_assert_eq(json_at(json, "engines/1/refusals"), i == 3 ? 2 : 0);
    }
}

/* The engine ends, or sends an answer too many, when the game is over. */
Test(match, goes_on_after_faults_between_games) {
    static const char *const FAULTS[] = {"leave 1", "twice 1"};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        arena_run(arena,
                  "match --black 'sh fake.sh - -' --white 'sh fake.sh %s' --size 3 --games 2 "
                  "--resume log%zu",
                  FAULTS[i], i);
        json_t *games = arena_games(arena, formatted("log%zu", i));
        cr_assert_str_eq(game_text(games, 1, "reason"), "score", "%s: %s", FAULTS[i],
                         game_text(games, 1, "message"));
    }
}

/* The runner sees neither the clock nor the answer meanwhile. */
Test(match, does_not_charge_engines_for_its_own_pauses) {
    Arena *arena = arena_new();
    arena_run(arena, "match --black 'sh fake.sh stop 1' --white 'sh fake.sh - -' --size 3 "
                     "--time 2 --resume log");
    json_t *games = arena_games(arena, "log");
    cr_assert_str_eq(game_text(games, 0, "reason"), "score", "%s", game_text(games, 0, "message"));
}

/* By their answers to name and version, or by their commands, cut to fit; numbers tell those of one
 * name apart. */
Test(match, engines_without_a_name_are_called_by_their_product) {
    static const char LONG[] = "b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g.h";
    Arena *arena = arena_new();
    arena_run(arena, "match --engine \"$D --visits=1\" --engine 'sh fake.sh -  -' --engine "
                     "'A=sh fake.sh - -' --engine 'sh fake.sh -  -' --format round-robin --size 3 "
                     "--resume log");
    const json_t *games = arena_games(arena, "log");
    cr_assert_eq(strncmp(game_text(games, 0, "black"), "Dihedra ", 8), 0);
    cr_assert_str_eq(game_text(games, 0, "white"), "Fake 1.0 #2");
    cr_assert_str_eq(game_text(games, 1, "white"), "A");
    cr_assert_str_eq(game_text(games, 2, "white"), "Fake 1.0 #4");
    arena_shell(arena, "sed -e 's/Fake//; s/1.0//' fake.sh >nameless.sh");
    arena_run(arena,
              "match --black 'sh nameless.sh - %s' --white 'sh nameless.sh - %s' --size 3 "
              "--resume long",
              LONG, LONG);
    games = arena_games(arena, "long");
    cr_assert_eq(strncmp(game_text(games, 0, "black"), "sh nameless.sh - b.c", 20), 0);
    cr_assert_lt(strlen(game_text(games, 0, "white")), ENGINE_NAME_MAX);
    cr_assert_str_neq(game_text(games, 0, "white"), game_text(games, 0, "black"));
}

/* The log is where the result is, unless it is named. */
Test(match, a_new_log_is_beside_the_result) {
    Arena *arena = arena_new();
    const char *common = "--black 'sh fake.sh - -' --white 'sh fake.sh - -' --size 3";
    cr_assert_eq(arena_shell(arena, "mkdir pages"), 0);
    arena_run(arena, "match %s --html pages/x.html --sgf records", common);
    arena_expect(arena, 0, "the log is pages/match-");
    arena_run(arena, "match %s --sgf others", common);
    arena_expect(arena, 0, "the log is others/match-");
    arena_run(arena, "match %s --sgf records", common);
    arena_expect(arena, 1, "--sgf records: has game-0001.sgf of another run; --resume its log");
    arena_expect_shell(arena, "ls records", "game-0001.sgf\n");
    arena_run(arena, "match %s --sgf here --resume here/game-0001.sgf", common);
    arena_expect(arena, 1, "here/game-0001.sgf is the log");
    arena_expect_shell(arena, "head -c 1 here/game-0001.sgf", "{");
}

Test(match, records_and_log_agree) {
    Arena *arena = arena_new();
    static char text[ARENA_TEXT_MAX];
    arena_write(arena, "openings", "(;SZ[3];B[bb];W[];B[ac])");
    arena_run(arena, "match --engine 'A]=sh fake.sh - - C3' --engine \"B=$D --visits 1\" --size 3 "
                     "--games 2 --openings openings --sgf records --resume log");
    arena_expect(arena, 0, "game 2: B (Black) - A] (White)");
    arena_read(arena, "records/game-0001.sgf", text);
    json_t *games = arena_games(arena, "log");
    expect_in(text, formatted("RE[%s]", game_text(games, 0, "result")));
    cr_assert_not_null(strstr(text, "PB[A\\]]PW[B]"), "%s", text);
    cr_assert_not_null(strstr(text, ";B[bb]\n;W[]\n;B[ac]\n;W["), "%s", text);
    cr_assert_not_null(strstr(text, " s]"), "%s", text);
    cr_assert_eq(strncmp(game_text(games, 0, "moves"), "B2 pass A1 ", 11), 0);
}

/* What engines tell of their moves, and that one of them counts otherwise. */
Test(match, records_have_what_engines_tell) {
    Arena *arena = arena_new();
    static char text[ARENA_TEXT_MAX];
    arena_run(arena, "match --black 'sh fake.sh - - B2' env='TELLS=winrate 0.625 scoreLead 3.25' "
                     "env='KNOWS=kata-genmove_analyze final_score' --white 'sh fake.sh - - C3' "
                     "env='TELLS=winrate 4000' env=KNOWS=lz-genmove_analyze --size 3 "
                     "--sgf records --resume log");
    arena_expect(arena, 0, "game 1: ");
    arena_read(arena, "records/game-0001.sgf", text);
    const char *const parts[] = {" s; Black 62.5%; B+3.2; 5 visits; B2 A2]SBKV[62.5]\n;W[ca]C[0.",
                                 " s; Black 60.0%; 5 visits; C3 A2]SBKV[60]\n"};
    for (size_t i = 0; i < 2; i++) {
        cr_assert_not_null(strstr(text, parts[i]), "%s", text);
    }
    const json_t *game = json_array_get(arena_games(arena, "log"), 0);
    cr_assert_eq(json_at(game, "win_rates/0"), 0.625);
    cr_assert_eq(json_at(game, "win_rates/1"), 0.6);
    cr_assert_eq(json_at(game, "scores/0"), 3.25);
    cr_assert(json_is_null(json_find(game, "scores/1")));
    cr_assert_eq(json_array_size(json_object_get(game, "move_seconds")), 4);
    arena_run(arena, "match --black 'sh fake.sh - - B2' name=B env=KNOWS=final_score "
                     "env=COUNTS=W+1 --white 'sh fake.sh - -' --size 3 --resume other");
    arena_expect(arena, 0, "game 1: but B counts W+1\n");
}

/* ---- What engines are told ---- */

Test(match, engines_are_told_the_game_and_the_time) {
    Arena *arena = arena_new();
    static char text[ARENA_TEXT_MAX];
    arena_write(arena, "openings.sgf", "(;SZ[3]AB[aa]AW[cc];B[bb])");
    arena_run(arena, "match --black 'sh fake.sh log told C1' --white 'sh fake.sh - - A1' --size 3 "
                     "--komi 0.5 --time 100+20/3 --openings openings.sgf --games 1");
    arena_expect(arena, 0, "game 1: ");
    arena_read(arena, "told", text);
    cr_assert_str_eq(text,
                     "start\nname \nversion \nknown_command time_settings\n"
                     "known_command kgs-time_settings\nknown_command kata-time_settings\n"
                     "known_command time_left\n"
                     "known_command set_free_handicap\nknown_command kata-set-param\n"
                     "known_command lz-setoption\nknown_command kata-genmove_analyze\n"
                     "known_command lz-genmove_analyze\n"
                     "known_command final_score\nboardsize 3\nclear_board \nkomi 0.5\n"
                     "known_command gogui-rules_set\nknown_command kata-set-rules\n"
                     "start\nprotocol_version \nboardsize 3\nclear_board \n"
                     "komi 0.5\ntime_settings 100 20 3\nplay black A3\nplay white C1\n"
                     "play black B2\nplay white A1\ntime_left black 100 0\n"
                     "genmove black\n",
                     "%s", text);
}

/* What Black's engine is told beside the game itself; it knows the commands of its env=KNOWS. */
Test(match, engines_are_told_their_settings) {
    static const struct {
        const char *knows, *words, *told;
    } CASES[] = {
        {"kgs-time_settings", "time=10+3x2",
         "kgs-time_settings byoyomi 10 2 3;time_left black 10 0;"},
        {"kgs-time_settings", "time=0+3x2", "kgs-time_settings byoyomi 0 2 3;time_left black 2 3;"},
        {"", "time=0+3x2", "time_settings 0 2 1;time_left black 2 1;"},
        {"kata-time_settings", "time=10+0.5",
         "kata-time_settings fischer 10 0.5;time_left black 10 0;"},
        {"", "time=10+0.5", "time_settings 10 0 0;time_left black 10 0;"},
        {"", "time=40/300", "time_settings 0 300 40;time_left black 300 40;"},
        {"", "gtp='level 5' --each time=9 gtp=first",
         "first ;level 5;time_settings 9 0 0;time_left black 9 0;"},
        {"kata-set-param", "visits=7", "kata-set-param maxVisits 7;"},
        {"lz-setoption", "visits=8", "lz-setoption name visits value 8;"},
        {"set_free_handicap", "--handicap 2", "komi 0.5;set_free_handicap E5 C3;"},
        {"", "--handicap 2", "komi 0.5;play black E5;play black C3;"},
    };
    Arena *arena = arena_new();
    cr_assert_eq(arena_shell(arena, "mkdir sub"), 0);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena,
                  "match --black 'sh ../fake.sh log told' name=B folder=sub env=KNOWS='%s' %s "
                  "--white 'sh fake.sh - -' name=W --size 7 --resume log%zu --sgf sgf%zu",
                  CASES[i].knows, CASES[i].words, i, i);
        arena_expect(arena, 0, "game 1: B (Black) - W (White): ");
        arena_shell(
            arena,
            "awk '/^start/ {t = \"\"} /time_|set|handicap|level|first|komi 0|play black [CE]/ "
            "&& !/known/ {t = t $0 \";\"} END {printf \"%s\", t}' sub/told");
        cr_assert_str_eq(arena->out, CASES[i].told, "case %zu: %s", i, arena->out);
    }
    cr_assert_eq(
        arena_shell(arena,
                    "cd sgf10; grep -o 'HA\\[2\\]' game-0001.sgf; grep -o 'AB.*PL.W.' *1.sgf"),
        0);
    cr_assert_str_eq(arena->out, "HA[2]\nAB[ec][ce]PL[W]\n");
}

Test(match, engines_are_told_the_rules) {
    static const struct {
        const char *knows, *refuses, *rules, *told, *warning;
    } CASES[] = {
        {"kata-set-rules kgs-rules go_rules gogui-rules_set", "", "chinese",
         "gogui-rules_set chinese;go_rules chinese;kgs-rules chinese;kata-set-rules chinese-kgs;",
         ""},
        {"kgs-rules go_rules", "", "new-zealand", "kgs-rules new_zealand;", ""},
        {"kgs-rules kata-set-rules", "kata-set-rules", "aga", "kgs-rules aga;", ""},
        {"kata-set-rules", "", "ing", "kata-set-rules goe;", ""},
        {"kgs-rules", "", "tromp-taylor", "",
         "cannot be told the rules (tromp-taylor) by any command that it knows: "},
        {"", "", "chinese", "", "cannot be told the rules (chinese) by any command"},
        {"kata-set-rules", "kata-set-rules", "japanese", "",
         "(japanese) by a command: the engine refused \"kata-set-rules japanese\": not these: its"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena,
                  "match --black \"env KNOWS='%s' REFUSES=%s sh fake.sh log told\" --white "
                  "\"$D --visits 1\" --size 3 --rules %s",
                  CASES[i].knows, CASES[i].refuses, CASES[i].rules);
        arena_expect(arena, 0, CASES[i].warning);
        cr_assert_eq(strstr(arena->err, "cannot be told") == NULL, CASES[i].warning[0] == '\0',
                     "%s", arena->err);
        arena_expect_shell(
            arena,
            "awk '/^start/ {t = \"\"} /rules/ && !/known/ {t = t $0 \";\"} END {printf "
            "\"%s\", t}' told",
            CASES[i].told);
    }
}

/* By its own rules it would play moves that the match's forbid. */
Test(match, engines_play_by_the_rules_of_the_match) {
    Arena *arena = arena_new();
    arena_run(arena, "match --black \"$D --playouts 20 --model none\" --white \"$D --playouts 20 "
                     "--model none --seed 2\" --size 7 --rules chinese --games 6 --json");
    cr_assert_eq(json_at(arena_json(arena), "engines/0/illegal_moves"), 0);
    cr_assert_eq(json_at(arena_json(arena), "engines/1/illegal_moves"), 0);
}

/* The limit counts moves; stones set up are none. */
Test(match, openings_fit_into_the_move_limit) {
    Arena *arena = arena_new();
    arena_write(arena, "openings.sgf", "(;SZ[3]AB[aa][ab]AW[cc])");
    static const char common[] = "--black 'sh fake.sh - - B2' --white 'sh fake.sh - - C2' --size 3 "
                                 "--openings openings.sgf --no-dead";
    arena_run(arena, "match %s --move-limit 2", common);
    arena_expect(arena, 0, "(White): W+6.5, 2 moves");
    arena_write(arena, "openings.sgf", "(;SZ[3]AB[aa][ab]AW[cc];B[bb];W[bc])");
    arena_run(arena, "match %s --move-limit 2", common);
    arena_expect(arena, 1, "--move-limit 2: there is an opening of 2 moves");
}

/* Three stones a period; what is left of them, not the time, which differs from run to run. */
Test(match, periods_are_counted) {
    Arena *arena = arena_new();
    arena_run(arena, "match --black 'sh fake.sh log told A1 B1 C1 A2 B2' "
                     "--white 'sh fake.sh - - A3 pass pass pass pass' --size 3 --time 0+20/3 "
                     "--move-limit 9");
    arena_expect(arena, 0, "game 1: ");
    arena_expect_shell(arena, "sed -n 's/^time_left black [0-9]* //p' told", "3\n2\n1\n3\n2\n");
    arena_expect_shell(arena, "grep -c '^time_left black 20 3' told", "2\n");
    arena_run(arena,
              "match --black 'sh fake.sh deaf -' --white 'sh fake.sh - -' --size 3 --time 60");
    arena_expect(arena, 0, "knows no command that tells it 60: it is not told the");
}

Test(match, engines_stay_or_are_restarted) {
    Arena *arena = arena_new();
    arena_write(arena, "loud.sh", "echo I am loud >&2\n. ./fake.sh\n");
    static const char common[] = "--white \"$D --visits 1\" --size 3 --games 3";
    arena_run(arena, "match --black 'sh loud.sh log kept' %s --stderr errors", common);
    cr_assert_null(strstr(arena->err, "I am"));
    arena_expect_shell(arena, "grep -c '^I am loud' errors", "2\n");
    arena_run(arena, "match --black 'sh fake.sh log new' --restart %s", common);
    arena_expect_shell(arena, "grep -c start kept; grep -c start new",
                       "2\n4\n"); /* one start to be introduced by */
}

/* ---- Refusals ---- */

Test(match, says_what_is_wrong) {
    static const char *const USAGE[][2] = {
        {"", "expected --black COMMAND and --white COMMAND"},
        {"--black a", "expected --black COMMAND and --white COMMAND"},
        {"--engine A=a", "--engine: expected at least two"},
        {"--engine =a", "--engine: expected COMMAND, or NAME=COMMAND"},
        {"--engine ''", "--engine: expected COMMAND, or NAME=COMMAND"},
        {"--engine A= --engine B=b", "--engine: expected COMMAND, or NAME=COMMAND"},
        {"--each name=A --engine a --engine b", "--each: name=NAME names a single engine"},
        {"--engine a --engine b --opening-moves 2", "--opening-moves needs --openings"},
        {"--engine A=a --engine A=b", "--engine: two engines are called A"},
        {"--engine A=a --engine B=b --black c", "--engine cannot be combined with --black"},
        {"--black a --white b --format gauntlet", "--format needs --engine"},
        {"--engine A=a --engine B=b --format cup", "--format: expected gauntlet or round-robin"},
        {"--black a --white b --time 5+", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 5+1/0", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 0+0.5", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 5+1.5x3", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 5+1x3x", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 40/", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"x=1 --black a --white b", "unexpected argument 'x=1': KEY=VALUE follows --engine,"},
        {"--black a --white b vists=3",
         "unknown option 'vists' of an engine; the options are name"},
        {"--black a --white b visits=0", "visits: expected a whole number from 1 to "},
        {"--black a visits --white b", "expected KEY=VALUE of an engine, got 'visits'"},
        {"--black a env=X --white b", "env: expected NAME=VALUE, got 'X'"},
        {"--black a name= --white b", "name: the value is empty"},
        {"--black a name=N --white b name=N", "two engines are called N"},
        {"--black a --white b --handicap 5 --size 8", "--handicap 5: at most 4 stones on a 8x8"},
        {"--black a --white b --handicap 2 --random-opening 2", "--handicap cannot be combined"},
        {"--black a --white b --resign 2 50", "--resign: expected a number from 0 to 49"},
        {"--black a --white b --time 0.5", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 0+0/1", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 99999999999999999999",
         "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time 0", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --time nan", "--time: expected MAIN, MAIN+INCREMENT, "},
        {"--black a --white b --rules go", "--rules: unknown rules 'go'"},
        {"--black a --white b --sprt 5 5", "--sprt: the first Elo must be below the second"},
        {"--black a --white b --openings x --random-opening 2",
         "--openings cannot be combined with"},
    };
    static const char *const FAILURES[][2] = {
        {"--black a --white b --openings /nonexistent/x", "/nonexistent/x"},
        {"--black a --white b --size 3 --openings fake.sh", "fake.sh: line "},
        {"--black a --white b --random-opening 9 --move-limit 9",
         "--move-limit 9: there is an opening of 9 moves"},
        {"--black /nonexistent/a --white b",
         "/nonexistent/a: cannot start /nonexistent/a: No such file or directory"},
        {"--black 'sh fake.sh fixed -' --white b",
         "sh fake.sh fixed -: the engine refused \"komi 7.5\": the komi is fixed"},
        {"--black 'sh fake.sh - -' visits=3 --white b",
         "sh fake.sh - -: visits: the engine knows neither kata-set-param nor lz-setoption; its"},
        {"--black 'env REFUSES=level sh fake.sh - -' gtp='level 3' --white b",
         "the engine refused \"level 3\": not these"},
        {"--black 'sh fake.sh - -' folder=/nonexistent --white b", "/nonexistent: No such file"},
        {"--black 'sh fake.sh - -' --white b --resign 2 5",
         "sh fake.sh - -: tells no win rates, for --resign: it knows neither kata-genmove_analyze "
         "nor"},
        {"--black 'sh -c true' --white b", "sh -c true: the engine closed its output"},
        {"--black 'sh fake.sh - -' --white 'sh fake.sh - -' --sgf /nonexistent/x",
         "/nonexistent/x: No such file or directory"},
        {"--black 'sh fake.sh - -' --white 'sh fake.sh - -' --resume /nonexistent/x",
         "/nonexistent/x: No such file or directory"},
        {"--black 'sh fake.sh - -' --white 'sh fake.sh - -' --resume fake.sh",
         "fake.sh: not the log of a match"},
        {"--black 'sh fake.sh - -' --white 'sh fake.sh - -' --html x --resume x",
         "--html and --resume are the same file"},
        {"--black 'sh fake.sh - -' --white 'sh fake.sh - -' --size 3 --openings B2 --html ./B2",
         "--openings and --html are the same file"},
        {"--black 'sh fake.sh - -' --white 'sh fake.sh - -' --size 3 --openings B2 --resume B2",
         "--openings and --resume are the same file"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "B2", "(;SZ[3];B[bb])");
    arena_expect_refusals(arena, "match", 2, USAGE, sizeof USAGE / sizeof USAGE[0]);
    arena_expect_refusals(arena, "match", 1, FAILURES, sizeof FAILURES / sizeof FAILURES[0]);
    arena_expect_shell(arena, "ls", "B2\nerr\nfake.sh\nout\n");
}

/* The page has what --json prints; one that cannot be written is found before the first game. */
Test(match, writes_a_page) {
    static const char arguments[] = "--black 'sh fake.sh ok -' --white 'sh fake.sh ok -' --games 2 "
                                    "--size 3 --random-opening 1 --json --resume log --html ";
    Arena *arena = arena_new();
    arena_run(arena, "match %s", formatted("%s.", arguments));
    cr_assert_eq(arena->status, 1);
    expect_in(arena->err, "dihedra match: .: not a regular file\n");
    cr_assert_null(strstr(arena->err, "game 1"), "%s", arena->err);
    arena_run(arena, "match %s", formatted("%spage.html", arguments));
    cr_assert_eq(arena->status, 0, "%s", arena->err);
    arena_expect_shell(arena,
                       "grep -o '\"games\":2,\"games_asked\":2' page.html; "
                       "grep -o '\"kind\":\"match\"' page.html; tail -n 1 page.html",
                       "\"games\":2,\"games_asked\":2\n\"kind\":\"match\"\n</html>\n");
    /* While the match runs: the engine of the third game keeps what it finds. */
    arena_write(arena, "copy.sh", "cp page.html seen; . ./fake.sh\n");
    arena_run(arena, "match --black 'sh copy.sh - -' --white 'sh fake.sh - -' --restart --games 3 "
                     "--size 3 --html page.html");
    cr_assert_eq(arena_shell(arena, "grep -o '\"games\":[12],\"games_asked\":3' seen && "
                                    "grep -o '\"running\":true' seen && tail -n 1 seen && "
                                    "grep -o '\"running\":false' page.html"),
                 0, "%s", arena->out);
}

/* The engine runs twice and never again. */
Test(match, ends_where_an_engine_cannot_be_started) {
    Arena *arena = arena_new();
    arena_write(arena, "worn.sh",
                "echo x >>runs\n[ $(wc -l <runs) -le 2 ] && . ./fake.sh\nexit 1\n");
    arena_run(arena, "match --black 'sh worn.sh die 2 B2' --white 'sh fake.sh - - A1' --size 3 "
                     "--games 9 --resume log --sgf records");
    arena_expect(arena, 1, "could not be started, 3 times in a row: the engine closed");
    json_t *games = arena_games(arena, "log");
    cr_assert_eq(json_array_size(games), 1);
    cr_assert_str_eq(game_text(games, 0, "reason"), "crash");
    cr_assert_not_null(strstr(arena->out, "1 of 9 games\n"));
    arena_expect_shell(arena, "wc -l <runs; ls records", "5\ngame-0001.sgf\n");
}

/* ---- Results ---- */

Test(match, round_robin_and_gauntlet) {
    Arena *arena = arena_new();
    static const char common[] = "--engine 'A=sh fake.sh - - A1 C3' --engine 'B=sh fake.sh - -' "
                                 "--engine 'C=sh fake.sh - - resign' --size 3 --games 4 --json";
    arena_run(arena, "match %s --format round-robin --komi 0 --no-dead -j 2", common);
    arena_expect(arena, 0, "game 12: ");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "games"), 12);
    cr_assert_eq(json_at(json, "pairings/0/wins"), 4); /* A with the only stone against B */
    cr_assert_eq(json_at(json, "pairings/1/wins"), 4);
    cr_assert_eq(json_at(json, "pairings/2/wins"), 4);
    cr_assert_eq(json_at(json, "engines/0/wins"), 8);
    cr_assert_eq(json_at(json, "engines/1/losses"), 4);
    cr_assert_eq(json_at(json, "engines/2/resignations"), 8);
    cr_assert_null(json_object_get(json, "wins"), "keys of one pairing among three");
    arena_run(arena, "match %s", common);
    arena_expect(arena, 0, "game 8: ");
    json = arena_json(arena);
    cr_assert_eq(json_at(json, "games"), 8);
    cr_assert_eq(json_array_size(json_object_get(json, "pairings")), 2);
}

Test(match, duplicates_are_counted_up_to_symmetry) {
    Arena *arena = arena_new();
    arena_run(arena, "match --black 'sh fake.sh - - A1' --white 'sh fake.sh - - C3' --size 3 "
                     "--games 3 --resume log --json");
    json_t *json = arena_json(arena), *games = arena_games(arena, "log");
    cr_assert_eq(json_at(json, "duplicates"), 2);
    const char *first = formatted("%s", game_text(games, 0, "fingerprint"));
    arena_run(arena, "match --black 'sh fake.sh - - C1' --white 'sh fake.sh - - A3' --size 3 "
                     "--resume turned");
    games = arena_games(arena, "turned");
    cr_assert_str_eq(game_text(games, 0, "fingerprint"), first);
}

Test(match, sequential_test_stops_the_match) {
    Arena *arena = arena_new();
    static const char line[] =
        "--black 'sh fake.sh - - A1' --white 'sh fake.sh - - resign' --size 3 --games 500 "
        "--alternate --sprt 0 400 --resume log --json -j 2";
    arena_run(arena, "match %s", line);
    cr_assert_eq(arena->status, 0, "%s", arena->err);
    json_t *json = arena_json(arena), *games = arena_games(arena, "log");
    const double played = json_at(json, "games");
    cr_assert(played >= 2 && played < 100, "%g games", played);
    cr_assert_eq((double)json_array_size(games), played);
    cr_assert_geq(json_at(json, "llr"), json_at(json, "sprt/upper"));
    cr_assert_str_eq(json_text_at(json, "sprt/verdict"), "H1");
    arena_run(arena, "match %s", line);
    json = arena_json(arena);
    cr_assert_eq(json_at(json, "games"), played, "a decided match was continued");
}

/* ---- Resuming ---- */

Test(match, a_new_log_is_made_where_none_is_named) {
    Arena *arena = arena_new();
    static const char common[] = "--black 'sh fake.sh - -' --white 'sh fake.sh - -' --size 3";
    arena_run(arena, "match %s --games 2", common);
    arena_expect(arena, 0, "dihedra match: the log is match-2");
    cr_assert_eq(arena_shell(arena, "printf '{\"game\":9' | tee -a match-*.jsonl"), 0);
    arena_run(arena, "match %s --games 3 --resume match-*.jsonl --json", common);
    arena_expect(arena, 0,
                 "with 2 of 3 games; its last line was torn and has been dropped\n"
                 "game 3: ");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "games"), 3);
    arena_run(arena, "match %s --games 1 --resume match-*.jsonl", common);
    arena_expect(arena, 1, "line 3: a game beyond those asked for by --games");
    arena_shell(arena, "tail -n 1 match-*.jsonl | tee -a match-*.jsonl");
    arena_run(arena, "match %s --games 3 --resume match-*.jsonl", common);
    arena_expect(arena, 1, "line 5: a game that the log already holds");
    arena_shell(arena, "head -n 1 match-*.jsonl >log; echo '{\"game\":1}' >>log");
    arena_run(arena, "match %s --resume log", common);
    arena_expect(arena, 1, "line 2: not a finished game");
}

Test(match, other_settings_are_refused) {
    static const struct {
        const char *options, *message;
    } CASES[] = {
        {"--komi 6.5", "from a match with another \"komi\": 7.5 there, 6.5 here"},
        {"--black 'sh fake.sh - -' --size 4", "another \"size\": 3 there, 4 here"},
        {"--rules aga", "another \"rules\": \"tromp-taylor\" there, \"aga\" here"},
        {"--time 5", "another \"engines\": "},
        {"--alternate", "another \"alternate\": false there, true here"},
        {"--seed 3", "another \"seed\""},
        {"--random-opening 1", "another \"random_opening\""},
        {"--openings openings", "another \"openings\""},
        {"--move-limit 3", "another \"move_limit\""},
        {"--margin 3", "another \"engines\": "},
        {"--hang 3", "another \"hang\""},
        {"--no-dead", "another \"no_dead\""},
        {"--restart", "another \"restart\""},
        {"--sprt 0 5", "another \"sprt\""},
        {"--black 'sh fake.sh - - A1' --size 3", "another \"engines\": "},
    };
    Arena *arena = arena_new();
    static const char usual[] = "--black 'sh fake.sh - -' --size 3";
    static char before[ARENA_TEXT_MAX], after[ARENA_TEXT_MAX];
    arena_write(arena, "openings", "(;SZ[3];B[ac])");
    arena_run(arena, "match --white 'sh fake.sh - -' %s --resume log", usual);
    cr_assert_eq(arena->status, 0);
    arena_read(arena, "log", before);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const bool is_whole = strstr(CASES[i].options, "--black") != NULL;
        arena_run(arena, "match --white 'sh fake.sh - -' %s --resume log --games 2 %s",
                  is_whole ? "" : usual, CASES[i].options);
        arena_expect(arena, 1, CASES[i].message);
    }
    arena_read(arena, "log", after);
    cr_assert_str_eq(before, after);
}

/* Reads until that many games have ended. */
static void await_games(FILE *progress, int count) {
    char line[1024];
    while (count > 0) {
        cr_assert_not_null(fgets(line, sizeof line, progress), "the match ended");
        count -= strstr(line, "(White): ") != NULL;
    }
}

static void drop_times(json_t *games) {
    size_t index;
    json_t *game;
    json_array_foreach(games, index, game) {
        json_object_del(game, "black_seconds");
        json_object_del(game, "white_seconds");
        json_object_del(game, "move_seconds");
    }
}

Test(match, a_killed_match_resumes_to_the_same_games) {
    Arena *arena = arena_new();
    static const char common[] =
        "--black \"$D --visits 20\" --white \"$D --visits 10 --seed 7\" --size 5 --games 16 "
        "--alternate --random-opening 3 -j 2";
    arena_run(arena, "match %s --resume whole --sgf first --json", common);
    cr_assert_eq(arena->status, 0, "%s", arena->err);
    const char *options = formatted("%s --resume killed --sgf records", common);
    for (int round = 0; round < 3; round++) {
        pid_t process;
        FILE *progress = arena_start(arena, &process, "match %s", options);
        await_games(progress, 3);
        kill(process, SIGKILL);
        const int result = arena_await(progress, process);
        cr_assert(WIFSIGNALED(result) || WIFEXITED(result));
    }
    arena_run(arena, "match %s --json", options);
    cr_assert_eq(arena->status, 0, "%s", arena->err);
    json_t *whole = arena_games(arena, "whole"), *killed = arena_games(arena, "killed");
    cr_assert_eq(json_array_size(whole), 16);
    drop_times(whole);
    drop_times(killed);
    cr_assert(json_equal(whole, killed));
}

/* The second game hangs: the signal finds an engine that thinks, and would for a day. */
Test(match, signals_end_the_match_in_order, .timeout = 60) {
    static const struct { int number, status; } CASES[] = {{SIGINT, 130}, {SIGTERM, 143}};
    Arena *arena = arena_new();
    static char out[ARENA_TEXT_MAX];
    arena_write(arena, "once.sh",
                "echo x >>runs\n[ $(wc -l <runs) -ge 3 ] && set -- hang 1\n"
                ". ./fake.sh\n");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        pid_t process;
        cr_assert_eq(arena_shell(arena, "rm -f runs"), 0);
        FILE *progress =
            arena_start(arena, &process,
                        "match --black 'sh once.sh - - A1' --white 'sh fake.sh - -' --size 3 "
                        "--games 3 --restart --hang 86400 --resume log%zu",
                        i);
        await_games(progress, 1);
        cr_assert_eq(kill(process, CASES[i].number), 0);
        const int result = arena_await(progress, process);
        cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == CASES[i].status, "%x", result);
        arena_read(arena, "out", out);
        cr_assert_not_null(strstr(out, "1 of 3 games\n"), "%s", out);
    }
}
