#include "gtp/json/analysis_proxy.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/process.h"
#include "engine/base/os/system.h"
#include "engine/base/os/thread.h"
#include "gtp/json/group_prover.h"
#include "gtp/json/input_lines.h"
#include "gtp/json/output.h"
#include "gtp/json/query/query.h"

enum { PROVERS_MAX = 4, READ_BYTES = 1 << 16 };

/* END_SECONDS: for an engine to end once it has closed its output. */
static const double WAIT_SECONDS = 0.5, END_SECONDS = 5;

/* A query that the engine has yet to answer. */
typedef struct {
    char *id;     /* as JSON */
    Query *query; /* NULL: nothing is proved about it */
    int left;     /* answers */
    bool hides_ownership;
} ProxyQuery;

/* An answer that waits for its proofs. */
typedef struct ProxyJob {
    struct ProxyJob *next;
    Query *query;
    int turn;
    Color view;
    float ownership[CELL_COUNT_MAX];
    Deadline deadline;
    Text line;
} ProxyJob;

typedef struct {
    const AnalysisProxyOptions *options;
    Output *output;
    QueryReader reader;

    pthread_mutex_t engine_mutex; /* of the writer, and of the engine's end */
    ChildProcess *child;          /* NULL: it has ended, */
    char how[160];                /* so */
    bool input_has_ended, has_failed;
    _Atomic bool is_over; /* relaxed: only ends a wait */

    pthread_mutex_t mutex; /* of what follows */
    ProxyQuery *queries;
    int count;
    pthread_cond_t changed;
    ProxyJob *first, *last;
    bool is_closed;
} AnalysisProxy;

/* ---- Queries ---- */

static char *dump_id(const json_t *object) {
    return json_new_dump(json_object_get(object, "id"), JSON_ENCODE_ANY | JSON_COMPACT);
}

static void drop_error(void *context, json_t *object) {
    (void)context; /* the engine will report it */
    json_decref(object);
}

static void release(Query *query, int jobs) {
    if (query != NULL && atomic_fetch_sub(&query->jobs, jobs) == jobs) {
        query_free(query);
    }
}

/* Both with the mutex. */
static ProxyQuery *find_query(AnalysisProxy *proxy, const char *id) {
    for (int i = 0; i < proxy->count; i++) {
        if (strcmp(proxy->queries[i].id, id) == 0) {
            return &proxy->queries[i];
        }
    }
    return NULL;
}

static void remove_query(AnalysisProxy *proxy, ProxyQuery *entry) {
    free(entry->id);
    const ptrdiff_t after = proxy->queries + proxy->count-- - (entry + 1);
    memmove(entry, entry + 1, (size_t)after * sizeof *entry);
}

/* Answers all queries that wait for the engine, which has ended. */
static void report_all(AnalysisProxy *proxy) {
    pthread_mutex_lock(&proxy->mutex);
    while (proxy->count > 0) {
        ProxyQuery *entry = &proxy->queries[0];
        output_add_error(proxy->output, proxy->how, entry->id);
        release(entry->query, entry->left);
        remove_query(proxy, entry);
    }
    pthread_mutex_unlock(&proxy->mutex);
}

/* Keeps a query. Returns whether it now asks for ownership that it did not. */
static bool keep_query(AnalysisProxy *proxy, json_t *object) {
    QueryTurn *turns = NULL;
    int count = 1;
    ProxyQuery entry = {.id = dump_id(object),
                        .query = query_read(&proxy->reader, object, &turns, &count)};
    free(turns);
    entry.left = count;
    pthread_mutex_lock(&proxy->mutex);
    ProxyQuery *twin = find_query(proxy, entry.id);
    if (entry.query != NULL && (twin != NULL || count == 0)) {
        query_free(entry.query);
        entry.query = NULL;
    }
    if (twin != NULL) { /* whose answer is whose? */
        release(twin->query, twin->left);
        twin->query = NULL;
    }
    if (entry.query != NULL) {
        atomic_store(&entry.query->jobs, count);
        entry.hides_ownership = !entry.query->includes.ownership;
    }
    if (count > 0) {
        proxy->queries = memory_grow(proxy->queries, (size_t)proxy->count, sizeof entry);
        proxy->queries[proxy->count++] = entry;
    } else { /* nothing is asked */
        free(entry.id);
    }
    pthread_mutex_unlock(&proxy->mutex);
    if (entry.hides_ownership) {
        json_set_value(object, "includeOwnership", json_true());
    }
    return entry.hides_ownership;
}

