/* Enumerates the paths through cyclic parts; see the header. */
#include "engine/solve/verify/paths.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum {
    PATH_MAX_BOARDS = 4096,
    FAILURES_MAX = 1000,
    /* Paths may be many more than positions; so the time is bounded by the file as well. */
    POSITIONS_MAX = 100000,
    POSITIONS_MAX_PER_RECORD = 10,
};

typedef struct {
    Check *check;
    bool *is_entrance; /* [board]: an edge leads from here into a cyclic part */
    bool *is_entered;  /* [record]: paths from here are enumerated already */
    bool *is_failed;   /* [record]: a failure was noted */
    SlowBoard *path;   /* the boards met since the part was entered */
    uint8_t *mover;    /* [path]: a SlowStone each, who was to move */
    size_t length;     /* of the path */
    size_t record;     /* that the paths begin with */
    size_t steps;      /* records begun with, and moves on paths: one record may begin most */
} Paths;

/* Is the position one that superko bans on this path? */
static bool is_banned(const Paths *paths, const SlowBoard *board, SlowStone to_move) {
    const bool positional = paths->check->rules->ko == SLOW_PSK;
    for (size_t i = 0; i < paths->length; i++) {
        if ((positional || paths->mover[i] == (uint8_t)to_move) &&
            slow_same(&paths->path[i], board)) {
            return true;
        }
    }
    return false;
}

/* Tells now and then how many records have had their paths enumerated, on long paths, too. */
static bool tell(Paths *paths) {
    const Check *check = paths->check;
    const VerifyMonitor *monitor = check->monitor;
    return ++paths->steps % MONITOR_EACH != 0 || monitor->report == NULL ||
           monitor->report(monitor->context, "positions walked from", paths->record,
                           check->strategy->count) ||
           check_fail_as_ended(check);
}

static void push(Paths *paths, const SlowBoard *board, SlowStone to_move) {
    paths->path[paths->length] = *board;
    paths->mover[paths->length++] = (uint8_t)to_move;
    paths->check->path_positions++;
}

/* ---- Failures ---- */

static void keep_failure(Paths *paths, const SlowBoard *board, bool winner_is_banned) {
    VerifyFailures *failures = paths->check->monitor->failures;
    VerifyFailure *failure;
    failures->list = memory_grow(failures->list, failures->count, sizeof *failures->list);
    failure = &failures->list[failures->count++];
    *failure = (VerifyFailure){.winner_is_banned = winner_is_banned,
                               .section = paths->check->section,
                               .count = paths->length + 1};
    failure->boards = memory_new(failure->count, sizeof *failure->boards);
    memcpy(failure->boards, paths->path, paths->length * sizeof *failure->boards);
    failure->boards[paths->length] = *board;
}

/* Notes the path with the board that it fails at, once for each record. Returns true to look for
 * more. record: whose move is banned or lacks a reply; the number of records: the root. */
static bool fail_on_path(Paths *paths, size_t record, const SlowBoard *board, int cell,
                         bool winner_is_banned) {
    const Check *check = paths->check;
    const VerifyFailures *failures = check->monitor->failures;
    const char *reason = winner_is_banned ? "superko bans the move on a path of this strategy"
                                          : "no record for the reply, which is not banned on a "
                                            "path of this strategy:";
    if (paths->is_failed[record]) {
        return true;
    }
    paths->is_failed[record] = true;
    if (failures != NULL) {
        keep_failure(paths, board, winner_is_banned);
    }
    if (record < check->strategy->count) {
        check_fail_at(check, record, reason, cell);
    } else {
        check_fail_at_root(check, reason);
    }
    return failures != NULL && failures->count < FAILURES_MAX;
}

/* ---- Paths ---- */

static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko, uint32_t component);

/* Is the board one of the component's? */
static bool is_in(const Check *check, const SlowBoard *board, uint32_t component) {
    const uint32_t number = board_set_find(&check->boards, board);
    return number != BOARD_UNKNOWN && check->component[number] == component;
}

/* All replies, of which those are followed that stay in the component. who: the record that moved,
 * or the number of records for the root. */
static bool enumerate_loser(Paths *paths, const After *after, uint32_t component, size_t who) {
    Check *check = paths->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON ||
            !is_in(check, &board, component) ||
            (cell != SLOW_PASS && is_banned(paths, &board, SLOW_WINNER))) {
            continue;
        }
        if (check_find_record(check, &board, ko) == check->strategy->count) {
            if (!fail_on_path(paths, who, &board, cell, false)) {
                return false;
            }
        } else {
            push(paths, &board, SLOW_WINNER);
            if (!enumerate_winner(paths, &board, ko, component)) {
                return false;
            }
            paths->length--;
        }
    }
    return true;
}

