#include "engine/book/graph.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/memory.h"

/* ---- Keys ---- */

/* The second word of a key, as nodes have it. */
static uint32_t check_word(const HashKey *key) {
    return (uint32_t)(hash_mix(key->check) >> 32);
}

static uint64_t hash_of(const void *graph, uint32_t node) {
    return ((const BookGraph *)graph)->nodes[node].key;
}

uint32_t book_graph_find_key(const BookGraph *graph, uint64_t key, uint32_t check) {
    const Map *index = &graph->index;
    for (size_t slot = map_first(index, key); map_has(index, slot); slot = map_next(index, slot)) {
        const BookNode *node = &graph->nodes[map_number(index, slot)];
        if (node->key == key && node->check == check) {
            return map_number(index, slot);
        }
    }
    return BOOK_NODE_NONE;
}

uint32_t book_graph_find(const BookGraph *graph, const BookPosition *position) {
    const HashKey *key = &position->key.key;
    return book_graph_find_key(graph, key->key, check_word(key));
}

/* ---- Nodes and edges ---- */

uint32_t book_graph_append(BookGraph *graph, const BookNode *node) {
    graph->nodes = memory_grow(graph->nodes, graph->node_count, sizeof *graph->nodes);
    BookNode *added = &graph->nodes[graph->node_count];
    *added = *node;
    added->edges = NULL;
    added->edge_count = 0;
    map_add(&graph->index, graph->node_count, hash_of, graph);
    return graph->node_count++;
}

/* Finds or makes the node of a position. */
static uint32_t find_or_add(BookGraph *graph, const BookPosition *position) {
    const uint32_t found = book_graph_find(graph, position);
    const BookNode node = {
        .key = position->key.key.key,
        .check = check_word(&position->key.key),
        .flags = position->board.to_move == WHITE ? BOOK_WHITE : 0,
    };
    return found == BOOK_NODE_NONE ? book_graph_append(graph, &node) : found;
}

const BookEdge *book_graph_edge(const BookGraph *graph, uint32_t node, Point move) {
    const BookNode *from = &graph->nodes[node];
    for (int i = 0; i < from->edge_count; i++) {
        if (from->edges[i].move == move) {
            return &from->edges[i];
        }
    }
    return NULL;
}

void book_graph_link(BookGraph *graph, uint32_t from, const BookEdge *edge) {
    BookNode *node = &graph->nodes[from];
    node->edges = memory_grow(node->edges, (size_t)node->edge_count, sizeof *node->edges);
    int at = node->edge_count++;
    for (; at > 0 && node->edges[at - 1].move > edge->move; at--) {
        node->edges[at] = node->edges[at - 1];
    }
    node->edges[at] = *edge;
    node->edges[at].prior = book_prior_round(edge->prior);
    graph->edge_count++;
}

uint32_t book_graph_play(BookGraph *graph, uint32_t node, BookPosition *position, Point p,
                         double prior) {
    const BookPosition before = *position;
    const Point move = book_position_to_book(&before, p);
    const BookEdge *edge = book_graph_edge(graph, node, move);
    book_position_play(position, p);
    if (edge != NULL) {
        return edge->child;
    }
    const uint32_t child = find_or_add(graph, position);
    book_graph_link(graph, node,
                    &(BookEdge){.child = child,
                                .move = move,
                                .symmetry = book_position_link(&before, p, position),
                                .prior = prior});
    return child;
}

/* ---- The whole ---- */

BookGraph *book_graph_new(const BookFacts *facts) {
    BookGraph *graph = memory_new(1, sizeof *graph);
    BookPosition position;
    graph->facts = *facts;
    graph->geometry = memory_check(book_geometry_new(facts));
    map_init(&graph->index, 0);
    book_graph_start(graph, &position);
    find_or_add(graph, &position);
    return graph;
}

void book_graph_free(BookGraph *graph) {
    if (graph != NULL) {
        for (uint32_t i = 0; i < graph->node_count; i++) {
            free(graph->nodes[i].edges);
        }
        free(graph->nodes);
        map_free(&graph->index);
        geometry_free(graph->geometry);
        free(graph);
    }
}

void book_graph_start(const BookGraph *graph, BookPosition *position) {
    book_position_start(position, &graph->facts, graph->geometry);
}

/* ---- Ways ---- */

/* A shortest way from the start to each node. */
typedef struct {
    uint32_t *parent; /* [node] */
    Point *move;      /* [node], of the book, that leads to it from there */
} BookWays;

static BookWays ways_new(const BookGraph *graph) {
    BookWays ways = {.parent = memory_new(graph->node_count, sizeof *ways.parent),
                     .move = memory_new(graph->node_count, sizeof *ways.move)};
    uint32_t *queue = memory_new(graph->node_count, sizeof *queue);
    uint32_t tail = 1;
    queue[0] = BOOK_ROOT;
    for (uint32_t head = 0; head < tail; head++) {
        const BookNode *node = &graph->nodes[queue[head]];
        for (int i = 0; i < node->edge_count; i++) {
            const uint32_t child = node->edges[i].child;
            if (child != BOOK_ROOT && ways.move[child] == POINT_NONE) {
                ways.parent[child] = queue[head];
                ways.move[child] = node->edges[i].move;
                queue[tail++] = child;
            }
        }
    }
    free(queue);
    return ways;
}

