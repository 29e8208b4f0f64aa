/* Searches for the answer to one question of a position: alpha-beta of two values, bounded by
 * depth. It answers YES or NO, which are bounds, or OPEN, which says nothing. README.md argues why
 * a bound may be stored. Threads share the context and its table; a SolverThread belongs to one. */
#ifndef ENGINE_SOLVE_SOLVER_THREAD_H
#define ENGINE_SOLVE_SOLVER_THREAD_H

#include "engine/solve/move_list.h"

enum { SEARCH_DEPTH_STEP = 2, SEARCH_DEPTH_MAX = BOUNDS_DEPTH_MAX - SEARCH_DEPTH_STEP };

typedef struct {
    /* Set by the caller between searches, as is the group. query.end tells what kept the last
     * search from an answer. */
    SolverQuery query;
    SolverGroup *group; /* the searches end with it, or make it end */
    uint64_t nodes_end; /* stops its group when it has entered that many positions */
    /* query.counts as other threads may read them: of the last tick or the end of the last search.
     */
    _Atomic uint64_t shown_nodes, shown_generated;
    Child *children[PATH_PLIES_MAX]; /* [ply]: room for all children, allocated when first needed */
} SolverThread;

SolverThread *solver_thread_new(SolverContext *context, SolverGroup *group);
void solver_thread_free(SolverThread *thread);

/* Lets the searches that follow stop their group when they have entered that many positions; at
 * first there is no limit. */
void solver_thread_set_limit(SolverThread *thread, uint64_t nodes);

/* Does the attacker reach its target from the end of the path, as far as a search of this depth
 * says? The search is made to find a YES: it meets a NO only if nothing else is left. Ask for the
 * other color to find a NO. trusts_open: a position that the table calls open at this depth is not
 * searched again, although it may have been met on another path, whose bans were others. */
SolverAnswer solver_thread_solve(SolverThread *thread, int depth, bool trusts_open);

/* Finds a move that decides the question for the mover at the end of the path, by searches that
 * deepen to max_depth at most and enter max_nodes positions at most; these met, the group is
 * stopped (solver_resume). Returns BITBOARD_NONE if it finds none. What the table says of the
 * position itself is not used. */
int solver_thread_find_move(SolverThread *thread, int max_depth, uint64_t max_nodes);

#endif
