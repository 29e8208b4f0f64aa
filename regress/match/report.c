#include "regress/match/report.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/figures.h"
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

/* What one engine did in games against one opponent or all. */
typedef struct {
    int won[2], lost[2], drawn[2]; /* by its color */
    int lost_by[MATCH_GAME_ENDS];
    int move_limit_games;
    int moves;      /* of both sides */
    int genmoves;   /* moves it was asked for */
    double seconds; /* that they took */
} Record;

static int sum(const int counts[2]) {
    return counts[BLACK] + counts[WHITE];
}

static int games_of(const Record *record) {
    return sum(record->won) + sum(record->lost) + sum(record->drawn);
}

static double seconds_per_move(const Record *record) {
    return record->genmoves == 0 ? NAN : record->seconds / record->genmoves;
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

/* NULL: the game is not finished. */
static const FinishedGame *find_game(const MatchTable *table, int pairing, int round) {
    const FinishedGame *game = &table->games[schedule_number(table->schedule, pairing, round) - 1];
    return game->is_finished ? game : NULL;
}

/* Adds the pairing's games as one of its engines saw them. */
static void add_games(const MatchTable *table, int pairing, int engine, Record *record) {
    for (int round = 0; round < table->schedule->games; round++) {
        const FinishedGame *game = find_game(table, pairing, round);
        if (game != NULL) {
            const int number = schedule_number(table->schedule, pairing, round);
            const ScheduledGame scheduled = schedule_game(table->schedule, number);
            record_add(record, scheduled.engine[BLACK] == engine ? BLACK : WHITE, &game->outcome);
        }
    }
}

static Record count_engine(const MatchTable *table, int engine) {
    Record record = {.genmoves = 0};
    for (int pairing = 0; pairing < schedule_pairing_count(table->schedule); pairing++) {
        int first, second;
        schedule_pairing(table->schedule, pairing, &first, &second);
        if (engine == first || engine == second) {
            add_games(table, pairing, engine, &record);
        }
    }
    return record;
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

static Record count_pairing(const MatchTable *table, int pairing) {
    Record record = {.genmoves = 0};
    int first, second;
    schedule_pairing(table->schedule, pairing, &first, &second);
    add_games(table, pairing, first, &record);
    return record;
}

SprtState match_judge(const MatchTable *table) {
    const Record record = count_pairing(table, 0);
    const ResultTally tally =
        table->schedule->alternate ? tally_pairs(table, 0) : tally_games(&record);
    return sprt_judge(table->sprt, &tally);
}

/* ---- A pairing: to a text, or to JSON if the object is not NULL ---- */

static const char *name_of(const MatchTable *table, int engine) {
    return table->match_engines[engine].name;
}

static void add_figures(const Figure *figures, json_t *json, Text *text) {
    if (json != NULL) {
        figures_add(json, figures);
    } else {
        figures_describe(figures, text);
    }
}

static void add_record(const Record *record, json_t *json, Text *text) {
    const Figure all[] = {{"wins", sum(record->won), 0, ": %.0f won"},
                          {"losses", sum(record->lost), 0, ", %.0f lost"},
                          {"draws", sum(record->drawn), 0, ", %.0f drawn\n"},
                          {0}};
    const Figure by_color[] = {{"black_wins", record->won[BLACK], 0, "  as Black: %.0f won"},
                               {"black_losses", record->lost[BLACK], 0, ", %.0f lost"},
                               {"black_draws", record->drawn[BLACK], 0, ", %.0f drawn\n"},
                               {"white_wins", record->won[WHITE], 0, "  as White: %.0f won"},
                               {"white_losses", record->lost[WHITE], 0, ", %.0f lost"},
                               {"white_draws", record->drawn[WHITE], 0, ", %.0f drawn\n"},
                               {0}};
    add_figures(all, json, text);
    if (json != NULL || games_of(record) > 0) {
        add_figures(by_color, json, text);
    }
}

static void add_strength(const MatchTable *table, int pairing, const Record *record, json_t *json,
                         Text *text) {
    const ResultTally games = tally_games(record), pairs = tally_pairs(table, pairing);
    const bool has_pairs = tally_results(&pairs) > 0;
    const ResultTally *best = has_pairs ? &pairs : &games; /* independent results */
    const Interval rate = tally_win_rate(&games);
    const EloEstimate elo = tally_elo(best);
    const bool is_bounded = isfinite(elo.elo) && isfinite(elo.error);
    const Figure figures[] = {
        {"win_rate", tally_score(&games), 4, "  win rate %.1f%%"},
        {"win_rate_low", rate.low, 4, " (%.1f%%"},
        {"win_rate_high", rate.high, 4, " to %.1f%%)"},
        {"elo", elo.elo, 1, ", Elo %+.1f"},
        {"elo_error", elo.error, 1, is_bounded ? " +- %.1f" : NULL},
        {"elo_low", elo.low, 1, is_bounded ? NULL : " (%+.1f"},
        {"elo_high", elo.high, 1, is_bounded ? NULL : " to %+.1f)"},
        {"superiority", tally_superiority(best), 4, ", likelihood of superiority %.1f%%\n"},
        {0}};
    add_figures(figures, json, text);
    if (json != NULL) {
        json_set_value(json, "pentanomial",
                       has_pairs ? json_pack("[I, I, I, I, I]", pairs.count[0], pairs.count[1],
                                             pairs.count[2], pairs.count[3], pairs.count[4])
                                 : json_null());
    } else if (has_pairs) {
        text_add(text, "  pairs with 0, 1/2, 1, 3/2, 2 points: %lld %lld %lld %lld %lld\n",
                 (long long)pairs.count[0], (long long)pairs.count[1], (long long)pairs.count[2],
                 (long long)pairs.count[3], (long long)pairs.count[4]);
    }
}

static void add_sprt(const MatchTable *table, json_t *json, Text *text) {
    const Sprt *sprt = table->sprt;
    const SprtState state = sprt == NULL ? (SprtState){0} : match_judge(table);
    if (json == NULL && sprt != NULL) {
        const char *verdict = state.verdict == SPRT_ACCEPT_H0   ? "H0 accepted"
                              : state.verdict == SPRT_ACCEPT_H1 ? "H1 accepted"
                                                                : "undecided";
        text_add(text, "  SPRT of Elo %g (H0) against %g (H1): LLR %.2f (%.2f to %.2f), %s\n",
                 sprt->elo0, sprt->elo1, state.llr, state.lower, state.upper, verdict);
    } else if (json != NULL) {
        json_set_packed(json, "{s:o, s:o}", "llr",
                        json_new_figure(sprt == NULL ? (double)NAN : state.llr, 4), "sprt",
                        sprt == NULL ? json_null()
                                     : json_new_packed("{s:o, s:o, s:o, s:o, s:s}", "elo0",
                                                       json_new_figure(sprt->elo0, 4), "elo1",
                                                       json_new_figure(sprt->elo1, 4), "lower",
                                                       json_new_figure(state.lower, 4), "upper",
                                                       json_new_figure(state.upper, 4), "verdict",
                                                       sprt_verdict_name(state.verdict)));
    }
}

/* Adds how an engine lost games, other than by points. */
static void add_losses(Text *text, const char *name, const Record *record) {
    const char *separator = "";
    for (size_t i = 0; i < sizeof LOSSES / sizeof LOSSES[0]; i++) {
        const int count = record->lost_by[LOSSES[i].end];
        if (count > 0) {
            text_add(text, separator[0] == '\0' ? "  %s: " : "%s",
                     separator[0] == '\0' ? name : separator);
            text_add(text, "%d %s", count, count == 1 ? LOSSES[i].one : LOSSES[i].many);
            separator = ", ";
        }
    }
    text_add(text, "%s", separator[0] == '\0' ? "" : "\n");
}

static void add_pairing(const MatchTable *table, int pairing, json_t *json, Text *text) {
    int sides[2];
    schedule_pairing(table->schedule, pairing, &sides[0], &sides[1]);
    Record records[2] = {{.moves = 0}};
    for (int side = 0; side < 2; side++) {
        add_games(table, pairing, sides[side], &records[side]);
    }
    const int games = games_of(&records[0]), duplicates = count_duplicates(table, pairing);
    if (json != NULL) {
        json_set_packed(json, "{s:o, s:o, s:i}", "engine", json_new_text(name_of(table, sides[0])),
                        "opponent", json_new_text(name_of(table, sides[1])), "games", games);
    } else {
        text_add(text, "%s against %s", name_of(table, sides[0]), name_of(table, sides[1]));
    }
    add_record(&records[0], json, text);
    if (json == NULL && games == 0) {
        return;
    }
    add_strength(table, pairing, &records[0], json, text);
    add_sprt(table, json, text);
    add_figures(
        (Figure[]){{"moves_per_game", (double)records[0].moves / games, 2, "  moves a game %.1f"},
                   {0}},
        json, text);
    if (json == NULL) {
        text_add(text, "; seconds a move %.3f and %.3f\n", seconds_per_move(&records[0]),
                 seconds_per_move(&records[1]));
        add_losses(text, name_of(table, sides[0]), &records[0]);
        add_losses(text, name_of(table, sides[1]), &records[1]);
    }
    const int unfinished = records[0].move_limit_games;
    const Figure rest[] = {{"move_limit_games", unfinished, 0,
                            unfinished > 0 ? "  ended by the move limit: %.0f\n" : NULL},
                           {"duplicates", duplicates, 0,
                            duplicates > 0 ? "  duplicates of other games: %.0f\n" : NULL},
                           {0}};
    add_figures(rest, json, text);
}

/* ---- Text ---- */

static void add_games_count(const MatchTable *table, Text *text) {
    const int games = schedule_game_count(table->schedule);
    text_add(text, "%d of %d game%s", match_finished_count(table), games, text_plural(games));
}

void match_report_line(const MatchTable *table, Text *text) {
    add_games_count(table, text);
    if (schedule_pairing_count(table->schedule) == 1) {
        const Record record = count_pairing(table, 0);
        const double half = sum(record.drawn) / 2.0;
        text_add(text, ", %s %g - %g %s", name_of(table, 0), sum(record.won) + half,
                 sum(record.lost) + half, name_of(table, 1));
    }
}

void match_report_text(const MatchTable *table, Text *text) {
    add_games_count(table, text);
    text_add(text, "\n");
    for (int pairing = 0; pairing < schedule_pairing_count(table->schedule); pairing++) {
        add_pairing(table, pairing, NULL, text);
    }
    if (table->schedule->engines == 2) {
        return;
    }
    text_add(text, "\n%-32s %8s %6s %6s %6s\n", "engine", "points", "won", "lost", "drawn");
    for (int i = 0; i < table->schedule->engines; i++) {
        const Record record = count_engine(table, i);
        text_add(text, "%-32s %8.1f %6d %6d %6d\n", name_of(table, i),
                 sum(record.won) + sum(record.drawn) / 2.0, sum(record.won), sum(record.lost),
                 sum(record.drawn));
    }
}

/* ---- JSON ---- */

static json_t *engine_json(const MatchTable *table, int engine) {
    const MatchEngine *match_engine = &table->match_engines[engine];
    const Record record = count_engine(table, engine);
    json_t *json = match_engine_json(match_engine);
    json_set_figure(json, "games", games_of(&record), 0);
    add_record(&record, json, NULL);
    json_set_packed(json, "{s:i, s:o}", "moves", record.genmoves, "seconds_per_move",
                    json_new_figure(seconds_per_move(&record), 4));
    for (size_t i = 0; i < sizeof LOSSES / sizeof LOSSES[0]; i++) {
        json_set_figure(json, LOSSES[i].key, record.lost_by[LOSSES[i].end], 0);
    }
    return json;
}

json_t *match_report_json(const MatchTable *table) {
    json_t *pairings = json_new_array(), *engines = json_new_array();
    json_t *json = json_new_packed("{s:i, s:i}", "games", match_finished_count(table),
                                   "games_asked", schedule_game_count(table->schedule));
    for (int i = 0; i < schedule_pairing_count(table->schedule); i++) {
        json_add_value(pairings, json_new_object());
        add_pairing(table, i, json_array_get(pairings, (size_t)i), NULL);
    }
    for (int i = 0; i < table->schedule->engines; i++) {
        json_add_value(engines, engine_json(table, i));
    }
    if (schedule_pairing_count(table->schedule) == 1) {
        json_object_update_missing(json, json_array_get(pairings, 0));
    }
    json_set_packed(json, "{s:o, s:o}", "pairings", pairings, "engines", engines);
    return json;
}
