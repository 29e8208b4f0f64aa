/* Proofs of small boards, made and checked. test_tamper.c changes them. */
#include "engine/solve/proof/avoid.h"
#include "engine/solve/proof/extract.h"
#include "engine/solve/proof/repair.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/proof.h"

#include <limits.h>

static void open_proof(const Text *bytes, ProofFile *file) {
    Status status;
    cr_assert(proof_file_read((const uint8_t *)bytes->bytes, bytes->length, NULL, file, &status),
              "%s", status.text);
}

Test(solve_prove, proves_small_boards_under_all_rules) {
    static const int SIZES[][2] = {{1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2},
                                   {2, 3}, {4, 2}, {2, 5}, {3, 3}, {4, 3}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
            const SolverOptions options =
                small_board_options(SIZES[i][0], SIZES[i][1], (KoRule)ko, i % 2 == 0);
            Text *bytes = text_kept();
            proof_make(&options, bytes);
        }
    }
}

/* Repairs meet positions that the path has made lost, where a search that looks for a move has no
 * end. */
Test(solve_prove, gives_up_searches_on_spoilt_paths) {
    static const struct {
        const char *diagram; /* White to move */
        int first;           /* cell, or -1 */
    } POSITIONS[] = {{".\n.\nO\n.\n.\n.\n.\n", -1}, {".\nX\nX\nX\nX\n.\nX\n", 5}};
    for (size_t i = 0; i < sizeof POSITIONS / sizeof POSITIONS[0]; i++) {
        const Diagram diagram = diagram_read(POSITIONS[i].diagram);
        const SolverOptions options =
            small_board_options(diagram.width, diagram.height, KO_POSITIONAL, true);
        Solver *solver = solver_kept(&options);
        Text *bytes = text_kept();
        solver_set_up(solver, diagram.cells, WHITE, POSITIONS[i].first);
        proof_make_of(solver, bytes);
        cleanup_now(solver);
    }
}

/* A table that has lost most bounds says nothing of the shortest win; then the strategy must not go
 * round in circles. And it does not say how to keep a draw; then a set of positions is looked for
 * that hold each other (3x4: no more than 4). */
Test(solve_prove, proves_with_little_memory) {
    for (int width = 5; width >= 4; width--) {
        SolverOptions options = small_board_options(width, 3, KO_SIMPLE, false);
        Text *bytes = text_kept();
        options.table_bytes = 1 << 10;
        proof_make(&options, bytes);
    }
}

/* Where bounds are lost for good, as with 1 MiB on 1x13: here 3x4, no more than 4. */
Test(solve_prove, holds_by_a_set_of_positions) {
    const SolverOptions options = small_board_options(3, 4, KO_SIMPLE, true);
    const VerifyMonitor monitor = {0};
    Solver *solver = solver_kept(&options);
    Status status = {""};
    Prover prover;
    cr_assert_eq(solver_ask(solver, 5), ANSWER_NO);
    solver_resume(solver);
    prover_start(&prover, solver, WHITE, -4, &monitor, &status);
    cr_assert(prover_find_repetition(&prover), "%s", status.text);
    cr_assert(extract_root(&prover) && repair_complete(&prover), "%s", status.text);
    cr_assert_gt(strategy_builder_record_count(&prover.builder, false), 1000);
    prover_end(&prover);
}

/* Black's strategy for at least `goal` on an empty 3x4 board, whose value under positional superko
 * is +4. */
static void extract_small(Prover *prover, const VerifyMonitor *monitor, int goal, Status *status) {
    const SolverOptions options = small_board_options(3, 4, KO_POSITIONAL, true);
    Solver *solver = solver_kept(&options);
    cr_assert_eq(solver_ask(solver, goal), ANSWER_YES);
    solver_resume(solver);
    prover_start(prover, solver, BLACK, goal, monitor, status);
    cr_assert(extract_root(prover) && repair_complete(prover), "%s", status->text);
}

static SlowBoard board_after(const Prover *prover, const Bitboard *bitboard, int move) {
    Bitboard next;
    solver_context_play(prover->context, bitboard, move, &next);
    return prover_slow_board(prover->context->shape, next.stones, prover->winner);
}

/* More than 1 is easily had, so there are many ways: one board after the other is made a
 * refuted one, some with Black to move. */
