#include "engine/book/cost.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"

/* Weights of KataGo's genbook (cpp/configs/book/genbook7tt.cfg). */
static const double PER_MOVE = 0.45, PER_CHILD = 0.25;
static const double PER_LOSS = 4.5; /* of winning less losing */
static const double PER_POINT = 0.75, POINTS_MAX = 3;
static const double PER_LOG_PRIOR = 0.75, PRIOR_MIN = 1e-9;

typedef struct {
    double cost;
    uint64_t key;
    uint32_t node;
} Candidate;

/* What a move of a node costs that leads to these figures: losses by the bounds that hope most. */
static double move_cost(const BookNode *node, const double after[BOOK_FIGURES], double prior) {
    const bool black = book_node_side(node) == BLACK;
    const double sign = black ? 1 : -1;
    const BookFigure hope = black ? BOOK_WIN_LOSS_UPPER : BOOK_WIN_LOSS_LOWER;
    const double loss = sign * (node->figures[hope] - after[hope]);
    const double points = sign * (node->figures[BOOK_SCORE] - after[BOOK_SCORE]);
    return PER_MOVE + PER_LOSS * loss + PER_POINT * fmin(points, POINTS_MAX) -
           PER_LOG_PRIOR * log(fmax(prior, PRIOR_MIN));
}

/* Sets the cost of the cheapest way to each node. */
static void set_costs(const BookGraph *graph, double *costs) {
    uint32_t count;
    uint32_t *order = book_graph_order(graph, &count);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        costs[i] = INFINITY;
    }
    costs[BOOK_ROOT] = 0;
    for (uint32_t i = count; i-- > 0;) {
        const BookNode *node = &graph->nodes[order[i]];
        for (int j = 0; j < node->edge_count; j++) {
            const BookEdge *edge = &node->edges[j];
            const double cost = move_cost(node, graph->nodes[edge->child].figures, edge->prior);
            costs[edge->child] = fmin(costs[edge->child], costs[order[i]] + cost);
        }
    }
    free(order);
}

static int compare_candidates(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    const int by_cost = (x->cost > y->cost) - (x->cost < y->cost);
    return by_cost != 0 ? by_cost : (x->key > y->key) - (x->key < y->key);
}

int book_select(const BookGraph *graph, uint32_t *nodes, int max) {
    double *costs = memory_new(graph->node_count, sizeof *costs);
    Candidate *candidates = memory_new(graph->node_count, sizeof *candidates);
    uint32_t count = 0;
    set_costs(graph, costs);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const BookNode *node = &graph->nodes[i];
        double own[BOOK_FIGURES];
        book_own_figures(node, graph->facts.error_factor, own);
        if ((node->flags & BOOK_NOT_OPEN) == 0 && isfinite(costs[i])) {
            const double expansion =
                move_cost(node, own, node->own.prior) + PER_CHILD * node->edge_count;
            candidates[count++] = (Candidate){costs[i] + expansion, node->key, i};
        }
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    const int listed = count < (uint32_t)max ? (int)count : max;
    for (int i = 0; i < listed; i++) {
        nodes[i] = candidates[i].node;
    }
    free(candidates);
    free(costs);
    return listed;
}
