/* Ranks estimated from moves. */
#include "engine/base/rng.h"
#include "engine/eval/inside/inside.h"
#include "regress/review/rank/people_rank.h"
#include "tests/support/program/analyze_arena.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(rank_estimate, adds_up_what_moves_say) {
    RankEvidence evidence = {0};
    RankEstimate estimate;
    Status status;
    for (int i = 0; i < RANK_ESTIMATE_MOVES_MIN; i++) {
        cr_assert_not(rank_estimate(&evidence, &estimate), "after %d moves", i);
        cr_assert(rank_evidence_add(&evidence, "", &status));
        cr_assert(rank_evidence_add(&evidence, "9k -2\n5k -1\n1d -3\n", &status), "%s",
                  status.text);
    }
    cr_assert_eq(evidence.moves, RANK_ESTIMATE_MOVES_MIN);
    cr_assert(rank_estimate(&evidence, &estimate));
    cr_assert_eq(estimate.rank, 1);
    cr_assert_eq(estimate.low, 1);
    cr_assert_eq(estimate.high, 1);
    Text text = {0};
    rank_estimate_describe(&evidence, &estimate, &text);
    cr_assert_str_eq(text_get(&text), "5k (90%: 5k)");
    rank_estimate_describe(&evidence, &(RankEstimate){1, 0, 2}, &text);
    cr_assert_str_eq(text_get(&text), "5k (90%: 5k)5k (90%: 9k to 1d)");
    text_free(&text);
}

Test(rank_estimate, refuses_what_makes_no_sense) {
    static const char *const ANSWERS[] = {"9k",
                                          "9k x",
                                          "9k -2 3",
                                          "-2",
                                          "9k nan\n5k 0",
                                          "9k -2\n6k 0",
                                          "9k -2\n5k -1\n1d 0",
                                          "123456789k -2",
                                          "9k -2\n\n5k 1",
                                          " 9k -2"};
    RankEvidence evidence = {0};
    Status status;
    cr_assert(rank_evidence_add(&evidence, "9k -2\n5k -1", &status));
    const RankEvidence before = evidence;
    for (size_t i = 0; i < sizeof ANSWERS / sizeof ANSWERS[0]; i++) {
        cr_assert_not(rank_evidence_add(&evidence, ANSWERS[i], &status), "'%s'", ANSWERS[i]);
        cr_assert_neq(status.text[0], '\0');
        cr_assert_eq(memcmp(&evidence, &before, sizeof before), 0, "'%s'", ANSWERS[i]);
    }
}

enum { RANKS = 12, CHOICES = 6, MOVES = 40, PLAYERS = 400 };

/* The chance that a made-up rank makes a choice: the better the more often it makes choice 0. */
static double chance_of(int rank, int choice) {
    double sum = 0;
    for (int i = 0; i < CHOICES; i++) {
        sum += exp(-0.15 * (1 + rank) * i);
    }
    return exp(-0.15 * (1 + rank) * choice) / sum;
}

static int draw_choice(int rank, Rng *rng) {
    double left = rng_open_unit(rng);
    int choice = 0;
    while (choice < CHOICES - 1 && (left -= chance_of(rank, choice)) >= 0) {
        choice++;
    }
    return choice;
}

/* Ninety of a hundred intervals of players who are as the model says hold their rank. */
Test(rank_estimate, intervals_hold_the_rank) {
    Rng rng = rng_new(1);
    int held = 0;
    for (int player = 0; player < PLAYERS; player++) {
        const int rank = player % RANKS;
        RankEvidence evidence = {0};
        RankEstimate estimate;
        Status status;
        for (int i = 0; i < MOVES; i++) {
            const int choice = draw_choice(rank, &rng);
            Text answer = {0};
            for (int other = 0; other < RANKS; other++) {
                text_add(&answer, "r%d %.4f\n", other, log(chance_of(other, choice)));
            }
            cr_assert(rank_evidence_add(&evidence, text_get(&answer), &status), "%s", status.text);
            text_free(&answer);
        }
        cr_assert(rank_estimate(&evidence, &estimate));
        held += estimate.low <= rank && rank <= estimate.high;
    }
    cr_assert(held > 0.86 * PLAYERS, "%d of %d", held, PLAYERS);
}

