/* The exact values of a complete book: one that has every move of every position, down to the ends
 * of games.
 *
 * Under simple ko a position has one value, whatever was played before: games end after two passes
 * with Black's area less White's, and one that goes on for ever counts as a draw, 0. Retrograde
 * analysis: what Black can force, from the best score down to 1; what White can force, from the
 * worst up to -1; all else is 0. Each position and edge is looked at a few times. */
#ifndef ENGINE_BOOK_RETROGRADE_H
#define ENGINE_BOOK_RETROGRADE_H

#include "engine/book/graph.h"

/* Adds all positions that can be reached from the start. Returns false with a message if there are
 * more than most, or the rules are not simple ko with area scoring. */
bool book_graph_complete(BookGraph *graph, uint32_t most, Status *status);

/* Sets the values of all positions of a complete book. */
void book_graph_solve(BookGraph *graph);

#endif
