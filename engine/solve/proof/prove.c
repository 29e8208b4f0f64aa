#include "engine/solve/proof/proving.h"

#include <inttypes.h>

#include "engine/solve/proof/avoid.h"
#include "engine/solve/proof/extract.h"
#include "engine/solve/proof/repair.h"

/* ---- The file ---- */

static void add_header(Solver *solver, int sections, Text *text) {
    const SolverContext *context = solver_context(solver);
    const BitboardShape *shape = context->shape;
    const Bitboard *start = solver_start(solver);
    ColorCell cells[CELL_COUNT_MAX];
    char vertex[POINT_TEXT_MAX];
    bitboard_get_cells(shape, start, cells);
    text_add(text, "%s\nboard %dx%d\nko %s\nsuicide %s\nto-move %s\nposition ", PROOF_FIRST_LINE,
             shape->width, shape->height, SOLVE_KO_NAMES[context->ko],
             context->suicide ? "on" : "off", color_name((Color)start->to_move));
    for (int cell = 0; cell < shape->cell_count; cell++) {
        text_add(text, "%c", cells[cell] == BLACK ? 'X' : cells[cell] == WHITE ? 'O' : '.');
    }
    const int moves[2] = {start->ko == BITBOARD_NO_KO ? BITBOARD_NONE : start->ko,
                          solver_first(solver)};
    for (int i = 0; i < 2; i++) {
        const int cell = moves[i] < BITBOARD_PASS ? shape->cell_of[moves[i]] : 0;
        text_add(text, "\n%s %s", i == 0 ? "banned" : "first",
                 moves[i] == BITBOARD_NONE ? "-"
                 : moves[i] == BITBOARD_PASS
                     ? "pass"
                     : point_to_text(point_at(cell % shape->width, cell / shape->width),
                                     shape->height, vertex));
    }
    text_add(text, "\nsections %d\n", sections);
}

static bool add_section(Prover *prover, bool near_cycles, Text *text) {
    text_add(text, "section %s %d %zu\n", color_name(prover->winner), prover->goal,
             strategy_builder_record_count(&prover->builder, near_cycles));
    const StrategyBuilder *builder = &prover->builder;
    const bool ok = near_cycles ? strategy_builder_write_near_cycles(builder, prover->monitor, text)
                                : strategy_builder_write(&prover->builder, prover->monitor, text);
    text_add(text, "\n");
    return ok || status_fail(prover->status, MONITOR_ENDED);
}

static void add_checksum(Text *text) {
    text_add(text, "checksum %016" PRIX64 "\n",
             frame_sum((const uint8_t *)text->bytes, text->length));
}

static const char *find_difference(Solver *solver, const ProofFile *file) {
    const SolverContext *context = solver_context(solver);
    const BitboardShape *shape = context->shape;
    const Bitboard *start = solver_start(solver);
    const int first = solver_first(solver);
    const SlowBoard board = prover_slow_board(shape, start->stones, BLACK);
    if (file->rules.shape.width != shape->width || file->rules.shape.height != shape->height) {
        return "board";
    }
    if (!whole_is_same(&file->black, &board)) {
        return "position";
    }
    if (file->banned != prover_cell(shape, start->ko)) {
        return "banned point";
    }
    if (file->has_first != (first != BITBOARD_NONE) ||
        (file->has_first && file->first != prover_cell(shape, first))) {
        return "first move";
    }
    return file->black_to_move != (start->to_move == BLACK) ? "side to move"
           : file->rules.suicide != context->suicide        ? "rule for suicide"
                                                            : NULL;
}

bool prove_suits(Solver *solver, const ProofFile *file, Status *status) {
    const char *difference = find_difference(solver, file);
    return difference == NULL || status_fail(status, "a proof with another %s", difference);
}

/* ---- One bound ---- */

static bool write_bound(Prover *prover, bool near_cycles, Text *file) {
    text_clear(file);
    add_header(prover->solver, 1, file);
    const bool ok = add_section(prover, near_cycles, file);
    add_checksum(file);
    return ok;
}

/* Superko spoils a strategy on cycles alone: those are checked first, since most rounds end there.
 */
static bool check_near_cycles(Prover *prover, VerifyFailures *failures) {
    VerifyMonitor monitor = *prover->monitor;
    Text file = {0};
    monitor.failures = failures;
    const size_t records = strategy_builder_record_count(&prover->builder, false);
    const bool ok =
        write_bound(prover, true, &file) &&
        verify_cycles((const uint8_t *)file.bytes, file.length, records, &monitor, prover->status);
    text_free(&file);
    return ok;
}

/* Repairs what the check finds. That is the reason if nothing can be repaired, unless the search
 * was ended meanwhile. */
static bool repair_found(Prover *prover, const VerifyFailures *failures) {
    const Status found = *prover->status; /* a repair may write another */
    const bool ok = repair_failures(prover, failures);
    prover_fail(prover, found.text);
    return ok;
}

