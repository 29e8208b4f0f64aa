/* The search graph: positions up to symmetry, and the moves between them.
 *
 * A node is a position in its canonical orientation, found through the table (tt/) by its key, so
 * that a position reached by another order of moves, turned or mirrored, is the same node. What
 * belongs to a choice (how often a move was tried) sits on the edge; values belong to the node and
 * are recomputed from its edges, so that a node shared by many paths stays right:
 *
 *     visits(n) = own(n) + sum of visits(edge)
 *     value(n)  = (own sum(n) + sum of visits(edge) * value(child)) / visits(n)
 *
 * (KataGo, docs/GraphSearch.md, explains why this is the right way.) An edge remembers the value
 * its child had when it was last looked at. Going through the edge renews it; the others are
 * renewed now and then, each time the node's visits have grown by an eighth, which keeps
 * recomputing a pass over memory in a row.
 *
 * Nodes and edges lie in one arena that is filled from the front. When it is full, and between
 * searches, what is still wanted is moved to a second one, the most visited first, for as long as
 * there is time. Values are Black's: win rate 0..1, score in points with komi.
 *
 * Threads share a graph without locks. A node is published by its `ready` flag, its edges by their
 * index, each a release store that an acquire load pairs with; statistics are relaxed atomics,
 * and a value two threads recompute at once is the one or the other, either as good.
 */
#ifndef ENGINE_SEARCH_GRAPH_H
#define ENGINE_SEARCH_GRAPH_H

#include <stdatomic.h>

#include "engine/board/board.h"
#include "engine/search/spare.h"
#include "tt/table.h"

typedef uint32_t GraphIndex; /* in units of 64 bytes; 0: none */

typedef struct {
    _Atomic uint64_t amaf;      /* all moves as first: bits 32-63 how many playouts, bits 0-31 the
                                   sum of their worth for Black in units of 1/GRAPH_AMAF_ONE */
    _Atomic uint32_t visits;    /* completed */
    _Atomic GraphIndex child;   /* a hint: the node found there must still be asked for its key */
    _Atomic float value, score; /* the child's, when last looked at */
    float prior;                /* the evaluator's policy, of 1 for all edges of the node */
    Point move;                 /* in the node's canonical orientation, or POINT_PASS */
    _Atomic uint16_t running;   /* threads below it: they count as lost until they return */
} GraphEdge;

/* Beyond so many playouts no more are counted: their sum must fit its 32 bits. */
enum { GRAPH_AMAF_ONE = 64, GRAPH_AMAF_MAX = 1 << 25 };

typedef struct {
    uint64_t key, check;                  /* constant once ready */
    _Atomic int64_t own_value, own_score; /* sums of this node's own evaluations, fixed point */
    _Atomic uint32_t own_visits;
    _Atomic uint32_t visits;     /* as last recomputed */
    _Atomic float value, score;  /* likewise */
    _Atomic GraphIndex edges;    /* the first; GRAPH_PENDING while a thread makes them */
    _Atomic uint32_t renewed_at; /* visits when all edges were last renewed */
    uint16_t edge_count;         /* published by edges */
    Symmetry orientation;        /* that turned the position that made the node into canonical */
    uint8_t symmetries;          /* HashKey.symmetries of that position, */
    _Atomic bool ready;
} GraphNode;

static const GraphIndex GRAPH_PENDING = UINT32_MAX;

/* Fixed point of own sums: 1 is a win, or a point. */
enum { GRAPH_ONE = 1 << 12 };

typedef struct {
    Table table; /* its entries age with each cleaning: those of before say nothing */
    unsigned char *arena;
    Spare spare;           /* as large as the arena */
    size_t unit_count;     /* of 64 bytes */
    _Atomic uint64_t used; /* units; the first stays unused */
    _Atomic uint64_t node_count;
    bool symmetric; /* false: images are positions of their own */
} Graph;

/* An empty graph that takes at most this many bytes, at least GRAPH_MEMORY_MIN, cleaning included;
 * memory is taken as it is used. Returns false where there is not enough. */
enum { GRAPH_MEMORY_MIN = 1 << 20 };
bool graph_init(Graph *graph, size_t bytes, bool symmetric);
void graph_free(Graph *graph);

/* Forgets all nodes. */
void graph_clear(Graph *graph);

/* How far a cleaning goes. */
typedef struct {
    double share;                   /* of the arena, at most this much in use after it, 0..1 */
    bool (*is_over)(void *context); /* asked again and again: is the time up? NULL: never */
    void *context;
} GraphCleaning;

