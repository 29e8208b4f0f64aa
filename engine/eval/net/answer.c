#include "engine/eval/net/answer.h"

#include <assert.h>
#include <float.h>

/* From here on log(1 + e^x) is x. */
static const double SOFTPLUS_LINEAR = 40;

static double softplus(double x) {
    return x > SOFTPLUS_LINEAR ? x : log1p(exp(x));
}

/* A logit between the two policies. */
static float blend_logits(float ordinary, float optimistic, float optimism) {
    return optimism > 0 ? ordinary + (optimistic - ordinary) * optimism : ordinary;
}

/* A softmax over the legal moves. */
static void finish_policy(const Features *features, const RawAnswer *raw, float optimism,
                          NetAnswer *answer) {
    const float pass =
        blend_logits(raw->pass[POLICY_ORDINARY], raw->pass[POLICY_OPTIMISTIC], optimism);
    float greatest = pass;
    for (int cell = 0; cell < features->cell_count; cell++) {
        const int image = features->image[cell];
        answer->policy[cell] = blend_logits(raw->policy[POLICY_ORDINARY][image],
                                            raw->policy[POLICY_OPTIMISTIC][image], optimism);
        if (features->legal[cell]) {
            greatest = fmaxf(greatest, answer->policy[cell]);
        }
    }
    float sum = answer->pass = expf(pass - greatest);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const float logit = answer->policy[cell];
        answer->policy[cell] = features->legal[cell] ? expf(logit - greatest) : 0;
        sum += answer->policy[cell];
    }
    answer->pass /= sum;
    for (int cell = 0; cell < features->cell_count; cell++) {
        answer->policy[cell] /= sum;
    }
}

static void finish_value(const Features *features, const RawAnswer *raw, NetAnswer *answer) {
    const bool has_no_result = features->has_no_result;
    const double win = (double)raw->value[0], loss = (double)raw->value[1];
    const double none = has_no_result ? (double)raw->value[2] : fmax(win, loss);
    const double greatest = fmax(fmax(win, loss), none);
    answer->win = exp(win - greatest);
    answer->loss = exp(loss - greatest);
    answer->no_result = has_no_result ? exp(none - greatest) : 0;
    const double sum = answer->win + answer->loss + answer->no_result;
    answer->win /= sum;
    answer->loss /= sum;
    answer->no_result /= sum;
}

/* The expected errors of a short search. Their encoding has changed twice. */
static double finish_error(int version, double raw, double multiplier) {
    if (version < 10) {
        return softplus(raw);
    }
    return version < 14 ? sqrt(softplus(raw) * multiplier) : softplus(raw / 2) * sqrt(multiplier);
}

static void finish_scores(const Model *model, const RawAnswer *raw, NetAnswer *answer) {
    const Multipliers *by = &model->multipliers;
    const double finished = 1 - answer->no_result; /* a game without result scores 0 */
    const double mean = (double)raw->scores[0] * by->score_mean;
    const double deviation = softplus((double)raw->scores[1]) * by->score_deviation;
    answer->score_mean = mean * finished;
    answer->score_mean_square = (mean * mean + deviation * deviation) * finished;
    answer->lead = (double)raw->scores[2] * by->lead * finished;
    answer->variance_time = answer->winloss_error = answer->score_error = -1;
    if (model->version >= 9) {
        const double unscaled = model->version == 9 ? 10 : 1;
        answer->variance_time = softplus((double)raw->scores[3]) * by->variance_time;
        answer->winloss_error =
            finish_error(model->version, (double)raw->scores[4], by->winloss_error);
        answer->score_error =
            finish_error(model->version, (double)raw->scores[5], by->score_error) * unscaled;
    }
}

static bool is_finite(const Features *features, const NetAnswer *answer) {
    double sum = fabs(answer->win) + fabs(answer->loss) + fabs(answer->no_result) +
                 fabs(answer->score_mean) + answer->score_mean_square + fabs(answer->lead) +
                 fabs(answer->variance_time) + fabs(answer->winloss_error) +
                 fabs(answer->score_error) + (double)answer->pass;
    for (int cell = 0; cell < features->cell_count; cell++) {
        sum += (double)answer->policy[cell] + fabs((double)answer->ownership[cell]);
    }
    return sum <= (double)FLT_MAX; /* so that each number fits a float; false if NaN */
}

bool answer_finish(const Model *model, const Features *features, const RawAnswer *raw,
                   double optimism, NetAnswer *answer) {
    const bool has_effect = answer_policies(model) > POLICY_OPTIMISTIC && !model->has_encoder;
    assert(optimism >= 0 && optimism <= 1);
    finish_policy(features, raw, has_effect ? (float)optimism : 0, answer);
    finish_value(features, raw, answer);
    finish_scores(model, raw, answer);
    for (int cell = 0; cell < features->cell_count; cell++) {
        answer->ownership[cell] = tanhf(raw->ownership[features->image[cell]]);
    }
    answer->is_finite = is_finite(features, answer);
    return answer->is_finite;
}

Point answer_sample_move(const NetAnswer *answer, const Game *game, Rng *rng) {
    const Color mover = game->board.to_move;
    float rest = (float)rng_below(rng, 1 << 24) / (float)(1 << 24);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        rest -= answer->policy[cell];
        if (rest < 0 && game_check(game, mover, p) == MOVE_LEGAL) {
            return p;
        }
    }
    return POINT_PASS;
}
