#include "engine/cluster/solver/distributed_solver.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/cluster/solver/work.h"

enum {
    POLL_NODES = 256,                  /* between two looks at the messages during a leaf job */
    TOLD_NODES = 1 << 14,              /* between two counts of a rank */
    ASKED_RANKS = 8,                   /* that an idle rank asks for work */
    LARGE_LEAVES = 4,                  /* leaf jobs from which a search is worth distributing */
    DUPLICATES_KIND = OUTBOX_KIND + 1, /* of the message with DistributedSolver.begun */
};

static const double WAIT_SECONDS = 0.001, LAST_SECONDS = 30;

/* ---- Counts ---- */

static SolverCounts own_counts(const DistributedSolver *distributed) {
    SolverCounts sum = distributed->upper->query.counts;
    solver_counts_add(&sum, &distributed->leaf->query.counts);
    return sum;
}

enum { COUNTS = sizeof(SolverCounts) / sizeof(uint64_t) };

_Static_assert(COUNTS == 7, "a record takes the epoch and the counts (message.c)");

static void add_counts(SolverCounts *sum, const uint64_t *numbers) {
    SolverCounts part;
    memcpy(&part, numbers + 1, sizeof part);
    solver_counts_add(sum, &part);
}

/* What this rank has counted since the last time; epoch: of an END, or 0. */
static Message news_of_counts(DistributedSolver *distributed, uint32_t epoch) {
    const SolverCounts now = own_counts(distributed);
    Message message = {.kind = MESSAGE_COUNTS, .numbers = {epoch}};
    uint64_t told[COUNTS];
    memcpy(told, &distributed->told, sizeof told);
    memcpy(message.numbers + 1, &now, sizeof now);
    for (int i = 0; i < COUNTS; i++) {
        message.numbers[1 + i] -= told[i];
    }
    distributed->told = now;
    return message;
}

static void tell_counts(DistributedSolver *distributed, uint32_t epoch) {
    const Message message = news_of_counts(distributed, epoch);
    outbox_add(&distributed->outbox, 0, &message, epoch > 0);
}

static uint64_t untold_nodes(const DistributedSolver *distributed) {
    return own_counts(distributed).nodes - distributed->told.nodes;
}

/* Other ranks than 0: reports progress to rank 0 now and then. */
static void tell_progress(DistributedSolver *distributed) {
    if (distributed->own != 0 && untold_nodes(distributed) > TOLD_NODES) {
        tell_counts(distributed, 0);
    }
}

/* ---- Messages ---- */

/* Ends a search here; the counts follow once the leaf job under way is over. */
static void end_search(DistributedSolver *distributed, uint32_t epoch) {
    distributed->ended = epoch;
    jobs_clear(&distributed->jobs, distributed->running);
    if (distributed->running != NULL) {
        distributed_solver_stop_running(distributed);
    }
    distributed->owed = epoch;
}

static void take_bounds(DistributedSolver *distributed, const Message *message) {
    const BoundsUpdate update = {message->entry.key, message->entry.check,
                                 bounds_unpack(message->entry.payload)};
    solver_context_merge(solver_context(distributed->solver), &update);
}

static void take_lookup(DistributedSolver *distributed, int from, const Message *message) {
    Message found = *message;
    found.kind = MESSAGE_FOUND;
    found.entry.payload = table_probe(&solver_context(distributed->solver)->table,
                                      message->entry.key, message->entry.check);
    distributed_solver_post(distributed, from, found);
}

static void take_message(DistributedSolver *distributed, int from, const Message *message) {
    switch (message->kind) {
    case MESSAGE_TASK:
        work_take_task(distributed, &message->task);
        break;
    case MESSAGE_RESULT:
        work_take_result(distributed, &message->task_result);
        break;
    case MESSAGE_CANCEL:
        work_cancel(distributed, &message->origin);
        break;
    case MESSAGE_MOVED:
        work_note_move(distributed, &message->moved.origin, message->moved.rank);
        break;
    case MESSAGE_IDLE:
        distributed->others_idle[from] = message->numbers[0] != 0;
        break;
    case MESSAGE_BOUNDS:
        take_bounds(distributed, message);
        break;
    case MESSAGE_END:
        end_search(distributed, (uint32_t)message->numbers[0]);
        break;
    case MESSAGE_COUNTS:
        add_counts(&distributed->gathered, message->numbers);
        distributed->counts_awaited -= message->numbers[0] != 0;
        break;
    case MESSAGE_QUIT:
        distributed->has_quit = true;
        break;
    case MESSAGE_LOOKUP:
        take_lookup(distributed, from, message);
        break;
    default:
        distributed->found++;
    }
}