Test(solve_prove, leads_around_refuted_boards) {
    enum { REFUTED = 10 };
    const VerifyMonitor monitor = {0};
    Status status = {""};
    Prover prover;
    extract_small(&prover, &monitor, 1, &status);
    for (uint32_t i = 1; i <= REFUTED; i++) {
        int move;
        Bitboard root = solver_root(prover.solver);
        const uint32_t last = prover_find(&prover, &root).entry;
        const uint32_t entry = i * (uint32_t)(prover.builder.count - 1) / REFUTED;
        const Bitboard bitboard = prover_decode_entry(&prover, entry, 0, &move);
        const SlowBoard before = prover_slow_board(prover.context->shape, bitboard.stones, BLACK);
        const SlowBoard after = board_after(&prover, &bitboard, move);
        const bool black_to_move = i % 2 == 0 && entry != last;
        cr_assert(prover_refute(&prover, black_to_move ? &before : &after, black_to_move));
        cr_assert_not(prover_refute(&prover, black_to_move ? &before : &after, black_to_move));
        cr_assert(avoid_refuted(&prover));
        cr_assert(repair_complete(&prover), "board %u: %s", i, status.text);
        for (uint32_t e = 0; e < prover.builder.count; e++) {
            const Bitboard left = prover_decode_entry(&prover, e, 0, &move);
            cr_assert_not(prover_leads_to_refuted(&prover, &prover.refuted, &left, move));
        }
    }
    prover_end(&prover);
}

/* One of the moves that reach 4 after the other leads to a refuted board, until the first position
 * is refuted, too. */
Test(solve_prove, says_that_all_ways_are_refuted) {
    const VerifyMonitor monitor = {0};
    Status status = {""};
    Prover prover;
    SlowBoard board;
    int ways = 0;
    extract_small(&prover, &monitor, 4, &status);
    do {
        int move;
        Bitboard root = solver_root(prover.solver);
        root = prover_decode_entry(&prover, prover_find(&prover, &root).entry, 0, &move);
        board = board_after(&prover, &root, move);
        cr_assert_lt(ways++, 13);
        cr_assert(prover_refute(&prover, &board, false));
    } while (avoid_refuted(&prover));
    prover_end(&prover);
}

/* White lives and so does Black, without a ko: so the strategy for a draw by count comes back to no
 * position, and is one under superko, too. */
Test(solve_prove, keeps_a_bound_without_draws) {
    const Diagram diagram = diagram_read("O O\n. .\nX X\n");
    Text bytes[2] = {{0}};
    VerifyResult result;
    Status status = {""};
    ProofFile file;
    for (int ko = KO_SIMPLE; ko <= KO_POSITIONAL; ko++) {
        const SolverOptions options = small_board_options(2, 3, (KoRule)ko, false);
        ProofWanted wanted = {.has_upper = true, .from = ko == KO_SIMPLE ? NULL : &file};
        Solver *solver = solver_kept(&options);
        solver_set_up(solver, diagram.cells, BLACK, -1);
        if (ko == KO_SIMPLE) {
            cr_assert(solver_solve(solver));
            solver_ask_without_draws(solver, WHITE, 100000);
            cr_assert(solver_is_pessimistic(solver, WHITE));
        }
        cr_assert(prove_bounds(solver, &wanted, &bytes[ko], &result, &status), "%s", status.text);
        cr_assert(result.has_upper && result.upper == 0);
        if (ko == KO_SIMPLE) {
            open_proof(&bytes[ko], &file);
        }
    }
    proof_file_free(&file);
    text_free(&bytes[0]);
    text_free(&bytes[1]);
}

/* Both sides pass again and again. A solver thread has no room for a path as long as the longest
 * ones that the check enumerates. */
Test(solve_prove, leaves_paths_that_are_too_long_as_they_are) {
    enum { BOARDS = 4096 };
    const SolverOptions options = small_board_options(2, 2, KO_POSITIONAL, true);
    const VerifyMonitor monitor = {0};
    Solver *solver = solver_kept(&options);
    Status status = {""};
    Prover prover;
    prover_start(&prover, solver, BLACK, 1, &monitor, &status);
    cr_assert(extract_root(&prover), "%s", status.text);
    const size_t records = strategy_builder_record_count(&prover.builder, false);
    for (int winner_is_banned = 0; winner_is_banned < 2; winner_is_banned++) {
        VerifyFailures failures = {0};
        failures.list = calloc(1, sizeof *failures.list);
        failures.count = 1;
        failures.list[0] = (VerifyFailure){.winner_is_banned = winner_is_banned != 0,
                                           .ko = WHOLE_NO_KO,
                                           .boards = calloc(BOARDS, sizeof(SlowBoard)),
                                           .count = BOARDS};
        cr_assert_not(repair_failures(&prover, &failures));
        cr_assert_eq(strategy_builder_record_count(&prover.builder, false), records);
        verify_failures_free(&failures);
    }
    prover_end(&prover);
}

