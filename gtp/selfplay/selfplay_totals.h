/* The sums of games of the engine against itself, and their report. They are made from the entries
 * of the log and nothing else. */
#ifndef GTP_SELFPLAY_SELFPLAY_TOTALS_H
#define GTP_SELFPLAY_SELFPLAY_TOTALS_H

#include "gtp/selfplay/selfplay_game.h"

typedef struct {
    int64_t games, moves, playouts, black_wins, white_wins, draws, resignations, unfinished;
    int64_t engine_wins; /* of games with a random side */
    int64_t scored;      /* games that ended with a count */
    double score_sum;    /* of those: Black's points less White's */
    int shortest, longest;
    double slowest_move; /* seconds */
} SelfplayTotals;

/* What the log says of a game. */
typedef struct {
    int64_t number; /* from 0 */
    const char *result;
    double score; /* NAN: resigned */
    int moves;
    bool unfinished;
    int64_t playouts;
    double slowest_move; /* seconds */
} SelfplayEntry;

/* Reads an entry of the log, whose text the result is. Returns false if it is not one. */
bool selfplay_entry_read(const json_t *json, SelfplayEntry *entry);

void selfplay_totals_add(SelfplayTotals *totals, const SelfplayEntry *entry, SelfplayRandom random);

/* Print the report. before: the games of earlier runs, which took none of the seconds. */
void selfplay_totals_print(const SelfplayTotals *totals, const SelfplayTotals *before,
                           SelfplayRandom random, double seconds);
void selfplay_totals_print_json(const SelfplayTotals *totals, const SelfplayTotals *before,
                                SelfplayRandom random, double seconds);

#endif
