/* What a match has shown so far, as text for people and as JSON for programs. All of it follows
 * from the games that are finished; those that are not are left out.
 *
 * Reads only; any thread may call while the games do not change. */
#ifndef REGRESS_MATCH_REPORT_H
#define REGRESS_MATCH_REPORT_H

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "regress/match/log.h"
#include "regress/match/statistics.h"

typedef struct {
    const Schedule *schedule;
    const Contestant *contestants; /* schedule->engines of them */
    const MatchGame *games;        /* [number - 1] */
    const Sprt *sprt;              /* NULL: none; else there is one pairing */
} MatchTable;

/* How many games are finished. */
int match_finished_count(const MatchTable *table);

/* The results of a pairing, seen by its first engine: game by game, or pair by pair of those that
 * are complete. */
ResultTally match_tally_games(const MatchTable *table, int pairing);
ResultTally match_tally_pairs(const MatchTable *table, int pairing);

/* The sequential test of the first pairing; where colours alternate, by complete pairs. */
SprtState match_judge(const MatchTable *table);

/* "A 7.5 - B 4.5" for one pairing, "12 games" for more. */
void match_report_line(const MatchTable *table, Text *text);

void match_report_text(const MatchTable *table, Text *text);

/* The keys are in MATCH_HELP (match.h). The caller frees the object. */
json_t *match_report_json(const MatchTable *table);

#endif
