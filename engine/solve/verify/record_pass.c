#include "engine/solve/verify/record_pass.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/team.h"
#include "engine/solve/verify/lookup.h"

/* ---- Ranks ---- */

/* May a position of the second rank follow one of the first? Under superko ranks are of boards, and
 * boards on cycles have the same odd rank. */
static bool may_follow(const Check *check, int rank, int next) {
    return check_is_superko(check) ? next < rank || (next == rank && (next & 1) != 0)
                                   : check->strategy->goal <= 0 || next < rank;
}

static const char NO_RECORD[] = "no record for the reply";
static const char WRONG_RANK[] = "the strategy may return to this position: the rank does not fall";

/* ---- Records and their replies, by all threads ---- */

enum {
    CELL_AFTER = SLOW_PASS - 1, /* of a lookup: the board after the winner's move, not a reply */
    MISSING_MAX = 100000,
    BATCH_BYTES_MIN = 16 << 20,
    BATCH_SHARE = 5, /* of the records' bytes, that the lookups of a batch may take */
};

/* A record whose lookups are under way. */
typedef struct {
    uint64_t number;
    uint16_t rank, after_rank;
    bool has_after; /* the board after its move is one of a record's, too, with the after_rank */
    bool is_kept;
    uint8_t record[STRATEGY_RECORD_MAX];
} Slot;

/* The first record in which a thread has found a fault. */
typedef struct {
    bool exists;
    uint64_t number;
    int cell;
    const char *reason; /* NULL: the status of a block that could not be read */
    uint8_t record[STRATEGY_RECORD_MAX];
    Status status;
} Fault;

/* A board that was there before the replies to the first position. */
typedef struct {
    uint8_t key[STRATEGY_KEY_MAX];
    int rank; /* the highest of what the replies lead to: a record that leads to the board has no
                 lower one */
} FirstBoard;

/* What the threads share. */
typedef struct {
    const Check *check;
    size_t batch_lookups; /* of a thread */
    atomic_size_t next;   /* block; order: relaxed, it only deals blocks out */
    TeamMonitor monitor;
    FirstBoard first_boards[2];
    int first_board_count;
} Pass;

typedef struct {
    Pass *pass;
    bool is_reporter;
    BlockReader reader;
    LookupList lookups;
    Slot *slots;
    size_t slot_count;
    MissingReply *missing;
    size_t missing_count;
    Fault fault;
} Worker;

static void note_fault(Worker *worker, uint64_t number, const uint8_t *record, const char *reason,
                       int cell) {
    Fault *fault = &worker->fault;
    if (!fault->exists || number < fault->number ||
        (number == fault->number && cell < fault->cell)) {
        *fault = (Fault){.exists = true, .number = number, .cell = cell, .reason = reason};
        memcpy(fault->record, record, worker->pass->check->file->record_bytes);
    }
}

static void add_lookup(Worker *worker, const SlowBoard *board, int ko, int cell) {
    const Check *check = worker->pass->check;
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(check->rules, board, ko, key);
    worker->lookups.list[worker->lookups.count++] =
        (Lookup){.key = lookup_key(key, check->file->key_bytes),
                 .source = (uint32_t)worker->slot_count,
                 .cell = (int8_t)cell};
}

static void add_replies(Worker *worker, const After *after) {
    const Check *check = worker->pass->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) == REPLY_GOES_ON) {
            add_lookup(worker, &board, ko, cell);
        }
    }
}

