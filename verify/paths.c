#include "verify/check.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "verify/path_states.h"

enum {
    PATH_MAX_BOARDS = 4096,
    FAILURES_MAX = 1000,
    GATHERING_MIN = 100000, /* positions without another failure */
    /* Paths may be many more than positions; so the time is bounded by the file as well. */
    POSITIONS_MAX = 100000,
    POSITIONS_MAX_PER_RECORD = 10,
};

/* How much of the states is remembered. */
static const size_t STATES_BYTES = (size_t)256 << 20;

typedef struct {
    SlowBoard board;
    uint32_t number; /* of the board */
    SlowStone to_move;
} PathPosition;

/* What the threads share. */
typedef struct {
    const Root *root;
    bool *begins_at;    /* [record]: do paths begin at its position? */
    bool *begins_after; /* [record]: do they after its move? The last one is the root's */
    PathStates *states;
} PathTask;

/* Of one thread. */
typedef struct {
    const PathTask *task;
    TeamWork *work; /* that the threads share */
    Check check;    /* a copy: status and path_positions are the thread's own */
    Status status;
    bool is_reporter;
    bool ok;
    uint32_t *failed; /* [record]: the last beginning that a failure was noted for */
    VerifyFailures failures;
    PathPosition *path;  /* since the component was entered */
    int ko;              /* of its first position */
    bool has_first;      /* is its first move that of the file? */
    size_t length;       /* of the path */
    StateBoard *state;   /* that it has come to; has room for the whole path */
    uint32_t beginning;  /* that the path has, counted */
    size_t record;       /* that the paths begin with */
    size_t last_failure; /* the check's path_positions when it was noted */
    size_t steps;        /* on paths: one record may begin most */
} Paths;

/* Is the position one that superko bans on this path? */
static bool is_banned(const Paths *paths, const SlowBoard *board, SlowStone to_move) {
    const bool positional = paths->check.rules->ko == SLOW_PSK;
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
    return paths->steps++ % MONITOR_EACH != 0 ||
           team_work_report(paths->work, paths->is_reporter, paths->record);
}

static void push(Paths *paths, const SlowBoard *board, uint32_t number, SlowStone to_move) {
    paths->path[paths->length++] = (PathPosition){*board, number, to_move};
}

/* ---- Failures ---- */

static void keep_failure(Paths *paths, const SlowBoard *board, bool winner_is_banned) {
    VerifyFailures *failures = &paths->failures;
    failures->list = memory_grow(failures->list, failures->count, sizeof *failures->list);
    VerifyFailure *failure = &failures->list[failures->count++];
    *failure = (VerifyFailure){.winner_is_banned = winner_is_banned,
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
    const Check *check = &paths->check;
    const bool gathers = check->monitor->failures != NULL;
    const char *reason = winner_is_banned ? "superko bans the move on a path of this strategy"
                                          : "no record for the reply, which is not banned on a "
                                            "path of this strategy:";
    if (paths->failed[record] == paths->beginning) {
        return true;
    }
    paths->failed[record] = paths->beginning;
    paths->ok = false;
    if (gathers) {
        paths->last_failure = check->path_positions;
        keep_failure(paths, board, winner_is_banned);
    }
    if (record < check->kept_count) {
        check_fail_at(check, check->kept[record], reason, cell);
    } else {
        check_fail_at_root(check, reason);
    }
    return gathers && paths->failures.count < FAILURES_MAX;
}

/* ---- Paths ---- */

static void begin_path(Paths *paths, const SlowBoard *board, uint32_t number, SlowStone to_move,
                       int ko) {
    paths->length = 0;
    paths->ko = ko;
    paths->has_first = false;
    paths->beginning++;
    push(paths, board, number, to_move);
}

static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko, const CheckPlace *place);

static bool is_in(const Check *check, uint32_t number, uint32_t component) {
    return number != BOARD_UNKNOWN && check->components.component[number] == component;
}

static uint32_t component_after(const Check *check, size_t record) {
    return check->components.component[check->boards_of[record].after];
}

/* Follows the replies that stay in the component. who: the record that moved, or the number of
 * records for the root. */
static bool enumerate_loser(Paths *paths, const After *after, uint32_t component, size_t who) {
    Check *check = &paths->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const CheckPlace place = check_find(check, &board, ko);
        if (!is_in(check, place.board, component) ||
            (cell != SLOW_PASS && is_banned(paths, &board, SLOW_WINNER))) {
            continue;
        }
        if (place.record == check->kept_count) {
            if (!fail_on_path(paths, who, &board, cell, false)) {
                return false;
            }
        } else {
            push(paths, &board, place.board, SLOW_WINNER);
            if (!enumerate_winner(paths, &board, ko, &place)) {
                return false;
            }
            paths->length--;
        }
    }
    return true;
}

