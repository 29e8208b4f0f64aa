/* The ranks' loop, and rank 0's searches. */
#include "engine/cluster/solver/spread.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/cluster/solver/work.h"

enum {
    POLL_NODES = 256,                  /* between two looks at the messages during a leaf job */
    TOLD_NODES = 1 << 14,              /* between two counts of a rank */
    ASKED_RANKS = 8,                   /* that an idle rank asks for work */
    LARGE_LEAVES = 4,                  /* a search of so many leaf jobs is worth spreading */
    DUPLICATES_KIND = OUTBOX_KIND + 1, /* of the message with Spread.begun */
};

static const double WAIT_SECONDS = 0.001, LAST_SECONDS = 30;

/* ---- Counts ---- */

static AskerCounts own_counts(const Spread *spread) {
    AskerCounts sum = *asker_counts(spread->upper);
    const AskerCounts *leaf = asker_counts(spread->leaf);
    sum.nodes += leaf->nodes;
    sum.generated += leaf->generated;
    table_counts_add(&sum.table, &leaf->table);
    return sum;
}

static void add_counts(AskerCounts *sum, const uint64_t *numbers) {
    sum->nodes += numbers[1];
    sum->generated += numbers[2];
    const TableCounts table = {.probes = numbers[3],
                               .hits = numbers[4],
                               .turned_hits = numbers[5],
                               .stores = numbers[6],
                               .replacements = numbers[7]};
    table_counts_add(&sum->table, &table);
}

/* What this rank has counted since the last time; epoch: of an END, or 0. */
static Message news_of_counts(Spread *spread, uint32_t epoch) {
    const AskerCounts now = own_counts(spread), *told = &spread->told;
    const Message message = {
        .kind = MESSAGE_COUNTS,
        .numbers = {epoch, now.nodes - told->nodes, now.generated - told->generated,
                    now.table.probes - told->table.probes, now.table.hits - told->table.hits,
                    now.table.turned_hits - told->table.turned_hits,
                    now.table.stores - told->table.stores,
                    now.table.replacements - told->table.replacements}};
    spread->told = now;
    return message;
}

static void tell_counts(Spread *spread, uint32_t epoch) {
    const Message message = news_of_counts(spread, epoch);
    outbox_add(&spread->outbox, 0, &message, epoch > 0);
}

static uint64_t untold_nodes(const Spread *spread) {
    return asker_counts(spread->upper)->nodes + asker_counts(spread->leaf)->nodes -
           spread->told.nodes;
}

/* Other ranks than 0: tells rank 0 how far this one is, now and then. */
static void tell_progress(Spread *spread) {
    if (spread->own != 0 && untold_nodes(spread) > TOLD_NODES) {
        tell_counts(spread, 0);
    }
}

/* ---- Messages ---- */

/* Ends a search here; the counts follow once the leaf job under way is over. */
static void end_search(Spread *spread, uint32_t epoch) {
    spread->ended = epoch;
    jobs_clear(&spread->jobs, spread->running);
    if (spread->running != NULL) {
        spread_stop_running(spread);
    }
    spread->owed = epoch;
}

static void take_claim(Spread *spread, const Message *message) {
    const Claim news = claim_unpack(message->entry.payload);
    solve_arena_learn(solver_arena(spread->solver), message->entry.key, message->entry.check,
                      &news);
}

static void take_lookup(Spread *spread, int from, const Message *message) {
    Message found = *message;
    found.kind = MESSAGE_FOUND;
    found.entry.payload =
        table_probe(&solver_arena(spread->solver)->table, message->entry.key, message->entry.check);
    outbox_add(&spread->outbox, from, &found, true);
}

static void take_counts(Spread *spread, const Message *message) {
    add_counts(&spread->gathered, message->numbers);
    spread->counts_awaited -= message->numbers[0] != 0;
}

