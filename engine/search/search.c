#include "engine/search/search.h"

#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/search/descent.h"
#include "engine/search/root.h"
#include "engine/search/search_context.h"

/* Playouts of a thread between two checks whether to end. */
enum { CHECK_EVERY = 32 };

/* A search may exceed its time by GRACE_SECONDS to make this many playouts. */
enum { LEAST_PLAYOUTS = 200 };
static const double GRACE_SECONDS = 0.01;

/* What the values in the graph depend on apart from the position (the graph finds that by its own
 * key) and the evaluator (search_set_evaluator). The sums of AMAF are utilities, of which the score
 * has its share. */
typedef struct {
    const Geometry *geometry;
    Rules rules;
    double komi;
    int handicap;
    bool removes_dead_stones; /* after two passes */
    bool symmetric;
    size_t memory;
    int root_symmetries;
    double score_share, prior_temperature, policy_optimism, playout_doublings;
    HumanProfile profile;
} ReuseKey;

struct Search {
    SearchContext context;
    bool has_graph;
    ReuseKey reuse_key; /* of the values in the graph */
    bool may_keep;      /* the last search allowed the next one to keep the graph */
    struct {
        float priors[GRAPH_EDGES_MAX];
        int count; /* 0: none are saved */
    } root_priors; /* of the root's edges, if this search has its own; the next one restores them */
    ChoosePolicies policies; /* at the root, as far as the choice needs them */

    /* The running or last search. */
    double start, deadline;
    double playouts_start; /* of the first playout, plus the time of garbage collections */
    int64_t playouts_most;
    _Atomic int64_t playouts;
    _Atomic bool stop;

    Analyzer *analyzer; /* if the search is watched */
    RootStatistics *statistics[SEARCH_THREADS_MAX];
    double next_report;
};

/* One thread's part of a search. */
typedef struct {
    SearchThread thread;
    Search *search;
    int64_t playouts; /* made by this thread */
    bool reports;     /* of one thread */
} SearchTask;

/* ---- When to end ---- */

/* How many more playouts can come back, by their number and by the time at the rate so far. Those
 * that other threads are making count as made already. */
static double playouts_left(const Search *search, double now, double end) {
    const double done = (double)search_playouts(search);
    const double by_number = (double)search->playouts_most - done;
    const double by_time =
        isfinite(end) ? done / fmax(now - search->playouts_start, 1e-9) * (end - now) : INFINITY;
    return fmin(by_number, by_time) + search->context.limits.threads - 1;
}

/* Has a move with enough visits a better mean than the most visited one? */
static bool is_unclear(const Search *search) {
    const SearchContext *context = &search->context;
    const GraphNode *root = context->root_node;
    const GraphEdge *edges = graph_edges(&context->graph, root);
    const Color side = context->root.to_move;
    const int most = root_most_visited(context);
    if (most < 0) {
        return false;
    }
    const uint32_t visits = graph_edge_visits(&edges[most]);
    const float rate = graph_edge_value(root, &edges[most], side).win_rate;
    for (int i = 0; i < context->root_move_count; i++) {
        if (root_is_playable(context, i) &&
            select_is_lcb_candidate(graph_edge_visits(&edges[i]), visits) &&
            graph_edge_value(root, &edges[i], side).win_rate > rate) {
            return true;
        }
    }
    return false;
}

/* Can no other move overtake the most visited one? With lower bounds or sampling, any move may
 * still be chosen. */