static void take_batch(DistributedSolver *distributed, int from, const char *bytes, size_t length) {
    Message message;
    const char *at = bytes, *end = bytes + length;
    while (message_read(&at, end, &message)) {
        take_message(distributed, from, &message);
    }
}

static void take_mpi_message(DistributedSolver *distributed, MpiMessage *received) {
    if (received->kind == OUTBOX_KIND) {
        take_batch(distributed, received->from, received->bytes, received->length);
    }
    free(received->bytes);
}

/* Takes all that has come in, and what follows from it here. Returns whether anything had. */
static bool take_all(DistributedSolver *distributed) {
    bool any = false;
    MpiMessage received;
    Text own;
    while (mpi_receive(distributed->mpi, &received)) {
        take_mpi_message(distributed, &received);
        any = true;
    }
    while (outbox_take_own(&distributed->outbox, &own)) {
        take_batch(distributed, distributed->own, own.bytes, own.length);
        text_free(&own);
        any = true;
    }
    text_free(&own);
    return any;
}

/* Sends everything, and waits a while for a message of another rank. */
static void wait_for_message(DistributedSolver *distributed) {
    MpiMessage received;
    outbox_flush(&distributed->outbox, true);
    if (mpi_wait(distributed->mpi, WAIT_SECONDS, &received)) {
        take_mpi_message(distributed, &received);
    }
}

/* Rank 0: is the search to end without an answer? */
static bool is_called_off(const DistributedSolver *distributed) {
    return atomic_load_explicit(&distributed->wanted->group->stop, memory_order_relaxed) ||
           distributed->gathered.nodes + untold_nodes(distributed) > distributed->wanted->nodes;
}

static void poll(void *context) {
    DistributedSolver *distributed = context;
    take_all(distributed);
    work_lend(distributed);
    tell_progress(distributed);
    if (distributed->own == 0 && distributed->wanted != NULL &&
        (distributed->has_root || is_called_off(distributed))) {
        distributed_solver_stop_running(distributed);
    }
    outbox_flush(&distributed->outbox, false);
}

/* ---- The loop ---- */

/* Asks some other ranks for leaf jobs, or tells them that there is enough to do. */
static void tell_idle(DistributedSolver *distributed, bool is_idle) {
    if (distributed->is_idle == is_idle || distributed_solver_owns_all(distributed)) {
        return;
    }
    for (int i = 1; i < distributed->count && i <= ASKED_RANKS; i++) {
        distributed_solver_post(distributed, (distributed->own + i) % distributed->count,
                                (Message){.kind = MESSAGE_IDLE, .numbers = {is_idle}});
    }
    distributed->is_idle = is_idle;
}

/* Takes what has come in and does a job, or waits for a message for a while. */
static void go_on(DistributedSolver *distributed) {
    const double before = clock_seconds();
    bool was_busy = take_all(distributed);
    SolverJob *job = jobs_pop(&distributed->jobs);
    if (job != NULL) {
        tell_idle(distributed, false);
        outbox_flush(&distributed->outbox, false);
        work_do(distributed, job);
        tell_progress(distributed);
        was_busy = true;
    }
    if (distributed->owed != 0 && distributed->own != 0) {
        tell_counts(distributed, distributed->owed);
        distributed->owed = 0;
    }
    if (was_busy) {
        distributed->busy += clock_seconds() - before;
        outbox_flush(&distributed->outbox, false);
        return;
    }
    tell_idle(distributed, true);
    wait_for_message(distributed);
}

/* ---- Rank 0's searches ---- */

static void post_root(DistributedSolver *distributed, uint32_t epoch, const SolverSearch *wanted) {
    const Bitboard root = solver_root(distributed->solver);
    const Task task = {.search = {.epoch = epoch,
                                  .attacker = wanted->attacker,
                                  .goal = wanted->goal,
                                  .first = solver_first(distributed->solver),
                                  .trusts_open = wanted->trusts_open,
                                  .is_pessimistic = wanted->is_pessimistic},
                       .depth = wanted->depth,
                       .is_large = true};
    distributed_solver_post(distributed, distributed_solver_owner(distributed, &root),
                            (Message){.kind = MESSAGE_TASK, .task = task});
}

