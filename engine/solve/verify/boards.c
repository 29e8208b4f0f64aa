/* Sets of boards and cycles of graphs; see the header. */
#include "engine/solve/verify/boards.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/strategy.h"

/* ---- Boards ---- */

void board_set_init(BoardSet *set, const SlowRules *rules) {
    *set = (BoardSet){.rules = rules, .packed_bytes = strategy_key_bytes(rules)};
    set->slot_count = 1024;
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
}

void board_set_free(BoardSet *set) {
    free(set->packed);
    free(set->slots);
}

static void pack(const BoardSet *set, const SlowBoard *board, uint8_t bytes[SLOW_CELLS_MAX]) {
    const int g = slow_canonical(set->rules, board, SLOW_NO_KO);
    const SlowBoard image = slow_image(set->rules, board, g);
    strategy_pack(set->rules, &image, SLOW_NO_KO, bytes);
}

static uint32_t find_slot(const BoardSet *set, const uint8_t *bytes) {
    uint32_t i = (uint32_t)(proof_file_sum(bytes, set->packed_bytes) >> 20) & (set->slot_count - 1);
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

uint32_t board_set_add(BoardSet *set, const SlowBoard *board) {
    uint8_t bytes[SLOW_CELLS_MAX];
    pack(set, board, bytes);
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

uint32_t board_set_find(const BoardSet *set, const SlowBoard *board) {
    uint8_t bytes[SLOW_CELLS_MAX];
    pack(set, board, bytes);
    const uint32_t slot = find_slot(set, bytes);
    return set->slots[slot] == 0 ? BOARD_UNKNOWN : set->slots[slot] - 1;
}

/* ---- Graphs ---- */

void board_graph_add(BoardGraph *graph, uint32_t from, uint32_t to) {
    graph->edges = memory_grow(graph->edges, graph->edge_count, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (GraphEdge){from, to};
}

void board_graph_free(BoardGraph *graph) {
    free(graph->edges);
}

/* A search in depth, with a stack of its own. */
typedef struct {
    const BoardGraph *graph;
    size_t *first;    /* [node]: its edges are first[node] .. first[node + 1] - 1 */
    uint32_t *target; /* of edges, by node */
    size_t *next;     /* [node]: the edge to follow next */
    uint32_t *order;  /* [node]: 1 + when it was reached; 0: not yet */
    uint32_t *low;
    uint32_t *call, *open; /* stacks */
    uint32_t call_count, open_count, reached, components;
    uint32_t *component;
} Tarjan;

static bool index_edges(Tarjan *tarjan, const BoardGraph *graph, const VerifyMonitor *monitor) {
    static const char PART[] = "moves listed by position";
    tarjan->first = memory_new((size_t)graph->node_count + 2, sizeof *tarjan->first);
    tarjan->target = memory_new(graph->edge_count, sizeof *tarjan->target);
    for (size_t i = 0; i < graph->edge_count; i++) {
        tarjan->first[graph->edges[i].from + 2]++;
        if (!monitor_report(monitor, PART, i, 2 * graph->edge_count)) {
            return false;
        }
    }
    for (uint32_t node = 0; node < graph->node_count; node++) {
        tarjan->first[node + 2] += tarjan->first[node + 1];
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        tarjan->target[tarjan->first[graph->edges[i].from + 1]++] = graph->edges[i].to;
        if (!monitor_report(monitor, PART, graph->edge_count + i, 2 * graph->edge_count)) {
            return false;
        }
    }
    return true;
}

static void enter(Tarjan *tarjan, uint32_t node) {
    tarjan->order[node] = tarjan->low[node] = ++tarjan->reached;
    tarjan->next[node] = tarjan->first[node];
    tarjan->call[tarjan->call_count++] = node;
    tarjan->open[tarjan->open_count++] = node;
}

/* Closes the component whose first node is this one. */
static void close_component(Tarjan *tarjan, uint32_t node) {
    uint32_t member;
    do {
        member = tarjan->open[--tarjan->open_count];
        tarjan->component[member] = tarjan->components;
    } while (member != node);
    tarjan->components++;
}

static void follow(Tarjan *tarjan) {
    const uint32_t node = tarjan->call[tarjan->call_count - 1];
    if (tarjan->next[node] < tarjan->first[node + 1]) {
        const uint32_t to = tarjan->target[tarjan->next[node]++];
        if (tarjan->order[to] == 0) {
            enter(tarjan, to);
        } else if (tarjan->component[to] == BOARD_UNKNOWN &&
                   tarjan->order[to] < tarjan->low[node]) {
            tarjan->low[node] = tarjan->order[to];
        }
        return;
    }
    tarjan->call_count--;
    if (tarjan->low[node] == tarjan->order[node]) {
        close_component(tarjan, node);
    }
    if (tarjan->call_count > 0) {
        const uint32_t caller = tarjan->call[tarjan->call_count - 1];
        if (tarjan->low[node] < tarjan->low[caller]) {
            tarjan->low[caller] = tarjan->low[node];
        }
    }
}

static bool find_components(Tarjan *tarjan, const VerifyMonitor *monitor) {
    const uint32_t count = tarjan->graph->node_count;
    size_t steps = 0;
    for (uint32_t node = 0; node < count; node++) {
        tarjan->component[node] = BOARD_UNKNOWN;
    }
    for (uint32_t node = 0; node < count; node++) {
        if (tarjan->order[node] == 0) {
            enter(tarjan, node);
        }
        while (tarjan->call_count > 0) {
            follow(tarjan);
            if (!monitor_report(monitor, "moves followed for cycles", ++steps,
                                tarjan->graph->edge_count + count)) {
                return false;
            }
        }
    }
    return true;
}

static bool mark_cyclic(const BoardGraph *graph, const VerifyMonitor *monitor,
                        const uint32_t *component, bool *is_cyclic) {
    memset(is_cyclic, 0, graph->node_count * sizeof *is_cyclic);
    for (size_t i = 0; i < graph->edge_count; i++) {
        const uint32_t from = component[graph->edges[i].from];
        is_cyclic[from] |= from == component[graph->edges[i].to];
        if (!monitor_report(monitor, "moves marked on cycles", i, graph->edge_count)) {
            return false;
        }
    }
    return true;
}

bool board_graph_find_cycles(const BoardGraph *graph, const VerifyMonitor *monitor,
                             uint32_t *component, bool *is_cyclic) {
    const size_t count = graph->node_count;
    Tarjan tarjan = {.graph = graph,
                     .next = memory_new(count, sizeof *tarjan.next),
                     .order = memory_new(count, sizeof *tarjan.order),
                     .low = memory_new(count, sizeof *tarjan.low),
                     .call = memory_new(count, sizeof *tarjan.call),
                     .open = memory_new(count, sizeof *tarjan.open),
                     .component = component};
    const bool ok = index_edges(&tarjan, graph, monitor) && find_components(&tarjan, monitor) &&
                    mark_cyclic(graph, monitor, component, is_cyclic);
    free(tarjan.first);
    free(tarjan.target);
    free(tarjan.next);
    free(tarjan.order);
    free(tarjan.low);
    free(tarjan.call);
    free(tarjan.open);
    return ok;
}
