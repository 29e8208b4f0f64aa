/* Ranks: their names, their table, and the scripts that fit it. */
#include "engine/player/parameter.h"

#include <criterion/criterion.h>
#include <string.h>

Test(player_strength, names_are_read_and_written) {
    static const struct {
        const char *text;
        int strength;
    } RANKS[] = {{"20k", STRENGTH_LEAST}, {"1k", 20}, {"1d", 21},
                 {"9d", STRENGTH_MOST},   {"5K", 16}, {"off", STRENGTH_NONE}};
    for (size_t i = 0; i < sizeof RANKS / sizeof RANKS[0]; i++) {
        Status status;
        int strength = -1;
        cr_assert(strength_read(RANKS[i].text, &strength, &status), "%s", RANKS[i].text);
        cr_assert_eq(strength, RANKS[i].strength, "%s is %d", RANKS[i].text, strength);
    }
    for (int strength = STRENGTH_NONE; strength <= STRENGTH_MOST; strength++) {
        Status status;
        char text[STRENGTH_TEXT_MAX + 1];
        int again = -1;
        cr_assert(strength_read(strength_write(strength, text), &again, &status), "%s", text);
        cr_assert_eq(again, strength);
    }
}

Test(player_strength, other_texts_are_refused) {
    static const char *const TEXTS[] = {
        "", "0k", "21k", "10d", "5", "-5k", "99999999999999999999k"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Status status;
        int strength = 7;
        cr_assert_not(strength_read(TEXTS[i], &strength, &status), "'%s'", TEXTS[i]);
        cr_assert_eq(strength, 7);
        cr_assert_not_null(strstr(status.text, "20k to 1k or 1d to 9d"), "%s", status.text);
    }
}

/* A fit that went wrong could write a table that takes too long, or lacks ranks. The people of the
 * highest rank and of the lowest are those of the profiles. */
Test(player_strength, stronger_ranks_look_further_and_choose_less_widely) {
    StrengthPlay weaker = strength_play(STRENGTH_LEAST);
    for (int strength = STRENGTH_LEAST; strength <= STRENGTH_MOST; strength++) {
        const StrengthPlay play = strength_play(strength);
        const SamplingParameters *sampling = &play.sampling;
        cr_assert(play.visits >= 1 && play.visits <= 100, "%g", play.visits);
        cr_assert(sampling->temperature > 0 && sampling->least >= 0 && sampling->least <= 1 &&
                  sampling->move_filter);
        cr_assert(play.visits >= weaker.visits &&
                      sampling->temperature <= weaker.sampling.temperature &&
                      sampling->human_lambda <= weaker.sampling.human_lambda &&
                      sampling->least >= weaker.sampling.least,
                  "rank %d", strength);
        cr_assert(strength == STRENGTH_LEAST || play.visits > weaker.visits ||
                      sampling->temperature < weaker.sampling.temperature,
                  "rank %d is that below it", strength);
        weaker = play;
        const HumanProfile profile = strength_profile(strength);
        cr_assert(human_profile_is_set(&profile));
        cr_assert_eq(profile.rank[BLACK], STRENGTH_MOST + 1 - strength);
        cr_assert_eq(profile.rank[WHITE], STRENGTH_MOST + 1 - strength);
    }
}
