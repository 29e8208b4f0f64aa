#include "verify/move_graph.h"

#include <stdlib.h>

#include "engine/base/memory.h"

static const uint32_t NO_COMPONENT = UINT32_MAX; /* yet */

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

void move_index_make(MoveIndex *index, const MoveGraph *graph, bool is_back) {
    move_index_begin(index, graph->node_count);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < graph->edge_count; i++) {
            const MoveEdge *edge = &graph->edges[i];
            move_index_add(index, is_back ? edge->to : edge->from, is_back ? edge->from : edge->to);
        }
        if (pass == 0) {
            move_index_allot(index);
        }
    }
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
} TarjanNode;

/* A search in depth, with its own stack. */
typedef struct {
    const MoveIndex *index;
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
    const size_t edge = tarjan->index->first[number] + node->next;
    if (edge < tarjan->index->first[number + 1]) {
        const uint32_t to = tarjan->index->to[edge];
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

static void mark_cyclic(const MoveIndex *index, GraphComponents *components) {
    for (uint32_t node = 0; node < index->node_count; node++) {
        const uint32_t component = components->component[node];
        for (size_t i = index->first[node]; i < index->first[node + 1]; i++) {
            components->is_cyclic[component] |= components->component[index->to[i]] == component;
        }
    }
}

void graph_components_find(GraphComponents *components, const MoveIndex *index) {
    const uint32_t count = index->node_count;
    *components = (GraphComponents){.component = memory_new(count, sizeof *components->component),
                                    .is_cyclic = memory_new(count, sizeof *components->is_cyclic),
                                    .height = memory_new(count, sizeof *components->height)};
    Tarjan tarjan = {.index = index,
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
    mark_cyclic(index, components);
    free(tarjan.nodes);
    free(tarjan.call);
    free(tarjan.open);
}

void graph_components_free(GraphComponents *components) {
    free(components->component);
    free(components->is_cyclic);
    free(components->height);
}
