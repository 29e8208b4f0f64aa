#include "gtp/json/action.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "gtp/json/answer.h"
#include "gtp/json/query/field.h"

/* Answers that are handed over at once, so that the first are written while others are made. */
enum { CHUNK_BYTES = 1 << 16 };

/* An action under way. */
typedef struct {
    const AnalysisContext *plan;
    json_t *object;
    FieldReader reader;
    QueryJob **removed; /* jobs that will not be done */
    int removed_count;
} Action;

static void tell_error(void *context, json_t *object) {
    analysis_context_tell(context, object);
}

/* ---- What is asked for ---- */

static bool query_version(Action *action) {
    json_set_text(action->object, "version", ACTION_KATAGO_VERSION);
    json_set_text(action->object, "git_hash", "dihedra-" DIHEDRA_VERSION);
    return true;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static void add_model(json_t *models, const Network *network, int batch_max) {
    json_t *model = json_new_object();
    json_set_text(model, "name", base_name(network_path(network)));
    json_set_text(model, "internalName", network_name(network));
    json_set_value(model, "maxBatchSize", json_integer(batch_max));
    json_set_value(model, "usesHumanSLProfile", json_boolean(network_has_encoder(network)));
    json_set_value(model, "version", json_integer(network_version(network)));
    json_set_text(model, "usingFP16", "false");
    json_add_value(models, model);
}

static bool query_models(Action *action) {
    const AnalysisContext *plan = action->plan;
    const int64_t batch = plan->settings->session.batch_max;
    const int batch_max = batch < FAST_BATCH_MAX ? (int)batch : FAST_BATCH_MAX;
    json_t *models = json_new_array();
    if (plan->network != NULL) {
        add_model(models, plan->network, batch_max);
    }
    if (plan->human != NULL) {
        add_model(models, plan->human, batch_max);
    }
    json_set_value(action->object, "models", models);
    return true;
}

static bool clear_cache(Action *action) {
    if (action->plan->shared != NULL) {
        shared_evaluator_clear(action->plan->shared);
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
        action->removed = queue_terminate(action->plan->queue, &choice, &action->removed_count);
    }
    free(turns.items);
    return ok;
}

static bool terminate(Action *action) {
    json_t *id = json_object_get(action->object, "terminateId");
    if (!json_is_string(id)) {
        return field_fail(&action->reader, "terminateId", "Must be there: the id of a query");
    }
    char *text = memory_check(json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT));
    const bool ok = terminate_id(action, text);
    free(text);
    return ok;
}

static bool terminate_all(Action *action) {
    return terminate_id(action, NULL);
}

static const struct {
    const char *name;
    bool (*run)(Action *action); /* returns false if it has told an error instead */
} ACTIONS[] = {
    {"query_version", query_version}, {"query_models", query_models},
    {"clear_cache", clear_cache},     {"terminate", terminate},
    {"terminate_all", terminate_all},
};

enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

static void answer_removed(const Action *action) {
    Text text = {0};
    for (int i = 0; i < action->removed_count; i++) {
        answer_add_nothing(action->removed[i], &text);
        if (text.length >= CHUNK_BYTES || i + 1 == action->removed_count) {
            output_add(action->plan->output, text.bytes, text.length);
            text_clear(&text);
        }
    }
    text_free(&text);
}

void action_run(const AnalysisContext *plan, json_t *object) {
    const QueryErrorHandler errors = {tell_error, (void *)plan};
    Action action = {
        .plan = plan, .object = object, .reader = {.object = object, .errors = &errors}};
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
        analysis_context_tell(plan, object);
    } else {
        json_decref(object);
    }
    answer_removed(&action); /* after the echo, which then comes at once however many they are */
    queue_drop(action.removed, action.removed_count);
}
