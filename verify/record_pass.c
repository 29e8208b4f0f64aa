#include "verify/check.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { MISSING_MAX = 100000 /* of a thread */ };

static const char NO_RECORD[] = "no record for the reply";
static const char WRONG_RANK[] = "the strategy may return to this position: the rank does not fall";

/* ---- Finding positions ---- */

typedef enum {
    FOUND_NOTHING,
    FOUND_BOARD, /* with another forbidden cell */
    FOUND_RECORD,
} FoundKind;

typedef struct {
    FoundKind kind;
    int rank; /* of what was found, or 0 */
} Found;

/* A position that is looked for. */
typedef struct {
    uint8_t key[STRATEGY_KEY_MAX];
    size_t slot;
    int cell; /* of the reply that leads there */
} Wanted;

typedef struct {
    Wanted list[CHECK_MOVES_MAX];
    int count;
} WantedList;

static void want_position(const Check *check, const SlowBoard *board, int ko, int cell,
                          WantedList *wanted) {
    Wanted *next = &wanted->list[wanted->count++];
    strategy_pack_least(check->rules, board, ko, next->key);
    next->slot = strategy_look(check->file, check->strategy, next->key);
    next->cell = cell;
}

/* Wants what the replies lead to. */
static void want_replies(const Check *check, const After *after, WantedList *wanted) {
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) == REPLY_GOES_ON) {
            want_position(check, &board, ko, cell, wanted);
        }
    }
}

static Found find_wanted(const Check *check, const Wanted *wanted) {
    const ProofFile *file = check->file;
    const size_t bytes = file->key_bytes;
    const size_t number = strategy_find(file, check->strategy, wanted->key, wanted->slot);
    if (number == STRATEGY_NO_RECORD) {
        return (Found){FOUND_NOTHING, 0};
    }
    const uint8_t *record = strategy_record(file, check->strategy, number);
    return (Found){record[bytes - 1] == wanted->key[bytes - 1] ? FOUND_RECORD : FOUND_BOARD,
                   record_rank(record, bytes)};
}

/* ---- Ranks ---- */

/* A board that was there before the replies to the first position. */
typedef struct {
    uint8_t key[STRATEGY_KEY_MAX];
    int rank; /* the highest of what the replies lead to: a record that leads to the board has no
                 lower one */
} FirstBoard;

/* What the threads share. */
typedef struct {
    const Check *check;
    TeamMonitor monitor;
    FirstBoard first_boards[2];
    int first_board_count;
} Pass;

/* May a position of the second rank follow one of the first? Under superko ranks are of boards, and
 * boards on cycles have the same odd rank. */
