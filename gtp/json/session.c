#include "gtp/json/session.h"

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
enum { LINE_BYTES_MAX = 64 << 20, READ_BYTES = 1 << 16 };

/* ---- Lines of any length ---- */

typedef struct {
    int fd;
    char *bytes;
    size_t start, end, capacity; /* of the bytes that have been read and not yet returned */
    size_t most;                 /* bytes of a line */
    bool is_over, has_failed;
} Lines;

typedef enum {
    LINES_NEXT,
    LINES_TOO_LONG, /* the line has been skipped */
    LINES_OVER,
} LinesResult;

/* Reads more bytes after the present ones. */
static void fill(Lines *lines) {
    if (lines->start > 0) {
        memmove(lines->bytes, lines->bytes + lines->start, lines->end - lines->start);
        lines->end -= lines->start;
        lines->start = 0;
    }
    if (lines->capacity - lines->end < READ_BYTES) {
        lines->capacity = 2 * (lines->capacity + READ_BYTES);
        lines->bytes = memory_check(realloc(lines->bytes, lines->capacity));
    }
    const ptrdiff_t count = stream_read(lines->fd, lines->bytes + lines->end, READ_BYTES);
    lines->end += count > 0 ? (size_t)count : 0;
    lines->is_over = count <= 0;
    lines->has_failed = count < 0;
}

/* Returns the next line without its newline; it may hold any bytes and lasts until the next call. A
 * last line without a newline counts. */
static LinesResult next_line(Lines *lines, const char **line, size_t *length) {
    size_t seen = 0; /* bytes that are known to hold no newline */
    bool is_long = false;
    for (;;) {
        char *begin = lines->bytes == NULL ? NULL : lines->bytes + lines->start;
        const size_t held = lines->end - lines->start;
        char *newline = held > seen ? memchr(begin + seen, '\n', held - seen) : NULL;
        if (newline != NULL || (lines->is_over && held > 0)) {
            *line = begin;
            *length = newline != NULL ? (size_t)(newline - begin) : held;
            lines->start += *length + (newline != NULL);
            return is_long || *length > lines->most ? LINES_TOO_LONG : LINES_NEXT;
        }
        if (lines->is_over) {
            return is_long ? LINES_TOO_LONG : LINES_OVER;
        }
        seen = held;
        if (held > lines->most) {
            lines->start = lines->end;
            seen = 0;
            is_long = true;
        }
        fill(lines);
    }
}

/* ---- Queries ---- */

typedef struct {
    AnalysisContext context;
    AnalysisThreads threads;
    QueryReader reader;
    SessionShare share;
    int64_t turns_seen; /* of all queries */
} JsonSession;

/* ---- Errors ---- */

/* Reports an error without an id. */
static void fail(JsonSession *session, const char *what, const char *why) {
    char message[512];
    json_t *object = json_new_object();
    snprintf(message, sizeof message, "%s%s", what, why);
    json_set_text(object, "error", message);
    analysis_context_write(&session->context, object);
}

/* ---- Queries ---- */

/* Can the networks imitate the profile of the query? Reports it if not. */
static bool check_profile(const JsonSession *session, const FieldReader *reader,
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

/* Of the turns of all queries the session takes its share. */
static void take_query(JsonSession *session, const json_t *object) {
    const FieldReader reader = {.object = object, .errors = &session->reader.errors};
    QueryTurn *turns = NULL;
    int count = 0, kept = 0;
    Query *query = query_read(&session->reader, object, &turns, &count);
    for (int i = 0; query != NULL && i < count; i++) {
        if (session->turns_seen++ % session->share.count == session->share.index) {
            turns[kept++] = turns[i];
        }
    }
    if (kept > 0 && check_profile(session, &reader, query)) {
        analysis_threads_add(&session->threads,
                             queue_add(session->context.queue, query, turns, kept));
    } else if (query != NULL) {
        query_free(query);
    }
    free(turns);
}

/* Takes the value of a line and frees it. */
static void take_object(JsonSession *session, json_t *object) {
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

static void take_line(JsonSession *session, const char *line, size_t length) {
    json_error_t error;
    size_t blanks = 0;
    while (blanks < length && isspace((unsigned char)line[blanks])) {
        blanks++;
    }
    if (blanks == length) {
        return;
    }
    json_t *object = json_read(line, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (object != NULL) {
        take_object(session, object);
    } else {
        fail(session, "Could not parse the line as JSON: ", error.text);
    }
}

/* Returns false if the input could not be read to its end. */
static bool read_lines(JsonSession *session, int input) {
    Lines lines = {.fd = input, .most = LINE_BYTES_MAX};
    const char *line = NULL;
    size_t length = 0;
    LinesResult result;
    while ((result = next_line(&lines, &line, &length)) != LINES_OVER) {
        if (result == LINES_TOO_LONG) {
            fail(session, "Could not parse the line as JSON: ", "longer than 64 MiB");
        } else {
            take_line(session, line, length);
        }
    }
    free(lines.bytes);
    return !lines.has_failed;
}

/* ---- The session ---- */

static bool start_evaluators(JsonSession *session, Status *status) {
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

static bool start(JsonSession *session, int output, Status *status) {
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

bool session_run_json(const Settings *settings, const SessionOptions *options, int input,
                      int output, Status *status) {
    JsonSession session = {.context = {.settings = settings,
                                       .network = options->network,
                                       .human = options->human,
                                       .is_silent = options->share.index > 0},
                           .share = options->share};
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
    if (!context->is_silent) {
        fprintf(stderr, "Started, ready to begin handling requests\n");
    }
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
