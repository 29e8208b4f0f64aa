/* The value of a late endgame on a board of any size: a search without a table of the points that
 * unconditional life leaves open. README.md shows why the rest of the board does not matter.
 *
 * Area scoring only. Scores are Black's area minus White's, dead stones taken off, without komi and
 * bonus. An Endgame is of one position: the game must not change meanwhile. */
#ifndef ENGINE_SOLVE_PLAY_ENDGAME_H
#define ENGINE_SOLVE_PLAY_ENDGAME_H

#include "engine/base/deadline.h"
#include "engine/go/board/game.h"

/* Open empty points; a search of more would be in vain. */
enum { ENDGAME_OPEN_MAX = 8 };

typedef struct Endgame Endgame;

/* Returns NULL if too much is open or nothing is, if a color has lost life so that superko may
 * hinder its clean-up (README.md), or if out of memory. The search ends at the deadline, or after
 * that many positions. */
Endgame *endgame_new(const Game *game, const Deadline *deadline, uint64_t nodes);
void endgame_free(Endgame *endgame);

/* Finds the value by best play of both. Returns false if it is not known: because of a ko, or
 * because the search ended first. */
bool endgame_solve(Endgame *endgame, int *value);

/* Finds bounds of the value, which are the same if it is known; those of the settled points if the
 * search ended first. */
void endgame_find_bounds(Endgame *endgame, int *lower, int *upper);

/* Does a legal move on an open point, or a pass, surely lead to a value at least as good for the
 * mover as this? A pass counts only if it may end the game: nothing dead is left, or is_agreed
 * (dead stones are taken off by agreement). */
bool endgame_keeps(Endgame *endgame, Point p, int value, bool is_agreed);

bool endgame_is_open(const Endgame *endgame, Point p);

#endif