static void post_to_others(DistributedSolver *distributed, Message message) {
    for (int rank = 1; rank < distributed->count; rank++) {
        distributed_solver_post(distributed, rank, message);
    }
    outbox_flush(&distributed->outbox, true);
}

/* Ends the search on all ranks and waits for what they have counted. */
static void end_everywhere(DistributedSolver *distributed, uint32_t epoch) {
    end_search(distributed, epoch);
    distributed->counts_awaited = distributed->count - 1;
    post_to_others(distributed, (Message){.kind = MESSAGE_END, .numbers = {epoch}});
    while (distributed->counts_awaited > 0) {
        wait_for_message(distributed);
        take_all(distributed);
    }
}

/* A SolverDelegate. */
static bool search(void *context, const SolverSearch *wanted, SolverResult *result, SearchEnd *end,
                   SolverCounts *counts) {
    DistributedSolver *distributed = context;
    const double start = clock_seconds();
    const uint32_t epoch = distributed->ended + 1;
    distributed->told = own_counts(distributed);
    distributed->gathered = (SolverCounts){0};
    distributed->has_root = false;
    distributed->wanted = wanted;
    post_root(distributed, epoch, wanted);
    while (!distributed->has_root && !is_called_off(distributed)) {
        go_on(distributed);
        solver_context_tick(solver_context(distributed->solver));
    }
    distributed->wanted = NULL;
    end_everywhere(distributed, epoch);
    const Message own = news_of_counts(distributed, 0);
    add_counts(&distributed->gathered, own.numbers);
    solver_counts_add(counts, &distributed->gathered);
    *result = distributed->root.result;
    *end = distributed->root.end;
    distributed->seconds += clock_seconds() - start;
    return distributed->has_root;
}

/* ---- Figures ---- */

_Static_assert(sizeof(DistributedSolverFigures) == MESSAGE_NUMBERS * sizeof(uint64_t),
               "a record takes the figures of a rank");

static void finish_figures(DistributedSolver *distributed) {
    const MpiTraffic traffic = mpi_traffic(distributed->mpi);
    distributed->figures.nodes = own_counts(distributed).nodes;
    distributed->figures.records = distributed->outbox.records;
    distributed->figures.messages = traffic.messages;
    distributed->figures.bytes = traffic.bytes;
    distributed->figures.busy_microseconds = (uint64_t)(distributed->busy * 1e6);
}

void distributed_solver_serve(DistributedSolver *distributed) {
    while (!distributed->has_quit && !mpi_rank_is_lost(distributed->mpi, 0)) {
        go_on(distributed);
    }
    finish_figures(distributed);
    Message message = {.kind = MESSAGE_FIGURES};
    memcpy(message.numbers, &distributed->figures, sizeof distributed->figures);
    Text batch = {0};
    message_add(&message, &batch);
    mpi_send(distributed->mpi, 0, OUTBOX_KIND, batch.bytes, batch.length);
    mpi_send(distributed->mpi, 0, DUPLICATES_KIND, distributed->begun,
             distributed->begun_count * sizeof *distributed->begun);
    text_free(&batch);
}

double distributed_solver_measure_remote(DistributedSolver *distributed, uint64_t first,
                                         uint64_t lookups, uint64_t batch) {
    const double start = clock_seconds();
    const uint64_t others = (uint64_t)distributed->count - 1, all = batch * others;
    uint64_t posted = 0;
    for (distributed->found = 0; posted < lookups || distributed->found < posted;
         take_all(distributed)) {
        const bool goes_on = distributed->found == posted && posted < lookups;
        const uint64_t end =
            goes_on ? posted + (lookups - posted < all ? lookups - posted : all) : posted;
        for (; posted < end; posted++) {
            const uint64_t number = first + posted;
            distributed_solver_post(distributed, 1 + (int)(posted % others),
                                    (Message){.kind = MESSAGE_LOOKUP,
                                              .entry = {hash_mix(number), hash_mix(~number), 0}});
        }
        outbox_flush(&distributed->outbox, false);
    }
    return clock_seconds() - start;
}

double distributed_solver_measure_local(DistributedSolver *distributed, uint64_t first,
                                        uint64_t lookups) {
    const double start = clock_seconds();
    distributed->found = 0;
    for (uint64_t i = first; i < first + lookups; i++) {
        distributed->found += table_probe(&solver_context(distributed->solver)->table, hash_mix(i),
                                          hash_mix(~i)) != 0;
    }
    return clock_seconds() - start;
}

