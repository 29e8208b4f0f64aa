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
    const StrengthRow *row = &STRENGTH_TABLE[strength - STRENGTH_LEAST];
    return (StrengthPlay){
        .visits = row->visits,
        .sampling = {.temperature = row->temperature,
                     .temperature_early = row->temperature,
                     .halflife = 19,
                     .below = 1,
                     .own_share = 1,
                     .human_lambda = LAMBDA,
                     .least = row->least,
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
