/* Builds a book, best first: rounds of expansions that engine/book/cost.h chooses, each a job of
 * expand.h, on threads.
 *
 * The choices of a round depend on the book alone: one thread and many make the same bytes. The
 * book is saved at ends of rounds and on interrupt, with what the round has found by then;
 * FILE.lock keeps a second process from changing it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/files.h"
#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "engine/base/version.h"
#include "engine/book/cost.h"
#include "engine/book/file.h"
#include "gtp/book/expand.h"
#include "gtp/book/request.h"

enum { ROUND_MAX = 64, DEFAULT_NODES = 1000 };

static const double SAVE_SECONDS = 60;

/* Threads share the jobs of a round, each of which is one thread's, and the atomic members. */
typedef struct {
    const BookRequest *request;
    BookGraph *graph;
    uint32_t nodes;        /* ends with that many */
    PlayerOptions options; /* of the searches */
    Models models;
    BookJob jobs[ROUND_MAX]; /* of the present round */
    int job_count;
    atomic_size_t next_job;
    _Atomic bool stopped; /* by a request, or since a search has failed */
    double start, saved_at;
    uint32_t first_count; /* nodes at the start */
    Progress progress;
} Builder;

/* A thread of a round. */
typedef struct {
    Builder *builder;
    BookSearcher searcher;
    bool has_failed;
    Status status;
} BookWorker;

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
        count = book_select(graph, nodes, round_size(graph->facts.round));
    }
    return count;
}

static void do_jobs(void *item) {
    BookWorker *worker = item;
    Builder *builder = worker->builder;
    size_t job, end;
    while (!atomic_load(&builder->stopped) &&
           team_take(&builder->next_job, (size_t)builder->job_count, 1, &job, &end)) {
        worker->has_failed = !book_job_run(&worker->searcher, &builder->jobs[job], &worker->status);
        /* Searches that were stopped are cut short. */
        builder->jobs[job].is_done = !worker->has_failed && !atomic_load(&builder->stopped);
        if (worker->has_failed) {
            atomic_store(&builder->stopped, true);
        }
    }
}

/* Does the jobs and puts their results into the book, in its order: all of them, unless the round
 * was stopped. */
static bool run_round(Builder *builder, BookWorker *workers, const uint32_t *nodes, bool adds,
                      Status *status) {
    BookWays *ways = book_ways_new(builder->graph);
    for (int i = 0; i < builder->job_count; i++) {
        book_job_init(&builder->jobs[i], builder->graph, ways, nodes[i], adds);
    }
    book_ways_free(ways);
    atomic_store(&builder->next_job, 0);
    team_run(do_jobs, workers, sizeof *workers, builder->request->jobs);
    for (int i = 0; i < builder->job_count; i++) {
        if (builder->jobs[i].is_done) {
            book_job_apply(builder->graph, &builder->jobs[i]);
        }
        book_job_free(&builder->jobs[i]);
    }
    builder->graph->facts.round += !atomic_load(&builder->stopped);
    book_graph_recompute(builder->graph);
    for (int i = 0; i < builder->request->jobs; i++) {
        if (workers[i].has_failed) {
            *status = workers[i].status;
            return false;
        }
    }
    return true;
}

/* ---- Rounds ---- */

static void show_progress(Builder *builder) {
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

/* Only rounds that add positions are subject to their limit. */
static bool run_rounds(Builder *builder, BookWorker *workers, Status *status) {
    bool ok = true, adds;
    uint32_t nodes[ROUND_MAX];
    while (ok && !atomic_load(&builder->stopped) &&
           clock_seconds() - builder->start < builder->request->hours * 3600) {
        builder->job_count = select_nodes(builder->graph, nodes, &adds);
        if (builder->job_count == 0 || (adds && builder->graph->node_count >= builder->nodes)) {
            break;
        }
        ok = run_round(builder, workers, nodes, adds, status) &&
             (clock_seconds() - builder->saved_at < SAVE_SECONDS || save(builder, status));
        show_progress(builder);
    }
    return ok && save(builder, status);
}

static bool search_book(Builder *builder, Status *status) {
    const int count = builder->request->jobs;
    BookWorker *workers = memory_new((size_t)count, sizeof *workers);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        workers[i].builder = builder;
        ok &= book_searcher_init(&workers[i].searcher, &builder->graph->facts, &builder->options,
                                 &builder->models, &builder->stopped);
    }
    ok = ok ? run_rounds(builder, workers, status) : status_fail(status, "out of memory");
    for (int i = 0; i < count; i++) {
        book_searcher_free(&workers[i].searcher);
    }
    free(workers);
    return ok;
}

/* ---- The book ---- */

