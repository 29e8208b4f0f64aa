#include "gtp/book/build.h"

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
#include "engine/book/cost.h"
#include "engine/book/file.h"
#include "engine/cluster/farm/farm.h"
#include "engine/cluster/ledger/ledger.h"
#include "engine/player/parameter.h"
#include "gtp/book/expand.h"

enum { ROUND_MAX = 64 };

static const double SAVE_SECONDS = 60;

static const LedgerKind LEDGER = {.name = "book", .mark = "dihedra_book", .entry_key = "job"};

/* A search of the present round. */
typedef struct {
    uint32_t node;
    BookPosition position;
    char *job;    /* JSON */
    json_t *done; /* its result, or NULL */
} RoundJob;

typedef struct {
    const BookBuild *build;
    BookFacts facts;
    PlayerOptions options; /* of the searches */
    Models models;
    Mpi *mpi;
    BookSearcher *searchers;
    int slots;
    _Atomic bool stopped;

    /* Of rank 0. */
    BookGraph *graph;
    char *log_path;
    Ledger ledger;
    json_t *known; /* results by number, from the log */
    RoundJob jobs[ROUND_MAX];
    int job_count, next_job;
    double start, saved_at;
    uint32_t first_count; /* nodes at the start */
    Progress progress;
} Builder;

/* ---- The log ---- */

static int64_t number_of(const Builder *builder, int job) {
    return (int64_t)builder->graph->facts.round * ROUND_MAX + job;
}

/* A digest of a job (FNV-1a, Fowler, Noll, Vo 1991): a result counts for the same search alone,
 * whatever changed the book since it was logged. */
static uint64_t digest(const char *job) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (const char *c = job; *c != '\0'; c++) {
        sum = (sum ^ (unsigned char)*c) * UINT64_C(0x100000001B3);
    }
    return sum;
}

/* By what a result is known. */
static char *result_key(int64_t number, const char *job) {
    Text text = {0};
    text_add(&text, "%lld %016llx", (long long)number, (unsigned long long)digest(job));
    return text.bytes;
}

static bool read_entry(void *context, const json_t *entry, Status *status) {
    const Builder *builder = context;
    const char *key = json_string_value(json_object_get(entry, "job"));
    json_t *result = json_object_get(entry, "result");
    if (key == NULL || !json_is_object(result)) {
        return status_fail(status, "not a search of a book");
    }
    json_object_set(builder->known, key, result);
    return true;
}

static const char *network_name_of(const Builder *builder) {
    Status ignored;
    NetworkLoad *load = builder->models.main;
    const Network *network = load == NULL ? NULL : network_load_wait(load, &ignored);
    return network == NULL ? "none" : network_name(network);
}

/* What must be the same for a log to be continued, and on all ranks. */
static json_t *settings_of(const Builder *builder) {
    const EngineOptions *options = builder->build->options;
    const PlayerOptions defaults = player_default_options();
    json_t *parameters = json_new_object();
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        Text value = {0}, ordinary = {0};
        parameter_add_value(parameter, &builder->options, &value);
        parameter_add_value(parameter, &defaults, &ordinary);
        if (strcmp(text_get(&value), text_get(&ordinary)) != 0) {
            json_set_text(parameters, parameter->name, text_get(&value));
        }
        text_free(&value);
        text_free(&ordinary);
    }
    json_t *settings = json_new_object();
    json_set_packed(settings, "{s:i, s:s, s:i, s:i}", "dihedra_book", 1, "version", DIHEDRA_VERSION,
                    "width", builder->facts.width, "height", builder->facts.height);
    json_set_text(settings, "rules", rules_text(&builder->facts.rules, (char[RULES_TEXT_MAX]){0}));
    json_set_figure(settings, "komi", builder->facts.komi, 6);
    json_set_value(settings, "symmetric", json_boolean(builder->facts.symmetric));
    json_set_text(settings, "network", network_name_of(builder));
    json_set_text(settings, "precision", PRECISION_NAMES[options->precision]);
    json_set_value(settings, "seed",
                   json_sprintf("%llx", (unsigned long long)options->player.seed));
    json_set_value(settings, "parameters", parameters);
    return settings;
}

