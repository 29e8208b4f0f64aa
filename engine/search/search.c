#include "engine/search/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/team.h"
#include "engine/search/analyze.h"
#include "engine/search/basis.h"
#include "engine/search/noise.h"
#include "engine/search/walk.h"

enum {
    LEAST_VISITS = 200, /* that make a move a choice: the clock may be overstepped for them, */
    CHECK_EVERY = 32,   /* visits of a thread between looks at whether the choice is made */
};

static const double GRACE_SECONDS = 0.01; /* but by no more than this */
static const double PASS_GAIN =
    0.1; /* in win rate: where passing is barred, nothing else will do */

/* Cleaning the graph: what is to be left in use of its room; the share of the time left that it
 * gets, and at least how many seconds (a move needs some room); how many once the search is
 * cancelled. With less time than CLEAN_WORTHWHILE left a full graph stays full until the next
 * search, since what can be added is not worth what would go. */
static const double CLEAN_ABOVE = 0.5;
static const double CLEAN_TIME_SHARE = 0.25;
static const double CLEAN_SECONDS_LEAST = 0.005;
static const double CLEAN_SECONDS_CANCELLED = 0.02;
static const double CLEAN_WORTHWHILE = 0.2;

struct Search {
    Scene scene;
    bool has_graph;
    SearchBasis basis;   /* of the values in the graph */
    bool is_restricted;  /* the root's node has but the moves that were allowed */
    HashKey cleaned_for; /* the root of the last search that would clean the graph */
    Noise noise;         /* in the root's edges, until the next search */

    /* The search under way, or the last one. */
    SearchLimits limits;
    double start, deadline;
    double visits_start; /* start of the first visit, put off by the time that cleaning takes */
    int64_t playouts;    /* it may make at most */
    _Atomic int64_t visits;
    _Atomic bool stop;

    Analyzer *analyzer; /* where the search is watched */
    Tally *tallies[SEARCH_THREADS_MAX];
    double next_report;
};

/* What a thread works with. */
typedef struct {
    Worker worker;
    Search *search;
    bool reports; /* this one of them all */
} Job;

/* ---- When to end ---- */

/* How many visits more there can be, by number and by time at the rate so far; those that other
 * threads are about are counted as made and have yet to come back. */
static double visits_left(const Search *search, double now, double end) {
    const double done = (double)atomic_load_explicit(&search->visits, memory_order_relaxed);
    const double by_number = (double)search->playouts - done;
    const double by_time =
        isfinite(end) ? done / fmax(now - search->visits_start, 1e-9) * (end - now) : INFINITY;
    return fmin(by_number, by_time) + search->limits.threads - 1;
}

/* Is a move that has a fair part of the most visits better by its mean than the most visited one?
 */
static bool is_unclear(const Search *search) {
    const GraphNode *root = search->scene.root_node;
    const GraphEdge *edges = graph_edges(&search->scene.graph, root);
    const int count = edges == NULL ? 0 : root->edge_count;
    const Color side = (Color)search->scene.root.to_move;
    const int most = graph_most_visited(edges, count);
    if (most < 0) {
        return false;
    }
    const float rate = graph_outlook(root, &edges[most], side).win_rate;
    for (int i = 0; i < count; i++) {
        if (edges[i].visits > edges[most].visits / 4 &&
            graph_outlook(root, &edges[i], side).win_rate > rate) {
            return true;
        }
    }
    return false;
}

/* When the time is up: later, if that is granted, as long as the position is not clear. */
static double end_of_time(const Search *search) {
    const double more = search->limits.unclear_seconds;
    return search->deadline + (more > 0 && is_unclear(search) ? more : 0);
}

/* Unless the opponent has passed, passing takes some visits to be considered. */
static bool may_pass(const Search *search) {
    const GraphNode *root = search->scene.root_node;
    const uint32_t least = (uint32_t)search->scene.evaluator->pass_visits * root->edge_count;
    const uint32_t visits = atomic_load_explicit(&root->visits, memory_order_relaxed);
    return root->edge_count == 1 ||
           (!search->limits.avoid_pass && (search->scene.root.passes > 0 || visits >= least));
}

/* Can no other move come to have more visits than the most visited one? By lower bounds any move
 * could be chosen yet. */
