/* Mirror Go: a side that answers each move with its image under the half turn. What is done about
 * it stands in anti_mirror.h. The rules of thumb are those of KataGo (cpp/search/searchmirror.cpp).
 *
 * Private to engine/search. Plain data. */
#ifndef ENGINE_SEARCH_MIRROR_H
#define ENGINE_SEARCH_MIRROR_H

#include "engine/go/board/game.h"

typedef struct {
    Color side;       /* mirrors the moves of the other; EMPTY: neither does */
    double advantage; /* points by which it wins a game that it mirrors to the end */
    double asymmetry; /* 0 while the stones around the center mirror each other, else 1 or more */
    Point center;     /* POINT_NONE on a board with an even side */
} Mirror;

/* Finds out whether the opponent of color mirrors: it did so with the last move, with most moves of
 * the game and with many of the recent ones. */
Mirror mirror_find(const Game *game, Color color);

/* The point opposite; pass and POINT_NONE are their own. */
Point mirror_image(const Geometry *geometry, Point p);

#endif
