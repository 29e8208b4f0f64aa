#include "regress/match/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "engine/base/figures.h"
#include "engine/base/memory.h"
#include "regress/match/tune/tune.h"

/* How an engine loses games, other than by points. */
static const struct {
    MatchGameEnd end;
    const char *key, *words;
} LOSSES[] = {
    {MATCH_GAME_RESIGNATION, "resignations", "resignations"},
    {MATCH_GAME_RESIGN_AGREED, "agreed_resignations", "resignations by agreement"},
    {MATCH_GAME_TIME, "time_losses", "losses on time"},
    {MATCH_GAME_ILLEGAL, "illegal_moves", "illegal moves"},
    {MATCH_GAME_REFUSED, "refusals", "refusals"},
    {MATCH_GAME_CRASH, "crashes", "crashes"},
    {MATCH_GAME_HANG, "hangs", "hangs"},
    {MATCH_GAME_GARBAGE, "wrong_answers", "wrong answers"},
};

enum { LOSS_COUNT = sizeof LOSSES / sizeof LOSSES[0] };

/* ---- Counts ---- */

/* What one engine did in games against one opponent or all. */
typedef struct {
    int won[2], lost[2], drawn[2]; /* by its color */
    int lost_by[MATCH_GAME_ENDS];
    int move_limit_games;
    int moves;      /* of both sides */
    int genmoves;   /* moves it was asked for */
    double seconds; /* that they took */
} Record;

enum { ALL_PAIRINGS = -1 };

static int sum(const int counts[2]) {
    return counts[BLACK] + counts[WHITE];
}

static void record_add(Record *record, Color color, const MatchGameResult *outcome) {
    record->won[color] += outcome->winner == color;
    record->drawn[color] += outcome->winner == EMPTY;
    if (outcome->winner == color_opponent(color)) {
        record->lost[color]++;
        record->lost_by[outcome->end]++;
    }
    record->move_limit_games += outcome->end == MATCH_GAME_MOVE_LIMIT;
    record->moves += outcome->moves;
    record->genmoves += outcome->genmoves[color];
    record->seconds += outcome->seconds[color];
}

/* Counts the finished games of a pairing as one of its engines saw them. */
static Record count_games(const MatchTable *table, int pairing, int engine) {
    Record record = {.moves = 0};
    for (int number = 1; number <= schedule_game_count(table->schedule); number++) {
        const ScheduledGame scheduled = schedule_game(table->schedule, number);
        const FinishedGame *game = &table->games[number - 1];
        for (int color = BLACK; color <= WHITE && game->is_finished; color++) {
            if (scheduled.engine[color] == engine &&
                (pairing == ALL_PAIRINGS || scheduled.pairing == pairing)) {
                record_add(&record, (Color)color, &game->outcome);
            }
        }
    }
    return record;
}

/* NULL: the game is not finished. */
static const FinishedGame *find_game(const MatchTable *table, int pairing, int round) {
    const FinishedGame *game = &table->games[schedule_number(table->schedule, pairing, round) - 1];
    return game->is_finished ? game : NULL;
}

