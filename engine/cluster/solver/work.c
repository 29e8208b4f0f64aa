#include "engine/cluster/solver/work.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"

enum {
    DEFENDER_GROUP = 2,
    BREAK_OFF = 4, /* a leaf job is broken off at this multiple of its expected nodes */
    GROWTH = 3,    /* nodes of a search by 2^work of the last one, which was less deep */
};

/* ---- Positions ---- */

/* Sets search and path; returns the end of the path. */
static const Bitboard *go_to(DistributedSolver *distributed, SolverThread *thread,
                             const Task *task) {
    const DistributedSearch *search = &task->search;
    if (search->first != solver_first(distributed->solver)) {
        const Bitboard start = *solver_start(distributed->solver);
        solver_set_position(distributed->solver, &start, search->first);
    }
    Path *path = &thread->query.path;
    solver_query_set_question(&thread->query, search->attacker, search->goal,
                              search->is_pessimistic);
    solver_set_path(distributed->solver, path);
    for (int i = 0; i < task->length; i++) {
        path_play(path, thread->query.context, task->moves[i]);
    }
    return path_end(path);
}

/* Is the search expected to take more than a leaf job may? By what the last one took. */
static bool is_large(DistributedSolver *distributed, const HashKey *key, int mover) {
    const Bounds bounds = solver_query_probe(&distributed->upper->query, key, mover);
    return bounds.work >= 40 ||
           (uint64_t)GROWTH << bounds.work > (uint64_t)distributed->options.leaf_nodes;
}

/* Notes what is searched here, for the count of duplicates. */
static void note_begun(DistributedSolver *distributed, const Task *task, const HashKey *key) {
    enum { MOST = 1 << 20 };
    if (distributed->begun_count < MOST) {
        distributed->begun =
            memory_grow(distributed->begun, distributed->begun_count, sizeof *distributed->begun);
        distributed->begun[distributed->begun_count++] = hash_mix(
            key->key ^ hash_mix((uint64_t)task->search.epoch << 16 ^ (uint64_t)task->depth));
    }
}

/* ---- Answers ---- */

static void answer(DistributedSolver *distributed, const Task *task, SolverResult result,
                   SearchEnd end, uint64_t nodes) {
    const TaskResult task_result = {
        task->search.epoch, task->origin.node, task->origin.place, result, end, nodes};
    distributed_solver_post(distributed, task->origin.rank,
                            (Message){.kind = MESSAGE_RESULT, .task_result = task_result});
}

static void post_cancel(DistributedSolver *distributed, int rank, Origin origin) {
    distributed_solver_post(distributed, rank, (Message){.kind = MESSAGE_CANCEL, .origin = origin});
}

static void drop_branches(DistributedSolver *distributed, const SolverJob *job) {
    for (int i = 0; i < job->asked; i++) {
        if (job->branches[i].rank != BRANCH_NOWHERE) {
            post_cancel(distributed, job->branches[i].rank,
                        (Origin){distributed->own, job->number, i});
        }
    }
}

static void decide(DistributedSolver *distributed, SolverJob *job, SolverResult result) {
    SolverQuery *query = &distributed->upper->query;
    go_to(distributed, distributed->upper, &job->task);
    const HashKey key = solver_query_end_key(query);
    solver_query_store(query, &key, result, job->task.depth, job->nodes);
    answer(distributed, &job->task, result, job->end, job->nodes);
    drop_branches(distributed, job);
    jobs_remove(&distributed->jobs, job);
}

/* ---- Upper nodes ---- */

