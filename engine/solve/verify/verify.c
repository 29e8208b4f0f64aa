/* The check of a proof; see the header for what is checked. */
#include "engine/solve/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/paths.h"

/* ---- Every record by itself ---- */

static bool check_order(const Check *check, size_t record, const SlowBoard *board, int ko) {
    const size_t bytes = check->file->record_bytes;
    const uint8_t *here = check->strategy->records + record * bytes;
    const int order = record == 0 ? -1 : memcmp(here - bytes, here, bytes - 1);
    if (order > 0 || (order == 0 && !check_is_superko(check))) {
        return check_fail_at(check, record, "not in ascending order", -1);
    }
    if (!slow_is_legal(check->rules, board) || (ko >= 0 && board->cell[ko] != SLOW_EMPTY)) {
        return check_fail_at(check, record, "an impossible position", -1);
    }
    const int g = slow_canonical(check->rules, board, ko);
    const SlowBoard image = slow_image(check->rules, board, g);
    return (slow_same(&image, board) && slow_image_cell(check->rules, ko, g) == ko) ||
           check_fail_at(check, record, "not the least of its images", -1);
}

/* Checks a record by itself. *after: the position after its move. */
static bool check_record(const Check *check, size_t record, SlowBoard *board, After *after) {
    int ko, move;
    if (!strategy_open(check->file, check->strategy, record, board, &ko, &move)) {
        return check_fail_at(check, record, "no position", -1);
    }
    if (!check_order(check, record, board, ko)) {
        return false;
    }
    const char *reason = check_play_winner(check, board, ko, move, after);
    return reason == NULL || check_fail_at(check, record, reason, move);
}

/* Reads a record that has been checked, and plays its move. */
static void open_record(const Check *check, size_t record, SlowBoard *board, After *after) {
    int ko, move;
    strategy_open(check->file, check->strategy, record, board, &ko, &move);
    check_play_winner(check, board, ko, move, after);
}

/* Adds the boards that a record leads through, so that a repetition can be recognised. */
static bool add_boards(Check *check, size_t record) {
    SlowBoard board;
    After after;
    if (!check_record(check, record, &board, &after)) {
        return false;
    }
    if (check_is_superko(check)) {
        board_set_add(&check->boards, &board);
        board_set_add(&check->boards, &after.board);
    }
    return true;
}

static bool fail_at_reply(const Check *check, size_t who, int cell) {
    return who < check->strategy->count ? check_fail_at(check, who, "no record for the reply", cell)
                                        : check_fail_at_root(check, "no record for a reply");
}

/* Adds the edge of a reply to a board that the strategy has, under superko. A record may be missing
 * if the edge is part of a cycle: then the paths tell whether the reply is banned. */
static bool add_board_edge(Check *check, const After *after, const SlowBoard *board,
                           bool is_missing, size_t who, int cell) {
    const uint32_t from = board_set_find(&check->boards, &after->board);
    const uint32_t to = board_set_find(&check->boards, board);
    if (is_missing && (to == BOARD_UNKNOWN || cell == SLOW_PASS)) {
        return fail_at_reply(check, who, cell);
    }
    if (is_missing) {
        check->missing = memory_grow(check->missing, check->missing_count, sizeof *check->missing);
        check->missing[check->missing_count++] = (MissingReply){from, to, who, cell};
    }
    if (cell != SLOW_PASS) {
        board_graph_add(&check->graph, from, to);
    }
    return true;
}

/* Adds the edges of all replies. who: the record that moved, for simple ko and messages; the number
 * of records for the root. */
static bool add_replies(Check *check, const After *after, size_t who) {
    const size_t count = check->strategy->count;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const size_t record = check_find_record(check, &board, ko);
        if (check_is_superko(check)) {
            if (!add_board_edge(check, after, &board, record == count, who, cell)) {
                return false;
            }
        } else if (record == count) {
            return fail_at_reply(check, who, cell);
        } else if (who < count) {
            board_graph_add(&check->graph, (uint32_t)who, (uint32_t)record);
        }
    }
    return true;
}

