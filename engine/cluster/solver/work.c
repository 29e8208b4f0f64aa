/* Tasks, upper nodes and leaf jobs; README.md tells what goes where. */
#include "engine/cluster/solver/work.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"

enum {
    DEFENDER_GROUP = 2,
    BREAK_OFF = 4, /* a leaf job is broken off after so many times the nodes that it should have */
    GROWTH = 3,    /* nodes of a search by 2^work of the last one, which was less deep */
};

/* ---- Positions ---- */

/* Sets search and path; returns the end of the path. */
static const Field *go_to(Spread *spread, Asker *asker, const Task *task) {
    const DistributedSearch *search = &task->search;
    if (search->first != solver_first(spread->solver)) {
        const Field start = *solver_start(spread->solver);
        solver_set_position(spread->solver, &start, search->first);
    }
    asker_set_plain(asker, search->is_plain);
    asker_set_question(asker, search->attacker, search->goal);
    solver_set_path(spread->solver, asker);
    for (int i = 0; i < task->length; i++) {
        asker_play(asker, task->moves[i]);
    }
    return trail_end(&asker_inquiry(asker)->trail);
}

/* Is the search expected to take more than a leaf job may? By what the last one took. */
static bool is_large(Spread *spread, const HashKey *key, int mover) {
    const Claim claim = inquiry_look_up(asker_inquiry(spread->upper), key, mover);
    return claim.work >= 40 ||
           (uint64_t)GROWTH << claim.work > (uint64_t)spread->options.leaf_nodes;
}

/* Notes what is searched here, for the count of duplicates. */
static void note_begun(Spread *spread, const Task *task, const HashKey *key) {
    enum { MOST = 1 << 20 };
    if (spread->begun_count < MOST) {
        spread->begun = memory_grow(spread->begun, spread->begun_count, sizeof *spread->begun);
        spread->begun[spread->begun_count++] = hash_mix(
            key->key ^ hash_mix((uint64_t)task->search.epoch << 16 ^ (uint64_t)task->depth));
    }
}

/* ---- Answers ---- */

static void answer(Spread *spread, const Task *task, Verdict verdict, AskerEnd end,
                   uint64_t nodes) {
    const Message message = {.kind = MESSAGE_RESULT,
                             .result = {.epoch = task->search.epoch,
                                        .node = task->origin.node,
                                        .place = task->origin.place,
                                        .verdict = verdict,
                                        .end = end,
                                        .nodes = nodes}};
    outbox_add(&spread->outbox, task->origin.rank, &message, true);
}

static void post_cancel(Spread *spread, int rank, const Origin *origin) {
    const Message message = {.kind = MESSAGE_CANCEL, .origin = *origin};
    outbox_add(&spread->outbox, rank, &message, true);
}

/* The branches that are still being searched are no longer needed. */
static void drop_branches(Spread *spread, const SolverJob *job) {
    for (int i = 0; i < job->asked; i++) {
        if (job->branches[i].rank != BRANCH_NOWHERE) {
            const Origin origin = {spread->own, job->number, i};
            post_cancel(spread, job->branches[i].rank, &origin);
        }
    }
}

/* An upper node is decided. */
static void decide(Spread *spread, SolverJob *job, Verdict verdict) {
    Inquiry *inquiry = asker_inquiry(spread->upper);
    const Field *field = go_to(spread, spread->upper, &job->task);
    const HashKey key = solve_arena_key(solver_arena(spread->solver), field);
    inquiry_store(inquiry, &key, verdict, job->task.depth, job->nodes);
    answer(spread, &job->task, verdict, job->end, job->nodes);
    drop_branches(spread, job);
    jobs_remove(&spread->jobs, job);
}

/* ---- Upper nodes ---- */

