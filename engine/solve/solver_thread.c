#include "engine/solve/solver_thread.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/pages.h"

SolverThread *solver_thread_new(SolverContext *context, SolverGroup *group) {
    SolverThread *thread = memory_check(aligned_new(sizeof *thread));
    thread->query.context = context;
    thread->group = group;
    thread->nodes_end = UINT64_MAX;
    return thread;
}

void solver_thread_free(SolverThread *thread) {
    if (thread != NULL) {
        for (int i = 0; i < PATH_PLIES_MAX; i++) {
            free(thread->children[i]);
        }
        aligned_free(thread);
    }
}

void solver_thread_set_limit(SolverThread *thread, uint64_t nodes) {
    const uint64_t entered = thread->query.counts.nodes;
    thread->nodes_end = nodes < UINT64_MAX - entered ? entered + nodes : UINT64_MAX;
}

/* ---- The search ---- */

/* Relaxed: each number is right by itself. */
static void show_counts(SolverThread *thread) {
    const SolverCounts *counts = &thread->query.counts;
    atomic_store_explicit(&thread->shown_nodes, counts->nodes, memory_order_relaxed);
    atomic_store_explicit(&thread->shown_generated, counts->generated, memory_order_relaxed);
}

static bool is_stopped(const SolverThread *thread) {
    return atomic_load_explicit(&thread->group->stop, memory_order_relaxed);
}

static const SolverResult STOPPED = {ANSWER_OPEN, 0, false, 0}; /* holds nowhere */

static SolverResult search_position(SolverThread *thread, const HashKey *key, int depth, int *move);

/* The result on a child, from its mover's point of view. */
static SolverResult search_solver_child(SolverThread *thread, const Child *child, int depth) {
    SolverQuery *query = &thread->query;
    const int mover = !path_end(&query->path)->to_move;
    SolverResult result;
    if (solver_query_resolve(query, &child->key, mover, query->path.ply + 1, depth, &result)) {
        return result;
    }
    path_push(&query->path, query->context, child->stones, child->ko);
    result = search_position(thread, &child->key, depth, &(int){0});
    path_pop(&query->path);
    return result;
}

enum { SHARE_DEPTH = 3 }; /* shallower searches are not worth sharing */

/* Searches a child, unless another thread does and it may be put off (T. Kerrigan's simplification
 * of ABDADA, J.-C. Weill 1996). A slot that two positions share costs time only. Relaxed: the slots
 * publish nothing. */
static SolverResult take_child(SolverThread *thread, const Child *child, int depth,
                               bool may_put_off, bool *is_put_off) {
    const SolverQuery *query = &thread->query;
    if (!thread->group->is_shared || depth < SHARE_DEPTH) {
        return search_solver_child(thread, child, depth);
    }
    _Atomic uint64_t *slot =
        &query->context
             ->searching[hash_mix(child->key.check ^ query->attacker) % SOLVER_CONTEXT_SEARCHING];
    *is_put_off = may_put_off && atomic_load_explicit(slot, memory_order_relaxed) == child->key.key;
    if (*is_put_off) {
        return solver_result_of(ANSWER_OPEN);
    }
    atomic_store_explicit(slot, child->key.key, memory_order_relaxed);
    const SolverResult result = search_solver_child(thread, child, depth);
    atomic_store_explicit(slot, 0, memory_order_relaxed);
    return result;
}

/* Searches the listed children. Those that are put off come once more at the end. All moves of a
 * lost position must be refuted, so that none need wait for the first. But a move of the defender
 * that was left open mostly stays open, and then the others need no search; and the attacker's best
 * move is seldom searched in vain. */
static SolverResult search_children(SolverThread *thread, int mover, Child *children,
                                    const MoveList *list, int depth, int *move) {
    SolverResult all = list->loss;
    uint8_t put_off[65];
    int put_off_count = 0;
    for (int i = 0; i < list->count + put_off_count; i++) {
        const bool again = i >= list->count;
        const int place = again ? put_off[i - list->count] : i;
        const Child *child =
            again ? &children[place] : move_list_pick(children, place, list->count);
        bool is_put_off = false;
        const int cost = move_list_cost(&thread->query, mover, list->count, place,
                                        children[0].order - child->order);
        const bool may_put_off =
            !again &&
            (i > 0 || (mover != (int)thread->query.attacker && !move_list_was_left_open(child)));
        const SolverResult result =
            take_child(thread, child, depth - cost, may_put_off, &is_put_off);
        if (is_put_off) {
            put_off[put_off_count++] = (uint8_t)place;
            continue;
        }
        if (result.answer == ANSWER_NO) {
            *move = child->move;
            return move_list_win(thread->query.context, child, result);
        }
        move_list_join(&thread->query, &all, result);
        if (result.answer == ANSWER_OPEN && mover != (int)thread->query.attacker) {
            *move = child->move;
            break;
        }
        if (is_stopped(thread)) {
            return STOPPED;
        }
    }
    return all;
}

