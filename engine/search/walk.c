#include "engine/search/walk.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Worker *worker;
    const SearchVisitor *visitor;
    double lcb_z;
    int moves_left;
} Walk;

SearchMove walk_describe(const GraphEdge *edge, Point move, bool black, double lcb_z) {
    return (SearchMove){
        .move = move,
        .visits = edge->visits,
        .win_rate = black ? edge->value : 1 - edge->value,
        .score = black ? edge->score : -edge->score,
        .lcb = fmax(0, select_lower_bound(edge, black, lcb_z)),
        .prior = edge->prior,
    };
}

/* The most visited edges of the node, at most max of them; those never visited are left out. */
static int list_best(const Graph *graph, const GraphNode *node, GraphEdge **best, int max) {
    GraphEdge *edges = graph_edges(graph, node);
    int count = 0;
    for (int i = 0; edges != NULL && i < node->edge_count; i++) {
        int at = count;
        while (at > 0 && best[at - 1]->visits < edges[i].visits) {
            at--;
        }
        if (edges[i].visits == 0 || at == max) {
            continue;
        }
        count += count < max;
        memmove(&best[at + 1], &best[at], (size_t)(count - at - 1) * sizeof *best);
        best[at] = &edges[i];
    }
    return count;
}

/* Shows the moves in the worker's position, each with what is below it. */
static void walk_moves(Walk *walk, int depth) {
    Worker *worker = walk->worker;
    const SearchVisitor *visitor = walk->visitor;
    const int length = worker->length;
    if (depth == 0 || worker->board.passes >= 2) {
        return;
    }
    GraphEdge *best[SEARCH_WALK_BRANCHES_MAX];
    const int count =
        list_best(&worker->scene->graph, worker->path[length - 1].node, best, visitor->branches);
    Board board;
    board_copy(&board, &worker->board);
    const GraphKey key = worker->key;
    const Color color = (Color)board.to_move;
    for (int i = 0; i < count && walk->moves_left > 0; i++) {
        const Point p = descent_follow_edge(worker, best[i]);
        if (p == POINT_NONE) {
            continue;
        }
        const SearchMove move = walk_describe(best[i], p, color == BLACK, walk->lcb_z);
        walk->moves_left--;
        visitor->enter(visitor->context, color, &move);
        if (worker->length > length) { /* else the move's position has no node yet */
            walk_moves(walk, depth - 1);
        }
        visitor->leave(visitor->context);
        board_copy(&worker->board, &board);
        worker->key = key;
        worker->length = length;
    }
}

bool walk_tree(Scene *scene, const SearchVisitor *visitor, double lcb_z, Status *status) {
    assert(visitor->depth <= SEARCH_WALK_DEPTH_MAX);
    assert(visitor->branches <= SEARCH_WALK_BRANCHES_MAX);
    Worker *worker = aligned_alloc(64, sizeof *worker);
    if (worker == NULL) {
        return status_fail(status, "no memory to show the search");
    }
    memset(worker, 0, offsetof(Worker, answer));
    worker->scene = scene;
    descent_start(worker);
    Walk walk = {
        .worker = worker, .visitor = visitor, .lcb_z = lcb_z, .moves_left = visitor->moves};
    walk_moves(&walk, visitor->depth);
    free(worker);
    return true;
}
