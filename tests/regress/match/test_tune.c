/* Tuning by SPSA: that it finds an optimum through the noise of games, and the command. */
#include "engine/base/rng.h"
#include "regress/match/tune/tune.h"
#include "tests/support/program/arena.h"

#include <math.h>

/* The Elo that an engine loses with these values: 20 in each parameter at its start. */
static double loss(const double values[3]) {
    static const double BEST[3] = {1, 50, -3}, START[3] = {2, 10, 0};
    double elo = 0;
    for (int i = 0; i < 3; i++) {
        const double share = (values[i] - BEST[i]) / (START[i] - BEST[i]);
        elo += 20 * share * share;
    }
    return elo;
}

/* 1 or -1: who wins a game. */
static int play(double values[2][3], Rng *rng) {
    const double elo = loss(values[SPSA_MINUS]) - loss(values[SPSA_PLUS]);
    return rng_unit(rng) < 1 / (1 + pow(10, -elo / 400)) ? 1 : -1;
}

Test(tune, finds_the_better_values) {
    const SpsaParameter parameters[3] = {
        {"a", 2, 0, 4, 0.25, false}, {"b", 10, 0, 100, 10, true}, {"c", 0, -10, 10, 0.75, false}};
    enum { RUNS = 40 };
    double sum = 0;
    Rng rng = rng_new(1);
    for (int run = 0; run < RUNS; run++) {
        Spsa spsa = {.count = 3, .rate = 0.03, .pairs = 1000, .seed = (uint64_t)run};
        double values[3], played[2][3];
        for (int i = 0; i < 3; i++) {
            spsa.parameters[i] = parameters[i];
            values[i] = parameters[i].start;
        }
        for (int pair = 0; pair < spsa.pairs; pair++) {
            for (int i = 0; i < 6; i++) {
                const double value =
                    spsa_played(&spsa, i / 2, values[i / 2], pair, (SpsaSide)(i % 2));
                cr_assert(value >= parameters[i / 2].low && value <= parameters[i / 2].high);
                cr_assert(i / 2 != 1 || value == round(value));
                played[i % 2][i / 2] = value;
            }
            spsa_move(&spsa, pair, play(played, &rng) + play(played, &rng), values);
        }
        sum += loss(values);
    }
    cr_assert_lt(sum / RUNS, 12, "%g of 60 Elo are left", sum / RUNS);
}

/* Also with a step below 1/2, which rounding to the nearest would never leave. */
Test(tune, whole_numbers_are_drawn) {
    enum { PAIRS = 10000 };
    const Spsa spsa = {.parameters = {{"n", 10, 0, 20, 0.25, true}}, .count = 1, .pairs = PAIRS};
    double sums[2] = {0, 0}, apart = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        double played[2];
        for (int side = SPSA_PLUS; side <= SPSA_MINUS; side++) {
            played[side] = spsa_played(&spsa, 0, 10.25, pair, (SpsaSide)side);
            cr_assert(played[side] >= 9 && played[side] <= 11);
            cr_assert_eq(played[side], spsa_played(&spsa, 0, 10.25, pair, (SpsaSide)side));
            sums[side] += played[side];
        }
        apart += fabs(played[SPSA_PLUS] - played[SPSA_MINUS]);
    }
    cr_assert_float_eq(sums[SPSA_PLUS] / PAIRS, 10.25, 0.03);
    cr_assert_float_eq(sums[SPSA_MINUS] / PAIRS, 10.25, 0.03);
    cr_assert_gt(apart / PAIRS, 0.4);
}

#define TUNE                                                                                       \
    "match tune --engine \"$D --visits 3\" --size 4 --random-opening 2 --games 6 --json "          \
    "--parameter 'kata-set-param cpuctExploration' 1.4 0.3 4 0.3 "                                 \
    "--parameter 'kata-set-param maxVisits' 4 2 20 2 "

/* A log that ends within a pair is continued to the same games and values. */
Test(tune, resumes_from_its_log) {
    Arena *arena = arena_new();
    arena_run(arena, TUNE "--resume whole");
    arena_expect(arena, 0, "game 6: ");
    json_t *whole = json_deep_copy(json_object_get(arena_json(arena), "parameters"));
    const double visits = json_at(whole, "1/value");
    cr_assert(visits == round(visits) && visits >= 2 && visits <= 20);
    cr_assert_float_neq(json_at(whole, "0/value"), 1.4, 1e-9);
    arena_shell(arena, "head -n 4 whole >cut");
    arena_run(arena, TUNE "--resume cut");
    arena_expect(arena, 0, "with 3 of 6 games");
    cr_assert(json_equal(whole, json_object_get(arena_json(arena), "parameters")));
    json_t *games[2] = {arena_games(arena, "whole"), arena_games(arena, "cut")};
    for (size_t i = 0; i < 6; i++) {
        cr_assert_str_eq(game_text(games[0], i, "moves"), game_text(games[1], i, "moves"));
    }
    arena_shell(arena, "sed 's/\"values\"/\"v\"/' whole >bad");
    arena_run(arena, TUNE "--resume bad");
    arena_expect(arena, 1, "line 2: a game without the values of the parameters");
    json_decref(whole);
}

/* Whole numbers are sent with all digits; an engine that dies of one is started again. */
Test(tune, an_engine_that_dies_when_a_parameter_is_set) {
    Arena *arena = arena_new();
    arena_write(arena, "once.sh",
                "while read -r line; do\n"
                "  case $line in *' x 1900000') [ -e died ] || { touch died; exit; } ;; esac\n"
                "  echo \"$line\"\n"
                "done | sh fake.sh log asked\n");
    arena_run(arena, "match tune --engine 'sh once.sh' --size 3 --games 2 --resume log "
                     "--parameter x 2000000 1000000 3000000 100000");
    arena_expect_told(arena, "2 of 2 games");
    arena_expect_shell(arena, "ls died; grep '^x' asked | sort -u | tr '\\n' ' '",
                       "died\nx 1000000 x 1900000 x 2100000 x 3000000 ");
}

Test(tune, refusals) {
    static const char *const CASES[][2] = {
        {"--games 2", "tune: expected --parameter"},
        {"--parameter x 1 0 2 1", "tune: expected an even number of --games"},
        {"--games 2 --parameter x 3 0 2 1", "--parameter x: expected MIN <= START <= MAX and 0 < "},
        {"--games 2 --parameter 'x y' 1 0 2 1 --parameter x 1 0 2 1 --parameter 'x y' 2 0 3 1",
         "--parameter x y: given twice"},
        {"--games 2 --parameter x 1 0 2", "--parameter: a value is missing"},
        {"--games 2 --parameter x 1 0 2 1 --sprt 0 5", "cannot be combined with --sprt"},
        {"--games 2 --parameter x 1 0 2 1 name=A", "expected one --engine, without a name"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        arena_run(arena, "match tune --engine \"$D\" %s", CASES[i][0]);
        arena_expect(arena, 2, CASES[i][1]);
    }
    arena_run(arena, "match tune --engine \"$D\" --size 4 --games 2 "
                     "--parameter 'kata-set-param cpuctExploration' 1 -1 4 1");
    arena_expect(arena, 1, "the engine refused \"kata-set-param cpuctExploration -1\"");
    arena_run(arena, "match --engine \"$D\" --engine \"$D\" --rate 1");
    arena_expect(arena, 2, "--parameter and --rate are options of dihedra match tune");
}
