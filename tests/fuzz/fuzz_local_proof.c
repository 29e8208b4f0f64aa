/* libFuzzer entry for proofs of local goals: any bytes are refused with one line, or accepted; and
 * what is accepted is true. If bit 0 of the first byte is set, the checksum is made right first. If
 * bit 1 is set, the file is a proof of ours: two bytes are the seed of its problem, and the rest
 * are changes (fuzz_change). */
#include "engine/solve/problem/problem.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/oracle/local_truth.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/position/solve_problem.h"
#include "tests/support/program/proof.h"

enum { BIT_SIGNED = 1, BIT_OURS = 2, CHECKSUM_LINE_BYTES = 26, REGION_SPREAD = 6 };

static const GoalLimits LIMITS = {.nodes = 100000};

/* Writes the proof of both sides' answers to a random problem. Returns false if it takes long. */
static bool write_proof(uint64_t seed, Text *text) {
    static GoalSearch *search; /* the same for all inputs, as is the next */
    static RandomGoalSizes sizes;
    static Board board;
    static Problem problem = {.board = &board};
    Rng rng = rng_new(seed);
    Status status;
    if (search == NULL) {
        search = goal_search_new(1);
        require(search != NULL);
        random_goal_sizes(sizes);
    }
    random_goal_sample_capture(&rng, REGION_SPREAD, sizes, &board, &problem.goal);
    problem_solve_both(search, &problem, LIMITS);
    return problem.sides[0].answer.code != GOAL_UNKNOWN &&
           problem.sides[1].answer.code != GOAL_UNKNOWN &&
           goal_proof_write(search, &problem, LIMITS, text, &status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static LocalProof proof;
    Text text = {0};
    Status status = {""};
    if (size < 3) {
        return 0;
    }
    if ((data[0] & BIT_OURS) == 0) {
        text_append(&text, (const char *)data + 1, size - 1);
    } else if (write_proof(data[1] | (uint64_t)data[2] << 8, &text)) {
        fuzz_change((uint8_t *)text.bytes, text.length, data + 3, size - 3);
    }
    if ((data[0] & BIT_SIGNED) != 0 && text.length > CHECKSUM_LINE_BYTES) {
        proof_sign(&text);
    }
    uint8_t *bytes = fuzz_copy(text_get(&text), text.length);
    if (local_proof_verify(bytes, text.length, NULL, &proof, &status)) {
        local_truth_expect(&proof, text_get(&text));
    } else {
        require(status.text[0] != '\0' && strchr(status.text, '\n') == NULL);
    }
    free(bytes);
    text_free(&text);
    return 0;
}
