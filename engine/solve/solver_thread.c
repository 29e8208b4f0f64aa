/* The search for one question; the header says what it answers. */
#include "engine/solve/solver_thread.h"

#include <stdlib.h>
#include <string.h>

#include "engine/solve/move_list.h"

enum {
    TICK_NODES = 1 << 12, /* some milliseconds */
};

struct SolverThread {
    SolverQuery query;
    SolverGroup *group;
    uint64_t nodes_end; /* stops its group when it has entered that many positions */
    uint64_t poll_each, poll_next;
    void (*poll)(void *context);
    void *poll_context;
    Child *children[PATH_PLIES_MAX]; /* [ply]: room for all children, allocated when first needed */
};

SolverThread *solver_thread_new(SolverContext *context, SolverGroup *group) {
    SolverThread *thread = aligned_alloc(64, (sizeof *thread + 63) / 64 * 64);
    if (thread != NULL) {
        memset(thread, 0, sizeof *thread);
        thread->query.context = context;
        thread->group = group;
        thread->query.ignores_ko_bounds = context->ignores_ko_bounds;
        thread->nodes_end = thread->poll_next = UINT64_MAX;
    }
    return thread;
}

void solver_thread_free(SolverThread *thread) {
    if (thread != NULL) {
        for (int i = 0; i < PATH_PLIES_MAX; i++) {
            free(thread->children[i]);
        }
        free(thread);
    }
}

const SolverCounts *solver_thread_counts(const SolverThread *thread) {
    return &thread->query.counts;
}

void solver_thread_set_group(SolverThread *thread, SolverGroup *group) {
    thread->group = group;
}

void solver_thread_set_question(SolverThread *thread, Color attacker, int target) {
    solver_query_set_question(&thread->query, attacker, target);
}

void solver_thread_ignore_ko_bounds(SolverThread *thread, bool ignores_ko_bounds) {
    thread->query.ignores_ko_bounds = ignores_ko_bounds;
}

SolverQuery *solver_thread_query(SolverThread *thread) {
    return &thread->query;
}

void solver_thread_set_share(SolverThread *thread, SolverShare share) {
    thread->query.share = share;
}

void solver_thread_set_poll(SolverThread *thread, uint64_t nodes, void (*call)(void *context),
                            void *context) {
    thread->poll = call;
    thread->poll_context = context;
    thread->poll_each = nodes;
    thread->poll_next = call == NULL ? UINT64_MAX : thread->query.counts.nodes + nodes;
}

void solver_thread_set_pessimistic(SolverThread *thread, bool is_pessimistic) {
    thread->query.is_pessimistic = is_pessimistic && thread->query.context->ko != KO_SIMPLE;
}

void solver_thread_exclude_moves(SolverThread *thread, MoveSet moves) {
    thread->query.excluded = moves;
    thread->query.excluded_ply = thread->query.path.ply;
}

bool solver_thread_repeats(const SolverThread *thread, const Bitboard *bitboard) {
    return path_find(&thread->query.path, thread->query.context->ko, bitboard->stones,
                     bitboard->to_move, bitboard->ko) >= 0;
}

void solver_thread_set_root(SolverThread *thread, const Bitboard *root) {
    path_begin(&thread->query.path, thread->query.context, root);
}

void solver_thread_add_position(SolverThread *thread, const Bitboard *bitboard) {
    path_add(&thread->query.path, thread->query.context, bitboard);
}

void solver_thread_play(SolverThread *thread, int move) {
    Bitboard next;
    solver_context_play(thread->query.context, path_end(&thread->query.path), move, &next);
    path_push(&thread->query.path, thread->query.context, next.stones, next.ko);
}

void solver_thread_undo(SolverThread *thread) {
    path_pop(&thread->query.path);
}

void solver_thread_set_limit(SolverThread *thread, uint64_t nodes) {
    const uint64_t entered = thread->query.counts.nodes;
    thread->nodes_end = nodes < UINT64_MAX - entered ? entered + nodes : UINT64_MAX;
}

