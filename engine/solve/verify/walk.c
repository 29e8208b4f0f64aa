/* Walks cyclic parts path by path; see the header. */
#include "engine/solve/verify/walk.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum {
    PATH_MAX_BOARDS = 4096,
    FAILURES_MAX = 1000,
    /* Paths may be many more than positions; so the time is bounded by the file as well. */
    WALK_MAX = 100000,
    WALK_MAX_PER_RECORD = 10,
};

typedef struct {
    Check *check;
    bool *is_entrance; /* [board]: an edge leads from here into a cyclic part */
    bool *is_entered;  /* [record]: walked from already */
    bool *is_failed;   /* [record]: a failure was noted */
    SlowBoard *path;   /* the boards met since the part was entered */
    uint8_t *mover;    /* [path]: a SlowStone each, who was to move */
    size_t length;     /* of the path */
    size_t record;     /* that the paths begin with */
    size_t steps;      /* records begun with, and moves on paths: one record may begin most */
} Walk;

/* Is the position one that superko bans on this path? */
static bool is_banned(const Walk *walk, const SlowBoard *board, SlowStone to_move) {
    const bool positional = walk->check->rules->ko == SLOW_PSK;
    for (size_t i = 0; i < walk->length; i++) {
        if ((positional || walk->mover[i] == (uint8_t)to_move) &&
            slow_same(&walk->path[i], board)) {
            return true;
        }
    }
    return false;
}

/* Tells now and then how many records have been walked from, on long paths, too. */
static bool tell(Walk *walk) {
    const Check *check = walk->check;
    const VerifyMonitor *monitor = check->monitor;
    return ++walk->steps % MONITOR_EACH != 0 || monitor->report == NULL ||
           monitor->report(monitor->context, "positions walked from", walk->record,
                           check->strategy->count) ||
           check_fail_as_ended(check);
}

static void push(Walk *walk, const SlowBoard *board, SlowStone to_move) {
    walk->path[walk->length] = *board;
    walk->mover[walk->length++] = (uint8_t)to_move;
    walk->check->walked++;
}

/* ---- Failures ---- */

static void keep_failure(Walk *walk, const SlowBoard *board, bool winner_is_banned) {
    VerifyFailures *failures = walk->check->monitor->failures;
    VerifyFailure *failure;
    failures->list = memory_grow(failures->list, failures->count, sizeof *failures->list);
    failure = &failures->list[failures->count++];
    *failure = (VerifyFailure){.winner_is_banned = winner_is_banned,
                               .section = walk->check->section,
                               .count = walk->length + 1};
    failure->boards = memory_new(failure->count, sizeof *failure->boards);
    memcpy(failure->boards, walk->path, walk->length * sizeof *failure->boards);
    failure->boards[walk->length] = *board;
}

/* Notes the path with the board that it fails at, once for each record. Returns true if the walk
 * goes on to look for more. record: whose move is banned or lacks a reply; the number of records:
 * the root. */
static bool fail_on_path(Walk *walk, size_t record, const SlowBoard *board, int cell,
                         bool winner_is_banned) {
    const Check *check = walk->check;
    const VerifyFailures *failures = check->monitor->failures;
    const char *reason = winner_is_banned ? "superko bans the move on a path of this strategy"
                                          : "no record for the reply, which is not banned on a "
                                            "path of this strategy:";
    if (walk->is_failed[record]) {
        return true;
    }
    walk->is_failed[record] = true;
    if (failures != NULL) {
        keep_failure(walk, board, winner_is_banned);
    }
    if (record < check->strategy->count) {
        check_fail_at(check, record, reason, cell);
    } else {
        check_fail_at_root(check, reason);
    }
    return failures != NULL && failures->count < FAILURES_MAX;
}

/* ---- Paths ---- */

static bool walk_winner(Walk *walk, const SlowBoard *board, int ko, uint32_t component);

/* Is the board one of the component's? */
static bool is_in(const Check *check, const SlowBoard *board, uint32_t component) {
    const uint32_t number = board_set_find(&check->boards, board);
    return number != BOARD_UNKNOWN && check->component[number] == component;
}

/* All replies, of which those are followed that stay in the component. who: the record that moved,
 * or the number of records for the root. */
static bool walk_loser(Walk *walk, const After *after, uint32_t component, size_t who) {
    Check *check = walk->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON ||
            !is_in(check, &board, component) ||
            (cell != SLOW_PASS && is_banned(walk, &board, SLOW_WINNER))) {
            continue;
        }
        if (check_find_record(check, &board, ko) == check->strategy->count) {
            if (!fail_on_path(walk, who, &board, cell, false)) {
                return false;
            }
        } else {
            push(walk, &board, SLOW_WINNER);
            if (!walk_winner(walk, &board, ko, component)) {
                return false;
            }
            walk->length--;
        }
    }
    return true;
}

