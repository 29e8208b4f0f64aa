#include "engine/eval/net/input/human_profile.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DAN_MAX = 9, KYU_MAX = 20, YEAR_MIN = 1800, YEAR_GO4GO = 2021, YEAR_MAX = 2023 };

enum { SOURCE_KGS = 2, SOURCE_GOGOD = 5, SOURCE_GO4GO = 6 };

/* The index of each input; of the first if there are several. */
enum {
    INPUT_MOVER_HUMAN = 0,
    INPUT_OPPONENT_HUMAN = 1,
    INPUT_MOVER_RANK = 6,
    INPUT_OPPONENT_RANK = 40,
    INPUT_UNRATED = 74,
    INPUT_TIME_UNKNOWN = 75,
    INPUT_TIME_BYO_YOMI = 79,
    INPUT_MAIN_TIME = 82,
    INPUT_PERIOD_TIME = 83,
    INPUT_PERIODS = 84,
    INPUT_CANADIAN_STONES = 85,
    INPUT_POINTS = 86,
    INPUT_DATE = 87,
    INPUT_SOURCE = 151,
};

/* The time control of games on a server. */
static const double MAIN_SECONDS = 1200, PERIOD_SECONDS = 30, PERIODS = 5;

/* The date's waves: the shortest period in days, and the longest divided by it. */
static const double SHORTEST_PERIOD = 7, PERIOD_RANGE = 80000;
enum { DATE_WAVES = 32 };

/* ---- Names ---- */

/* Reads digits, without a sign or a leading zero, and moves *text behind them. Returns 0 if the
 * number is not 1..most. */
static int read_capped_number(const char **text, int most) {
    int number = 0;
    if (**text == '0') {
        return 0;
    }
    while (isdigit((unsigned char)**text) && number <= most) {
        number = number * 10 + (*(*text)++ - '0');
    }
    return number <= most ? number : 0;
}

/* Reads a rank and moves *text behind it. Returns 0 without a rank. */
static int read_rank(const char **text) {
    const int number = read_capped_number(text, KYU_MAX);
    const char kind = **text;
    if (number == 0 || (kind != 'k' && (kind != 'd' || number > DAN_MAX))) {
        return 0;
    }
    (*text)++;
    return kind == 'd' ? DAN_MAX + 1 - number : DAN_MAX + number;
}

/* Reads one rank for both, or Black's and White's. */
static bool read_ranks(const char *text, int rank[2]) {
    rank[BLACK] = read_rank(&text);
    rank[WHITE] = rank[BLACK];
    if (rank[BLACK] != 0 && *text == '_') {
        text++;
        rank[WHITE] = read_rank(&text);
    }
    return rank[WHITE] != 0 && *text == '\0';
}

