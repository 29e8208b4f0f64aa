/* dihedra analyze with an engine that speaks KataGo's JSON analysis protocol. */
#include "tests/support/program/analyze_arena.h"
#include "tests/support/program/cleanup.h"

/* Every position is asked about, the name and version are the engine's, and set-ups in the midst of
 * the game are asked about, too. */
Test(analysis_json, asks_about_all_positions, .timeout = 60) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "edited.sgf", "(;SZ[5]KM[0.5];B[cc];W[bb]AE[cc]AB[dd];B[db];B[be];W[ce])");
    static const char *const GAMES[] = {"game.sgf", "edited.sgf"};
    for (int i = 0; i < 2; i++) {
        arena_run(arena,
                  "analyze %s --json --visits 12 --deep 0 --engine \"$D analysis -model none "
                  "-analysis-threads 3\" 2>err",
                  GAMES[i]);
        cr_assert_eq(arena->status, 0, "%s", arena->err);
        json_t *json = arena_json(arena);
        json_t *positions = json_object_get(json, "positions");
        cr_assert_eq(json_array_size(positions), i == 0 ? 5 : 6);
        for (size_t k = 0; k < json_array_size(positions); k++) {
            cr_assert_eq(json_at(json, formatted("positions/%zu/visits", k)), 12);
            const char *path = formatted("positions/%zu/black_win_rate", k);
            cr_assert(json_at(json, path) >= 0 && json_at(json, path) <= 1);
        }
        cr_assert_str_eq(json_text_at(json, "name"), "Dihedra");
    }
}

/* A position after two moves of one player is set up anew, with the komi of the game. */
Test(analysis_json, keeps_the_komi_when_a_player_moves_twice, .timeout = 60) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "twice.sgf", "(;SZ[9]KM[80.5];B[ee];B[dd];W[ff])");
    arena_run(arena, "analyze twice.sgf --json --visits 20 --deep 0 --engine \"$D analysis -model "
                     "none\"");
    json_t *json = arena_json(arena);
    for (int i = 0; i <= 3; i++) {
        cr_assert_lt(json_at(json, formatted("positions/%d/black_win_rate", i)), 0.4);
    }
}

/* Neighbors among the turning points are one query. */
Test(analysis_json, turning_points_are_searched_deeper, .timeout = 60) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "nine.sgf",
                "(;SZ[9]KM[7];B[ee];W[ce];B[aa];W[dd];B[ia];W[de];B[ai];W[ff];B[ed])");
    arena_run(arena, "analyze nine.sgf --json --visits 50 --deep 3 --engine \"$D analysis -model "
                     "none -analysis-threads 3\"");
    arena_expect(arena, 0, "4/4 turning points");
    json_t *json = arena_json(arena);
    int deep = 0;
    for (int i = 0; i <= 9; i++) {
        const double visits = json_at(json, formatted("positions/%d/visits", i));
        cr_assert(visits == 50 || visits == 150, "%g", visits);
        deep += visits == 150;
    }
    cr_assert_eq(deep, 4);
}

/* An engine that errs, babbles, ends or does not answer costs one line and no time. */
Test(analysis_json, bad_engines_are_told, .timeout = 120) {
    static const struct {
        const char *script, *message;
    } ENGINES[] = {
        {"exit 3", "the engine closed its "},
        {"read x; echo '{\"error\":\"no\",\"id\":\"version\"}'; cat >/dev/null",
         "the engine said: no"},
        {"read x; echo nonsense; cat >/dev/null", "the engine said: nonsense"},
        {"read x; echo '{\"version\":\"1.0.0\"}'; read x; echo "
         "'{\"id\":\"review\",\"turnNumber\":77}'; "
         "cat >/dev/null",
         "the engine's answer is not an analysis"},
        {"read x; echo '{\"version\":\"1.0.0\"}'; read x; echo "
         "'{\"id\":\"review\",\"turnNumber\":0,\"rootInfo\":{\"visits\":1,\"winrate\":7,"
         "\"scoreLead\":0}}'; "
         "cat >/dev/null",
         "the engine's answer is not an analysis"},
        {"read x; echo '{\"version\":\"1.0.0\"}'; read x; echo "
         "'{\"id\":\"review\",\"turnNumber\":0,\"rootInfo\":{\"visits\":1e300,\"winrate\":0.5,"
         "\"scoreLead\":0}}'; "
         "cat >/dev/null",
         "the engine's answer is not an analysis"},
        {"read x; echo '{\"version\":\"1.0.0\"}'; read x; for i in 1 2; do echo "
         "'{\"id\":\"review\",\"turnNumber\":0,\"rootInfo\":{\"visits\":1,\"winrate\":0.5,"
         "\"scoreLead\":0}}'; done; "
         "cat >/dev/null",
         "the engine's answer is not an analysis"},
        {"sleep 60",
         "no answer to \"{\"id\":\"version\",\"action\":\"query_version\"}\" within 1 s"},
    };
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof ENGINES / sizeof ENGINES[0]; i++) {
        arena_write(arena, "analysis", ENGINES[i].script);
        arena_run(arena, "analyze game.sgf --timeout 1 --engine 'sh analysis'");
        arena_expect(arena, 1, ENGINES[i].message);
        cr_assert_str_eq(arena->out, "");
    }
}