/* ---- To the engine ---- */

/* Returns false if the engine has ended. */
static bool tell_engine(AnalysisProxy *proxy, const char *bytes, size_t length) {
    pthread_mutex_lock(&proxy->engine_mutex);
    const bool is_there = proxy->child != NULL;
    bool can_write;
    while (is_there && length > 0 && !atomic_load_explicit(&proxy->is_over, memory_order_relaxed)) {
        const ptrdiff_t n = child_write(proxy->child, bytes, length);
        if (n < 0) { /* its output will end, too */
            break;
        }
        bytes += n;
        length -= (size_t)n;
        if (length > 0) {
            child_wait(proxy->child, WAIT_SECONDS, NULL, &can_write);
        }
    }
    pthread_mutex_unlock(&proxy->engine_mutex);
    return is_there;
}

/* Hands a line on, rewritten only if it is a query that must ask for ownership. */
static void take_client_line(void *context, const char *bytes, size_t length) {
    AnalysisProxy *proxy = context;
    json_t *object = json_loadb(bytes, length, JSON_ALLOW_NUL, NULL);
    const bool has_id = json_is_string(json_object_get(object, "id"));
    const bool is_action = json_object_get(object, "action") != NULL;
    Text line = {0};
    if (has_id && !is_action && keep_query(proxy, object)) {
        json_add_text(json_incref(object), &line);
    } else {
        text_append(&line, bytes, length);
    }
    text_append(&line, "\n", 1);
    if (!tell_engine(proxy, line.bytes, line.length)) {
        report_all(proxy);
        if (has_id && is_action) {
            char *id = dump_id(object);
            output_add_error(proxy->output, proxy->how, id);
            free(id);
        }
    }
    text_free(&line);
    json_decref(object);
}

/* ---- From the engine ---- */

/* Whose view an answer takes: lcb is the bad side of winrate for the side to move. EMPTY if no move
 * shows it. */
static Color find_view(const json_t *answer) {
    const char *player =
        json_string_value(json_object_get(json_object_get(answer, "rootInfo"), "currentPlayer"));
    const json_t *moves = json_object_get(answer, "moveInfos");
    for (size_t i = 0; player != NULL && i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        const double lcb = json_number_value(json_object_get(move, "lcb"));
        const double rate = json_number_value(json_object_get(move, "winrate"));
        if (lcb < rate || lcb > rate) {
            return (*player == 'B') == (lcb < rate) ? BLACK : WHITE;
        }
    }
    return EMPTY;
}

/* Makes the job of proving an answer, or returns NULL if it has nothing to go by. */
static ProxyJob *make_job(const AnalysisProxy *proxy, const json_t *answer, Query *query) {
    const json_t *ownership = json_object_get(answer, "ownership");
    const size_t cells = json_array_size(ownership);
    const json_int_t turn = json_integer_value(json_object_get(answer, "turnNumber"));
    if (query == NULL || turn < 0 || turn > query->move_count || cells == 0 ||
        cells != (size_t)query->width * query->height) {
        return NULL;
    }
    ProxyJob *job = memory_new(1, sizeof *job);
    job->query = query;
    job->turn = (int)turn;
    job->view = find_view(answer);
    job->deadline.at = clock_seconds() + proxy->options->seconds;
    for (size_t i = 0; i < cells; i++) {
        job->ownership[i] = (float)json_number_value(json_array_get(ownership, i));
    }
    return job;
}

