#include "regress/match/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* How an engine loses games, other than by points: in the text and in JSON. */
static const struct {
    MatchGameEnd end;
    const char *one, *many, *key;
} LOSSES[] = {
    {MATCH_GAME_RESIGNATION, "resignation", "resignations", "resignations"},
    {MATCH_GAME_TIME, "loss on time", "losses on time", "time_losses"},
    {MATCH_GAME_ILLEGAL, "illegal move", "illegal moves", "illegal_moves"},
    {MATCH_GAME_REFUSED, "refusal", "refusals", "refusals"},
    {MATCH_GAME_CRASH, "crash", "crashes", "crashes"},
    {MATCH_GAME_HANG, "hang", "hangs", "hangs"},
    {MATCH_GAME_GARBAGE, "wrong answer", "wrong answers", "wrong_answers"},
};

/* ---- Counts ---- */

/* What one engine did, against one opponent or against all. */
typedef struct {
    int won[2], lost[2], drawn[2]; /* by its colour */
    int lost_by[MATCH_GAME_ENDS];
    int genmoves;   /* moves it was asked for */
    double seconds; /* that they took */
} Record;

typedef struct {
    Record records[2]; /* of the first and the second engine */
    int games, moves;
    int ends[MATCH_GAME_ENDS];
    int duplicates; /* games that repeat an earlier one, up to symmetry */
} PairingCounts;

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
    record->genmoves += outcome->genmoves[color];
    record->seconds += outcome->seconds[color];
}

static int compare_fingerprints(const void *a, const void *b) {
    return memcmp(a, b, sizeof(Fingerprint));
}

/* Counts games that repeat another: sorted by fingerprint, equal games are adjacent. */
static int count_duplicates(const MatchTable *table, int pairing) {
    const int rounds = table->schedule->games;
    Fingerprint *seen = memory_new((size_t)rounds, sizeof *seen);
    int count = 0, duplicates = 0;
    for (int round = 0; round < rounds; round++) {
        const FinishedGame *game =
            &table->games[schedule_number(table->schedule, pairing, round) - 1];
        if (game->is_finished) {
            seen[count++] = game->fingerprint;
        }
    }
    qsort(seen, (size_t)count, sizeof *seen, compare_fingerprints);
    for (int i = 1; i < count; i++) {
        duplicates += compare_fingerprints(&seen[i - 1], &seen[i]) == 0;
    }
    free(seen);
    return duplicates;
}

static PairingCounts count_pairing(const MatchTable *table, int pairing) {
    PairingCounts counts = {.duplicates = count_duplicates(table, pairing)};
    int first, second;
    schedule_pairing(table->schedule, pairing, &first, &second);
    for (int round = 0; round < table->schedule->games; round++) {
        const int number = schedule_number(table->schedule, pairing, round);
        const FinishedGame *game = &table->games[number - 1];
        if (!game->is_finished) {
            continue;
        }
        const ScheduledGame scheduled = schedule_game(table->schedule, number);
        const Color color = scheduled.engine[BLACK] == first ? BLACK : WHITE;
        record_add(&counts.records[0], color, &game->outcome);
        record_add(&counts.records[1], color_opponent(color), &game->outcome);
        counts.games++;
        counts.moves += game->outcome.moves;
        counts.ends[game->outcome.end]++;
    }
    return counts;
}

static void record_merge(Record *to, const Record *from) {
    for (int color = BLACK; color <= WHITE; color++) {
        to->won[color] += from->won[color];
        to->lost[color] += from->lost[color];
        to->drawn[color] += from->drawn[color];
    }
    for (int end = 0; end < MATCH_GAME_ENDS; end++) {
        to->lost_by[end] += from->lost_by[end];
    }
    to->genmoves += from->genmoves;
    to->seconds += from->seconds;
}

static Record count_engine(const MatchTable *table, int engine) {
    Record record = {.genmoves = 0};
    for (int pairing = 0; pairing < schedule_pairing_count(table->schedule); pairing++) {
        int sides[2];
        schedule_pairing(table->schedule, pairing, &sides[0], &sides[1]);
        if (engine == sides[0] || engine == sides[1]) {
            const PairingCounts counts = count_pairing(table, pairing);
            record_merge(&record, &counts.records[engine == sides[1]]);
        }
    }
    return record;
}

int match_finished_count(const MatchTable *table) {
    int count = 0;
    for (int i = 0; i < schedule_game_count(table->schedule); i++) {
        count += table->games[i].is_finished;
    }
    return count;
}

/* ---- Tallies ---- */