static bool is_decided(const Search *search, double left) {
    const GraphEdge *edges = graph_edges(&search->scene.graph, search->scene.root_node);
    const int count = edges == NULL ? 0 : search->scene.root_node->edge_count;
    if (count <= 1 || search->limits.lcb_z > 0) {
        return count <= 1;
    }
    uint32_t most = 0, second = 0;
    bool is_pass = false;
    for (int i = 0; i < count; i++) {
        const uint32_t visits = atomic_load_explicit(&edges[i].visits, memory_order_relaxed);
        if (edges[i].move == POINT_PASS && search->limits.avoid_pass) {
            continue;
        }
        if (visits > most) {
            second = most;
            most = visits;
            is_pass = edges[i].move == POINT_PASS;
        } else if (visits > second) {
            second = visits;
        }
    }
    return most - second > left && (!is_pass || may_pass(search));
}

static bool is_cancelled(const Search *search) {
    const _Atomic bool *cancel = search->limits.cancel;
    return cancel != NULL && atomic_load_explicit(cancel, memory_order_relaxed);
}

/* Is it time to look whether to end? A slow machine may not wait for more visits where the time is
 * up or the search is not wanted any more: one takes some tenths of a millisecond, or as many
 * milliseconds where others use the processor too. */
static bool is_check_due(const Search *search, int64_t visits) {
    return visits % CHECK_EVERY == 0 || is_cancelled(search) ||
           (isfinite(search->deadline) && clock_seconds() >= search->deadline);
}

/* Relaxed throughout: a thread that sees stop late makes a few visits more. */
static void check_end(Search *search) {
    const SearchLimits *limits = &search->limits;
    const int64_t visits = atomic_load_explicit(&search->visits, memory_order_relaxed);
    const double now = clock_seconds();
    bool stop = is_cancelled(search);
    if (visits >= LEAST_VISITS || now >= search->deadline + GRACE_SECONDS) {
        const double end = end_of_time(search);
        stop = stop || now >= end ||
               (limits->early_stop && is_decided(search, visits_left(search, now, end)));
    }
    if (stop) {
        atomic_store_explicit(&search->stop, true, memory_order_relaxed);
    }
}

static void report_now(Search *search, Worker *worker) {
    const SearchWatch *watch = search->limits.watch;
    analyze(search->analyzer, worker, search->tallies, search->limits.threads,
            search->limits.lcb_z);
    watch->report(watch->context, &search->analyzer->analysis);
}

static void report_in_time(Job *job) {
    Search *search = job->search;
    const double now = job->reports ? clock_seconds() : 0;
    if (job->reports && now >= search->next_report) {
        report_now(search, &job->worker);
        search->next_report = now + search->limits.watch->seconds;
    }
}

static void work(void *item) {
    Job *job = item;
    Search *search = job->search;
    for (int64_t i = 1; !atomic_load_explicit(&search->stop, memory_order_relaxed) &&
                        !atomic_load_explicit(&search->scene.is_full, memory_order_relaxed);
         i++) {
        if (atomic_fetch_add_explicit(&search->visits, 1, memory_order_relaxed) >=
            search->playouts) {
            atomic_fetch_sub_explicit(&search->visits, 1, memory_order_relaxed);
            break;
        }
        descent_visit(&job->worker);
        report_in_time(job);
        if (is_check_due(search, i)) {
            check_end(search);
        }
    }
}

/* ---- The choice ---- */

static void set_choice(const Search *search, const GraphEdge *edge, Point move,
                       SearchResult *result) {
    const GraphOutlook outlook =
        graph_outlook(search->scene.root_node, edge, (Color)search->scene.root.to_move);
    result->move = move;
    result->win_rate = outlook.win_rate;
    result->score = outlook.score;
}

/* Where passing is barred while there are other moves, those may all do harm: each fills a seki, or
 * an own eye. */
static void pass_after_all(const Search *search, const GraphEdge *edges, int count,
                           SearchResult *result) {
    for (int i = 0; i < count; i++) {
        if (search->limits.avoid_pass && edges[i].move == POINT_PASS && edges[i].visits > 0) {
            SearchResult pass = *result;
            set_choice(search, &edges[i], POINT_PASS, &pass);
            if (pass.win_rate > result->win_rate + PASS_GAIN) {
                *result = pass;
            }
        }
    }
}

