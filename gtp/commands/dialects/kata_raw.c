/* KataGo's commands for the evaluator alone, without a search, and for the networks. */
#include <strings.h>

#include "engine/eval/raw_evaluation.h"
#include "engine/player/limits.h"
#include "engine/player/networks.h"
#include "gtp/commands/families.h"

static json_t *network_json(const Network *network) {
    return json_new_packed(
        "{s:o, s:o, s:i, s:b, s:i, s:s}", "name", json_new_text(network_path(network)),
        "internalName", json_new_text(network_name(network)), "maxBatchSize", 1,
        "usesHumanSLProfile", network_has_encoder(network), "version", network_version(network),
        "precision", PRECISION_NAMES[network_precision(network)]);
}

/* Answers an array as KataGo does: an object for each network. */
static bool run_kata_get_models(GtpCall *call) {
    NetworkLoad *const loads[] = {call->engine->player.load, call->engine->player.human};
    json_t *models = json_new_array();
    for (int i = 0; i < 2; i++) {
        Status status;
        const Network *network = network_load_wait(loads[i], &status);
        if (network != NULL) {
            json_add_value(models, network_json(network));
        } else if (loads[i] != NULL) {
            json_decref(models);
            return call_fail(call, "%s", status.text);
        }
    }
    json_add_text(models, call->answer);
    return true;
}

typedef struct {
    bool of_human;   /* of the human-play network beside the main one */
    int first, last; /* symmetries, in KataGo's numbers */
    double optimism; /* see NetworkRequest */
} RawRequest;

/* Adds all figures from White's point of view, under KataGo's names. What the evaluator does not
 * estimate is -1. Of the human-play network, whose leads are not trained, fewer are shown. */
static void add_raw_figures(const Geometry *geometry, const RawRequest *request, int number,
                            const RawEvaluation *raw, Text *text) {
    text_add(text, "symmetry %d\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n", number,
             1 - raw->win - raw->no_result / 2, raw->win - raw->no_result / 2, raw->no_result);
    if (request->of_human) {
        text_add(text, "whiteScore %.3f\nwhiteScoreSq %.3f\n", 0 - raw->score_mean,
                 raw->score_mean_square);
    } else {
        text_add(text,
                 "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\n"
                 "varTimeLeft %.3f\n",
                 0 - raw->lead, 0 - raw->score_mean, raw->score_mean_square, raw->variance_time);
    }
    text_add(text, "shorttermWinlossError %.3f\nshorttermScoreError %.3f\npolicy\n",
             raw->winloss_error, raw->score_error);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const double share = raw->policy[geometry->point_of[cell]];
        text_add(text, share < 0 ? "     NAN" : "%8.6f", share);
        text_add(text, (cell + 1) % geometry->width == 0 ? "\n" : " ");
    }
    text_add(text, "policyPass %8.6f\nwhiteOwnership\n", raw->policy[POINT_PASS]);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        text_add(text, "%9.7f%s", 0 - raw->ownership[cell],
                 (cell + 1) % geometry->width == 0 ? "\n" : " ");
    }
}

/* Waits for the human-play network. Returns NULL with a message if none was given. */
static Network *find_human(GtpEngine *engine, Status *status) {
    NetworkLoad *load = engine->player.human;
    Network *network = network_load_wait(load, status);
    if (load == NULL) {
        status_fail(status, "there is no human-play network (--human-model)");
    } else if (network != NULL && !network_has_encoder(network)) {
        status_fail(status, "%.80s is not a human-play network", network_name(network));
        return NULL;
    }
    return network;
}

