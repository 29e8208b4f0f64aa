/* A finished game of a match as an SGF record, and its file. Keeps no state; any thread may call.
 */
#ifndef REGRESS_MATCH_SGF_H
#define REGRESS_MATCH_SGF_H

#include "engine/base/text.h"
#include "regress/match/match_game.h"

/* Appends the record: names, result, a comment that says what went wrong, and with each move of an
 * engine the seconds it took. names are by Color. Returns false if it is too large. */
bool match_sgf_write(const char *const names[2], const Game *game, const double *move_seconds,
                     const MatchGameResult *outcome, Text *text, Status *status);

/* Writes a record to folder/game-NNNN.sgf, whole or not at all. */
bool match_sgf_save(const char *folder, int number, const char *record, Status *status);

#endif
