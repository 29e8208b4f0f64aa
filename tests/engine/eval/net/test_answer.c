/* From the values of the last layers to the answer: how the two policies are mixed. */
#include "engine/eval/net/answer.h"

#include <criterion/criterion.h>
#include <math.h>

enum { CELLS = 3 };

/* Logits of a policy over three cells and the pass. */
static const float ORDINARY[CELLS + 1] = {0.5F, 2, -1, 0}, OPTIMISTIC[CELLS + 1] = {1.5F, -2, 0, 1};

/* Evaluates one row of three points, in which the second is illegal, by a model of this many policy
 * channels. Expects the policy to be the softmax of the logits. */
static void expect_policy(int channels, bool has_encoder, double optimism, const double *logits) {
    const Model model = {
        .version = 12, .has_encoder = has_encoder, .policy = {.channels = channels}};
    static Features features;
    static RawAnswer raw;
    static NetAnswer answer;
    double sum = exp(logits[CELLS]);
    features.cell_count = CELLS;
    for (int cell = 0; cell < CELLS; cell++) {
        features.image[cell] = (uint16_t)(CELLS - 1 - cell); /* the image is mirrored */
        features.legal[cell] = cell != 1;
        raw.policy[POLICY_ORDINARY][CELLS - 1 - cell] = ORDINARY[cell];
        raw.policy[POLICY_OPTIMISTIC][CELLS - 1 - cell] = channels > 1 ? OPTIMISTIC[cell] : NAN;
        sum += cell != 1 ? exp(logits[cell]) : 0;
    }
    raw.pass[POLICY_ORDINARY] = ORDINARY[CELLS];
    raw.pass[POLICY_OPTIMISTIC] = channels > 1 ? OPTIMISTIC[CELLS] : NAN;
    cr_assert(answer_finish(&model, &features, &raw, optimism, &answer));
    for (int cell = 0; cell < CELLS; cell++) {
        cr_assert_float_eq(answer.policy[cell], cell != 1 ? exp(logits[cell]) / sum : 0, 1e-6);
    }
    cr_assert_float_eq(answer.pass, exp(logits[CELLS]) / sum, 1e-6);
}

Test(net_answer, mixes_the_logits_of_two_policies) {
    static const double SHARES[] = {0, 0.2, 0.75, 1};
    for (int i = 0; i < 4; i++) {
        double logits[CELLS + 1];
        for (int move = 0; move <= CELLS; move++) {
            logits[move] =
                (1 - SHARES[i]) * (double)ORDINARY[move] + SHARES[i] * (double)OPTIMISTIC[move];
        }
        expect_policy(2, false, SHARES[i], logits);
        expect_policy(4, false, SHARES[i], logits);
    }
}

Test(net_answer, has_no_optimism_with_one_policy_or_an_encoder) {
    double logits[CELLS + 1];
    for (int move = 0; move <= CELLS; move++) {
        logits[move] = (double)ORDINARY[move];
    }
    expect_policy(1, false, 0.7, logits);
    expect_policy(2, true, 0.7, logits);
}
