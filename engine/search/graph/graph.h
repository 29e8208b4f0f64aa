/* The search graph: positions up to symmetry, and the moves between them.
 *
 * A node is a position in its canonical orientation, found through the table (tt/) by its key, so
 * that a position reached by another order of moves, turned or mirrored, is the same node. Visits
 * belong to the edge; values belong to the node and are recomputed from its edges, so that a node
 * shared by many paths stays right (KataGo, docs/GraphSearch.md):
 *
 *     visits(n) = own(n) + sum of visits(edge)
 *     value(n)  = (own sum(n) + sum of visits(edge) * value(child)) / visits(n)
 *
 * An edge caches the value of its child. A playout through the edge refreshes it. All edges are
 * refreshed each time the node's visits have grown by an eighth; otherwise recomputing a node reads
 * one run of memory.
 *
 * Nodes and edges lie in one arena that is filled from the front. When it is full, and between
 * searches, what the root reaches is copied to a second arena, the most visited first, as long as
 * there is time (graph_collect_garbage). Values are Black's: win rate 0..1, score in points with
 * komi.
 *
 * Threads share a graph without locks. A node is published by its `ready` flag, its edges by their
 * index; each is a release store that an acquire load pairs with. Statistics are relaxed atomics.
 * If two threads recompute a value at once, either result may stay. */
#ifndef ENGINE_SEARCH_GRAPH_GRAPH_H
#define ENGINE_SEARCH_GRAPH_GRAPH_H

#include <stdatomic.h>

#include "engine/go/board/board.h"
#include "engine/search/graph/to_space.h"
#include "tt/table.h"

typedef uint32_t GraphIndex; /* in units of 64 bytes; 0: none */

typedef struct {
    _Atomic uint64_t amaf;      /* all moves as first: bits 32-63 the number of playout games, bits
                                   0-31 the sum of their utility to Black in 1/GRAPH_AMAF_ONE */
    _Atomic uint32_t visits;    /* completed */
    _Atomic GraphIndex child;   /* a hint: a thread that follows it must compare the node's key */
    _Atomic float value, score; /* the child's, when last looked at */
    float prior;                /* the evaluator's policy; all edges of a node sum to 1 */
    Point move;                 /* in the node's canonical orientation, or POINT_PASS */
    _Atomic uint16_t virtual_losses; /* of threads below it, until they return */
} GraphEdge;

/* At most GRAPH_AMAF_MAX playout games count, so that their sum fits in 32 bits. */
enum { GRAPH_AMAF_ONE = 64, GRAPH_AMAF_MAX = 1 << 25 };

typedef struct {
    uint64_t key, check;                  /* constant once ready */
    _Atomic int64_t own_value, own_score; /* sums of this node's own evaluations, fixed point */
    _Atomic uint32_t own_visits;
    _Atomic uint32_t visits;       /* as last recomputed; in a copied node (graph.c) a link */
    _Atomic float value, score;    /* as last recomputed */
    _Atomic GraphIndex edges;      /* the first; GRAPH_PENDING while a thread makes them */
    _Atomic uint32_t refreshed_at; /* visits when all edges were last refreshed; in a copied node
                                      the index of the copy */
    uint16_t edge_count;           /* published by edges */
    Symmetry orientation;          /* turned the position that made the node into canonical */
    uint8_t symmetries;            /* HashKey.symmetries of that position */
    _Atomic bool ready;            /* false again in a copied node */
} GraphNode;

static const GraphIndex GRAPH_PENDING = UINT32_MAX;

/* Fixed point of own sums: 1 is a win, or a point. */
enum { GRAPH_ONE = 1 << 12 };

/* The most edges that a node can have: every point, and pass. */
enum { GRAPH_EDGES_MAX = CELL_COUNT_MAX + 1 };

typedef struct {
    Table table; /* its entries age with each collection: older ones count as empty */
    unsigned char *arena;
    ToSpace to_space;      /* as large as the arena */
    size_t unit_count;     /* of 64 bytes */
    _Atomic uint64_t used; /* units; the first stays unused */
    _Atomic uint64_t node_count;
    bool symmetric; /* false: images are positions of their own */
} Graph;

/* Makes an empty graph of at most this many bytes (GRAPH_MEMORY_MIN or more), the second arena
 * included. Memory is allocated as it is used. Returns false if out of memory. */
enum { GRAPH_MEMORY_MIN = 1 << 20 };
bool graph_init(Graph *graph, size_t bytes, bool symmetric);
void graph_free(Graph *graph);

/* Removes all nodes. */
void graph_clear(Graph *graph);

/* How far a garbage collection goes. */
typedef struct {
    double share;                   /* of the arena, the most in use after it, 0..1 */
    bool (*is_over)(void *context); /* is the time up? Called before each node; NULL: never */
    void *context;
} GraphCollectionLimits;