/* The half points, 0..2, of the pairing's first engine in a finished game. */
static int half_points(const MatchTable *table, int number) {
    const ScheduledGame scheduled = schedule_game(table->schedule, number);
    const Color winner = table->games[number - 1].outcome.winner;
    int first, second;
    schedule_pairing(table->schedule, scheduled.pairing, &first, &second);
    return winner == EMPTY ? 1 : scheduled.engine[winner] == first ? 2 : 0;
}

/* The results of a pairing from its first engine's side: of single games. */
static ResultTally tally_games(const MatchTable *table, int pairing) {
    ResultTally tally = {.games = 1};
    for (int round = 0; round < table->schedule->games; round++) {
        const int number = schedule_number(table->schedule, pairing, round);
        if (table->games[number - 1].is_finished) {
            tally.count[half_points(table, number)]++;
        }
    }
    return tally;
}

/* The same of complete pairs. */
static ResultTally tally_pairs(const MatchTable *table, int pairing) {
    ResultTally tally = {.games = 2};
    for (int round = 0; table->schedule->alternate && round + 1 < table->schedule->games;
         round += 2) {
        const int number = schedule_number(table->schedule, pairing, round);
        const int partner = schedule_number(table->schedule, pairing, round + 1);
        if (table->games[number - 1].is_finished && table->games[partner - 1].is_finished) {
            tally.count[half_points(table, number) + half_points(table, partner)]++;
        }
    }
    return tally;
}

/* Independent results: pairs if there are any, else games. */
static ResultTally best_tally(const MatchTable *table, int pairing) {
    const ResultTally pairs = tally_pairs(table, pairing);
    return tally_results(&pairs) > 0 ? pairs : tally_games(table, pairing);
}

SprtState match_judge(const MatchTable *table) {
    const ResultTally tally =
        table->schedule->alternate ? tally_pairs(table, 0) : tally_games(table, 0);
    return sprt_judge(table->sprt, &tally);
}

/* Rates all engines; in a gauntlet relative to the first engine. */
static void rate(const MatchTable *table, Rating *ratings) {
    const int count = table->schedule->engines;
    double points[RATING_MAX * RATING_MAX] = {0};
    for (int pairing = 0; pairing < schedule_pairing_count(table->schedule); pairing++) {
        int first, second;
        schedule_pairing(table->schedule, pairing, &first, &second);
        const ResultTally tally = tally_games(table, pairing);
        const double drawn = (double)tally.count[1] / 2;
        points[first * count + second] = (double)tally.count[2] + drawn;
        points[second * count + first] = (double)tally.count[0] + drawn;
    }
    ratings_estimate(count, points,
                     table->schedule->format == SCHEDULE_GAUNTLET ? RATING_FIRST_ZERO
                                                                  : RATING_MEAN_ZERO,
                     ratings);
}

/* ---- Text ---- */

static const char *name_of(const MatchTable *table, int engine) {
    return table->match_engines[engine].name;
}

void match_report_line(const MatchTable *table, Text *text) {
    text_add(text, "%d of %d game%s", match_finished_count(table),
             schedule_game_count(table->schedule),
             text_plural(schedule_game_count(table->schedule)));
    if (schedule_pairing_count(table->schedule) == 1) {
        const ResultTally tally = tally_games(table, 0);
        const double half = (double)tally.count[1] / 2;
        text_add(text, ", %s %g - %g %s", name_of(table, 0), (double)tally.count[2] + half,
                 (double)tally.count[0] + half, name_of(table, 1));
    }
}

static void add_elo(Text *text, const EloEstimate *elo) {
    if (isfinite(elo->elo) && isfinite(elo->error)) {
        text_add(text, "Elo %+.1f +- %.1f", elo->elo, elo->error);
    } else {
        text_add(text, "Elo %+.1f (%+.1f to %+.1f)", elo->elo, elo->low, elo->high);
    }
}

static double per_thought(const Record *record) {
    return record->genmoves == 0 ? NAN : record->seconds / record->genmoves;
}

/* Adds how an engine lost games, other than by points. */
static void add_losses(Text *text, const char *name, const Record *record) {
    const char *separator = "";
    for (size_t i = 0; i < sizeof LOSSES / sizeof LOSSES[0]; i++) {
        const int count = record->lost_by[LOSSES[i].end];
        if (count == 0) {
            continue;
        }
        if (separator[0] == '\0') {
            text_add(text, "  %s: ", name);
        }
        text_add(text, "%s%d %s", separator, count, count == 1 ? LOSSES[i].one : LOSSES[i].many);
        separator = ", ";
    }
    text_add(text, "%s", separator[0] == '\0' ? "" : "\n");
}

