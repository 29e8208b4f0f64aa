/* The components of random graphs beside what is reachable step by step. */
#include "engine/base/rng.h"
#include "engine/solve/verify/move_graph.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 12 };

/* [from][to]: does a way of one edge or more lead there? */
typedef bool Reach[NODES_MAX][NODES_MAX];

static void find_reach(const MoveGraph *graph, Reach reach) {
    memset(reach, 0, sizeof(Reach));
    for (size_t i = 0; i < graph->edge_count; i++) {
        reach[graph->edges[i].from][graph->edges[i].to] = true;
    }
    for (int via = 0; via < NODES_MAX; via++) {
        for (int from = 0; from < NODES_MAX; from++) {
            for (int to = 0; to < NODES_MAX; to++) {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
}

/* The most components on a way from the node to others. */
static uint32_t find_height(const MoveGraph *graph, Reach reach, uint32_t node) {
    uint32_t height = 0;
    for (uint32_t to = 0; to < graph->node_count; to++) {
        if (reach[node][to] && !reach[to][node]) {
            const uint32_t below = 1 + find_height(graph, reach, to);
            height = below > height ? below : height;
        }
    }
    return height;
}

static void expect_components(const MoveGraph *graph, const GraphComponents *components) {
    Reach reach;
    find_reach(graph, reach);
    for (uint32_t a = 0; a < graph->node_count; a++) {
        const uint32_t component = components->component[a];
        cr_assert_lt(component, graph->node_count);
        cr_assert_eq(components->is_cyclic[component], reach[a][a]);
        cr_assert_eq(components->height[component], find_height(graph, reach, a));
        for (uint32_t b = 0; b < graph->node_count; b++) {
            const bool is_same = a == b || (reach[a][b] && reach[b][a]);
            cr_assert_eq(component == components->component[b], is_same);
        }
    }
}

Test(verify_move_graph, parts_are_what_can_reach_each_other) {
    const VerifyMonitor monitor = {.report = NULL};
    Rng rng = rng_new(11);
    int cyclic = 0;
    for (int step = 0; step < 3000; step++) {
        uint32_t component[NODES_MAX], height[NODES_MAX];
        bool is_cyclic[NODES_MAX];
        GraphComponents components = {component, is_cyclic, height};
        MoveGraph graph = {.node_count = 1 + rng_below(&rng, NODES_MAX)};
        for (uint32_t i = rng_below(&rng, 2 * graph.node_count + 1); i > 0; i--) {
            move_graph_add(&graph, rng_below(&rng, graph.node_count),
                           rng_below(&rng, graph.node_count));
        }
        cr_assert(move_graph_find_components(&graph, &monitor, &components));
        expect_components(&graph, &components);
        for (uint32_t node = 0; node < graph.node_count; node++) {
            cyclic += is_cyclic[component[node]];
        }
        move_graph_free(&graph);
    }
    cr_assert_gt(cyclic, 1000);
}

/* Ends the work at one of its reports. */
typedef struct {
    int reports, ends_at;
} Ending;

static bool tell(void *context, const char *phase, size_t done, size_t all) {
    Ending *ending = context;
    cr_assert_leq(done, all, "%s", phase);
    cr_assert_lt(ending->reports, ending->ends_at, "%s: the work goes on", phase);
    return ++ending->reports < ending->ends_at;
}

Test(verify_move_graph, parts_can_be_ended_at_each_report) {
    enum { NODES = 5000 };
    static uint32_t component[NODES];
    static bool is_cyclic[NODES];
    GraphComponents components = {component, is_cyclic, NULL};
    MoveGraph graph = {.node_count = NODES};
    Ending ending = {.ends_at = 1000};
    const VerifyMonitor monitor = {.report = tell, .context = &ending};
    for (uint32_t node = 0; node < NODES; node++) {
        move_graph_add(&graph, node, (node + 1) % NODES);
    }
    cr_assert(move_graph_find_components(&graph, &monitor, &components));
    cr_assert(is_cyclic[component[0]] && component[0] == component[NODES - 1]);
    const int reports = ending.reports;
    cr_assert_gt(reports, 6);
    for (int at = 1; at <= reports; at++) {
        ending = (Ending){.ends_at = at};
        cr_assert_not(move_graph_find_components(&graph, &monitor, &components), "report %d of %d",
                      at, reports);
    }
    move_graph_free(&graph);
}