/* Plays the way to a node. Stops at a move that is not legal. */
static void ways_go(const BookWays *ways, const BookGraph *graph, uint32_t node,
                    BookPosition *position) {
    uint32_t *way = NULL;
    size_t count = 0;
    for (uint32_t i = node; i != BOOK_ROOT; i = ways->parent[i]) {
        way = memory_grow(way, count, sizeof *way);
        way[count++] = i;
    }
    book_graph_start(graph, position);
    for (size_t i = 0; i < count; i++) {
        Point images[SYMMETRY_COUNT];
        book_position_from_book(position, ways->move[way[count - 1 - i]], images);
        if (!book_position_allows(position, images[0])) {
            break;
        }
        book_position_play(position, images[0]);
    }
    free(way);
}

/* ---- Minimax ---- */

/* A depth-first walk without recursion: lines may have many thousand moves. */
typedef struct {
    uint32_t node;
    int next_edge;
} WalkFrame;

uint32_t *book_graph_order(const BookGraph *graph, uint32_t *count) {
    uint32_t *order = memory_new(graph->node_count, sizeof *order);
    uint8_t *is_seen = memory_new(graph->node_count, sizeof *is_seen);
    WalkFrame *stack = memory_new(graph->node_count, sizeof *stack);
    size_t depth = 1;
    *count = 0;
    stack[0] = (WalkFrame){.node = BOOK_ROOT};
    is_seen[BOOK_ROOT] = 1;
    while (depth > 0) {
        WalkFrame *top = &stack[depth - 1];
        const BookNode *node = &graph->nodes[top->node];
        if (top->next_edge == node->edge_count) {
            order[(*count)++] = top->node;
            depth--;
            continue;
        }
        const uint32_t child = node->edges[top->next_edge++].child;
        if (is_seen[child] == 0) {
            is_seen[child] = 1;
            stack[depth++] = (WalkFrame){.node = child};
        }
    }
    free(stack);
    free(is_seen);
    return order;
}

/* place[node]: its place in the order. A child that comes later closes a cycle. */
static void recompute_node(BookGraph *graph, uint32_t index, const uint32_t *place) {
    BookNode *node = &graph->nodes[index];
    const bool maximizes = book_node_side(node) == BLACK;
    bool is_first = (node->flags & BOOK_COMPLETE) != 0;
    book_own_figures(node, graph->facts.error_factor, node->figures);
    node->visits = (double)node->own.visits;
    for (int i = 0; i < node->edge_count; i++) {
        const BookNode *child = &graph->nodes[node->edges[i].child];
        if (place[node->edges[i].child] >= place[index]) {
            continue;
        }
        node->visits += child->visits;
        for (int f = 0; f < BOOK_FIGURES; f++) {
            const bool is_better = maximizes ? child->figures[f] > node->figures[f]
                                             : child->figures[f] < node->figures[f];
            node->figures[f] = is_better || is_first ? child->figures[f] : node->figures[f];
        }
        is_first = false;
    }
}

void book_graph_recompute(BookGraph *graph) {
    uint32_t count;
    uint32_t *order = book_graph_order(graph, &count);
    uint32_t *place = memory_new(graph->node_count, sizeof *place);
    for (uint32_t i = 0; i < count; i++) {
        place[order[i]] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        recompute_node(graph, order[i], place);
    }
    free(place);
    free(order);
}

/* ---- Checking ---- */

static bool check_edge(const BookGraph *graph, const BookPosition *position, uint32_t node,
                       const BookEdge *edge, Status *status) {
    Point points[SYMMETRY_COUNT];
    BookPosition after = *position;
    const BookNode *child = &graph->nodes[edge->child];
    book_position_from_book(position, edge->move, points);
    if (!book_position_allows(position, points[0]) || position->board.passes >= 2) {
        return status_fail(status, "node %" PRIu32 " has an illegal move", node);
    }
    book_position_play(&after, points[0]);
    if (after.key.key.key != child->key || check_word(&after.key.key) != child->check ||
        after.board.to_move != (uint8_t)book_node_side(child)) {
        return status_fail(status, "a move of node %" PRIu32 " does not lead to its child", node);
    }
    if (edge->symmetry != book_position_link(position, points[0], &after)) {
        return status_fail(status, "a move of node %" PRIu32 " has a wrong symmetry", node);
    }
    return true;
}

bool book_graph_check_moves(const BookGraph *graph, Status *status) {
    BookWays ways = ways_new(graph);
    bool ok = true;
    for (uint32_t i = 0; i < graph->node_count && ok; i++) {
        BookPosition position;
        ways_go(&ways, graph, i, &position);
        for (int j = 0; j < graph->nodes[i].edge_count && ok; j++) {
            ok = check_edge(graph, &position, i, &graph->nodes[i].edges[j], status);
        }
    }
    free(ways.parent);
    free(ways.move);
    return ok;
}