static void add_sprt(const MatchTable *table, Text *text) {
    const SprtState state = match_judge(table);
    const char *verdict = state.verdict == SPRT_ACCEPT_H0   ? "H0 accepted"
                          : state.verdict == SPRT_ACCEPT_H1 ? "H1 accepted"
                                                            : "undecided";
    text_add(text, "  SPRT of Elo %g (H0) against %g (H1): LLR %.2f (%.2f to %.2f), %s\n",
             table->sprt->elo0, table->sprt->elo1, state.llr, state.lower, state.upper, verdict);
}

static void add_strength(const MatchTable *table, int pairing, Text *text) {
    const ResultTally games = tally_games(table, pairing), best = best_tally(table, pairing);
    const Interval rate = tally_win_rate(&games);
    const EloEstimate elo = tally_elo(&best);
    text_add(text, "  win rate %.1f%% (%.1f%% to %.1f%%), ", 100 * tally_score(&games),
             100 * rate.low, 100 * rate.high);
    add_elo(text, &elo);
    text_add(text, ", likelihood of superiority %.1f%%\n", 100 * tally_superiority(&best));
    if (best.games == 2) {
        const int64_t *pairs = best.count;
        text_add(text, "  pairs with 0, 1/2, 1, 3/2, 2 points: %lld %lld %lld %lld %lld\n",
                 (long long)pairs[0], (long long)pairs[1], (long long)pairs[2], (long long)pairs[3],
                 (long long)pairs[4]);
    }
}

static void add_pairing(const MatchTable *table, int pairing, Text *text) {
    static const char *const COLORS[2] = {"Black", "White"};
    const PairingCounts counts = count_pairing(table, pairing);
    const Record *records = counts.records;
    int sides[2];
    schedule_pairing(table->schedule, pairing, &sides[0], &sides[1]);
    text_add(text, "%s against %s: %d won, %d lost, %d drawn\n", name_of(table, sides[0]),
             name_of(table, sides[1]), sum(records[0].won), sum(records[0].lost),
             sum(records[0].drawn));
    if (counts.games == 0) {
        return;
    }
    for (int color = BLACK; color <= WHITE; color++) {
        text_add(text, "  as %s: %d won, %d lost, %d drawn\n", COLORS[color], records[0].won[color],
                 records[0].lost[color], records[0].drawn[color]);
    }
    add_strength(table, pairing, text);
    if (table->sprt != NULL) {
        add_sprt(table, text);
    }
    text_add(text, "  moves a game %.1f; seconds a move %.3f and %.3f\n",
             (double)counts.moves / counts.games, per_thought(&records[0]),
             per_thought(&records[1]));
    for (int side = 0; side < 2; side++) {
        add_losses(text, name_of(table, sides[side]), &records[side]);
    }
    if (counts.ends[MATCH_GAME_MOVE_LIMIT] > 0) {
        text_add(text, "  ended by the move limit: %d\n", counts.ends[MATCH_GAME_MOVE_LIMIT]);
    }
    if (counts.duplicates > 0) {
        text_add(text, "  duplicates of other games: %d\n", counts.duplicates);
    }
}

static void add_ratings(const MatchTable *table, Text *text) {
    Rating ratings[RATING_MAX];
    rate(table, ratings);
    text_add(text, "\n%-32s %8s %7s %6s %6s %6s\n", "engine", "Elo", "error", "won", "lost",
             "drawn");
    for (int i = 0; i < table->schedule->engines; i++) {
        const Record record = count_engine(table, i);
        text_add(text, "%-32s %+8.1f %7.1f %6d %6d %6d\n", name_of(table, i), ratings[i].elo,
                 ratings[i].error, sum(record.won), sum(record.lost), sum(record.drawn));
    }
}

void match_report_text(const MatchTable *table, Text *text) {
    text_add(text, "%d of %d game%s\n", match_finished_count(table),
             schedule_game_count(table->schedule),
             text_plural(schedule_game_count(table->schedule)));
    for (int pairing = 0; pairing < schedule_pairing_count(table->schedule); pairing++) {
        add_pairing(table, pairing, text);
    }
    if (table->schedule->engines > 2) {
        add_ratings(table, text);
    }
}

/* ---- JSON ---- */

static void set_record(json_t *json, const Record *record) {
    json_set_figure(json, "wins", sum(record->won), 0);
    json_set_figure(json, "losses", sum(record->lost), 0);
    json_set_figure(json, "draws", sum(record->drawn), 0);
    json_set_figure(json, "black_wins", record->won[BLACK], 0);
    json_set_figure(json, "black_losses", record->lost[BLACK], 0);
    json_set_figure(json, "black_draws", record->drawn[BLACK], 0);
    json_set_figure(json, "white_wins", record->won[WHITE], 0);
    json_set_figure(json, "white_losses", record->lost[WHITE], 0);
    json_set_figure(json, "white_draws", record->drawn[WHITE], 0);
}