static size_t most_positions(const Check *check) {
    return POSITIONS_MAX + POSITIONS_MAX_PER_RECORD * check->whole_count;
}

/* Returns false with a message if the path is too long, or if there were too many. */
static bool is_within_limits(const Paths *paths, size_t record) {
    const Check *check = &paths->check;
    const bool is_long = paths->length + 2 > PATH_MAX_BOARDS;
    char reason[64] = "the cyclic components have too many paths to enumerate";
    if (!is_long && check->path_positions <= most_positions(check)) {
        return true;
    }
    if (is_long) {
        snprintf(reason, sizeof reason, "a path of more than %d positions", PATH_MAX_BOARDS);
    }
    return check_fail_at(check, check->kept[record], reason, -1);
}

/* Has no path been in this state before: at the position, with the same of the boards behind it
 * that can ban something from here on? (A record and its board do not tell which ko of two that a
 * symmetry of the board exchanges.) */
static bool is_new(const Paths *paths, size_t record, int ko) {
    const Check *check = &paths->check;
    const bool positional = check->rules->ko == SLOW_PSK;
    const SlowBoard *board = &paths->path[paths->length - 1].board;
    const uint64_t position = record * (SLOW_CELLS_MAX + 1) + (uint64_t)(ko - SLOW_NO_KO);
    size_t count = 0;
    paths->state[count++] = (StateBoard){board->winner, board->loser, position};
    for (size_t i = 0; i + 1 < paths->length; i++) {
        const PathPosition *behind = &paths->path[i];
        if (check->last_ban[behind->number] <= check->heights[record]) {
            paths->state[count++] = (StateBoard){behind->board.winner, behind->board.loser,
                                                 positional ? 0 : behind->to_move};
        }
    }
    return path_states_add(paths->task->states, paths->state, count);
}

/* Have the positions doubled since the thread's last failure? Repairing the failures so far changes
 * many of the other paths, so more are sought only afterwards. */
static bool has_gathered(const Paths *paths) {
    return paths->failures.count > 0 &&
           paths->check.path_positions > 2 * paths->last_failure + GATHERING_MIN;
}

/* The winner plays the first move that is not banned. */
static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko,
                             const CheckPlace *position) {
    Check *check = &paths->check;
    const size_t record = position->record;
    int moves[CHECK_MOVES_MAX];
    const int count = check_list_moves(check, position, moves);
    if (count == 0 /* its record was not kept: it lies on no cycle */ || !check->may_fail[record]) {
        return true;
    }
    if (!is_within_limits(paths, record) || has_gathered(paths) || !tell(paths)) {
        return false;
    }
    if (!is_new(paths, record, ko)) {
        return true;
    }
    check->path_positions++;
    After after;
    int place = 0;
    check_play_winner(check, board, ko, moves[0], &after);
    while (!after.has_passed && is_banned(paths, &after.board, SLOW_LOSER)) {
        if (++place == count) {
            return fail_on_path(paths, record, &after.board, moves[place - 1], true);
        }
        check_play_winner(check, board, ko, moves[place], &after);
    }
    const uint32_t component = check->components.component[position->board];
    const uint32_t number = board_set_find(&check->boards, check->rules, &after.board);
    if (!is_in(check, number, component) || check_is_secure(check, &after.board)) {
        return true;
    }
    push(paths, &after.board, number, SLOW_LOSER);
    const bool ok = enumerate_loser(paths, &after, component, record + (size_t)place);
    paths->length--;
    return ok;
}

/* From a position as its record has it. */
static bool enumerate_from_position(Paths *paths, size_t record) {
    Check *check = &paths->check;
    SlowBoard board;
    int ko, move;
    record_unpack(check->rules, check_kept(check, record), &board, &ko, &move);
    const CheckPlace place = check_find(check, &board, ko);
    begin_path(paths, &board, place.board, SLOW_WINNER, ko);
    return enumerate_winner(paths, &board, ko, &place);
}

/* From where its move enters a cyclic component. */
static bool enumerate_from_move(Paths *paths, size_t record) {
    Check *check = &paths->check;
    SlowBoard board;
    After after;
    check_decode_record(check, check->kept[record], &board, &after);
    begin_path(paths, &after.board, check->boards_of[record].after, SLOW_LOSER, after.ko);
    return enumerate_loser(paths, &after, component_after(check, record), record);
}

/* From the first position, with the one before it if there is a first move. */
static bool enumerate_from_root(Paths *paths, const Root *root) {
    Check *check = &paths->check;
    const After *after = &root->after;
    const RecordBoards *numbers = &check->boards_of[check->kept_count];
    paths->has_first = check->file->has_first;
    paths->ko = paths->has_first ? check->file->banned : after->ko;
    if (paths->has_first) {
        push(paths, &root->start, numbers->before, root->first_mover);
    }
    push(paths, &after->board, numbers->after, root->to_move);
    if (root->to_move == SLOW_WINNER) {
        const CheckPlace place = check_find(check, &after->board, after->ko);
        return enumerate_winner(paths, &after->board, after->ko, &place);
    }
    return enumerate_loser(paths, after, component_after(check, check->kept_count),
                           check->kept_count);
}