/* Takes note of an answer. Sets *hides if its ownership has to go. Returns its job, if any. */
static ProxyJob *note_answer(AnalysisProxy *proxy, const json_t *answer, bool *hides) {
    ProxyJob *job = NULL;
    const bool is_final = json_is_false(json_object_get(answer, "isDuringSearch"));
    const bool is_error = json_object_get(answer, "error") != NULL;
    char *id = dump_id(answer);
    pthread_mutex_lock(&proxy->mutex);
    ProxyQuery *entry = find_query(proxy, id);
    *hides = entry != NULL && entry->hides_ownership;
    if (entry != NULL && (is_final || is_error)) {
        /* An error about a field is that of the whole query. */
        const int done = json_object_get(answer, "field") != NULL ? entry->left : 1;
        job = is_final ? make_job(proxy, answer, entry->query) : NULL;
        if (job == NULL) {
            release(entry->query, done);
        }
        entry->left -= done;
        if (entry->left == 0) {
            remove_query(proxy, entry);
        }
    }
    pthread_mutex_unlock(&proxy->mutex);
    free(id);
    return job;
}

/* Takes the ownership out of an object in JSON that is right, with a comma. */
static void cut_ownership(Text *line) {
    static const char KEY[] = "\"ownership\"";
    int depth = 0;
    for (char *s = line->bytes; *s != '\0'; s++) {
        char *start = s;
        depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
        if (*s != '"') {
            continue;
        }
        for (s++; *s != '"'; s++) {
            s += *s == '\\';
        }
        if (depth == 1 && strncmp(start, KEY, strlen(KEY)) == 0 &&
            s[1 + strspn(s + 1, " ")] == ':') {
            char *end = strchr(s, ']') + 1;
            for (; *end != ',' && start[-1] != ',' && start[-1] != '{'; start--) {
            }
            end += *end == ',';
            start -= end[-1] != ',' && start[-1] == ',';
            line->length -= (size_t)(end - start);
            memmove(start, end, strlen(end) + 1);
            return;
        }
    }
}

static void take_engine_line(AnalysisProxy *proxy, const char *bytes, size_t length) {
    json_t *answer = json_loadb(bytes, length, JSON_ALLOW_NUL, NULL);
    ProxyJob *job = NULL;
    Text line = {0};
    text_append(&line, bytes, length);
    if (json_is_string(json_object_get(answer, "id")) &&
        json_object_get(answer, "action") == NULL) {
        bool hides;
        job = note_answer(proxy, answer, &hides);
        if (hides) {
            cut_ownership(&line);
        }
    }
    text_append(&line, "\n", 1);
    json_decref(answer);
    if (job == NULL) {
        output_add(proxy->output, line.bytes, line.length);
        text_free(&line);
        return;
    }
    job->line = line;
    pthread_mutex_lock(&proxy->mutex);
    *(proxy->first == NULL ? &proxy->first : &proxy->last->next) = job;
    proxy->last = job;
    pthread_cond_signal(&proxy->changed);
    pthread_mutex_unlock(&proxy->mutex);
}

/* Waits for the engine, whose output has ended, and answers what waits for it. */
static void end_engine(AnalysisProxy *proxy) {
    atomic_store_explicit(&proxy->is_over, true, memory_order_relaxed);
    pthread_mutex_lock(&proxy->engine_mutex);
    child_wait_for_end(proxy->child, END_SECONDS);
    const ChildEnd end = child_finish(proxy->child);
    proxy->child = NULL;
    proxy->has_failed = !proxy->input_has_ended || end.exit_status != 0 || end.signal != 0;
    snprintf(proxy->how, sizeof proxy->how, "The engine %.100s %s %d", proxy->options->words[0],
             end.signal != 0 ? "died of signal" : "ended with exit status",
             end.signal != 0 ? end.signal : end.exit_status);
    pthread_mutex_unlock(&proxy->engine_mutex);
    if (proxy->has_failed) {
        report_all(proxy);
    }
}

static void *read_engine(void *argument) {
    AnalysisProxy *proxy = argument;
    char *chunk = memory_new(READ_BYTES, 1);
    Text line = {0};
    ptrdiff_t n;
    bool can_read;
    while ((n = child_read(proxy->child, chunk, READ_BYTES)) >= 0) {
        for (char *at = chunk, *end; at < chunk + n; at = end) {
            end = memchr(at, '\n', (size_t)(chunk + n - at));
            text_append(&line, at, (size_t)((end == NULL ? chunk + n : end) - at));
            if (end == NULL) {
                break;
            }
            take_engine_line(proxy, text_get(&line), line.length);
            text_clear(&line);
            end++;
        }
        if (n == 0) {
            child_wait(proxy->child, INFINITY, &can_read, NULL);
        }
    }
    free(chunk);
    text_free(&line);
    end_engine(proxy);
    return NULL;
}

