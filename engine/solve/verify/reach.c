#include "engine/solve/verify/reach.h"

#include <stdlib.h>

#include "engine/base/memory.h"

/* Each edge is from where it leads to. */
static bool index_back(MoveIndex *index, const MoveGraph *graph, const VerifyMonitor *monitor) {
    move_index_begin(index, graph->node_count);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < graph->edge_count; i++) {
            move_index_add(index, graph->edges[i].to, graph->edges[i].from);
            if (!monitor_report(monitor, "moves listed by what they lead to",
                                (size_t)pass * graph->edge_count + i, 2 * graph->edge_count)) {
                return false;
            }
        }
        if (pass == 0) {
            move_index_allot(index);
        }
    }
    return true;
}

/* A node may be on the stack twice: as a source, and since another one leads to it. */
static void search_allocate(ReachSearch *search, size_t nodes) {
    search->met_in = memory_new(nodes, sizeof *search->met_in);
    search->stack = memory_new(2 * nodes, sizeof *search->stack);
}

static void search_free(ReachSearch *search) {
    move_index_free(&search->edges);
    free(search->met_in);
    free(search->stack);
}

bool reach_make(Reach *reach, const MoveGraph *graph, const VerifyMonitor *monitor) {
    const size_t nodes = graph->node_count;
    *reach = (Reach){.monitor = monitor,
                     .parts = {.component = memory_new(nodes, sizeof *reach->parts.component),
                               .is_cyclic = memory_new(nodes, sizeof *reach->parts.is_cyclic),
                               .height = memory_new(nodes, sizeof *reach->parts.height)},
                     .source_in = memory_new(nodes, sizeof *reach->source_in),
                     .part_in = memory_new(nodes, sizeof *reach->part_in)};
    search_allocate(&reach->forward, nodes);
    search_allocate(&reach->backward, nodes);
    return move_index_make(&reach->forward.edges, graph, monitor) &&
           move_index_find_parts(&reach->forward.edges, monitor, &reach->parts) &&
           index_back(&reach->backward.edges, graph, monitor);
}

void reach_free(Reach *reach) {
    search_free(&reach->forward);
    search_free(&reach->backward);
    free(reach->parts.component);
    free(reach->parts.is_cyclic);
    free(reach->parts.height);
    free(reach->source_in);
    free(reach->part_in);
}

/* ---- A question ---- */

/* What lies between sources and targets. A component leads only to lower ones, and was numbered
 * after them. */
typedef struct {
    uint32_t low_component, high_component, low_height, high_height;
} Between;

static bool lies_between(const Reach *reach, uint32_t node, const Between *between) {
    const uint32_t component = reach->parts.component[node];
    const uint32_t height = reach->parts.height[component];
    return component >= between->low_component && component <= between->high_component &&
           height >= between->low_height && height <= between->high_height;
}

/* Counts a node as met, and as one to follow. */
static void meet(Reach *reach, ReachSearch *search, uint32_t node) {
    search->met_in[node] = reach->question;
    search->stack[search->open++] = node;
}

static bool is_met(const Reach *reach, const ReachSearch *search, uint32_t node) {
    return search->met_in[node] == reach->question;
}

static bool is_source(const Reach *reach, uint32_t node) {
    return reach->source_in[node] == reach->question;
}

static void note_sources(Reach *reach, const bool *is_open, const uint32_t *sources, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (is_open == NULL || is_open[sources[i]]) {
            reach->source_in[sources[i]] = reach->question;
            reach->part_in[reach->parts.component[sources[i]]] = reach->question;
        }
    }
}

/* Nodes of a cyclic component lead to each other. The search back begins with the other targets. */
static void begin_backward(Reach *reach, const bool *is_open, const uint32_t *targets, size_t count,
                           bool *is_reached, Between *between) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t component = reach->parts.component[targets[i]];
        const uint32_t height = reach->parts.height[component];
        is_reached[i] =
            reach->parts.is_cyclic[component] && reach->part_in[component] == reach->question;
        if (is_reached[i] || is_met(reach, &reach->backward, targets[i]) ||
            (is_open != NULL && !is_open[targets[i]])) {
            continue;
        }
        meet(reach, &reach->backward, targets[i]);
        between->low_component =
            component < between->low_component ? component : between->low_component;
        between->low_height = height < between->low_height ? height : between->low_height;
    }
}

/* The search onward begins with the sources that may lead to another component of a target. */
static void begin_forward(Reach *reach, const uint32_t *sources, size_t count, Between *between) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t component = reach->parts.component[sources[i]];
        const uint32_t height = reach->parts.height[component];
        if (!is_source(reach, sources[i]) || component <= between->low_component ||
            height <= between->low_height) {
            continue;
        }
        reach->forward.stack[reach->forward.open++] = sources[i];
        between->high_component =
            component > between->high_component ? component : between->high_component;
        between->high_height = height > between->high_height ? height : between->high_height;
    }
}

/* Follows the last node on the stack. Returns whether that leads to a source. */
static bool follow(Reach *reach, ReachSearch *search, const bool *is_open, const Between *between) {
    const uint32_t from = search->stack[--search->open];
    bool is_found = false;
    for (size_t i = search->edges.first[from]; i < search->edges.first[from + 1]; i++) {
        const uint32_t to = search->edges.to[i];
        is_found |= is_source(reach, to);
        if (!is_met(reach, search, to) && lies_between(reach, to, between) &&
            (is_open == NULL || is_open[to])) {
            meet(reach, search, to);
        }
    }
    return is_found;
}

/* Both searches go on by turns: it is quick if the sources lead to little, or if little leads to
 * the targets and nothing of it is a source. */
bool reach_find(Reach *reach, const bool *is_open, const uint32_t *sources, size_t source_count,
                const uint32_t *targets, size_t target_count, bool *is_reached) {
    ReachSearch *forward = &reach->forward, *backward = &reach->backward;
    Between between = {UINT32_MAX, 0, UINT32_MAX, 0};
    bool is_found = false;
    reach->question++;
    forward->open = backward->open = 0;
    note_sources(reach, is_open, sources, source_count);
    begin_backward(reach, is_open, targets, target_count, is_reached, &between);
    begin_forward(reach, sources, source_count, &between);
    while (forward->open > 0 && (backward->open > 0 || is_found)) {
        follow(reach, forward, is_open, &between);
        is_found = is_found || follow(reach, backward, is_open, &between);
        if (!monitor_report(reach->monitor, "", reach->steps++, 0)) {
            return false;
        }
    }
    for (size_t i = 0; i < target_count; i++) {
        is_reached[i] |= is_met(reach, forward, targets[i]);
    }
    return true;
}
