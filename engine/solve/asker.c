/* The search for one question; the header says what it answers. */
#include "engine/solve/asker.h"

#include <stdlib.h>
#include <string.h>

#include "engine/solve/move_list.h"

enum {
    TICK_NODES = 1 << 12, /* some milliseconds */
};

struct Asker {
    SolverQuery query;
    SolverGroup *group;
    bool trusts_open; /* whether an open question of the table ends a line */
    AskerEnd end;
    uint64_t nodes_end; /* stops its group when it has entered so many positions */
    uint64_t poll_each, poll_next;
    void (*poll)(void *context);
    void *poll_context;
    Child *children[PATH_PLIES_MAX]; /* [ply]: room for all children, allocated when first needed */
};

Asker *asker_new(SolverContext *context, SolverGroup *group) {
    Asker *asker = aligned_alloc(64, (sizeof *asker + 63) / 64 * 64);
    if (asker != NULL) {
        memset(asker, 0, sizeof *asker);
        asker->query.context = context;
        asker->group = group;
        asker->query.is_careful = context->is_careful;
        asker->nodes_end = asker->poll_next = UINT64_MAX;
    }
    return asker;
}

void asker_free(Asker *asker) {
    if (asker != NULL) {
        for (int i = 0; i < PATH_PLIES_MAX; i++) {
            free(asker->children[i]);
        }
        free(asker);
    }
}

const AskerCounts *asker_counts(const Asker *asker) {
    return &asker->query.counts;
}

void asker_join(Asker *asker, SolverGroup *group) {
    asker->group = group;
}

void asker_set_question(Asker *asker, Color attacker, int target) {
    solver_query_set_question(&asker->query, attacker, target);
}

void asker_set_careful(Asker *asker, bool is_careful) {
    asker->query.is_careful = is_careful;
}

SolverQuery *asker_query(Asker *asker) {
    return &asker->query;
}

void asker_set_share(Asker *asker, AskerShare share) {
    asker->query.share = share;
}

void asker_set_poll(Asker *asker, uint64_t nodes, void (*call)(void *context), void *context) {
    asker->poll = call;
    asker->poll_context = context;
    asker->poll_each = nodes;
    asker->poll_next = call == NULL ? UINT64_MAX : asker->query.counts.nodes + nodes;
}

void asker_set_plain(Asker *asker, bool is_plain) {
    asker->query.is_plain = is_plain && asker->query.context->ko != KO_SIMPLE;
}

void asker_exclude(Asker *asker, MoveSet moves) {
    asker->query.excluded = moves;
    asker->query.excluded_ply = asker->query.path.ply;
}

bool asker_repeats(const Asker *asker, const Field *field) {
    return path_find(&asker->query.path, asker->query.context->ko, field->stones, field->to_move,
                     field->ko) >= 0;
}

void asker_set_root(Asker *asker, const Field *root) {
    path_begin(&asker->query.path, asker->query.context, root);
}

void asker_add(Asker *asker, const Field *field) {
    path_add(&asker->query.path, asker->query.context, field);
}

void asker_play(Asker *asker, int move) {
    Field next;
    solver_context_play(asker->query.context, path_end(&asker->query.path), move, &next);
    path_push(&asker->query.path, asker->query.context, next.stones, next.ko);
}

void asker_undo(Asker *asker) {
    path_pop(&asker->query.path);
}

void asker_set_limit(Asker *asker, uint64_t nodes) {
    const uint64_t entered = asker->query.counts.nodes;
    asker->nodes_end = nodes < UINT64_MAX - entered ? entered + nodes : UINT64_MAX;
}

/* ---- The search ---- */

static bool is_stopped(const Asker *asker) {
    return atomic_load_explicit(&asker->group->stop, memory_order_relaxed);
}

static SolverResult search(Asker *asker, const HashKey *key, int depth, int *move);

/* The result on a child, from the child's mover's point of view. */
static SolverResult search_child(Asker *asker, const Child *child, int depth) {
    SolverQuery *query = &asker->query;
    const int mover = !path_end(&query->path)->to_move;
    SolverResult result;
    if (solver_query_resolve(query, &child->key, mover, query->path.ply + 1, depth,
                             asker->trusts_open, &result, &asker->end)) {
        return result;
    }
    path_push(&query->path, query->context, child->stones, child->ko);
    result = search(asker, &child->key, depth, &(int){0});
    path_pop(&query->path);
    return result;
}

/* Threads share the tree by putting off what another is searching (T. Kerrigan's simplification of
 * ABDADA, J.-C. Weill 1996). A place that two positions share costs time only. Relaxed: nothing is
 * published by it. */
static inline _Atomic uint64_t *searching_slot(const Asker *asker, const Child *child) {
    return &asker->query.context->searching[hash_mix(child->key.check ^ asker->query.attacker) %
                                            SOLVER_CONTEXT_SEARCHING];
}

static bool is_being_searched(const Asker *asker, const Child *child) {
    return atomic_load_explicit(searching_slot(asker, child), memory_order_relaxed) ==
           child->key.key;
}

static void set_searching(const Asker *asker, const Child *child, bool busy) {
    atomic_store_explicit(searching_slot(asker, child), busy ? child->key.key : 0,
                          memory_order_relaxed);
}

enum { SHARE_DEPTH = 3 }; /* shallower searches are not worth sharing */

/* Searches the child at this place of the order, unless another thread does and it may be put off.
 */
