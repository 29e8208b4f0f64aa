#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "verify/check.h"

/* ---- The root ---- */

static bool find_root(const Check *check, Root *root) {
    const ProofFile *file = check->file;
    const bool winner_moves = file->black_to_move == check->strategy->is_black;
    After *after = &root->after;
    *root = (Root){.start = check->strategy->is_black ? file->black : file->white,
                   .first_mover = winner_moves ? WHOLE_WINNER : WHOLE_LOSER};
    root->to_move = root->first_mover;
    *after = (After){.board = root->start, .ko = file->banned};
    if (file->has_first && file->first == WHOLE_PASS) {
        after->ko = WHOLE_NO_KO;
        after->has_passed = winner_moves;
        if (winner_moves && !check_is_good(check, &after->board)) {
            return check_fail_at_root(check, "the loser may pass, too, which ends the game");
        }
    } else if (file->has_first &&
               !whole_play(check->rules, &after->board, root->to_move, file->first, &after->ko)) {
        return check_fail_at_root(check, "the first move is illegal");
    }
    if (file->has_first) {
        root->to_move = root->to_move == WHOLE_WINNER ? WHOLE_LOSER : WHOLE_WINNER;
    }
    root->is_decided = check_is_secure(check, &after->board) ||
                       (file->has_first && file->first == WHOLE_PASS && !winner_moves &&
                        check_is_good(check, &after->board));
    return true;
}

/* ---- A strategy ---- */

static const VerifyMonitor NO_MONITOR = {0};

static Check check_new(const ProofFile *file, int section, const VerifyMonitor *monitor,
                       Status *status) {
    const Strategy *strategy = &file->strategy[section];
    Check check = {.file = file,
                   .rules = &file->rules,
                   .strategy = strategy,
                   .needed = (file->rules.shape.count + strategy->goal + 1) / 2,
                   .whole_count = strategy->count,
                   .monitor = monitor,
                   .status = status};
    if (check_is_superko(&check) && file->has_first) {
        check.past = whole_life(check.rules, strategy->is_black ? &file->black : &file->white);
    }
    return check;
}

static void check_free(Check *check) {
    free(check->kept);
    free(check->lacks_reply);
    free(check->replies);
    key_set_free(&check->boards);
    free(check->records_of);
    free(check->boards_of);
    free(check->may_fail);
    free(check->heights);
    free(check->last_ban);
    graph_components_free(&check->components);
}

static void note_bound(VerifyResult *result, const Strategy *strategy) {
    result->records += strategy->count;
    *(strategy->is_black ? &result->has_lower : &result->has_upper) = true;
    *(strategy->is_black ? &result->lower : &result->upper) =
        strategy->is_black ? strategy->goal : -strategy->goal;
}

static bool verify_section(VerifyResult *result, int section, const VerifyMonitor *monitor,
                           Status *status) {
    strategy_index(&result->file, &result->file.strategy[section]);
    Check check = check_new(&result->file, section, monitor, status);
    strategy_init_boards(&check.boards, check.rules);
    Root root;
    const bool ok = find_root(&check, &root) && check_records(&check, &root) &&
                    (!check_is_superko(&check) || check_cycles(&check, &root));
    result->cyclic_boards += check.cyclic_boards;
    result->path_positions += check.path_positions;
    check_free(&check);
    return ok;
}

bool verify_proof(const uint8_t *bytes, size_t length, VerifyResult *result,
                  const VerifyMonitor *monitor, Status *status) {
    ProofFile *file = &result->file;
    memset(result, 0, sizeof *result);
    monitor = monitor == NULL ? &NO_MONITOR : monitor;
    bool ok = proof_file_read(bytes, length, monitor, file, status);
    for (int i = 0; ok && i < file->count; i++) {
        ok = verify_section(result, i, monitor, status);
        note_bound(result, &file->strategy[i]);
    }
    proof_file_free(file);
    return ok;
}

bool verify_cycles(const uint8_t *bytes, size_t length, size_t records,
                   const VerifyMonitor *monitor, Status *status) {
    ProofFile file;
    Root root;
    if (!proof_file_read(bytes, length, monitor, &file, status)) {
        return false;
    }
    Check check = check_new(&file, 0, monitor, status);
    check.whole_count = records;
    strategy_init_boards(&check.boards, check.rules);
    for (size_t i = 0; i < file.strategy[0].count; i++) {
        check.kept = memory_grow(check.kept, i, sizeof *check.kept);
        check.kept[check.kept_count++] = i;
    }
    const bool ok = find_root(&check, &root) && check_cycles(&check, &root);
    check_free(&check);
    proof_file_free(&file);
    return ok;
}

bool verify_records(const ProofFile *file, int section, Status *status) {
    const Check check = check_new(file, section, &NO_MONITOR, status);
    for (size_t i = 0; i < check.strategy->count; i++) {
        SlowBoard board;
        After after;
        int cell;
        const char *fault = check_record(&check, i, &board, &after, &cell);
        if (fault != NULL) {
            return check_fail_at(&check, i, fault, cell);
        }
    }
    return true;
}

void verify_failures_free(VerifyFailures *failures) {
    for (size_t i = 0; i < failures->count; i++) {
        free(failures->list[i].boards);
    }
    free(failures->list);
    *failures = (VerifyFailures){0};
}