/* The best choice among the root's edges that can be played. */
static void choose_move(const Search *search, Worker *worker, SearchResult *result) {
    descent_start(worker);
    const Step step = worker->path[0];
    GraphEdge *edges = graph_edges(&search->scene.graph, step.node);
    const int count = edges == NULL ? 0 : step.node->edge_count;
    const bool black = search->scene.root.to_move == BLACK;
    const int most_visited = graph_most_visited(edges, count);
    const uint32_t most = most_visited < 0 ? 0 : edges[most_visited].visits;
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        const GraphEdge *edge = &edges[i];
        const double rated = select_rate_choice(edge, most, black, search->limits.lcb_z);
        if (rated <= best || (edge->move == POINT_PASS && !may_pass(search)) ||
            descent_is_avoided(&search->scene, edge)) {
            continue;
        }
        const Point move = descent_play_edge(worker, &step, edge);
        if (move != POINT_NONE) {
            board_copy(&worker->board, &search->scene.root);
            best = rated;
            set_choice(search, edge, move, result);
        }
    }
    pass_after_all(search, edges, count, result);
}

static void report(Search *search, Job *jobs, SearchResult *result) {
    *result = (SearchResult){
        .move = POINT_PASS,
        .win_rate = 0.5,
        .visits = search->visits,
        .root_visits = search->scene.root_node->visits,
        .nodes = (int64_t)search->scene.graph.node_count,
        .bytes = graph_bytes(&search->scene.graph),
        .seconds = clock_seconds() - search->start,
    };
    for (int i = 0; i < search->limits.threads; i++) {
        const Worker *worker = &jobs[i].worker;
        result->depth = worker->depth > result->depth ? worker->depth : result->depth;
        table_counts_add(&result->table, &worker->counts);
    }
    choose_move(search, &jobs[0].worker, result);
}

/* By visits, the most first; equal ones in the order of the edges. */
static void insert_move(SearchMove *moves, int *count, int max, const SearchMove *move) {
    int at = *count;
    while (at > 0 && moves[at - 1].visits < move->visits) {
        at--;
    }
    if (at == max) {
        return;
    }
    *count += *count < max;
    memmove(&moves[at + 1], &moves[at], (size_t)(*count - at - 1) * sizeof *moves);
    moves[at] = *move;
}

int search_list_moves(const Search *search, SearchMove *moves, int max) {
    if (!search->has_graph) {
        return 0;
    }
    const GraphNode *root = search->scene.root_node;
    const GraphEdge *edges = graph_edges(&search->scene.graph, root);
    const Color side = (Color)search->scene.root.to_move;
    int count = 0;
    for (int i = 0; edges != NULL && i < root->edge_count; i++) {
        const GraphEdge *edge = &edges[i];
        if (edge->visits > 0) {
            const Point p = geometry_unmap_point(
                search->scene.root.geometry, search->scene.root_key.key.orientation, edge->move);
            const SearchMove move = walk_describe(root, edge, p, side, search->limits.lcb_z);
            insert_move(moves, &count, max, &move);
        }
    }
    return count;
}

bool search_walk(Search *search, const SearchVisitor *visitor, Status *status) {
    return walk_tree(&search->scene, visitor, search->limits.lcb_z, status);
}

int64_t search_visits(const Search *search) {
    return atomic_load_explicit(&search->visits, memory_order_relaxed);
}

/* ---- The search ---- */

Search *search_new(const Evaluator *evaluator) {
    Search *search = aligned_alloc(64, (sizeof *search + 63) / 64 * 64);
    if (search != NULL) {
        memset(search, 0, sizeof *search);
        search->scene.evaluator = evaluator;
        pthread_mutex_init(&search->scene.dead_mutex, NULL);
    }
    return search;
}

void search_clear(Search *search) {
    search->noise.count = 0;
    if (search->has_graph) {
        graph_free(&search->scene.graph);
        search->has_graph = false;
    }
}

void search_free(Search *search) {
    if (search != NULL) {
        search_clear(search);
        pthread_mutex_destroy(&search->scene.dead_mutex);
        free(search);
    }
}

void search_set_evaluator(Search *search, const Evaluator *evaluator) {
    if (search->scene.evaluator != evaluator) {
        search_clear(search);
        search->scene.evaluator = evaluator;
    }
}

/* As much memory as is asked for, or as there is. */
static bool init_graph(Graph *graph, const SearchLimits *limits) {
    size_t memory = limits->memory < GRAPH_MEMORY_MIN ? GRAPH_MEMORY_MIN : limits->memory;
    while (!graph_init(graph, memory, limits->symmetric)) {
        memory /= 2;
        if (memory < GRAPH_MEMORY_MIN) {
            return false;
        }
    }
    return true;
}

