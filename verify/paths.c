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
    WholeStone to_move;
} PathPosition;

/* What the threads share. */
typedef struct {
    const Root *root;
    bool *begins_at;    /* [record]: do paths begin at its position? */
    bool *begins_after; /* [record]: do they after its move? The last one is the root's */
    PathStates *states;
} PathTask;

/* One thread enumerating paths. */
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
static bool is_banned(const Paths *paths, const SlowBoard *board, WholeStone to_move) {
    const bool positional = paths->check.rules->ko == WHOLE_PSK;
    for (size_t i = 0; i < paths->length; i++) {
        if ((positional || paths->path[i].to_move == to_move) &&
            whole_is_same(&paths->path[i].board, board)) {
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

static void push(Paths *paths, const SlowBoard *board, uint32_t number, WholeStone to_move) {
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

static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko, const CheckPlace *place);

static bool is_in(const Check *check, uint32_t number, uint32_t component) {
    return number != KEY_UNKNOWN && check->components.component[number] == component;
}

/* Follows the replies that stay in the component. who: the record that moved, or the number of
 * records for the root. */
static bool enumerate_loser(Paths *paths, const After *after, uint32_t component, size_t who) {
    Check *check = &paths->check;
    for (int cell = WHOLE_PASS; cell < check->rules->shape.count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const CheckPlace place = check_find(check, &board, ko);
        if (!is_in(check, place.board, component) ||
            (cell != WHOLE_PASS && is_banned(paths, &board, WHOLE_WINNER))) {
            continue;
        }
        if (place.record == check->kept_count) {
            if (!fail_on_path(paths, who, &board, cell, false)) {
                return false;
            }
        } else {
            push(paths, &board, place.board, WHOLE_WINNER);
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
    const bool positional = check->rules->ko == WHOLE_PSK;
    const SlowBoard *board = &paths->path[paths->length - 1].board;
    const uint64_t position = record * (WHOLE_CELLS_MAX + 1) + (uint64_t)(ko - WHOLE_NO_KO);
    size_t count = 0;
    paths->state[count++] =
        (StateBoard){board->stones[0].words[0], board->stones[1].words[0], position};
    for (size_t i = 0; i + 1 < paths->length; i++) {
        const PathPosition *behind = &paths->path[i];
        if (check->last_ban[behind->number] <= check->heights[record]) {
            paths->state[count++] =
                (StateBoard){behind->board.stones[0].words[0], behind->board.stones[1].words[0],
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

/* Plays the first move of the position's records that is not banned. Returns its record; or, if all
 * are banned, the number of records, *after being after the last one. */
static size_t play_allowed(const Paths *paths, const SlowBoard *board, int ko,
                           const CheckPlace *position, After *after, int *move) {
    const Check *check = &paths->check;
    *move = WHOLE_PASS;
    for (size_t record = position->record;
         record < check->kept_count && check_is_same_position(check, record, position->record);
         record++) {
        const int in_file = record_move(check_kept(check, record), check->file->key_bytes) - 1;
        *move = whole_origin_cell(check->rules, in_file, position->symmetry);
        check_play_winner(check, board, ko, *move, after);
        if (after->has_passed || !is_banned(paths, &after->board, WHOLE_LOSER)) {
            return record;
        }
    }
    return check->kept_count;
}

/* What no kept record has lies on no cycle. */
static bool enumerate_winner(Paths *paths, const SlowBoard *board, int ko,
                             const CheckPlace *position) {
    Check *check = &paths->check;
    const size_t count = check->kept_count;
    if (position->record == count || !check->may_fail[position->record]) {
        return true;
    }
    if (!is_within_limits(paths, position->record) || has_gathered(paths) || !tell(paths)) {
        return false;
    }
    if (!is_new(paths, position->record, ko)) {
        return true;
    }
    check->path_positions++;
    After after;
    int move;
    const size_t record = play_allowed(paths, board, ko, position, &after, &move);
    if (record == count) {
        return fail_on_path(paths, position->record, &after.board, move, true);
    }
    const uint32_t component = check->components.component[position->board];
    const uint32_t number = strategy_find_board(&check->boards, check->rules, &after.board);
    if (!is_in(check, number, component) || check_is_secure(check, &after.board)) {
        return true;
    }
    push(paths, &after.board, number, WHOLE_LOSER);
    const bool ok = enumerate_loser(paths, &after, component, record);
    paths->length--;
    return ok;
}

/* Begins with the position, as a record has it, or that after a move. `record`: that moved there,
 * or their number: the root. */
static bool enumerate_from(Paths *paths, const After *position, WholeStone to_move, size_t record) {
    Check *check = &paths->check;
    const CheckPlace place = check_find(check, &position->board, position->ko);
    push(paths, &position->board, place.board, to_move);
    return to_move == WHOLE_WINNER
               ? enumerate_winner(paths, &position->board, position->ko, &place)
               : enumerate_loser(paths, position, check->components.component[place.board], record);
}

static void begin_path(Paths *paths, int ko) {
    paths->length = 0;
    paths->ko = ko;
    paths->has_first = false;
    paths->beginning++;
}

/* From a position as its record has it. */
static bool enumerate_from_position(Paths *paths, size_t record) {
    After position = {.has_passed = false};
    int move;
    record_unpack(paths->check.rules, check_kept(&paths->check, record), &position.board,
                  &position.ko, &move);
    begin_path(paths, position.ko);
    return enumerate_from(paths, &position, WHOLE_WINNER, record);
}

/* From where its move enters a cyclic component. */
static bool enumerate_from_move(Paths *paths, size_t record) {
    SlowBoard board;
    After after;
    check_decode_record(&paths->check, paths->check.kept[record], &board, &after);
    begin_path(paths, after.ko);
    return enumerate_from(paths, &after, WHOLE_LOSER, record);
}

/* From the first position, with the one before it if there is a first move. */
static bool enumerate_from_root(Paths *paths, const Root *root) {
    const Check *check = &paths->check;
    begin_path(paths, root->after.ko);
    if (check->file->has_first) {
        paths->has_first = true;
        paths->ko = check->file->banned;
        push(paths, &root->start, check->boards_of[check->kept_count].before, root->first_mover);
    }
    return enumerate_from(paths, &root->after, root->to_move, check->kept_count);
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
                           .state = memory_new(PATH_MAX_BOARDS, sizeof *paths[i].state)};
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