static bool may_follow(const Check *check, int rank, int next) {
    return check_is_superko(check) ? next < rank || (next == rank && (next & 1) != 0)
                                   : check->strategy->goal <= 0 || next < rank;
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

/* ---- Records, each thread a share of them ---- */

typedef struct {
    Pass *pass;
    size_t next, end;
    bool is_reporter;
    RecordList kept;
    MissingReply *missing;
    size_t missing_count;
    const char *fault; /* of the record `next`, or NULL */
    int cell;          /* of the fault, or -1 */
} Share;

static bool note_fault(Share *share, const char *fault, int cell) {
    share->fault = fault;
    share->cell = cell;
    return false;
}

/* A record whose replies are looked at. */
typedef struct {
    uint64_t number;
    int rank, after_rank; /* after_rank: of the board after its move; -1: no record has it */
    bool is_kept;
} Replied;

static bool judge_reply(Share *share, Replied *record, const Wanted *reply) {
    const Check *check = share->pass->check;
    const bool superko = check_is_superko(check);
    const Found found = find_wanted(check, reply);
    if (found.kind == FOUND_RECORD || (superko && found.kind == FOUND_BOARD)) {
        record->is_kept |= superko && (found.rank & 1) != 0;
        if (!may_follow(check, record->rank, found.rank) ||
            (record->after_rank >= 0 && reply->cell != SLOW_PASS &&
             !may_follow(check, record->after_rank, found.rank))) {
            return note_fault(share, WRONG_RANK, reply->cell);
        }
    }
    if (found.kind == FOUND_RECORD) {
        return true;
    }
    if (!superko || reply->cell == SLOW_PASS || share->missing_count == MISSING_MAX) {
        return note_fault(share, NO_RECORD, reply->cell);
    }
    share->missing = memory_grow(share->missing, share->missing_count, sizeof *share->missing);
    share->missing[share->missing_count++] = (MissingReply){share->kept.count, reply->cell};
    record->is_kept = true; /* at that place */
    return true;
}

static bool judge_after(Share *share, Replied *record, const SlowBoard *after) {
    const Check *check = share->pass->check;
    WantedList wanted = {.count = 0};
    want_position(check, after, SLOW_NO_KO, -1, &wanted);
    const Found found = find_wanted(check, &wanted.list[0]);
    if (found.kind == FOUND_NOTHING) {
        return true;
    }
    record->after_rank = found.rank;
    record->is_kept |= (found.rank & 1) != 0;
    return may_follow(check, record->rank, found.rank) || note_fault(share, WRONG_RANK, -1);
}

static bool check_next(Share *share) {
    const Pass *pass = share->pass;
    const Check *check = pass->check;
    const uint8_t *bytes = strategy_record(check->file, check->strategy, share->next);
    const uint8_t *before = share->next == 0 ? NULL : bytes - check->file->record_bytes;
    const bool superko = check_is_superko(check);
    SlowBoard board;
    After after;
    int cell;
    const char *fault = check_record(check, bytes, before, &board, &after, &cell);
    if (fault != NULL) {
        return note_fault(share, fault, cell);
    }
    const int rank = record_rank(bytes, check->file->key_bytes);
    Replied record = {share->next, rank, -1, superko && (rank & 1) != 0};
    if (!rank_allows(pass, &board, rank) || !rank_allows(pass, &after.board, rank)) {
        return note_fault(share, WRONG_RANK, -1);
    }
    if (superko && !after.has_passed && !judge_after(share, &record, &after.board)) {
        return false;
    }
    WantedList replies = {.count = 0};
    if (!check_is_secure(check, &after.board)) {
        want_replies(check, &after, &replies);
    }
    for (int i = 0; i < replies.count; i++) {
        if (!judge_reply(share, &record, &replies.list[i])) {
            return false;
        }
    }
    if (record.is_kept) {
        record_list_add(&share->kept, bytes, record.number);
    }
    return true;
}

static void check_share(void *item) {
    Share *share = item;
    for (; share->next < share->end; share->next++) {
        if ((share->next % MONITOR_EACH == 0 &&
             !team_monitor_report(&share->pass->monitor, share->is_reporter, "records checked",
                                  share->next, share->end)) ||
            !check_next(share)) {
            return;
        }
    }
}

/* Takes over what the threads have found, in the order of the records. Returns false with the first
 * fault. */
static bool take_over(Check *check, Share *shares, int threads) {
    bool ok = true;
    for (int i = 0; i < threads; i++) {
        Share *share = &shares[i];
        const size_t first = check->records.count;
        for (size_t j = 0; j < share->kept.count; j++) {
            record_list_add(&check->records, record_list_get(&share->kept, j),
                            share->kept.numbers[j]);
        }
        for (size_t j = 0; j < share->missing_count; j++) {
            check->missing =
                memory_grow(check->missing, check->missing_count, sizeof *check->missing);
            check->missing[check->missing_count++] =
                (MissingReply){first + share->missing[j].record, share->missing[j].cell};
        }
        if (ok && share->fault != NULL) {
            ok = check_fail_at(check, strategy_record(check->file, check->strategy, share->next),
                               share->next, share->fault, share->cell);
        }
        record_list_free(&share->kept);
        free(share->missing);
    }
    return ok;
}

/* ---- The first position ---- */

static void add_first_board(Pass *pass, const SlowBoard *board, int rank) {
    FirstBoard *first = &pass->first_boards[pass->first_board_count++];
    first->rank = rank;
    strategy_pack_least(pass->check->rules, board, SLOW_NO_KO, first->key);
}

/* Checks that the first position is covered, and finds the rank of what it leads to. */
static bool check_root(Check *check, Pass *pass, const Root *root) {
    const After *after = &root->after;
    const bool winner_moves = root->to_move == SLOW_WINNER;
    int rank = 0, rank_of_stones = 0; /* the highest of what the replies lead to */
    WantedList wanted = {.count = 0};
    if (root->is_decided) {
        return true;
    }
    if (winner_moves) {
        want_position(check, &after->board, after->ko, -1, &wanted);
    } else {
        want_replies(check, after, &wanted);
    }
    for (int i = 0; i < wanted.count; i++) {
        const Wanted *reply = &wanted.list[i];
        const Found found = find_wanted(check, reply);
        rank = found.rank > rank ? found.rank : rank;
        if (reply->cell != SLOW_PASS) {
            rank_of_stones = found.rank > rank_of_stones ? found.rank : rank_of_stones;
        }
        if (found.kind == FOUND_RECORD) {
            continue;
        }
        if (winner_moves || !check_is_superko(check) || reply->cell == SLOW_PASS) {
            return check_fail_at_root(check, winner_moves ? "no record" : "no record for a reply");
        }
        check->missing = memory_grow(check->missing, check->missing_count, sizeof *check->missing);
        check->missing[check->missing_count++] = (MissingReply){CHECK_ROOT, reply->cell};
    }
    if (check_is_superko(check)) {
        if (check->file->has_first && check->file->first != SLOW_PASS) {
            add_first_board(pass, &root->start, rank);
        }
        if (!winner_moves) { /* after a pass it is the board of a record */
            add_first_board(pass, &after->board, rank_of_stones);
        }
    }
    return true;
}

bool check_records(Check *check, const Root *root) {
    const int threads = monitor_threads(check->monitor);
    const size_t count = check->strategy->count;
    Pass pass = {.check = check, .monitor = {.monitor = check->monitor}};
    Share shares[TEAM_MAX];
    if (!check_root(check, &pass, root)) {
        return false;
    }
    for (int i = 0; i < threads; i++) {
        shares[i] = (Share){.pass = &pass,
                            .next = team_share(count, i, threads),
                            .end = team_share(count, i + 1, threads),
                            .is_reporter = i == 0,
                            .kept = {.record_bytes = check->file->record_bytes}};
    }
    team_run_all(check_share, shares, sizeof shares[0], threads);
    const bool ok = take_over(check, shares, threads);
    return team_monitor_is_ended(&pass.monitor) ? check_fail_as_ended(check) : ok;
}
