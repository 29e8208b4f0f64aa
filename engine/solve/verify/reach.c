#include "engine/solve/verify/reach.h"

#include <stdlib.h>

#include "engine/base/memory.h"

static bool find_parts(Reach *reach, uint32_t count) {
    MoveGraphParts parts = {.component = memory_new(count, sizeof *parts.component),
                            .is_cyclic = reach->is_cyclic,
                            .height = memory_new(count, sizeof *parts.height)};
    const bool ok =
        move_index_find_parts(&reach->searches[REACH_FORWARD].edges, reach->monitor, &parts);
    for (uint32_t node = 0; ok && node < count; node++) {
        reach->nodes[node].component = parts.component[node];
        reach->nodes[node].height = parts.height[parts.component[node]];
    }
    free(parts.component);
    free(parts.height);
    return ok;
}

bool reach_make(Reach *reach, const MoveGraph *graph, const VerifyMonitor *monitor) {
    const size_t count = graph->node_count;
    *reach = (Reach){.monitor = monitor,
                     .nodes = memory_new(count, sizeof *reach->nodes),
                     .is_cyclic = memory_new(count, sizeof *reach->is_cyclic),
                     .part_in = memory_new(count, sizeof *reach->part_in)};
    for (int way = 0; way < REACH_WAYS; way++) {
        /* A node may be on it twice: as a source, and since another one leads to it. */
        reach->searches[way].stack = memory_new(2 * count, sizeof *reach->searches[way].stack);
    }
    return move_index_make(&reach->searches[REACH_FORWARD].edges, graph, monitor) &&
           find_parts(reach, graph->node_count) &&
           move_index_make_back(&reach->searches[REACH_BACKWARD].edges, graph, monitor);
}

void reach_free(Reach *reach) {
    for (int way = 0; way < REACH_WAYS; way++) {
        move_index_free(&reach->searches[way].edges);
        free(reach->searches[way].stack);
    }
    free(reach->nodes);
    free(reach->is_cyclic);
    free(reach->part_in);
}

/* ---- A question ---- */

/* What lies between sources and targets. A component leads only to lower ones, and was numbered
 * after them. */
typedef struct {
    uint32_t low_component, high_component, low_height, high_height;
} Between;

static bool lies_between(const ReachNode *node, const Between *between) {
    return node->component >= between->low_component &&
           node->component <= between->high_component && node->height >= between->low_height &&
           node->height <= between->high_height;
}

/* Counts a node as met, and as one to follow. */
static void meet(Reach *reach, int way, uint32_t number) {
    ReachSearch *search = &reach->searches[way];
    reach->nodes[number].met_in[way] = reach->question;
    search->stack[search->open++] = number;
}

static bool is_met(const Reach *reach, int way, uint32_t number) {
    return reach->nodes[number].met_in[way] == reach->question;
}

static bool is_source(const Reach *reach, uint32_t number) {
    return reach->nodes[number].source_in == reach->question;
}

static void note_sources(Reach *reach, const bool *is_open, const uint32_t *sources, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ReachNode *node = &reach->nodes[sources[i]];
        if (is_open == NULL || is_open[sources[i]]) {
            node->source_in = reach->part_in[node->component] = reach->question;
        }
    }
}

/* Nodes of a cyclic component lead to each other. The search back begins with the other targets. */
static void begin_backward(Reach *reach, const bool *is_open, const uint32_t *targets, size_t count,
                           bool *is_reached, Between *between) {
    for (size_t i = 0; i < count; i++) {
        const ReachNode *node = &reach->nodes[targets[i]];
        is_reached[i] =
            reach->is_cyclic[node->component] && reach->part_in[node->component] == reach->question;
        if (is_reached[i] || is_met(reach, REACH_BACKWARD, targets[i]) ||
            (is_open != NULL && !is_open[targets[i]])) {
            continue;
        }
        meet(reach, REACH_BACKWARD, targets[i]);
        between->low_component =
            node->component < between->low_component ? node->component : between->low_component;
        between->low_height =
            node->height < between->low_height ? node->height : between->low_height;
    }
}

/* The search onward begins with the sources that may lead to another component of a target. */
static void begin_forward(Reach *reach, const uint32_t *sources, size_t count, Between *between) {
    ReachSearch *search = &reach->searches[REACH_FORWARD];
    for (size_t i = 0; i < count; i++) {
        const ReachNode *node = &reach->nodes[sources[i]];
        if (!is_source(reach, sources[i]) || node->component <= between->low_component ||
            node->height <= between->low_height) {
            continue;
        }
        search->stack[search->open++] = sources[i];
        between->high_component =
            node->component > between->high_component ? node->component : between->high_component;
        between->high_height =
            node->height > between->high_height ? node->height : between->high_height;
    }
}

/* Follows the last node on the stack. Returns whether that leads to a source. */
static bool follow(Reach *reach, int way, const bool *is_open, const Between *between) {
    ReachSearch *search = &reach->searches[way];
    const uint32_t from = search->stack[--search->open];
    bool is_found = false;
    for (size_t i = search->edges.first[from]; i < search->edges.first[from + 1]; i++) {
        const uint32_t to = search->edges.to[i];
        is_found |= is_source(reach, to);
        if (!is_met(reach, way, to) && lies_between(&reach->nodes[to], between) &&
            (is_open == NULL || is_open[to])) {
            meet(reach, way, to);
        }
    }
    return is_found;
}

/* Both searches go on by turns: it is quick if the sources lead to little, or if little leads to
 * the targets and nothing of it is a source. */
bool reach_find(Reach *reach, const bool *is_open, const uint32_t *sources, size_t source_count,
                const uint32_t *targets, size_t target_count, bool *is_reached) {
    ReachSearch *forward = &reach->searches[REACH_FORWARD],
                *backward = &reach->searches[REACH_BACKWARD];
    Between between = {UINT32_MAX, 0, UINT32_MAX, 0};
    bool is_found = false;
    reach->question++;
    forward->open = backward->open = 0;
    note_sources(reach, is_open, sources, source_count);
    begin_backward(reach, is_open, targets, target_count, is_reached, &between);
    begin_forward(reach, sources, source_count, &between);
    while (forward->open > 0 && (backward->open > 0 || is_found)) {
        follow(reach, REACH_FORWARD, is_open, &between);
        is_found = is_found || follow(reach, REACH_BACKWARD, is_open, &between);
        if (!monitor_report(reach->monitor, "", reach->steps++, 0)) {
            return false;
        }
    }
    for (size_t i = 0; i < target_count; i++) {
        is_reached[i] |= is_met(reach, REACH_FORWARD, targets[i]);
    }
    return true;
}