/* Takes FILE.lock. Returns its descriptor, or -1 with a message. */
static int take_lock(const char *path, const char *lock_path, Status *status) {
    const int file = os_open(lock_path, OS_OPEN_APPEND);
    if (file >= 0 && os_lock(file)) {
        return file;
    }
    const bool is_taken = file >= 0 && errno == EWOULDBLOCK;
    file_fail(status, path, is_taken ? "another process is changing it" : strerror(errno));
    if (file >= 0) {
        os_close(file);
    }
    return -1;
}

/* Loads the book, with which what was given must agree. */
static bool load_book(Builder *builder, Status *status) {
    const char *path = builder->request->path;
    const EngineOptions *given = &builder->request->engine;
    builder->graph = book_graph_load(path, NULL, status);
    if (builder->graph == NULL) {
        return false;
    }
    const BookFacts *facts = &builder->graph->facts;
    Rules rules = given->rules;
    rules.excludes_atari = facts->rules.excludes_atari;
    if (given->width > 0 && (given->width != facts->width || given->height != facts->height)) {
        return status_fail(status, "%.150s: the book's size is %dx%d, not %dx%d", path,
                           facts->width, facts->height, given->width, given->height);
    }
    const char *differs =
        rules.name != NULL && !rules_are_same(&rules, &facts->rules) ? "the book has other rules"
        : !isnan(given->komi) && book_facts(1, 1, &facts->rules, given->komi).komi != facts->komi
            ? "the book has another komi"
            : NULL;
    return differs == NULL || file_fail(status, path, differs);
}

/* Makes a book of the start position. */
static bool make_book(Builder *builder, Status *status) {
    const EngineOptions *given = &builder->request->engine, usual = engine_options_default();
    const bool has_size = given->width > 0;
    NetworkLoad *load = builder->models.main;
    const Network *network = load == NULL ? NULL : network_load_wait(load, status);
    BookFacts facts =
        book_facts(has_size ? given->width : usual.width, has_size ? given->height : usual.height,
                   given->rules.name == NULL ? &usual.rules : &given->rules,
                   isnan(given->komi) ? usual.komi : given->komi);
    facts.symmetric = given->player.symmetric;
    network_set_rules(network, given->player.excludes_atari, &facts.rules);
    snprintf(facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
    snprintf(facts.network, BOOK_TEXT_MAX, "%.60s",
             network == NULL ? "none" : network_name(network));
    builder->graph = book_graph_new(&facts);
    book_mark_unsearched(&builder->graph->nodes[BOOK_ROOT]);
    book_graph_recompute(builder->graph);
    return book_graph_save(builder->graph, builder->request->path, status);
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

/* Builds the book that is locked. */
static bool build_locked(Builder *builder, Status *status) {
    const BookRequest *request = builder->request;
    const bool exists = os_exists(request->path);
    if ((exists && !load_book(builder, status)) ||
        !models_start(&request->engine, &builder->models, status) ||
        (builder->models.main != NULL && network_load_wait(builder->models.main, status) == NULL) ||
        (!exists && !make_book(builder, status))) {
        return false;
    }
    builder->first_count = builder->graph->node_count;
    builder->nodes = request->nodes > 0      ? (uint32_t)request->nodes
                     : isinf(request->hours) ? builder->first_count * exists + DEFAULT_NODES
                                             : UINT32_MAX;
    builder->start = builder->saved_at = clock_seconds();
    builder->progress = progress_start(false, 0);
    const bool ok = search_book(builder, status);
    progress_end(&builder->progress);
    if (ok) {
        tell_end(builder);
    }
    return ok;
}

static void request_end(void *context, int signal) {
    Builder *builder = context;
    (void)signal;
    atomic_store(&builder->stopped, true);
}

int book_build(const BookRequest *request) {
    Status status;
    Text lock_path = {0};
    Builder *builder = memory_new(1, sizeof *builder);
    builder->request = request;
    builder->options = book_search_options(&request->engine.player);
    text_add(&lock_path, "%s.lock", request->path);
    EndRequests *watch = end_requests_watch(request_end, builder, &status);
    const int lock = watch != NULL && file_check_place(request->path, &status)
                         ? take_lock(request->path, text_get(&lock_path), &status)
                         : -1;
    const bool ok = lock >= 0 && build_locked(builder, &status);
    if (lock >= 0) {
        os_close(lock);
        os_remove(text_get(&lock_path));
    }
    if (watch != NULL) {
        end_requests_finish(watch, END_REQUESTS_AS_BEFORE);
    }
    models_free(&builder->models);
    book_graph_free(builder->graph);
    text_free(&lock_path);
    free(builder);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
