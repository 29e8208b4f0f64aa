#include "gtp/book/limits.h"

#include <stdlib.h>

#include "engine/base/memory.h"

struct BookLimits {
    int max_ply;
    double min_visits, max_loss;
    int *ply; /* [node] from the start, by the shortest way */
};

BookLimits *book_limits_new(const BookRequest *request, const BookGraph *graph) {
    BookLimits *limits = memory_new(1, sizeof *limits);
    uint32_t *queue = memory_new(graph->node_count, sizeof *queue);
    uint32_t tail = 1;
    limits->max_ply = request->max_ply;
    limits->min_visits = (double)request->min_visits;
    limits->max_loss = request->max_loss;
    limits->ply = memory_new(graph->node_count, sizeof *limits->ply);
    queue[0] = BOOK_ROOT;
    for (uint32_t head = 0; head < tail; head++) {
        const BookNode *node = &graph->nodes[queue[head]];
        for (int i = 0; i < node->edge_count; i++) {
            const uint32_t child = node->edges[i].child;
            if (child != BOOK_ROOT && limits->ply[child] == 0) {
                limits->ply[child] = limits->ply[queue[head]] + 1;
                queue[tail++] = child;
            }
        }
    }
    free(queue);
    return limits;
}

void book_limits_free(BookLimits *limits) {
    free(limits->ply);
    free(limits);
}

double book_edge_loss(const BookGraph *graph, uint32_t node, const BookEdge *edge) {
    const BookNode *from = &graph->nodes[node];
    const double sign = book_node_side(from) == BLACK ? 1 : -1;
    return sign * (from->figures[BOOK_WIN_LOSS] - graph->nodes[edge->child].figures[BOOK_WIN_LOSS]);
}

bool book_limits_allow(const BookLimits *limits, const BookGraph *graph, uint32_t node,
                       const BookEdge *edge) {
    return limits->ply[node] < limits->max_ply &&
           graph->nodes[edge->child].visits >= limits->min_visits &&
           book_edge_loss(graph, node, edge) <= limits->max_loss;
}
