/* The dialect of KataGo: what the evaluator says without a search, and which network it is. */
#include <strings.h>

#include "engine/eval/raw_evaluation.h"
#include "gtp/commands/families.h"

/* The share of the optimistic policy in kata-raw-nn if it is not said: KataGo's. */
static const double RAW_OPTIMISM = 0.2;

/* Answers an array as KataGo does: empty without a network, or one object. */
static bool run_kata_get_models(GtpCall *call) {
    NetworkLoad *load = call->engine->player.load;
    json_t *models = json_new_array();
    Status status;
    if (load != NULL) {
        Network *network = network_load_wait(load, &status);
        if (network == NULL) {
            json_decref(models);
            return call_fail(call, "%s", status.text);
        }
        json_t *model = json_new_object();
        json_set_text(model, "name", network_path(network));
        json_set_text(model, "internalName", network_name(network));
        json_set_figure(model, "maxBatchSize", 1, 0);
        json_set_value(model, "usesHumanSLProfile", json_false());
        json_set_figure(model, "version", network_version(network), 0);
        json_set_text(model, "precision", precision_name(network_precision(network)));
        json_add_value(models, model);
    }
    json_add_text(models, call->answer);
    return true;
}

static void add_policy(const Geometry *geometry, const RawEvaluation *raw, Text *text) {
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const double share = raw->policy[geometry->point_of[cell]];
        const char *end = (cell + 1) % geometry->width == 0 ? "\n" : " ";
        if (share < 0) {
            text_add(text, "     NAN%s", end);
        } else {
            text_add(text, "%8.6f%s", share, end);
        }
    }
}

/* Adds all figures from White's point of view. What the evaluator does not estimate is -1. */
static void add_raw(const Geometry *geometry, int number, const RawEvaluation *raw, Text *text) {
    text_add(text, "symmetry %d\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n", number,
             1 - raw->win - raw->no_result / 2, raw->win - raw->no_result / 2, raw->no_result);
    text_add(text, "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\n",
             0 - raw->lead, 0 - raw->score, raw->score_squares);
    text_add(text, "varTimeLeft %.3f\nshorttermWinlossError %.3f\nshorttermScoreError %.3f\n",
             raw->variance_time, raw->winloss_error, raw->score_error);
    text_add(text, "policy\n");
    add_policy(geometry, raw, text);
    text_add(text, "policyPass %8.6f\nwhiteOwnership\n", raw->policy[POINT_PASS]);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        text_add(text, "%9.7f%s", 0 - raw->owner[cell],
                 (cell + 1) % geometry->width == 0 ? "\n" : " ");
    }
}

static bool evaluate_raw(GtpEngine *engine, Color color, int number, Symmetry g, double optimism,
                         RawEvaluation *raw, Status *status) {
    if (engine->player.load != NULL) {
        Network *network = network_load_wait(engine->player.load, status);
        return network != NULL &&
               raw_evaluation_by_network(network, engine->game, color, g, optimism, raw, status);
    }
    const Evaluator *playouts = player_evaluator(&engine->player, &engine->options, status);
    return raw_evaluation_by_playouts(playouts, engine->game, color, g,
                                      engine->options.seed + (uint64_t)number, raw, status);
}

/* KataGo numbers symmetries in its own way: bit 0 reverses the rows, bit 1 the columns, and then
 * bit 2 transposes. */
static bool add_raw_of_symmetry(GtpCall *call, Color color, int number, double optimism) {
    static const Symmetry SYMMETRIES[SYMMETRY_COUNT] = {0, 2, 1, 3, 4, 5, 6, 7};
    RawEvaluation raw;
    Status status;
    if (!evaluate_raw(call->engine, color, number, SYMMETRIES[number], optimism, &raw, &status)) {
        return call_fail(call, "%s", status.text);
    }
    if (call->answer->length > 0) {
        text_add(call->answer, "\n");
    }
    add_raw(call->engine->game->geometry, number, &raw, call->answer);
    return true;
}

/* Reads the share of the optimistic policy. */
static bool read_optimism(GtpCall *call, int i, double *optimism) {
    return call_get_real(call, i, "an optimism of 0 to 1", optimism) &&
           ((*optimism >= 0 && *optimism <= 1) ||
            call_fail(call, "syntax error: expected an optimism of 0 to 1, got %.40s",
                      call->arguments[i]));
}

static bool run_kata_raw_nn(GtpCall *call) {
    Color color = (Color)call->engine->game->board.to_move;
    long first = 0, last = SYMMETRY_COUNT - 1;
    double optimism = RAW_OPTIMISM;
    int i = color_from_text(call->arguments[0], &color) ? 1 : 0;
    if (i == call->count) {
        return call_fail(call, "syntax error: expected a symmetry 0-7 or all behind the color");
    }
    if (strcasecmp(call->arguments[i], "all") != 0) {
        if (!call_get_integer(call, i, "a symmetry 0-7 or all", first, last, &first)) {
            return false;
        }
        last = first;
    }
    i++;
    if (i < call->count && !read_optimism(call, i++, &optimism)) {
        return false;
    }
    if (i < call->count) {
        return call_fail(call, "syntax error: expected no more, got %.40s", call->arguments[i]);
    }
    for (long number = first; number <= last; number++) {
        if (!add_raw_of_symmetry(call, color, (int)number, optimism)) {
            return false;
        }
    }
    return true;
}

const GtpCommand GTP_KATA_RAW_COMMANDS[] = {
    {"kata-get-models", "", 0, 0, run_kata_get_models, "the networks in use as a JSON array"},
    {"kata-raw-nn", "[COLOR] SYMMETRY [OPTIMISM]", 1, 3, run_kata_raw_nn,
     "the evaluator's answer without a search; SYMMETRY 0-7 or all; OPTIMISM 0-1, the share of "
     "the network's optimistic policy (0.2)"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
