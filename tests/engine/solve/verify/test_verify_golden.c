/* What is said of proofs that were changed in one place, with a checksum that fits. */
#include "engine/solve/problem/goal_proof.h"
#include "engine/solve/verify/local_proof.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/golden.h"
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

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

/* Changes bytes of the first section's records, swaps neighbours, and makes two the same. */
static void expect_board(int width, int height, KoRule ko) {
    static const int BY[] = {1, -1, 2, 5};
    const size_t record_bytes = (size_t)(width * height + 4) / 5 + 1 + STRATEGY_TAIL_BYTES;
    Text bytes = {0}, flat = {0};
    Verdicts verdicts = {0};
    size_t records = 0;
    const SolverOptions options = small_board_options(width, height, ko, false);
    proof_make(&options, &bytes);
    proof_unpack(&bytes, &flat);
    char *section = strstr(flat.bytes, "section ");
    cr_assert(section != NULL && sscanf(section, "section %*s %*d %zu", &records) == 1);
    char *first = strchr(section, '\n') + 1;
    verify_flat(&flat, record_bytes, &verdicts);
    cr_assert_eq(verdicts.accepted, 1);
    for (size_t at = 0; at < records * record_bytes; at++) {
        const char right = first[at];
        for (size_t i = 0; i < sizeof BY / sizeof BY[0]; i++) {
            first[at] = (char)(right + BY[i]);
            verify_flat(&flat, record_bytes, &verdicts);
        }
        first[at] = right;
    }
    for (size_t i = 0; i + 1 < records; i++) {
        char *record = first + i * record_bytes;
        swap_records(record, record_bytes);
        verify_flat(&flat, record_bytes, &verdicts);
        swap_records(record, record_bytes);
    }
    expect_verdicts(formatted("verdicts on proofs of %dx%d %s", width, height, SOLVE_KO_NAMES[ko]),
                    &verdicts);
    text_free(&bytes);
    text_free(&flat);
}

Test(verify_golden, boards_under_simple_ko) {
    expect_board(2, 2, KO_SIMPLE);
    expect_board(2, 3, KO_SIMPLE);
    expect_board(1, 5, KO_SIMPLE);
}

Test(verify_golden, boards_under_positional_superko) {
    expect_board(2, 2, KO_POSITIONAL);
    expect_board(2, 3, KO_POSITIONAL);
    expect_board(1, 6, KO_POSITIONAL);
}

Test(verify_golden, boards_under_situational_superko) {
    expect_board(2, 2, KO_SITUATIONAL);
    expect_board(1, 5, KO_SITUATIONAL);
}

/* ---- Proofs of local goals ---- */

static void verify_local(Text *text, Verdicts *verdicts) {
    static LocalProof proof;
    Status status = {""};
    proof_sign(text);
    const bool is_right =
        local_proof_verify((const uint8_t *)text->bytes, text->length, &proof, &status);
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
    static ProblemSide sides[2];
    const GoalLimits limits = {.nodes = 100000};
    GoalSearch *search = goal_search_kept(1);
    RandomGoalSizes sizes;
    Rng rng = rng_new(9);
    Verdicts verdicts = {0};
    random_goal_sizes(sizes);
    for (int done = 0; done < 120;) {
        Board board;
        Goal goal;
        Text text = {0};
        Status status;
        if (!random_goal_sample(&rng, 6, sizes, &board, &goal) || !goal_is_capture(&goal)) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            problem_solve(search, &goal, &board,
                          i == 0 ? goal.reacher : color_opponent(goal.reacher), limits, &sides[i]);
        }
        const ProblemSide *proved[2] = {&sides[0], &sides[1]};
        cr_assert(goal_proof_write(search, &goal, &board, proved, limits, &text, &status));
        change_places(&text, &rng, &verdicts);
        text_free(&text);
        done++;
    }
    expect_verdicts("verdicts on local proofs", &verdicts);
}
