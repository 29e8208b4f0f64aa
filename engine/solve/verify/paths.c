/* Finds the cyclic parts of a strategy's boards, and enumerates the paths through them. A board of
 * such a part can be repeated only before the part is left, so a path begins where the part is
 * entered. Only records that are kept (check.h) can matter: a record is one of theirs by its place
 * among them. */
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/check.h"

enum {
    PATH_MAX_BOARDS = 4096,
    FAILURES_MAX = 1000,
    /* Paths may be many more than positions; so the time is bounded by the file as well. */
    POSITIONS_MAX = 100000,
    POSITIONS_MAX_PER_RECORD = 10,
};

typedef struct {
    SlowBoard board;
    SlowStone to_move;
} PathPosition;

typedef struct {
    Check *check;
    bool *is_entrance; /* [board]: an edge leads from here into a cyclic part */
    bool *is_entered;  /* [record]: paths from here are enumerated already */
    uint32_t *failed;  /* [record]: the last beginning that a failure was noted for */
    bool has_failed;
    PathPosition *path; /* since the part was entered */
    int ko;             /* of its first position */
    bool has_first;     /* is its first move that of the file? */
    size_t length;      /* of the path */
    uint32_t beginning; /* that the path has, counted */
    size_t record;      /* that the paths begin with */
    size_t steps;       /* records begun with, and moves on paths: one record may begin most */
} Paths;

/* Is the position one that superko bans on this path? */
static bool is_banned(const Paths *paths, const SlowBoard *board, SlowStone to_move) {
    const bool positional = paths->check->rules->ko == SLOW_PSK;
    for (size_t i = 0; i < paths->length; i++) {
        if ((positional || paths->path[i].to_move == to_move) &&
            slow_same(&paths->path[i].board, board)) {
            return true;
        }
    }
    return false;
}

/* Reports how many records have had their paths enumerated, on long paths, too. */
static bool tell(Paths *paths) {
    const Check *check = paths->check;
    return paths->steps++ % MONITOR_EACH != 0 ||
           monitor_tell(check->monitor, "positions walked from", paths->record,
                        check->records.count) ||
           check_fail_as_ended(check);
}

static void push(Paths *paths, const SlowBoard *board, SlowStone to_move) {
    paths->path[paths->length++] = (PathPosition){*board, to_move};
    paths->check->path_positions++;
}

/* Reads a record that has been checked, and plays its move. */
static void open_record(const Check *check, size_t record, SlowBoard *board, After *after) {
    int ko, move;
    strategy_open(check->rules, record_list_get(&check->records, record), board, &ko, &move);
    check_play_winner(check, board, ko, move, after);
}

/* ---- Failures ---- */

static void keep_failure(Paths *paths, const SlowBoard *board, bool winner_is_banned) {
    VerifyFailures *failures = paths->check->monitor->failures;
    failures->list = memory_grow(failures->list, failures->count, sizeof *failures->list);
    VerifyFailure *failure = &failures->list[failures->count++];
    *failure = (VerifyFailure){.winner_is_banned = winner_is_banned,
                               .section = paths->check->section,
                               .ko = paths->ko,
                               .has_first = paths->has_first,
                               .count = paths->length + 1};
    failure->boards = memory_new(failure->count, sizeof *failure->boards);
    for (size_t i = 0; i < paths->length; i++) {
        failure->boards[i] = paths->path[i].board;
    }
    failure->boards[paths->length] = *board;
}

/* Notes the path with the board that it fails at, once for each record whose move is banned or
 * lacks a reply (the number of records: the root) and each beginning of paths. Returns true to look
 * for more. */
static bool fail_on_path(Paths *paths, size_t record, const SlowBoard *board, int cell,
                         bool winner_is_banned) {
    const Check *check = paths->check;
    const RecordList *records = &check->records;
    const VerifyFailures *failures = check->monitor->failures;
    const char *reason = winner_is_banned ? "superko bans the move on a path of this strategy"
                                          : "no record for the reply, which is not banned on a "
                                            "path of this strategy:";
    if (paths->failed[record] == paths->beginning) {
        return true;
    }
    paths->failed[record] = paths->beginning;
    paths->has_failed = true;
    if (failures != NULL) {
        keep_failure(paths, board, winner_is_banned);
    }
    if (record < records->count) {
        check_fail_at(check, record_list_get(records, record), records->numbers[record], reason,
                      cell);
    } else {
        check_fail_at_root(check, reason);
    }
    return failures != NULL && failures->count < FAILURES_MAX;
}