static bool is_choice_final(const Search *search, double left) {
    const SearchContext *context = &search->context;
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const bool has_choice = root_count_playable(context) > 1;
    if (!has_choice || search->context.limits.lcb_z > 0 ||
        choose_is_sampled(&search->context.limits)) {
        return !has_choice;
    }
    uint32_t most = 0, second = 0;
    bool is_pass = false;
    for (int i = 0; i < context->root_move_count; i++) {
        const uint32_t visits = atomic_load_explicit(&edges[i].visits, memory_order_relaxed);
        if (!root_is_playable(context, i) ||
            (edges[i].move == POINT_PASS && search->context.limits.play_out)) {
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
    return most - second > left && (!is_pass || choose_may_pass(context));
}

/* Is it time to check whether to end? Once the time is up or the search is cancelled, at once: a
 * playout may take several milliseconds on a loaded machine. */
static bool is_check_due(const Search *search, int64_t playouts) {
    return playouts % CHECK_EVERY == 0 || deadline_is_cancelled(&search->context.deadline) ||
           (isfinite(search->deadline) && clock_seconds() >= search->deadline);
}

/* The deadline or, once that has passed, the end of the time for unclear positions. */
static double present_end(const Search *search, double now) {
    return now < search->deadline ? search->deadline
                                  : search->deadline + search->context.limits.unclear_seconds;
}

/* Relaxed throughout: a thread that sees `stop` late makes a few more playouts. A full graph that
 * had no time for a collection before the deadline may have it in the time for unclear positions.
 */
static void check_end(Search *search) {
    const SearchLimits *limits = &search->context.limits;
    const double now = clock_seconds();
    bool stop = deadline_is_cancelled(&search->context.deadline);
    if (search_playouts(search) >= LEAST_PLAYOUTS || now >= search->deadline + GRACE_SECONDS) {
        const double more = limits->unclear_seconds;
        const double end = search->deadline + (more > 0 && is_unclear(search) ? more : 0);
        stop = stop || now >= end ||
               (limits->early_stop && is_choice_final(search, playouts_left(search, now, end)));
    }
    if (stop) {
        atomic_store_explicit(&search->stop, true, memory_order_relaxed);
    } else if (search->context.is_frozen && garbage_collector_has_time(present_end(search, now))) {
        atomic_store_explicit(&search->context.is_full, true, memory_order_relaxed);
    }
}

static void report_now(Search *search, SearchThread *thread, bool is_last) {
    const SearchWatch *watch = search->context.limits.watch;
    search->analyzer->analysis.is_last = is_last;
    analyzer_run(search->analyzer, thread, search->statistics);
    watch->report(watch->context, &search->analyzer->analysis);
}

static void report_in_time(SearchTask *task) {
    Search *search = task->search;
    const double now = task->reports ? clock_seconds() : 0;
    if (task->reports && now >= search->next_report) {
        report_now(search, &task->thread, false);
        search->next_report = now + search->context.limits.watch->seconds;
    }
}

static void finish_playout(SearchTask *task) {
    task->playouts++;
    report_in_time(task);
    if (is_check_due(task->search, task->playouts)) {
        check_end(task->search);
    }
}

static void work(void *item) {
    SearchTask *task = item;
    Search *search = task->search;
    while (!atomic_load_explicit(&search->stop, memory_order_relaxed) &&
           !atomic_load_explicit(&search->context.is_full, memory_order_relaxed) &&
           !slice_is_over()) {
        if (atomic_fetch_add_explicit(&search->playouts, 1, memory_order_relaxed) >=
            search->playouts_most) {
            atomic_fetch_sub_explicit(&search->playouts, 1, memory_order_relaxed);
            break;
        }
        descent_run_playout(&task->thread);
        finish_playout(task);
    }
}

/* ---- The result ---- */

static void fill_result(Search *search, const SearchTask *tasks, SearchResult *result) {
    *result = (SearchResult){
        .move = POINT_PASS,
        .win_rate = 0.5,
        .playouts = search_playouts(search),
        .visits = root_visits(&search->context),
        .nodes = (int64_t)search->context.graph.node_count,
        .bytes = graph_bytes(&search->context.graph),
        .seconds = clock_seconds() - search->start,
    };
    for (int i = 0; i < search->context.limits.threads; i++) {
        const SearchThread *thread = &tasks[i].thread;
        result->depth = thread->depth > result->depth ? thread->depth : result->depth;
        table_counts_add(&result->table, &thread->counts);
    }
    choose_move(&search->context, &search->policies, result);
}

int search_list_moves(const Search *search, SearchMove *moves, int max) {
    return search->has_graph ? root_list_moves(&search->context, moves, max) : 0;
}

int64_t search_playouts(const Search *search) {
    return atomic_load_explicit(&search->playouts, memory_order_relaxed);
}

/* ---- The search ---- */

Search *search_new(const Evaluator *evaluator) {
    Search *search = aligned_new(sizeof *search);
    Ending *ending = ending_new();
    if (search == NULL || ending == NULL) {
        ending_free(ending);
        aligned_free(search);
        return NULL;
    }
    search->context.evaluator = evaluator;
    search->context.ending = ending;
    ending_set_source(ending, ownership_of_evaluator(evaluator));
    pthread_mutex_init(&search->context.status_mutex, NULL);
    return search;
}

const SearchContext *search_context(const Search *search) {
    return search->has_graph ? &search->context : NULL;
}

void search_clear(Search *search) {
    search->root_priors.count = 0;
    if (search->has_graph) {
        graph_free(&search->context.graph);
        search->has_graph = false;
    }
}

void search_free(Search *search) {
    if (search != NULL) {
        search_clear(search);
        pthread_mutex_destroy(&search->context.status_mutex);
        ending_free(search->context.ending);
        aligned_free(search);
    }
}

Ending *search_ending(Search *search) {
    return search->context.ending;
}

void search_set_evaluator(Search *search, const Evaluator *evaluator) {
    if (search->context.evaluator != evaluator) {
        search_clear(search);
        search->context.evaluator = evaluator;
        ending_set_source(search->context.ending, ownership_of_evaluator(evaluator));
    }
}

/* Halves the memory asked for until the system grants it. */
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

static bool reuse_keys_are_same(const ReuseKey *a, const ReuseKey *b) {
    return a->geometry == b->geometry && rules_are_same(&a->rules, &b->rules) &&
           a->komi == b->komi && a->handicap == b->handicap &&
           a->removes_dead_stones == b->removes_dead_stones && a->symmetric == b->symmetric &&
           a->memory == b->memory && a->root_symmetries == b->root_symmetries &&
           a->score_share == b->score_share && a->prior_temperature == b->prior_temperature &&
           a->policy_optimism == b->policy_optimism &&
           a->playout_doublings == b->playout_doublings &&
           strcmp(a->profile.name, b->profile.name) == 0;
}

static ReuseKey reuse_key_of(const SearchContext *context, const Game *game) {
    const SearchLimits *limits = &context->limits;
    return (ReuseKey){.geometry = game->geometry,
                      .rules = game->rules,
                      .komi = game->komi,
                      .handicap = game_handicap(game),
                      .removes_dead_stones = context->removes_dead_stones,
                      .symmetric = limits->symmetric,
                      .memory = limits->memory,
                      .root_symmetries = limits->root_symmetries,
                      .score_share = limits->select.score_share,
                      .prior_temperature = limits->select.prior_temperature,
                      .policy_optimism = limits->policy_optimism,
                      .playout_doublings = limits->playout_doublings,
                      .profile = limits->profile};
}

/* A restricted search gives the root's node only some of its moves, and leaves nothing behind. */
static bool prepare_graph(Search *search, const Game *game) {
    SearchContext *context = &search->context;
    const SearchLimits *limits = &context->limits;
    context->removes_dead_stones = ending_removes_dead_stones(&game->rules, limits->play_out);
    const ReuseKey key = reuse_key_of(context, game);
    const bool may_keep = limits->keep && limits->allowed == NULL && limits->avoid == NULL;
    if (!may_keep || !search->may_keep || !reuse_keys_are_same(&search->reuse_key, &key)) {
        search_clear(search);
    }
    search->reuse_key = key;
    search->may_keep = may_keep;
    if (!search->has_graph) {
        search->has_graph = init_graph(&context->graph, limits);
    }
    context->is_frozen = false;
    return search->has_graph;
}

/* The playouts at which the first limit is reached. The root's visits are counted in 32 bits. A
 * sampled move needs no playout beyond the root: the policy will do. */
static int64_t most_playouts(const Search *search) {
    const SearchLimits *limits = &search->context.limits;
    const bool has_edges = graph_edges(&search->context.graph, search->context.root_node) != NULL;
    const int64_t least = has_edges && choose_is_sampled(limits) ? 0 : 1;
    const int64_t visits = limits->visits < INT32_MAX ? limits->visits : INT32_MAX;
    const int64_t left = visits - root_visits(&search->context);
    const int64_t most = left < limits->playouts ? left : limits->playouts;
    return most > least ? most : least;
}

/* Saves the priors of the root's edges, unless they have been saved. */
static void save_root_priors(Search *search, const GraphEdge *edges, int count) {
    for (int i = 0; search->root_priors.count == 0 && i < count; i++) {
        search->root_priors.priors[i] = edges[i].prior;
    }
    search->root_priors.count = count;
}

/* Asks for the policy at the root's own optimism, and makes it the priors of the root's edges. */
static void set_root_priors(Search *search, SearchThread *thread) {
    const SearchContext *context = &search->context;
    GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    root_policy_ask(&search->policies.own, thread, context->evaluator, &context->limits.profile);
    if (edges != NULL) {
        descent_start(thread);
        save_root_priors(search, edges, context->root_node->edge_count);
        expand_set_priors(thread, &thread->path[0], edges);
    }
}

/* Finds the policies that the root and the choice need. If the root is new, the thread's answer is
 * about it, with the optimism of other nodes. */
static void find_policies(Search *search, SearchThread *thread, bool is_new) {
    const SearchContext *context = &search->context;
    const SearchLimits *limits = &search->context.limits;
    const bool is_optimistic = context->evaluator->has_optimism;
    search->policies.own.is_known = false;
    search->policies.human.is_known = false;
    if (is_optimistic && limits->root_policy_optimism != limits->policy_optimism) {
        set_root_priors(search, thread);
    } else if (choose_is_sampled(limits) && is_new) {
        root_policy_take(&search->policies.own, context, &thread->answer);
    } else if (choose_is_sampled(limits)) {
        root_policy_ask(&search->policies.own, thread, context->evaluator,
                        &context->limits.profile);
    }
    if (choose_is_sampled(limits) && limits->human != NULL && limits->sampling.human_share > 0) {
        root_policy_ask(&search->policies.human, thread, limits->human, &limits->human_profile);
    }
}

/* Against mirror Go, moves that break the mirror get greater priors for this search. */
static void break_mirror(Search *search, GraphEdge *edges) {
    const SearchContext *context = &search->context;
    if (!context->limits.anti_mirror ||
        !mirror_is_played(context->game, color_opponent(context->root.to_move))) {
        return;
    }
    save_root_priors(search, edges, context->root_move_count);
    for (int i = 0; i < context->root_move_count; i++) {
        if (context->root_moves[i] != POINT_NONE) {
            edges[i].prior +=
                mirror_share(context->game, context->root_moves[i]) * (1 - edges[i].prior);
        }
    }
}

/* Expands the root by a playout, unless it has edges, and finds those that can be played. */
static void expand_root(Search *search, SearchTask *task) {
    const GraphNode *root = search->context.root_node;
    const bool is_new = graph_edges(&search->context.graph, root) == NULL;
    if (is_new) {
        atomic_fetch_add_explicit(&search->playouts, 1, memory_order_relaxed);
        descent_run_playout(&task->thread);
    }
    find_policies(search, &task->thread, is_new);
    root_find_moves(&task->thread);
    GraphEdge *edges = graph_edges(&search->context.graph, root);
    if (edges != NULL) {
        break_mirror(search, edges);
    }
    if (is_new) {
        finish_playout(task);
    }
}

/* Has the threads' work ended for good? Otherwise the graph is full, or the slice used up. */
static bool has_ended(const Search *search) {
    return atomic_load_explicit(&search->stop, memory_order_relaxed) ||
           search_playouts(search) >= search->playouts_most;
}

/* Runs the threads until the search ends. */
static void run_threads(Search *search, SearchTask *tasks) {
    SearchContext *context = &search->context;
    search->playouts_start = clock_seconds();
    expand_root(search, &tasks[0]);
    const GraphValue root = graph_node_value(context->root_node, BLACK);
    selector_center_on_root(&context->selector, (double)root.win_rate, (double)root.score);
    for (;;) {
        team_run(work, tasks, sizeof *tasks, search->context.limits.threads);
        slice_check();
        if (!has_ended(search) && !atomic_load_explicit(&context->is_full, memory_order_relaxed)) {
            continue;
        }
        check_end(search); /* a small graph may be full before a thread looks at the clock */
        if (has_ended(search)) {
            break;
        }
        const double start = clock_seconds();
        context->is_frozen = !garbage_collector_run(context, present_end(search, start));
        search->playouts_start += clock_seconds() - start;
        atomic_store_explicit(&context->is_full, false, memory_order_relaxed);
    }
    if (search->context.limits.threads >
        1) { /* of two that sum the root up, the later may know less */
        graph_recompute(&context->graph, context->root_node);
    }
}

static void end_watch(Search *search) {
    analyzer_free(search->analyzer);
    search->analyzer = NULL;
    for (int i = 0; i < SEARCH_THREADS_MAX; i++) {
        root_statistics_free(search->statistics[i]);
        search->statistics[i] = NULL;
    }
}

/* Returns false if out of memory. */
static bool start_watch(Search *search) {
    const SearchLimits *limits = &search->context.limits;
    const SearchWatch *watch = limits->watch;
    search->context.wants_ownership = watch != NULL && (watch->ownership || watch->moves_ownership);
    if (watch == NULL) {
        return true;
    }
    search->next_report = search->start + (watch->first > 0 ? watch->first : watch->seconds);
    search->analyzer = analyzer_new(watch->moves_ownership);
    bool ok = search->analyzer != NULL;
    for (int i = 0; ok && i < limits->threads; i++) {
        search->statistics[i] = root_statistics_new(watch->moves_ownership);
        ok = search->statistics[i] != NULL;
    }
    return ok;
}

static void set_context(Search *search, const Game *game) {
    SearchContext *context = &search->context;
    const SearchLimits *limits = &context->limits;
    search->deadline = search->start + limits->seconds;
    context->game = game;
    context->selector = selector_new(&limits->select, game->geometry->cell_count);
    context->deadline = (Deadline){search->deadline, limits->cancel};
    atomic_store_explicit(&context->status_state, STATUS_NOT_ASKED, memory_order_relaxed);
    atomic_store_explicit(&context->is_full, false, memory_order_relaxed);
    atomic_store_explicit(&search->playouts, 0, memory_order_relaxed);
    atomic_store_explicit(&search->stop, false, memory_order_relaxed);
}

static void set_up_tasks(Search *search, SearchTask *tasks) {
    for (int i = 0; i < search->context.limits.threads; i++) {
        tasks[i].thread.context = &search->context;
        tasks[i].thread.rng = rng_new(search->context.limits.seed + (uint64_t)i);
        tasks[i].thread.statistics = search->statistics[i];
        tasks[i].search = search;
        tasks[i].reports = search->context.limits.watch != NULL && i == 0;
    }
}

bool search_run(Search *search, const Game *game, Color color, const SearchLimits *given,
                SearchResult *result, Status *status) {
    SearchContext *context = &search->context;
    SearchLimits *limits = &context->limits;
    *limits = *given;
    assert(limits->threads >= 1 && limits->threads <= SEARCH_THREADS_MAX);
    assert(limits->visits >= 1 && limits->playouts >= 1);
    assert(limits->avoid == NULL || !limits->symmetric);
    assert(!limits->keep || !(limits->is_root_apart || limits->ignores_pre_root_history ||
                              limits->conservative_pass));
    assert(isfinite(limits->seconds) || limits->visits < INT64_MAX ||
           limits->playouts < INT64_MAX || limits->cancel != NULL);
    search->start = clock_seconds();
    for (int i = 0; i < search->root_priors.count; i++) { /* whose edges may be elsewhere by now */
        graph_edges(&context->graph, context->root_node)[i].prior = search->root_priors.priors[i];
    }
    search->root_priors.count = 0;
    SearchTask *tasks = aligned_new((size_t)limits->threads * sizeof *tasks);
    bool ok = tasks != NULL && start_watch(search) && prepare_graph(search, game);
    if (ok) {
        set_context(search, game);
        root_set_position(context, game, color);
        root_find_node(context);
        garbage_collector_run_for_root(context);
        search->playouts_most = most_playouts(search);
        set_up_tasks(search, tasks);
        run_threads(search, tasks);
        if (limits->watch != NULL) {
            report_now(search, &tasks[0].thread, true);
        }
        fill_result(search, tasks, result);
    }
    end_watch(search);
    aligned_free(tasks);
    return ok || status_fail(status, "out of memory");
}
