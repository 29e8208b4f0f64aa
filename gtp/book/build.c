/* Builds a book, best first, on threads of this process or on many ranks: rounds of expansions that
 * engine/book/cost.h chooses, each a job of expand.h.
 *
 * The choices of a round depend on the book alone: one process and many make the same bytes. The
 * book is saved at ends of rounds and on interrupt, with what the round has found by then;
 * FILE.lock keeps a second process from changing it. */
#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/files.h"
#include "engine/base/progress.h"
#include "engine/base/version.h"
#include "engine/book/file.h"
#include "engine/cluster/pool/pool.h"
#include "engine/player/parameter.h"
#include "gtp/book/expand.h"
#include "gtp/book/request.h"

enum { ROUND_MAX = 64, DEFAULT_NODES = 1000 };

static const double SAVE_SECONDS = 60;

/* A search of the present round. */
typedef struct {
    uint32_t node;
    BookPosition position;
    BookJob *job;
    bool is_done;
    BookResult result;
} RoundJob;

typedef struct {
    const BookRequest *request;
    BookFacts facts;
    uint32_t nodes;        /* ends with that many */
    PlayerOptions options; /* of the searches */
    Models models;
    Mpi *mpi;
    BookSearcher *searchers;
    int slots;
    _Atomic bool stopped;

    /* Of rank 0. */
    BookGraph *graph;
    RoundJob jobs[ROUND_MAX];
    int job_count;
    double start, saved_at;
    uint32_t first_count; /* nodes at the start */
    Progress progress;
} Builder;

/* ---- A round ---- */

static bool is_unsearched(const BookNode *node) {
    return node->own.visits == 0 && (node->flags & (BOOK_EXACT | BOOK_COMPLETE)) == 0;
}

/* As many as KataGo's genbook expands in its round i. */
static int round_size(uint64_t round) {
    const double i = (double)round;
    return (int)fmin(1 + 2 * i + i * i / 25, ROUND_MAX);
}

/* Lists the nodes of the round: those without values, else the cheapest. *adds: a move is to be
 * added to each. */
static int select_nodes(const BookGraph *graph, uint32_t nodes[ROUND_MAX], bool *adds) {
    int count = 0;
    for (uint32_t i = 0; i < graph->node_count && count < ROUND_MAX; i++) {
        if (is_unsearched(&graph->nodes[i])) {
            nodes[count++] = i;
        }
    }
    *adds = count == 0;
    if (count == 0) {
        BookCost *costs = memory_new(graph->node_count, sizeof *costs);
        book_costs_set(graph, costs);
        count = book_costs_select(graph, costs, nodes, round_size(graph->facts.round));
        free(costs);
    }
    return count;
}

static void make_jobs(Builder *builder, const uint32_t *nodes, int count, bool adds) {
    BookWays *ways = book_ways_new(builder->graph);
    builder->job_count = count;
    for (int i = 0; i < count; i++) {
        RoundJob *job = &builder->jobs[i];
        Point *way = book_ways_go(ways, builder->graph, nodes[i], &job->position);
        job->node = nodes[i];
        job->job = book_job_new(builder->graph, nodes[i], &job->position, way, adds);
        job->is_done = false;
        free(way);
    }
    book_ways_free(ways);
}

/* Puts the results of the round into the book, in its order: all of them, unless it was
 * interrupted. Frees the jobs. */
static void apply(Builder *builder) {
    for (int i = 0; i < builder->job_count; i++) {
        RoundJob *job = &builder->jobs[i];
        if (job->is_done) {
            book_job_apply(builder->graph, job->node, &job->position, &job->result);
        }
        free(job->job);
    }
    builder->job_count = 0;
    builder->graph->facts.round += !atomic_load(&builder->stopped);
    book_graph_recompute(builder->graph);
}

/* ---- The pool: job i is the i-th of the round ---- */

static const char *job_bytes(void *context, int64_t number, size_t *length) {
    const BookJob *job = ((const Builder *)context)->jobs[number].job;
    *length = book_job_bytes(job);
    return (const char *)job;
}

static bool take(void *context, int64_t number, const char *bytes, size_t length, Status *status) {
    Builder *builder = context;
    RoundJob *job = &builder->jobs[number];
    if (length != sizeof job->result) {
        return status_fail(status, "a result of another size");
    }
    memcpy(&job->result, bytes, length);
    job->is_done = true;
    return true;
}

static bool is_stopped(void *context) {
    const Builder *builder = context;
    return atomic_load(&builder->stopped);
}

static void log_line(void *context, const char *line) {
    (void)context;
    Status status;
    status_fail(&status, "%s", line);
    status_print("book", &status);
}

static bool work(void *context, int slot, const PoolJob *job, Text *text, Status *status) {
    Builder *builder = context;
    BookResult result;
    const bool ok = book_job_run(&builder->searchers[slot], &builder->facts,
                                 (const BookJob *)job->bytes, &result, status);
    text_append(text, (const char *)&result, sizeof result);
    return ok;
}

static void stop(void *context) {
    Builder *builder = context;
    atomic_store(&builder->stopped, true);
}