/* Sends the task of a branch to its owner. */
static void ask_branch(DistributedSolver *distributed, SolverJob *job, int place,
                       const Bitboard *bitboard) {
    const SolverContext *context = solver_context(distributed->solver);
    Branch *branch = &job->branches[place];
    uint8_t moves[PATH_PLIES_MAX], places[PATH_PLIES_MAX];
    const size_t length = (size_t)job->task.length;
    Bitboard next;
    bitboard_become(context->shape, bitboard, branch->child.stones, branch->child.ko, &next);
    memcpy(moves, job->task.moves, length);
    memcpy(places, job->task.places, length);
    moves[length] = branch->child.move;
    places[length] = (uint8_t)place;
    branch->rank = distributed_solver_owner(distributed, &next);
    const int cost = move_list_cost(&distributed->upper->query, job->mover, job->count, place,
                                    job->branches[0].child.order - branch->child.order);
    const Task task = {.search = job->task.search,
                       .origin = {distributed->own, job->number, place},
                       .depth = job->task.depth > cost ? job->task.depth - cost : 0,
                       .length = (int)length + 1,
                       .moves = moves,
                       .places = places};
    distributed_solver_post(distributed, branch->rank,
                            (Message){.kind = MESSAGE_TASK, .task = task});
    distributed->figures.steps++;
    distributed->figures.steps_away += branch->rank != distributed->own;
}

static bool is_defender(const SolverJob *job) {
    return job->mover != (int)job->task.search.attacker;
}

/* The young brothers wait: the first branch is asked for alone, then all others at once. But of the
 * defender's branches any may make the rest unnecessary: there they come in small groups. */
static void ask_next(DistributedSolver *distributed, SolverJob *job) {
    const Bitboard *bitboard = go_to(distributed, distributed->upper, &job->task);
    const int group = is_defender(job) ? DEFENDER_GROUP : job->count;
    const int end = job->asked == 0 ? 1 : job->asked + group;
    while (job->asked < end && job->asked < job->count) {
        ask_branch(distributed, job, job->asked++, bitboard);
    }
}

/* Makes an upper node of a job; the path is set. */
static void expand_job(DistributedSolver *distributed, SolverJob *job, const Bitboard *bitboard) {
    SolverQuery *query = &distributed->upper->query;
    Child children[BITBOARD_PASS + 1];
    const MoveList list = move_list_generate(query, children);
    query->counts.nodes++;
    distributed->figures.upper_nodes++;
    job->nodes++;
    job->all = list.loss;
    if (list.result.answer != ANSWER_OPEN || list.count == 0) {
        decide(distributed, job,
               list.count == 0 && list.result.answer == ANSWER_OPEN ? job->all : list.result);
        return;
    }
    jobs_expand(&distributed->jobs, job, list.count);
    job->mover = bitboard->to_move;
    for (int i = 0; i < list.count; i++) {
        job->branches[i] =
            (Branch){.child = *move_list_pick(children, i, list.count), .rank = BRANCH_NOWHERE};
    }
    ask_next(distributed, job);
}

void work_take_result(DistributedSolver *distributed, const TaskResult *task_result) {
    if (task_result->node == 0) {
        if (distributed->wanted != NULL && task_result->epoch > distributed->ended) {
            distributed->root = *task_result;
            distributed->has_root = true;
        }
        return;
    }
    SolverJob *job = jobs_find_number(&distributed->jobs, task_result->node);
    if (job == NULL || task_result->place >= job->asked ||
        job->branches[task_result->place].rank == BRANCH_NOWHERE) {
        return;
    }
    Branch *branch = &job->branches[task_result->place];
    branch->rank = BRANCH_NOWHERE;
    job->done++;
    job->nodes += task_result->nodes;
    job->end = task_result->end > job->end ? task_result->end : job->end;
    if (task_result->result.answer == ANSWER_NO) {
        decide(distributed, job,
               move_list_win(solver_context(distributed->solver), &branch->child,
                             task_result->result));
        return;
    }
    move_list_join(&distributed->upper->query, &job->all, task_result->result);
    if (job->done == job->count ||
        (task_result->result.answer == ANSWER_OPEN && is_defender(job))) {
        decide(distributed, job, job->all);
    } else if (job->asked == job->done) {
        ask_next(distributed, job);
    }
}

/* ---- Tasks ---- */

