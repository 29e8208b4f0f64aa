/* The sums of games of the engine against itself, and their report. They are made from the entries
 * of the log and nothing else. */
#ifndef GTP_SELFPLAY_SELFPLAY_TOTALS_H
#define GTP_SELFPLAY_SELFPLAY_TOTALS_H

#include "gtp/selfplay/selfplay_game.h"

typedef struct {
    int64_t games, moves, playouts, black_wins, white_wins, draws, resignations, unfinished;
    int64_t scored;   /* games that ended with a count */
    double score_sum; /* of those: Black's points less White's */
    int shortest, longest;
    double slowest_move; /* seconds */
} SelfplayTotals;

void selfplay_totals_add(SelfplayTotals *totals, const SelfplayEntry *entry);

/* Prints the report. before: the games of earlier runs, which took none of the seconds. */
void selfplay_totals_print(const SelfplayTotals *totals, const SelfplayTotals *before,
                           double seconds, bool as_json);

#endif
