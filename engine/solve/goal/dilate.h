/* Relevance zones: sets of points outside of which the loser's moves do not change a proof.
 *
 * "A novel approach to solving goal-achieving problems for board games", arXiv 2112.02563:
 * the winner follows its proof and passes whenever the loser plays outside the zone. That works if
 *
 *  1. what the loser may not play inside the zone stays forbidden,
 *  2. no move outside the zone captures a stone inside it,
 *  3. the winner's moves stay legal and capture the same stones.
 *
 * The functions below add the points that this takes. Kos are no part of the argument: where a ban
 * decides, the zone must be the whole board. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_DILATE_H
#define ENGINE_SOLVE_GOAL_DILATE_H

#include "engine/solve/goal/goal.h"

static inline bool zone_equals(const Zone *a, const Zone *b) {
    uint64_t differences = 0;
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        differences |= a->bits[i] ^ b->bits[i];
    }
    return differences == 0;
}

/* Would the move of color at the empty point p take a ko: capture a single stone with a single
 * stone that is then in atari? */
bool move_takes_ko(const Board *board, Color color, Point p);

/* Adds what the winner's move at p needs: the point, what it captures, and the stones around. */
void dilate_move(const Board *board, Color winner, Point p, Zone *zone);

/* Adds what a zone needs in a position, to a fixpoint: liberties of the chains in it and, if the
 * loser is to move, what forbids its moves. loser_takes_kos: false if the search forbids that. */
void dilate_position(const Goal *goal, const Board *board, Color winner, bool loser_moves,
                     bool loser_takes_kos, Zone *zone);

#endif
