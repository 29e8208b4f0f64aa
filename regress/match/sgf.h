/* Writes a finished game of a match as an SGF file. Keeps no state; any thread may call. */
#ifndef REGRESS_MATCH_SGF_H
#define REGRESS_MATCH_SGF_H

#include "regress/match/bout.h"

/* Writes folder/game-NNNN.sgf, whole or not at all: names, result, a comment that says what went
 * wrong, and with each move of an engine the seconds it took. names are by Color. */
bool match_sgf_save(const char *folder, int number, const char *const names[2], const Game *game,
                    const double *move_seconds, const BoutResult *bout, Status *status);

#endif