/* ---- The search ---- */

static bool is_stopped(const SolverThread *thread) {
    return atomic_load_explicit(&thread->group->stop, memory_order_relaxed);
}

static SolverResult search(SolverThread *thread, const HashKey *key, int depth, int *move);

/* The result on a child, from the child's mover's point of view. */
static SolverResult search_child(SolverThread *thread, const Child *child, int depth) {
    SolverQuery *query = &thread->query;
    const int mover = !path_end(&query->path)->to_move;
    SolverResult result;
    if (solver_query_resolve(query, &child->key, mover, query->path.ply + 1, depth, &result)) {
        return result;
    }
    path_push(&query->path, query->context, child->stones, child->ko);
    result = search(thread, &child->key, depth, &(int){0});
    path_pop(&query->path);
    return result;
}

/* Threads share the tree by putting off what another is searching (T. Kerrigan's simplification of
 * ABDADA, J.-C. Weill 1996). A place that two positions share costs time only. Relaxed: nothing is
 * published by it. */
static inline _Atomic uint64_t *searching_slot(const SolverThread *thread, const Child *child) {
    return &thread->query.context->searching[hash_mix(child->key.check ^ thread->query.attacker) %
                                             SOLVER_CONTEXT_SEARCHING];
}

static bool is_being_searched(const SolverThread *thread, const Child *child) {
    return atomic_load_explicit(searching_slot(thread, child), memory_order_relaxed) ==
           child->key.key;
}

static void set_searching(const SolverThread *thread, const Child *child, bool busy) {
    atomic_store_explicit(searching_slot(thread, child), busy ? child->key.key : 0,
                          memory_order_relaxed);
}

enum { SHARE_DEPTH = 3 }; /* shallower searches are not worth sharing */

/* Searches the child at this place of the order, unless another thread does and it may be put off.
 */
static SolverResult take_child(SolverThread *thread, const Child *child, int depth,
                               bool may_put_off, bool *is_put_off) {
    const bool shared = thread->group->is_shared && depth >= SHARE_DEPTH;
    *is_put_off = shared && may_put_off && is_being_searched(thread, child);
    if (*is_put_off) {
        return solver_result_of(ANSWER_OPEN);
    }
    if (shared) {
        set_searching(thread, child, true);
    }
    const SolverResult result = search_child(thread, child, depth);
    if (shared) {
        set_searching(thread, child, false);
    }
    return result;
}

/* Searches the listed children. Those that are put off come once more at the end. */
static SolverResult search_children(SolverThread *thread, int mover, Child *children,
                                    const MoveList *list, int depth, int *move) {
    SolverResult all = move_list_loss(list);
    uint8_t put_off[65];
    int put_off_count = 0;
    for (int i = 0; i < list->count + put_off_count; i++) {
        const bool again = i >= list->count;
        const int place = again ? put_off[i - list->count] : i;
        const Child *child =
            again ? &children[place] : move_list_pick(children, place, list->count);
        bool is_put_off = false;
        const SolverResult result =
            take_child(thread, child, depth - move_list_cost(&thread->query, mover, place),
                       !again && i > 0, &is_put_off);
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
            return (SolverResult){ANSWER_OPEN, 0, false, 0};
        }
    }
    return all;
}

/* The children of the last position, in room of its own. Returns NULL if out of memory. */
static Child *room_for_children(SolverThread *thread) {
    Child **room = &thread->children[thread->query.path.ply];
    if (*room == NULL) {
        const size_t count = (size_t)thread->query.context->shape->cell_count + 1;
        *room = malloc(count * sizeof(Child));
    }
    return *room;
}

