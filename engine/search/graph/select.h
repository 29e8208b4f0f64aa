/* Which move to visit next, and which one to choose at the end.
 *
 * The next move has the greatest sum of utility and bonus (PUCT: C. Rosin, "Multi-armed bandits
 * with episode context", 2011; D. Silver et al., "Mastering the game of Go without human
 * knowledge", 2017):
 *
 *     bonus = cpuct * prior * sqrt(1 + visits of the node) / (1 + visits of the edge)
 *
 * The utility is the mean value of the edge; of an unvisited edge a little less than the node's own
 * (first-play urgency). With rave_equivalence it is mixed with AMAF (all moves as first): the mean
 * of all playout games through the node in which the mover played the move at any later time, with
 * all of the weight while the edge is new and half of it at about rave_equivalence visits (S. Gelly
 * and D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011).
 *
 * These functions only read: any thread may call them. */
#ifndef ENGINE_SEARCH_GRAPH_SELECT_H
#define ENGINE_SEARCH_GRAPH_SELECT_H

#include "engine/base/rng.h"
#include "engine/search/graph/graph.h"

typedef struct {
    double cpuct;            /* of the bonus, in utility (0 to 1) */
    double rave_equivalence; /* visits, on 19x19 (on smaller boards fewer, by the square of their
                                points); 0: no AMAF */
    double fpu_reduction;    /* an unvisited move counts as worse than its node by this utility, */
    bool fpu_by_visited_policy; /* times the square root of the visited moves' priors */
    double prior_temperature;   /* priors are the policy to the power of 1 over this */
    double score_share;         /* of a move's utility is its score, the rest its win rate; 0..1 */
    double score_width;     /* the lead beyond the center that counts half of the most; points on
                               19x19, on smaller boards fewer, by their number of points */
    double score_centering; /* scores count from this share of the root's score; 0..1 */
    /* score_share and score_width at a root with win rate 0 or 1; interpolated below 0.1 and above
     * 0.9. Width 0: not used. */
    double won_game_score_share, won_game_score_width;
} SelectParameters;

/* How a win rate and a score make a utility. */
typedef struct {
    float share, width, center; /* of SelectParameters, on this board; Black's score */
} SelectScale;

typedef struct {
    SelectParameters parameters;
    SelectScale scale;
    int cells; /* of the board */
} Selector;

/* How the root is searched if not like other nodes: wider, to evaluate many moves. */
typedef struct {
    double fpu_reduction;     /* instead of that of SelectParameters */
    double prior_temperature; /* on top of theirs; 1: none */
    double noise; /* KataGo's wideRootNoise: every other time a move is rated, half of this times
                     the size of a normal number is added to its utility, and its prior is taken to
                     the power of 1 / (1 + 4 noise) */
} SearchRoot;

/* [color][point, or POINT_PASS]: that color must not play there within this many moves from the
 * root; 0: free. If no other move can be played the search goes no further, as in KataGo. */
typedef struct {
    uint16_t until[2][POINT_COUNT];
} SearchAvoid;

/* Keeps a color off these points, or off all others, within depth moves from the root. */
static inline void search_avoid_add(SearchAvoid *avoid, Color color, const bool points[POINT_COUNT],
                                    bool avoids_others, int64_t depth) {
    for (int p = 0; p < POINT_COUNT; p++) {
        if (points[p] != avoids_others) {
            avoid->until[color][p] = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
        }
    }
}

/* For a board of that many cells; an even game with score 0 until selector_center_on_root is
 * called. */
Selector selector_new(const SelectParameters *parameters, int cells);

/* Centers scores at the root's, after KataGo's dynamic score utility (docs/KataGoMethods.md), and
 * gives them more weight in a won or lost game, which is then played on for its points. Takes
 * Black's win rate and score. */
void selector_center_on_root(Selector *selector, double root_value, double root_score);

/* What points add to a utility for Black: squeezed, from minus to plus half of the share. */
static inline float select_points(const SelectScale *scale, float score) {
    const float lead = score - scale->center;
    return scale->share * 0.5F * lead / (scale->width + (lead < 0 ? -lead : lead));
}

/* The utility of a position for Black, 0..1. */
static inline float select_utility(const SelectScale *scale, float win, float score) {
    return 0.5F + (1 - scale->share) * (win - 0.5F) + select_points(scale, score);
}

/* The utility for a side, from -1 to 1. */
static inline double select_side_utility(const SelectScale *scale, float win, float score,
                                         Color side) {
    const double black = (double)select_utility(scale, win, score);
    return side == BLACK ? 2 * black - 1 : 1 - 2 * black;
}

/* The edges of a node to select from, for the side to move. */
typedef struct {
    const GraphNode *node;
    GraphEdge *edges;
    Color to_move;
    const bool *excluded;   /* [edge]; NULL: none is */
    const SearchRoot *root; /* NULL: the node is searched like any other */
    Rng *rng;               /* of the thread; used at the root */
} SelectNode;

/* Returns the edge with the greatest sum of utility and bonus, or NULL if all are excluded. */
GraphEdge *select_edge(const Selector *selector, const SelectNode *from);

/* ---- The choice at the end of a search, for the side to move ---- */

/* Has an edge enough visits for its value, or a lower bound of it, to be compared with that of the
 * most visited one? KataGo's minVisitPropForLCB. */
static inline bool select_is_lcb_candidate(uint32_t visits, uint32_t most) {
    return visits > 0 && visits >= most / 4;
}

/* A lower bound of the edge's value: its mean less z standard errors, as if its visits were games
 * won or lost. One visit of 1/2 is added, so that a few wins are not certain. */
double select_lower_bound(const GraphEdge *edge, bool black, double z);

/* The edge's utility to the side to move if its value is the lower bound. */
double select_lower_utility(const SelectScale *scale, const GraphEdge *edge, bool black, double z);

/* An edge, and its rating or visits. */
typedef struct {
    GraphEdge *edge;
    double rating;
} RatedEdge;

/* Sorts edges of a node, the greatest rating first, equal ones in the order of the node. */
void select_sort_edges(RatedEdge *edges, int count);

/* How good a choice an edge is. Candidates (select_is_lcb_candidate) come first, by their lower
 * utility (which is above -z); then the others, or all of them if z is 0, by visits and then
 * by prior. most is the visits of the most visited edge that can be chosen. */
double select_rate_choice(const SelectScale *scale, const GraphEdge *edge, uint32_t most,
                          bool black, double z);

#endif