static bool prepare_graph(Search *search, const Game *game, const SearchLimits *limits) {
    const SearchBasis basis = basis_of(game, search->scene.evaluator, limits);
    const bool is_restricted = limits->allowed != NULL || limits->avoid != NULL;
    if (!limits->keep || search->is_restricted || is_restricted ||
        !basis_is_same(&basis, &search->basis)) {
        search_clear(search);
    }
    if (!search->has_graph) {
        search->has_graph = init_graph(&search->scene.graph, limits);
    }
    search->basis = basis;
    search->is_restricted = is_restricted;
    search->scene.takes_dead = basis.takes_dead;
    search->scene.is_frozen = false;
    return search->has_graph;
}

/* The key of the root with its history folded in move by move, as the paths of earlier searches
 * have it; without, where it is not quite what the moves lead to: another side is to move, or the
 * game goes on after two passes. */
static void set_root_key(Search *search, const Game *game) {
    const Board *root = &search->scene.root;
    GraphKey *key = &search->scene.root_key;
    Board board;
    board_init(&board, game->geometry);
    Status status;
    board_set_up(&board, game->past_cells, game->past[0].to_move, &status); /* it stood before */
    graph_key_start(&search->scene.graph, &board, &game->rules, key);
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        if (board.to_move != (uint8_t)move.color) {
            board.to_move = (uint8_t)move.color;
            board.ko = POINT_NONE;
        }
        board_play(&board, move.color, move.point);
        const GraphKey before = *key;
        graph_key_next(&search->scene.graph, &before, &board, &game->rules, move.point, key);
    }
    if (board.to_move != root->to_move || board.ko != root->ko || board.passes != root->passes) {
        graph_key_start(&search->scene.graph, root, &game->rules, key);
    }
}

static void set_root(Search *search, const Game *game, Color color) {
    Board *root = &search->scene.root;
    board_copy(root, &game->board);
    if ((Color)root->to_move != color) {
        root->to_move = (uint8_t)color;
        root->ko = POINT_NONE;
    }
    root->passes = root->passes > 1 ? 1 : root->passes;
    set_root_key(search, game);
    search->scene.last = game_last_move(game);
    search->scene.before =
        game->move_count >= 2 ? game->moves[game->move_count - 2].point : POINT_NONE;
}

typedef struct {
    const Search *search;
    double end;
} CleanTime;

static bool is_clean_time_over(void *context) {
    CleanTime *time = context;
    const double now = clock_seconds();
    if (is_cancelled(time->search)) {
        time->end = fmin(time->end, now + CLEAN_SECONDS_CANCELLED);
    }
    return now >= time->end;
}

/* Without a deadline, and unless the search is cancelled, the time does not matter. */
static void clean(Search *search) {
    const double start = clock_seconds();
    const double seconds = fmax(CLEAN_TIME_SHARE * (search->deadline - start), CLEAN_SECONDS_LEAST);
    CleanTime time = {search, start + seconds};
    const GraphCleaning cleaning = {CLEAN_ABOVE, is_clean_time_over, &time};
    graph_clean(&search->scene.graph, &search->scene.root_node, &cleaning);
    search->visits_start += clock_seconds() - start;
}

/* Makes room before a search if half of it is taken and the root is another one, from which part of
 * the graph cannot be reached any more. A search that is cancelled already leaves the graph alone.
 * The root's own moves need room in any case. */
static void clean_for_root(Search *search) {
    const Graph *graph = &search->scene.graph;
    const HashKey *key = &search->scene.root_key.key;
    const bool is_wanted = !is_cancelled(search);
    const bool is_other =
        key->key != search->cleaned_for.key || key->check != search->cleaned_for.check;
    if (graph_used_share(graph) > CLEAN_ABOVE &&
        ((is_wanted && is_other) || graph_edges(graph, search->scene.root_node) == NULL)) {
        clean(search);
    }
    if (is_wanted) {
        search->cleaned_for = *key;
    }
}

static GraphIndex find_root_node(Search *search) {
    bool made;
    TableCounts counts = {0};
    return graph_find(&search->scene.graph, &search->scene.root_key, 0, &made, &counts);
}

/* Finds or makes the root's node, with room for what is to come. */
static void find_root(Search *search) {
    GraphIndex index = find_root_node(search);
    if (index == 0) { /* full, and nothing of it is known to be below this root */
        graph_clear(&search->scene.graph);
        index = find_root_node(search);
    }
    search->scene.root_node = graph_node(&search->scene.graph, index);
    clean_for_root(search);
    const int64_t kept = search->scene.root_node->visits; /* counted in 32 bits */
    const int64_t wanted = search->limits.visits < INT32_MAX ? search->limits.visits : INT32_MAX;
    search->playouts = wanted - kept > 1 ? wanted - kept : 1;
}

