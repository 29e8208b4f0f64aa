/* What is said of proofs that were changed in one place, with a checksum that fits. */
#include "engine/base/file.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/position/solve_problem.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/golden.h"
#include "tests/support/program/proof.h"
#include "verify/local/local_proof.h"

#include <inttypes.h>

typedef struct {
    uint64_t digest;
    int accepted, refused;
} Verdicts;

static void add_verdict(Verdicts *verdicts, bool is_right, const char *message) {
    *(is_right ? &verdicts->accepted : &verdicts->refused) += 1;
    verdicts->digest = golden_add(verdicts->digest, is_right);
    for (; !is_right && *message != '\0'; message++) {
        verdicts->digest = golden_add(verdicts->digest, (unsigned char)*message);
    }
}

static void expect_verdicts(const char *name, const Verdicts *verdicts) {
    golden_expect(name, formatted("accepted %d refused %d digest %016" PRIx64, verdicts->accepted,
                                  verdicts->refused, verdicts->digest));
}

/* ---- Proofs of boards ---- */

static void verify_flat(const Text *flat, size_t record_bytes, Verdicts *verdicts) {
    Text bytes = {0};
    VerifyResult result;
    Status status = {""};
    proof_pack(flat, record_bytes, &bytes);
    const VerifyMonitor monitor = {.threads = 1 + verdicts->refused % 2};
    const bool is_right =
        verify_proof((const uint8_t *)bytes.bytes, bytes.length, &result, &monitor, &status);
    add_verdict(verdicts, is_right, status.text);
    verdicts->digest = golden_add(verdicts->digest, result.cyclic_boards);
    verdicts->digest = golden_add(verdicts->digest, is_right ? result.path_positions : 0);
    text_free(&bytes);
}

static void swap_records(char *record, size_t record_bytes) {
    char kept[32];
    memcpy(kept, record, record_bytes);
    memcpy(record, record + record_bytes, record_bytes);
    memcpy(record + record_bytes, kept, record_bytes);
}

/* Proves both bounds of a solver's position. */
static void prove(Solver *solver, Text *bytes) {
    VerifyResult result;
    Status status;
    cr_assert(solver_solve(solver));
    const int value = solver_state(solver).lower;
    const int cells = solver_context(solver)->shape->cell_count;
    const ProofWanted wanted = {
        .has_lower = value > -cells, .has_upper = value < cells, .lower = value, .upper = value};
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%s", status.text);
}

/* Changes one in `each` bytes of a section's records, swaps neighbors, and overwrites a record with
 * the one before. */
static void change_section(Text *flat, char *section, size_t record_bytes, size_t each,
                           Verdicts *verdicts) {
    static const int BY[] = {1, 5};
    size_t records = 0;
    cr_assert_eq(sscanf(section, "section %*s %*d %zu", &records), 1);
    char *first = strchr(section, '\n') + 1;
    for (size_t at = 0; at < records * record_bytes; at += each) {
        const char right = first[at];
        for (size_t i = 0; i < sizeof BY / sizeof BY[0]; i++) {
            first[at] = (char)(right + BY[i]);
            verify_flat(flat, record_bytes, verdicts);
        }
        first[at] = right;
    }
    for (size_t i = 0; i + 1 < records; i += each) {
        char *record = first + i * record_bytes, kept[32];
        swap_records(record, record_bytes);
        verify_flat(flat, record_bytes, verdicts);
        swap_records(record, record_bytes);
        memcpy(kept, record + record_bytes, record_bytes);
        memcpy(record + record_bytes, record, record_bytes);
        verify_flat(flat, record_bytes, verdicts);
        memcpy(record + record_bytes, kept, record_bytes);
    }
}

static void expect_proof(const char *name, Solver *solver, size_t each) {
    const int cells = solver_context(solver)->shape->cell_count;
    const size_t record_bytes = (size_t)(cells + 4) / 5 + 1 + STRATEGY_TAIL_BYTES;
    Text *bytes = text_kept(), *flat = text_kept();
    Verdicts verdicts = {0};
    prove(solver, bytes);
    proof_unpack(bytes, flat);
    verify_flat(flat, record_bytes, &verdicts);
    cr_assert_eq(verdicts.accepted, 1);
    char *section = strstr(flat->bytes, "section ");
    change_section(flat, section, record_bytes, each, &verdicts);
    expect_verdicts(formatted("verdicts on proofs of %s", name), &verdicts);
    cleanup_now(solver);
}

