#include "engine/player/strength.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { KYUS = 20, DANS = 9 };

/* human_lambda of searched moves: before the temperature, one that loses a sixteenth of the win
 * rate and no points keeps 1/e of its chance. */
static const double LAMBDA = 0.1;

/* How the network inside plays each rank. Fitted by a model of ratings
 * (engine/lab/MEASUREMENTS.md) to 2632 games, gnugo taken for 8k, of the network inside
 * whose exported file has the checksum 615638314. */
static const struct {
    double visits, temperature, least; /* as in StrengthPlay */
} TABLE[STRENGTH_MOST] = {
    {1.000, 1.6597, 0.00163},  /* 20k, place 0.2571 */
    {1.000, 1.5921, 0.00178},  /* 19k, place 0.2751 */
    {1.000, 1.5264, 0.00193},  /* 18k, place 0.2935 */
    {1.000, 1.4693, 0.00208},  /* 17k, place 0.3100 */
    {1.000, 1.4171, 0.00224},  /* 16k, place 0.3257 */
    {1.000, 1.3661, 0.00241},  /* 15k, place 0.3416 */
    {1.000, 1.3155, 0.00260},  /* 14k, place 0.3580 */
    {1.000, 1.2653, 0.00281},  /* 13k, place 0.3749 */
    {1.000, 1.2163, 0.00304},  /* 12k, place 0.3921 */
    {1.000, 1.1647, 0.00332},  /* 11k, place 0.4109 */
    {1.000, 1.1114, 0.00364},  /* 10k, place 0.4312 */
    {1.000, 1.0593, 0.00401},  /* 9k, place 0.4521 */
    {1.000, 1.0030, 0.00447},  /* 8k, place 0.4758 */
    {1.000, 0.9491, 0.00500},  /* 7k, place 0.4998 */
    {1.000, 0.8871, 0.00572},  /* 6k, place 0.5291 */
    {1.000, 0.8266, 0.00659},  /* 5k, place 0.5598 */
    {1.000, 0.7654, 0.00768},  /* 4k, place 0.5932 */
    {1.000, 0.7040, 0.00908},  /* 3k, place 0.6295 */
    {1.000, 0.6412, 0.01095},  /* 2k, place 0.6701 */
    {1.000, 0.5702, 0.01384},  /* 1k, place 0.7211 */
    {1.000, 0.4797, 0.01956},  /* 1d, place 0.7962 */
    {1.000, 0.3553, 0.03564},  /* 2d, place 0.9265 */
    {1.989, 0.2502, 0.05607},  /* 3d, place 1.1653 */
    {3.108, 0.2223, 0.06040},  /* 4d, place 1.2727 */
    {4.366, 0.2033, 0.06392},  /* 5d, place 1.3544 */
    {5.870, 0.1880, 0.06716},  /* 6d, place 1.4256 */
    {7.758, 0.1746, 0.07035},  /* 7d, place 1.4926 */
    {10.457, 0.1614, 0.07394}, /* 8d, place 1.5644 */
    {13.988, 0.1494, 0.07761}, /* 9d, place 1.6343 */
};

bool strength_read(const char *text, int *strength, Status *status) {
    char *end;
    if (strcasecmp(text, "off") == 0) {
        *strength = STRENGTH_NONE;
        return true;
    }
    const long number = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 0;
    const bool ends = number >= 1 && number <= KYUS && end[0] != '\0' && end[1] == '\0';
    if (ends && tolower((unsigned char)*end) == 'k') {
        *strength = KYUS + 1 - (int)number;
        return true;
    }
    if (ends && tolower((unsigned char)*end) == 'd' && number <= DANS) {
        *strength = KYUS + (int)number;
        return true;
    }
    return status_fail(status, "expected a rank from 20k to 1k or 1d to 9d, or off, got '%.40s'",
                       text);
}

const char *strength_write(int strength, char text[STRENGTH_TEXT_MAX + 1]) {
    if (strength == STRENGTH_NONE) {
        return strcpy(text, "off");
    }
    const bool is_dan = strength > KYUS;
    snprintf(text, STRENGTH_TEXT_MAX + 1, "%u%c",
             (unsigned)(is_dan ? strength - KYUS : KYUS + 1 - strength) % 100, is_dan ? 'd' : 'k');
    return text;
}

StrengthPlay strength_play(int strength) {
    assert(strength >= STRENGTH_LEAST && strength <= STRENGTH_MOST);
    return (StrengthPlay){
        .visits = TABLE[strength - STRENGTH_LEAST].visits,
        .sampling = {.temperature = TABLE[strength - STRENGTH_LEAST].temperature,
                     .temperature_early = TABLE[strength - STRENGTH_LEAST].temperature,
                     .halflife = 19,
                     .below = 1,
                     .own_share = 1,
                     .human_lambda = LAMBDA,
                     .least = TABLE[strength - STRENGTH_LEAST].least,
                     .move_filter = true},
    };
}

StrengthPlay strength_play_imitated(void) {
    return (StrengthPlay){.visits = 1,
                          .sampling = {.temperature = 1,
                                       .temperature_early = 1,
                                       .halflife = 19,
                                       .below = 1,
                                       .human_share = 1,
                                       .own_share = 1,
                                       .human_lambda = 1e9,
                                       .move_filter = true}};
}

HumanProfile strength_profile(int strength) {
    char text[STRENGTH_TEXT_MAX + 1], name[HUMAN_PROFILE_NAME_MAX];
    HumanProfile profile = {.name = ""};
    Status ignored; /* every rank is a profile */
    snprintf(name, sizeof name, "rank_%s", strength_write(strength, text));
    human_profile_read(name, &profile, &ignored);
    return profile;
}
