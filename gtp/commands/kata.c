/* KataGo's commands beside analysis and rules: searches without reports, parameters, what the
 * evaluator says by itself. */
#include <limits.h>
#include <string.h>
#include <strings.h>

#include "engine/eval/raw.h"
#include "engine/search/parameter.h"
#include "gtp/commands/play.h"

/* ---- Searches, and what they leave behind ---- */

static bool run_kata_search(GtpCall *call) {
    Color color;
    PlayerMove move;
    if (!gtp_get_color(call, 0, &color) || !gtp_choose(call, color, true, &move)) {
        return false;
    }
    gtp_add_choice(call, &move);
    return true;
}

static bool run_kata_search_cancellable(GtpCall *call) {
    Color color;
    PlayerMove move;
    if (!gtp_get_color(call, 0, &color) || !gtp_choose_until_line(call, color, &move)) {
        return false;
    }
    gtp_add_choice(call, &move);
    return true;
}

/* The line itself has ended an analysis or pondering, which must not begin again. */
static bool run_stop(GtpCall *call) {
    call->engine->own_move_count = -1;
    return true;
}

static bool run_clear_cache(GtpCall *call) {
    player_forget(&call->engine->player);
    return true;
}

static bool run_get_random_seed(GtpCall *call) {
    text_add(call->answer, "%llu", (unsigned long long)call->engine->options.seed);
    return true;
}

static bool run_set_random_seed(GtpCall *call) {
    long seed;
    if (!gtp_get_integer(call, 0, "a seed of 0 or more", 0, LONG_MAX, &seed)) {
        return false;
    }
    call->engine->options.seed = (uint64_t)seed;
    call->engine->varies_seed = false;
    return true;
}

/* ---- Parameters ---- */

/* KataGo's parameters that mean just what some of ours mean. */
static const struct {
    const char *name, *ours;
} KATA_PARAMETERS[] = {
    {"lagBuffer", "lag"},           {"maxPlayouts", "playouts"},
    {"maxVisits", "visits"},        {"numSearchThreads", "threads"},
    {"ponderingEnabled", "ponder"},
};

enum { KATA_PARAMETER_COUNT = sizeof KATA_PARAMETERS / sizeof KATA_PARAMETERS[0] };

static const Parameter *get_parameter(GtpCall *call, const char *name) {
    const char *ours = name;
    for (int i = 0; i < KATA_PARAMETER_COUNT; i++) {
        if (strcmp(KATA_PARAMETERS[i].name, name) == 0) {
            ours = KATA_PARAMETERS[i].ours;
        }
    }
    const Parameter *parameter = parameter_find(ours);
    if (parameter == NULL) {
        gtp_fail(call, "syntax error: unknown parameter %.40s", name);
    }
    return parameter;
}

static bool run_kata_list_params(GtpCall *call) {
    for (int i = 0; i < KATA_PARAMETER_COUNT; i++) {
        text_add(call->answer, "%s ", KATA_PARAMETERS[i].name);
    }
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        text_add(call->answer, "%s ", parameter->name);
    }
    return true;
}

/* As JSON: true and false in place of 1 and 0. */
static json_t *parameter_value(const Parameter *parameter, const PlayerOptions *options) {
    const void *field = (const char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        return json_boolean(*(const bool *)field);
    case PARAMETER_WHOLE:
        return json_integer(*(const int64_t *)field);
    case PARAMETER_REAL:
        return json_real(*(const double *)field);
    }
    return json_null();
}

static bool run_kata_get_param(GtpCall *call) {
    const Parameter *parameter = get_parameter(call, call->arguments[0]);
    if (parameter == NULL) {
        return false;
    }
    json_add_text(parameter_value(parameter, &call->engine->options), call->answer);
    return true;
}

static bool run_kata_get_params(GtpCall *call) {
    const PlayerOptions *options = &call->engine->options;
    json_t *object = json_new_object();
    for (int i = 0; i < KATA_PARAMETER_COUNT; i++) {
        json_set_value(object, KATA_PARAMETERS[i].name,
                       parameter_value(parameter_find(KATA_PARAMETERS[i].ours), options));
    }
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        json_set_value(object, parameter->name, parameter_value(parameter, options));
    }
    json_add_text(object, call->answer);
    return true;
}

static bool set_parameter(GtpCall *call, const char *name, const char *text,
                          PlayerOptions *options) {
    const Parameter *parameter = get_parameter(call, name);
    Status status;
    return parameter != NULL && (parameter_set(parameter, options, text, &status) ||
                                 gtp_fail(call, "syntax error: %s", status.text));
}

static bool run_kata_set_param(GtpCall *call) {
    return set_parameter(call, call->arguments[0], call->arguments[1], &call->engine->options);
}

/* Strings count as what they say. */
static bool set_by_json(GtpCall *call, const char *name, json_t *value, PlayerOptions *options) {
    Text text = {0};
    if (json_is_string(value)) {
        text_add(&text, "%s", json_string_value(value));
    } else {
        json_add_text(json_incref(value), &text);
    }
    const bool ok = set_parameter(call, name, text_get(&text), options);
    text_free(&text);
    return ok;
}

