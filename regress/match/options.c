#include "regress/match/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"

/* The command line while it is being read. */
typedef struct {
    MatchOptions options;
    const char *sides[2]; /* --black, --white */
    bool has_format, alternate;
} Reading;

/* An option without a value sets the bool at offset. One with values hands them to read; where that
 * is NULL the value is the text at offset. */
typedef struct {
    const char *name;
    int value_count;
    size_t offset; /* in Reading */
    bool (*read)(Reading *reading, const char *name, char **values, Status *status);
} OptionReader;

/* ---- Values ---- */

static bool read_int(const char *name, const char *text, int least, int most, int *value,
                     Status *status) {
    int64_t wide = 0;
    const bool ok = number_read_integer(name, text, least, most, &wide, status);
    *value = (int)wide;
    return ok;
}

static bool read_engine(Reading *reading, const char *name, char **values, Status *status) {
    MatchOptions *options = &reading->options;
    const char *text = values[0], *equals = strchr(text, '=');
    const size_t length = equals == NULL ? 0 : (size_t)(equals - text);
    if (length == 0 || length >= SEAT_NAME_MAX) {
        return status_fail(status,
                           "%s: expected NAME=COMMAND with a name of 1 to %d letters, got "
                           "%.60s",
                           name, SEAT_NAME_MAX - 1, text);
    }
    if (options->schedule.engines == RATING_MAX) {
        return status_fail(status, "%s: more than %d engines", name, RATING_MAX);
    }
    Contestant *contestant = &options->contestants[options->schedule.engines];
    memcpy(contestant->name, text, length);
    contestant->command = equals + 1;
    for (int i = 0; i < options->schedule.engines; i++) {
        if (strcmp(options->contestants[i].name, contestant->name) == 0) {
            return status_fail(status, "%s: two engines are called %s", name, contestant->name);
        }
    }
    options->schedule.engines++;
    return true;
}

static bool read_format(Reading *reading, const char *name, char **values, Status *status) {
    const bool round_robin = strcmp(values[0], "round-robin") == 0;
    reading->has_format = true;
    reading->options.schedule.format = round_robin ? SCHEDULE_ROUND_ROBIN : SCHEDULE_GAUNTLET;
    return round_robin || strcmp(values[0], "gauntlet") == 0 ||
           status_fail(status, "%s: expected gauntlet or round-robin, got %.40s", name, values[0]);
}

static bool read_games(Reading *reading, const char *name, char **values, Status *status) {
    return read_int(name, values[0], 1, 1000000, &reading->options.schedule.games, status);
}

static bool read_size(Reading *reading, const char *name, char **values, Status *status) {
    return read_int(name, values[0], 2, BOARD_SIDE_MAX, &reading->options.size, status);
}

static bool read_komi(Reading *reading, const char *name, char **values, Status *status) {
    return number_read_real(name, values[0], -1000, 1000, &reading->options.komi, status);
}

static bool read_rules(Reading *reading, const char *name, char **values, Status *status) {
    reading->options.rules = rules_find(values[0]);
    return reading->options.rules != NULL ||
           status_fail(status, "%s: unknown rules %.40s", name, values[0]);
}

/* A whole number at the start of *text, which moves behind it. */
static bool read_digits(const char **text, long *value) {
    char *end;
    const bool ok = **text >= '0' && **text <= '9';
    *value = ok ? strtol(*text, &end, 10) : 0;
    *text = ok ? end : *text;
    return ok && *value <= 10000000;
}

/* MAIN or MAIN+PERIOD/STONES, in whole seconds, since GTP knows no others. */
static bool read_time(Reading *reading, const char *name, char **values, Status *status) {
    const char *text = values[0];
    long main_time, period = 0, stones = 0;
    bool ok = read_digits(&text, &main_time);
    if (ok && *text == '+') {
        text++;
        ok = read_digits(&text, &period) && period > 0 && *text++ == '/' &&
             read_digits(&text, &stones) && stones > 0;
    }
    if (!ok || *text != '\0' || main_time + period == 0) {
        return status_fail(status,
                           "%s: expected MAIN or MAIN+PERIOD/STONES in whole seconds, as in "
                           "300+25/10, got %.40s",
                           name, values[0]);
    }
    reading->options.time = values[0];
    clock_set(&reading->options.terms.clock, (double)main_time, (double)period, (int)stones);
    return true;
}

static bool read_margin(Reading *reading, const char *name, char **values, Status *status) {
    return number_read_real(name, values[0], 0, 1000, &reading->options.terms.margin, status);
}

static bool read_hang(Reading *reading, const char *name, char **values, Status *status) {
    return number_read_real(name, values[0], 0.01, 1e6, &reading->options.terms.hang, status);
}

static bool read_visits(Reading *reading, const char *name, char **values, Status *status) {
    return number_read_integer(name, values[0], 1, 1000000000, &reading->options.visits, status);
}

static bool read_opening_moves(Reading *reading, const char *name, char **values, Status *status) {
    return read_int(name, values[0], 1, 1000, &reading->options.opening_moves, status);
}

static bool read_random_opening(Reading *reading, const char *name, char **values, Status *status) {
    return read_int(name, values[0], 1, 100, &reading->options.random_plies, status);
}

static bool read_seed(Reading *reading, const char *name, char **values, Status *status) {
    return number_read_integer(name, values[0], 0, INT64_MAX, &reading->options.seed, status);
}

static bool read_move_limit(Reading *reading, const char *name, char **values, Status *status) {
    return read_int(name, values[0], 1, 100000, &reading->options.terms.move_limit, status);
}

static bool read_jobs(Reading *reading, const char *name, char **values, Status *status) {
    return read_int(name, values[0], 1, MATCH_JOBS_MAX, &reading->options.jobs, status);
}