/* Keeps only what can be reached from *root, which moves, and of that the most visited part if it
 * is too much or the time is up: the other nodes lose their edges, or what was found below them
 * counts as their own evaluations. The root keeps its edges and children whatever happens, which
 * takes at most 1/8 of the least arena. No other thread may use the graph meanwhile. */
void graph_clean(Graph *graph, GraphNode **root, const GraphCleaning *cleaning);

/* The share of the room for nodes and edges that is in use, 0..1; and all memory in use. */
double graph_used_share(const Graph *graph);
size_t graph_bytes(const Graph *graph);

/* ---- Keys along a path ---- */

/* The complete lanes of a position with what matters of its history folded in. */
typedef struct {
    HashLanes lanes;
    HashKey key; /* of the lanes; with symmetry off that of lane 0, orientation the identity */
} GraphKey;

/* The key of a position whose history does not matter, such as the root. */
void graph_key_start(const Graph *graph, const Board *board, const Rules *rules, GraphKey *key);

/* The key after move has been played; before is the key of the position it was played in. History
 * matters only for what it forbids, so it is folded in, lane by lane and before the minimum, unless
 * the last move cannot be undone within a bound. To take its chain off, and all that captured it,
 * the empty regions beside it must fill up: with S stones and E empty points there that takes at
 * least S + E - 1 moves, and at GRAPH_REPETITION_BOUND the past is forgotten. (The idea is
 * KataGo's, cpp/game/graphhash.cpp.) */
enum { GRAPH_REPETITION_BOUND = 12 };
void graph_key_next(const Graph *graph, const GraphKey *before, const Board *board,
                    const Rules *rules, Point move, GraphKey *key);

/* ---- Nodes ---- */

/* The node of a position, made where there is none yet (*made tells). hint is where to look first.
 * Returns 0 where the arena is full. */
GraphIndex graph_find(Graph *graph, const GraphKey *key, GraphIndex hint, bool *made,
                      TableCounts *counts);

static inline GraphNode *graph_node(const Graph *graph, GraphIndex index) {
    return (GraphNode *)(graph->arena + (size_t)index * 64);
}

/* Adds an evaluation of the node's own position. */
void graph_add_own(GraphNode *node, double value, double score);

/* The same where the value is exact and replaces what was there: of finished games. */
void graph_set_own(GraphNode *node, double value, double score);

/* Gives a node its edges; moves are canonical, pass included, in the order wanted, priors theirs.
 * Does nothing where another thread does it or has done it. False where the arena is full. */
bool graph_expand(Graph *graph, GraphNode *node, const Point *moves, const float *priors,
                  int count);

/* The node's edges, or NULL while it has none. */
GraphEdge *graph_edges(const Graph *graph, const GraphNode *node);

/* The number of the most visited of a node's edges, the first of equal ones; -1 where none was
 * visited, or where there are none (edges may be NULL then). */
int graph_most_visited(const GraphEdge *edges, int count);

/* What a side makes of an edge: chance to win, points. */
typedef struct {
    float win_rate, score;
} GraphOutlook;

/* Of an edge not visited the node's own. */
GraphOutlook graph_outlook(const GraphNode *node, const GraphEdge *edge, Color side);

/* A visit through this edge has come back from child. */
void graph_finish_edge(GraphEdge *edge, const GraphNode *child);

/* A playout below the edge's node in which the mover played the edge's move at some time was worth
 * so much to Black, 0..1. An update lost between threads misguides little. */
static inline void graph_add_amaf(GraphEdge *edge, float worth) {
    const uint64_t amaf = atomic_load_explicit(&edge->amaf, memory_order_relaxed);
    const uint64_t units = (uint64_t)(worth * (float)GRAPH_AMAF_ONE + 0.5F);
    if (amaf >> 32 < GRAPH_AMAF_MAX) {
        atomic_store_explicit(&edge->amaf, amaf + (UINT64_C(1) << 32) + units,
                              memory_order_relaxed);
    }
}

/* Recomputes visits, value and score from the edges. The value stays in 0..1 also if another thread
 * has added its own evaluation to the sum but not yet to the count. */
void graph_recompute(const Graph *graph, GraphNode *node);

/* The symmetries, as a bit set, that leave the node's canonical position as it is; the identity
 * always is one. */
unsigned graph_stabilizer(const GraphNode *node);

#endif