static SolverResult take_child(Asker *asker, const Child *child, int depth, bool may_put_off,
                               bool *is_put_off) {
    const bool shared = asker->group->is_shared && depth >= SHARE_DEPTH;
    *is_put_off = shared && may_put_off && is_being_searched(asker, child);
    if (*is_put_off) {
        return solver_result_of(ANSWER_OPEN);
    }
    if (shared) {
        set_searching(asker, child, true);
    }
    const SolverResult result = search_child(asker, child, depth);
    if (shared) {
        set_searching(asker, child, false);
    }
    return result;
}

/* Searches the listed children. Those that are put off come once more at the end. */
static SolverResult search_children(Asker *asker, int mover, Child *children, const MoveList *list,
                                    int depth, int *move) {
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
            take_child(asker, child, depth - move_list_cost(&asker->query, mover, place),
                       !again && i > 0, &is_put_off);
        if (is_put_off) {
            put_off[put_off_count++] = (uint8_t)place;
            continue;
        }
        if (result.answer == ANSWER_NO) {
            *move = child->move;
            return move_list_win(asker->query.context, child, result);
        }
        move_list_join(&asker->query, &all, result);
        if (result.answer == ANSWER_OPEN && mover != (int)asker->query.attacker) {
            *move = child->move;
            break;
        }
        if (is_stopped(asker)) {
            return (SolverResult){ANSWER_OPEN, 0, false, 0};
        }
    }
    return all;
}

/* The children of the last position, in room of its own. Returns NULL if out of memory. */
static Child *room_for_children(Asker *asker) {
    Child **room = &asker->children[asker->query.path.ply];
    if (*room == NULL) {
        const size_t count = (size_t)asker->query.context->shape->cell_count + 1;
        *room = malloc(count * sizeof(Child));
    }
    return *room;
}

/* Searches the last position of the path; key is its own. The table does not decide it. */
static SolverResult search(Asker *asker, const HashKey *key, int depth, int *move) {
    Child *children = room_for_children(asker);
    if (children == NULL) {
        atomic_store_explicit(&asker->group->stop, true, memory_order_relaxed);
        return (SolverResult){ANSWER_OPEN, 0, false, 0};
    }
    const uint64_t before = asker->query.counts.nodes++;
    if (before >= asker->nodes_end) {
        atomic_store_explicit(&asker->group->stop, true, memory_order_relaxed);
    }
    if (before % TICK_NODES == TICK_NODES - 1) {
        solver_context_tick(asker->query.context);
    }
    if (before >= asker->poll_next) {
        asker->poll_next = before + asker->poll_each;
        asker->poll(asker->poll_context);
    }
    MoveList list = move_list_generate(&asker->query, children);
    SolverResult result = list.result;
    if (result.answer == ANSWER_OPEN) {
        const int mover = path_end(&asker->query.path)->to_move;
        result = search_children(asker, mover, children, &list, depth, &list.move);
    }
    /* Without the excluded moves, only a success says something. */
    const bool is_partial = !move_set_is_empty(solver_query_excluded(&asker->query));
    if (!is_stopped(asker) && (!is_partial || result.answer == ANSWER_YES)) {
        solver_query_store(&asker->query, key, result, depth, asker->query.counts.nodes - before);
    }
    *move = list.move;
    return result;
}

/* Is the question settled by life that already stands? */
static Answer settled_by_life(const Asker *asker, const Field *field) {
    for (int color = 0; color < 2; color++) {
        if (solver_query_is_secure(&asker->query, color, field->stones[color])) {
            return color == field->to_move ? ANSWER_YES : ANSWER_NO;
        }
    }
    return ANSWER_OPEN;
}

/* From the mover's point of view to the attacker's. */
static Answer turn_answer(const Asker *asker, int mover, Answer answer) {
    if (answer == ANSWER_OPEN || mover == (int)asker->query.attacker) {
        return answer;
    }
    return answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

SolverResult asker_judge(Asker *asker, int depth, bool trusts_open, AskerEnd *end) {
    SolverQuery *query = &asker->query;
    const Field *field = path_end(&query->path);
    const HashKey key = solver_context_key(query->context, field);
    SolverResult result;
    asker->end = ASKER_WHOLE;
    asker->trusts_open = trusts_open;
    if (!solver_query_resolve(query, &key, field->to_move, query->path.ply, depth, trusts_open,
                              &result, &asker->end)) {
        result = search(asker, &key, depth, &(int){0});
    }
    *end = asker->end;
    return result;
}

Answer asker_ask(Asker *asker, int depth, bool trusts_open, AskerEnd *end) {
    SolverQuery *query = &asker->query;
    const Field *field = path_end(&query->path);
    const HashKey key = solver_context_key(query->context, field);
    asker->end = ASKER_WHOLE;
    asker->trusts_open = trusts_open;
    Answer answer = settled_by_life(asker, field);
    if (answer == ANSWER_OPEN) {
        const Bounds bounds = solver_query_probe(query, &key, field->to_move);
        answer = solver_query_result(query, &bounds, field->to_move).answer;
    }
    if (answer == ANSWER_OPEN) {
        answer = search(asker, &key, depth, &(int){0}).answer;
    }
    *end = asker->end;
    return turn_answer(asker, field->to_move, answer);
}

Answer asker_ask_move(Asker *asker, int depth, bool trusts_open, AskerEnd *end, int *move) {
    const Field *field = path_end(&asker->query.path);
    const HashKey key = solver_context_key(asker->query.context, field);
    asker->end = ASKER_WHOLE;
    asker->trusts_open = trusts_open;
    const Answer answer = search(asker, &key, depth, move).answer;
    *end = asker->end;
    *move = answer == ANSWER_YES ? *move : FIELD_NONE;
    return turn_answer(asker, field->to_move, answer);
}
