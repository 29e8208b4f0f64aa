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

enum { IS_SOURCE = 1, IS_MET = 2 /* shifted by the way */ };

void reach_search_init(ReachSearch *search, const Reach *reach, TeamMonitor *monitor,
                       bool is_reporter) {
    const size_t count = reach->edges[REACH_FORWARD].node_count;
    *search = (ReachSearch){.reach = reach,
                            .monitor = monitor,
                            .is_reporter = is_reporter,
                            .marks = memory_new(count, sizeof *search->marks),
                            .has_source = memory_new(count, sizeof *search->has_source)};
    for (int way = 0; way < REACH_WAYS; way++) {
        /* A node may be in it twice: as a source, and since another one leads to it. */
        search->queues[way].nodes = memory_new(2 * count, sizeof *search->queues[way].nodes);
    }
}

void reach_search_free(ReachSearch *search) {
    for (int way = 0; way < REACH_WAYS; way++) {
        free(search->queues[way].nodes);
    }
    free(search->marks);
    free(search->has_source);
}

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

static void enqueue(ReachQueue *queue, uint32_t node) {
    queue->nodes[queue->met++] = node;
}

static bool is_over(const ReachQueue *queue) {
    return queue->followed == queue->met;
}

static void meet(ReachSearch *search, int way, uint32_t node) {
    search->marks[node] |= IS_MET << way;
    enqueue(&search->queues[way], node);
}

static bool is_met(const ReachSearch *search, int way, uint32_t node) {
    return (search->marks[node] & IS_MET << way) != 0;
}

static bool is_source(const ReachSearch *search, uint32_t node) {
    return (search->marks[node] & IS_SOURCE) != 0;
}

static void note_sources(ReachSearch *search, const bool *is_open, const uint32_t *sources,
                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (is_open == NULL || is_open[sources[i]]) {
            search->marks[sources[i]] = IS_SOURCE;
            search->has_source[search->reach->nodes[sources[i]].component] = true;
        }
    }
}

/* Nodes of a cyclic component lead to each other. The search back begins with the other targets. */
static void begin_backward(ReachSearch *search, const bool *is_open, const uint32_t *targets,
                           size_t count, bool *is_reached, Between *between) {
    for (size_t i = 0; i < count; i++) {
        const ReachNode *node = &search->reach->nodes[targets[i]];
        is_reached[i] =
            search->reach->is_cyclic[node->component] && search->has_source[node->component];
        if (is_reached[i] || is_met(search, REACH_BACKWARD, targets[i]) ||
            (is_open != NULL && !is_open[targets[i]])) {
            continue;
        }
        meet(search, REACH_BACKWARD, targets[i]);
        between->low_component =
            node->component < between->low_component ? node->component : between->low_component;
        between->low_height =
            node->height < between->low_height ? node->height : between->low_height;
    }
}

/* The search onward begins with the sources that may lead to another component of a target. */
static void begin_forward(ReachSearch *search, const uint32_t *sources, size_t count,
                          Between *between) {
    for (size_t i = 0; i < count; i++) {
        const ReachNode *node = &search->reach->nodes[sources[i]];
        if (!is_source(search, sources[i]) || node->component <= between->low_component ||
            node->height <= between->low_height) {
            continue;
        }
        enqueue(&search->queues[REACH_FORWARD], sources[i]);
        between->high_component =
            node->component > between->high_component ? node->component : between->high_component;
        between->high_height =
            node->height > between->high_height ? node->height : between->high_height;
    }
}

/* Follows the next node of the queue. Returns whether that leads to a source. */
static bool follow(ReachSearch *search, int way, const bool *is_open, const Between *between) {
    const MoveIndex *edges = &search->reach->edges[way];
    ReachQueue *queue = &search->queues[way];
    const uint32_t from = queue->nodes[queue->followed++];
    bool is_found = false;
    for (size_t i = edges->first[from]; i < edges->first[from + 1]; i++) {
        const uint32_t to = edges->to[i];
        is_found |= is_source(search, to);
        if (!is_met(search, way, to) && lies_between(&search->reach->nodes[to], between) &&
            (is_open == NULL || is_open[to])) {
            meet(search, way, to);
        }
    }
    return is_found;
}

/* Both searches go on by turns: it is quick if the sources lead to little, or if little leads to
 * the targets and nothing of it is a source. */
static bool search_by_turns(ReachSearch *search, const bool *is_open, const Between *between) {
    const ReachQueue *forward = &search->queues[REACH_FORWARD],
                     *backward = &search->queues[REACH_BACKWARD];
    bool is_found = false;
    while (!is_over(forward) && (!is_over(backward) || is_found)) {
        follow(search, REACH_FORWARD, is_open, between);
        is_found = is_found || follow(search, REACH_BACKWARD, is_open, between);
        if (search->steps++ % MONITOR_EACH == 0 &&
            !team_monitor_report(search->monitor, search->is_reporter, "", 0, 0)) {
            return false;
        }
    }
    return true;
}

static void clear_marks(ReachSearch *search, const uint32_t *sources, size_t count) {
    for (size_t i = 0; i < count; i++) {
        search->marks[sources[i]] = 0;
        search->has_source[search->reach->nodes[sources[i]].component] = false;
    }
    for (int way = 0; way < REACH_WAYS; way++) {
        ReachQueue *queue = &search->queues[way];
        for (size_t i = 0; i < queue->met; i++) {
            search->marks[queue->nodes[i]] = 0;
        }
        queue->followed = queue->met = 0;
    }
}

bool reach_find(ReachSearch *search, const bool *is_open, const uint32_t *sources,
                size_t source_count, const uint32_t *targets, size_t target_count,
                bool *is_reached) {
    Between between = {UINT32_MAX, 0, UINT32_MAX, 0};
    note_sources(search, is_open, sources, source_count);
    begin_backward(search, is_open, targets, target_count, is_reached, &between);
    begin_forward(search, sources, source_count, &between);
    const bool ok = search_by_turns(search, is_open, &between);
    for (size_t i = 0; i < target_count; i++) {
        is_reached[i] |= is_met(search, REACH_FORWARD, targets[i]);
    }
    clear_marks(search, sources, source_count);
    return ok;
}