/* ---- Proofs ---- */

static ProxyJob *take_job(AnalysisProxy *proxy) {
    pthread_mutex_lock(&proxy->mutex);
    while (proxy->first == NULL && !proxy->is_closed) {
        pthread_cond_wait(&proxy->changed, &proxy->mutex);
    }
    ProxyJob *job = proxy->first;
    if (job != NULL) {
        proxy->first = job->next;
    }
    pthread_mutex_unlock(&proxy->mutex);
    return job;
}

static void *prove_answers(void *argument) {
    AnalysisProxy *proxy = argument;
    GroupProver *prover = group_prover_new(proxy->options->folder);
    Game *game = memory_check(game_new(HASH_DEFAULT_SEED));
    Status ignored;
    for (ProxyJob *job = take_job(proxy); job != NULL; job = take_job(proxy)) {
        if (position_set_up(job->query, job->turn, false, game, &ignored)) {
            group_prover_add(prover, &game->board, job->ownership, job->view, &job->deadline,
                             &job->line);
        }
        output_add(proxy->output, job->line.bytes, job->line.length);
        text_free(&job->line);
        release(job->query, 1);
        free(job);
    }
    game_free(game);
    group_prover_free(prover);
    return NULL;
}

/* ---- All of it ---- */

/* Reads the input to its end and waits for the engine and the proofs. */
static bool run(AnalysisProxy *proxy, int input, Status *status) {
    pthread_t reader, provers[PROVERS_MAX];
    const int processors = os_processors();
    int count = 0;
    if (thread_start(&reader, read_engine, proxy) != 0) {
        child_finish(proxy->child);
        return status_fail(status, "out of threads");
    }
    while (count < processors && count < PROVERS_MAX &&
           thread_start(&provers[count], prove_answers, proxy) == 0) {
        count++;
    }
    const bool is_read = count > 0 && input_lines_read(input, take_client_line, proxy);
    pthread_mutex_lock(&proxy->engine_mutex);
    proxy->input_has_ended = true;
    if (proxy->child != NULL) {
        child_close_input(proxy->child);
    }
    pthread_mutex_unlock(&proxy->engine_mutex);
    pthread_join(reader, NULL);
    pthread_mutex_lock(&proxy->mutex);
    proxy->is_closed = true;
    pthread_cond_broadcast(&proxy->changed);
    pthread_mutex_unlock(&proxy->mutex);
    for (int i = 0; i < count; i++) {
        pthread_join(provers[i], NULL);
    }
    return (!proxy->has_failed || status_fail(status, "%s", proxy->how)) &&
           (is_read || status_fail(status, "the input cannot be read, or out of threads"));
}

bool analysis_proxy_run(const AnalysisProxyOptions *options, int input, int output,
                        Status *status) {
    const ChildOptions child = {.words = options->words};
    AnalysisProxy proxy = {
        .options = options,
        .output = output_new(output),
        .reader = {.settings = &options->settings, .errors = {drop_error, NULL}}};
    pthread_mutex_init(&proxy.engine_mutex, NULL);
    pthread_mutex_init(&proxy.mutex, NULL);
    pthread_cond_init(&proxy.changed, NULL);
    bool ok = proxy.output != NULL || status_fail(status, "out of memory or threads");
    ok = ok && (proxy.child = child_start(&child, status)) != NULL && run(&proxy, input, status);
    if (proxy.output != NULL) {
        output_free(proxy.output);
    }
    geometry_free(proxy.reader.geometry);
    pthread_mutex_destroy(&proxy.engine_mutex);
    pthread_mutex_destroy(&proxy.mutex);
    pthread_cond_destroy(&proxy.changed);
    free(proxy.queries);
    return ok;
}
