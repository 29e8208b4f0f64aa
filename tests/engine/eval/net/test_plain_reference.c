/* The plain evaluator against KataGo's own answers, from the shared folder. */
#include "tests/support/oracle/net_reference.h"

#include "tests/support/network/plain.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* What KataGo prints is rounded: points to 3 decimals, probabilities to 6. Our arithmetic differs
 * from its by the order of sums. */
static const NetTolerance TOLERANCE = {.probability = 2e-5, .points = 2e-3, .ownership = 5e-5};

static bool evaluate(void *evaluator, const Situation *situation, Symmetry symmetry,
                     NetAnswer *answer) {
    return plain_evaluate(evaluator, situation, symmetry, 0, answer);
}

static void expect_references(const char *network, const char *references, int step, int count) {
    Model *model = net_reference_model(network);
    Plain *plain = plain_new(model);
    net_reference_expect(references, evaluate, plain, step, count, &TOLERANCE);
}

/* Instrumented code takes seconds for the larger network: there, every fourth. */
static int reference_step(void) {
#if defined(TESTS_PLAIN_CRITERION_CRITERION_H)
    return getenv("DIHEDRA_LONG") == NULL ? 4 : 1;
#else
    return 1;
#endif
}

Test(net_reference, g170_b6c96, .timeout = 120) {
    expect_references("g170-b6c96.bin.gz", "reference.jsonl", reference_step(), 80);
}

Test(net_reference, random_v15_nbt, .timeout = 120) {
    expect_references("random-v15-nbt.bin.gz", "random-v15-nbt.reference.jsonl", 1, 27);
}

Test(net_reference, random_v16, .timeout = 120) {
    expect_references("random-v16.bin.gz", "random-v16.reference.jsonl", 1, 27);
}

Test(net_reference, random_v17_transformer, .timeout = 120) {
    expect_references("random-v17-transformer.bin.gz", "random-v17-transformer.reference.jsonl", 1,
                      27);
}

Test(net_reference, random_human_v15, .timeout = 120) {
    expect_references("random-human-v15.bin.gz", "random-human-v15.reference.jsonl", 1, 28);
}

/* Answers for handicap games: `kata-raw-nn` of KataGo 1.17.2 after `kata-set-params` of
 * playoutDoublingAdvantage, here the mover's. */
Test(net_reference, playout_doublings, .timeout = 120) {
    expect_references("g170-b6c96.bin.gz", "tests/engine/eval/net/playout-doublings.jsonl", 1, 8);
}