/* Searches the last position of the path; key is its own. The table does not decide it. */
static SolverResult search(SolverThread *thread, const HashKey *key, int depth, int *move) {
    Child *children = room_for_children(thread);
    if (children == NULL) {
        atomic_store_explicit(&thread->group->stop, true, memory_order_relaxed);
        return (SolverResult){ANSWER_OPEN, 0, false, 0};
    }
    const uint64_t before = thread->query.counts.nodes++;
    if (before >= thread->nodes_end) {
        atomic_store_explicit(&thread->group->stop, true, memory_order_relaxed);
    }
    if (before % TICK_NODES == TICK_NODES - 1) {
        solver_context_tick(thread->query.context);
    }
    if (before >= thread->poll_next) {
        thread->poll_next = before + thread->poll_each;
        thread->poll(thread->poll_context);
    }
    MoveList list = move_list_generate(&thread->query, children);
    SolverResult result = list.result;
    if (result.answer == ANSWER_OPEN) {
        const int mover = path_end(&thread->query.path)->to_move;
        result = search_children(thread, mover, children, &list, depth, &list.move);
    }
    /* Without the excluded moves, only a success says something. */
    const bool is_partial = !move_set_is_empty(solver_query_excluded(&thread->query));
    if (!is_stopped(thread) && (!is_partial || result.answer == ANSWER_YES)) {
        solver_query_store(&thread->query, key, result, depth, thread->query.counts.nodes - before);
    }
    *move = list.move;
    return result;
}

/* Is the question settled by life that already stands? */
static Answer settled_by_life(const SolverThread *thread, const Bitboard *bitboard) {
    for (int color = 0; color < 2; color++) {
        if (solver_query_is_secure(&thread->query, color, bitboard->stones[color])) {
            return color == bitboard->to_move ? ANSWER_YES : ANSWER_NO;
        }
    }
    return ANSWER_OPEN;
}

/* From the mover's point of view to the attacker's. */
static Answer turn_answer(const SolverThread *thread, int mover, Answer answer) {
    if (answer == ANSWER_OPEN || mover == (int)thread->query.attacker) {
        return answer;
    }
    return answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

SolverResult solver_thread_search(SolverThread *thread, int depth, bool trusts_open,
                                  SearchEnd *end) {
    SolverQuery *query = &thread->query;
    const Bitboard *bitboard = path_end(&query->path);
    const HashKey key = solver_context_key(query->context, bitboard);
    SolverResult result;
    thread->query.end = SEARCH_COMPLETE;
    thread->query.trusts_open = trusts_open;
    if (!solver_query_resolve(query, &key, bitboard->to_move, query->path.ply, depth, &result)) {
        result = search(thread, &key, depth, &(int){0});
    }
    *end = thread->query.end;
    return result;
}

Answer solver_thread_solve(SolverThread *thread, int depth, bool trusts_open, SearchEnd *end) {
    SolverQuery *query = &thread->query;
    const Bitboard *bitboard = path_end(&query->path);
    const HashKey key = solver_context_key(query->context, bitboard);
    thread->query.end = SEARCH_COMPLETE;
    thread->query.trusts_open = trusts_open;
    Answer answer = settled_by_life(thread, bitboard);
    if (answer == ANSWER_OPEN) {
        const Bounds bounds = solver_query_probe(query, &key, bitboard->to_move);
        answer = solver_query_result(query, &bounds, bitboard->to_move).answer;
    }
    if (answer == ANSWER_OPEN) {
        answer = search(thread, &key, depth, &(int){0}).answer;
    }
    *end = thread->query.end;
    return turn_answer(thread, bitboard->to_move, answer);
}

Answer solver_thread_solve_move(SolverThread *thread, int depth, bool trusts_open, SearchEnd *end,
                                int *move) {
    const Bitboard *bitboard = path_end(&thread->query.path);
    const HashKey key = solver_context_key(thread->query.context, bitboard);
    thread->query.end = SEARCH_COMPLETE;
    thread->query.trusts_open = trusts_open;
    const Answer answer = search(thread, &key, depth, move).answer;
    *end = thread->query.end;
    *move = answer == ANSWER_YES ? *move : BITBOARD_NONE;
    return turn_answer(thread, bitboard->to_move, answer);
}