/* ---- Among people ---- */

/* The weakest rank's chances count, and are not below -9; what no rank was asked about does not. */
Test(rank_estimate, people_are_judged_by_a_line) {
    PeopleRankFeatures features = {.won = 1}, lost;
    RankEvidence likely = {.rank_count = 29, .sums = {-1}}, absurd = {29, .sums = {-50}};
    RankEstimate won, other;
    for (int i = 0; i < PEOPLE_RANK_MOVES_MIN; i++) {
        cr_assert_not(people_rank_estimate(&features, 29, &won), "after %d moves", i);
        people_rank_add(&features, &(RankEvidence){0});
        people_rank_add(&features, i % 2 == 0 ? &likely : &absurd);
    }
    cr_assert_eq(features.moves, PEOPLE_RANK_MOVES_MIN);
    cr_assert_float_eq(features.log_chance, -5, 1e-9);
    cr_assert(people_rank_estimate(&features, 29, &won));
    lost = features;
    lost.won = -1;
    cr_assert(people_rank_estimate(&lost, 29, &other));
    cr_assert(other.rank <= won.rank && other.low < other.rank && other.rank < other.high);
    lost.log_chance = -1e6;
    cr_assert(people_rank_estimate(&lost, 29, &other));
    cr_assert(other.low == 0 && other.rank == 0 && other.high == 0);
}

/* ---- In reviews ---- */

/* A game of the engine against itself at two ranks, and what a review says of it. */
Test(rank_estimate, reviews_tell_ranks, .timeout = 120) {
    static const char PLAY[] = "for i in $(seq 30); do echo 'dihedra-rank 20k'; echo 'genmove b'; "
                               "echo 'dihedra-rank 1k'; echo 'genmove w'; done";
    if (!inside_exists()) {
        cr_skip_test("this build has no network inside");
    }
    Arena *arena = arena_new();
    char line[512];
    snprintf(
        line, sizeof line,
        "(echo boardsize 9; echo komi 7; echo set_random_seed 4; %s; echo 'printsgf game.sgf') | "
        "\"$D\" --model inside --resign 0",
        PLAY);
    arena_shell(arena, line);
    arena_shell(arena, "DIHEDRA_MODEL=inside \"$D\" analyze game.sgf --visits 2 --json");
    arena_expect(arena, 0, "");
    json_t *json = arena_json(arena);
    const json_t *black = json_object_get(json_object_get(json, "black"), "rank");
    const json_t *white = json_object_get(json_object_get(json, "white"), "rank");
    int ranks[2];
    const json_t *const players[2] = {black, white};
    for (int i = 0; i < 2; i++) {
        const char *name = json_string_value(json_object_get(players[i], "rank"));
        cr_assert_not_null(name);
        ranks[i] = strchr(name, 'd') != NULL ? 20 + atoi(name) : 21 - atoi(name);
        cr_assert_geq(json_at(players[i], "moves"), 20);
    }
    cr_assert(ranks[0] <= 6, "a 20k is taken for %d", ranks[0]);
    cr_assert(ranks[1] >= 12, "a 1k is taken for %d", ranks[1]);
    arena_shell(arena,
                "DIHEDRA_MODEL=inside \"$D\" analyze game.sgf --visits 2 --html page.html && "
                "grep -c '\"people_rank\":' page.html");
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "  plays like "));
    arena_shell(arena, "DIHEDRA_MODEL=none \"$D\" analyze game.sgf --visits 2 --json");
    json = arena_json(arena);
    cr_assert(json_is_null(json_object_get(json_object_get(json, "black"), "rank")));
}