/* The root's moves must be there first. */
static void add_noise(Search *search, Worker *worker) {
    const GraphNode *root = search->scene.root_node;
    if (graph_edges(&search->scene.graph, root) == NULL) {
        descent_visit(worker);
        atomic_fetch_add_explicit(&search->visits, 1, memory_order_relaxed);
    }
    GraphEdge *edges = graph_edges(&search->scene.graph, root);
    if (edges != NULL) {
        noise_add(&search->noise, edges, root->edge_count, search->limits.noise, &worker->rng);
    }
}

/* Runs the threads until the search is at its end. */
static void run_jobs(Search *search, Job *jobs) {
    search->visits_start = clock_seconds();
    if (search->limits.noise > 0) {
        add_noise(search, &jobs[0].worker);
    }
    for (;;) {
        team_run(work, jobs, sizeof *jobs, search->limits.threads);
        check_end(search); /* a small graph may be full before a thread looks at the clock */
        if (!atomic_load_explicit(&search->scene.is_full, memory_order_relaxed) ||
            atomic_load_explicit(&search->stop, memory_order_relaxed) ||
            search_visits(search) >= search->playouts) {
            break;
        }
        search->scene.is_frozen = search->deadline - clock_seconds() < CLEAN_WORTHWHILE;
        if (!search->scene.is_frozen) {
            clean(search);
        }
        atomic_store_explicit(&search->scene.is_full, false, memory_order_relaxed);
    }
}

static void end_watch(Search *search) {
    analyzer_free(search->analyzer);
    search->analyzer = NULL;
    for (int i = 0; i < SEARCH_THREADS_MAX; i++) {
        tally_free(search->tallies[i]);
        search->tallies[i] = NULL;
    }
}

/* False where there is no memory. */
static bool start_watch(Search *search, const SearchLimits *limits) {
    const SearchWatch *watch = limits->watch;
    search->scene.wants_owner = watch != NULL && (watch->owner || watch->moves_owner);
    if (watch == NULL) {
        return true;
    }
    search->next_report = search->start + watch->seconds;
    search->analyzer = analyzer_new(watch->moves_owner);
    bool ok = search->analyzer != NULL;
    for (int i = 0; ok && i < limits->threads; i++) {
        search->tallies[i] = tally_new(watch->moves_owner);
        ok = search->tallies[i] != NULL;
    }
    return ok;
}

bool search_run(Search *search, const Game *game, Color color, const SearchLimits *limits,
                SearchResult *result, Status *status) {
    assert(limits->threads >= 1 && limits->threads <= SEARCH_THREADS_MAX);
    assert(limits->avoid == NULL || !limits->symmetric);
    assert(isfinite(limits->seconds) || limits->visits < INT64_MAX || limits->cancel != NULL);
    search->start = clock_seconds();
    if (search->noise.count > 0) {
        noise_remove(&search->noise, graph_edges(&search->scene.graph, search->scene.root_node));
    }
    Job *jobs = aligned_alloc(64, (size_t)limits->threads * sizeof *jobs);
    bool ok = jobs != NULL && prepare_graph(search, game, limits) && start_watch(search, limits);
    if (ok) {
        search->scene.game = game;
        search->limits = *limits;
        search->scene.select = limits->select;
        search->scene.allowed = limits->allowed;
        search->scene.avoid = limits->avoid;
        search->scene.root_images = limits->root_images;
        atomic_store_explicit(&search->scene.dead_state, DEAD_NOT_ASKED, memory_order_relaxed);
        search->deadline = search->start + limits->seconds;
        search->scene.deadline = (Deadline){search->deadline, limits->cancel};
        atomic_store_explicit(&search->visits, 0, memory_order_relaxed);
        atomic_store_explicit(&search->stop, false, memory_order_relaxed);
        atomic_store_explicit(&search->scene.is_full, false, memory_order_relaxed);
        set_root(search, game, color);
        find_root(search);
        for (int i = 0; i < limits->threads; i++) {
            memset(&jobs[i].worker, 0, offsetof(Worker, answer));
            jobs[i].worker.scene = &search->scene;
            jobs[i].worker.rng = rng_new(limits->seed + (uint64_t)i);
            jobs[i].worker.tally = search->tallies[i];
            jobs[i].search = search;
            jobs[i].reports = limits->watch != NULL && i == 0;
        }
        run_jobs(search, jobs);
        if (limits->watch != NULL) {
            report_now(search, &jobs[0].worker);
        }
        report(search, jobs, result);
    }
    end_watch(search);
    free(jobs);
    return ok || status_fail(status, "out of memory");
}