/* Asks the owner of a branch for the branch's verdict. */
static void ask_branch(Spread *spread, SolverJob *job, int place, const Field *field) {
    const SolveArena *arena = solver_arena(spread->solver);
    Branch *branch = &job->branches[place];
    uint8_t moves[TRAIL_MAX], places[TRAIL_MAX];
    const size_t length = (size_t)job->task.length;
    Field next;
    field_become(arena->shape, field, branch->child.stones, branch->child.ko, &next);
    memcpy(moves, job->task.moves, length);
    memcpy(places, job->task.places, length);
    moves[length] = branch->child.move;
    places[length] = (uint8_t)place;
    branch->rank = spread_owner(spread, &next);
    const int cost = listing_cost(asker_inquiry(spread->upper), job->mover, place);
    const Message message = {.kind = MESSAGE_TASK,
                             .task = {.search = job->task.search,
                                      .origin = {spread->own, job->number, place},
                                      .depth = job->task.depth > cost ? job->task.depth - cost : 0,
                                      .length = (int)length + 1,
                                      .moves = moves,
                                      .places = places}};
    outbox_add(&spread->outbox, branch->rank, &message, true);
    spread->figures.steps++;
    spread->figures.steps_away += branch->rank != spread->own;
}

/* The young brothers wait: the first branch is asked for alone, then all others at once. But of the
 * defender's branches any may make the rest unnecessary: there they come in small groups. */
static void ask_next(Spread *spread, SolverJob *job) {
    const Field *field = go_to(spread, spread->upper, &job->task);
    const bool is_defender = job->mover != (int)job->task.search.attacker;
    const int end = job->asked == 0 ? 1 : is_defender ? job->asked + DEFENDER_GROUP : job->count;
    while (job->asked < end && job->asked < job->count) {
        ask_branch(spread, job, job->asked++, field);
    }
}

/* Makes an upper node of a job; the path is set. */
static void spread_job(Spread *spread, SolverJob *job, const Field *field) {
    Inquiry *inquiry = asker_inquiry(spread->upper);
    Child children[FIELD_PASS + 1];
    const Listing listing = listing_make(inquiry, children);
    inquiry->counts.nodes++;
    spread->figures.upper_nodes++;
    job->nodes++;
    job->all = listing_none(&listing);
    if (listing.verdict.answer != ANSWER_OPEN || listing.count == 0) {
        decide(spread, job,
               listing.count == 0 && listing.verdict.answer == ANSWER_OPEN ? job->all
                                                                           : listing.verdict);
        return;
    }
    jobs_spread(&spread->jobs, job, listing.count);
    job->mover = field->to_move;
    for (int i = 0; i < listing.count; i++) {
        job->branches[i] =
            (Branch){.child = *listing_next(children, i, listing.count), .rank = BRANCH_NOWHERE};
    }
    ask_next(spread, job);
}

static void take_root(Spread *spread, const TaskResult *result) {
    if (spread->wanted != NULL && result->epoch > spread->ended) {
        spread->root = *result;
        spread->has_root = true;
    }
}

void work_take_result(Spread *spread, const TaskResult *result) {
    SolverJob *job = result->node == 0 ? NULL : jobs_find_number(&spread->jobs, result->node);
    if (result->node == 0) {
        take_root(spread, result);
    }
    if (job == NULL || result->place >= job->asked ||
        job->branches[result->place].rank == BRANCH_NOWHERE) {
        return;
    }
    job->branches[result->place].rank = BRANCH_NOWHERE;
    job->done++;
    job->nodes += result->nodes;
    job->end = result->end > job->end ? result->end : job->end;
    if (result->verdict.answer == ANSWER_NO) {
        const Child *child = &job->branches[result->place].child;
        decide(spread, job, listing_win(solver_arena(spread->solver), child, result->verdict));
        return;
    }
    listing_join(asker_inquiry(spread->upper), &job->all, result->verdict);
    const bool is_defender = job->mover != (int)job->task.search.attacker;
    if (job->done == job->count || (result->verdict.answer == ANSWER_OPEN && is_defender)) {
        decide(spread, job, job->all);
    } else if (job->asked == job->done && job->asked < job->count) {
        ask_next(spread, job);
    }
}