static void set_strength(const MatchTable *table, int pairing, json_t *json) {
    const ResultTally games = tally_games(table, pairing), best = best_tally(table, pairing);
    const Interval rate = tally_win_rate(&games);
    const EloEstimate elo = tally_elo(&best);
    json_set_figure(json, "win_rate", tally_score(&games), 4);
    json_set_figure(json, "win_rate_low", rate.low, 4);
    json_set_figure(json, "win_rate_high", rate.high, 4);
    json_set_figure(json, "elo", elo.elo, 1);
    json_set_figure(json, "elo_error", elo.error, 1);
    json_set_figure(json, "elo_low", elo.low, 1);
    json_set_figure(json, "elo_high", elo.high, 1);
    json_set_figure(json, "superiority", tally_superiority(&best), 4);
    json_t *pentanomial = best.games == 2 ? json_new_array() : json_null();
    for (int i = 0; best.games == 2 && i < 5; i++) {
        json_add_value(pentanomial, json_integer(best.count[i]));
    }
    json_set_value(json, "pentanomial", pentanomial);
}

static void set_sprt(const MatchTable *table, json_t *json) {
    if (table->sprt == NULL) {
        json_set_value(json, "llr", json_null());
        json_set_value(json, "sprt", json_null());
        return;
    }
    const SprtState state = match_judge(table);
    json_t *sprt = json_new_object();
    json_set_figure(json, "llr", state.llr, 4);
    json_set_figure(sprt, "elo0", table->sprt->elo0, 4);
    json_set_figure(sprt, "elo1", table->sprt->elo1, 4);
    json_set_figure(sprt, "lower", state.lower, 4);
    json_set_figure(sprt, "upper", state.upper, 4);
    json_set_text(sprt, "verdict", sprt_verdict_name(state.verdict));
    json_set_value(json, "sprt", sprt);
}

static json_t *pairing_json(const MatchTable *table, int pairing) {
    const PairingCounts counts = count_pairing(table, pairing);
    json_t *json = json_new_object();
    int first, second;
    schedule_pairing(table->schedule, pairing, &first, &second);
    json_set_text(json, "engine", name_of(table, first));
    json_set_text(json, "opponent", name_of(table, second));
    json_set_figure(json, "games", counts.games, 0);
    set_record(json, &counts.records[0]);
    set_strength(table, pairing, json);
    set_sprt(table, json);
    json_set_figure(json, "moves_per_game", (double)counts.moves / counts.games, 2);
    json_set_figure(json, "move_limit_games", counts.ends[MATCH_GAME_MOVE_LIMIT], 0);
    json_set_figure(json, "duplicates", counts.duplicates, 0);
    return json;
}

static json_t *engine_json(const MatchTable *table, int engine, const Rating *rating) {
    const MatchEngine *match_engine = &table->match_engines[engine];
    const Record record = count_engine(table, engine);
    json_t *json = json_new_object();
    json_set_text(json, "name", match_engine->name);
    json_set_text(json, "product", match_engine->product);
    json_set_text(json, "command", match_engine->command);
    json_set_figure(json, "rating", rating->elo, 1);
    json_set_figure(json, "rating_error", rating->error, 1);
    json_set_figure(json, "games", sum(record.won) + sum(record.lost) + sum(record.drawn), 0);
    set_record(json, &record);
    json_set_figure(json, "moves", record.genmoves, 0);
    json_set_figure(json, "seconds_per_move", per_thought(&record), 4);
    for (size_t i = 0; i < sizeof LOSSES / sizeof LOSSES[0]; i++) {
        json_set_figure(json, LOSSES[i].key, record.lost_by[LOSSES[i].end], 0);
    }
    return json;
}

json_t *match_report_json(const MatchTable *table) {
    Rating ratings[RATING_MAX];
    rate(table, ratings);
    json_t *json = json_new_object(), *pairings = json_new_array(), *engines = json_new_array();
    json_set_figure(json, "games", match_finished_count(table), 0);
    json_set_figure(json, "games_asked", schedule_game_count(table->schedule), 0);
    for (int i = 0; i < schedule_pairing_count(table->schedule); i++) {
        json_add_value(pairings, pairing_json(table, i));
    }
    for (int i = 0; i < table->schedule->engines; i++) {
        json_add_value(engines, engine_json(table, i, &ratings[i]));
    }
    if (schedule_pairing_count(table->schedule) == 1) {
        json_object_update_missing(json, json_array_get(pairings, 0));
    }
    json_set_value(json, "pairings", pairings);
    json_set_value(json, "engines", engines);
    return json;
}
