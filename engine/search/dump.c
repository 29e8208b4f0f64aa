#include "engine/search/dump.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/os/pages.h"

typedef struct {
    SearchThread *thread;
    const SearchVisitor *visitor;
    int moves_left;
} Dump;

/* Describes a node's edge, which `side` plays by this move. */
static SearchMove describe(const GraphNode *node, const GraphEdge *edge, Point move, Color side,
                           double lcb_z) {
    const GraphValue value = graph_edge_value(node, edge, side);
    return (SearchMove){
        .move = move,
        .visits = graph_edge_visits(edge),
        .win_rate = value.win_rate,
        .score = value.score,
        .lcb = fmax(0, select_lower_bound(edge, side == BLACK, lcb_z)),
        .prior = edge->prior,
    };
}

/* Lists the node's visited edges, the most visited first. Returns their number. */
static int list_visited(const Graph *graph, const GraphNode *node,
                        RatedEdge visited[ANALYSIS_MOVES_MAX]) {
    GraphEdge *edges = graph_edges(graph, node);
    int count = 0;
    for (int i = 0; edges != NULL && i < node->edge_count; i++) {
        const uint32_t visits = graph_edge_visits(&edges[i]);
        if (visits > 0) {
            visited[count++] = (RatedEdge){&edges[i], visits};
        }
    }
    select_sort_edges(visited, count);
    return count;
}

int dump_root(const SearchContext *context, SearchMove *moves, int max) {
    const GraphNode *root = context->root_node;
    const GraphEdge *edges = graph_edges(&context->graph, root);
    RatedEdge visited[ANALYSIS_MOVES_MAX];
    const int visited_count =
        context->root_move_count == 0 ? 0 : list_visited(&context->graph, root, visited);
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

/* Dumps the moves in the thread's position, each with the tree below it. A move that superko bans
 * on this path does not count as a branch. */
static void dump_moves(Dump *dump, int depth) {
    SearchThread *thread = dump->thread;
    const SearchVisitor *visitor = dump->visitor;
    const int length = thread->length;
    if (depth == 0 || thread->board.passes >= 2) {
        return;
    }
    RatedEdge visited[ANALYSIS_MOVES_MAX];
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
    SearchThread *thread = aligned_new(sizeof *thread);
    if (thread == NULL) {
        return status_fail(status, "out of memory");
    }
    thread->context = context;
    descent_start(thread);
    Dump dump = {.thread = thread, .visitor = visitor, .moves_left = visitor->moves};
    dump_moves(&dump, visitor->depth);
    aligned_free(thread);
    return true;
}
