/* Mirror Go: a side answers each move with its image under the half turn. The search counters it at
 * the root, by greater priors for moves that break the mirror: in the center and around a stone
 * there (after KataGo's antiMirror, cpp/search/searchmirror.cpp). Private to engine/search. */
#ifndef ENGINE_SEARCH_MIRROR_H
#define ENGINE_SEARCH_MIRROR_H

#include "engine/go/board/game.h"

/* Does `color` mirror? It must have done so with the last move, with most moves of the game and
 * with many of the recent ones. */
bool mirror_is_played(const Game *game, Color color);

/* The share of the way to 1 that the prior of a move at p is raised. */
float mirror_share(const Game *game, Point p);

#endif
