/* A finished game of a match as an SGF file. */
#ifndef REGRESS_MATCH_SGF_H
#define REGRESS_MATCH_SGF_H

#include "regress/match/bout.h"

/* Writes the game to folder/game-NNNN.sgf, at once and whole: names, result, what went wrong as a
 * comment, and with each move of an engine how long it took. names are by Color. */
bool match_sgf_save(const char *folder, int number, const char *const names[2], const Game *game,
                    const double *move_seconds, const BoutResult *bout, Status *status);

#endif