static bool add_edges(Check *check, size_t record) {
    SlowBoard board;
    After after;
    open_record(check, record, &board, &after);
    if (check_is_superko(check) && !after.has_passed) {
        board_graph_add(&check->graph, board_set_find(&check->boards, &board),
                        board_set_find(&check->boards, &after.board));
    }
    return check_is_secure(check, &after.board) || add_replies(check, &after, record);
}

/* ---- The root ---- */

static bool find_root(const Check *check, Root *root, const char **reason) {
    const ProofFile *file = check->file;
    const bool winner_moves = file->black_to_move == check->strategy->is_black;
    *root = (Root){.start = check->strategy->is_black ? file->black : file->white,
                   .to_move = winner_moves ? SLOW_WINNER : SLOW_LOSER,
                   .ko = file->banned};
    root->first_mover = root->to_move;
    root->board = root->start;
    if (!file->has_first) {
        root->is_decided = check_is_secure(check, &root->board);
        return true;
    }
    if (file->first == SLOW_PASS) {
        root->ko = SLOW_NO_KO;
        root->has_passed = winner_moves;
        if (winner_moves && !check_is_good(check, &root->board)) {
            *reason = "the loser may pass, too, which ends the game";
            return false;
        }
    } else if (!slow_play(check->rules, &root->board, root->to_move, file->first, &root->ko)) {
        *reason = "the first move is illegal";
        return false;
    }
    root->to_move = root->to_move == SLOW_WINNER ? SLOW_LOSER : SLOW_WINNER;
    root->is_decided = check_is_secure(check, &root->board) ||
                       (file->first == SLOW_PASS && check_is_good(check, &root->board) &&
                        root->to_move == SLOW_WINNER);
    return true;
}

/* Checks that the first position is covered, and adds its boards and edges. */
static bool add_root(Check *check, const Root *root) {
    const uint32_t start =
        check_is_superko(check) ? board_set_add(&check->boards, &root->start) : 0;
    const uint32_t number =
        check_is_superko(check) ? board_set_add(&check->boards, &root->board) : 0;
    if (start != number) {
        board_graph_add(&check->graph, start, number);
    }
    if (root->is_decided) {
        return true;
    }
    if (root->to_move == SLOW_WINNER) {
        return check_find_record(check, &root->board, root->ko) < check->strategy->count ||
               check_fail_at_root(check, "no record");
    }
    const After after = {.board = root->board, .ko = root->ko, .has_passed = root->has_passed};
    return add_replies(check, &after, check->strategy->count);
}

/* ---- A strategy ---- */

static bool check_acyclic(Check *check) {
    for (size_t record = 0; record < check->strategy->count; record++) {
        if (check->is_cyclic[check->component[record]]) {
            return check_fail_at(check, record, "the strategy may return to this position", -1);
        }
    }
    return true;
}

/* A reply can be banned only within a cyclic part. */
static bool check_missing(const Check *check) {
    for (size_t i = 0; i < check->missing_count; i++) {
        const MissingReply *reply = &check->missing[i];
        if (check->component[reply->from] != check->component[reply->to]) {
            return fail_at_reply(check, reply->who, reply->cell);
        }
    }
    return true;
}

static bool check_superko(Check *check, const Root *root, size_t *cyclic_boards) {
    size_t cyclic = 0;
    for (uint32_t i = 0; i < check->boards.count; i++) {
        cyclic += paths_have_cycle(check, i);
    }
    *cyclic_boards += cyclic;
    return check_missing(check) && (cyclic == 0 || paths_enumerate(check, root));
}

