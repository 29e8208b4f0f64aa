#include "engine/solve/verify/reach.h"

#include <stdlib.h>

#include "engine/base/memory.h"

static bool find_components(Reach *reach, uint32_t count, const VerifyMonitor *monitor) {
    GraphComponents components = {.component = memory_new(count, sizeof *components.component),
                                  .is_cyclic = reach->is_cyclic,
                                  .height = memory_new(count, sizeof *components.height)};
    const bool ok = move_index_find_components(&reach->edges[REACH_FORWARD], monitor, &components);
    for (uint32_t node = 0; ok && node < count; node++) {
        reach->nodes[node] =
            (ReachNode){components.component[node], components.height[components.component[node]]};
        if (reach->nodes[node].height >= reach->heights) {
            reach->heights = reach->nodes[node].height + 1;
        }
    }
    free(components.component);
    free(components.height);
    return ok;
}

bool reach_make(Reach *reach, const MoveGraph *graph, const VerifyMonitor *monitor) {
    const size_t count = graph->node_count;
    *reach = (Reach){.nodes = memory_new(count, sizeof *reach->nodes),
                     .is_cyclic = memory_new(count, sizeof *reach->is_cyclic)};
    return move_index_make(&reach->edges[REACH_FORWARD], graph, monitor) &&
           find_components(reach, graph->node_count, monitor) &&
           move_index_make_back(&reach->edges[REACH_BACKWARD], graph, monitor);
}

void reach_free(Reach *reach) {
    for (int way = 0; way < REACH_WAYS; way++) {
        move_index_free(&reach->edges[way]);
    }
    free(reach->nodes);
    free(reach->is_cyclic);
}

/* ---- A question ---- */

enum { IS_SOURCE = 1, IS_MET = 2 /* << way */ };

void reach_search_init(ReachSearch *search, const Reach *reach, TeamMonitor *monitor,
                       bool is_reporter) {
    const size_t count = reach->edges[REACH_FORWARD].node_count;
    *search = (ReachSearch){.reach = reach,
                            .monitor = monitor,
                            .is_reporter = is_reporter,
                            .marks = memory_new(count, sizeof *search->marks),
                            .has_source = memory_new(count, sizeof *search->has_source)};
    for (int way = 0; way < REACH_WAYS; way++) {
        ReachFrontier *frontier = &search->frontiers[way];
        frontier->met = memory_new(count, sizeof *frontier->met);
        frontier->next = memory_new(count, sizeof *frontier->next);
        frontier->first = memory_new(reach->heights, sizeof *frontier->first);
    }
}

void reach_search_free(ReachSearch *search) {
    for (int way = 0; way < REACH_WAYS; way++) {
        free(search->frontiers[way].met);
        free(search->frontiers[way].next);
        free(search->frontiers[way].first);
    }
    free(search->marks);
    free(search->has_source);
}

/* What lies between the sources and a target. A component leads only to lower ones, and was
 * numbered after them. */
typedef struct {
    uint32_t low_component, high_component, low_height, high_height;
} Between;

static bool lies_between(const ReachNode *node, const Between *between) {
    return node->component >= between->low_component &&
           node->component <= between->high_component && node->height >= between->low_height &&
           node->height <= between->high_height;
}

static bool is_marked(const ReachSearch *search, uint32_t node, int mark) {
    return (search->marks[node] & mark) != 0;
}

/* Each node once on each way: sources are met forward from the beginning. */
static void meet(ReachSearch *search, int way, uint32_t node) {
    ReachFrontier *frontier = &search->frontiers[way];
    const uint32_t height = search->reach->nodes[node].height;
    search->marks[node] |= IS_MET << way;
    frontier->met[frontier->met_count++] = node;
    frontier->next[node] = frontier->first[height];
    frontier->first[height] = node + 1;
}

/* Begins the searches at the target, and at the sources that may lead to it from another component.
 */
static Between begin(ReachSearch *search, const uint32_t *sources, size_t count, uint32_t target) {
    const ReachNode *low = &search->reach->nodes[target];
    Between between = {low->component, low->component, low->height, low->height};
    meet(search, REACH_BACKWARD, target);
    for (size_t i = 0; i < count; i++) {
        const ReachNode *node = &search->reach->nodes[sources[i]];
        if (!is_marked(search, sources[i], IS_SOURCE) || node->component <= low->component ||
            node->height <= low->height) {
            continue;
        }
        meet(search, REACH_FORWARD, sources[i]);
        between.high_component =
            node->component > between.high_component ? node->component : between.high_component;
        between.high_height =
            node->height > between.high_height ? node->height : between.high_height;
    }
    search->frontiers[REACH_FORWARD].height = between.high_height;
    search->frontiers[REACH_BACKWARD].height = between.low_height;
    return between;
}