/* May a record of this rank lead to the board? */
static bool rank_allows(const Pass *pass, const SlowBoard *board, int rank) {
    uint8_t key[STRATEGY_KEY_MAX];
    for (int i = 0; i < pass->first_board_count; i++) {
        const FirstBoard *first = &pass->first_boards[i];
        if (!may_follow(pass->check, rank, first->rank)) {
            strategy_pack_least(pass->check->rules, board, SLOW_NO_KO, key);
            if (memcmp(first->key, key, pass->check->file->key_bytes) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Adds what has to be looked up for a record. */
static void add_record(Worker *worker, uint64_t number, const uint8_t *record,
                       const SlowBoard *board, const After *after) {
    const Pass *pass = worker->pass;
    const Check *check = pass->check;
    const bool superko = check_is_superko(check);
    const int rank = record_rank(record, check->file->key_bytes);
    const size_t lookups = worker->lookups.count;
    if (superko && !after->has_passed) {
        add_lookup(worker, &after->board, SLOW_NO_KO, CELL_AFTER);
    }
    if (!check_is_secure(check, &after->board)) {
        add_replies(worker, after);
    }
    if (!rank_allows(pass, board, rank) || !rank_allows(pass, &after->board, rank)) {
        note_fault(worker, number, record, WRONG_RANK, -1);
    }
    const bool is_kept = superko && (rank & 1) != 0;
    if (worker->lookups.count > lookups || is_kept) {
        worker->slots = memory_grow(worker->slots, worker->slot_count, sizeof *worker->slots);
        Slot *slot = &worker->slots[worker->slot_count++];
        *slot = (Slot){.number = number, .rank = (uint16_t)rank, .is_kept = is_kept};
        memcpy(slot->record, record, check->file->record_bytes);
    }
}

/* Reads a block, with the last record of the one before it. */
static bool read_block(Worker *worker, size_t block, uint8_t *before) {
    const size_t bytes = worker->reader.file->record_bytes;
    Status status;
    if ((block == 0 || block_reader_read(&worker->reader, block - 1, &status))) {
        if (block > 0) {
            memcpy(before, worker->reader.records + (BLOCK_RECORDS - 1) * bytes, bytes);
        }
        if (block_reader_read(&worker->reader, block, &status)) {
            return true;
        }
    }
    if (!worker->fault.exists) {
        worker->fault =
            (Fault){.exists = true, .number = block * BLOCK_RECORDS, .cell = -1, .status = status};
    }
    return false;
}

static void check_block(Worker *worker, size_t block) {
    const Check *check = worker->pass->check;
    const size_t bytes = check->file->record_bytes;
    uint8_t last[STRATEGY_RECORD_MAX];
    if (!read_block(worker, block, last)) {
        return;
    }
    const uint8_t *before = block > 0 ? last : NULL;
    for (size_t i = 0; i < worker->reader.count; i++) {
        const uint8_t *record = worker->reader.records + i * bytes;
        const uint64_t number = block * BLOCK_RECORDS + i;
        SlowBoard board;
        After after;
        int cell;
        const char *reason = check_record(check, record, before, &board, &after, &cell);
        if (reason != NULL) {
            note_fault(worker, number, record, reason, cell);
            return;
        }
        add_record(worker, number, record, &board, &after);
        before = record;
    }
}

static size_t lookups_of_block(const Check *check) {
    return BLOCK_RECORDS * ((size_t)check->rules->count + 2);
}

/* Checks blocks while there is room for what they have to look up, and sorts that. */
static void check_moves(void *item) {
    Worker *worker = item;
    Pass *pass = worker->pass;
    const Check *check = pass->check;
    while (!worker->fault.exists &&
           worker->lookups.count + lookups_of_block(check) <= pass->batch_lookups) {
        const size_t block = atomic_fetch_add_explicit(&pass->next, 1, memory_order_relaxed);
        if (block >= check->strategy->block_count ||
            !team_monitor_report(&pass->monitor, worker->is_reporter, "records checked",
                                 block * BLOCK_RECORDS, check->strategy->count)) {
            break;
        }
        check_block(worker, block);
    }
    lookup_sort(&worker->lookups);
}

/* What was found for a reply to the record's move. */
static void judge_reply(Worker *worker, Slot *slot, const Lookup *lookup) {
    const Check *check = worker->pass->check;
    const bool superko = check_is_superko(check);
    if (lookup->found != FOUND_NOTHING && (superko || lookup->found == FOUND_RECORD)) {
        slot->is_kept |= superko && (lookup->rank & 1) != 0;
        if (!may_follow(check, slot->rank, lookup->rank) ||
            (slot->has_after && lookup->cell != SLOW_PASS &&
             !may_follow(check, slot->after_rank, lookup->rank))) {
            note_fault(worker, slot->number, slot->record, WRONG_RANK, lookup->cell);
        }
    }
    if (lookup->found == FOUND_RECORD) {
        return;
    }
    if (!superko || lookup->cell == SLOW_PASS || worker->missing_count == MISSING_MAX) {
        note_fault(worker, slot->number, slot->record, NO_RECORD, lookup->cell);
        return;
    }
    worker->missing = memory_grow(worker->missing, worker->missing_count, sizeof *worker->missing);
    worker->missing[worker->missing_count++] = (MissingReply){slot->number, lookup->cell};
    slot->is_kept = true;
}

static void judge(void *item) {
    Worker *worker = item;
    const Check *check = worker->pass->check;
    for (size_t i = 0; i < worker->lookups.count; i++) {
        const Lookup *lookup = &worker->lookups.list[i];
        Slot *slot = &worker->slots[lookup->source];
        if (lookup->cell == CELL_AFTER && lookup->found != FOUND_NOTHING) {
            slot->has_after = true;
            slot->after_rank = lookup->rank;
            slot->is_kept |= (lookup->rank & 1) != 0;
            if (!may_follow(check, slot->rank, lookup->rank)) {
                note_fault(worker, slot->number, slot->record, WRONG_RANK, -1);
            }
        }
    }
    for (size_t i = 0; i < worker->lookups.count; i++) {
        const Lookup *lookup = &worker->lookups.list[i];
        if (lookup->cell != CELL_AFTER) {
            judge_reply(worker, &worker->slots[lookup->source], lookup);
        }
    }
}

/* ---- What the threads have found ---- */

static bool fail_by(Check *check, const Fault *fault) {
    if (fault->reason == NULL) {
        *check->status = fault->status;
        return false;
    }
    return check_fail_at(check, fault->record, fault->number, fault->reason, fault->cell);
}

static int compare_slots(const void *a, const void *b) {
    const uint64_t left = (*(Slot *const *)a)->number, right = (*(Slot *const *)b)->number;
    return (left > right) - (left < right);
}

static int compare_missing(const void *a, const void *b) {
    const MissingReply *left = a, *right = b;
    return left->number != right->number ? (left->number > right->number ? 1 : -1)
                                         : left->cell - right->cell;
}

/* Takes over what is kept, in the order of the records, so that any number of threads gives the
 * same. Returns false with the first fault. */
static bool take_over(Check *check, Worker *workers, int threads) {
    const Fault *first = NULL;
    Slot **kept = NULL;
    size_t count = 0;
    const size_t missing = check->missing_count;
    for (int i = 0; i < threads; i++) {
        Worker *worker = &workers[i];
        const Fault *fault = &worker->fault;
        if (fault->exists && (first == NULL || fault->number < first->number)) {
            first = fault;
        }
        for (size_t j = 0; j < worker->slot_count; j++) {
            if (worker->slots[j].is_kept) {
                kept = memory_grow(kept, count, sizeof(Slot *));
                kept[count++] = &worker->slots[j];
            }
        }
        for (size_t j = 0; j < worker->missing_count; j++) {
            check->missing =
                memory_grow(check->missing, check->missing_count, sizeof *check->missing);
            check->missing[check->missing_count++] = worker->missing[j];
        }
    }
    if (count > 0) {
        qsort(kept, count, sizeof(Slot *), compare_slots);
    }
    if (check->missing_count > missing) {
        qsort(check->missing + missing, check->missing_count - missing, sizeof *check->missing,
              compare_missing);
    }
    for (size_t i = 0; i < count; i++) {
        record_list_add(&check->records, kept[i]->record, kept[i]->number);
    }
    free(kept);
    return first == NULL || fail_by(check, first);
}

static bool find_lookups(Check *check, Worker *workers, int threads) {
    BlockReader readers[TEAM_MAX];
    LookupList lists[TEAM_MAX];
    for (int i = 0; i < threads; i++) {
        readers[i] = workers[i].reader;
        lists[i] = workers[i].lookups;
    }
    return lookup_find(readers, lists, threads, check->status);
}

/* One batch: records, as many as there is room for. */
static bool check_batch(Check *check, Pass *pass, Worker *workers, int threads) {
    for (int i = 0; i < threads; i++) {
        workers[i].lookups.count = workers[i].slot_count = workers[i].missing_count = 0;
        free(workers[i].slots);
        free(workers[i].missing);
        workers[i].slots = NULL;
        workers[i].missing = NULL;
    }
    team_run_all(check_moves, workers, sizeof workers[0], threads);
    if (team_monitor_is_ended(&pass->monitor)) {
        return check_fail_as_ended(check);
    }
    if (!find_lookups(check, workers, threads)) {
        return false;
    }
    team_run_all(judge, workers, sizeof workers[0], threads);
    return take_over(check, workers, threads);
}

/* ---- The first position ---- */

static void add_first_board(Pass *pass, const SlowBoard *board, int rank) {
    FirstBoard *first = &pass->first_boards[pass->first_board_count++];
    first->rank = rank;
    strategy_pack_least(pass->check->rules, board, SLOW_NO_KO, first->key);
}

/* Checks that the first position is covered, and finds the rank of what it leads to. */
static bool check_root(Check *check, Pass *pass, Worker *worker, const Root *root) {
    const After *after = &root->after;
    int rank = 0, rank_of_stones = 0; /* the highest of what the replies lead to */
    if (root->is_decided) {
        return true;
    }
    if (root->to_move == SLOW_WINNER) {
        add_lookup(worker, &after->board, after->ko, CELL_AFTER);
    } else {
        add_replies(worker, after);
    }
    lookup_sort(&worker->lookups);
    if (!find_lookups(check, worker, 1)) {
        return false;
    }
    for (size_t i = 0; i < worker->lookups.count; i++) {
        const Lookup *lookup = &worker->lookups.list[i];
        rank = lookup->rank > rank ? lookup->rank : rank;
        if (lookup->cell != SLOW_PASS) {
            rank_of_stones = lookup->rank > rank_of_stones ? lookup->rank : rank_of_stones;
        }
        if (lookup->found == FOUND_RECORD) {
            continue;
        }
        if (lookup->cell == CELL_AFTER) {
            return check_fail_at_root(check, "no record");
        }
        if (!check_is_superko(check) || lookup->cell == SLOW_PASS) {
            return check_fail_at_root(check, "no record for a reply");
        }
        check->missing = memory_grow(check->missing, check->missing_count, sizeof *check->missing);
        check->missing[check->missing_count++] = (MissingReply){CHECK_ROOT, lookup->cell};
    }
    if (check_is_superko(check)) {
        if (check->file->has_first && check->file->first != SLOW_PASS) {
            add_first_board(pass, &root->start, rank);
        }
        if (root->to_move == SLOW_LOSER) { /* after a pass it is the board of a record */
            add_first_board(pass, &after->board, rank_of_stones);
        }
    }
    return true;
}

/* ---- All batches ---- */

static size_t batch_lookups(const Check *check, int threads) {
    const size_t share = check->strategy->count / BATCH_SHARE * check->file->record_bytes;
    const size_t bytes = share > BATCH_BYTES_MIN ? share : BATCH_BYTES_MIN;
    const size_t lookups = bytes / sizeof(Lookup) / (size_t)threads;
    return lookups > lookups_of_block(check) ? lookups : lookups_of_block(check);
}

static bool check_batches(Check *check, Pass *pass, Worker *workers, int threads,
                          VerifyCheckpoint *checkpoint) {
    while (checkpoint->block < check->strategy->block_count) {
        atomic_store_explicit(&pass->next, checkpoint->block, memory_order_relaxed);
        if (!check_batch(check, pass, workers, threads)) {
            return false;
        }
        checkpoint->block = atomic_load_explicit(&pass->next, memory_order_relaxed);
        if (checkpoint->block > check->strategy->block_count) {
            checkpoint->block = check->strategy->block_count;
        }
        if (checkpoint->path != NULL && !verify_checkpoint_save(checkpoint, check, check->status)) {
            return false;
        }
    }
    return true;
}

bool record_pass_run(Check *check, const Root *root, VerifyCheckpoint *checkpoint) {
    const int threads = monitor_threads(check->monitor);
    const bool is_resumed = checkpoint->block > 0;
    Pass pass = {.check = check,
                 .batch_lookups = batch_lookups(check, threads),
                 .monitor = {.monitor = check->monitor}};
    Worker workers[TEAM_MAX];
    for (int i = 0; i < threads; i++) {
        workers[i] = (Worker){.pass = &pass, .is_reporter = i == 0};
        block_reader_init(&workers[i].reader, check->file, check->strategy);
        workers[i].lookups.list = memory_new(pass.batch_lookups, sizeof(Lookup));
    }
    const size_t missing = check->missing_count;
    bool ok = check_root(check, &pass, &workers[0], root);
    check->missing_count = is_resumed ? missing : check->missing_count;
    ok = ok && check_batches(check, &pass, workers, threads, checkpoint);
    for (int i = 0; i < threads; i++) {
        block_reader_free(&workers[i].reader);
        free(workers[i].lookups.list);
        free(workers[i].slots);
        free(workers[i].missing);
    }
    return ok;
}