static bool open_log(Builder *builder, Status *status) {
    json_t *settings = settings_of(builder);
    const LedgerReader reader = {builder, read_entry};
    builder->known = json_new_object();
    const bool ok =
        ledger_open(&builder->ledger, builder->log_path, &LEDGER, settings, &reader, status);
    json_decref(settings);
    return ok;
}

/* It stays if it has searches that the book may lack. */
static void close_log(Builder *builder, bool is_finished) {
    Ledger *ledger = &builder->ledger;
    if (ledger->file >= 0 && (is_finished || ledger->length == ledger->entries)) {
        ledger_remove(ledger);
    } else {
        ledger_close(ledger);
    }
    json_decref(builder->known);
}

/* Saves the book; what the log has is in it then. A kill in between leaves numbers of earlier
 * rounds in the log, which are never asked for. */
static bool save(Builder *builder, Status *status) {
    if (!book_graph_save(builder->graph, builder->build->path, status)) {
        return false;
    }
    builder->saved_at = clock_seconds();
    json_object_clear(builder->known);
    return ledger_clear(&builder->ledger, status);
}

/* ---- A round ---- */

static bool is_unsearched(const BookNode *node) {
    return node->own.visits == 0 && (node->flags & (BOOK_EXACT | BOOK_COMPLETE | BOOK_PINNED)) == 0;
}

/* As many as KataGo's genbook expands in its round i. */
static int round_size(uint64_t round) {
    const double i = (double)round;
    return (int)fmin(1 + 2 * i + i * i / 25, ROUND_MAX);
}

/* Is it a position of a game that has fewer moves of no game than are wanted? */
static bool wants_side_move(const BookGraph *graph, const BookNode *node, int side_moves) {
    int count = 0;
    for (int i = 0; i < node->edge_count; i++) {
        count += (graph->nodes[node->edges[i].child].flags & BOOK_FROM_GAMES) == 0;
    }
    return count < side_moves && (node->flags & BOOK_FROM_GAMES) != 0 &&
           (node->flags & BOOK_NOT_OPEN) == 0;
}

/* Lists at most ROUND_MAX nodes, by key: those without values, or those that want side moves. */
static int list_nodes(const Builder *builder, bool wants_side_moves, uint32_t nodes[ROUND_MAX]) {
    const BookGraph *graph = builder->graph;
    int count = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const BookNode *node = &graph->nodes[i];
        if (wants_side_moves ? !wants_side_move(graph, node, builder->build->side_moves)
                             : !is_unsearched(node)) {
            continue;
        }
        int at = count < ROUND_MAX ? count++ : ROUND_MAX;
        for (; at > 0 && graph->nodes[nodes[at - 1]].key > graph->nodes[i].key; at--) {
            if (at < ROUND_MAX) {
                nodes[at] = nodes[at - 1];
            }
        }
        if (at < ROUND_MAX) {
            nodes[at] = i;
        }
    }
    return count;
}

/* Lists the nodes of the round: those without values, else those that want side moves, else the
 * cheapest. *adds: a move is to be added to each. */