static int compare_fingerprints(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Counts games that repeat another: sorted by fingerprint, equal games are adjacent. */
static int count_duplicates(const MatchTable *table, int pairing) {
    const int rounds = table->schedule->games;
    uint64_t *seen = memory_new((size_t)rounds, sizeof *seen);
    int count = 0, duplicates = 0;
    for (int round = 0; round < rounds; round++) {
        const FinishedGame *game = find_game(table, pairing, round);
        if (game != NULL) {
            seen[count++] = game->fingerprint;
        }
    }
    qsort(seen, (size_t)count, sizeof *seen, compare_fingerprints);
    for (int i = 1; i < count; i++) {
        duplicates += seen[i - 1] == seen[i];
    }
    free(seen);
    return duplicates;
}

int match_finished_count(const MatchTable *table) {
    int count = 0;
    for (int i = 0; i < schedule_game_count(table->schedule); i++) {
        count += table->games[i].is_finished;
    }
    return count;
}

/* ---- Tallies ---- */

/* The results of single games. */
static ResultTally tally_games(const Record *record) {
    return (ResultTally){.games = 1,
                         .count = {sum(record->lost), sum(record->drawn), sum(record->won)}};
}

/* The results of complete pairs of games, from the side of the pairing's first engine. */
static ResultTally tally_pairs(const MatchTable *table, int pairing) {
    ResultTally tally = {.games = 2};
    for (int round = 0; table->schedule->alternate && round + 1 < table->schedule->games;
         round += 2) {
        const FinishedGame *game = find_game(table, pairing, round);
        const FinishedGame *partner = find_game(table, pairing, round + 1);
        if (game != NULL && partner != NULL) {
            /* The first engine has Black in the first game of a pair. */
            const Color winner = game->outcome.winner, other = partner->outcome.winner;
            tally.count[(winner == EMPTY ? 1 : 2 * (winner == BLACK)) +
                        (other == EMPTY ? 1 : 2 * (other == WHITE))]++;
        }
    }
    return tally;
}

SprtState match_judge(const MatchTable *table) {
    const Record record = count_games(table, 0, 0);
    const ResultTally tally =
        table->schedule->alternate ? tally_pairs(table, 0) : tally_games(&record);
    return sprt_judge(table->sprt, &tally);
}

/* ---- JSON ---- */

static void add_record(json_t *json, const Record *record) {
    const int won = sum(record->won), lost = sum(record->lost), drawn = sum(record->drawn);
    json_set_packed(json, "{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "games",
                    won + lost + drawn, "wins", won, "losses", lost, "draws", drawn, "black_wins",
                    record->won[BLACK], "black_losses", record->lost[BLACK], "black_draws",
                    record->drawn[BLACK], "white_wins", record->won[WHITE], "white_losses",
                    record->lost[WHITE], "white_draws", record->drawn[WHITE]);
}

static json_t *sprt_json(const Sprt *sprt, const SprtState *state) {
    const Figure figures[] = {{"elo0", sprt->elo0, 4, NULL},
                              {"elo1", sprt->elo1, 4, NULL},
                              {"lower", state->lower, 4, NULL},
                              {"upper", state->upper, 4, NULL},
                              {0}};
    json_t *json = json_new_object();
    figures_add(json, figures);
    json_set_text(json, "verdict", sprt_verdict_name(state->verdict));
    return json;
}

static json_t *pairing_json(const MatchTable *table, int pairing) {
    int first, second;
    schedule_pairing(table->schedule, pairing, &first, &second);
    const Record record = count_games(table, pairing, first);
    const ResultTally games = tally_games(&record), pairs = tally_pairs(table, pairing);
    const bool has_pairs = tally_results(&pairs) > 0;
    const ResultTally *best = has_pairs ? &pairs : &games; /* independent results */
    const Interval rate = tally_win_rate(&games);
    const EloEstimate elo = tally_elo(best);
    const SprtState state = table->sprt == NULL ? (SprtState){.llr = NAN} : match_judge(table);
    const Figure figures[] = {
        {"win_rate", tally_score(&games), 4, NULL},
        {"win_rate_low", rate.low, 4, NULL},
        {"win_rate_high", rate.high, 4, NULL},
        {"elo", elo.elo, 1, NULL},
        {"elo_error", elo.error, 1, NULL},
        {"elo_low", elo.low, 1, NULL},
        {"elo_high", elo.high, 1, NULL},
        {"superiority", tally_superiority(best), 4, NULL},
        {"llr", state.llr, 4, NULL},
        {"moves_per_game", (double)record.moves / (double)tally_results(&games), 2, NULL},
        {"move_limit_games", record.move_limit_games, 0, NULL},
        {"duplicates", count_duplicates(table, pairing), 0, NULL},
        {0}};
    json_t *json =
        json_new_packed("{s:o, s:o}", "engine", json_new_text(table->match_engines[first].name),
                        "opponent", json_new_text(table->match_engines[second].name));
    add_record(json, &record);
    figures_add(json, figures);
    json_set_packed(json, "{s:o, s:o}", "pentanomial",
                    has_pairs ? json_new_packed("[I, I, I, I, I]", pairs.count[0], pairs.count[1],
                                                pairs.count[2], pairs.count[3], pairs.count[4])
                              : json_null(),
                    "sprt", table->sprt == NULL ? json_null() : sprt_json(table->sprt, &state));
    return json;
}

json_t *match_report_json(const MatchTable *table) {
    json_t *pairings = json_new_array(), *engines = json_new_array();
    json_t *json = json_new_packed("{s:i, s:i}", "games", match_finished_count(table),
                                   "games_asked", schedule_game_count(table->schedule));
    for (int i = 0; i < schedule_pairing_count(table->schedule); i++) {
        json_add_value(pairings, pairing_json(table, i));
    }
    for (int i = 0; i < table->schedule->engines; i++) {
        const Record record = count_games(table, ALL_PAIRINGS, i);
        json_t *engine = match_engine_json(&table->match_engines[i]);
        add_record(engine, &record);
        json_set_packed(engine, "{s:i, s:o, s:o}", "moves", record.genmoves, "seconds",
                        json_new_figure(record.seconds, 3), "seconds_per_move",
                        json_new_figure(record.seconds / record.genmoves, 4));
        for (int k = 0; k < LOSS_COUNT; k++) {
            json_set_figure(engine, LOSSES[k].key, record.lost_by[LOSSES[k].end], 0);
        }
        json_add_value(engines, engine);
    }
    if (schedule_pairing_count(table->schedule) == 1) {
        json_object_update_missing(json, json_array_get(pairings, 0));
    }
    json_set_packed(json, "{s:o, s:o}", "pairings", pairings, "engines", engines);
    return json;
}

/* ---- Facts ---- */

static double number_of(const json_t *json, const char *key) {
    return json_number_value(json_object_get(json, key));
}

static const char *text_of(const json_t *json, const char *key) {
    return json_string_value(json_object_get(json, key));
}

/* Adds [label, value] to the facts. */
static void add_fact(json_t *facts, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_fact(json_t *facts, const char *label, const char *format, ...) {
    char value[160];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    json_add_value(facts, json_new_packed("[s, s]", label, value));
}

static void add_results(json_t *facts, const char *label, const json_t *json, const char *color) {
    static const char *const KEYS[] = {"wins", "losses", "draws"};
    double count[3];
    for (int i = 0; i < 3; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s%s", color, KEYS[i]);
        count[i] = number_of(json, key);
    }
    add_fact(facts, label, "%.0f won, %.0f lost, %.0f drawn", count[0], count[1], count[2]);
}

/* An Elo difference or a bound of it that is infinite is null. */
static void add_elo(json_t *facts, const json_t *json) {
    const bool has_elo = json_is_number(json_object_get(json, "elo"));
    const bool has_low = json_is_number(json_object_get(json, "elo_low"));
    char elo[32] = "";
    if (has_elo) {
        snprintf(elo, sizeof elo, "%+.1f ", number_of(json, "elo"));
    }
    if (json_is_number(json_object_get(json, "elo_error"))) {
        add_fact(facts, "Elo", "%s+- %.1f", elo, number_of(json, "elo_error"));
    } else {
        add_fact(facts, "Elo", "%s(%s %+.1f)", elo, has_low ? "above" : "below",
                 number_of(json, has_low ? "elo_low" : "elo_high"));
    }
}

static void add_sprt(json_t *facts, const json_t *json) {
    const json_t *sprt = json_object_get(json, "sprt");
    const char *verdict = text_of(sprt, "verdict");
    if (verdict != NULL) {
        add_fact(facts, "SPRT", "Elo %g (H0) against %g (H1): LLR %.2f (%.2f to %.2f), %s%s",
                 number_of(sprt, "elo0"), number_of(sprt, "elo1"), number_of(json, "llr"),
                 number_of(sprt, "lower"), number_of(sprt, "upper"),
                 verdict[0] == 'H' ? verdict : "undecided", verdict[0] == 'H' ? " accepted" : "");
    }
}

/* What people are told of a pairing: [label, value] each. */
static json_t *pairing_facts(const json_t *json) {
    json_t *facts = json_new_array();
    const json_t *pairs = json_object_get(json, "pentanomial");
    add_results(facts, "result", json, "");
    if (number_of(json, "games") == 0) {
        return facts;
    }
    add_results(facts, "as Black", json, "black_");
    add_results(facts, "as White", json, "white_");
    add_fact(facts, "win rate", "%.1f%% (%.1f%% to %.1f%%)", 100 * number_of(json, "win_rate"),
             100 * number_of(json, "win_rate_low"), 100 * number_of(json, "win_rate_high"));
    add_elo(facts, json);
    add_fact(facts, "LOS", "%.1f%%, the likelihood of superiority",
             100 * number_of(json, "superiority"));
    if (json_array_size(pairs) == 5) {
        double count[5];
        for (size_t i = 0; i < 5; i++) {
            count[i] = json_number_value(json_array_get(pairs, i));
        }
        add_fact(facts, "pairs", "%.0f, %.0f, %.0f, %.0f, %.0f with 0, 1/2, 1, 3/2, 2 points",
                 count[0], count[1], count[2], count[3], count[4]);
    }
    add_sprt(facts, json);
    add_fact(facts, "moves", "%.1f a game", number_of(json, "moves_per_game"));
    if (number_of(json, "move_limit_games") > 0) {
        add_fact(facts, "move limit", "ended %.0f", number_of(json, "move_limit_games"));
    }
    if (number_of(json, "duplicates") > 0) {
        add_fact(facts, "duplicates", "%.0f, equal to an earlier game, turned or mirrored",
                 number_of(json, "duplicates"));
    }
    return facts;
}

/* Returns the facts of an engine; how it lost comes last. */
static json_t *engine_facts(const json_t *json) {
    json_t *facts = json_new_array();
    add_fact(facts, "points", "%.1f", number_of(json, "wins") + number_of(json, "draws") / 2);
    add_fact(facts, "games", "%.0f", number_of(json, "games"));
    add_fact(facts, "s/move", "%.3f", number_of(json, "seconds_per_move"));
    add_fact(facts, "time", "%.1f s", number_of(json, "seconds"));
    for (int i = 0; i < LOSS_COUNT; i++) {
        if (number_of(json, LOSSES[i].key) > 0) {
            add_fact(facts, LOSSES[i].words, "%.0f", number_of(json, LOSSES[i].key));
        }
    }
    return facts;
}

void match_report_add_facts(json_t *report) {
    size_t i;
    json_t *part;
    json_array_foreach(json_object_get(report, "pairings"), i, part) {
        json_set_value(part, "facts", pairing_facts(part));
    }
    json_array_foreach(json_object_get(report, "engines"), i, part) {
        json_set_value(part, "facts", engine_facts(part));
    }
}

/* ---- Text ---- */

static void add_facts_text(json_t *facts, size_t first, const char *before, const char *after,
                           Text *text) {
    for (size_t i = first; i < json_array_size(facts); i++) {
        const json_t *fact = json_array_get(facts, i);
        text_add(text, "%s%s: %s%s", before, json_string_value(json_array_get(fact, 0)),
                 json_string_value(json_array_get(fact, 1)), after);
    }
    json_decref(facts);
}

static const char *fact_value(const json_t *facts, size_t index) {
    return json_string_value(json_array_get(json_array_get(facts, index), 1));
}

void match_report_text(const json_t *report, Text *text) {
    size_t i;
    json_t *part, *facts;
    const json_t *parameters = json_object_get(report, "parameters");
    text_add(text, "%.0f of %.0f games\n", number_of(report, "games"),
             number_of(report, "games_asked"));
    if (parameters != NULL) {
        tune_report_text(parameters, text);
    }
    json_array_foreach(parameters == NULL ? json_object_get(report, "pairings") : NULL, i, part) {
        facts = pairing_facts(part);
        text_add(text, "%s against %s: %s\n", text_of(part, "engine"), text_of(part, "opponent"),
                 fact_value(facts, 0));
        add_facts_text(facts, 1, "  ", "\n", text);
    }
    text_add(text, "\n%-32s %8s %8s %8s %10s\n", "engine", "points", "games", "s/move", "time");
    json_array_foreach(json_object_get(report, "engines"), i, part) {
        facts = engine_facts(part);
        text_add(text, "%-32s %8s %8s %8s %10s", text_of(part, "name"), fact_value(facts, 0),
                 fact_value(facts, 1), fact_value(facts, 2), fact_value(facts, 3));
        add_facts_text(facts, 4, "  ", "", text);
        text_add(text, "\n");
    }
}

void match_report_line(const MatchTable *table, Text *text) {
    text_add(text, "%d of %d games", match_finished_count(table),
             schedule_game_count(table->schedule));
    if (table->schedule->engines == 2) {
        const Record record = count_games(table, 0, 0);
        const double half = sum(record.drawn) / 2.0;
        text_add(text, ", %s %g - %g %s", table->match_engines[0].name, sum(record.won) + half,
                 sum(record.lost) + half, table->match_engines[1].name);
    }
}