static int compare_words(const void *a, const void *b) {
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

static void add_begun(DistributedSolver *distributed, const MpiMessage *received) {
    for (size_t i = 0; i + sizeof(uint64_t) <= received->length; i += sizeof(uint64_t)) {
        distributed->begun =
            memory_grow(distributed->begun, distributed->begun_count, sizeof *distributed->begun);
        memcpy(&distributed->begun[distributed->begun_count++], received->bytes + i,
               sizeof(uint64_t));
    }
}

static uint64_t count_duplicates(const DistributedSolver *distributed) {
    uint64_t duplicates = 0;
    if (distributed->begun_count > 0) {
        qsort(distributed->begun, distributed->begun_count, sizeof *distributed->begun,
              compare_words);
    }
    for (size_t i = 1; i < distributed->begun_count; i++) {
        duplicates += distributed->begun[i] == distributed->begun[i - 1];
    }
    return duplicates;
}

/* Takes a rank's figures out of a message. Returns whether the rank is through. */
static bool take_figures(DistributedSolver *distributed, const MpiMessage *received,
                         DistributedSolverFigures *figures) {
    Message message;
    const char *at = received->bytes;
    if (received->kind == DUPLICATES_KIND) {
        add_begun(distributed, received);
        return true;
    }
    if (message_read(&at, received->bytes + received->length, &message) &&
        message.kind == MESSAGE_FIGURES) {
        memcpy(&figures[received->from], message.numbers, sizeof *figures);
    }
    return false;
}

DistributedSolverSummary distributed_solver_finish(DistributedSolver *distributed,
                                                   DistributedSolverFigures *figures) {
    const double end = clock_seconds() + LAST_SECONDS;
    int left = distributed->count - 1;
    MpiMessage received;
    post_to_others(distributed, (Message){.kind = MESSAGE_QUIT});
    finish_figures(distributed);
    figures[0] = distributed->figures;
    while (left > 0 && clock_seconds() < end) {
        if (mpi_wait(distributed->mpi, WAIT_SECONDS, &received)) {
            left -= take_figures(distributed, &received, figures);
            free(received.bytes);
        }
    }
    return (DistributedSolverSummary){.seconds = distributed->seconds,
                                      .begun = distributed->begun_count,
                                      .duplicates = count_duplicates(distributed)};
}

/* ---- Beginning and end ---- */

DistributedSolver *distributed_solver_new(Mpi *mpi, Solver *solver,
                                          const DistributedSolverOptions *options) {
    DistributedSolver *distributed = memory_new(1, sizeof *distributed);
    SolverContext *context = solver_context(solver);
    distributed->mpi = mpi;
    distributed->solver = solver;
    distributed->options = *options;
    distributed->own = mpi_rank(mpi);
    distributed->count = mpi_size(mpi);
    distributed->others_idle =
        memory_new((size_t)distributed->count, sizeof *distributed->others_idle);
    distributed->upper = memory_check(solver_thread_new(context, &distributed->group));
    distributed->leaf = memory_check(solver_thread_new(context, &distributed->group));
    outbox_init(&distributed->outbox, mpi);
    BoundExport bound_export = {(uint64_t)options->share_nodes, work_share, distributed};
    if (distributed_solver_owns_all(distributed) || distributed->count == 1) {
        bound_export.publish = NULL;
    }
    distributed->upper->query.bound_export = distributed->leaf->query.bound_export = bound_export;
    distributed->leaf->poll = poll;
    distributed->leaf->poll_context = distributed;
    distributed->leaf->poll_each = distributed->leaf->poll_next = POLL_NODES;
    if (distributed->own == 0) {
        const uint64_t least = (uint64_t)options->leaf_nodes * LARGE_LEAVES;
        solver_set_delegate(solver,
                            (SolverDelegate){.min_nodes = least > 0 ? least : 1,
                                             .search = search,
                                             .context = distributed},
                            bound_export);
    }
    return distributed;
}

void distributed_solver_free(DistributedSolver *distributed) {
    if (distributed == NULL) {
        return;
    }
    jobs_free(&distributed->jobs);
    outbox_free(&distributed->outbox);
    solver_thread_free(distributed->upper);
    solver_thread_free(distributed->leaf);
    free(distributed->others_idle);
    free(distributed->begun);
    free(distributed);
}
