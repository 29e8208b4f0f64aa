#include "engine/search/graph/graph.h"

#include <math.h>
#include <string.h>

#include "engine/base/table_memory.h"

_Static_assert(sizeof(GraphNode) == 64, "a node is one cache line");

/* The payload: the node's index in bits 0-31. The age says in which arena. Clearing the table
 * instead would often take longer than a collection may. */
static const TableLayout LAYOUT = {.age = {.shift = 32, .width = 31},
                                   .work = {.shift = 0, .width = 0}};

/* The table gets 1/TABLE_SHARE of the memory, the two arenas the rest: an entry of 16 bytes for
 * each 112 bytes of arena, so that in a full graph more than half of the table is free. */
enum { TABLE_SHARE = 15 };

/* All edges of a node are refreshed when its visits have grown by 1/REFRESH_SHARE and by
 * REFRESH_LEAST. */
enum { REFRESH_SHARE = 8, REFRESH_LEAST = 32 };

void graph_free(Graph *graph) {
    if (graph->arena != NULL) {
        pages_free(graph->arena, graph->unit_count * 64);
    }
    to_space_free(&graph->to_space);
    if (graph->table.lines != NULL) {
        table_free(&graph->table);
    }
    memset(graph, 0, sizeof *graph);
}

bool graph_init(Graph *graph, size_t bytes, bool symmetric) {
    assert(bytes >= GRAPH_MEMORY_MIN);
    memset(graph, 0, sizeof *graph);
    graph->symmetric = symmetric;
    const size_t units = (bytes - bytes / TABLE_SHARE) / 2 / 64;
    graph->unit_count = units < GRAPH_PENDING ? units : GRAPH_PENDING - 1;
    graph->arena = pages_new_huge(graph->unit_count * 64, PAGES_SPARSE);
    if (graph->arena == NULL || !to_space_init(&graph->to_space, graph->unit_count * 64) ||
        !table_new(&graph->table, bytes / TABLE_SHARE, LAYOUT)) {
        graph_free(graph);
        return false;
    }
    atomic_store_explicit(&graph->used, 1, memory_order_relaxed);
    return true;
}

/* Allocates zeroed bytes. Returns the index of the first unit, or 0 if the arena is full; the load
 * before keeps the counter from running away. Relaxed, since no thread knows the memory yet. */
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
    HashState state = board_hash_state(board, rules);
    if (rules->scoring == SCORING_TERRITORY) {
        const int prisoners = board->prisoners[WHITE] - board->prisoners[BLACK];
        state.rules += (uint32_t)prisoners << RULES_HASH_PRISONERS;
    }
    hash_lanes_add_state(&board->geometry->hash, &board->hash, &state, lanes);
}

void graph_key_start(const Graph *graph, const Board *board, const Rules *rules, GraphKey *key) {
    add_state(board, rules, &key->lanes);
    complete_key(graph, key);
}

/* Do p's chain and the empty regions beside it have more than GRAPH_REPETITION_BOUND points? A
 * flood fill. */
