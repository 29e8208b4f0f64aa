/* The root of a search: its position, its node in the graph, and the moves that can be played there
 * with this game's history.
 *
 * A node may stand for positions with several histories, if these can recur only after many moves.
 * So an edge of the root may have visits from other paths although superko bans its move in this
 * game: ask root_most_visited for the root's most visited move.
 *
 * Private to engine/search. One thread calls the functions that change the context, before the
 * threads of a search start; the root is constant after that. */
#ifndef ENGINE_SEARCH_ROOT_H
#define ENGINE_SEARCH_ROOT_H

#include "engine/go/board/game.h"
#include "engine/search/search_context.h"

/* Sets the context's root, its board, key and last moves, to the game's present position with color
 * to move. A game that goes on after two passes counts as one pass. */
void root_set_position(SearchContext *context, const Game *game, Color color);

/* Finds or makes the root's node; clears the graph if it is full. */
void root_find_node(SearchContext *context);

/* Finds the moves by which the root's edges are played in this game: none if it has no edges.
 * Overwrites the thread's path. */
void root_find_moves(SearchThread *thread);

/* Can an edge of the root (0..root_move_count - 1) be played in this game? */
static inline bool root_is_playable(const SearchContext *context, int edge) {
    return context->root_moves[edge] != POINT_NONE;
}

/* Is the move of a playable edge of the root to be avoided (SearchAvoid)? */
static inline bool root_is_avoided(const SearchContext *context, int edge) {
    const SearchAvoid *avoid = context->limits.avoid;
    return avoid != NULL && avoid->until[context->root.to_move][context->root_moves[edge]] > 0;
}

/* The root's visits, as last recomputed. Relaxed: they publish nothing else. */
static inline int64_t root_visits(const SearchContext *context) {
    return atomic_load_explicit(&context->root_node->visits, memory_order_relaxed);
}

/* The number of the root's edges that can be played. */
int root_count_playable(const SearchContext *context);

/* The index of the most visited edge that can be played, the first of equal ones; -1 if none of
 * them has visits. */
int root_most_visited(const SearchContext *context);

/* Lists at most max of the visited moves, the most visited first. Returns their number. */
int root_list_moves(const SearchContext *context, SearchMove *moves, int max);

/* Lists the root's edges that can be played and are not to be avoided, in the node's order, each
 * with how good a choice it is (select_rate_choice). Returns their number. */
int root_rate_choices(const SearchContext *context, RatedEdge rated[GRAPH_EDGES_MAX]);

/* An evaluator's policy at the root, point by point and with this game's own history: the node may
 * be known from other histories, turned, and has one edge for equivalent moves. */
typedef struct {
    bool is_known;
    double share[POINT_COUNT]; /* [point, or POINT_PASS]: 0..1; sums to 1; 0 if the game's rules
                                  forbid the move */
} RootPolicy;

/* Takes the policy from the answer to a request about the root. */
void root_policy_take(RootPolicy *policy, const SearchContext *context, const EvalAnswer *answer);

/* Asks an evaluator, which imitates the profile, for the policy at the root. Its answer stays in
 * thread->answer until the next request. */
void root_policy_ask(RootPolicy *policy, SearchThread *thread, const Evaluator *evaluator,
                     const HumanProfile *profile);

/* Returns the move with the greatest share, or POINT_NONE if the policy is not known. */
Point root_policy_best(const RootPolicy *policy);

/* ---- Mirror Go: a side answers each move with its image under the half turn. The search counters
 * it at the root, by greater priors for moves that break the mirror: in the center and around a
 * stone there (after KataGo's antiMirror, cpp/search/searchmirror.cpp) ---- */

/* Does `color` mirror? It must have done so with the last move, with most moves of the game and
 * with many of the recent ones. */
bool mirror_is_played(const Game *game, Color color);

/* The share of the way to 1 that the prior of a move at p is raised. */
float mirror_share(const Game *game, Point p);

/* ---- Which move to play once a search has ended: the best one, or one sampled (sampling.h) by
 * visits or policies (choose.c) ---- */

/* The policies at the root that a sampled choice may need. */
typedef struct {
    RootPolicy own;   /* the evaluator's, for the case that no move has a visit */
    RootPolicy human; /* the human-play network's */
} ChoosePolicies;

/* Is the move sampled instead of the best one taken? */
bool choose_is_sampled(const SearchLimits *limits);

/* May the root pass? Unless the opponent has passed, only after pass_visits (Evaluator) and, if the
 * move will be played, not early (ending.h). */
bool choose_may_pass(const SearchContext *context);

/* Sets the result's move, win rate and score, if there is a move. */
void choose_move(const SearchContext *context, const ChoosePolicies *policies,
                 SearchResult *result);

#endif