/* ---- Paths ---- */

static void begin_path(Paths *paths, const SlowBoard *board, SlowStone to_move, int ko) {
    paths->length = 0;
    paths->ko = ko;
    paths->has_first = false;
    paths->beginning++;
    push(paths, board, to_move);
}

static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko, uint32_t component);

static bool is_in(const Check *check, const SlowBoard *board, uint32_t component) {
    const uint32_t number = board_set_find(&check->boards, board);
    return number != BOARD_UNKNOWN && check->parts.component[number] == component;
}

/* Follows the replies that stay in the component. who: the record that moved, or the number of
 * records for the root. */
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
        if (check_find_record(check, &board, ko) == check->records.count) {
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
    if (count == 0) { /* its record was not kept: it lies on no cycle */
        return true;
    }
    const char *excess =
        paths->length + 2 > PATH_MAX_BOARDS ? "a path of more than 4096 positions"
        : check->path_positions > POSITIONS_MAX + POSITIONS_MAX_PER_RECORD * check->whole_count
            ? "the cyclic parts have too many paths to walk"
            : NULL;
    if (excess != NULL) {
        return check_fail_at(check, record_list_get(&check->records, record),
                             check->records.numbers[record], excess, -1);
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
        if (record < check->records.count && check_has_cycle(check, number) &&
            check->parts.component[number] != check->parts.component[from] &&
            !paths->is_entered[record]) {
            paths->is_entered[record] = true;
            begin_path(paths, &board, SLOW_WINNER, ko);
            if (!enumerate_winner(paths, &board, ko, check->parts.component[number])) {
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
    open_record(check, record, &board, &after);
    const uint32_t before = board_set_find(&check->boards, &board);
    const uint32_t number = board_set_find(&check->boards, &after.board);
    if ((!paths->is_entrance[before] && !paths->is_entrance[number]) ||
        check_is_secure(check, &after.board)) {
        return true;
    }
    if (check_has_cycle(check, number) &&
        check->parts.component[number] != check->parts.component[before]) {
        begin_path(paths, &after.board, SLOW_LOSER, after.ko);
        if (!enumerate_loser(paths, &after, check->parts.component[number], record)) {
            return false;
        }
    }
    return enumerate_from_replies(paths, &after, number);
}

static bool enumerate_from_root(Paths *paths, const Root *root) {
    Check *check = paths->check;
    const After *after = &root->after;
    const uint32_t number = board_set_find(&check->boards, &after->board);
    if (root->is_decided) {
        return true;
    }
    paths->has_first = check->file->has_first;
    paths->ko = paths->has_first ? check->file->banned : after->ko;
    if (paths->has_first) {
        push(paths, &root->start, root->first_mover);
    }
    push(paths, &after->board, root->to_move);
    if (root->to_move == SLOW_WINNER) {
        return !check_has_cycle(check, number) ||
               enumerate_winner(paths, &after->board, after->ko, check->parts.component[number]);
    }
    return (!check_has_cycle(check, number) ||
            enumerate_loser(paths, after, check->parts.component[number], check->records.count)) &&
           enumerate_from_replies(paths, after, number);
}

/* Most records lie beside no cyclic part: they are not played again. */
static bool find_entrances(Paths *paths) {
    const Check *check = paths->check;
    for (size_t i = 0; i < check->graph.edge_count; i++) {
        const GraphEdge *edge = &check->graph.edges[i];
        paths->is_entrance[edge->from] |=
            check_has_cycle(check, edge->to) &&
            check->parts.component[edge->from] != check->parts.component[edge->to];
        if (!check_report(check, "moves to cycles found", i, check->graph.edge_count)) {
            return false;
        }
    }
    return true;
}

static bool enumerate_paths(Check *check, const Root *root) {
    const size_t count = check->records.count;
    Paths paths = {.check = check,
                   .is_entrance = memory_new(check->boards.count, sizeof *paths.is_entrance),
                   .is_entered = memory_new(count + 1, sizeof *paths.is_entered),
                   .failed = memory_new(count + 1, sizeof *paths.failed),
                   .path = memory_new(PATH_MAX_BOARDS, sizeof *paths.path),
                   .beginning = 1};
    bool ok = find_entrances(&paths) && enumerate_from_root(&paths, root);
    for (; ok && paths.record < count; paths.record++) {
        ok = tell(&paths) && enumerate_from_record(&paths, paths.record);
    }
    free(paths.is_entrance);
    free(paths.is_entered);
    free(paths.failed);
    free(paths.path);
    return ok && !paths.has_failed;
}

/* ---- Cycles ---- */

/* Numbers the boards of the records, and of the first position, with the edges between those. */
static void add_boards(Check *check, const Root *root) {
    const uint32_t start = board_set_add(&check->boards, &root->start);
    const uint32_t number = board_set_add(&check->boards, &root->after.board);
    if (start != number) {
        board_graph_add(&check->graph, start, number);
    }
    for (size_t i = 0; i < check->records.count; i++) {
        SlowBoard board;
        After after;
        open_record(check, i, &board, &after);
        const uint32_t from = board_set_add(&check->boards, &board);
        const uint32_t to = board_set_add(&check->boards, &after.board);
        if (!after.has_passed) {
            board_graph_add(&check->graph, from, to);
        }
    }
}

/* Adds the edges of the stones that the loser may reply with, to boards that have a number. */
static void add_replies(Check *check, const After *after) {
    const uint32_t from = board_set_find(&check->boards, &after->board);
    for (int cell = 0; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) == REPLY_GOES_ON) {
            const uint32_t to = board_set_find(&check->boards, &board);
            if (to != BOARD_UNKNOWN) {
                board_graph_add(&check->graph, from, to);
            }
        }
    }
}

static bool add_all_replies(Check *check, const Root *root) {
    if (!root->is_decided && root->to_move == SLOW_LOSER) {
        add_replies(check, &root->after);
    }
    for (size_t i = 0; i < check->records.count; i++) {
        SlowBoard board;
        After after;
        open_record(check, i, &board, &after);
        if (!check_is_secure(check, &after.board)) {
            add_replies(check, &after);
        }
        if (!check_report(check, "moves on cycles", i, check->records.count)) {
            return false;
        }
    }
    return true;
}

/* The place of a record that is kept. */
static size_t find_number(const RecordList *list, uint64_t number) {
    size_t from = 0, to = list->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (list->numbers[middle] < number) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

/* A reply can be banned only within a cyclic part. */
static bool check_missing(const Check *check, const Root *root) {
    for (size_t i = 0; i < check->missing_count; i++) {
        const MissingReply *reply = &check->missing[i];
        const bool is_root = reply->number == CHECK_ROOT;
        const size_t record = is_root ? 0 : find_number(&check->records, reply->number);
        SlowBoard board;
        After after = root->after;
        int ko;
        if (!is_root) {
            open_record(check, record, &board, &after);
        }
        check_play_loser(check, &after, reply->cell, &board, &ko);
        const uint32_t from = board_set_find(&check->boards, &after.board);
        const uint32_t to = board_set_find(&check->boards, &board);
        if (to != BOARD_UNKNOWN && check->parts.component[from] == check->parts.component[to]) {
            continue;
        }
        return is_root ? check_fail_at_root(check, "no record for a reply")
                       : check_fail_at(check, record_list_get(&check->records, record),
                                       reply->number, "no record for the reply", reply->cell);
    }
    return true;
}

bool check_cycles(Check *check, const Root *root) {
    add_boards(check, root);
    if (!add_all_replies(check, root)) {
        return false;
    }
    check->graph.node_count = check->boards.count;
    check->parts.component = memory_new(check->boards.count, sizeof *check->parts.component);
    check->parts.is_cyclic = memory_new(check->boards.count, sizeof *check->parts.is_cyclic);
    if (!board_graph_find_parts(&check->graph, check->monitor, &check->parts)) {
        return check_fail_as_ended(check);
    }
    for (uint32_t i = 0; i < check->boards.count; i++) {
        check->cyclic_boards += check_has_cycle(check, i);
    }
    return check_missing(check, root) &&
           (check->cyclic_boards == 0 || enumerate_paths(check, root));
}
