/* Ranks: their names, their table, and the scripts that fit it. */
#include "engine/player/parameter.h"
#include "engine/player/rank.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(rank, names_are_read_and_written) {
    static const struct {
        const char *text;
        int rank;
    } RANKS[] = {{"20k", RANK_LEAST}, {"11k", 10}, {"1k", 20},         {"1d", 21},
                 {"9d", RANK_MOST},   {"5K", 16},  {"off", RANK_NONE}, {"3D", 23}};
    for (size_t i = 0; i < sizeof RANKS / sizeof RANKS[0]; i++) {
        Status status;
        int rank = -1;
        cr_assert(rank_read(RANKS[i].text, &rank, &status), "%s", RANKS[i].text);
        cr_assert_eq(rank, RANKS[i].rank, "%s is %d", RANKS[i].text, rank);
    }
    for (int rank = RANK_NONE; rank <= RANK_MOST; rank++) {
        Status status;
        char text[RANK_TEXT_MAX + 1];
        int again = -1;
        cr_assert(rank_read(rank_write(rank, text), &again, &status), "%s", text);
        cr_assert_eq(again, rank);
    }
}

Test(rank, other_texts_are_refused) {
    static const char *const TEXTS[] = {"",
                                        "k",
                                        "0k",
                                        "21k",
                                        "10d",
                                        "5",
                                        "5kk",
                                        "-5k",
                                        "5 k",
                                        "5p",
                                        "+5k",
                                        "0d",
                                        "99999999999999999999k"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Status status;
        int rank = 7;
        cr_assert_not(rank_read(TEXTS[i], &rank, &status), "'%s'", TEXTS[i]);
        cr_assert_eq(rank, 7);
        cr_assert_not_null(strstr(status.text, "20k to 1k or 1d to 9d"), "%s", status.text);
    }
}

Test(rank, stronger_ranks_look_further_and_choose_less_widely) {
    RankPlay weaker = rank_play(RANK_LEAST);
    for (int rank = RANK_LEAST + 1; rank <= RANK_MOST; rank++) {
        const RankPlay play = rank_play(rank);
        cr_assert_geq(play.visits, weaker.visits);
        cr_assert_leq(play.sampling.temperature, weaker.sampling.temperature);
        cr_assert_leq(play.sampling.human_lambda, weaker.sampling.human_lambda);
        cr_assert_geq(play.sampling.least, weaker.sampling.least);
        cr_assert(play.visits > weaker.visits ||
                      play.sampling.temperature < weaker.sampling.temperature,
                  "rank %d is that below it", rank);
        weaker = play;
    }
}

/* The people of the highest rank and of the lowest are those of the profiles. */
Test(rank, every_rank_is_a_profile) {
    for (int rank = RANK_LEAST; rank <= RANK_MOST; rank++) {
        const HumanProfile profile = rank_profile(rank);
        cr_assert(human_profile_is_set(&profile));
        cr_assert_eq(profile.rank[BLACK], RANK_MOST + 1 - rank);
        cr_assert_eq(profile.rank[WHITE], RANK_MOST + 1 - rank);
    }
}

/* A fit that went wrong could write a table that takes too long, or lacks ranks. */
Test(rank, table_is_playable) {
    for (int rank = RANK_LEAST; rank <= RANK_MOST; rank++) {
        const RankPlay play = rank_play(rank);
        cr_assert(play.visits >= 1 && play.visits <= 100, "%g", play.visits);
        cr_assert(play.sampling.temperature > 0 && play.sampling.least >= 0 &&
                  play.sampling.least <= 1);
        cr_assert(play.sampling.move_filter);
    }
}

/* ---- Fitting ---- */

Test(rank, fit_scripts_pass_their_own_tests, .timeout = 120) {
    if (system("python3 -c '' 2>/dev/null") != 0) {
        cr_skip_test("there is no python3");
    }
    cr_assert_eq(system("python3 -B engine/lab/train/rank/selftest.py"), 0);
}