/* Answers a task that needs no search; the path is set. Returns whether it did. */
static bool answer_if_known(DistributedSolver *distributed, const Task *task, const HashKey *key) {
    SolverQuery *query = &distributed->upper->query;
    SolverResult result;
    query->trusts_open = task->search.trusts_open;
    query->end = SEARCH_COMPLETE;
    if (!solver_query_resolve(query, key, path_end(&query->path)->to_move, query->path.ply,
                              task->depth, &result)) {
        return false;
    }
    distributed->figures.known++;
    answer(distributed, task, result, query->end, 0);
    return true;
}

/* May the end of the path have branches? */
static bool has_room(const DistributedSolver *distributed) {
    return distributed->upper->query.path.ply + 2 < PATH_PLIES_MAX;
}

void work_take_task(DistributedSolver *distributed, const Task *task) {
    if (task->search.epoch <= distributed->ended) {
        return;
    }
    if (task->is_lent) {
        jobs_push(&distributed->jobs, jobs_add(&distributed->jobs, task));
        return;
    }
    distributed->figures.asked++;
    const Bitboard *bitboard = go_to(distributed, distributed->upper, task);
    const HashKey key = solver_query_end_key(&distributed->upper->query);
    if (answer_if_known(distributed, task, &key)) {
        return;
    }
    SolverJob *job = jobs_add(&distributed->jobs, task);
    if (!distributed_solver_owns_all(distributed) && has_room(distributed) &&
        (task->is_large || is_large(distributed, &key, bitboard->to_move))) {
        note_begun(distributed, task, &key);
        expand_job(distributed, job, bitboard);
    } else {
        jobs_push(&distributed->jobs, job);
    }
}

void work_note_move(DistributedSolver *distributed, const Origin *origin, int rank) {
    const SolverJob *job = jobs_find_number(&distributed->jobs, origin->node);
    if (job == NULL || origin->place >= job->asked) {
        if (origin->node != 0) {
            post_cancel(distributed, rank, *origin);
        }
    } else if (job->branches[origin->place].rank != BRANCH_NOWHERE) {
        job->branches[origin->place].rank = rank;
    }
}

void work_cancel(DistributedSolver *distributed, const Origin *origin) {
    SolverJob *job = jobs_find_origin(&distributed->jobs, origin);
    if (job == NULL) {
        return;
    }
    distributed->figures.cancelled++;
    if (job == distributed->running) {
        distributed_solver_stop_running(distributed);
        return;
    }
    drop_branches(distributed, job);
    jobs_remove(&distributed->jobs, job);
}

/* ---- Leaf jobs ---- */

static void post_task(DistributedSolver *distributed, int rank, const Task *task) {
    distributed_solver_post(distributed, rank, (Message){.kind = MESSAGE_TASK, .task = *task});
    distributed_solver_post(distributed, task->origin.rank,
                            (Message){.kind = MESSAGE_MOVED, .moved = {task->origin, rank}});
}

/* Nothing came of it: at its owner it becomes an upper node. */
static void break_off(DistributedSolver *distributed, SolverJob *job) {
    const Bitboard *bitboard = go_to(distributed, distributed->upper, &job->task);
    const int owner = distributed_solver_owner(distributed, bitboard);
    distributed->figures.broken_off++;
    if (owner == distributed->own) {
        expand_job(distributed, job, bitboard);
        return;
    }
    Task task = job->task;
    task.is_lent = false;
    task.is_large = true;
    post_task(distributed, owner, &task);
    jobs_remove(&distributed->jobs, job);
}

static Message bounds_message(const BoundsUpdate *update) {
    return (Message){.kind = MESSAGE_BOUNDS,
                     .entry = {update->key, update->check, bounds_pack(&update->bounds)}};
}

