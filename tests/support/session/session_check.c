#include "tests/support/session/session_check.h"

#include "engine/search/search_context.h"
#include "tests/support/oracle/oracle.h"

/* ---- The game ---- */

static void fail(const Game *game, const char *what, Point where) {
    char text[POINT_TEXT_MAX] = "no point";
    if (where != POINT_NONE) {
        point_to_text(where, game->geometry->height, text);
    }
    cr_assert_fail("%s differs from the slow board's at %s after %d moves on %dx%d, %s", what, text,
                   game->move_count, game->geometry->width, game->geometry->height,
                   game->rules.name);
}

static void check_chain(const Game *game, const Oracle *oracle, int cell) {
    const Point p = game->geometry->point_of[cell];
    if (oracle->now.cells[cell] != EMPTY) {
        OracleChain chain;
        oracle_flood(oracle->width, oracle->height, oracle->now.cells, cell, &chain);
        if (board_liberties(&game->board, p, NULL) != chain.liberty_count) {
            fail(game, "a count of liberties", p);
        }
        if (board_chain_stones(&game->board, p, NULL) != chain.stone_count) {
            fail(game, "a count of stones", p);
        }
    }
}

static void check_moves(const Game *game, const Oracle *oracle, int cell) {
    const Point p = cell == ORACLE_PASS ? POINT_PASS : game->geometry->point_of[cell];
    for (int color = BLACK; color <= WHITE; color++) {
        if (game_check(game, (Color)color, p) !=
            oracle_check(oracle, &game->rules, (Color)color, cell)) {
            fail(game, color == BLACK ? "a move of Black" : "a move of White", p);
        }
    }
}

void session_check_game(const Session *session) {
    const Game *game = session->engine.game;
    Oracle oracle;
    oracle_from_game(&oracle, game);
    const char *what = oracle_difference(&oracle, &game->board, &game->rules);
    if (what != NULL) {
        fail(game, what, POINT_NONE);
    }
    check_moves(game, &oracle, ORACLE_PASS);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        check_chain(game, &oracle, cell);
        check_moves(game, &oracle, cell);
    }
    oracle_free(&oracle);
}

/* ---- The graph ---- */

typedef struct {
    const Graph *graph;
    bool *is_seen; /* by index */
} GraphWalk;

static void check_node(const GraphWalk *walk, const GraphNode *node);

static void check_edge(const GraphWalk *walk, const GraphEdge *edge) {
    cr_assert_eq(edge->virtual_losses, 0, "a virtual loss is left");
    cr_assert(edge->prior >= 0 && edge->prior <= 1, "a prior of %f", (double)edge->prior);
    cr_assert(edge->visits == 0 || (edge->value >= 0 && edge->value <= 1), "a value of %f",
              (double)edge->value);
    if (edge->child != 0) {
        cr_assert_lt(edge->child, walk->graph->used, "an edge leads out of the arena");
        if (!walk->is_seen[edge->child]) {
            walk->is_seen[edge->child] = true;
            check_node(walk, graph_node(walk->graph, edge->child));
        }
    }
}

static void check_node(const GraphWalk *walk, const GraphNode *node) {
    const Graph *graph = walk->graph;
    const GraphEdge *edges = graph_edges(graph, node);
    uint64_t visits = node->own_visits;
    float priors = 0;
    cr_assert(node->ready, "a node of the graph is not ready");
    const uint64_t payload = table_probe(&graph->table, node->key, node->check);
    cr_assert(payload == 0 || graph_node(graph, (GraphIndex)payload) == node ||
                  table_stamp(&graph->table, payload) != payload,
              "the table finds another node");
    for (int i = 0; edges != NULL && i < node->edge_count; i++) {
        check_edge(walk, &edges[i]);
        visits += edges[i].visits;
        priors += edges[i].prior;
    }
    cr_assert_geq(visits, node->visits, "%llu visits of edges, %u of their node",
                  (unsigned long long)visits, node->visits);
    cr_assert(edges == NULL || fabsf(priors - 1) < 1e-2F, "priors that sum to %f", (double)priors);
    cr_assert(node->visits == 0 || (node->value >= 0 && node->value <= 1), "a value of %f",
              (double)node->value);
}

void session_check_graph(const Session *session) {
    const Search *search = session->engine.player.search;
    const SearchContext *context = search == NULL ? NULL : search_context(search);
    if (context == NULL || context->root_node == NULL) {
        return;
    }
    const GraphWalk walk = {&context->graph, calloc(context->graph.used + 1, sizeof(bool))};
    cr_assert_not_null(walk.is_seen);
    check_node(&walk, context->root_node);
    free(walk.is_seen);
}
