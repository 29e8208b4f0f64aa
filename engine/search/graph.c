#include "engine/search/graph.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

_Static_assert(sizeof(GraphNode) == 64, "a node is one cache line");

/* The payload: the node's index in bits 0-31, the age behind it. All entries cost the same. */
static const TableLayout LAYOUT = {.age = {.shift = 32, .width = 8},
                                   .work = {.shift = 0, .width = 0}};

/* An entry of 16 bytes for each 128 bytes of arena: in a full graph half of the table is free. */
enum { TABLE_SHARE = 8 };

bool graph_init(Graph *graph, size_t bytes, bool symmetric) {
    assert(bytes >= GRAPH_MEMORY_MIN);
    memset(graph, 0, sizeof *graph);
    graph->symmetric = symmetric;
    const size_t arena_bytes = (bytes - bytes / TABLE_SHARE) / 64 * 64;
    graph->unit_count = arena_bytes / 64 < GRAPH_PENDING ? arena_bytes / 64 : GRAPH_PENDING - 1;
    if (!table_init(&graph->table, bytes / TABLE_SHARE, LAYOUT)) {
        return false;
    }
    /* Anonymous memory is zero, which is what a node that is not ready must be. */
    void *arena = mmap(NULL, graph->unit_count * 64, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED) {
        table_free(&graph->table);
        return false;
    }
    graph->arena = arena;
    atomic_store_explicit(&graph->used, 1, memory_order_relaxed);
    return true;
}

void graph_free(Graph *graph) {
    if (graph->arena != NULL) {
        munmap(graph->arena, graph->unit_count * 64);
        table_free(&graph->table);
        graph->arena = NULL;
    }
}

/* The first of so many units, or 0 where the arena is full. Looking first keeps the counter from
 * running away; relaxed, since the memory is nobody's yet. */
static GraphIndex allocate(Graph *graph, size_t bytes) {
    const uint64_t units = (bytes + 63) / 64;
    if (atomic_load_explicit(&graph->used, memory_order_relaxed) + units > graph->unit_count) {
        return 0;
    }
    const uint64_t first = atomic_fetch_add_explicit(&graph->used, units, memory_order_relaxed);
    return first + units > graph->unit_count ? 0 : (GraphIndex)first;
}

/* ---- Keys ---- */

static void complete_key(const Graph *graph, GraphKey *key) {
    key->key =
        graph->symmetric ? hash_key_of_lanes(&key->lanes) : hash_plain_key_of_lanes(&key->lanes);
}

static void add_state(const Board *board, const Rules *rules, HashLanes *lanes) {
    const HashState state = board_hash_state(board, rules);
    hash_lanes_add_state(&board->geometry->hash, &board->hash, &state, lanes);
}

void graph_key_start(const Graph *graph, const Board *board, const Rules *rules, GraphKey *key) {
    add_state(board, rules, &key->lanes);
    complete_key(graph, key);
}

/* Are the stones of p's chain and the empty points of the regions beside it, less one, at least
 * GRAPH_REPETITION_BOUND? A flood that stops as soon as that is so. */
static bool is_beyond_repetition(const Board *board, Point p) {
    if (!point_is_move(p) || board_color(board, p) == EMPTY) {
        return false; /* a pass; or a suicide, which took its stones back */
    }
    const Point chain = board->chain[p];
    Point found[GRAPH_REPETITION_BOUND + 1];
    int count = 0;
    found[count++] = p;
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbours(found[i], beside);
        for (int j = 0; j < 4; j++) {
            if (board_color(board, beside[j]) != EMPTY && board->chain[beside[j]] != chain) {
                continue;
            }
            bool known = false;
            for (int k = 0; k < count; k++) {
                known = known || found[k] == beside[j];
            }
            if (!known) {
                found[count++] = beside[j];
                if (count > GRAPH_REPETITION_BOUND) {
                    return true;
                }
            }
        }
    }
    return false;
}

