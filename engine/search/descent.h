/* One playout of a search: down the graph by the rule of selection, an evaluation, and back up.
 *
 * Private to engine/search: others use search.h. */
#ifndef ENGINE_SEARCH_DESCENT_H
#define ENGINE_SEARCH_DESCENT_H

#include "engine/search/search_context.h"

/* Puts the thread at the root. */
void descent_start(SearchThread *thread);

/* Makes one playout: a visit of the root. */
void descent_run_playout(SearchThread *thread);

/* Returns a request about the position that the thread's path leads to. */
EvalRequest descent_request(SearchThread *thread, bool wants_policy);

/* Plays the edge's move on the thread's board or, if that repeats a position, one of its images
 * under the symmetries of the node (expand_symmetries), which lead to the same child. Returns the
 * move played, or POINT_NONE, with the board unchanged, if superko bans all of them. */
Point descent_play_edge(SearchThread *thread, const Step *step, const GraphEdge *edge);

/* Finds the principal variation, the line of most visits, from the root through one of its edges.
 * Lists its moves, the visits of the edges and those of the positions after them, at most max of
 * each. Returns their number; 0 if superko bans the first. Overwrites the thread's path. */
int descent_find_pv(SearchThread *thread, GraphEdge *edge, Point *moves, int64_t *edge_visits,
                    int64_t *visits, int max);

#endif
