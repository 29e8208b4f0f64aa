#include "engine/book/graph.h"

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

uint32_t book_graph_find(const BookGraph *graph, const BookPosition *position) {
    const Map *index = &graph->index;
    const uint64_t key = position->key.key.key;
    const uint32_t check = check_word(&position->key.key);
    for (size_t slot = map_first(index, key); map_has(index, slot); slot = map_next(index, slot)) {
        const BookNode *node = &graph->nodes[map_number(index, slot)];
        if (node->key == key && node->check == check) {
            return map_number(index, slot);
        }
    }
    return BOOK_NODE_NONE;
}

/* ---- Nodes and edges ---- */

static uint32_t find_or_add(BookGraph *graph, const BookPosition *position) {
    const uint32_t found = book_graph_find(graph, position);
    if (found != BOOK_NODE_NONE) {
        return found;
    }
    graph->nodes = memory_grow(graph->nodes, graph->node_count, sizeof *graph->nodes);
    graph->nodes[graph->node_count] = (BookNode){
        .key = position->key.key.key,
        .check = check_word(&position->key.key),
        .to_move = (Color)position->board.to_move,
    };
    map_add(&graph->index, graph->node_count, hash_of, graph);
    return graph->node_count++;
}

/* Adds the edge, whose move is new, to the node's. */
static void link_nodes(BookGraph *graph, BookNode *node, BookEdge edge) {
    node->edges = memory_grow(node->edges, (size_t)node->edge_count, sizeof *node->edges);
    int at = node->edge_count++;
    for (; at > 0 && node->edges[at - 1].move > edge.move; at--) {
        node->edges[at] = node->edges[at - 1];
    }
    node->edges[at] = edge;
    graph->edge_count++;
}

uint32_t book_graph_play(BookGraph *graph, uint32_t node, BookPosition *position, Point p,
                         double prior) {
    const Point move = book_position_to_book(position, p);
    const BookNode *from = &graph->nodes[node];
    book_position_play(position, p);
    for (int i = 0; i < from->edge_count; i++) {
        if (from->edges[i].move == move) {
            return from->edges[i].child;
        }
    }
    const uint32_t child = find_or_add(graph, position);
    link_nodes(graph, &graph->nodes[node], (BookEdge){child, move, prior});
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

/* ---- Minimax ---- */

void book_own_figures(const BookNode *node, double error_factor, double figures[BOOK_FIGURES]) {
    const BookValues *own = &node->own;
    figures[BOOK_WIN_LOSS] = own->win_loss;
    figures[BOOK_WIN_LOSS_LOWER] = own->win_loss - error_factor * own->win_loss_error;
    figures[BOOK_WIN_LOSS_UPPER] = own->win_loss + error_factor * own->win_loss_error;
    figures[BOOK_SCORE] = own->score;
}

/* A depth-first walk without recursion: lines may have many thousand moves. */
typedef struct {
    uint32_t node;
    int next_edge;
} WalkFrame;

/* Lists the nodes that the root leads to, each after those that it leads to itself, but for edges
 * that close a cycle; the root is last. The caller frees the list. */
static uint32_t *list_nodes(const BookGraph *graph, uint32_t *count) {
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
    const bool maximizes = node->to_move == BLACK;
    bool is_first = node->is_complete;
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
    uint32_t *order = list_nodes(graph, &count);
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