static void expect_board(int width, int height, KoRule ko) {
    const SolverOptions options = small_board_options(width, height, ko, false);
    expect_proof(formatted("%dx%d %s", width, height, SOLVE_KO_NAMES[ko]), solver_kept(&options),
                 1);
}

/* After a first move, which bans the board before it under superko. */
static void expect_first_move(int width, int height, KoRule ko, int cell) {
    const SolverOptions options = small_board_options(width, height, ko, true);
    Solver *solver = solver_kept(&options);
    const Bitboard empty = *solver_start(solver);
    solver_set_position(solver, &empty,
                        cell < 0 ? BITBOARD_PASS : solver_context(solver)->shape->spot_of[cell]);
    expect_proof(formatted("%dx%d %s, after %d", width, height, SOLVE_KO_NAMES[ko], cell), solver,
                 2);
}

Test(verify_golden, first_moves) {
    expect_first_move(2, 2, KO_SITUATIONAL, 0);
    expect_first_move(2, 3, KO_SIMPLE, 2);
    expect_first_move(1, 5, KO_POSITIONAL, -1);
}

Test(verify_golden, boards) {
    expect_board(2, 2, KO_POSITIONAL);
    expect_board(1, 5, KO_SITUATIONAL);
    expect_board(2, 3, KO_SIMPLE);
}

/* ---- Kept proofs ---- */

/* Small ones, each found with another fault in what paths share: it was accepted, or another number
 * of positions was met. */
static void add_kept(const char *name, Text *text) {
    size_t length;
    Status status = {""};
    VerifyResult result;
    char *bytes = file_read(formatted("tests/verify/paths/%s.proof", name), FILE_REGULAR, 1 << 20,
                            &length, &status);
    cr_assert_not_null(bytes, "%s", status.text);
    const bool is_right = verify_proof((const uint8_t *)bytes, length, &result, NULL, &status);
    cr_assert(is_right || strstr(status.text, "superko bans the move on a path of this strategy"),
              "%s", status.text);
    text_add(text, " %s %zu", is_right ? "positions" : "banned",
             is_right ? result.path_positions : 0);
    free(bytes);
}

Test(verify_golden, paths_that_share_states) {
    static const char *const NAMES[] = {"banned-1", "banned-2", "shared-1", "shared-2", "shared-3",
                                        "shared-4", "shared-5", "shared-6", "shared-7"};
    Text *text = text_kept();
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        add_kept(NAMES[i], text);
    }
    golden_expect("paths of kept proofs", text_get(text));
}

/* ---- Proofs of local goals ---- */

static void verify_local(Text *text, Verdicts *verdicts) {
    static LocalProof proof;
    Status status = {""};
    proof_sign(text);
    const bool is_right =
        local_proof_verify((const uint8_t *)text->bytes, text->length, NULL, &proof, &status);
    add_verdict(verdicts, is_right, status.text);
    for (int i = 0; i < 2 && is_right; i++) {
        int threads = 0;
        const char *answer = local_proof_answer(&proof, i == 0, &threads);
        add_verdict(verdicts, false, answer == NULL ? "?" : answer);
        verdicts->digest = golden_add(verdicts->digest, (uint64_t)threads);
        verdicts->digest = golden_add(verdicts->digest, local_proof_is_seki(&proof, i == 0));
    }
}

/* Puts other characters in places of the text. */
static void change_places(Text *text, Rng *rng, Verdicts *verdicts) {
    static const char OTHERS[] = "ab-X.O#012";
    verify_local(text, verdicts);
    for (int i = 0; i < 60; i++) {
        const size_t at = rng_below(rng, (uint32_t)text->length);
        const char right = text->bytes[at];
        text->bytes[at] = OTHERS[rng_below(rng, sizeof OTHERS - 1)];
        verify_local(text, verdicts);
        text->bytes[at] = right;
    }
}

Test(verify_golden, local_proofs) {
    static Problem problem;
    const GoalLimits limits = {.nodes = 100000};
    GoalSearch *search = goal_search_kept(1);
    RandomGoalSizes sizes;
    Rng rng = rng_new(9);
    Verdicts verdicts = {0};
    random_goal_sizes(sizes);
    for (int done = 0; done < 40; done++) {
        Board board;
        Text *text = text_kept();
        Status status;
        problem.board = &board;
        random_goal_sample_capture(&rng, 6, sizes, &board, &problem.goal);
        problem_solve_both(search, &problem, limits);
        cr_assert(goal_proof_write(search, &problem, limits, text, &status));
        change_places(text, &rng, &verdicts);
    }
    expect_verdicts("verdicts on local proofs", &verdicts);
}
