#include "verify/move_graph.h"

#include <stdlib.h>

#include "engine/base/memory.h"

static const uint32_t NO_COMPONENT = UINT32_MAX; /* yet */

void move_graph_init(MoveGraph *graph, uint32_t node_count) {
    *graph = (MoveGraph){.node_count = node_count,
                         .first = memory_new((size_t)node_count + 2, sizeof *graph->first)};
}

bool move_graph_pass(MoveGraph *graph) {
    if (graph->passes == 1) {
        for (uint32_t node = 0; node < graph->node_count; node++) {
            graph->first[node + 2] += graph->first[node + 1];
        }
        graph->to = memory_new(graph->first[graph->node_count + 1], sizeof *graph->to);
    }
    return ++graph->passes <= 2;
}

void move_graph_free(MoveGraph *graph) {
    free(graph->first);
    free(graph->to);
}

/* ---- Strongly connected components ---- */

typedef struct {
    uint32_t next;  /* of its edges, the one to follow next */
    uint32_t order; /* 1 + when it was reached; 0: not yet */
    uint32_t low;
    uint32_t height; /* above the components that were closed below it */
} TarjanNode;

/* A search in depth, with its own stack. */
typedef struct {
    const MoveGraph *graph;
    TarjanNode *nodes;
    uint32_t *call, *open; /* stacks */
    uint32_t call_count, open_count, reached, component_count;
    GraphComponents *components;
} Tarjan;

static void enter(Tarjan *tarjan, uint32_t number) {
    TarjanNode *node = &tarjan->nodes[number];
    node->order = node->low = ++tarjan->reached;
    tarjan->call[tarjan->call_count++] = number;
    tarjan->open[tarjan->open_count++] = number;
}

static void raise_to(TarjanNode *node, uint32_t height) {
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
    components->height[tarjan->component_count++] = height;
}

static void follow(Tarjan *tarjan) {
    const uint32_t number = tarjan->call[tarjan->call_count - 1];
    TarjanNode *node = &tarjan->nodes[number];
    const uint32_t *component = tarjan->components->component;
    const size_t edge = tarjan->graph->first[number] + node->next;
    if (edge < tarjan->graph->first[number + 1]) {
        const uint32_t to = tarjan->graph->to[edge];
        node->next++;
        const uint32_t order = tarjan->nodes[to].order;
        if (order == 0) {
            enter(tarjan, to);
        } else if (component[to] != NO_COMPONENT) {
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
        TarjanNode *caller = &tarjan->nodes[tarjan->call[tarjan->call_count - 1]];
        caller->low = node->low < caller->low ? node->low : caller->low;
        if (component[number] != NO_COMPONENT) {
            raise_to(caller, node->height + 1);
        }
    }
}

static void mark_cyclic(const MoveGraph *graph, GraphComponents *components) {
    for (uint32_t node = 0; node < graph->node_count; node++) {
        const uint32_t component = components->component[node];
        for (size_t i = graph->first[node]; i < graph->first[node + 1]; i++) {
            components->is_cyclic[component] |= components->component[graph->to[i]] == component;
        }
    }
}

void graph_components_find(GraphComponents *components, const MoveGraph *graph) {
    const uint32_t count = graph->node_count;
    *components = (GraphComponents){.component = memory_new(count, sizeof *components->component),
                                    .is_cyclic = memory_new(count, sizeof *components->is_cyclic),
                                    .height = memory_new(count, sizeof *components->height)};
    Tarjan tarjan = {.graph = graph,
                     .nodes = memory_new(count, sizeof *tarjan.nodes),
                     .call = memory_new(count, sizeof *tarjan.call),
                     .open = memory_new(count, sizeof *tarjan.open),
                     .components = components};
    for (uint32_t node = 0; node < count; node++) {
        components->component[node] = NO_COMPONENT;
    }
    for (uint32_t node = 0; node < count; node++) {
        if (tarjan.nodes[node].order == 0) {
            enter(&tarjan, node);
        }
        while (tarjan.call_count > 0) {
            follow(&tarjan);
        }
    }
    mark_cyclic(graph, components);
    free(tarjan.nodes);
    free(tarjan.call);
    free(tarjan.open);
}

void graph_components_free(GraphComponents *components) {
    free(components->component);
    free(components->is_cyclic);
    free(components->height);
}
