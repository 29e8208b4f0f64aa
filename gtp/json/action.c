#include "gtp/json/action.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/os/files.h"
#include "engine/base/version.h"
#include "gtp/json/answer.h"
#include "gtp/json/query/field.h"

/* Answers are handed over in chunks: the first are written while others are made. */
enum { CHUNK_BYTES = 1 << 16 };

typedef struct {
    const AnalysisContext *context;
    json_t *object;
    FieldReader reader;
    QueryJob **removed; /* jobs that will not be done */
    int removed_count;
} Action;

static bool query_version(Action *action) {
    json_set_packed(action->object, "{s:s, s:s}", "version", ACTION_KATAGO_VERSION, "git_hash",
                    "dihedra-" DIHEDRA_VERSION);
    return true;
}

static void add_model(json_t *models, const Network *network, int batch_max) {
    const char *path = network_path(network);
    json_add_value(models,
                   json_new_packed("{s:o, s:o, s:i, s:b, s:i, s:s}", "name",
                                   json_new_text(path + os_folder_length(path)), "internalName",
                                   json_new_text(network_name(network)), "maxBatchSize", batch_max,
                                   "usesHumanSLProfile", network_has_encoder(network), "version",
                                   network_version(network), "usingFP16", "false"));
}

static bool query_models(Action *action) {
    const AnalysisContext *context = action->context;
    const Network *const networks[] = {context->network, context->human};
    json_t *models = json_new_array();
    for (int i = 0; i < 2; i++) {
        if (networks[i] != NULL) {
            add_model(models, networks[i], (int)context->settings->session.batch_max);
        }
    }
    json_set_value(action->object, "models", models);
    return true;
}

static bool clear_cache(Action *action) {
    if (action->context->shared != NULL) {
        shared_evaluator_clear(action->context->shared);
    }
    return true;
}

/* Ends what has this id (as JSON; NULL: everything), or those turns of it that are named. */
static bool terminate_id(Action *action, const char *id) {
    FieldList turns;
    const bool ok = field_read_list(&action->reader, "turnNumbers", "turn number", INT64_MIN,
                                    INT64_MAX, &turns);
    if (ok) {
        const QueueChoice choice = {id, turns.items, turns.count};
        action->removed = queue_terminate(action->context->queue, &choice, &action->removed_count);
    }
    free(turns.items);
    return ok;
}

static bool terminate(Action *action) {
    json_t *id = json_object_get(action->object, "terminateId");
    if (!json_is_string(id)) {
        return field_fail(&action->reader, "terminateId", "Must be there: the id of a query");
    }
    char *text = json_new_dump(id, JSON_ENCODE_ANY | JSON_COMPACT);
    const bool ok = terminate_id(action, text);
    free(text);
    return ok;
}

static bool terminate_all(Action *action) {
    return terminate_id(action, NULL);
}

static const struct {
    const char *name;
    bool (*run)(Action *action); /* returns false if it has reported an error instead */
} ACTIONS[] = {
    {"query_version", query_version}, {"query_models", query_models},
    {"clear_cache", clear_cache},     {"terminate", terminate},
    {"terminate_all", terminate_all},
};

enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

/* After the echo, which comes at once even if there are many. */
static void answer_removed(const Action *action) {
    Text text = {0};
    for (int i = 0; i < action->removed_count; i++) {
        answer_add_nothing(action->removed[i], &text);
        if (text.length >= CHUNK_BYTES || i + 1 == action->removed_count) {
            output_add(action->context->output, text.bytes, text.length);
            text_clear(&text);
        }
    }
    text_free(&text);
    queue_drop(action->removed, action->removed_count);
}

void action_run(AnalysisContext *context, json_t *object) {
    const QueryErrorHandler errors = {analysis_context_write, context};
    Action action = {
        .context = context, .object = object, .reader = {.object = object, .errors = &errors}};
    const char *name = json_string_value(json_object_get(object, "action"));
    int i = 0;
    while (i < ACTION_COUNT && (name == NULL || strcmp(ACTIONS[i].name, name) != 0)) {
        i++;
    }
    if (i == ACTION_COUNT) {
        field_fail(&action.reader, "action",
                   "Must be query_version, query_models, clear_cache, terminate or terminate_all");
    }
    if (i < ACTION_COUNT && ACTIONS[i].run(&action)) {
        analysis_context_write(context, object);
    } else {
        json_decref(object);
    }
    answer_removed(&action);
}
