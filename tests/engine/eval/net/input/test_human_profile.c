/* Profiles of human players: their names, and their inputs against a slow reading of the rules. */
#include "engine/eval/net/input/human_profile.h"
#include "tests/support/program/cleanup.h"

#include <math.h>

static const char *const RANKS[] = {"9d",  "8d",  "7d",  "6d",  "5d",  "4d",  "3d",  "2d",
                                    "1d",  "1k",  "2k",  "3k",  "4k",  "5k",  "6k",  "7k",
                                    "8k",  "9k",  "10k", "11k", "12k", "13k", "14k", "15k",
                                    "16k", "17k", "18k", "19k", "20k"};

enum { RANK_COUNT = sizeof RANKS / sizeof RANKS[0] };

static HumanProfile read_profile(const char *name) {
    HumanProfile profile;
    Status status;
    cr_assert(human_profile_read(name, &profile, &status), "%s: %s", name, status.text);
    cr_assert_str_eq(profile.name, name);
    return profile;
}

Test(human_profile, each_rank_of_each_color) {
    for (int black = 0; black < RANK_COUNT; black++) {
        for (int white = 0; white < RANK_COUNT; white++) {
            char name[HUMAN_PROFILE_NAME_MAX];
            snprintf(name, sizeof name, "preaz_%s_%s", RANKS[black], RANKS[white]);
            const HumanProfile profile = read_profile(name);
            cr_assert_eq(profile.rank[BLACK], black + 1, "%s", name);
            cr_assert_eq(profile.rank[WHITE], white + 1, "%s", name);
        }
        char name[HUMAN_PROFILE_NAME_MAX];
        snprintf(name, sizeof name, "rank_%s", RANKS[black]);
        const HumanProfile profile = read_profile(name);
        cr_assert_eq(profile.rank[BLACK], black + 1, "%s", name);
        cr_assert_eq(profile.rank[WHITE], black + 1, "%s", name);
    }
}

Test(human_profile, other_names_are_refused) {
    static const struct {
        const char *name, *wrong;
    } NAMES[] = {
        {"", "got ''"},
        {"rank5k", "got 'rank5k'"},
        {"rank_", "got ''"},
        {"rank_0k", "got '0k'"},
        {"rank_5K", "got '5K'"},
        {"rank_21k", "got '21k'"},
        {"rank_10d", "got '10d'"},
        {"rank_5k ", "got '5k '"},
        {"proyear_1799", "got '1799'"},
        {"proyear_2024", "got '2024'"},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        HumanProfile profile = read_profile("rank_4k");
        Status status;
        cr_assert_not(human_profile_read(NAMES[i].name, &profile, &status), "%s", NAMES[i].name);
        cr_assert(strstr(status.text, NAMES[i].wrong) != NULL, "%s: %s", NAMES[i].name,
                  status.text);
        cr_assert_str_eq(profile.name, "rank_4k", "unchanged");
    }
}

/* Counts the days one by one. */
static int slow_days(int year, int month, int day) {
    static const int LENGTHS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int y = 1800, m = 1, d = 1, count = 0, epoch = 0, goal = -1;
    for (; goal < 0 || y <= 1970; count++) {
        epoch = y == 1970 && m == 1 && d == 1 ? count : epoch;
        goal = y == year && m == month && d == day ? count : goal;
        const bool is_leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
        if (++d > LENGTHS[m - 1] + (m == 2 && is_leap)) {
            d = 1;
            m++;
        }
        if (m > 12) {
            m = 1;
            y++;
        }
    }
    return goal - epoch;
}

/* What the input must be, written down range by range. */
typedef struct {
    int mover_rank, opponent_rank;
    double unrated;
    int time; /* the input that is 1 */
    double main, period, periods;
    int days, source;
    int points;
} Expected;

static double slow_input(const Expected *expected, int i) {
    if (i < 6) {
        return i < 2;
    }
    if (i < 40) {
        return i - 6 < expected->mover_rank;
    }
    if (i < 74) {
        return i - 40 < expected->opponent_rank;
    }
    if (i == 74) {
        return expected->unrated;
    }
    if (i < 82) {
        return i == expected->time;
    }
    const double amounts[] = {0.4 * (log(expected->main + 60) - 6.5),
                              0.3 * (log(expected->period + 1) - 3),
                              0.5 * (log(expected->periods + 2) - 1.5), 0.25 * (log(2) - 1.5),
                              0.5 * log(expected->points / 361.0)};
    if (i < 87) {
        return amounts[i - 82];
    }
    if (i < 151) {
        const int pair = (i - 87) / 2;
        const double power = exp(log(80000) * pair / 31);
        const double turns = expected->days / (7 * power);
        const double angle = 2 * M_PI * (turns - floor(turns));
        return i % 2 == 1 ? cos(angle) : sin(angle);
    }
    return i == 151 + expected->source;
}

static void expect_inputs(const char *name, Color mover, const Expected *expected) {
    const HumanProfile profile = read_profile(name);
    float inputs[HUMAN_PROFILE_INPUTS];
    memset(inputs, 0xff, sizeof inputs);
    human_profile_inputs(&profile, mover, expected->points, inputs);
    for (int i = 0; i < HUMAN_PROFILE_INPUTS; i++) {
        cr_assert_float_eq(inputs[i], slow_input(expected, i), 1e-6, "%s, input %d: %g", name, i,
                           (double)inputs[i]);
    }
}

Test(human_profile, inputs_of_amateurs) {
    const int in_2020 = slow_days(2020, 3, 1), in_2016 = slow_days(2016, 9, 1);
    const Expected rank_5k = {14, 14, 0.5, 79, 1200, 30, 5, in_2020, 2, 361};
    const Expected preaz_20k = {29, 29, 0.5, 79, 1200, 30, 5, in_2016, 2, 81};
    const Expected black_1d = {9, 18, 0.5, 79, 1200, 30, 5, in_2020, 2, 169};
    const Expected white_9k = {18, 9, 0.5, 79, 1200, 30, 5, in_2020, 2, 169};
    cr_assert_eq(in_2020, 18322); /* date -ud 2020-03-01 +%s, divided by 86400 */
    expect_inputs("rank_5k", BLACK, &rank_5k);
    expect_inputs("preaz_20k", WHITE, &preaz_20k);
    expect_inputs("rank_1d_9k", BLACK, &black_1d);
    expect_inputs("rank_1d_9k", WHITE, &white_9k);
}

Test(human_profile, inputs_of_professionals) {
    for (int year = 1800; year <= 2023; year++) {
        const char *name = formatted("proyear_%d", year);
        const Expected expected = {
            1, 1, 0, 75, 0, 0, 0, slow_days(year, 6, 1), year <= 2020 ? 5 : 6, 361};
        expect_inputs(name, year % 2 == 0 ? BLACK : WHITE, &expected);
    }
    cr_assert_eq(slow_days(1800, 6, 1), -61940); /* date -ud 1800-06-01 +%s, divided by 86400 */
}
