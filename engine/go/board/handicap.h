/* Where handicap stones go. Pure functions. */
#ifndef ENGINE_GO_BOARD_HANDICAP_H
#define ENGINE_GO_BOARD_HANDICAP_H

#include "engine/go/board/point.h"

enum { HANDICAP_MAX = 9 };

/* The most stones that GTP's fixed_handicap can place: 0 below 7x7 and on rectangles, 4 on 7x7 and
 * even sizes, otherwise 9. */
int handicap_fixed_max(int width, int height);

/* Lists the points of fixed_handicap for count stones (2..handicap_fixed_max) on a square board, in
 * the order of GTP. */
void handicap_fixed_points(int size, int count, Point *points);

/* Lists count < width * height points: as many fixed ones as possible if count is at least 2, then
 * each as far as possible from the others and from the edge. */
void handicap_free_points(int width, int height, int count, Point *points);

#endif