/* Keeps only what can be reached from *root, which is updated since the node moves. If that is too
 * much, or the time is up, only its most visited part keeps its edges; the visits below the other
 * nodes become their own evaluations. The root always keeps its edges and children, which take at
 * most 1/8 of the smallest arena. No other thread may use the graph meanwhile. */
void graph_collect_garbage(Graph *graph, GraphNode **root, const GraphCollectionLimits *limits);

/* The share of the arena in use, 0..1, and all memory in use, in bytes. */
double graph_used_share(const Graph *graph);
size_t graph_bytes(const Graph *graph);

/* ---- Keys along a path ---- */

/* The lanes of a position, with the relevant part of its history folded in and, under territory
 * rules, White's prisoners less Black's: with the stones they decide the score (game_white_komi).
 */
typedef struct {
    HashLanes lanes;
    HashKey key; /* of the lanes; with symmetry off, of lane 0 with the identity as orientation */
} GraphKey;

/* The key of a position without history. */
void graph_key_start(const Graph *graph, const Board *board, const Rules *rules, GraphKey *key);

/* The key after move has been played in the position whose key is `before`. History matters only
 * because of what it forbids. So it is folded in, lane by lane and before the minimum, unless the
 * last move cannot be undone soon: before its chain can be captured, the empty regions beside it
 * must fill up. With S stones and E empty points there that takes at least S + E - 1 moves; from
 * GRAPH_REPETITION_BOUND moves on history is dropped (KataGo, cpp/game/graphhash.cpp). */
enum { GRAPH_REPETITION_BOUND = 12 };
void graph_key_next(const Graph *graph, const GraphKey *before, const Board *board,
                    const Rules *rules, Point move, GraphKey *key);

/* ---- Nodes ---- */

/* Finds the node of a position, trying the hint first, or makes it: *made is true then. Returns 0
 * if the arena is full. */
GraphIndex graph_find(Graph *graph, const GraphKey *key, GraphIndex hint, bool *made,
                      TableCounts *counts);

static inline GraphNode *graph_node(const Graph *graph, GraphIndex index) {
    return (GraphNode *)(graph->arena + (size_t)index * 64);
}

/* Adds an evaluation of the node's own position. */
void graph_add_own(GraphNode *node, double value, double score);

/* Adds the exact evaluation of a finished game, which replaces the earlier ones. */
void graph_set_own(GraphNode *node, double value, double score);

/* Gives a node its edges: count moves in canonical orientation, pass included, with their priors.
 * Does nothing if another thread has done so or is about to. Returns false if the arena is full. */
bool graph_expand(Graph *graph, GraphNode *node, const Point *moves, const float *priors,
                  int count);

/* The node's edges, or NULL while it has none. */
GraphEdge *graph_edges(const Graph *graph, const GraphNode *node);

/* The index of the most visited of a node's edges, the first of equal ones; -1 if none has visits
 * or there are no edges (NULL). At the root call root_most_visited instead. */
int graph_most_visited(const GraphEdge *edges, int count);

/* The visits that have come back through an edge. Acquire pairs with graph_add_visit: a visited
 * edge has its value. */
static inline uint32_t graph_edge_visits(const GraphEdge *edge) {
    return atomic_load_explicit(&edge->visits, memory_order_acquire);
}

/* A side's chance to win and its points. */
typedef struct {
    float win_rate, score;
} GraphValue;

/* A node's value for a side. */
GraphValue graph_node_value(const GraphNode *node, Color side);

/* An edge's value for a side. An unvisited edge has the node's own value. */
GraphValue graph_edge_value(const GraphNode *node, const GraphEdge *edge, Color side);

/* Adds a visit that has come back from child through this edge. */
void graph_add_visit(GraphEdge *edge, const GraphNode *child);

/* Adds a playout game below the edge's node in which the mover played the edge's move; utility is
 * Black's, 0..1. An update that is lost between threads does little harm. */
static inline void graph_add_amaf(GraphEdge *edge, float utility) {
    const uint64_t amaf = atomic_load_explicit(&edge->amaf, memory_order_relaxed);
    const uint64_t units = (uint64_t)(utility * (float)GRAPH_AMAF_ONE + 0.5F);
    if (amaf >> 32 < GRAPH_AMAF_MAX) {
        atomic_store_explicit(&edge->amaf, amaf + (UINT64_C(1) << 32) + units,
                              memory_order_relaxed);
    }
}

/* Recomputes visits, value and score from the edges. The value stays in 0..1 even if another thread
 * has added an evaluation to the sum but not yet to the count. */
void graph_recompute(const Graph *graph, GraphNode *node);

/* The symmetries, the identity among them, that leave the node's canonical position unchanged, as a
 * bit set. */
unsigned graph_stabilizer(const GraphNode *node);

#endif
