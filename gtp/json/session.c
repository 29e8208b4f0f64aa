#include "gtp/json/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gtp/json/action.h"
#include "gtp/json/lines.h"
#include "gtp/json/query/field.h"
#include "gtp/json/query/query_reader.h"

/* Bytes of a line: a query of 100,000 moves has less. */
enum { LINE_BYTES_MAX = 64 << 20 };

typedef struct {
    AnalysisContext plan;
    AnalysisThreads *threads;
    PlayoutEvaluator playouts;
    QueryReader reader;
    SessionShare share;
    int64_t turns_seen; /* of all queries */
} JsonSession;

/* ---- Errors ---- */

static void tell_error(void *context, json_t *object) {
    const JsonSession *session = context;
    analysis_context_tell(&session->plan, object);
}

/* An error without an id. */
static void tell(JsonSession *session, const char *what, const char *why) {
    char message[512];
    json_t *object = json_new_object();
    snprintf(message, sizeof message, "%s%s", what, why);
    json_set_text(object, "error", message);
    tell_error(session, object);
}

/* ---- Queries ---- */

/* Can the networks imitate the profile of the query? Says so if not. */
static bool check_profile(const JsonSession *session, const FieldReader *reader,
                          const Query *query) {
    const AnalysisContext *plan = &session->plan;
    const QuerySettings *settings =
        query->settings != NULL ? query->settings : &plan->settings->query;
    const HumanProfile *profile = &settings->player.profile;
    const bool imitates = plan->network != NULL && network_has_encoder(plan->network);
    if (imitates && !human_profile_is_set(profile)) {
        return field_fail(reader, "overrideSettings",
                          "Could not set settings: the network imitates people and needs a "
                          "humanSLProfile, for example rank_5k");
    }
    if (!imitates && human_profile_is_set(profile) &&
        (plan->human == NULL || !network_has_encoder(plan->human))) {
        return field_fail(reader, "overrideSettings",
                          "Could not set settings: humanSLProfile needs a human-play network "
                          "(-human-model)");
    }
    return true;
}

/* Keeps those of the turns that are this session's share; returns how many. */
static int keep_share(JsonSession *session, QueryTurn *turns, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (session->turns_seen++ % session->share.count == session->share.index) {
            turns[kept++] = turns[i];
        }
    }
    return kept;
}

static void take_query(JsonSession *session, const json_t *object) {
    const FieldReader reader = {.object = object, .errors = &session->reader.errors};
    QueryTurn *turns = NULL;
    int count = 0;
    Query *query = query_read(&session->reader, object, &turns, &count);
    count = query == NULL ? 0 : keep_share(session, turns, count);
    if (query != NULL && (count == 0 || !check_profile(session, &reader, query))) {
        query_free(query);
    } else if (query != NULL) {
        analysis_threads_add(session->threads, queue_add(session->plan.queue, query, turns, count));
    }
    free(turns);
}

/* Takes the object of a line, which it frees. */
static void take_object(JsonSession *session, json_t *object) {
    if (!json_is_object(object)) {
        tell(session, "The line is JSON, but not an object", "");
    } else if (!json_is_string(json_object_get(object, "id"))) {
        tell(session, "A query must have a field \"id\", which is a string", "");
    } else if (json_object_get(object, "action") != NULL) {
        action_run(&session->plan, object);
        return;
    } else {
        take_query(session, object);
    }
    json_decref(object);
}

static bool is_blank(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (strchr(" \t\r\v\f", line[i]) == NULL || line[i] == '\0') {
            return false;
        }
    }
    return true;
}

static void take_line(JsonSession *session, const char *line, size_t length) {
    json_error_t error;
    if (is_blank(line, length)) {
        return;
    }
    json_t *object = json_read(line, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (object == NULL) {
        tell(session, "Could not parse the line as JSON: ", error.text);
        return;
    }
    take_object(session, object);
}

static void read_lines(JsonSession *session, int input, int output) {
    Lines lines = {.fd = input, .output = output, .most = LINE_BYTES_MAX};
    const char *line;
    size_t length;
    for (;;) {
        const LinesResult result = lines_next(&lines, &line, &length);
        if (result == LINES_OVER) {
            break;
        }
        if (result == LINES_TOO_LONG) {
            tell(session, "Could not parse the line as JSON: ", "longer than 64 MiB");
        } else {
            take_line(session, line, length);
        }
    }
    lines_free(&lines);
}

/* ---- The session ---- */

static bool start_evaluators(JsonSession *session, Status *status) {
    AnalysisContext *plan = &session->plan;
    const SessionSettings *settings = &plan->settings->session;
    const int64_t processors = sysconf(_SC_NPROCESSORS_ONLN);
    const SharedEvaluatorOptions options = {
        .threads = processors > 0 ? (int)processors : 1,
        .batch_max = settings->batch_max < FAST_BATCH_MAX ? (int)settings->batch_max : 8,
        .cache_bytes = (size_t)settings->cache_mb << 20,
        .cache_entries = settings->cache_power < 0 ? 0 : UINT64_C(1) << settings->cache_power,
    };
    playout_evaluator_init(&session->playouts, &plan->settings->query.player.rates);
    plan->playouts = &session->playouts.evaluator;
    if (plan->network != NULL) {
        plan->shared = shared_evaluator_new(plan->network, &options);
    }
    return plan->network == NULL ||
           (plan->shared != NULL && shared_evaluator_prepare(plan->shared)) ||
           status_fail(status, "out of memory");
}

static bool start(JsonSession *session, int output, Status *status) {
    AnalysisContext *plan = &session->plan;
    plan->queue = queue_new();
    plan->output = output_new(output);
    session->threads = analysis_threads_new(plan);
    if (plan->queue == NULL || plan->output == NULL || session->threads == NULL) {
        return status_fail(status, "out of memory or threads");
    }
    analysis_threads_add(session->threads, 1); /* ready before the first query */
    return true;
}

static void print_counts(const SharedEvaluator *shared) {
    const SharedEvaluatorCounts counts = shared_evaluator_counts(shared);
    fprintf(stderr,
            "dihedra analysis: %llu evaluations in %llu batches; %llu of %llu answers were "
            "remembered, %llu of them from another orientation\n",
            (unsigned long long)counts.evaluations, (unsigned long long)counts.batches,
            (unsigned long long)counts.cache.found, (unsigned long long)counts.cache.asked,
            (unsigned long long)counts.cache.turned);
}

bool session_run_json(const Settings *settings, const SessionOptions *options, int input,
                      int output, Status *status) {
    JsonSession session = {.plan = {.settings = settings,
                                    .network = options->network,
                                    .human = options->human,
                                    .is_silent = options->share.index > 0},
                           .share = options->share};
    session.reader = (QueryReader){.settings = settings, .errors = {tell_error, &session}};
    if (!start_evaluators(&session, status) || !start(&session, output, status)) {
        return false; /* the program ends, and with it what was made */
    }
    if (!session.plan.is_silent) {
        fprintf(stderr, "Started, ready to begin handling requests\n");
    }
    read_lines(&session, input, output);
    queue_close(session.plan.queue, options->drops_jobs);
    analysis_threads_free(session.threads);
    output_free(session.plan.output);
    queue_free(session.plan.queue);
    geometry_free(session.reader.geometry);
    if (session.plan.shared != NULL) {
        print_counts(session.plan.shared);
    }
    shared_evaluator_free(session.plan.shared);
    return true;
}