static int select_nodes(const Builder *builder, uint32_t nodes[ROUND_MAX], bool *adds) {
    const BookGraph *graph = builder->graph;
    int count = list_nodes(builder, false, nodes);
    *adds = count == 0;
    if (count == 0) {
        count = list_nodes(builder, true, nodes);
    }
    if (count == 0 && !builder->build->only_new) {
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
    builder->next_job = 0;
    for (int i = 0; i < count; i++) {
        RoundJob *job = &builder->jobs[i];
        Point *way = book_ways_go(ways, builder->graph, nodes[i], &job->position);
        Text text = {0};
        json_add_text(book_job_new(builder->graph, nodes[i], &job->position, way, adds), &text);
        char *key = result_key(number_of(builder, i), text_get(&text));
        job->node = nodes[i];
        job->job = text.bytes;
        job->done = json_incref(json_object_get(builder->known, key));
        free(key);
        free(way);
    }
    book_ways_free(ways);
}

static void free_jobs(Builder *builder) {
    for (int i = 0; i < builder->job_count; i++) {
        free(builder->jobs[i].job);
        json_decref(builder->jobs[i].done);
    }
    builder->job_count = 0;
}

/* Puts the results of the round, all of which are there, into the book, in its order. */
static bool apply(Builder *builder, Status *status) {
    for (int i = 0; i < builder->job_count; i++) {
        RoundJob *job = &builder->jobs[i];
        if (!book_job_apply(builder->graph, job->node, &job->position, job->done, status)) {
            return false;
        }
    }
    builder->graph->facts.round++;
    book_graph_recompute(builder->graph);
    return true;
}

/* ---- The farm ---- */

static FarmSupply next_job(void *context, FarmJob *job) {
    Builder *builder = context;
    while (builder->next_job < builder->job_count) {
        const int i = builder->next_job++;
        if (builder->jobs[i].done == NULL) {
            job->number = number_of(builder, i);
            job->bytes = memory_copy(builder->jobs[i].job);
            job->length = strlen(job->bytes);
            return FARM_JOB;
        }
    }
    return FARM_NONE;
}

static bool store_result(void *context, int64_t number, const char *bytes, size_t length,
                         Status *status) {
    Builder *builder = context;
    json_t *result = json_loadb(bytes, length, 0, NULL);
    json_t *entry = json_new_object();
    char *key = result_key(number, builder->jobs[number % ROUND_MAX].job);
    json_set_text(entry, "job", key);
    json_set_value(entry, "result", json_incref(result));
    const bool ok = ledger_append(&builder->ledger, entry, status);
    free(key);
    json_decref(entry);
    builder->jobs[number % ROUND_MAX].done = result;
    return ok;
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

static bool work(void *context, int slot, const FarmJob *job, Text *result, Status *status) {
    Builder *builder = context;
    json_t *read = json_loadb(job->bytes, job->length, 0, NULL);
    json_t *found = book_job_run(&builder->searchers[slot], &builder->facts, read, status);
    json_decref(read);
    if (found != NULL) {
        json_add_text(found, result);
    }
    return found != NULL;
}

static void stop(void *context) {
    Builder *builder = context;
    atomic_store(&builder->stopped, true);
}

static bool run_farm(Builder *builder) {
    const double timeout = builder->build->rank_timeout;
    const FarmCoordinator coordinator = {.timeout = timeout,
                                         .context = builder,
                                         .next_job = next_job,
                                         .store_result = store_result,
                                         .is_stopped = is_stopped,
                                         .log = log_line};
    const FarmWorker worker = {.timeout = timeout,
                               .slots = builder->slots,
                               .context = builder,
                               .work = work,
                               .stop = stop,
                               .is_leaving = is_stopped};
    return farm_run(builder->mpi, &coordinator, &worker);
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

/* Does no further round begin? Only one that adds positions is subject to their limit. */
static bool is_over(const Builder *builder, bool adds) {
    const BookBuild *build = builder->build;
    return atomic_load(&builder->stopped) || (adds && builder->graph->node_count >= build->nodes) ||
           clock_seconds() - builder->start >= build->hours * 3600;
}

/* Rank 0's rounds. */
static bool run_rounds(Builder *builder, Status *status) {
    bool ok = true, adds;
    uint32_t nodes[ROUND_MAX];
    while (ok) {
        const int count = select_nodes(builder, nodes, &adds);
        if (count == 0 || is_over(builder, adds)) {
            break;
        }
        make_jobs(builder, nodes, count, adds);
        ok = mpi_all_ok(builder->mpi, true, status) &&
             (run_farm(builder) || status_fail(status, "the searches have failed"));
        if (ok && atomic_load(&builder->stopped)) {
            free_jobs(builder);
            break;
        }
        ok = ok && apply(builder, status) &&
             (clock_seconds() - builder->saved_at < SAVE_SECONDS || save(builder, status));
        free_jobs(builder);
        show(builder);
    }
    return ok;
}

/* The other ranks' part. */
static bool serve_rounds(Builder *builder) {
    Status status;
    bool ok = true;
    while (ok && mpi_all_ok(builder->mpi, true, &status)) {
        ok = run_farm(builder);
    }
    return ok;
}

/* ---- A run ---- */

static void request_end(void *context, int signal) {
    (void)signal;
    stop(context);
}

static bool make_searchers(Builder *builder, Status *status) {
    bool ok = true;
    builder->slots = farm_slots(builder->mpi, 0, builder->build->jobs);
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

/* Locks the log, so that no other process changes the book, then opens the book or makes it. */
static bool open_book(Builder *builder, const BookChange *change, Status *status) {
    const char *path = builder->build->path;
    if (!file_check_place(path, status) || !open_log(builder, status)) {
        return false;
    }
    const bool exists = os_exists(path);
    if (exists) {
        builder->graph = book_graph_load(path, NULL, status);
    } else {
        builder->graph = book_graph_new(&builder->facts);
        book_mark_unsearched(&builder->graph->nodes[BOOK_ROOT]);
        snprintf(builder->graph->facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
        snprintf(builder->graph->facts.network, BOOK_TEXT_MAX, "%.60s", network_name_of(builder));
    }
    if (builder->graph == NULL ||
        (change != NULL && !change->change(change->context, builder->graph, status))) {
        return false;
    }
    book_graph_recompute(builder->graph);
    builder->first_count = builder->graph->node_count;
    return (exists && change == NULL) || book_graph_save(builder->graph, path, status);
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
static bool run_first_rank(Builder *builder, const BookChange *change, Status *status) {
    Status done;
    builder->start = builder->saved_at = clock_seconds();
    builder->progress = progress_start(false, 0);
    const bool ok = open_book(builder, change, status) && run_rounds(builder, status) &&
                    book_graph_save(builder->graph, builder->build->path, status);
    mpi_all_ok(builder->mpi, status_fail(&done, "done"), &done); /* the other ranks leave, too */
    progress_end(&builder->progress);
    if (ok) {
        tell_end(builder);
    }
    close_log(builder, ok && !atomic_load(&builder->stopped));
    book_graph_free(builder->graph);
    return ok;
}

static bool prepare(Builder *builder, Status *status) {
    const BookBuild *build = builder->build;
    bool ok =
        models_start(build->options, &builder->models, status) &&
        (builder->models.main == NULL || network_load_wait(builder->models.main, status) != NULL);
    ok = ok && make_searchers(builder, status);
    if (!mpi_all_ok(builder->mpi, ok, status)) {
        return false;
    }
    json_t *settings = settings_of(builder);
    ok = mpi_agree_settings(builder->mpi, settings, status);
    json_decref(settings);
    return ok;
}

int book_build_run(const BookBuild *build, const BookFacts *facts, const BookChange *change) {
    Status status;
    Text log_path = {0};
    Builder *builder = memory_new(1, sizeof *builder);
    text_add(&log_path, "%s.log", build->path);
    builder->build = build;
    builder->facts = *facts;
    builder->options = book_search_options(&build->options->player);
    builder->log_path = log_path.bytes;
    builder->ledger.file = -1;
    builder->mpi = mpi_open("book", &status);
    EndRequests *watch = end_requests_watch(request_end, builder, &status);
    bool ok = builder->mpi != NULL && watch != NULL && prepare(builder, &status);
    if (ok) {
        ok = mpi_rank(builder->mpi) == 0 ? run_first_rank(builder, change, &status)
                                         : serve_rounds(builder);
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
        mpi_close(builder->mpi, ok ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    text_free(&log_path);
    free(builder);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
