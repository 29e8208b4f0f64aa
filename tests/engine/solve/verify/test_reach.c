/* What leads where in random graphs, beside what does step by step. */
#include "engine/base/rng.h"
#include "engine/solve/verify/reach.h"

#include <criterion/criterion.h>
#include <string.h>

enum { NODES_MAX = 14 };

/* [from][to]: does a way of one edge or more lead there, by nodes that are open? */
typedef struct {
    bool leads[NODES_MAX][NODES_MAX];
} Ways;

static Ways find_ways(const MoveGraph *graph, const bool *is_open) {
    Ways ways = {0};
    for (size_t i = 0; i < graph->edge_count; i++) {
        const MoveEdge *edge = &graph->edges[i];
        ways.leads[edge->from][edge->to] = is_open[edge->from] && is_open[edge->to];
    }
    for (int via = 0; via < NODES_MAX; via++) {
        for (int from = 0; from < NODES_MAX; from++) {
            for (int to = 0; to < NODES_MAX; to++) {
                ways.leads[from][to] |= ways.leads[from][via] && ways.leads[via][to];
            }
        }
    }
    return ways;
}

/* Half of them have no cycle but edges from a node to itself. */
static MoveGraph random_graph(Rng *rng) {
    MoveGraph graph = {.node_count = 1 + rng_below(rng, NODES_MAX)};
    const bool goes_down = rng_below(rng, 2) == 0;
    for (uint32_t i = rng_below(rng, 3 * graph.node_count + 1); i > 0; i--) {
        const uint32_t a = rng_below(rng, graph.node_count), b = rng_below(rng, graph.node_count);
        const bool swaps = goes_down && a < b;
        move_graph_add(&graph, swaps ? b : a, swaps ? a : b);
    }
    return graph;
}

/* Each node with a chance of one in `one_in`. Returns their number. */
static size_t draw_nodes(Rng *rng, uint32_t node_count, uint32_t one_in, uint32_t *nodes) {
    size_t count = 0;
    for (uint32_t node = 0; node < node_count; node++) {
        if (rng_below(rng, one_in) == 0) {
            nodes[count++] = node;
        }
    }
    return count;
}

static void expect_answers(Rng *rng, const MoveGraph *graph, ReachSearch *search, int *reached) {
    bool is_open[NODES_MAX], is_reached[NODES_MAX];
    uint32_t sources[NODES_MAX], targets[NODES_MAX];
    const bool all = rng_below(rng, 2) == 0;
    for (uint32_t node = 0; node < graph->node_count; node++) {
        is_open[node] = all || rng_below(rng, 4) > 0;
    }
    static const bool OPEN[NODES_MAX] = {true, true, true, true, true, true, true,
                                         true, true, true, true, true, true, true};
    const Ways ways = find_ways(graph, is_open), all_ways = find_ways(graph, OPEN);
    const size_t source_count = draw_nodes(rng, graph->node_count, 5, sources);
    const size_t target_count = draw_nodes(rng, graph->node_count, 5, targets);
    cr_assert(reach_find(search, all ? NULL : is_open, sources, source_count, targets, target_count,
                         is_reached));
    for (size_t i = 0; i < target_count; i++) {
        bool leads = false, is_cyclic = false;
        for (size_t k = 0; k < source_count; k++) {
            leads |= ways.leads[sources[k]][targets[i]];
            is_cyclic |=
                all_ways.leads[sources[k]][targets[i]] && all_ways.leads[targets[i]][sources[k]];
        }
        cr_assert(is_reached[i] ? leads || is_cyclic : !leads);
        reached[leads]++;
    }
}

Test(verify_reach, finds_what_any_source_leads_to) {
    const VerifyMonitor monitor = {.report = NULL};
    Rng rng = rng_new(17);
    int reached[2] = {0, 0};
    for (int step = 0; step < 3000; step++) {
        MoveGraph graph = random_graph(&rng);
        Reach reach;
        ReachSearch search;
        TeamMonitor team = {.monitor = &monitor};
        cr_assert(reach_make(&reach, &graph, &monitor));
        reach_search_init(&search, &reach, &team, true);
        for (int question = 0; question < 10; question++) {
            expect_answers(&rng, &graph, &search, reached);
        }
        reach_search_free(&search);
        reach_free(&reach);
        move_graph_free(&graph);
    }
    cr_assert_gt(reached[0], 5000);
    cr_assert_gt(reached[1], 5000);
}

/* Ends the work at one of its reports. */
typedef struct {
    int reports, ends_at;
} Ending;

static bool count_down(void *context, const char *phase, size_t done, size_t all) {
    Ending *ending = context;
    (void)phase, (void)done, (void)all;
    return ++ending->reports != ending->ends_at;
}

/* On a long way, so that a question reports as well. */
static bool ask_once(const VerifyMonitor *monitor) {
    MoveGraph graph = {.node_count = 20 * MONITOR_EACH};
    for (uint32_t node = 0; node + 1 < graph.node_count; node++) {
        move_graph_add(&graph, node, node + 1);
    }
    const uint32_t source = 0, target = graph.node_count - 1;
    bool is_reached = false;
    Reach reach;
    ReachSearch search;
    TeamMonitor team = {.monitor = monitor};
    bool ok = reach_make(&reach, &graph, monitor);
    if (ok) {
        reach_search_init(&search, &reach, &team, true);
        ok = reach_find(&search, NULL, &source, 1, &target, 1, &is_reached);
        reach_search_free(&search);
    }
    reach_free(&reach);
    move_graph_free(&graph);
    cr_assert_eq(is_reached, ok);
    return ok;
}

Test(verify_reach, ends_at_any_report) {
    Ending ending = {0, 0};
    const VerifyMonitor monitor = {.report = count_down, .context = &ending};
    cr_assert(ask_once(&monitor));
    const int reports = ending.reports;
    cr_assert_gt(reports, 100);
    for (int at = 1; at <= reports; at++) {
        ending = (Ending){0, at};
        cr_assert_not(ask_once(&monitor));
        cr_assert_eq(ending.reports, at);
    }
}
