#include "verify/check.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

static const char NO_RECORD[] = "no record for the reply";
static const char WRONG_RANK[] = "the strategy may return to this position: the rank does not fall";

/* ---- Finding positions ---- */

/* A position that is looked for. */
typedef struct {
    uint8_t key[STRATEGY_KEY_MAX];
    size_t slot;
    int cell; /* of the reply that leads there */
} Wanted;

typedef struct {
    Wanted list[WHOLE_CELLS_MAX + 1];
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
    for (int cell = WHOLE_PASS; cell < check->rules->shape.count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) == REPLY_GOES_ON) {
            want_position(check, &board, ko, cell, wanted);
        }
    }
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
    uint8_t *marks; /* [record]: a RecordMark; under superko */
    FirstBoard first_boards[2];
    int first_board_count;
} Pass;

typedef enum { MARK_NONE, MARK_KEPT, MARK_LACKS_REPLY } RecordMark;

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
            strategy_pack_least(pass->check->rules, board, WHOLE_NO_KO, key);
            if (memcmp(first->key, key, pass->check->file->key_bytes) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Records ---- */

/* A record that is checked. */
typedef struct {
    const Pass *pass;
    size_t number;        /* in its section */
    int rank, after_rank; /* after_rank: of the board after its move; -1: no record has it */
    RecordMark mark;
    const char *fault; /* or NULL */
    int cell;          /* of the fault, or -1 */
} RecordCheck;

static bool note_fault(RecordCheck *record, const char *fault, int cell) {
    record->fault = fault;
    record->cell = cell;
    return false;
}

/* Keeps a record that leads to one of this rank. */
static void keep_before(RecordCheck *record, int rank) {
    if (check_is_superko(record->pass->check) && (rank & 1) != 0 && record->mark == MARK_NONE) {
        record->mark = MARK_KEPT;
    }
}

static bool judge_reply(RecordCheck *record, const Wanted *reply) {
    const Check *check = record->pass->check;
    const bool superko = check_is_superko(check);
    int rank;
    const bool is_found = check_has_record(check, reply->key, reply->slot, &rank);
    if (is_found || (superko && rank >= 0)) {
        keep_before(record, rank);
        if (!may_follow(check, record->rank, rank) ||
            (record->after_rank >= 0 && reply->cell != WHOLE_PASS &&
             !may_follow(check, record->after_rank, rank))) {
            return note_fault(record, WRONG_RANK, reply->cell);
        }
    }
    if (!is_found && (!superko || reply->cell == WHOLE_PASS)) {
        return note_fault(record, NO_RECORD, reply->cell);
    }
    record->mark = is_found ? record->mark : MARK_LACKS_REPLY;
    return true;
}

static bool judge_after(RecordCheck *record, const SlowBoard *after) {
    const Check *check = record->pass->check;
    WantedList wanted = {.count = 0};
    want_position(check, after, WHOLE_NO_KO, -1, &wanted);
    check_has_record(check, wanted.list[0].key, wanted.list[0].slot, &record->after_rank);
    if (record->after_rank < 0) {
        return true;
    }
    keep_before(record, record->after_rank);
    return may_follow(check, record->rank, record->after_rank) ||
           note_fault(record, WRONG_RANK, -1);
}

static bool judge_replies(RecordCheck *record, const After *after) {
    const Check *check = record->pass->check;
    WantedList replies = {.count = 0};
    if (!check_is_secure(check, &after->board)) {
        want_replies(check, after, &replies);
    }
    for (int i = 0; i < replies.count; i++) {
        if (!judge_reply(record, &replies.list[i])) {
            return false;
        }
    }
    return true;
}

static bool judge(RecordCheck *record) {
    const Pass *pass = record->pass;
    const Check *check = pass->check;
    SlowBoard board;
    After after;
    int cell;
    const char *fault = check_record(check, record->number, &board, &after, &cell);
    if (fault != NULL) {
        return note_fault(record, fault, cell);
    }
    record->rank = record_rank(strategy_record(check->file, check->strategy, record->number),
                               check->file->key_bytes);
    keep_before(record, record->rank);
    if (!rank_allows(pass, &board, record->rank) ||
        !rank_allows(pass, &after.board, record->rank)) {
        return note_fault(record, WRONG_RANK, -1);
    }
    return (!check_is_superko(check) || after.has_passed || judge_after(record, &after.board)) &&
           judge_replies(record, &after);
}

/* worker: a RecordCheck, which the first one with a fault replaces. */
static bool check_next(void *worker, size_t number) {
    RecordCheck *faulty = worker;
    RecordCheck record = {.pass = faulty->pass, .number = number, .after_rank = -1};
    if (!judge(&record)) {
        *faulty = record;
        return false;
    }
    if (record.pass->marks != NULL) {
        record.pass->marks[number] = (uint8_t)record.mark;
    }
    return true;
}

static void list_kept(Check *check, const uint8_t *marks) {
    for (size_t i = 0; i < check->strategy->count; i++) {
        if (marks[i] != MARK_NONE) {
            check->kept = memory_grow(check->kept, check->kept_count, sizeof *check->kept);
            check->kept[check->kept_count++] = i;
        }
    }
    check->lacks_reply = memory_new(check->kept_count + 1, sizeof *check->lacks_reply);
    for (size_t i = 0; i < check->kept_count; i++) {
        check->lacks_reply[i] = marks[check->kept[i]] == MARK_LACKS_REPLY;
    }
}

/* By all threads. */
static bool check_all(Check *check, Pass *pass) {
    RecordCheck records[TEAM_MAX], *first = NULL;
    TeamWork work = {.monitor = check->monitor,
                     .phase = "records checked",
                     .count = check->strategy->count,
                     .work = check_next};
    for (int i = 0; i < TEAM_MAX; i++) {
        records[i] = (RecordCheck){.pass = pass};
    }
    if (team_work_run(&work, records, sizeof records[0])) {
        return true;
    }
    for (int i = 0; i < TEAM_MAX; i++) {
        if (records[i].fault != NULL && (first == NULL || records[i].number < first->number)) {
            first = &records[i];
        }
    }
    return first == NULL ? check_fail_as_ended(check)
                         : check_fail_at(check, first->number, first->fault, first->cell);
}

/* ---- The first position ---- */

static void add_first_board(Pass *pass, const SlowBoard *board, int rank) {
    FirstBoard *first = &pass->first_boards[pass->first_board_count++];
    first->rank = rank;
    strategy_pack_least(pass->check->rules, board, WHOLE_NO_KO, first->key);
}

/* Checks that the first position is covered, and finds the rank of what it leads to. */
static bool check_root(Check *check, Pass *pass, const Root *root, bool *lacks_reply) {
    const After *after = &root->after;
    const bool winner_moves = root->to_move == WHOLE_WINNER;
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
        int found;
        const bool is_found = check_has_record(check, reply->key, reply->slot, &found);
        rank = found > rank ? found : rank;
        if (reply->cell != WHOLE_PASS) {
            rank_of_stones = found > rank_of_stones ? found : rank_of_stones;
        }
        if (!is_found && (winner_moves || !check_is_superko(check) || reply->cell == WHOLE_PASS)) {
            return check_fail_at_root(check, winner_moves ? "no record" : "no record for a reply");
        }
        *lacks_reply |= !is_found;
    }
    if (check_is_superko(check)) {
        if (check->file->has_first && check->file->first != WHOLE_PASS) {
            add_first_board(pass, &root->start, rank);
        }
        if (!winner_moves) { /* after a pass it is the board of a record */
            add_first_board(pass, &after->board, rank_of_stones);
        }
    }
    return true;
}

bool check_records(Check *check, const Root *root) {
    Pass pass = {.check = check};
    bool root_lacks_reply = false;
    if (!check_root(check, &pass, root, &root_lacks_reply)) {
        return false;
    }
    if (check_is_superko(check)) {
        pass.marks = memory_new(check->strategy->count, sizeof *pass.marks);
    }
    const bool ok = check_all(check, &pass);
    if (ok && check_is_superko(check)) {
        list_kept(check, pass.marks);
        check->lacks_reply[check->kept_count] = root_lacks_reply;
    }
    free(pass.marks);
    return ok;
}
