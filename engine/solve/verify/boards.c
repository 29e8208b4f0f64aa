#include "engine/solve/verify/boards.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/strategy.h"

/* ---- Boards ---- */

void board_set_init(BoardSet *set, const SlowRules *rules) {
    *set = (BoardSet){.rules = rules,
                      .packed_bytes = strategy_key_bytes(rules) - 1 /* without the ko */};
    set->slot_count = 1024;
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
}

void board_set_free(BoardSet *set) {
    free(set->packed);
    free(set->slots);
}

/* The factor is FNV's: without a step more the last byte would hardly count in the bits taken. */
static uint32_t find_slot(const BoardSet *set, const uint8_t *bytes) {
    const uint64_t sum = proof_file_sum(bytes, set->packed_bytes) * UINT64_C(0x100000001B3);
    uint32_t i = (uint32_t)(sum >> 20) & (set->slot_count - 1);
    while (set->slots[i] != 0 && memcmp(set->packed + (set->slots[i] - 1) * set->packed_bytes,
                                        bytes, set->packed_bytes) != 0) {
        i = (i + 1) & (set->slot_count - 1);
    }
    return i;
}

static void enlarge(BoardSet *set) {
    free(set->slots);
    set->slot_count *= 2;
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
    for (uint32_t i = 0; i < set->count; i++) {
        set->slots[find_slot(set, set->packed + i * set->packed_bytes)] = i + 1;
    }
}

uint32_t board_set_add_key(BoardSet *set, const uint8_t *bytes) {
    const uint32_t slot = find_slot(set, bytes);
    if (set->slots[slot] != 0) {
        return set->slots[slot] - 1;
    }
    set->packed = memory_grow(set->packed, set->count, set->packed_bytes);
    memcpy(set->packed + set->count * set->packed_bytes, bytes, set->packed_bytes);
    set->slots[slot] = ++set->count;
    if (2 * set->count > set->slot_count) {
        enlarge(set);
    }
    return set->count - 1;
}

uint32_t board_set_add(BoardSet *set, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(set->rules, board, SLOW_NO_KO, key);
    return board_set_add_key(set, key);
}

uint32_t board_set_find_key(const BoardSet *set, const uint8_t *bytes) {
    const uint32_t slot = find_slot(set, bytes);
    return set->slots[slot] == 0 ? BOARD_UNKNOWN : set->slots[slot] - 1;
}

uint32_t board_set_find(const BoardSet *set, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(set->rules, board, SLOW_NO_KO, key);
    return board_set_find_key(set, key);
}

SlowBoard board_set_get(const BoardSet *set, uint32_t number) {
    uint8_t key[STRATEGY_KEY_MAX];
    SlowBoard board;
    int ko;
    memcpy(key, set->packed + number * set->packed_bytes, set->packed_bytes);
    key[set->packed_bytes] = SLOW_NO_KO + 1;
    strategy_unpack(set->rules, key, &board, &ko);
    return board;
}

/* ---- Graphs ---- */