static bool run_kata_set_params(GtpCall *call) {
    PlayerOptions options = call->engine->options;
    json_t *object, *value;
    const char *name;
    if (!gtp_get_json(call, &object)) {
        return false;
    }
    bool ok = true;
    json_object_foreach(object, name, value) {
        ok = ok && set_by_json(call, name, value, &options);
    }
    json_decref(object);
    if (ok) {
        call->engine->options = options;
    }
    return ok;
}

/* ---- The evaluator by itself ---- */

/* As KataGo has it: none, or one object. */
static bool run_kata_get_models(GtpCall *call) {
    NetworkLoad *load = call->engine->player.load;
    json_t *models = json_new_array();
    Status status;
    if (load != NULL) {
        Network *network = network_load_wait(load, &status);
        if (network == NULL) {
            json_decref(models);
            return gtp_fail(call, "%s", status.text);
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

/* Everything is White's. What the evaluator does not guess is -1. */
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

static bool evaluate_raw(GtpEngine *engine, Color color, int number, Symmetry g, RawEvaluation *raw,
                         Status *status) {
    if (engine->player.load != NULL) {
        Network *network = network_load_wait(engine->player.load, status);
        return network != NULL && raw_ask_network(network, engine->game, color, g, raw, status);
    }
    const Evaluator *playouts = player_evaluator(&engine->player, &engine->options, status);
    return raw_ask_playouts(playouts, engine->game, color, g,
                            engine->options.seed + (uint64_t)number, raw, status);
}

/* KataGo numbers the symmetries by what is done first: bit 0 turns the rows over, bit 1 the
 * columns, bit 2 then transposes. */
static bool add_raw_of_symmetry(GtpCall *call, Color color, int number) {
    static const Symmetry SYMMETRIES[SYMMETRY_COUNT] = {0, 2, 1, 3, 4, 5, 6, 7};
    RawEvaluation raw;
    Status status;
    if (!evaluate_raw(call->engine, color, number, SYMMETRIES[number], &raw, &status)) {
        return gtp_fail(call, "%s", status.text);
    }
    if (call->answer->length > 0) {
        text_add(call->answer, "\n");
    }
    add_raw(call->engine->game->geometry, number, &raw, call->answer);
    return true;
}

/* No evaluator here has a policy for optimists: that share of it changes nothing. */
static bool read_optimism(GtpCall *call, int i) {
    double optimism;
    return gtp_get_real(call, i, "an optimism of 0 to 1", &optimism) &&
           ((optimism >= 0 && optimism <= 1) ||
            gtp_fail(call, "syntax error: expected an optimism of 0 to 1, got %.40s",
                     call->arguments[i]));
}

static bool run_kata_raw_nn(GtpCall *call) {
    Color color = (Color)call->engine->game->board.to_move;
    long first = 0, last = SYMMETRY_COUNT - 1;
    int i = color_from_text(call->arguments[0], &color) ? 1 : 0;
    if (i == call->count) {
        return gtp_fail(call, "syntax error: expected a symmetry 0-7 or all behind the color");
    }
    if (strcasecmp(call->arguments[i], "all") != 0) {
        if (!gtp_get_integer(call, i, "a symmetry 0-7 or all", first, last, &first)) {
            return false;
        }
        last = first;
    }
    i++;
    if (i < call->count && !read_optimism(call, i++)) {
        return false;
    }
    if (i < call->count) {
        return gtp_fail(call, "syntax error: expected no more, got %.40s", call->arguments[i]);
    }
    for (long number = first; number <= last; number++) {
        if (!add_raw_of_symmetry(call, color, (int)number)) {
            return false;
        }
    }
    return true;
}

const GtpCommand GTP_KATA_COMMANDS[] = {
    {"kata-search", "COLOR", 1, 1, run_kata_search, "genmove, but the move is not played"},
    {"kata-search_cancellable", "COLOR", 1, 1, run_kata_search_cancellable,
     "the same, but a further line ends it with \"cancelled\""},
    {"stop", "", 0, 0, run_stop, "ends analysis and pondering"},
    {"clear_cache", "", 0, 0, run_clear_cache, "forgets what searches have found"},
    {"get_random_seed", "", 0, 0, run_get_random_seed, "the seed of the search"},
    {"set_random_seed", "SEED", 1, 1, run_set_random_seed, "sets the seed of the search"},
    {"kata-list-params", "", 0, 0, run_kata_list_params,
     "parameters by our names, and by KataGo's where the meaning is the same"},
    {"kata-get-param", "NAME", 1, 1, run_kata_get_param, "the value of a parameter"},
    {"kata-set-param", "NAME VALUE", 2, 2, run_kata_set_param, "sets a parameter"},
    {"kata-get-params", "", 0, 0, run_kata_get_params, "all parameters as a JSON object"},
    {"kata-set-params", "JSON", 1, GTP_ARGUMENTS_MAX, run_kata_set_params,
     "sets the parameters of such an object, all or none"},
    {"kata-get-models", "", 0, 0, run_kata_get_models, "the networks in use as a JSON array"},
    {"kata-raw-nn", "[COLOR] SYMMETRY [OPTIMISM]", 1, 3, run_kata_raw_nn,
     "what the evaluator says without search, SYMMETRY 0-7 or all; OPTIMISM changes nothing"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