static bool find_cycles(Check *check, const Root *root, size_t *cyclic_boards) {
    const bool superko = check_is_superko(check);
    check->graph.node_count = superko ? check->boards.count : (uint32_t)check->strategy->count;
    const size_t nodes = (size_t)check->graph.node_count + 1;
    check->component = memory_new(nodes, sizeof *check->component);
    check->is_cyclic = memory_new(nodes, sizeof *check->is_cyclic);
    if (!board_graph_find_cycles(&check->graph, check->monitor, check->component,
                                 check->is_cyclic)) {
        return check_fail_as_ended(check);
    }
    return superko ? check_superko(check, root, cyclic_boards)
                   : check->strategy->goal <= 0 || check_acyclic(check);
}

static bool check_strategy(Check *check, size_t *cyclic_boards) {
    const size_t count = check->strategy->count;
    Root root;
    const char *reason = NULL;
    if (check_is_superko(check) && check->file->has_first) {
        const ProofFile *file = check->file;
        check->past =
            slow_life(check->rules, check->strategy->is_black ? &file->black : &file->white);
    }
    if (!find_root(check, &root, &reason)) {
        return check_fail_at_root(check, reason);
    }
    bool ok = true;
    for (size_t record = 0; ok && record < count; record++) {
        ok = check_report(check, "moves checked", record, count) && add_boards(check, record);
    }
    ok = ok && add_root(check, &root);
    for (size_t record = 0; ok && record < count; record++) {
        ok = check_report(check, "replies checked", record, count) && add_edges(check, record);
    }
    return ok && find_cycles(check, &root, cyclic_boards);
}

static void free_check(Check *check) {
    board_set_free(&check->boards);
    board_graph_free(&check->graph);
    free(check->missing);
    free(check->component);
    free(check->is_cyclic);
}

static void note_bound(VerifyResult *result, const Strategy *strategy) {
    if (strategy->is_black) {
        result->lower = strategy->goal;
        result->has_lower = true;
    } else {
        result->upper = -strategy->goal;
        result->has_upper = true;
    }
}

static const VerifyMonitor NO_MONITOR = {0};

static Check check_new(const ProofFile *file, int section, const VerifyMonitor *monitor,
                       Status *status) {
    const Strategy *strategy = &file->strategy[section];
    return (Check){.file = file,
                   .rules = &file->rules,
                   .strategy = strategy,
                   .section = section,
                   .needed = (file->rules.count + strategy->goal + 1) / 2,
                   .monitor = monitor,
                   .status = status};
}

static bool verify_section(VerifyResult *result, int section, const VerifyMonitor *monitor,
                           Status *status) {
    Check check = check_new(&result->file, section, monitor, status);
    board_set_init(&check.boards, check.rules);
    const bool ok = check_strategy(&check, &result->cyclic_boards);
    result->path_positions += check.path_positions;
    result->records += check.strategy->count;
    free_check(&check);
    return ok;
}

bool verify_proof(const uint8_t *bytes, size_t length, VerifyResult *result,
                  const VerifyMonitor *monitor, Status *status) {
    memset(result, 0, sizeof *result);
    monitor = monitor == NULL ? &NO_MONITOR : monitor;
    if (!proof_file_read(bytes, length, &result->file, status)) {
        return false;
    }
    for (int i = 0; i < result->file.count; i++) {
        if (!verify_section(result, i, monitor, status)) {
            return false;
        }
        note_bound(result, &result->file.strategy[i]);
    }
    return proof_file_check_sum(bytes, length, monitor, status);
}

bool verify_records(const ProofFile *file, int section, const VerifyMonitor *monitor,
                    Status *status) {
    const Check check = check_new(file, section, monitor == NULL ? &NO_MONITOR : monitor, status);
    bool ok = true;
    for (size_t record = 0; ok && record < check.strategy->count; record++) {
        SlowBoard board;
        After after;
        ok = check_report(&check, "moves checked", record, check.strategy->count) &&
             check_record(&check, record, &board, &after);
    }
    return ok;
}

void verify_failures_free(VerifyFailures *failures) {
    for (size_t i = 0; i < failures->count; i++) {
        free(failures->list[i].boards);
    }
    free(failures->list);
    *failures = (VerifyFailures){0};
}
