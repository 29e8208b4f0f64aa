/* Where handicap stones go. */
#ifndef ENGINE_BOARD_HANDICAP_H
#define ENGINE_BOARD_HANDICAP_H

#include "engine/board/point.h"

enum { HANDICAP_MAX = 9 };

/* How many stones GTP's fixed_handicap can place: 0 below 7x7 and on rectangles, 4 on 7x7 and even
 * sizes, else 9. */
int handicap_fixed_max(int width, int height);

/* The points of fixed_handicap for count stones (2..handicap_fixed_max) on a square board, in GTP's
 * order. */
void handicap_fixed_points(int size, int count, Point *points);

/* Any number of points, count < width * height: the fixed ones as far as they go, then each as far
 * from the others and from the edge as there is room. */
void handicap_free_points(int width, int height, int count, Point *points);

#endif