void board_graph_add(BoardGraph *graph, uint32_t from, uint32_t to) {
    graph->edges = memory_grow(graph->edges, graph->edge_count, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (GraphEdge){from, to};
}

void board_graph_free(BoardGraph *graph) {
    free(graph->edges);
}

typedef struct {
    size_t first;   /* its edges are first .. the next node's first - 1 */
    size_t next;    /* the edge to follow next */
    uint32_t order; /* 1 + when it was reached; 0: not yet */
    uint32_t low;
    uint32_t height; /* above the components that were closed below it */
} GraphNode;

/* A search in depth, with its own stack. */
typedef struct {
    const BoardGraph *graph;
    GraphNode *nodes;
    uint32_t *target;      /* of edges, by node */
    uint32_t *call, *open; /* stacks */
    uint32_t call_count, open_count, reached, components;
    BoardParts *parts;
} Tarjan;

static bool index_edges(Tarjan *tarjan, const VerifyMonitor *monitor) {
    static const char PART[] = "moves listed by position";
    const BoardGraph *graph = tarjan->graph;
    GraphNode *nodes = tarjan->nodes;
    for (size_t i = 0; i < graph->edge_count; i++) {
        nodes[graph->edges[i].from + 2].first++;
        if (!monitor_report(monitor, PART, i, 2 * graph->edge_count)) {
            return false;
        }
    }
    for (uint32_t node = 0; node < graph->node_count; node++) {
        nodes[node + 2].first += nodes[node + 1].first;
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        tarjan->target[nodes[graph->edges[i].from + 1].first++] = graph->edges[i].to;
        if (!monitor_report(monitor, PART, graph->edge_count + i, 2 * graph->edge_count)) {
            return false;
        }
    }
    return true;
}

static void enter(Tarjan *tarjan, uint32_t number) {
    GraphNode *node = &tarjan->nodes[number];
    node->order = node->low = ++tarjan->reached;
    node->next = node->first;
    tarjan->call[tarjan->call_count++] = number;
    tarjan->open[tarjan->open_count++] = number;
}

static void raise_to(GraphNode *node, uint32_t height) {
    node->height = height > node->height ? height : node->height;
}

/* Closes the component whose first node is this one. */
static void close_component(Tarjan *tarjan, uint32_t node) {
    BoardParts *parts = tarjan->parts;
    const uint32_t first = tarjan->open_count;
    uint32_t member, height = 0;
    do {
        member = tarjan->open[--tarjan->open_count];
        parts->component[member] = tarjan->components;
        height = tarjan->nodes[member].height > height ? tarjan->nodes[member].height : height;
    } while (member != node);
    for (uint32_t i = tarjan->open_count; i < first; i++) {
        tarjan->nodes[tarjan->open[i]].height = height;
    }
    if (parts->height != NULL) {
        parts->height[tarjan->components] = height;
    }
    tarjan->components++;
}

static void follow(Tarjan *tarjan) {
    const uint32_t number = tarjan->call[tarjan->call_count - 1];
    GraphNode *node = &tarjan->nodes[number];
    const uint32_t *component = tarjan->parts->component;
    if (node->next < node[1].first) {
        const uint32_t to = tarjan->target[node->next++];
        const uint32_t order = tarjan->nodes[to].order;
        if (order == 0) {
            enter(tarjan, to);
        } else if (component[to] != BOARD_UNKNOWN) {
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
        if (component[number] != BOARD_UNKNOWN) {
            raise_to(caller, node->height + 1);
        }
    }
}

static bool find_components(Tarjan *tarjan, const VerifyMonitor *monitor) {
    const uint32_t count = tarjan->graph->node_count;
    size_t steps = 0;
    for (uint32_t node = 0; node < count; node++) {
        tarjan->parts->component[node] = BOARD_UNKNOWN;
    }
    for (uint32_t node = 0; node < count; node++) {
        if (tarjan->nodes[node].order == 0) {
            enter(tarjan, node);
        }
        while (tarjan->call_count > 0) {
            follow(tarjan);
            if (!monitor_report(monitor, "moves followed for cycles", steps++,
                                tarjan->graph->edge_count + count)) {
                return false;
            }
        }
    }
    return true;
}

static bool mark_cyclic(const BoardGraph *graph, const VerifyMonitor *monitor, BoardParts *parts) {
    memset(parts->is_cyclic, 0, graph->node_count * sizeof *parts->is_cyclic);
    for (size_t i = 0; i < graph->edge_count; i++) {
        const uint32_t from = parts->component[graph->edges[i].from];
        parts->is_cyclic[from] |= from == parts->component[graph->edges[i].to];
        if (!monitor_report(monitor, "moves marked on cycles", i, graph->edge_count)) {
            return false;
        }
    }
    return true;
}

bool board_graph_find_parts(const BoardGraph *graph, const VerifyMonitor *monitor,
                            BoardParts *parts) {
    const size_t count = graph->node_count;
    Tarjan tarjan = {.graph = graph,
                     .nodes = memory_new(count + 2, sizeof *tarjan.nodes),
                     .target = memory_new(graph->edge_count, sizeof *tarjan.target),
                     .call = memory_new(count, sizeof *tarjan.call),
                     .open = memory_new(count, sizeof *tarjan.open),
                     .parts = parts};
    const bool ok = index_edges(&tarjan, monitor) && find_components(&tarjan, monitor) &&
                    mark_cyclic(graph, monitor, parts);
    free(tarjan.nodes);
    free(tarjan.target);
    free(tarjan.call);
    free(tarjan.open);
    return ok;
}