static bool read_sprt(Reading *reading, const char *name, char **values, Status *status) {
    Sprt *sprt = &reading->options.sprt;
    reading->options.has_sprt = true;
    return number_read_real(name, values[0], -1000, 1000, &sprt->elo0, status) &&
           number_read_real(name, values[1], -1000, 1000, &sprt->elo1, status) &&
           (sprt->elo0 < sprt->elo1 ||
            status_fail(status, "%s: the first Elo must be below the second", name));
}

static const OptionReader READERS[] = {
    {"--black", 1, offsetof(Reading, sides[BLACK]), NULL},
    {"--white", 1, offsetof(Reading, sides[WHITE]), NULL},
    {"--engine", 1, 0, read_engine},
    {"--format", 1, 0, read_format},
    {"--games", 1, 0, read_games},
    {"--alternate", 0, offsetof(Reading, alternate), NULL},
    {"--size", 1, 0, read_size},
    {"--komi", 1, 0, read_komi},
    {"--rules", 1, 0, read_rules},
    {"--time", 1, 0, read_time},
    {"--margin", 1, 0, read_margin},
    {"--hang", 1, 0, read_hang},
    {"--visits", 1, 0, read_visits},
    {"--openings", 1, offsetof(Reading, options.openings_path), NULL},
    {"--opening-moves", 1, 0, read_opening_moves},
    {"--random-opening", 1, 0, read_random_opening},
    {"--seed", 1, 0, read_seed},
    {"--move-limit", 1, 0, read_move_limit},
    {"--no-dead", 0, offsetof(Reading, options.terms.all_alive), NULL},
    {"--referee", 1, offsetof(Reading, options.referee.command), NULL},
    {"--restart", 0, offsetof(Reading, options.restart), NULL},
    {"-j", 1, 0, read_jobs},
    {"--resume", 1, offsetof(Reading, options.log_path), NULL},
    {"--sgf", 1, offsetof(Reading, options.sgf_folder), NULL},
    {"--stderr", 1, offsetof(Reading, options.error_folder), NULL},
    {"--sprt", 2, 0, read_sprt},
    {"--json", 0, offsetof(Reading, options.json), NULL},
    {"--help", 0, offsetof(Reading, options.help), NULL},
};

/* ---- The whole ---- */

static const OptionReader *find_reader(const char *name) {
    for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++) {
        if (strcmp(READERS[i].name, name) == 0) {
            return &READERS[i];
        }
    }
    return NULL;
}

/* Who plays: two sides or a list of engines. */
static bool settle_engines(Reading *reading, Status *status) {
    MatchOptions *options = &reading->options;
    const bool has_side = reading->sides[BLACK] != NULL || reading->sides[WHITE] != NULL;
    if (options->schedule.engines > 0) {
        options->schedule.alternate = true;
        return (!has_side || status_fail(status, "--engine does not go with --black, --white")) &&
               (options->schedule.engines >= 2 || status_fail(status, "--engine: one is too few"));
    }
    if (reading->sides[BLACK] == NULL || reading->sides[WHITE] == NULL) {
        return status_fail(status, "expected --black COMMAND and --white COMMAND, or --engine "
                                   "NAME=COMMAND twice or more");
    }
    if (reading->has_format) {
        return status_fail(status, "--format goes with --engine only");
    }
    for (int color = BLACK; color <= WHITE; color++) {
        options->contestants[color].command = reading->sides[color];
    }
    options->schedule.engines = 2;
    options->schedule.alternate = reading->alternate;
    return true;
}

static bool settle(Reading *reading, Status *status) {
    MatchOptions *options = &reading->options;
    if (!settle_engines(reading, status)) {
        return false;
    }
    if (options->openings_path != NULL && options->random_plies > 0) {
        return status_fail(status, "--openings does not go with --random-opening");
    }
    if (options->has_sprt && options->schedule.engines > 2) {
        return status_fail(status, "--sprt is for two engines");
    }
    if (options->terms.move_limit == 0) {
        options->terms.move_limit = 3 * options->size * options->size;
    }
    return true;
}

static bool read_option(Reading *reading, const OptionReader *reader, char **values,
                        Status *status) {
    char *place = (char *)reading + reader->offset;
    if (reader->read != NULL) {
        return reader->read(reading, reader->name, values, status);
    }
    if (reader->value_count == 0) {
        *(bool *)place = true;
    } else {
        *(const char **)(void *)place = values[0];
    }
    return true;
}

static MatchOptions default_options(void) {
    return (MatchOptions){
        .referee = {.name = "the referee"},
        .schedule = {.games = 1},
        .terms = {.margin = 0.1, .hang = 60},
        .size = 19,
        .komi = 7.5,
        .rules = &RULES[0],
        .sprt = {.alpha = (double)SPRT_ERROR_PERCENT / 100.0,
                 .beta = (double)SPRT_ERROR_PERCENT / 100.0},
        .jobs = 1,
    };
}

bool match_options_read(int argc, char **argv, MatchOptions *options, Status *status) {
    Reading reading = {.options = default_options()};
    for (int i = 1; i < argc;) {
        const OptionReader *reader = find_reader(argv[i]);
        if (reader == NULL) {
            return status_fail(status, "unknown option %.60s", argv[i]);
        }
        if (i + reader->value_count >= argc) {
            return status_fail(status, "%s: a value is missing", reader->name);
        }
        if (!read_option(&reading, reader, argv + i + 1, status)) {
            return false;
        }
        i += 1 + reader->value_count;
    }
    const bool ok = reading.options.help || settle(&reading, status);
    *options = reading.options;
    return ok;
}
