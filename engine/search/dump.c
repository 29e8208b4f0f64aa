#include "engine/search/dump.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    SearchThread *thread;
    const SearchVisitor *visitor;
    int moves_left;
} Dump;

/* What is known of a node's edge, which `side` plays by this move. */
static SearchMove describe(const GraphNode *node, const GraphEdge *edge, Point move, Color side,
                           double lcb_z) {
    const GraphValue value = graph_edge_value(node, edge, side);
    return (SearchMove){
        .move = move,
        .visits = edge->visits,
        .win_rate = value.win_rate,
        .score = value.score,
        .lcb = fmax(0, select_lower_bound(edge, side == BLACK, lcb_z)),
        .prior = edge->prior,
    };
}

typedef struct {
    GraphEdge *edge;
    uint32_t visits;
} Visited;

static int compare_visits(const void *a, const void *b) {
    const Visited *x = a, *y = b;
    if (x->visits != y->visits) {
        return x->visits < y->visits ? 1 : -1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

/* The node's visited edges, the most visited first. Returns how many. */
static int list_visited(const Graph *graph, const GraphNode *node,
                        Visited visited[ANALYSIS_MOVES_MAX]) {
    GraphEdge *edges = graph_edges(graph, node);
    int count = 0;
    for (int i = 0; edges != NULL && i < node->edge_count; i++) {
        if (edges[i].visits > 0) {
            visited[count++] = (Visited){&edges[i], edges[i].visits};
        }
    }
    qsort(visited, (size_t)count, sizeof *visited, compare_visits);
    return count;
}

int dump_root(const SearchContext *context, SearchMove *moves, int max) {
    const GraphNode *root = context->root_node;
    const GraphEdge *edges = graph_edges(&context->graph, root);
    const int known = context->root_move_count;
    Visited visited[ANALYSIS_MOVES_MAX];
    const int visited_count = known == 0 ? 0 : list_visited(&context->graph, root, visited);
    int count = 0;
    for (int i = 0; i < visited_count && count < max; i++) {
        const Point move = context->root_moves[visited[i].edge - edges];
        if (move != POINT_NONE) {
            moves[count++] = describe(root, visited[i].edge, move, (Color)context->root.to_move,
                                      context->limits.lcb_z);
        }
    }
    return count;
}

/* Shows the moves in the thread's position, each with what is below it. A move that superko bans on
 * this path takes no branch. */
static void dump_moves(Dump *dump, int depth) {
    SearchThread *thread = dump->thread;
    const SearchVisitor *visitor = dump->visitor;
    const int length = thread->length;
    if (depth == 0 || thread->board.passes >= 2) {
        return;
    }
    Visited visited[ANALYSIS_MOVES_MAX];
    const int count = list_visited(&thread->context->graph, thread->path[length - 1].node, visited);
    Board board;
    board_copy(&board, &thread->board);
    const GraphKey key = thread->key;
    const Color color = (Color)board.to_move;
    int shown = 0;
    for (int i = 0; i < count && shown < visitor->branches && dump->moves_left > 0; i++) {
        const Point p = descent_follow_edge(thread, visited[i].edge);
        if (p == POINT_NONE) {
            continue;
        }
        const SearchMove move = describe(thread->path[length - 1].node, visited[i].edge, p, color,
                                         thread->context->limits.lcb_z);
        shown++;
        dump->moves_left--;
        visitor->enter(visitor->context, color, &move);
        if (thread->length > length) { /* otherwise the move's position has no node yet */
            dump_moves(dump, depth - 1);
        }
        visitor->leave(visitor->context);
        board_copy(&thread->board, &board);
        thread->key = key;
        thread->length = length;
    }
}

bool dump_tree(SearchContext *context, const SearchVisitor *visitor, Status *status) {
    assert(visitor->depth <= SEARCH_DUMP_DEPTH_MAX);
    SearchThread *thread = aligned_alloc(64, sizeof *thread);
    if (thread == NULL) {
        return status_fail(status, "out of memory");
    }
    memset(thread, 0, offsetof(SearchThread, answer));
    thread->context = context;
    descent_start(thread);
    Dump dump = {.thread = thread, .visitor = visitor, .moves_left = visitor->moves};
    dump_moves(&dump, visitor->depth);
    free(thread);
    return true;
}