/* ---- All paths, by all threads ---- */

/* The paths that begin at the root, item 0, or with the record item - 1. */
static bool enumerate_item(void *worker, size_t item) {
    Paths *paths = worker;
    const PathTask *task = paths->task;
    bool ok;
    paths->record = item;
    if (item == 0) {
        ok = !task->begins_after[paths->check.kept_count] || enumerate_from_root(paths, task->root);
    } else {
        ok = (!task->begins_after[item - 1] || enumerate_from_move(paths, item - 1)) &&
             (!task->begins_at[item - 1] || enumerate_from_position(paths, item - 1));
    }
    paths->ok &= ok;
    return ok;
}

/* Adds the failures of a thread to those of the monitor. */
static void hand_over(Paths *paths) {
    VerifyFailures *all = paths->check.monitor->failures;
    for (size_t i = 0; i < paths->failures.count; i++) {
        all->list = memory_grow(all->list, all->count, sizeof *all->list);
        all->list[all->count++] = paths->failures.list[i];
    }
    free(paths->failures.list);
}

/* Sets the check's count of positions. */
static bool enumerate_all(Check *check, PathTask *task, int threads) {
    const size_t count = check->kept_count;
    VerifyMonitor monitor = *check->monitor;
    TeamWork work = {.monitor = &monitor,
                     .phase = "paths enumerated",
                     .count = count + 1,
                     .work = enumerate_item};
    Paths paths[TEAM_MAX];
    bool has_reason = false;
    monitor.threads = threads;
    task->states = path_states_new(STATES_BYTES);
    for (int i = 0; i < threads; i++) {
        paths[i] = (Paths){.task = task,
                           .work = &work,
                           .check = *check,
                           .is_reporter = i == 0,
                           .ok = true,
                           .failed = memory_new(count + 1, sizeof *paths[i].failed),
                           .path = memory_new(PATH_MAX_BOARDS, sizeof *paths[i].path),
                           .state = memory_new(PATH_MAX_BOARDS, sizeof *paths[i].state),
                           .beginning = 1};
        paths[i].check.status = &paths[i].status;
        paths[i].check.path_positions = 0;
    }
    bool ok = team_work_run(&work, paths, sizeof paths[0]);
    path_states_free(task->states);
    check->path_positions = 0;
    for (int i = 0; i < threads; i++) {
        if (!has_reason && paths[i].status.text[0] != '\0') { /* empty: it was told to end */
            *check->status = paths[i].status;
            has_reason = true;
        }
        ok = ok && paths[i].ok;
        check->path_positions += paths[i].check.path_positions;
        hand_over(&paths[i]);
        free(paths[i].failed);
        free(paths[i].path);
        free(paths[i].state);
    }
    if (!ok && !has_reason) {
        check_fail_as_ended(check);
    }
    return ok;
}

/* Does the record's move enter a component? The first position is in none before. */
static bool is_entering(const Check *check, uint32_t record) {
    const RecordBoards *boards = &check->boards_of[record];
    return record == check->kept_count ||
           !check_in_same_component(check, boards->before, boards->after);
}

/* Paths begin after a move that enters a cyclic component, and at a position by which a reply
 * enters one, if they may fail. */
static void find_beginnings(const Check *check, PathTask *task) {
    for (size_t i = 0; i < check->reply_count; i++) {
        const KeptReply *reply = &check->replies[i];
        const bool is_missing = reply->to == check->kept_count;
        if (!is_missing && (!check->may_fail[reply->to] || !check_has_cycle(check, reply->board))) {
            continue;
        }
        if (check_reply_stays(check, reply)) {
            task->begins_after[reply->from] |= is_entering(check, reply->from);
        } else if (!is_missing) {
            task->begins_at[reply->to] = true;
        }
    }
}

/* If several threads find that something fails, one alone says what, the same each time, unless
 * failures are gathered. */
bool check_paths(Check *check, const Root *root) {
    const int threads = monitor_threads(check->monitor);
    const bool gathers = check->monitor->failures != NULL;
    const size_t count = check->kept_count + 1;
    PathTask task = {.root = root,
                     .begins_at = memory_new(count, sizeof *task.begins_at),
                     .begins_after = memory_new(count, sizeof *task.begins_after)};
    find_beginnings(check, &task);
    bool ok = enumerate_all(check, &task, threads);
    if (threads > 1 && (ok ? check->path_positions > most_positions(check) : !gathers)) {
        ok = enumerate_all(check, &task, 1);
    }
    free(task.begins_at);
    free(task.begins_after);
    return ok;
}