static bool is_beyond_repetition(const Board *board, Point p) {
    if (!point_is_move(p) || board_color(board, p) == EMPTY) {
        return false; /* a pass, or a suicide, which took its own stones off */
    }
    const Point chain = board->chain[p];
    Point found[GRAPH_REPETITION_BOUND + 1] = {p};
    int count = 1;
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(found[i], beside);
        for (int j = 0; j < 4; j++) {
            if (board_color(board, beside[j]) != EMPTY && board->chain[beside[j]] != chain) {
                continue;
            }
            if (point_list_add(found, &count, beside[j]) && count > GRAPH_REPETITION_BOUND) {
                return true;
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

/* Two threads may make the same node at once. Both nodes are complete: the one stored last is found
 * from then on, the other serves the edges that know it. */
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
    const bool is_of_age = table_stamp(&graph->table, payload) == payload;
    const bool hit = is_of_age && is_node_of(graph, index, &key->key);
    table_count_probe(counts, hit,
                      hit && graph_node(graph, index)->orientation != key->key.orientation);
    if (hit) {
        return index;
    }
    *made = true;
    return make_node(graph, &key->key, counts);
}

void graph_add_own(GraphNode *node, double value, double score) {
    atomic_fetch_add_explicit(&node->own_value, llrint(value * (double)GRAPH_ONE),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&node->own_score, llrint(score * (double)GRAPH_ONE),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&node->own_visits, 1, memory_order_relaxed);
}

/* Sequentially consistent: of two threads, the one that stores its sums last sees the visits of
 * both. */
void graph_set_own(GraphNode *node, double value, double score) {
    uint32_t visits = atomic_fetch_add_explicit(&node->own_visits, 1, memory_order_seq_cst) + 1;
    for (uint32_t now = 0; now != visits;) {
        now = visits;
        atomic_store_explicit(&node->own_value, llrint(value * now * (double)GRAPH_ONE),
                              memory_order_seq_cst);
        atomic_store_explicit(&node->own_score, llrint(score * now * (double)GRAPH_ONE),
                              memory_order_seq_cst);
        visits = atomic_load_explicit(&node->own_visits, memory_order_seq_cst);
    }
}

bool graph_expand(Graph *graph, GraphNode *node, const Point *moves, const float *priors,
                  int count) {
    assert(count >= 1 && count <= GRAPH_EDGES_MAX);
    GraphIndex expected = 0;
    /* Relaxed: this only elects the thread that makes the edges. */
    if (!atomic_compare_exchange_strong_explicit(&node->edges, &expected, GRAPH_PENDING,
                                                 memory_order_relaxed, memory_order_relaxed)) {
        return true;
    }
    const GraphIndex index = allocate(graph, (size_t)count * sizeof(GraphEdge));
    if (index == 0) {
        atomic_store_explicit(&node->edges, 0, memory_order_relaxed);
        return false;
    }
    GraphEdge *edges = (GraphEdge *)graph_node(graph, index);
    for (int i = 0; i < count; i++) {
        edges[i].move = moves[i];
        edges[i].prior = priors[i];
    }
    node->edge_count = (uint16_t)count;
    atomic_store_explicit(&node->edges, index, memory_order_release);
    return true;
}

GraphEdge *graph_edges(const Graph *graph, const GraphNode *node) {
    const GraphIndex index = atomic_load_explicit(&node->edges, memory_order_acquire);
    return index == 0 || index == GRAPH_PENDING ? NULL : (GraphEdge *)graph_node(graph, index);
}

int graph_most_visited(const GraphEdge *edges, int count) {
    int best = -1;
    uint32_t most = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t visits = graph_edge_visits(&edges[i]);
        if (visits > most) {
            most = visits;
            best = i;
        }
    }
    return best;
}

static GraphValue value_for(Color side, float value, float score) {
    return side == BLACK ? (GraphValue){value, score}
                         : (GraphValue){1 - value, 0 - score}; /* not -0 */
}

GraphValue graph_node_value(const GraphNode *node, Color side) {
    return value_for(side, atomic_load_explicit(&node->value, memory_order_relaxed),
                     atomic_load_explicit(&node->score, memory_order_relaxed));
}

GraphValue graph_edge_value(const GraphNode *node, const GraphEdge *edge, Color side) {
    return graph_edge_visits(edge) == 0
               ? graph_node_value(node, side)
               : value_for(side, atomic_load_explicit(&edge->value, memory_order_relaxed),
                           atomic_load_explicit(&edge->score, memory_order_relaxed));
}

static void refresh_edge(GraphEdge *edge, const GraphNode *child) {
    atomic_store_explicit(&edge->value, atomic_load_explicit(&child->value, memory_order_relaxed),
                          memory_order_relaxed);
    atomic_store_explicit(&edge->score, atomic_load_explicit(&child->score, memory_order_relaxed),
                          memory_order_relaxed);
}

/* Release: a thread that sees the visit also sees the value. */
void graph_add_visit(GraphEdge *edge, const GraphNode *child) {
    refresh_edge(edge, child);
    atomic_fetch_add_explicit(&edge->visits, 1, memory_order_release);
}

/* Other paths may have changed the children meanwhile. */
static void refresh_all_edges(const Graph *graph, GraphEdge *edges, int count) {
    for (int i = 0; i < count; i++) {
        const GraphIndex child = atomic_load_explicit(&edges[i].child, memory_order_relaxed);
        if (child != 0 && atomic_load_explicit(&edges[i].visits, memory_order_relaxed) != 0) {
            refresh_edge(&edges[i], graph_node(graph, child));
        }
    }
}

void graph_recompute(const Graph *graph, GraphNode *node) {
    GraphEdge *edges = graph_edges(graph, node);
    const int count = edges == NULL ? 0 : node->edge_count;
    const uint32_t seen = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const uint32_t refreshed_at = atomic_load_explicit(&node->refreshed_at, memory_order_relaxed);
    if (seen > refreshed_at + refreshed_at / REFRESH_SHARE + REFRESH_LEAST) {
        atomic_store_explicit(&node->refreshed_at, seen, memory_order_relaxed);
        refresh_all_edges(graph, edges, count);
    }
    uint64_t visits = atomic_load_explicit(&node->own_visits, memory_order_relaxed);
    double value =
        (double)atomic_load_explicit(&node->own_value, memory_order_relaxed) / (double)GRAPH_ONE;
    double score =
        (double)atomic_load_explicit(&node->own_score, memory_order_relaxed) / (double)GRAPH_ONE;
    for (int i = 0; i < count; i++) {
        const uint32_t weight = graph_edge_visits(&edges[i]);
        if (weight == 0) {
            continue;
        }
        visits += weight;
        value += weight * (double)atomic_load_explicit(&edges[i].value, memory_order_relaxed);
        score += weight * (double)atomic_load_explicit(&edges[i].score, memory_order_relaxed);
    }
    if (visits != 0) {
        const double mean = fmin(fmax(value / (double)visits, 0), 1);
        atomic_store_explicit(&node->value, (float)mean, memory_order_relaxed);
        atomic_store_explicit(&node->score, (float)(score / (double)visits), memory_order_relaxed);
        atomic_store_explicit(&node->visits, (uint32_t)visits, memory_order_relaxed);
    }
}

unsigned graph_stabilizer(const GraphNode *node) {
    if ((node->symmetries & (node->symmetries - 1)) == 0) { /* nearly always */
        return 1U << SYMMETRY_IDENTITY;
    }
    const Symmetry back = symmetry_inverse(node->orientation);
    unsigned set = 0;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if (node->symmetries >> g & 1) {
            set |= 1U << symmetry_compose(g, back);
        }
    }
    return set;
}

