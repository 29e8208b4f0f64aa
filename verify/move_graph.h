/* A graph whose edges are moves, from one numbered board or position to another, and its cycles:
 *
 *     move_graph_init(&graph, node_count);
 *     while (move_graph_pass(&graph)) {
 *         move_graph_add(&graph, from, to); // each edge in each pass, in any order
 *     }
 *
 * The program ends with a message if memory runs out. */
#ifndef VERIFY_MOVE_GRAPH_H
#define VERIFY_MOVE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The edges by the node that they come from. */
typedef struct {
    uint32_t node_count;
    int passes;
    size_t *first; /* [node]: its first one in `to`; that of the next node follows */
    uint32_t *to;  /* NULL in the first pass, which counts the edges */
} MoveGraph;

void move_graph_init(MoveGraph *graph, uint32_t node_count);
void move_graph_free(MoveGraph *graph);

/* Begins one of the two passes; false: they are over. */
bool move_graph_pass(MoveGraph *graph);

static inline void move_graph_add(MoveGraph *graph, uint32_t from, uint32_t to) {
    if (graph->to == NULL) {
        graph->first[from + 2]++;
    } else {
        graph->to[graph->first[from + 1]++] = to;
    }
}

/* The strongly connected components of a graph. */
typedef struct {
    uint32_t *component; /* [node]: the same for two nodes if each can be reached from the other */
    bool *is_cyclic;     /* [component]: has it an edge within? */
    uint32_t *height;    /* [component]: the most components on a way to others */
} GraphComponents;

/* Finds the components. (Tarjan, "Depth-first search and linear graph algorithms", 1972) */
void graph_components_find(GraphComponents *components, const MoveGraph *graph);
void graph_components_free(GraphComponents *components);

#endif