static bool evaluate_raw(GtpCall *call, const RawRequest *request, int number, RawEvaluation *raw,
                         Status *status) {
    /* KataGo numbers symmetries in its own way: bit 0 reverses the rows, bit 1 the columns, and
     * then bit 2 transposes. */
    static const Symmetry SYMMETRIES[SYMMETRY_COUNT] = {0, 2, 1, 3, 4, 5, 6, 7};
    const Symmetry symmetry = SYMMETRIES[number];
    GtpEngine *engine = call->engine;
    if (!request->of_human && engine->player.load == NULL) {
        const PlayoutsRequest playouts = {engine->game, call->color, symmetry,
                                          engine->options.seed + (uint64_t)number};
        return raw_evaluation_by_playouts(networks_evaluator(&engine->player, status), &playouts,
                                          raw, status);
    }
    Network *network = request->of_human ? find_human(engine, status)
                                         : network_load_wait(engine->player.load, status);
    /* As in KataGo a second pass does not end a game whose players then agree on dead stones. */
    const bool is_friendly =
        engine->game->rules.friendly_pass_ok && engine->game->board.passes == 1;
    const NetworkRequest network_request = {.game = engine->game,
                                            .color = call->color,
                                            .symmetry = symmetry,
                                            .input.profile = &engine->options.profile,
                                            .input.optimism = request->optimism,
                                            .input.conservative_pass = is_friendly,
                                            .input.playout_doublings = limits_playout_doublings(
                                                &engine->options.doublings, call->color)};
    return network != NULL && raw_evaluation_by_network(network, &network_request, raw, status);
}

/* Reads SYMMETRY. Sets *end to the first argument after it. */
static bool read_raw_request(GtpCall *call, RawRequest *request, int *end) {
    const int i = call->next, most = SYMMETRY_COUNT - 1;
    long number = 0;
    if (i == call->count) {
        return call_fail(call, "syntax error: expected a symmetry, 0-7 or all, after the color");
    }
    *end = i + 1;
    const bool is_all = strcasecmp(call->arguments[i], "all") == 0;
    const bool ok = is_all || call_get_integer(call, i, "a symmetry 0-7 or all", 0, most, &number);
    request->first = (int)number;
    request->last = is_all ? most : (int)number;
    return ok;
}

/* Answers the request, whose last argument is before i. */
static bool answer_request(GtpCall *call, const RawRequest *request, int i) {
    if (i < call->count) {
        return call_fail(call, "syntax error: unexpected argument %.40s", call->arguments[i]);
    }
    for (int number = request->first; number <= request->last; number++) {
        RawEvaluation raw;
        Status status;
        if (!evaluate_raw(call, request, number, &raw, &status)) {
            return call_fail(call, "%s", status.text);
        }
        text_add(call->answer, number > request->first ? "\n" : "");
        add_raw_figures(call->engine->game->geometry, request, number, &raw, call->answer);
    }
    return true;
}

static bool run_kata_raw_nn(GtpCall *call) {
    static const char OPTIMISM[] = "an optimism of 0 to 1";
    RawRequest request = {.optimism = call->engine->options.root_policy_optimism};
    int i = 0;
    if (!read_raw_request(call, &request, &i) ||
        (i < call->count && !call_get_real(call, i++, OPTIMISM, &request.optimism))) {
        return false;
    }
    return request.optimism >= 0 && request.optimism <= 1
               ? answer_request(call, &request, i)
               : call_fail(call, "syntax error: expected %s, got %.40s", OPTIMISM,
                           call->arguments[i - 1]);
}

static bool run_kata_raw_human_nn(GtpCall *call) {
    RawRequest request = {.of_human = true};
    int i = 0;
    return read_raw_request(call, &request, &i) && answer_request(call, &request, i);
}

const GtpCommand GTP_KATA_RAW_COMMANDS[] = {
    {"kata-get-models", "", GTP_WORDS, 0, 0, run_kata_get_models,
     "the networks in use as a JSON array"},
    {"kata-raw-nn", "[COLOR] SYMMETRY [OPTIMISM]", GTP_OPTIONAL_COLOR, 1, 3, run_kata_raw_nn,
     "the evaluator's answer without a search; SYMMETRY 0-7 or all; OPTIMISM 0-1, the share of "
     "the network's optimistic policy (as root_policy_optimism)"},
    {"kata-raw-human-nn", "[COLOR] SYMMETRY", GTP_OPTIONAL_COLOR, 1, 3, run_kata_raw_human_nn,
     "the answer of the human-play network (--human-model) without a search"},
    {0},
};
