/* The log of a match: a ledger whose entries are finished games. */
#ifndef REGRESS_MATCH_LOG_H
#define REGRESS_MATCH_LOG_H

#include "engine/cluster/ledger/ledger.h"
#include "regress/match/fingerprint.h"
#include "regress/match/options.h"

/* What is kept in memory of a game; its moves are only in the log. */
typedef struct {
    bool is_finished;
    MatchGameResult outcome;
    uint64_t fingerprint;
} FinishedGame;

/* The finished games of a match so far, by their numbers. */
typedef struct {
    const Schedule *schedule;
    const MatchEngine *match_engines; /* [schedule->engines] */
    FinishedGame *games;              /* [number - 1] */
    const Sprt *sprt;                 /* NULL: none; otherwise there is one pairing */
} MatchTable;

/* Returns the entry of a finished game, whose moves are in `game`. The caller frees it with
 * json_decref. */
json_t *match_log_entry(const MatchTable *table, int number, const ScheduledGame *scheduled,
                        const FinishedGame *finished, const Game *game);

/* Reads an entry and puts the game among the others, which must not have it. context is a
 * MatchTable. */
bool match_log_read_entry(void *context, const json_t *entry, Status *status);

extern const LedgerKind MATCH_LOG_KIND;

#endif
