#include "engine/solve/verify/move_graph.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

void move_graph_add(MoveGraph *graph, uint32_t from, uint32_t to) {
    graph->edges = memory_grow(graph->edges, graph->edge_count, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (MoveEdge){from, to};
}

void move_graph_free(MoveGraph *graph) {
    free(graph->edges);
}

void move_index_begin(MoveIndex *index, uint32_t node_count) {
    *index = (MoveIndex){.node_count = node_count,
                         .first = memory_new((size_t)node_count + 2, sizeof *index->first)};
}

void move_index_allot(MoveIndex *index) {
    for (uint32_t node = 0; node < index->node_count; node++) {
        index->first[node + 2] += index->first[node + 1];
    }
    index->to = memory_new(index->first[index->node_count + 1], sizeof *index->to);
}

static bool make_index(MoveIndex *index, const MoveGraph *graph, bool is_back,
                       const VerifyMonitor *monitor) {
    move_index_begin(index, graph->node_count);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < graph->edge_count; i++) {
            const MoveEdge *edge = &graph->edges[i];
            move_index_add(index, is_back ? edge->to : edge->from, is_back ? edge->from : edge->to);
            if (!monitor_report(monitor, "moves listed by position",
                                (size_t)pass * graph->edge_count + i, 2 * graph->edge_count)) {
                move_index_free(index);
                return false;
            }
        }
        if (pass == 0) {
            move_index_allot(index);
        }
    }
    return true;
}

bool move_index_make(MoveIndex *index, const MoveGraph *graph, const VerifyMonitor *monitor) {
    return make_index(index, graph, false, monitor);
}

bool move_index_make_back(MoveIndex *index, const MoveGraph *graph, const VerifyMonitor *monitor) {
    return make_index(index, graph, true, monitor);
}

void move_index_free(MoveIndex *index) {
    free(index->first);
    free(index->to);
    *index = (MoveIndex){0};
}

/* ---- Strongly connected components ---- */

typedef struct {
    uint32_t next;  /* of its edges, the one to follow next */
    uint32_t order; /* 1 + when it was reached; 0: not yet */
    uint32_t low;
    uint32_t height; /* above the components that were closed below it */
} GraphNode;

/* A search in depth, with its own stack. */
typedef struct {
    const MoveIndex *index;
    GraphNode *nodes;
    uint32_t *call, *open; /* stacks */
    uint32_t call_count, open_count, reached, component_count;
    GraphComponents *components;
} Tarjan;

static void enter(Tarjan *tarjan, uint32_t number) {
    GraphNode *node = &tarjan->nodes[number];
    node->order = node->low = ++tarjan->reached;
    tarjan->call[tarjan->call_count++] = number;
    tarjan->open[tarjan->open_count++] = number;
}

static void raise_to(GraphNode *node, uint32_t height) {
    node->height = height > node->height ? height : node->height;
}

/* Closes the component whose first node is this one. */
static void close_component(Tarjan *tarjan, uint32_t node) {
    GraphComponents *components = tarjan->components;
    const uint32_t first = tarjan->open_count;
    uint32_t member, height = 0;
    do {
        member = tarjan->open[--tarjan->open_count];
        components->component[member] = tarjan->component_count;
        height = tarjan->nodes[member].height > height ? tarjan->nodes[member].height : height;
    } while (member != node);
    for (uint32_t i = tarjan->open_count; i < first; i++) {
        tarjan->nodes[tarjan->open[i]].height = height;
    }
    if (components->height != NULL) {
        components->height[tarjan->component_count] = height;
    }
    tarjan->component_count++;
}

static void follow(Tarjan *tarjan) {
    const uint32_t number = tarjan->call[tarjan->call_count - 1];
    GraphNode *node = &tarjan->nodes[number];
    const uint32_t *component = tarjan->components->component;
    const size_t edge = tarjan->index->first[number] + node->next;
    if (edge < tarjan->index->first[number + 1]) {
        const uint32_t to = tarjan->index->to[edge];
        node->next++;
        const uint32_t order = tarjan->nodes[to].order;
        if (order == 0) {
            enter(tarjan, to);
        } else if (component[to] != MOVE_GRAPH_OPEN) {
            raise_to(node, tarjan->nodes[to].height + 1);
        } else if (order < node->low) {
            node->low = order;
        }
        return;
    }
    tarjan->call_count--;
    if (node->low == node->order) {
        close_component(tarjan, number);
    }
    if (tarjan->call_count > 0) {
        GraphNode *caller = &tarjan->nodes[tarjan->call[tarjan->call_count - 1]];
        caller->low = node->low < caller->low ? node->low : caller->low;
        if (component[number] != MOVE_GRAPH_OPEN) {
            raise_to(caller, node->height + 1);
        }
    }
}

static bool find_components(Tarjan *tarjan, const VerifyMonitor *monitor) {
    const uint32_t count = tarjan->index->node_count;
    const size_t all = tarjan->index->first[count] + count;
    size_t steps = 0;
    for (uint32_t node = 0; node < count; node++) {
        tarjan->components->component[node] = MOVE_GRAPH_OPEN;
    }
    for (uint32_t node = 0; node < count; node++) {
        if (tarjan->nodes[node].order == 0) {
            enter(tarjan, node);
        }
        while (tarjan->call_count > 0) {
            follow(tarjan);
            if (!monitor_report(monitor, "moves followed for cycles", steps++, all)) {
                return false;
            }
        }
    }
    return true;
}

static bool mark_cyclic(const MoveIndex *index, const VerifyMonitor *monitor,
                        GraphComponents *components) {
    memset(components->is_cyclic, 0, index->node_count * sizeof *components->is_cyclic);
    for (uint32_t node = 0; node < index->node_count; node++) {
        const uint32_t component = components->component[node];
        for (size_t i = index->first[node]; i < index->first[node + 1]; i++) {
            components->is_cyclic[component] |= components->component[index->to[i]] == component;
        }
        if (!monitor_report(monitor, "moves marked on cycles", node, index->node_count)) {
            return false;
        }
    }
    return true;
}

bool move_index_find_components(const MoveIndex *index, const VerifyMonitor *monitor,
                                GraphComponents *components) {
    const size_t count = index->node_count;
    Tarjan tarjan = {.index = index,
                     .nodes = memory_new(count, sizeof *tarjan.nodes),
                     .call = memory_new(count, sizeof *tarjan.call),
                     .open = memory_new(count, sizeof *tarjan.open),
                     .components = components};
    const bool ok = find_components(&tarjan, monitor) && mark_cyclic(index, monitor, components);
    free(tarjan.nodes);
    free(tarjan.call);
    free(tarjan.open);
    return ok;
}

bool move_graph_find_components(const MoveGraph *graph, const VerifyMonitor *monitor,
                                GraphComponents *components) {
    MoveIndex index;
    if (!move_index_make(&index, graph, monitor)) {
        return false;
    }
    const bool ok = move_index_find_components(&index, monitor, components);
    move_index_free(&index);
    return ok;
}
