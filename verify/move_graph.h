/* A graph whose edges are moves, from one numbered board or position to another, and its cycles.
 * The program ends with a message if memory runs out. */
#ifndef VERIFY_MOVE_GRAPH_H
#define VERIFY_MOVE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t from, to;
} MoveEdge;

typedef struct {
    uint32_t node_count;
    MoveEdge *edges;
    size_t edge_count;
} MoveGraph;

void move_graph_add(MoveGraph *graph, uint32_t from, uint32_t to);
void move_graph_free(MoveGraph *graph);

/* The edges by the node that they come from. */
typedef struct {
    uint32_t node_count;
    size_t *first; /* [node]: its first one in `to`; that of the next node follows */
    uint32_t *to;  /* NULL while edges are counted */
} MoveIndex;

/* Makes an index, or if is_back one by the node that edges lead to. */
void move_index_make(MoveIndex *index, const MoveGraph *graph, bool is_back);

/* An index without a list of the edges: begin, add each of them, allot, and add each once more, in
 * any order. */
void move_index_begin(MoveIndex *index, uint32_t node_count);
void move_index_allot(MoveIndex *index);

static inline void move_index_add(MoveIndex *index, uint32_t from, uint32_t to) {
    if (index->to == NULL) {
        index->first[from + 2]++;
    } else {
        index->to[index->first[from + 1]++] = to;
    }
}

void move_index_free(MoveIndex *index);

/* The strongly connected components of a graph. */
typedef struct {
    uint32_t *component; /* [node]: the same for two nodes if each can be reached from the other */
    bool *is_cyclic;     /* [component]: has it an edge within? */
    uint32_t *height;    /* [component]: the most components on a way to others */
} GraphComponents;

/* Finds the components. (Tarjan, "Depth-first search and linear graph algorithms", 1972) */
void graph_components_find(GraphComponents *components, const MoveIndex *index);
void graph_components_free(GraphComponents *components);

#endif