static bool run_round(Builder *builder) {
    Pool pool = {.mpi = builder->mpi,
                 .context = builder,
                 .count = builder->job_count,
                 .message = job_bytes,
                 .work = work,
                 .stop = stop,
                 .is_stopped = is_stopped,
                 .take = take,
                 .log = log_line,
                 .ledger = {.file = -1}};
    return pool_run(&pool, builder->slots);
}

/* ---- Rounds ---- */

static void show(Builder *builder) {
    const BookGraph *graph = builder->graph;
    const BookNode *root = &graph->nodes[BOOK_ROOT];
    const double minutes = fmax(clock_seconds() - builder->start, 1e-3) / 60;
    progress_show(&builder->progress, NAN,
                  "%u positions, %.0f a minute; the start: %+.3f, score %+.2f", graph->node_count,
                  (graph->node_count - builder->first_count) / minutes,
                  root->figures[BOOK_WIN_LOSS], root->figures[BOOK_SCORE]);
}

static bool save(Builder *builder, Status *status) {
    builder->saved_at = clock_seconds();
    return book_graph_save(builder->graph, builder->request->path, status);
}

/* Rank 0's rounds. Only one that adds positions is subject to their limit. */
static bool run_rounds(Builder *builder, Status *status) {
    bool ok = true, adds;
    uint32_t nodes[ROUND_MAX];
    while (ok && !atomic_load(&builder->stopped) &&
           clock_seconds() - builder->start < builder->request->hours * 3600) {
        const int count = select_nodes(builder->graph, nodes, &adds);
        if (count == 0 || (adds && builder->graph->node_count >= builder->nodes)) {
            break;
        }
        make_jobs(builder, nodes, count, adds);
        ok = mpi_all_ok(builder->mpi, true, status) &&
             (run_round(builder) || status_fail(status, "the searches have failed"));
        apply(builder);
        ok = ok && (clock_seconds() - builder->saved_at < SAVE_SECONDS || save(builder, status));
        show(builder);
    }
    return ok;
}

/* The other ranks' part. */
static bool serve_rounds(Builder *builder) {
    Status status;
    bool ok = true;
    while (ok && mpi_all_ok(builder->mpi, true, &status)) {
        ok = run_round(builder);
    }
    return ok;
}

/* ---- The book ---- */

/* Takes FILE.lock, which another process may remove between opening and locking it. Returns its
 * descriptor, or -1 with a message. */
static int take_lock(const char *path, const char *lock_path, Status *status) {
    int file = os_open(lock_path, OS_OPEN_APPEND);
    if (file >= 0 && os_lock_at(&file, lock_path)) {
        return file;
    }
    const bool is_taken = file >= 0 && errno == EWOULDBLOCK;
    file_fail(status, path, is_taken ? "another process is changing it" : strerror(errno));
    if (file >= 0) {
        os_close(file);
    }
    return -1;
}

static const char *network_name_of(const Builder *builder) {
    Status ignored;
    NetworkLoad *load = builder->models.main;
    const Network *network = load == NULL ? NULL : network_load_wait(load, &ignored);
    return network == NULL ? "none" : network_name(network);
}