/* The winner plays the first move that is not banned. */
static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko, uint32_t component) {
    Check *check = paths->check;
    int moves[SLOW_CELLS_MAX + 1];
    size_t record;
    const int count = check_find_moves(check, board, ko, &record, moves, SLOW_CELLS_MAX + 1);
    if (paths->length + 2 > PATH_MAX_BOARDS) {
        return check_fail_at(check, record, "a path of more than 4096 positions", -1);
    }
    if (check->path_positions > POSITIONS_MAX + POSITIONS_MAX_PER_RECORD * check->strategy->count) {
        return check_fail_at(check, record, "the cyclic parts have too many paths to walk", -1);
    }
    if (!tell(paths)) {
        return false;
    }
    After after;
    int place = 0;
    check_play_winner(check, board, ko, moves[0], &after);
    while (!after.has_passed && is_banned(paths, &after.board, SLOW_LOSER)) {
        if (++place == count) {
            return fail_on_path(paths, record, &after.board, moves[place - 1], true);
        }
        check_play_winner(check, board, ko, moves[place], &after);
    }
    if (!is_in(check, &after.board, component) || check_is_secure(check, &after.board)) {
        return true;
    }
    push(paths, &after.board, SLOW_LOSER);
    const bool ok = enumerate_loser(paths, &after, component, record + (size_t)place);
    paths->length--;
    return ok;
}

/* Enumerates the paths from where the loser's reply enters a cyclic part. */
static bool enumerate_from_replies(Paths *paths, const After *after, uint32_t from) {
    Check *check = paths->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const uint32_t number = board_set_find(&check->boards, &board);
        const size_t record = check_find_record(check, &board, ko);
        if (record < check->strategy->count && paths_have_cycle(check, number) &&
            check->component[number] != check->component[from] && !paths->is_entered[record]) {
            paths->is_entered[record] = true;
            paths->length = 0;
            push(paths, &board, SLOW_WINNER);
            if (!enumerate_winner(paths, &board, ko, check->component[number])) {
                return false;
            }
        }
    }
    return true;
}

/* Enumerates the paths from where a record's move, or a reply to it, enters a cyclic part. */
static bool enumerate_from_record(Paths *paths, size_t record) {
    Check *check = paths->check;
    SlowBoard board;
    After after;
    int ko, move;
    strategy_open(check->file, check->strategy, record, &board, &ko, &move);
    check_play_winner(check, &board, ko, move, &after);
    const uint32_t before = board_set_find(&check->boards, &board);
    const uint32_t number = board_set_find(&check->boards, &after.board);
    if ((!paths->is_entrance[before] && !paths->is_entrance[number]) ||
        check_is_secure(check, &after.board)) {
        return true;
    }
    if (paths_have_cycle(check, number) && check->component[number] != check->component[before]) {
        paths->length = 0;
        push(paths, &after.board, SLOW_LOSER);
        if (!enumerate_loser(paths, &after, check->component[number], record)) {
            return false;
        }
    }
    return enumerate_from_replies(paths, &after, number);
}

static bool enumerate_from_root(Paths *paths, const Root *root) {
    Check *check = paths->check;
    const uint32_t number = board_set_find(&check->boards, &root->board);
    const After after = {.board = root->board, .ko = root->ko, .has_passed = root->has_passed};
    if (root->is_decided) {
        return true;
    }
    if (check->file->has_first) {
        push(paths, &root->start, root->first_mover);
    }
    push(paths, &root->board, root->to_move);
    if (root->to_move == SLOW_WINNER) {
        return !paths_have_cycle(check, number) ||
               enumerate_winner(paths, &root->board, root->ko, check->component[number]);
    }
    return (!paths_have_cycle(check, number) ||
            enumerate_loser(paths, &after, check->component[number], check->strategy->count)) &&
           enumerate_from_replies(paths, &after, number);
}

/* Most records lie beside no cyclic part: they are not played again. */
static bool find_entrances(Paths *paths) {
    const Check *check = paths->check;
    for (size_t i = 0; i < check->graph.edge_count; i++) {
        const GraphEdge *edge = &check->graph.edges[i];
        paths->is_entrance[edge->from] |=
            paths_have_cycle(check, edge->to) &&
            check->component[edge->from] != check->component[edge->to];
        if (!check_report(check, "moves to cycles found", i, check->graph.edge_count)) {
            return false;
        }
    }
    return true;
}

bool paths_enumerate(Check *check, const Root *root) {
    const size_t count = check->strategy->count;
    Paths paths = {.check = check,
                   .is_entrance = memory_new(check->boards.count, sizeof *paths.is_entrance),
                   .is_entered = memory_new(count + 1, sizeof *paths.is_entered),
                   .is_failed = memory_new(count + 1, sizeof *paths.is_failed),
                   .path = memory_new(PATH_MAX_BOARDS, sizeof *paths.path),
                   .mover = memory_new(PATH_MAX_BOARDS, sizeof *paths.mover)};
    bool ok = find_entrances(&paths) && enumerate_from_root(&paths, root);
    for (; ok && paths.record < count; paths.record++) {
        ok = tell(&paths) && enumerate_from_record(&paths, paths.record);
    }
    for (size_t record = 0; record <= count; record++) {
        ok &= !paths.is_failed[record];
    }
    free(paths.is_entrance);
    free(paths.is_entered);
    free(paths.is_failed);
    free(paths.path);
    free(paths.mover);
    return ok;
}