static void keep_first(void *context, const Text *file) {
    Text *kept = context;
    if (kept->length == 0) {
        text_append(kept, file->bytes, file->length);
    }
}

/* Proves that 4x4 is worth at least 2, and keeps what the first of several rounds has checked. */
static Solver *prove_4x4(Text *kept, Text *bytes) {
    const SolverOptions options = small_board_options(4, 4, KO_POSITIONAL, true);
    Solver *solver = solver_kept(&options);
    VerifyResult result;
    Status status = {""};
    const ProofWanted wanted = {
        .has_lower = true, .lower = 2, .monitor = {.context = kept}, .keep = keep_first};
    cr_assert_eq(solver_ask(solver, 2), ANSWER_YES);
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%s", status.text);
    return solver;
}

/* 4x4 takes several rounds of checks and repairs. What the first one checked is no proof yet, but
 * another solver, whose table knows nothing, can begin with it. */
Test(solve_prove, goes_on_with_what_was_kept) {
    const SolverOptions options = small_board_options(4, 4, KO_POSITIONAL, true);
    Text *kept = text_kept(), *bytes = text_kept();
    VerifyResult result;
    ProofFile unfinished;
    Status status = {""};
    prove_4x4(kept, bytes);
    cr_assert_not(verify_proof((const uint8_t *)kept->bytes, kept->length, &result, NULL, &status));

    Solver *solver = solver_kept(&options);
    open_proof(kept, &unfinished);
    cr_assert(prove_suits(solver, &unfinished, &status));
    const ProofWanted wanted = {.has_lower = true, .lower = 2, .from = &unfinished};
    text_clear(bytes);
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%s", status.text);
    cr_assert(result.has_lower && result.lower == 2);
    proof_file_free(&unfinished);
}

static void stop_solver(void *context, const Text *file) {
    (void)file;
    solver_stop(context);
}

/* The check of the first round finds what would have to be repaired: that is not why there is no
 * proof. */
Test(solve_prove, says_that_it_was_ended_between_checking_and_repairing) {
    const SolverOptions options = small_board_options(4, 4, KO_POSITIONAL, true);
    Solver *solver = solver_kept(&options);
    Text *bytes = text_kept();
    VerifyResult result;
    Status status = {""};
    cr_assert_eq(solver_ask(solver, 2), ANSWER_YES);
    const ProofWanted wanted = {
        .has_lower = true, .lower = 2, .monitor = {.context = solver}, .keep = stop_solver};
    cr_assert_not(prove_bounds(solver, &wanted, bytes, &result, &status));
    cr_assert_str_eq(status.text, "the search was ended");
    cr_assert_eq(bytes->length, 0);
}

/* Ends the work from one of its reports on. */
typedef struct {
    int reports, last;
} Ending;

static bool count_reports(void *context, const char *phase, size_t done, size_t all) {
    Ending *ending = context;
    (void)phase;
    (void)done;
    (void)all;
    return ++ending->reports < ending->last;
}

/* A solver's work that is ended at the report with that number gives no proof. Returns the number
 * of reports. */
static int expect_ending(const SolverOptions *options, int last) {
    Solver *solver = solver_kept(options);
    Ending ending = {.last = last};
    Text *bytes = text_kept();
    VerifyResult result;
    Status status = {""};
    cr_assert(solver_solve(solver));
    const ProofWanted wanted =
        proof_of_value(solver, (VerifyMonitor){.report = count_reports, .context = &ending});
    const bool ok = prove_bounds(solver, &wanted, bytes, &result, &status);
    cr_assert_eq(ok, ending.reports < last, "report %d: %s", last, status.text);
    cr_assert_eq(bytes->length > 0, ok);
    cr_assert(ok || strstr(status.text, "ended") != NULL, "report %d: %s", last, status.text);
    cleanup_now(solver);
    return ending.reports;
}

Test(solve_prove, ends_at_any_report) {
    const SolverOptions options = small_board_options(2, 3, KO_POSITIONAL, false);
    const int reports = expect_ending(&options, INT_MAX);
    cr_assert_gt(reports, 5);
    for (int last = 1; last <= reports; last++) {
        expect_ending(&options, last);
    }
}
