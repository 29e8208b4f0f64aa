/* Finished games of a match: as entries of its log, which is a ledger, and as SGF records. */
#ifndef REGRESS_MATCH_LOG_H
#define REGRESS_MATCH_LOG_H

#include "engine/cluster/ledger/ledger.h"
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

/* Returns the entry of a finished game, whose moves are in `game` and `played`. The caller frees it
 * with json_decref. */
json_t *match_log_entry(const MatchTable *table, int number, const ScheduledGame *scheduled,
                        const FinishedGame *finished, const Game *game, const MatchMove *played);

/* Reads an entry and puts the game among the others, which must not have it. context is a
 * MatchTable. */
bool match_log_read_entry(void *context, const json_t *entry, Status *status);

extern const LedgerKind MATCH_LOG_KIND;

/* Equal for two games if one rotation or reflection of the board maps all set-up stones and all
 * moves (with colors, order and passes) of one to those of the other; different games are equal
 * with probability 2^-60. A board of w x h may be turned to h x w. The same on every machine. Komi,
 * rules and result do not matter. */
uint64_t fingerprint_of_game(const Game *game);

/* Appends the record of a game: names, result, a comment that says what went wrong, and with each
 * move of an engine what it took and told, Black's win rate for Sabaki's graph, too. names are by
 * Color. */
void match_sgf_write(const char *const names[2], const Game *game, const MatchMove *moves,
                     const MatchGameResult *outcome, Text *text);

#endif
