/* Mirror Go: a side answers each move with its image under the half turn. anti_mirror.h plays
 * against it. The heuristics are KataGo's (cpp/search/searchmirror.cpp). Private to engine/search.
 * Plain data. */
#ifndef ENGINE_SEARCH_MIRROR_H
#define ENGINE_SEARCH_MIRROR_H

#include "engine/go/board/game.h"

typedef struct {
    Color side;       /* mirrors the moves of the other; EMPTY: neither does */
    double advantage; /* points by which it wins a game that it mirrors to the end */
    double asymmetry; /* 0 while the stones around the center mirror each other, else 1 or more */
    Point center;     /* POINT_NONE on a board with an even side */
} Mirror;

/* Does the opponent of color mirror? It must have done so with the last move, with most moves of
 * the game and with many of the recent ones. */
Mirror mirror_find(const Game *game, Color color);

/* The opposite point; pass and POINT_NONE are unchanged. */
Point mirror_image(const Geometry *geometry, Point p);

#endif
