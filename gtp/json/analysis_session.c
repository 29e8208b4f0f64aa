#include "gtp/json/analysis_session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"
#include "gtp/json/analysis_threads.h"
#include "gtp/json/answer.h"
#include "gtp/json/query/field.h"
#include "gtp/subcommands.h"

struct AnalysisSession {
    AnalysisContext context;
    AnalysisThreads threads;
    AnalysisThread *thread; /* the caller's own, if the session has no threads */
    QueryReader reader;
};

/* ---- Errors ---- */

/* Reports an error without an id. */
static void fail(AnalysisSession *session, const char *what, const char *why) {
    char message[512];
    json_t *object = json_new_object();
    snprintf(message, sizeof message, "%s%s", what, why);
    json_set_text(object, "error", message);
    analysis_context_write(&session->context, object);
}

/* ---- Actions: queries for something other than an analysis, answered at once ---- */

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
    json_set_packed(action->object, "{s:s, s:s}", "version", KATAGO_VERSION, "git_hash",
                    "dihedra-" DIHEDRA_VERSION);
    return true;
}

static bool query_models(Action *action) {
    const AnalysisContext *context = action->context;
    const Network *const networks[] = {context->network, context->human};
    json_t *models = json_new_array();
    for (int i = 0; i < 2; i++) {
        const Network *network = networks[i];
        if (network == NULL) {
            continue;
        }
        const char *path = network_path(network);
        json_add_value(models,
                       json_new_packed("{s:o, s:o, s:i, s:b, s:i, s:s}", "name",
                                       json_new_text(path + os_folder_length(path)), "internalName",
                                       json_new_text(network_name(network)), "maxBatchSize",
                                       (int)context->settings->session.batch_max,
                                       "usesHumanSLProfile", network_has_encoder(network),
                                       "version", network_version(network), "usingFP16", "false"));
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
        return field_fail(&action->reader, "terminateId", "Missing: the id of a query");
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

/* Runs the action of the object, which has an id, and answers. Frees the object. */
static void run_action(AnalysisContext *context, json_t *object) {
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

/* ---- Queries ---- */

/* Can the networks imitate the profile of the query? Reports it if not. */
static bool check_profile(const AnalysisSession *session, const FieldReader *reader,
                          const Query *query) {
    const AnalysisContext *context = &session->context;
    const QuerySettings *settings =
        query->settings != NULL ? query->settings : &context->settings->query;
    const bool is_set = human_profile_is_set(&settings->player.profile);
    const bool imitates = context->network != NULL && network_has_encoder(context->network);
    if (imitates && !is_set) {
        return field_fail(reader, "overrideSettings",
                          "Could not set settings: the network is a human-play network and needs a "
                          "humanSLProfile, for example rank_5k");
    }
    if (!imitates && is_set && (context->human == NULL || !network_has_encoder(context->human))) {
        return field_fail(reader, "overrideSettings",
                          "Could not set settings: humanSLProfile needs a human-play network "
                          "(-human-model)");
    }
    return true;
}

static void take_query(AnalysisSession *session, const json_t *object) {
    const FieldReader reader = {.object = object, .errors = &session->reader.errors};
    QueryTurn *turns = NULL;
    int count = 0;
    Query *query = query_read(&session->reader, object, &turns, &count);
    if (query != NULL && count > 0 && check_profile(session, &reader, query)) {
        const int more = queue_add(session->context.queue, query, turns, count);
        analysis_threads_add(&session->threads, session->thread == NULL ? more : 0);
    } else if (query != NULL) {
        query_free(query);
    }
    free(turns);
}

void analysis_session_take(AnalysisSession *session, const char *line, size_t length) {
    json_error_t error;
    size_t blanks =
        length >= 3 ? text_mark_length(line) : 0; /* of Windows, before the first line */
    while (blanks < length && isspace((unsigned char)line[blanks])) {
        blanks++;
    }
    if (blanks == length) {
        return;
    }
    json_t *object =
        json_loadb(line + blanks, length - blanks, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (object == NULL) {
        fail(session, "Could not parse the line as JSON: ", error.text);
    } else if (!json_is_object(object)) {
        fail(session, "The line is JSON, but not an object", "");
    } else if (!json_is_string(json_object_get(object, "id"))) {
        fail(session, "A query must have a field \"id\", which is a string", "");
    } else if (json_object_get(object, "action") != NULL) {
        run_action(&session->context, json_incref(object));
    } else {
        take_query(session, object);
    }
    json_decref(object);
}

/* ---- The input ---- */

/* Bytes of a line: a query of 100,000 moves has less. */
enum { INPUT_LINE_MAX = 64 << 20 };

typedef struct {
    int fd;
    char bytes[1 << 16]; /* read, and not yet taken from `at` on */
    ptrdiff_t at, end;   /* end < 0: the input could not be read */
} InputBytes;

/* Returns the next byte, or -1 at the end. */
static int next_byte(InputBytes *input) {
    if (input->at == input->end) {
        input->at = 0;
        input->end = stream_read(input->fd, input->bytes, sizeof input->bytes);
    }
    return input->end > 0 ? (unsigned char)input->bytes[input->at++] : -1;
}

/* Reads a line without its newline, which may hold any bytes; of one that is too long only the
 * beginning, with a length above INPUT_LINE_MAX. Returns false at the end. */
static bool next_line(InputBytes *input, Text *line) {
    text_clear(line);
    int byte = next_byte(input);
    const bool is_any = byte >= 0;
    for (; byte >= 0 && byte != '\n'; byte = next_byte(input)) {
        if (line->length <= INPUT_LINE_MAX) {
            text_append(line, &(char){(char)byte}, 1);
        }
    }
    return is_any;
}

/* Takes all lines. Returns false if the input could not be read to its end. */
static bool take_lines(AnalysisSession *session, int fd) {
    InputBytes *input = memory_new(1, sizeof *input);
    Text line = {0};
    input->fd = fd;
    while (next_line(input, &line)) {
        if (line.length > INPUT_LINE_MAX) {
            fail(session, "Could not parse the line as JSON: ", "longer than 64 MiB");
        } else {
            analysis_session_take(session, text_get(&line), line.length);
        }
    }
    const bool is_read = input->end == 0;
    free(input);
    text_free(&line);
    return is_read;
}

/* ---- The session ---- */

/* Everything but the threads. The output may be NULL. */
static bool start(AnalysisSession *session, const Settings *settings,
                  const AnalysisSessionOptions *options, Output *output, Status *status) {
    AnalysisContext *context = &session->context;
    const SessionSettings *limits = &settings->session;
    const SharedEvaluatorOptions shared = {
        .threads = os_processors(),
        .batch_max = (int)limits->batch_max,
        .cache_bytes = (size_t)limits->cache_mb << 20,
        .cache_entries = limits->cache_power < 0 ? 0 : UINT64_C(1) << limits->cache_power,
    };
    *context = (AnalysisContext){.queue = queue_new(),
                                 .output = output,
                                 .settings = settings,
                                 .network = options->network,
                                 .human = options->human};
    session->threads.context = context;
    session->reader =
        (QueryReader){.settings = settings, .errors = {analysis_context_write, context}};
    if (context->queue == NULL || output == NULL) {
        return status_fail(status, "out of memory or threads");
    }
    if (context->network == NULL) {
        return true;
    }
    context->shared = shared_evaluator_new(context->network, &shared);
    return (context->shared != NULL && shared_evaluator_prepare(context->shared)) ||
           status_fail(status, "out of memory");
}

/* Once its jobs are done. */
static void end(AnalysisSession *session) {
    AnalysisContext *context = &session->context;
    if (context->output != NULL) {
        output_free(context->output);
    }
    if (context->queue != NULL) {
        queue_free(context->queue);
    }
    geometry_free(session->reader.geometry);
    shared_evaluator_free(context->shared);
}

bool analysis_session_run(const Settings *settings, const AnalysisSessionOptions *options,
                          int input, int output, Status *status) {
    AnalysisSession session = {0};
    AnalysisContext *context = &session.context;
    if (!start(&session, settings, options, output_new(output, false), status)) {
        end(&session);
        return false;
    }
    analysis_threads_add(&session.threads, 1); /* ready before the first query */
    fprintf(stderr, "Started, ready to begin handling requests\n");
    const bool is_read = take_lines(&session, input);
    queue_close(context->queue, options->drops_jobs);
    analysis_threads_join(&session.threads);
    if (context->shared != NULL) {
        const SharedEvaluatorCounts counts = shared_evaluator_counts(context->shared);
        fprintf(stderr,
                "dihedra analysis: %llu evaluations in %llu batches; %llu of %llu answers were "
                "remembered, %llu of them from another orientation\n",
                (unsigned long long)counts.evaluations, (unsigned long long)counts.batches,
                (unsigned long long)counts.cache.found, (unsigned long long)counts.cache.asked,
                (unsigned long long)counts.cache.turned);
    }
    end(&session);
    return is_read || status_fail(status, "the input cannot be read");
}

/* ---- Without threads ---- */

AnalysisSession *analysis_session_new(const Settings *settings,
                                      const AnalysisSessionOptions *options, int output,
                                      Status *status) {
    AnalysisSession *session = memory_new(1, sizeof *session);
    if (!start(session, settings, options, output_new(output, true), status)) {
        analysis_session_free(session);
        return NULL;
    }
    session->thread = analysis_thread_new(&session->context);
    return session;
}

bool analysis_session_work(AnalysisSession *session) {
    QueryJob *job = queue_take(session->context.queue, false);
    if (job != NULL) {
        analysis_thread_run(session->thread, job);
    }
    return job != NULL;
}

void analysis_session_free(AnalysisSession *session) {
    if (session != NULL) {
        if (session->thread != NULL) {
            analysis_thread_free(session->thread);
        }
        end(session);
        free(session);
    }
}