/* Opens the book or makes it. */
static bool open_book(Builder *builder, Status *status) {
    const char *path = builder->request->path;
    const bool exists = os_exists(path);
    if (exists) {
        builder->graph = book_graph_load(path, NULL, status);
    } else {
        builder->graph = book_graph_new(&builder->facts);
        book_mark_unsearched(&builder->graph->nodes[BOOK_ROOT]);
        snprintf(builder->graph->facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
        snprintf(builder->graph->facts.network, BOOK_TEXT_MAX, "%.60s", network_name_of(builder));
    }
    if (builder->graph == NULL) {
        return false;
    }
    book_graph_recompute(builder->graph);
    builder->first_count = builder->graph->node_count;
    return exists || book_graph_save(builder->graph, path, status);
}

static void tell_end(const Builder *builder) {
    const BookGraph *graph = builder->graph;
    const BookNode *root = &graph->nodes[BOOK_ROOT];
    printf("%u positions, %llu moves, %.1f s; the start: %+.4f (%+.4f to %+.4f), score %+.2f%s\n",
           graph->node_count, (unsigned long long)graph->edge_count,
           clock_seconds() - builder->start, root->figures[BOOK_WIN_LOSS],
           root->figures[BOOK_WIN_LOSS_LOWER], root->figures[BOOK_WIN_LOSS_UPPER],
           root->figures[BOOK_SCORE],
           atomic_load(&builder->stopped) ? "; interrupted: the same command goes on" : "");
}

/* Rank 0's part. */
static bool run_first_rank(Builder *builder, Status *status) {
    const char *path = builder->request->path;
    Status done;
    Text lock_path = {0};
    text_add(&lock_path, "%s.lock", path);
    builder->start = builder->saved_at = clock_seconds();
    builder->progress = progress_start(false, 0);
    const int lock =
        file_check_place(path, status) ? take_lock(path, text_get(&lock_path), status) : -1;
    const bool ok = lock >= 0 && open_book(builder, status) && run_rounds(builder, status) &&
                    save(builder, status);
    mpi_all_ok(builder->mpi, status_fail(&done, "done"), &done); /* the other ranks leave, too */
    progress_end(&builder->progress);
    if (ok) {
        tell_end(builder);
    }
    if (lock >= 0) {
        os_remove_locked(lock, text_get(&lock_path));
    }
    text_free(&lock_path);
    book_graph_free(builder->graph);
    return ok;
}

/* ---- A run ---- */

static void request_end(void *context, int signal) {
    (void)signal;
    stop(context);
}

static bool make_searchers(Builder *builder, Status *status) {
    bool ok = true;
    builder->slots = pool_slots(builder->mpi, builder->request->jobs);
    builder->searchers = memory_new((size_t)builder->slots, sizeof *builder->searchers);
    for (int i = 0; i < builder->slots; i++) {
        ok &= book_searcher_init(&builder->searchers[i], &builder->facts, &builder->options,
                                 &builder->models, &builder->stopped);
    }
    return ok || status_fail(status, "out of memory");
}

static void free_searchers(Builder *builder) {
    for (int i = 0; builder->searchers != NULL && i < builder->slots; i++) {
        book_searcher_free(&builder->searchers[i]);
    }
    free(builder->searchers);
}

/* Do all ranks search the same book in the same way? */
static bool agree(const Builder *builder, Status *status) {
    const BookFacts *facts = &builder->facts;
    Text text = {0};
    text_add(&text, "%dx%d, %s, komi %g, symmetry %d, network %s in %s, seed %llx", facts->width,
             facts->height, rules_text(&facts->rules, (char[RULES_TEXT_MAX]){0}), facts->komi,
             facts->symmetric, network_name_of(builder),
             PRECISION_NAMES[builder->request->engine.precision],
             (unsigned long long)builder->options.seed);
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        text_add(&text, ", %s ", parameter->name);
        parameter_add_value(parameter, &builder->options, &text);
    }
    json_t *settings = json_new_packed("{s:s}", "settings", text_get(&text));
    const bool ok = mpi_agree(builder->mpi, settings, status);
    json_decref(settings);
    text_free(&text);
    return ok;
}

static bool prepare(Builder *builder, Status *status) {
    const bool ok =
        models_start(&builder->request->engine, &builder->models, status) &&
        (builder->models.main == NULL || network_load_wait(builder->models.main, status) != NULL) &&
        make_searchers(builder, status);
    return mpi_all_ok(builder->mpi, ok, status) && agree(builder, status);
}

/* Sets the facts, those of the book if there is one, with which what was given must agree, and
 * where to end. */
static bool set_facts(Builder *builder, Status *status) {
    const BookRequest *request = builder->request;
    const EngineOptions *given = &request->engine, usual = engine_options_default();
    const bool has_size = given->width > 0, has_komi = !isnan(given->komi);
    const Rules *rules = given->rules.name == NULL ? NULL : &given->rules;
    BookFacts *facts = &builder->facts;
    uint64_t nodes = 0;
    *facts =
        book_facts(has_size ? given->width : usual.width, has_size ? given->height : usual.height,
                   rules == NULL ? &usual.rules : rules, has_komi ? given->komi : usual.komi);
    facts->symmetric = given->player.symmetric;
    if (os_exists(request->path)) {
        const BookFacts asked = *facts;
        BookFile *file = book_file_open(request->path, status);
        if (file == NULL) {
            return false;
        }
        *facts = *book_file_facts(file);
        nodes = book_file_nodes(file);
        book_file_close(file);
        const char *differs =
            has_size && (asked.width != facts->width || asked.height != facts->height)
                ? "the book has another size"
            : rules != NULL && !rules_are_same(rules, &facts->rules) ? "the book has other rules"
            : has_komi && asked.komi != facts->komi                  ? "the book has another komi"
                                                                     : NULL;
        if (differs != NULL) {
            return file_fail(status, request->path, differs);
        }
    }
    builder->nodes = request->nodes > 0      ? (uint32_t)request->nodes
                     : isinf(request->hours) ? (uint32_t)nodes + DEFAULT_NODES
                                             : UINT32_MAX;
    return true;
}

int book_build(const BookRequest *request) {
    Status status;
    Builder *builder = memory_new(1, sizeof *builder);
    builder->request = request;
    builder->options = book_search_options(&request->engine.player);
    if (!set_facts(builder, &status)) {
        free(builder);
        return book_fail(&status);
    }
    builder->mpi = mpi_open("book", &status);
    EndRequests *watch = end_requests_watch(request_end, builder, &status);
    bool ok = builder->mpi != NULL && watch != NULL && prepare(builder, &status);
    if (ok) {
        ok = mpi_rank(builder->mpi) == 0 ? run_first_rank(builder, &status) : serve_rounds(builder);
    }
    if (!ok && (builder->mpi == NULL || mpi_rank(builder->mpi) == 0)) {
        status_print("book", &status);
    }
    free_searchers(builder);
    models_free(&builder->models);
    if (watch != NULL) {
        end_requests_finish(watch, END_REQUESTS_AS_BEFORE);
    }
    if (builder->mpi != NULL) {
        mpi_close(builder->mpi);
    }
    free(builder);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
