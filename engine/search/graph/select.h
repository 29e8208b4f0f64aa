/* Which move to look at next, and which one to choose at the end.
 *
 * A move is selected by its utility so far and a bonus for what is not known of it yet: larger for
 * moves that the evaluator's policy favours (prior), smaller the more a move was visited:
 *
 *     bonus = cpuct * prior * sqrt(1 + visits of the node) / (1 + visits of the edge)
 *
 * (C. Rosin, "Multi-armed bandits with episode context", 2011; D. Silver et al., "Mastering the
 * game of Go without human knowledge", 2017). The utility so far is one of two:
 *
 *   PUCT    the mean value of the edge; for an unvisited edge, a little less than the node's own
 *   AMAF    (all moves as first) that, mixed with the mean of all playout games through the node in
 *           which the mover played the move at any later time. The mixture is that of S. Gelly and
 *           D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go",
 *           2011: all of the weight while the edge is new, half of it at about rave_equivalence on
 * 19x19 (on smaller boards fewer, by the square of their points).
 *
 * These functions only read: any thread may call them. */
#ifndef ENGINE_SEARCH_GRAPH_SELECT_H
#define ENGINE_SEARCH_GRAPH_SELECT_H

#include "engine/base/rng.h"
#include "engine/search/graph/graph.h"

typedef struct {
    double cpuct;        /* of the bonus, in utility (0 to 1) */
    double ucb_constant; /* of UCB1's term, which is added: sqrt(log(node visits) / edge visits) */
    double rave_equivalence; /* at which the edge's own mean counts as much as AMAF's, for 19x19;
                           0: PUCT */
    double fpu_reduction;    /* an unvisited move counts as worse than its node by this utility, */
    bool fpu_by_visited_policy; /* times the square root of the visited moves' priors */
    double prior_temperature;   /* priors are the policy to the power of 1 over this */
    double score_share;         /* of a move's utility is its score, the rest its win rate; 0..1 */
    double score_width;         /* a lead beyond the center that counts half of the most; points on
                                   19x19, on smaller boards fewer, by their number of points */
    double score_centering;     /* this share of the root's score is the center, from which scores
                                   count; 0..1 */
    /* score_share and score_width if the root's win rate is 0 or 1; blended in below 0.1 and above
     * 0.9. Width 0: not used. */
    double won_game_score_share, won_game_score_width;
} SelectParameters;

/* How a win rate and a score are one figure. */
typedef struct {
    float share, width, center; /* of SelectParameters, on this board; Black's score */
} SelectScale;

/* What a search selects by. */
typedef struct {
    SelectParameters parameters;
    SelectScale scale;
    int cells; /* of the board */
} Selector;

/* How the root is searched if not as any other node: wider, to see what many moves are worth. */
typedef struct {
    double fpu_reduction;     /* instead of that of SelectParameters */
    double prior_temperature; /* on top of theirs; 1: none */
    double noise; /* half of the times a move is looked at, its utility counts as more by half of
                     this times the size of a normal number, and its prior is taken to the power of
                     1 / (1 + 4 noise) (KataGo's wideRootNoise) */
} SearchRoot;

/* A selection's bias towards an edge. */
typedef struct {
    float share;   /* of the way that its prior is moved to 1 */
    float utility; /* is added to its utility, if it was visited */
} SelectBias;

/* Moves that a colour must not make before this many moves after the root have passed: [colour]
 * [point, or POINT_PASS]; 0: free. Where no other move can be played the search goes no further, as
 * in KataGo. */
typedef struct {
    uint16_t until[2][POINT_COUNT];
} SearchAvoid;

/* For a board of that many cells; an open game with score 0 until select_from_root is called. */
Selector select_by(const SelectParameters *parameters, int cells);

/* Scores count from where the root stands, and more in a won or lost game, as far as the
 * parameters want it: such a game is played on for its points. Takes Black's win rate and score.
 * (The center is after KataGo's dynamic score utility, docs/KataGoMethods.md.) */
void select_from_root(Selector *selector, double root_value, double root_score);

/* What points add to a utility for Black: squeezed, from minus to plus half of the share. */
static inline float select_points(const SelectScale *scale, float score) {
    const float lead = score - scale->center;
    return scale->share * 0.5F * lead / (scale->width + (lead < 0 ? -lead : lead));
}

/* The utility of a position for Black, 0..1: a win rate and a score as one figure. */
static inline float select_utility(const SelectScale *scale, float win, float score) {
    return 0.5F + (1 - scale->share) * (win - 0.5F) + select_points(scale, score);
}

/* What is selected from: the edges of a node, for the side to move. */
typedef struct {
    const GraphNode *node;
    GraphEdge *edges;
    Color to_move;
    const bool *excluded;     /* [edge]; NULL: none is */
    const SelectBias *biases; /* [edge]; NULL: none */
} SelectFrom;

/* Returns the edge with the greatest sum of utility and bonus for the side to move, or NULL if all
 * are excluded. */
GraphEdge *select_edge(const Selector *selector, const SelectFrom *from);

/* The same at the root of a search, as `root` says; only one thread uses rng. */
GraphEdge *select_root_edge(const Selector *selector, const SearchRoot *root,
                            const SelectFrom *from, Rng *rng);

/* ---- The choice at the end of a search, for the side to move ---- */

/* An edge has a fair part of the most visits if it has 1/SELECT_FAIR_DIVISOR of them. */
enum { SELECT_FAIR_DIVISOR = 4 };

/* A lower bound of the edge's value: its mean less z standard errors, as if its visits were games
 * won or lost. One visit of 1/2 is added, so that a few wins are no certainty. */
double select_lower_bound(const GraphEdge *edge, bool black, double z);

/* The edge's utility to the side to move if its value is no better than the lower bound. */
double select_lower_utility(const SelectScale *scale, const GraphEdge *edge, bool black, double z);

/* How good a choice an edge is. Edges with a fair part of the most visits come first, by their
 * lower utility (which is above -z); then the others, or all of them if z is 0, by visits and then
 * by prior. most is the visits of the most visited edge that can be chosen. */
double select_rate_choice(const SelectScale *scale, const GraphEdge *edge, uint32_t most,
                          bool black, double z);

#endif