static void take_message(Spread *spread, int from, const Message *message) {
    switch (message->kind) {
    case MESSAGE_TASK:
        work_take_task(spread, &message->task);
        break;
    case MESSAGE_RESULT:
        work_take_result(spread, &message->result);
        break;
    case MESSAGE_CANCEL:
        work_cancel(spread, &message->origin);
        break;
    case MESSAGE_MOVED:
        work_note_move(spread, &message->moved.origin, message->moved.rank);
        break;
    case MESSAGE_IDLE:
        spread->others_idle[from] = message->numbers[0] != 0;
        break;
    case MESSAGE_CLAIM:
        take_claim(spread, message);
        break;
    case MESSAGE_END:
        end_search(spread, (uint32_t)message->numbers[0]);
        break;
    case MESSAGE_COUNTS:
        take_counts(spread, message);
        break;
    case MESSAGE_QUIT:
        spread->has_quit = true;
        break;
    case MESSAGE_LOOKUP:
        take_lookup(spread, from, message);
        break;
    default:
        spread->found++;
    }
}

static void take_batch(Spread *spread, int from, const char *bytes, size_t length) {
    Message message;
    const char *at = bytes, *end = bytes + length;
    while (message_read(&at, end, &message)) {
        take_message(spread, from, &message);
    }
}

/* Takes a message of another rank. */
static void take_mpi_message(Spread *spread, MpiMessage *received) {
    if (received->kind == OUTBOX_KIND) {
        take_batch(spread, received->from, received->bytes, received->length);
    }
    free(received->bytes);
}

/* Takes all that has come in, and what follows from it here. Returns whether there was anything. */
static bool take_all(Spread *spread) {
    bool any = false;
    MpiMessage received;
    Text own;
    while (mpi_receive(spread->mpi, &received)) {
        take_mpi_message(spread, &received);
        any = true;
    }
    while (outbox_take_own(&spread->outbox, &own)) {
        take_batch(spread, spread->own, own.bytes, own.length);
        text_free(&own);
        any = true;
    }
    text_free(&own);
    return any;
}

/* Rank 0: is the search to end without an answer? */
static bool is_called_off(const Spread *spread) {
    return atomic_load_explicit(&spread->wanted->group->stop, memory_order_relaxed) ||
           spread->gathered.nodes + untold_nodes(spread) > spread->wanted->nodes;
}

/* During a leaf job. */
static void poll(void *context) {
    Spread *spread = context;
    take_all(spread);
    work_lend(spread);
    tell_progress(spread);
    if (spread->own == 0 && spread->wanted != NULL && (spread->has_root || is_called_off(spread))) {
        spread_stop_running(spread);
    }
    outbox_flush(&spread->outbox, false);
}

/* ---- The loop ---- */

/* Asks some other ranks for leaf jobs, or tells them that there is enough to do. */
static void tell_idle(Spread *spread, bool is_idle) {
    if (spread->is_idle == is_idle || spread_owns_all(spread)) {
        return;
    }
    const Message message = {.kind = MESSAGE_IDLE, .numbers = {is_idle}};
    for (int i = 1; i < spread->count && i <= ASKED_RANKS; i++) {
        outbox_add(&spread->outbox, (spread->own + i) % spread->count, &message, true);
    }
    spread->is_idle = is_idle;
}

static void do_next(Spread *spread, SolverJob *job) {
    tell_idle(spread, false);
    outbox_flush(&spread->outbox, false);
    work_do(spread, job);
    tell_progress(spread);
}

/* Takes what has come in and does a job, or waits for a message for a while. */
static void go_on(Spread *spread) {
    const double before = clock_seconds();
    bool was_busy = take_all(spread);
    SolverJob *job = jobs_pop(&spread->jobs);
    if (job != NULL) {
        do_next(spread, job);
        was_busy = true;
    }
    if (spread->owed != 0 && spread->own != 0) {
        tell_counts(spread, spread->owed);
        spread->owed = 0;
    }
    if (was_busy) {
        spread->busy += clock_seconds() - before;
        outbox_flush(&spread->outbox, false);
        return;
    }
    MpiMessage received;
    tell_idle(spread, true);
    outbox_flush(&spread->outbox, true);
    if (mpi_wait(spread->mpi, WAIT_SECONDS, &received)) {
        take_mpi_message(spread, &received);
    }
}

/* ---- Rank 0's searches ---- */

static void post_root(Spread *spread, uint32_t epoch, const SolverSearch *wanted) {
    const Field root = solver_root(spread->solver);
    const Message message = {.kind = MESSAGE_TASK,
                             .task = {.search = {.epoch = epoch,
                                                 .attacker = wanted->attacker,
                                                 .goal = wanted->goal,
                                                 .first = solver_first(spread->solver),
                                                 .trusts_open = wanted->trusts_open,
                                                 .is_plain = wanted->is_plain},
                                      .depth = wanted->depth,
                                      .is_large = true}};
    outbox_add(&spread->outbox, spread_owner(spread, &root), &message, true);
}

