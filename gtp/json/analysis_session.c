#include "gtp/json/analysis_session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"
#include "gtp/json/action.h"
#include "gtp/json/query/field.h"
#include "gtp/json/query/query_reader.h"

/* Bytes of a line: a query of 100,000 moves has less. */
enum { LINE_BYTES_MAX = 64 << 20 };

typedef struct {
    AnalysisContext context;
    AnalysisThreads threads;
    QueryReader reader;
} AnalysisSession;

/* ---- Lines ---- */

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

/* Reads the next line without its newline, which may hold any bytes; of one longer than
 * LINE_BYTES_MAX only the beginning. Returns false at the end. */
static bool next_line(InputBytes *input, Text *line) {
    text_clear(line);
    int byte = next_byte(input);
    const bool is_any = byte >= 0;
    for (; byte >= 0 && byte != '\n'; byte = next_byte(input)) {
        if (line->length <= LINE_BYTES_MAX) {
            text_append(line, &(char){(char)byte}, 1);
        }
    }
    return is_any;
}

/* ---- Errors ---- */

/* Reports an error without an id. */
static void fail(AnalysisSession *session, const char *what, const char *why) {
    char message[512];
    json_t *object = json_new_object();
    snprintf(message, sizeof message, "%s%s", what, why);
    json_set_text(object, "error", message);
    analysis_context_write(&session->context, object);
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
        analysis_threads_add(&session->threads,
                             queue_add(session->context.queue, query, turns, count));
    } else if (query != NULL) {
        query_free(query);
    }
    free(turns);
}

/* Takes the value of a line and frees it. */
static void take_object(AnalysisSession *session, json_t *object) {
    if (!json_is_object(object)) {
        fail(session, "The line is JSON, but not an object", "");
    } else if (!json_is_string(json_object_get(object, "id"))) {
        fail(session, "A query must have a field \"id\", which is a string", "");
    } else if (json_object_get(object, "action") != NULL) {
        action_run(&session->context, object);
        return;
    } else {
        take_query(session, object);
    }
    json_decref(object);
}

static void take_line(AnalysisSession *session, const char *line, size_t length) {
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
    if (object != NULL) {
        take_object(session, object);
    } else {
        fail(session, "Could not parse the line as JSON: ", error.text);
    }
}

/* Returns false if the input could not be read to its end. */
static bool read_lines(AnalysisSession *session, int fd) {
    InputBytes *input = memory_new(1, sizeof *input);
    Text line = {0};
    input->fd = fd;
    while (next_line(input, &line)) {
        if (line.length > LINE_BYTES_MAX) {
            fail(session, "Could not parse the line as JSON: ", "longer than 64 MiB");
        } else {
            take_line(session, text_get(&line), line.length);
        }
    }
    const bool is_read = input->end == 0;
    free(input);
    text_free(&line);
    return is_read;
}

/* ---- The session ---- */

static bool start_evaluators(AnalysisSession *session, Status *status) {
    AnalysisContext *context = &session->context;
    const SessionSettings *settings = &context->settings->session;
    const SharedEvaluatorOptions options = {
        .threads = os_processors(),
        .batch_max = (int)settings->batch_max,
        .cache_bytes = (size_t)settings->cache_mb << 20,
        .cache_entries = settings->cache_power < 0 ? 0 : UINT64_C(1) << settings->cache_power,
    };
    if (context->network != NULL) {
        context->shared = shared_evaluator_new(context->network, &options);
    }
    return context->network == NULL ||
           (context->shared != NULL && shared_evaluator_prepare(context->shared)) ||
           status_fail(status, "out of memory");
}

static bool start(AnalysisSession *session, int output, Status *status) {
    AnalysisContext *context = &session->context;
    context->queue = queue_new();
    context->output = output_new(output);
    session->threads.context = context;
    if (context->queue == NULL || context->output == NULL) {
        return status_fail(status, "out of memory or threads");
    }
    analysis_threads_add(&session->threads, 1); /* ready before the first query */
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

bool analysis_session_run(const Settings *settings, const AnalysisSessionOptions *options,
                          int input, int output, Status *status) {
    AnalysisSession session = {
        .context = {.settings = settings, .network = options->network, .human = options->human}};
    AnalysisContext *context = &session.context;
    session.reader =
        (QueryReader){.settings = settings, .errors = {analysis_context_write, context}};
    if (!start_evaluators(&session, status) || !start(&session, output, status)) {
        if (context->output != NULL) {
            output_free(context->output);
        }
        if (context->queue != NULL) {
            queue_free(context->queue);
        }
        shared_evaluator_free(context->shared);
        return false;
    }
    fprintf(stderr, "Started, ready to begin handling requests\n");
    const bool is_read = read_lines(&session, input);
    queue_close(context->queue, options->drops_jobs);
    analysis_threads_join(&session.threads);
    output_free(context->output);
    queue_free(context->queue);
    geometry_free(session.reader.geometry);
    if (context->shared != NULL) {
        print_counts(context->shared);
    }
    shared_evaluator_free(context->shared);
    return is_read || status_fail(status, "the input cannot be read");
}