/* The winner plays the first move that is not banned. */
static bool walk_winner(Walk *walk, const SlowBoard *board, int ko, uint32_t component) {
    Check *check = walk->check;
    int moves[SLOW_CELLS_MAX + 1];
    size_t record;
    const int count = check_find_moves(check, board, ko, &record, moves, SLOW_CELLS_MAX + 1);
    if (walk->length + 2 > PATH_MAX_BOARDS) {
        return check_fail_at(check, record, "a path of more than 4096 positions", -1);
    }
    if (check->walked > WALK_MAX + WALK_MAX_PER_RECORD * check->strategy->count) {
        return check_fail_at(check, record, "the cyclic parts have too many paths to walk", -1);
    }
    if (!tell(walk)) {
        return false;
    }
    After after;
    int place = 0;
    check_play_winner(check, board, ko, moves[0], &after);
    while (!after.has_passed && is_banned(walk, &after.board, SLOW_LOSER)) {
        if (++place == count) {
            return fail_on_path(walk, record, &after.board, moves[place - 1], true);
        }
        check_play_winner(check, board, ko, moves[place], &after);
    }
    if (!is_in(check, &after.board, component) || check_is_secure(check, &after.board)) {
        return true;
    }
    push(walk, &after.board, SLOW_LOSER);
    const bool ok = walk_loser(walk, &after, component, record + (size_t)place);
    walk->length--;
    return ok;
}

/* Walks from where the loser's reply enters a cyclic part. */
static bool walk_from_replies(Walk *walk, const After *after, uint32_t from) {
    Check *check = walk->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const uint32_t number = board_set_find(&check->boards, &board);
        const size_t record = check_find_record(check, &board, ko);
        if (record < check->strategy->count && walk_has_cycle(check, number) &&
            check->component[number] != check->component[from] && !walk->is_entered[record]) {
            walk->is_entered[record] = true;
            walk->length = 0;
            push(walk, &board, SLOW_WINNER);
            if (!walk_winner(walk, &board, ko, check->component[number])) {
                return false;
            }
        }
    }
    return true;
}

/* Walks from where a record's move, or a reply to it, enters a cyclic part. */
static bool walk_from_record(Walk *walk, size_t record) {
    Check *check = walk->check;
    SlowBoard board;
    After after;
    int ko, move;
    strategy_open(check->file, check->strategy, record, &board, &ko, &move);
    check_play_winner(check, &board, ko, move, &after);
    const uint32_t before = board_set_find(&check->boards, &board);
    const uint32_t number = board_set_find(&check->boards, &after.board);
    if ((!walk->is_entrance[before] && !walk->is_entrance[number]) ||
        check_is_secure(check, &after.board)) {
        return true;
    }
    if (walk_has_cycle(check, number) && check->component[number] != check->component[before]) {
        walk->length = 0;
        push(walk, &after.board, SLOW_LOSER);
        if (!walk_loser(walk, &after, check->component[number], record)) {
            return false;
        }
    }
    return walk_from_replies(walk, &after, number);
}

static bool walk_from_root(Walk *walk, const Root *root) {
    Check *check = walk->check;
    const uint32_t number = board_set_find(&check->boards, &root->board);
    const After after = {.board = root->board, .ko = root->ko, .has_passed = root->has_passed};
    if (root->is_decided) {
        return true;
    }
    if (check->file->has_first) {
        push(walk, &root->start, root->first_mover);
    }
    push(walk, &root->board, root->to_move);
    if (root->to_move == SLOW_WINNER) {
        return !walk_has_cycle(check, number) ||
               walk_winner(walk, &root->board, root->ko, check->component[number]);
    }
    return (!walk_has_cycle(check, number) ||
            walk_loser(walk, &after, check->component[number], check->strategy->count)) &&
           walk_from_replies(walk, &after, number);
}

/* Most records lie beside no cyclic part: they are not played again. */
static bool find_entrances(Walk *walk) {
    const Check *check = walk->check;
    for (size_t i = 0; i < check->graph.edge_count; i++) {
        const GraphEdge *edge = &check->graph.edges[i];
        walk->is_entrance[edge->from] |= walk_has_cycle(check, edge->to) &&
                                         check->component[edge->from] != check->component[edge->to];
        if (!check_report(check, "moves to cycles found", i, check->graph.edge_count)) {
            return false;
        }
    }
    return true;
}

bool walk_all(Check *check, const Root *root) {
    const size_t count = check->strategy->count;
    Walk walk = {.check = check,
                 .is_entrance = memory_new(check->boards.count, sizeof *walk.is_entrance),
                 .is_entered = memory_new(count + 1, sizeof *walk.is_entered),
                 .is_failed = memory_new(count + 1, sizeof *walk.is_failed),
                 .path = memory_new(PATH_MAX_BOARDS, sizeof *walk.path),
                 .mover = memory_new(PATH_MAX_BOARDS, sizeof *walk.mover)};
    bool ok = find_entrances(&walk) && walk_from_root(&walk, root);
    for (; ok && walk.record < count; walk.record++) {
        ok = tell(&walk) && walk_from_record(&walk, walk.record);
    }
    for (size_t record = 0; record <= count; record++) {
        ok &= !walk.is_failed[record];
    }
    free(walk.is_entrance);
    free(walk.is_entered);
    free(walk.is_failed);
    free(walk.path);
    free(walk.mover);
    return ok;
}