/* Searches the last position of the path; key is its own. The table does not decide it. */
static SolverResult search_position(SolverThread *thread, const HashKey *key, int depth,
                                    int *move) {
    Child **children = &thread->children[thread->query.path.ply];
    if (*children == NULL) {
        const size_t count = (size_t)thread->query.context->shape->cell_count + 1;
        *children = memory_new(count, sizeof **children);
    }
    const uint64_t before = thread->query.counts.nodes++;
    if (before >= thread->nodes_end) {
        atomic_store_explicit(&thread->group->stop, true, memory_order_relaxed);
    }
    if (before % SOLVER_TICK_NODES == SOLVER_TICK_NODES - 1) {
        show_counts(thread);
        solver_context_tick(thread->query.context);
    }
    MoveList list = move_list_generate(&thread->query, *children);
    SolverResult result = list.result;
    if (result.answer == ANSWER_OPEN) {
        const int mover = path_end(&thread->query.path)->to_move;
        result = search_children(thread, mover, *children, &list, depth, &list.move);
    }
    /* Without the excluded moves, only a success says something. */
    const bool is_partial = !move_set_is_empty(solver_query_excluded(&thread->query));
    if (!is_stopped(thread) && (!is_partial || result.answer == ANSWER_YES)) {
        solver_query_store(&thread->query, key, result, depth, thread->query.counts.nodes - before);
    }
    *move = list.move;
    return result;
}

/* Is the question settled by life that already stands? From the mover's point of view. */
static SolverAnswer settled_by_life(const SolverQuery *query, const Bitboard *bitboard) {
    for (int color = 0; color < 2; color++) {
        if (solver_query_is_secure(query, color, bitboard->stones[color])) {
            return color == bitboard->to_move ? ANSWER_YES : ANSWER_NO;
        }
    }
    return ANSWER_OPEN;
}

/* Returns the key of the position to be searched. */
static HashKey begin_search(SolverQuery *query, bool trusts_open) {
    query->end = SEARCH_COMPLETE;
    query->trusts_open = trusts_open;
    return solver_query_end_key(query);
}

SolverAnswer solver_thread_solve(SolverThread *thread, int depth, bool trusts_open) {
    SolverQuery *query = &thread->query;
    const Bitboard *bitboard = path_end(&query->path);
    const int mover = bitboard->to_move;
    const HashKey key = begin_search(query, trusts_open);
    SolverAnswer answer = settled_by_life(query, bitboard);
    if (answer == ANSWER_OPEN) {
        const Bounds bounds = solver_query_probe(query, &key, mover);
        answer = solver_query_result(query, &bounds, mover).answer;
    }
    if (answer == ANSWER_OPEN) {
        answer = search_position(thread, &key, depth, &(int){0}).answer;
    }
    show_counts(thread);
    return mover == (int)query->attacker ? answer : answer_opposite(answer);
}

int solver_thread_find_move(SolverThread *thread, int max_depth, uint64_t max_nodes) {
    SolverQuery *query = &thread->query;
    int depth = 1, found = BITBOARD_NONE;
    query->end = SEARCH_ENDED_BY_DEPTH;
    solver_thread_set_limit(thread, max_nodes);
    while (found == BITBOARD_NONE && depth <= max_depth && query->end != SEARCH_COMPLETE &&
           !is_stopped(thread)) {
        const HashKey key = begin_search(query, query->end == SEARCH_ENDED_BY_DEPTH);
        int move = BITBOARD_NONE;
        if (search_position(thread, &key, depth, &move).answer == ANSWER_YES) {
            found = move;
        }
        depth += query->end == SEARCH_ENDED_BY_DEPTH ? SEARCH_DEPTH_STEP : 0;
    }
    solver_thread_set_limit(thread, UINT64_MAX);
    show_counts(thread);
    return found;
}