/* ---- Garbage collection ----
 *
 * What can be reached from the root is copied to the to-space, as in C. Cheney's "A
 * nonrecursive list compacting algorithm", 1970, but the most visited first. A node is first copied
 * without its edges, their visits counted as its own, and gets the edges when its turn comes; so
 * the copy is complete whenever the time is up. The old node becomes a link: `ready` is false,
 * `refreshed_at` is the index of the copy in the new arena, and `visits` is the old index of the
 * next node that waits for its edges (0: none). Its own sums, edges and edge_count are unchanged
 * until they are copied.
 *
 * No other thread is at work: plain accesses would do. */

/* Nodes wait for their edges in classes by the logarithm of their visits, first in first out. */
enum { CLASS_COUNT = 32 };

typedef struct {
    Graph from;
    Graph *to;
    uint32_t waiting;                                 /* a bit for each class in which nodes wait */
    GraphIndex first[CLASS_COUNT], last[CLASS_COUNT]; /* old nodes, linked by `visits` */
} Relocation;

static size_t edge_units(const GraphNode *node) {
    return ((size_t)node->edge_count * sizeof(GraphEdge) + 63) / 64;
}

/* Makes the visits below the node its own evaluations. */
static void fold_edges(GraphNode *node) {
    node->own_visits = node->visits;
    node->own_value = llrint((double)node->value * node->visits * (double)GRAPH_ONE);
    node->own_score = llrint((double)node->score * node->visits * (double)GRAPH_ONE);
    node->edges = 0;
    node->edge_count = 0;
}

static void await_turn(Relocation *relocation, GraphIndex old_index) {
    GraphNode *old = graph_node(&relocation->from, old_index);
    const int class = 31 - __builtin_clz(old->visits | 1);
    old->visits = 0;
    if (relocation->waiting >> class & 1) {
        graph_node(&relocation->from, relocation->last[class])->visits = old_index;
    } else {
        relocation->first[class] = old_index;
        relocation->waiting |= UINT32_C(1) << class;
    }
    relocation->last[class] = old_index;
}