/* ---- Tasks ---- */

/* Answers a task that needs no search; the path is set. Returns whether it did. */
static bool answer_if_known(Spread *spread, const Task *task, const Field *field,
                            const HashKey *key) {
    Inquiry *inquiry = asker_inquiry(spread->upper);
    Verdict verdict;
    AskerEnd end = ASKER_WHOLE;
    if (!inquiry_foresee(inquiry, key, field->to_move, inquiry->trail.ply, task->depth,
                         task->search.trusts_open, &verdict, &end)) {
        return false;
    }
    spread->figures.known++;
    answer(spread, task, verdict, end, 0);
    return true;
}

/* May the end of the path have branches? */
static bool has_room(const Spread *spread) {
    return asker_inquiry(spread->upper)->trail.ply + 2 < TRAIL_MAX;
}

void work_take_task(Spread *spread, const Task *task) {
    if (task->search.epoch <= spread->ended) {
        return;
    }
    if (task->is_lent) {
        jobs_push(&spread->jobs, jobs_add(&spread->jobs, task));
        return;
    }
    spread->figures.asked++;
    const Field *field = go_to(spread, spread->upper, task);
    const HashKey key = solve_arena_key(solver_arena(spread->solver), field);
    if (answer_if_known(spread, task, field, &key)) {
        return;
    }
    SolverJob *job = jobs_add(&spread->jobs, task);
    if (!spread_owns_all(spread) && has_room(spread) &&
        (task->is_large || is_large(spread, &key, field->to_move))) {
        note_begun(spread, task, &key);
        spread_job(spread, job, field);
    } else {
        jobs_push(&spread->jobs, job);
    }
}

void work_note_move(Spread *spread, const Origin *origin, int rank) {
    const SolverJob *job = jobs_find_number(&spread->jobs, origin->node);
    if (job == NULL || origin->place >= job->asked) {
        if (origin->node != 0) {
            post_cancel(spread, rank, origin);
        }
    } else if (job->branches[origin->place].rank != BRANCH_NOWHERE) {
        job->branches[origin->place].rank = rank;
    }
}

void work_cancel(Spread *spread, const Origin *origin) {
    SolverJob *job = jobs_find_origin(&spread->jobs, origin);
    if (job == NULL) {
        return;
    }
    spread->figures.cancelled++;
    if (job->state == JOB_RUNNING) {
        spread_stop_running(spread);
        return;
    }
    if (job->state == JOB_SPREAD) {
        drop_branches(spread, job);
    }
    jobs_remove(&spread->jobs, job);
}

/* ---- Leaf jobs ---- */

static void post_task(Spread *spread, int rank, const Task *task) {
    const Message message = {.kind = MESSAGE_TASK, .task = *task};
    outbox_add(&spread->outbox, rank, &message, true);
    const Message moved = {.kind = MESSAGE_MOVED, .moved = {task->origin, rank}};
    outbox_add(&spread->outbox, task->origin.rank, &moved, true);
}

/* Nothing came of it: at its owner it becomes an upper node. */
static void break_off(Spread *spread, SolverJob *job) {
    const Field *field = go_to(spread, spread->upper, &job->task);
    const int owner = spread_owner(spread, field);
    spread->figures.broken_off++;
    if (owner == spread->own) {
        job->state = JOB_NEW;
        spread_job(spread, job, field);
        return;
    }
    Task task = job->task;
    task.is_lent = false;
    task.is_large = true;
    post_task(spread, owner, &task);
    jobs_remove(&spread->jobs, job);
}

/* Tells the owner the result of a leaf job that it has lent, unless all ranks do. */
static void tell_owner(Spread *spread, const HashKey *key, Verdict verdict, int depth,
                       uint64_t nodes) {
    const Inquiry *inquiry = asker_inquiry(spread->leaf);
    const int owner = spread_owner(spread, trail_end(&inquiry->trail));
    Message message = {.kind = MESSAGE_CLAIM, .entry = {.check = key->check}};
    Claim news;
    if (owner != spread->own && nodes < (uint64_t)spread->options.share_nodes &&
        inquiry_news(inquiry, key, verdict, depth, nodes, &message.entry.key, &news)) {
        message.entry.payload = claim_pack(&news);
        outbox_add(&spread->outbox, owner, &message, false);
        spread->figures.claims++;
    }
}