static void post_to_others(Spread *spread, const Message *message) {
    for (int rank = 1; rank < spread->count; rank++) {
        outbox_add(&spread->outbox, rank, message, true);
    }
    outbox_flush(&spread->outbox, true);
}

/* Ends the search on all ranks and waits for what they have counted. */
static void end_everywhere(Spread *spread, uint32_t epoch) {
    const Message message = {.kind = MESSAGE_END, .numbers = {epoch}};
    MpiMessage received;
    end_search(spread, epoch);
    spread->counts_awaited = spread->count - 1;
    post_to_others(spread, &message);
    while (spread->counts_awaited > 0) {
        take_all(spread);
        outbox_flush(&spread->outbox, true);
        if (spread->counts_awaited > 0 && mpi_wait(spread->mpi, WAIT_SECONDS, &received)) {
            take_mpi_message(spread, &received);
        }
    }
}

/* A SolverHelp. */
static bool search(void *context, const SolverSearch *wanted, Verdict *verdict, AskerEnd *end,
                   AskerCounts *counts) {
    Spread *spread = context;
    const double start = clock_seconds();
    const uint32_t epoch = spread->ended + 1;
    spread->told = own_counts(spread);
    spread->gathered = (AskerCounts){0};
    spread->has_root = false;
    spread->wanted = wanted;
    post_root(spread, epoch, wanted);
    while (!spread->has_root && !is_called_off(spread)) {
        go_on(spread);
        solve_arena_tick(solver_arena(spread->solver));
    }
    spread->wanted = NULL;
    end_everywhere(spread, epoch);
    const Message own = news_of_counts(spread, 0);
    add_counts(&spread->gathered, own.numbers);
    counts->nodes += spread->gathered.nodes;
    counts->generated += spread->gathered.generated;
    table_counts_add(&counts->table, &spread->gathered.table);
    *verdict = spread->root.verdict;
    *end = spread->root.end;
    spread->seconds += clock_seconds() - start;
    return spread->has_root;
}

/* ---- Figures ---- */

_Static_assert(sizeof(SpreadFigures) == MESSAGE_NUMBERS * sizeof(uint64_t),
               "a record takes the figures of a rank");

static void finish_figures(Spread *spread) {
    const MpiTraffic traffic = mpi_traffic(spread->mpi);
    spread->figures.nodes = own_counts(spread).nodes;
    spread->figures.records = spread->outbox.records;
    spread->figures.messages = traffic.messages;
    spread->figures.bytes = traffic.bytes;
    spread->figures.busy_microseconds = (uint64_t)(spread->busy * 1e6);
}

void spread_serve(Spread *spread) {
    while (!spread->has_quit && !mpi_rank_is_lost(spread->mpi, 0)) {
        go_on(spread);
    }
    finish_figures(spread);
    Message message = {.kind = MESSAGE_FIGURES};
    memcpy(message.numbers, &spread->figures, sizeof spread->figures);
    Text batch = {0};
    message_add(&message, &batch);
    mpi_send(spread->mpi, 0, OUTBOX_KIND, batch.bytes, batch.length);
    mpi_send(spread->mpi, 0, DUPLICATES_KIND, spread->begun,
             spread->begun_count * sizeof *spread->begun);
    text_free(&batch);
}

double spread_measure_remote(Spread *spread, uint64_t first, uint64_t lookups, uint64_t batch) {
    const double start = clock_seconds();
    const uint64_t others = (uint64_t)spread->count - 1, all = batch * others;
    uint64_t posted = 0;
    for (spread->found = 0; posted < lookups || spread->found < posted; take_all(spread)) {
        const bool goes_on = spread->found == posted && posted < lookups;
        const uint64_t end =
            goes_on ? posted + (lookups - posted < all ? lookups - posted : all) : posted;
        for (; posted < end; posted++) {
            const Message message = {
                .kind = MESSAGE_LOOKUP,
                .entry = {hash_mix(first + posted), hash_mix(~(first + posted)), 0}};
            outbox_add(&spread->outbox, 1 + (int)(posted % others), &message, true);
        }
        outbox_flush(&spread->outbox, false);
    }
    return clock_seconds() - start;
}