/* Takes the next old node out of its class. At least one must wait. */
static GraphNode *next_in_turn(Relocation *relocation) {
    const int class = 31 - __builtin_clz(relocation->waiting);
    GraphNode *old = graph_node(&relocation->from, relocation->first[class]);
    relocation->first[class] = old->visits;
    if (old->visits == 0) {
        relocation->waiting &= ~(UINT32_C(1) << class);
    }
    return old;
}

/* Copies the node to the new arena, unless it is there. Returns its new index. */
static GraphIndex move_node(Relocation *relocation, GraphIndex old_index) {
    GraphNode *old = graph_node(&relocation->from, old_index);
    if (!old->ready) {
        return old->refreshed_at;
    }
    const GraphIndex index = allocate(relocation->to, sizeof(GraphNode));
    assert(index != 0);
    GraphNode *node = graph_node(relocation->to, index);
    memcpy(node, old, sizeof *node);
    old->refreshed_at = index;
    old->ready = false;
    if (graph_edges(&relocation->from, old) != NULL) {
        fold_edges(node);
        await_turn(relocation, old_index);
    }
    relocation->to->node_count++;
    table_store(&relocation->to->table, node->key, node->check, index);
    return index;
}

/* Gives the copy of an old node its edges and own evaluations back, and copies its children. */
static void move_edges(Relocation *relocation, const GraphNode *old) {
    GraphNode *node = graph_node(relocation->to, old->refreshed_at);
    node->own_visits = old->own_visits;
    node->own_value = old->own_value;
    node->own_score = old->own_score;
    node->edge_count = old->edge_count;
    node->edges = allocate(relocation->to, edge_units(old) * 64);
    assert(node->edges != 0);
    GraphEdge *edges = graph_edges(relocation->to, node);
    memcpy(edges, graph_edges(&relocation->from, old), edge_units(old) * 64);
    for (int i = 0; i < node->edge_count; i++) {
        edges[i].child = edges[i].visits == 0 ? 0 : edges[i].child;
        if (edges[i].child != 0) {
            __builtin_prefetch(graph_node(&relocation->from, edges[i].child));
        }
    }
    for (int i = 0; i < node->edge_count; i++) {
        if (edges[i].child != 0) {
            edges[i].child = move_node(relocation, edges[i].child);
        }
    }
}

/* Gives the graph an empty arena. Returns the old graph, whose arena the caller must give to the
 * to-space. */
static Graph change_arena(Graph *graph) {
    Graph from = *graph;
    from.used = from.used < from.unit_count ? from.used : from.unit_count; /* allocate may exceed */
    graph->arena = to_space_take(&graph->to_space);
    graph->used = 1;
    graph->node_count = 0;
    table_age(&graph->table);
    return from;
}

void graph_clear(Graph *graph) {
    const Graph from = change_arena(graph);
    to_space_give(&graph->to_space, from.arena, from.used * 64);
}

void graph_collect_garbage(Graph *graph, GraphNode **root, const GraphCollectionLimits *limits) {
    const GraphIndex old_root = (GraphIndex)(((unsigned char *)*root - graph->arena) / 64);
    Relocation relocation = {.from = change_arena(graph), .to = graph};
    *root = graph_node(graph, move_node(&relocation, old_root));
    const uint64_t units_most = (uint64_t)(limits->share * (double)graph->unit_count);
    for (bool is_root = true; relocation.waiting != 0; is_root = false) {
        const GraphNode *old = next_in_turn(&relocation);
        const bool fits = graph->used + edge_units(old) + old->edge_count <= units_most;
        if (!is_root && (!fits || (limits->is_over != NULL && limits->is_over(limits->context)))) {
            break;
        }
        move_edges(&relocation, old);
    }
    to_space_give(&graph->to_space, relocation.from.arena, relocation.from.used * 64);
}

double graph_used_share(const Graph *graph) {
    return (double)graph->used / (double)graph->unit_count;
}

size_t graph_bytes(const Graph *graph) {
    return graph->table.line_count * 64 + (size_t)graph->used * 64;
}