/* Returns what follows the prefix, or NULL if the name does not begin with it. */
static const char *after(const char *name, const char *prefix) {
    const size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

static bool read_amateurs(const char *name, const char *ranks, int year, int month,
                          HumanProfile *profile, Status *status) {
    *profile = (HumanProfile){.year = year, .month = month, .source = SOURCE_KGS};
    return read_ranks(ranks, profile->rank) ||
           status_fail(status,
                       "profile %.40s: expected a rank from %dk to %dd, or Black's and White's "
                       "with '_' between them, got '%.40s'",
                       name, KYU_MAX, DAN_MAX, ranks);
}

static bool read_professionals(const char *name, const char *year, HumanProfile *profile,
                               Status *status) {
    const char *end = year;
    const int number = read_capped_number(&end, YEAR_MAX);
    *profile = (HumanProfile){.rank = {1, 1},
                              .is_professional = true,
                              .year = number,
                              .month = 6,
                              .source = number < YEAR_GO4GO ? SOURCE_GOGOD : SOURCE_GO4GO};
    return (number >= YEAR_MIN && *end == '\0') ||
           status_fail(status, "profile %.40s: expected a year from %d to %d, got '%.40s'", name,
                       YEAR_MIN, YEAR_MAX, year);
}

bool human_profile_read(const char *name, HumanProfile *profile, Status *status) {
    HumanProfile read;
    const char *rest;
    bool ok;
    if ((rest = after(name, "rank_")) != NULL) {
        ok = read_amateurs(name, rest, 2020, 3, &read, status);
    } else if ((rest = after(name, "preaz_")) != NULL) {
        ok = read_amateurs(name, rest, 2016, 9, &read, status);
    } else if ((rest = after(name, "proyear_")) != NULL) {
        ok = read_professionals(name, rest, &read, status);
    } else {
        ok = status_fail(status,
                         "expected a profile such as rank_5k, rank_5k_3d, preaz_5k or "
                         "proyear_1995, got '%.40s'",
                         name);
    }
    if (ok) {
        snprintf(read.name, sizeof read.name, "%s", name);
        *profile = read;
    }
    return ok;
}

/* ---- Inputs ---- */

/* Days from 1970-01-01 to the first of a month, negative before. Years begin in March here, so that
 * a leap day ends one, and m whole months have (153 m + 2) / 5 days. 719468 days lie between March
 * of the year 0 and 1970. */
static int count_days(int year, int month) {
    const int begun = month > 2 ? year : year - 1;
    const int past = month > 2 ? month - 3 : month + 9;
    return 365 * begun + begun / 4 - begun / 100 + begun / 400 + (153 * past + 2) / 5 - 719468;
}

static void fill_date(const HumanProfile *profile, float *inputs) {
    const double days = count_days(profile->year, profile->month);
    for (int i = 0; i < DATE_WAVES; i++) {
        const double period = SHORTEST_PERIOD * pow(PERIOD_RANGE, i / (DATE_WAVES - 1.0));
        inputs[INPUT_DATE + 2 * i] = (float)cos(2 * M_PI * days / period);
        inputs[INPUT_DATE + 2 * i + 1] = (float)sin(2 * M_PI * days / period);
    }
}

static void fill_time(const HumanProfile *profile, float *inputs) {
    const bool is_known = !profile->is_professional;
    inputs[is_known ? INPUT_TIME_BYO_YOMI : INPUT_TIME_UNKNOWN] = 1;
    inputs[INPUT_MAIN_TIME] = (float)(0.4 * (log((is_known ? MAIN_SECONDS : 0) + 60) - 6.5));
    inputs[INPUT_PERIOD_TIME] = (float)(0.3 * (log((is_known ? PERIOD_SECONDS : 0) + 1) - 3));
    inputs[INPUT_PERIODS] = (float)(0.5 * (log((is_known ? PERIODS : 0) + 2) - 1.5));
    inputs[INPUT_CANADIAN_STONES] = (float)(0.25 * (log(2) - 1.5));
}

void human_profile_inputs(const HumanProfile *profile, Color mover, int points,
                          float inputs[HUMAN_PROFILE_INPUTS]) {
    assert(human_profile_is_set(profile));
    memset(inputs, 0, HUMAN_PROFILE_INPUTS * sizeof *inputs);
    inputs[INPUT_MOVER_HUMAN] = inputs[INPUT_OPPONENT_HUMAN] = 1;
    for (int i = 0; i < profile->rank[mover]; i++) {
        inputs[INPUT_MOVER_RANK + i] = 1;
    }
    for (int i = 0; i < profile->rank[color_opponent(mover)]; i++) {
        inputs[INPUT_OPPONENT_RANK + i] = 1;
    }
    inputs[INPUT_UNRATED] = profile->is_professional ? 0 : 0.5F;
    fill_time(profile, inputs);
    inputs[INPUT_POINTS] = (float)(0.5 * log(points / 361.0));
    fill_date(profile, inputs);
    inputs[INPUT_SOURCE + profile->source] = 1;
}
