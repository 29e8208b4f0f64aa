/* Which move to look at next: the rules of selection, small and named.
 *
 * Both add to what is known of a move a term for what is not, larger for moves that the evaluator's
 * policy favours (prior) and smaller the more a move was visited:
 *
 *     bonus = prior_weight * prior * sqrt(1 + visits of the node) / (1 + visits of the edge)
 *
 * (C. Rosin, "Multi-armed bandits with episode context", 2011; D. Silver et al., "Mastering the
 * game of Go without human knowledge", 2017.) They differ in what is known:
 *
 *   PUCT    the mean value of the edge; unvisited, a little less than the node's own
 *   AMAF    that, mixed with the mean of all playouts through the node in which the mover played
 *           the move at any later time. The mixture of S. Gelly and D. Silver, "Monte-Carlo tree
 *           search and rapid action value estimation in computer Go", 2011: all of the weight
 *           while the edge is new, half of it at about amaf_visits on 19x19 (fewer on smaller
 *           boards, by the square of their points).
 *
 * Pure functions on relaxed atomics; any thread. */
#ifndef ENGINE_SEARCH_SELECT_H
#define ENGINE_SEARCH_SELECT_H

#include "engine/search/graph.h"

typedef struct {
    double prior_weight; /* of the bonus, in worth (1 is a win) */
    double exploration;  /* UCB1's, on top: times sqrt(log(visits of node) / visits of edge) */
    double
        amaf_visits; /* at which the edge's own mean counts as much as AMAF's, for 19x19; 0: PUCT */
    double unvisited_loss;    /* what an unvisited move is taken to be worse than its node */
    bool loss_grows;          /* that, times the root of the priors' sum over the moves visited */
    double prior_temperature; /* the policy to the power of 1 over this makes the priors */
    double score_share;       /* of a move's worth that is its score, not how often it wins */
} SelectParameters;

/* Moves that a colour does not make within so many moves of the root: [colour][point, POINT_PASS
 * too]; 0: free. Where all moves are avoided, none is. */
typedef struct {
    uint16_t until[2][POINT_COUNT];
} SearchAvoid;

/* A value and a score as one figure, 0..1: what Black's side is worth. score_share of it is points,
 * squeezed: a lead of half of the board's cells counts a third of the most, of all a half. */
static inline float select_worth(float win, float score, float cells, float score_share) {
    const float size = score < 0 ? -score : score;
    const float points = 0.5F * score / (cells + size);
    return 0.5F + (1 - score_share) * (win - 0.5F) + score_share * points;
}

/* The edge of greatest worth with its bonus for the side to move. NULL where all are excluded;
 * excluded is NULL, or a flag for each edge. cells is the size of the board. */
GraphEdge *select_edge(const SelectParameters *parameters, const GraphNode *node, GraphEdge *edges,
                       Color to_move, int cells, const bool *excluded);

/* The choice at the end of a search, for the side to move. */

/* A lower bound of the edge's value for the side to move: its mean less z standard errors, as if
 * its visits were games won or lost. One visit is added so that a few wins are no certainty. */
double select_lower_bound(const GraphEdge *edge, bool black, double z);

/* How good a choice an edge is: with a fair part of the most visits, by its lower bound, which is
 * above -z; behind those, or where z is 0, by its visits, and then by its prior. most:
 * visits of the most visited edge. */
double select_rate_choice(const GraphEdge *edge, uint32_t most, bool black, double z);

#endif