/* Checks the records near cycles, with those that repairs have added, and repairs until the check
 * finds nothing or nothing helps. Which other records have come near a cycle by that, only the next
 * round tells. Returns whether nothing was found at last. */
static bool repair_near_cycles(Prover *prover, bool *is_changed) {
    bool ok, is_repaired;
    do {
        VerifyFailures failures = {0};
        ok = check_near_cycles(prover, &failures);
        is_repaired = !ok && repair_found(prover, &failures);
        *is_changed |= is_repaired;
        verify_failures_free(&failures);
    } while (is_repaired);
    return ok;
}

/* Each round completes and ranks the strategy, and repairs it near cycles; one that repairs nothing
 * is the last. */
static bool check_and_repair(Prover *prover, const ProofWanted *wanted, VerifyResult *result) {
    Text file = {0};
    bool ok = false, is_changed = true;
    while (is_changed && repair_complete(prover) && write_bound(prover, false, &file)) {
        is_changed = false;
        if (wanted->keep != NULL) {
            wanted->keep(wanted->monitor.context, &file);
        }
        ok = (prover->context->ko == KO_SIMPLE || repair_near_cycles(prover, &is_changed)) &&
             !is_changed &&
             verify_proof((const uint8_t *)file.bytes, file.length, result, prover->monitor,
                          prover->status);
    }
    text_free(&file);
    return ok;
}

enum { ATTEMPTS = 5, SEARCH_MORE = 8 /* times, in each attempt after the first */ };

/* Added to search_nodes if another proof is repaired: nothing was solved, so the table is empty. */
static const uint64_t FROM_PROOF_NODES = 1000000;

static void start_over(Prover *prover) {
    prover->search_nodes *= SEARCH_MORE;
    prover->repair_nodes *= SEARCH_MORE;
    strategy_builder_free(&prover->builder);
    strategy_builder_init(&prover->builder, &prover->rules);
    prover_forget_refuted(prover);
    prover->todo_count = 0;
}

static bool begin_strategy(Prover *prover, const ProofFile *from) {
    for (int i = 0; from != NULL && i < from->count; i++) {
        const Strategy *strategy = &from->strategy[i];
        if (strategy->is_black == (prover->winner == BLACK) && strategy->goal == prover->goal) {
            if (!verify_records(from, i, prover->status)) {
                return false;
            }
            /* Nothing bans the first move of a position under simple ko. */
            strategy_builder_read(&prover->builder, from, strategy,
                                  prover->context->ko == KO_SIMPLE ? 1 : STRATEGY_MOVES_MAX);
            if (prover->context->ko != KO_SIMPLE) {
                avoid_assume_strategy(prover);
            }
            return !prover->draws_suffice || prover_find_repetition(prover);
        }
    }
    if (extract_root(prover)) {
        return true;
    }
    if (!prover->draws_suffice || solver_is_stopped(prover->solver)) {
        return false;
    }
    start_over(prover);
    return prover_find_repetition(prover) && extract_root(prover);
}

/* Under superko repair may find no way on. Meanwhile the table has learnt more, and another
 * beginning searches more, so it makes another strategy. */
static bool make_proof(Prover *prover, const ProofWanted *wanted, VerifyResult *result) {
    const bool may_differ = wanted->from == NULL && prover->context->ko != KO_SIMPLE;
    int attempts = may_differ ? ATTEMPTS : 1;
    prover->search_nodes += wanted->from != NULL ? FROM_PROOF_NODES : 0;
    while (!begin_strategy(prover, wanted->from) || !check_and_repair(prover, wanted, result)) {
        if (--attempts == 0 || solver_is_stopped(prover->solver)) {
            return false;
        }
        start_over(prover);
    }
    return true;
}

/* Appends the bound's section, which is right as the only one of a file. */
static bool prove_bound(Solver *solver, const ProofWanted *wanted, Color winner, Text *text,
                        VerifyResult *result, Status *status) {
    Prover prover;
    const int goal = winner == BLACK ? wanted->lower : -wanted->upper;
    prover_start(&prover, solver, winner, goal, &wanted->monitor, status);
    const bool ok = make_proof(&prover, wanted, result) && add_section(&prover, false, text);
    prover_end(&prover);
    return ok;
}

bool prove_bounds(Solver *solver, const ProofWanted *wanted, Text *bytes, VerifyResult *result,
                  Status *status) {
    solver_resume(solver);
    add_header(solver, wanted->has_lower + wanted->has_upper, bytes);
    bool ok = (!wanted->has_lower || prove_bound(solver, wanted, BLACK, bytes, result, status)) &&
              (!wanted->has_upper || prove_bound(solver, wanted, WHITE, bytes, result, status));
    add_checksum(bytes);
    if (ok && wanted->has_lower == wanted->has_upper) { /* else the only bound was checked so */
        ok = verify_proof((const uint8_t *)bytes->bytes, bytes->length, result, &wanted->monitor,
                          status);
    }
    if (!ok) {
        text_clear(bytes);
    }
    return ok;
}