double spread_measure_local(Spread *spread, uint64_t first, uint64_t lookups) {
    const double start = clock_seconds();
    spread->found = 0;
    for (uint64_t i = first; i < first + lookups; i++) {
        spread->found +=
            table_probe(&solver_arena(spread->solver)->table, hash_mix(i), hash_mix(~i)) != 0;
    }
    return clock_seconds() - start;
}

static int compare_words(const void *a, const void *b) {
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

/* Adds what another rank has begun. */
static void add_begun(Spread *spread, const MpiMessage *received) {
    for (size_t i = 0; i + sizeof(uint64_t) <= received->length; i += sizeof(uint64_t)) {
        spread->begun = memory_grow(spread->begun, spread->begun_count, sizeof *spread->begun);
        memcpy(&spread->begun[spread->begun_count++], received->bytes + i, sizeof(uint64_t));
    }
}

static uint64_t count_duplicates(const Spread *spread) {
    uint64_t duplicates = 0;
    if (spread->begun_count > 0) {
        qsort(spread->begun, spread->begun_count, sizeof *spread->begun, compare_words);
    }
    for (size_t i = 1; i < spread->begun_count; i++) {
        duplicates += spread->begun[i] == spread->begun[i - 1];
    }
    return duplicates;
}

/* Takes a rank's figures out of a message. Returns whether the rank is through. */
static bool take_figures(Spread *spread, const MpiMessage *received, SpreadFigures *figures) {
    Message message;
    const char *at = received->bytes;
    if (received->kind == DUPLICATES_KIND) {
        add_begun(spread, received);
        return true;
    }
    if (message_read(&at, received->bytes + received->length, &message) &&
        message.kind == MESSAGE_FIGURES) {
        memcpy(&figures[received->from], message.numbers, sizeof *figures);
    }
    return false;
}

SpreadSummary spread_finish(Spread *spread, SpreadFigures *figures) {
    const Message message = {.kind = MESSAGE_QUIT};
    const double end = clock_seconds() + LAST_SECONDS;
    int left = spread->count - 1;
    MpiMessage received;
    post_to_others(spread, &message);
    finish_figures(spread);
    figures[0] = spread->figures;
    while (left > 0 && clock_seconds() < end) {
        if (mpi_wait(spread->mpi, WAIT_SECONDS, &received)) {
            left -= take_figures(spread, &received, figures);
            free(received.bytes);
        }
    }
    return (SpreadSummary){.seconds = spread->seconds,
                           .begun = spread->begun_count,
                           .duplicates = count_duplicates(spread)};
}

/* ---- Beginning and end ---- */

Spread *spread_new(Mpi *mpi, Solver *solver, const SpreadOptions *options) {
    Spread *spread = memory_new(1, sizeof *spread);
    SolveArena *arena = solver_arena(solver);
    spread->mpi = mpi;
    spread->solver = solver;
    spread->options = *options;
    spread->own = mpi_rank(mpi);
    spread->count = mpi_size(mpi);
    spread->others_idle = memory_new((size_t)spread->count, sizeof *spread->others_idle);
    spread->upper = memory_check(asker_new(arena, &spread->group));
    spread->leaf = memory_check(asker_new(arena, &spread->group));
    outbox_init(&spread->outbox, mpi);
    AskerShare share = {(uint64_t)options->share_nodes, work_share, spread};
    if (spread_owns_all(spread) || spread->count == 1) {
        share.take = NULL;
    }
    asker_set_share(spread->upper, share);
    asker_set_share(spread->leaf, share);
    asker_set_poll(spread->leaf, POLL_NODES, poll, spread);
    if (spread->own == 0) {
        const uint64_t least = (uint64_t)options->leaf_nodes * LARGE_LEAVES;
        solver_set_help(
            solver,
            (SolverHelp){.least_nodes = least > 0 ? least : 1, .search = search, .context = spread},
            share);
    }
    return spread;
}

void spread_free(Spread *spread) {
    if (spread == NULL) {
        return;
    }
    jobs_free(&spread->jobs);
    outbox_free(&spread->outbox);
    asker_free(spread->upper);
    asker_free(spread->leaf);
    free(spread->others_idle);
    free(spread->begun);
    free(spread);
}