/* Goes to the next height with nodes to be followed: downward if forward, upward if backward.
 * Returns false if no height has any. */
static bool find_height(ReachFrontier *frontier, int way, const Between *between) {
    const uint32_t last = way == REACH_FORWARD ? between->low_height : between->high_height;
    while (frontier->first[frontier->height] == 0 && frontier->height != last) {
        frontier->height += way == REACH_FORWARD ? UINT32_MAX : 1; /* one less, or one more */
    }
    return frontier->first[frontier->height] != 0;
}

/* Follows the edges of a node of the frontier's height. Returns whether one leads to where the
 * other search has been. */
static bool follow(ReachSearch *search, int way, const bool *is_open, const Between *between) {
    const MoveIndex *edges = &search->reach->edges[way];
    ReachFrontier *frontier = &search->frontiers[way];
    const uint32_t from = frontier->first[frontier->height] - 1;
    frontier->first[frontier->height] = frontier->next[from];
    bool is_found = false;
    for (size_t i = edges->first[from]; i < edges->first[from + 1]; i++) {
        const uint32_t to = edges->to[i];
        is_found |= is_marked(search, to, IS_MET << !way);
        if (!is_marked(search, to, IS_MET << way) &&
            lies_between(&search->reach->nodes[to], between) && (is_open == NULL || is_open[to])) {
            meet(search, way, to);
        }
    }
    frontier->followed += 1 + edges->first[from + 1] - edges->first[from];
    return is_found;
}

/* The searches come towards each other, from height to height, and share the work. The one that
 * comes second to an edge of a path from a source to the target finds it; once they have passed
 * each other, no such path exists. Returns false if the monitor has ended the work. */
static bool search_by_heights(ReachSearch *search, const bool *is_open, const Between *between,
                              bool *is_found) {
    ReachFrontier *forward = &search->frontiers[REACH_FORWARD],
                  *backward = &search->frontiers[REACH_BACKWARD];
    while (!*is_found && find_height(forward, REACH_FORWARD, between) &&
           find_height(backward, REACH_BACKWARD, between) && forward->height >= backward->height) {
        const int way = forward->followed <= backward->followed ? REACH_FORWARD : REACH_BACKWARD;
        *is_found = follow(search, way, is_open, between);
        if (search->steps++ % MONITOR_EACH == 0 &&
            !team_monitor_report(search->monitor, search->is_reporter, "", 0, 0)) {
            return false;
        }
    }
    return true;
}

static void clear_frontiers(ReachSearch *search) {
    for (int way = 0; way < REACH_WAYS; way++) {
        ReachFrontier *frontier = &search->frontiers[way];
        for (size_t i = 0; i < frontier->met_count; i++) {
            const uint32_t node = frontier->met[i];
            search->marks[node] &= IS_SOURCE;
            frontier->first[search->reach->nodes[node].height] = 0;
        }
        frontier->met_count = frontier->followed = 0;
    }
}

/* Nodes of a cyclic component lead to each other. */
static bool find_target(ReachSearch *search, const bool *is_open, const uint32_t *sources,
                        size_t count, uint32_t target, bool *is_reached) {
    const uint32_t component = search->reach->nodes[target].component;
    *is_reached = search->reach->is_cyclic[component] && search->has_source[component];
    if (*is_reached || (is_open != NULL && !is_open[target])) {
        return true;
    }
    const Between between = begin(search, sources, count, target);
    const bool ok = search_by_heights(search, is_open, &between, is_reached);
    clear_frontiers(search);
    return ok;
}

bool reach_find(ReachSearch *search, const bool *is_open, const uint32_t *sources,
                size_t source_count, const uint32_t *targets, size_t target_count,
                bool *is_reached) {
    const ReachNode *nodes = search->reach->nodes;
    bool ok = true;
    for (size_t i = 0; i < source_count; i++) {
        if (is_open == NULL || is_open[sources[i]]) {
            search->marks[sources[i]] = IS_SOURCE;
            search->has_source[nodes[sources[i]].component] = true;
        }
    }
    for (size_t i = 0; ok && i < target_count; i++) {
        ok = find_target(search, is_open, sources, source_count, targets[i], &is_reached[i]);
    }
    for (size_t i = 0; i < source_count; i++) {
        search->marks[sources[i]] = 0;
        search->has_source[nodes[sources[i]].component] = false;
    }
    return ok;
}