/* Tells the owner the result of a leaf job that it has lent, unless all ranks do. */
static void tell_owner(DistributedSolver *distributed, const HashKey *key, SolverResult result,
                       int depth, uint64_t nodes) {
    const SolverQuery *query = &distributed->leaf->query;
    const int owner = distributed_solver_owner(distributed, path_end(&query->path));
    BoundsUpdate update;
    if (owner != distributed->own && nodes < (uint64_t)distributed->options.share_nodes &&
        solver_query_update(query, key, result, depth, nodes, &update)) {
        const Message message = bounds_message(&update);
        outbox_add(&distributed->outbox, owner, &message, false);
        distributed->figures.bounds++;
    }
}

static void search_leaf(DistributedSolver *distributed, SolverJob *job) {
    const Task *task = &job->task;
    SolverThread *leaf = distributed->leaf;
    go_to(distributed, leaf, task);
    const HashKey key = solver_query_end_key(&leaf->query);
    const uint64_t before = leaf->query.counts.nodes;
    solver_thread_set_limit(leaf, (uint64_t)BREAK_OFF * (uint64_t)distributed->options.leaf_nodes);
    const SolverResult result = solver_thread_search(leaf, task->depth, task->search.trusts_open);
    if (solver_context_is_out_of_memory(leaf->query.context)) {
        memory_fail();
    }
    const uint64_t nodes = leaf->query.counts.nodes - before;
    job->nodes = nodes;
    distributed->running = NULL;
    if (nodes > 0) {
        distributed->figures.leaf_jobs++;
        note_begun(distributed, task, &key);
    } else {
        distributed->figures.known++;
    }
    if (job->is_cancelled) {
        distributed->figures.wasted += nodes;
        jobs_remove(&distributed->jobs, job);
    } else if (atomic_load_explicit(&distributed->group.stop, memory_order_relaxed)) {
        break_off(distributed, job);
    } else {
        answer(distributed, task, result, leaf->query.end, nodes);
        tell_owner(distributed, &key, result, task->depth, nodes);
        jobs_remove(&distributed->jobs, job);
    }
}

/* Where all nodes have owners: what was not known when the task came may be now. */
static void visit(DistributedSolver *distributed, SolverJob *job) {
    const Bitboard *bitboard = go_to(distributed, distributed->upper, &job->task);
    const HashKey key = solver_query_end_key(&distributed->upper->query);
    if (answer_if_known(distributed, &job->task, &key)) {
        jobs_remove(&distributed->jobs, job);
    } else if (!has_room(distributed)) {
        distributed->figures.known++;
        answer(distributed, &job->task, solver_result_of(ANSWER_OPEN), SEARCH_ENDED_BY_DEPTH, 0);
        jobs_remove(&distributed->jobs, job);
    } else {
        note_begun(distributed, &job->task, &key);
        expand_job(distributed, job, bitboard);
    }
}

void work_do(DistributedSolver *distributed, SolverJob *job) {
    if (distributed_solver_owns_all(distributed)) {
        visit(distributed, job);
        return;
    }
    distributed->running = job;
    atomic_store_explicit(&distributed->group.stop, false, memory_order_relaxed);
    work_lend(distributed);
    search_leaf(distributed, job);
}

void work_lend(DistributedSolver *distributed) {
    for (int i = 1; i < distributed->count && distributed->jobs.waiting > 0; i++) {
        const int rank = (distributed->own + i) % distributed->count;
        if (distributed->others_idle[rank]) {
            SolverJob *job = jobs_pop(&distributed->jobs);
            Task task = job->task;
            task.is_lent = true;
            post_task(distributed, rank, &task);
            jobs_remove(&distributed->jobs, job);
            distributed->others_idle[rank] = false;
            distributed->figures.lent++;
        }
    }
}

void work_share(void *context, const BoundsUpdate *update) {
    DistributedSolver *distributed = context;
    const Message message = bounds_message(update);
    for (int rank = 0; rank < distributed->count; rank++) {
        if (rank != distributed->own) {
            outbox_add(&distributed->outbox, rank, &message, false);
            distributed->figures.bounds++;
        }
    }
    outbox_flush(&distributed->outbox, false);
}
