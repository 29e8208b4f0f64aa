#include "engine/solve/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/solve/verify/cycles.h"
#include "engine/solve/verify/record_pass.h"

/* ---- The root ---- */

static bool find_root(const Check *check, Root *root) {
    const ProofFile *file = check->file;
    const bool winner_moves = file->black_to_move == check->strategy->is_black;
    After *after = &root->after;
    *root = (Root){.start = check->strategy->is_black ? file->black : file->white,
                   .first_mover = winner_moves ? SLOW_WINNER : SLOW_LOSER};
    root->to_move = root->first_mover;
    *after = (After){.board = root->start, .ko = file->banned};
    if (file->has_first && file->first == SLOW_PASS) {
        after->ko = SLOW_NO_KO;
        after->has_passed = winner_moves;
        if (winner_moves && !check_is_good(check, &after->board)) {
            return check_fail_at_root(check, "the loser may pass, too, which ends the game");
        }
    } else if (file->has_first &&
               !slow_play(check->rules, &after->board, root->to_move, file->first, &after->ko)) {
        return check_fail_at_root(check, "the first move is illegal");
    }
    if (file->has_first) {
        root->to_move = root->to_move == SLOW_WINNER ? SLOW_LOSER : SLOW_WINNER;
    }
    root->is_decided = check_is_secure(check, &after->board) ||
                       (file->has_first && file->first == SLOW_PASS && !winner_moves &&
                        check_is_good(check, &after->board));
    return true;
}

/* ---- A strategy ---- */

static bool check_strategy(Check *check, VerifyCheckpoint *checkpoint) {
    Root root;
    return find_root(check, &root) && record_pass_run(check, &root, checkpoint) &&
           (!check_is_superko(check) || check_cycles(check, &root));
}

static const VerifyMonitor NO_MONITOR = {0};

static Check check_new(const ProofFile *file, int section, const VerifyMonitor *monitor,
                       Status *status) {
    const Strategy *strategy = &file->strategy[section];
    Check check = {.file = file,
                   .rules = &file->rules,
                   .strategy = strategy,
                   .needed = (file->rules.count + strategy->goal + 1) / 2,
                   .whole_count = strategy->count,
                   .records = {.record_bytes = file->record_bytes},
                   .monitor = monitor,
                   .status = status};
    if (check_is_superko(&check) && file->has_first) {
        check.past = slow_life(check.rules, strategy->is_black ? &file->black : &file->white);
    }
    return check;
}

static void check_free(Check *check) {
    record_list_free(&check->records);
    board_set_free(&check->boards);
    free(check->records_of);
    free(check->boards_of);
    free(check->may_fail);
    free(check->heights);
    free(check->last_ban);
    move_graph_free(&check->graph);
    move_graph_free(&check->replies);
    move_graph_free(&check->unanswered);
    free(check->missing);
    free(check->components.component);
    free(check->components.is_cyclic);
}

static void note_bound(VerifyResult *result, const Strategy *strategy) {
    result->records += strategy->count;
    *(strategy->is_black ? &result->has_lower : &result->has_upper) = true;
    *(strategy->is_black ? &result->lower : &result->upper) =
        strategy->is_black ? strategy->goal : -strategy->goal;
}

/* Checks a section from where the checkpoint is. */
static bool verify_section(VerifyResult *result, VerifyCheckpoint *checkpoint,
                           const VerifyMonitor *monitor, Status *status) {
    Check check = check_new(&result->file, checkpoint->section, monitor, status);
    board_set_init(&check.boards, check.rules);
    if (checkpoint->block > 0) {
        check.records = checkpoint->records;
        check.missing = checkpoint->missing;
        check.missing_count = checkpoint->missing_count;
        checkpoint->records = (RecordList){0};
        checkpoint->missing = NULL;
    }
    const bool ok = check_strategy(&check, checkpoint);
    checkpoint->cyclic_boards += check.cyclic_boards;
    checkpoint->path_positions += check.path_positions;
    checkpoint->section++;
    checkpoint->block = 0;
    check_free(&check);
    return ok;
}

bool verify_source(ProofSource *source, const char *checkpoint_path, VerifyResult *result,
                   const VerifyMonitor *monitor, Status *status) {
    VerifyCheckpoint checkpoint = {.path = checkpoint_path};
    ProofFile *file = &result->file;
    memset(result, 0, sizeof *result);
    monitor = monitor == NULL ? &NO_MONITOR : monitor;
    if (!proof_file_read(source, file, status)) {
        return false;
    }
    bool ok = checkpoint_path == NULL || verify_checkpoint_load(&checkpoint, file, status);
    while (ok && checkpoint.section < file->count) {
        ok = verify_section(result, &checkpoint, monitor, status);
    }
    for (int i = 0; i < file->count; i++) {
        note_bound(result, &file->strategy[i]);
    }
    result->cyclic_boards = checkpoint.cyclic_boards;
    result->path_positions = checkpoint.path_positions;
    ok = ok && proof_file_check_sum(file, monitor, status);
    record_list_free(&checkpoint.records);
    free(checkpoint.missing);
    proof_file_free(file);
    if (ok && checkpoint_path != NULL) {
        os_remove(checkpoint_path);
    }
    return ok;
}

bool verify_proof(const uint8_t *bytes, size_t length, VerifyResult *result,
                  const VerifyMonitor *monitor, Status *status) {
    ProofSource source;
    proof_source_init(&source, bytes, length);
    const bool ok = verify_source(&source, NULL, result, monitor, status);
    proof_source_close(&source);
    return ok;
}

static bool keep_record(void *context, const uint8_t *record, uint64_t number) {
    record_list_add(context, record, number);
    return true;
}

bool verify_cycles(const uint8_t *bytes, size_t length, size_t records,
                   const VerifyMonitor *monitor, Status *status) {
    ProofSource source;
    ProofFile file;
    Root root;
    proof_source_init(&source, bytes, length);
    bool ok = proof_file_read(&source, &file, status);
    if (ok) {
        Check check = check_new(&file, 0, monitor, status);
        check.whole_count = records;
        board_set_init(&check.boards, check.rules);
        ok = strategy_read_records(&file, check.strategy, monitor, "records read", keep_record,
                                   &check.records, status) &&
             find_root(&check, &root) && check_cycles(&check, &root);
        check_free(&check);
        proof_file_free(&file);
    }
    proof_source_close(&source);
    return ok;
}

/* Records that are checked one after the other. */
typedef struct {
    Check check;
    uint8_t before[STRATEGY_RECORD_MAX];
} RecordCheck;

static bool check_next_record(void *context, const uint8_t *record, uint64_t number) {
    RecordCheck *records = context;
    SlowBoard board;
    After after;
    int cell;
    const char *reason = check_record(&records->check, record, number == 0 ? NULL : records->before,
                                      &board, &after, &cell);
    memcpy(records->before, record, records->check.file->record_bytes);
    return reason == NULL || check_fail_at(&records->check, record, number, reason, cell);
}

bool verify_records(const ProofFile *file, int section, const VerifyMonitor *monitor,
                    Status *status) {
    monitor = monitor == NULL ? &NO_MONITOR : monitor;
    RecordCheck records = {.check = check_new(file, section, monitor, status)};
    return strategy_read_records(file, records.check.strategy, monitor, "moves checked",
                                 check_next_record, &records, status);
}

void verify_failures_free(VerifyFailures *failures) {
    for (size_t i = 0; i < failures->count; i++) {
        free(failures->list[i].boards);
    }
    free(failures->list);
    *failures = (VerifyFailures){0};
}