static inline uint64_t fold(uint64_t lane) {
    lane = (lane ^ lane >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return lane ^ lane >> 32;
}

void graph_key_next(const Graph *graph, const GraphKey *before, const Board *board,
                    const Rules *rules, Point move, GraphKey *key) {
    add_state(board, rules, &key->lanes);
    if (!is_beyond_repetition(board, move)) {
        for (int g = 0; g < SYMMETRY_COUNT; g++) {
            key->lanes.lane[g] += fold(before->lanes.lane[g]);
        }
    }
    complete_key(graph, key);
}

/* ---- Nodes ---- */

/* Is this the ready node of that key? Acquire pairs with the release in make_node. */
static bool is_node_of(const Graph *graph, GraphIndex index, const HashKey *key) {
    if (index == 0 || index >= graph->unit_count) {
        return false;
    }
    const GraphNode *node = graph_node(graph, index);
    return atomic_load_explicit(&node->ready, memory_order_acquire) && node->key == key->key &&
           node->check == key->check;
}

/* Two threads may make the same node at once. Both are whole; the one stored last is found from
 * then on, and the other serves the edges that know it. */
static GraphIndex make_node(Graph *graph, const HashKey *key, TableCounts *counts) {
    const GraphIndex index = allocate(graph, sizeof(GraphNode));
    if (index == 0) {
        return 0;
    }
    GraphNode *node = graph_node(graph, index);
    node->key = key->key;
    node->check = key->check;
    node->orientation = key->orientation;
    node->symmetries = key->symmetries;
    atomic_store_explicit(&node->value, 0.5F, memory_order_relaxed);
    atomic_store_explicit(&node->ready, true, memory_order_release);
    atomic_fetch_add_explicit(&graph->node_count, 1, memory_order_relaxed);
    table_count_store(counts, table_store(&graph->table, key->key, key->check, index));
    return index;
}

GraphIndex graph_find(Graph *graph, const GraphKey *key, GraphIndex hint, bool *made,
                      TableCounts *counts) {
    *made = false;
    if (is_node_of(graph, hint, &key->key)) {
        return hint;
    }
    const uint64_t payload = table_probe(&graph->table, key->key.key, key->key.check);
    const GraphIndex index = (GraphIndex)payload;
    const bool hit = is_node_of(graph, index, &key->key);
    table_count_probe(counts, hit,
                      hit && graph_node(graph, index)->orientation != key->key.orientation);
    if (hit) {
        return index;
    }
    *made = true;
    return make_node(graph, &key->key, counts);
}

void graph_add_own(GraphNode *node, double value, double score) {
    atomic_fetch_add_explicit(&node->own_value, llrint(value * GRAPH_ONE), memory_order_relaxed);
    atomic_fetch_add_explicit(&node->own_score, llrint(score * GRAPH_ONE), memory_order_relaxed);
    atomic_fetch_add_explicit(&node->own_visits, 1, memory_order_relaxed);
}

void graph_expand(Graph *graph, GraphNode *node, const Point *moves, int count) {
    GraphIndex expected = 0;
    /* Relaxed: this only elects the thread that makes the edges. */
    if (!atomic_compare_exchange_strong_explicit(&node->edges, &expected, GRAPH_PENDING,
                                                 memory_order_relaxed, memory_order_relaxed)) {
        return;
    }
    const GraphIndex index = allocate(graph, (size_t)count * sizeof(GraphEdge));
    if (index == 0) {
        return; /* full: the node stays pending, that is without edges, for good */
    }
    GraphEdge *edges = (GraphEdge *)graph_node(graph, index);
    for (int i = 0; i < count; i++) {
        edges[i].move = moves[i];
    }
    node->edge_count = (uint16_t)count;
    atomic_store_explicit(&node->edges, index, memory_order_release);
}

GraphEdge *graph_edges(const Graph *graph, const GraphNode *node) {
    const GraphIndex index = atomic_load_explicit(&node->edges, memory_order_acquire);
    return index == 0 || index == GRAPH_PENDING ? NULL : (GraphEdge *)graph_node(graph, index);
}

static void renew(GraphEdge *edge, const GraphNode *child) {
    atomic_store_explicit(&edge->value, atomic_load_explicit(&child->value, memory_order_relaxed),
                          memory_order_relaxed);
    atomic_store_explicit(&edge->score, atomic_load_explicit(&child->score, memory_order_relaxed),
                          memory_order_relaxed);
}

void graph_finish_edge(GraphEdge *edge, const GraphNode *child) {
    renew(edge, child);
    atomic_fetch_add_explicit(&edge->visits, 1, memory_order_relaxed);
}

/* Another path may have changed the children meanwhile. */
static void renew_all(const Graph *graph, GraphEdge *edges, int count) {
    for (int i = 0; i < count; i++) {
        const GraphIndex child = atomic_load_explicit(&edges[i].child, memory_order_relaxed);
        if (child != 0 && atomic_load_explicit(&edges[i].visits, memory_order_relaxed) != 0) {
            renew(&edges[i], graph_node(graph, child));
        }
    }
}

void graph_recompute(const Graph *graph, GraphNode *node) {
    GraphEdge *edges = graph_edges(graph, node);
    const int count = edges == NULL ? 0 : node->edge_count;
    const uint32_t seen = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const uint32_t renewed_at = atomic_load_explicit(&node->renewed_at, memory_order_relaxed);
    if (seen > renewed_at + renewed_at / 8 + 32) {
        atomic_store_explicit(&node->renewed_at, seen, memory_order_relaxed);
        renew_all(graph, edges, count);
    }
    uint64_t visits = atomic_load_explicit(&node->own_visits, memory_order_relaxed);
    double value = (double)atomic_load_explicit(&node->own_value, memory_order_relaxed) / GRAPH_ONE;
    double score = (double)atomic_load_explicit(&node->own_score, memory_order_relaxed) / GRAPH_ONE;
    for (int i = 0; i < count; i++) {
        const uint32_t weight = atomic_load_explicit(&edges[i].visits, memory_order_relaxed);
        if (weight == 0) {
            continue;
        }
        visits += weight;
        value += weight * (double)atomic_load_explicit(&edges[i].value, memory_order_relaxed);
        score += weight * (double)atomic_load_explicit(&edges[i].score, memory_order_relaxed);
    }
    if (visits != 0) {
        atomic_store_explicit(&node->value, (float)(value / (double)visits), memory_order_relaxed);
        atomic_store_explicit(&node->score, (float)(score / (double)visits), memory_order_relaxed);
        atomic_store_explicit(&node->visits, (uint32_t)visits, memory_order_relaxed);
    }
}

unsigned graph_stabilizer(const GraphNode *node) {
    const Symmetry back = symmetry_inverse(node->orientation);
    unsigned set = 0;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if (node->symmetries >> g & 1) {
            set |= 1U << symmetry_compose(g, back);
        }
    }
    return set;
}