static void search_leaf(Spread *spread, SolverJob *job) {
    const Task *task = &job->task;
    const Field *field = go_to(spread, spread->leaf, task);
    const HashKey key = solve_arena_key(solver_arena(spread->solver), field);
    const uint64_t before = asker_counts(spread->leaf)->nodes;
    AskerEnd end;
    asker_set_limit(spread->leaf, (uint64_t)BREAK_OFF * (uint64_t)spread->options.leaf_nodes);
    const Verdict verdict = asker_judge(spread->leaf, task->depth, task->search.trusts_open, &end);
    const uint64_t nodes = asker_counts(spread->leaf)->nodes - before;
    job->nodes = nodes;
    spread->running = NULL;
    if (nodes > 0) {
        spread->figures.leaf_jobs++;
        note_begun(spread, task, &key);
    } else {
        spread->figures.known++;
    }
    if (job->is_cancelled) {
        spread->figures.wasted += nodes;
        jobs_remove(&spread->jobs, job);
    } else if (atomic_load_explicit(&spread->group.stop, memory_order_relaxed)) {
        break_off(spread, job);
    } else {
        answer(spread, task, verdict, end, nodes);
        tell_owner(spread, &key, verdict, task->depth, nodes);
        jobs_remove(&spread->jobs, job);
    }
}

/* Where all nodes have owners: what was not known when the task came may be now. */
static void visit(Spread *spread, SolverJob *job) {
    const Field *field = go_to(spread, spread->upper, &job->task);
    const HashKey key = solve_arena_key(solver_arena(spread->solver), field);
    if (answer_if_known(spread, &job->task, field, &key)) {
        jobs_remove(&spread->jobs, job);
    } else if (!has_room(spread)) {
        spread->figures.known++;
        answer(spread, &job->task, verdict_free(ANSWER_OPEN), ASKER_DEPTH, 0);
        jobs_remove(&spread->jobs, job);
    } else {
        note_begun(spread, &job->task, &key);
        spread_job(spread, job, field);
    }
}

void work_do(Spread *spread, SolverJob *job) {
    if (spread_owns_all(spread)) {
        visit(spread, job);
        return;
    }
    job->state = JOB_RUNNING;
    spread->running = job;
    atomic_store_explicit(&spread->group.stop, false, memory_order_relaxed);
    work_lend(spread);
    search_leaf(spread, job);
}

void work_lend(Spread *spread) {
    for (int i = 1; i < spread->count && spread->jobs.waiting > 0; i++) {
        const int rank = (spread->own + i) % spread->count;
        if (spread->others_idle[rank]) {
            SolverJob *job = jobs_pop(&spread->jobs);
            Task task = job->task;
            task.is_lent = true;
            post_task(spread, rank, &task);
            jobs_remove(&spread->jobs, job);
            spread->others_idle[rank] = false;
            spread->figures.lent++;
        }
    }
}

void work_share(void *context, uint64_t key, uint64_t check, const Claim *news) {
    Spread *spread = context;
    const Message message = {.kind = MESSAGE_CLAIM, .entry = {key, check, claim_pack(news)}};
    size_t longest = 0;
    for (int rank = 0; rank < spread->count; rank++) {
        if (rank != spread->own) {
            outbox_add(&spread->outbox, rank, &message, false);
            spread->figures.claims++;
            longest = spread->outbox.out[rank].length > longest ? spread->outbox.out[rank].length
                                                                : longest;
        }
    }
    if (longest >= OUTBOX_BATCH_BYTES) {
        outbox_flush(&spread->outbox, false);
    }
}
