#include "engine/search/root.h"

#include <string.h>

#include "engine/search/descent.h"

/* Sets the root's key with the game's history folded in move by move, as paths of earlier searches
 * do. If the root is not what the moves lead to, since the other side moves or the game goes on
 * after two passes, its key has no history. */
static void set_root_key(SearchContext *context, const Game *game) {
    const Board *root = &context->root;
    GraphKey *key = &context->root_key;
    Board board;
    board_init(&board, game->geometry);
    Status status;
    board_set_up(&board, game->past_cells, game->past[0].to_move, &status); /* it stood before */
    memcpy(board.prisoners, game->first_prisoners, sizeof board.prisoners);
    board.button = (uint8_t)game->past[0].button;
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        if (game_superko_past(game, i, move.color) == 0) {
            board_set_to_move(&board, move.color);
            graph_key_start(&context->graph, &board, &game->rules, key);
        }
        board_play(&board, move.color, move.point);
        const GraphKey before = *key;
        graph_key_next(&context->graph, &before, &board, &game->rules, move.point, key);
    }
    if (board.to_move != root->to_move || board.ko != root->ko || board.passes != root->passes ||
        game->past[game->move_count].superko_past == 0) {
        graph_key_start(&context->graph, root, &game->rules, key);
    }
}

void root_set_position(SearchContext *context, const Game *game, Color color) {
    Board *root = &context->root;
    board_copy(root, &game->board);
    if (root->to_move != color) {
        board_set_to_move(root, color);
    }
    root->passes = root->passes > 1 ? 1 : root->passes;
    set_root_key(context, game);
    context->last = game_last_move(game);
    context->before = game->move_count >= 2 ? game->moves[game->move_count - 2].point : POINT_NONE;
}

static GraphIndex find_node(SearchContext *context) {
    bool made;
    TableCounts counts = {0};
    return graph_find(&context->graph, &context->root_key, 0, &made, &counts);
}

void root_find_node(SearchContext *context) {
    GraphIndex index = find_node(context);
    if (index == 0) { /* full, and nothing in it is known to be below this root */
        graph_clear(&context->graph);
        index = find_node(context);
    }
    context->root_node = graph_node(&context->graph, index);
}

void root_find_moves(SearchThread *thread) {
    SearchContext *context = thread->context;
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const int count = edges == NULL ? 0 : context->root_node->edge_count;
    descent_start(thread);
    const Step step = thread->path[0];
    for (int i = 0; i < count; i++) {
        context->root_moves[i] = descent_play_edge(thread, &step, &edges[i]);
        if (context->root_moves[i] != POINT_NONE) {
            board_copy(&thread->board, &context->root);
        }
    }
    context->root_move_count = count;
}

int root_count_playable(const SearchContext *context) {
    int count = 0;
    for (int i = 0; i < context->root_move_count; i++) {
        count += root_is_playable(context, i);
    }
    return count;
}

int root_most_visited(const SearchContext *context) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    int best = -1;
    uint32_t most = 0;
    for (int i = 0; i < context->root_move_count; i++) {
        const uint32_t visits = graph_edge_visits(&edges[i]);
        if (visits > most && root_is_playable(context, i)) {
            most = visits;
            best = i;
        }
    }
    return best;
}

int root_rate_choices(const SearchContext *context, RatedEdge rated[GRAPH_EDGES_MAX]) {
    GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const bool black = context->root.to_move == BLACK;
    const int most_visited = root_most_visited(context);
    const uint32_t most = most_visited < 0 ? 0 : graph_edge_visits(&edges[most_visited]);
    int count = 0;
    for (int i = 0; i < context->root_move_count; i++) {
        if (root_is_playable(context, i) && !root_is_avoided(context, i)) {
            const double rating = select_rate_choice(&context->selector.scale, &edges[i], most,
                                                     black, context->limits.lcb_z);
            rated[count++] = (RatedEdge){&edges[i], rating};
        }
    }
    return count;
}

int root_list_moves(const SearchContext *context, SearchMove *moves, int max) {
    const GraphNode *root = context->root_node;
    GraphEdge *edges = graph_edges(&context->graph, root);
    const Color side = context->root.to_move;
    RatedEdge visited[GRAPH_EDGES_MAX];
    int count = 0, listed = 0;
    for (int i = 0; i < context->root_move_count; i++) {
        const uint32_t visits = graph_edge_visits(&edges[i]);
        if (visits > 0 && context->root_moves[i] != POINT_NONE) {
            visited[count++] = (RatedEdge){&edges[i], visits};
        }
    }
    select_sort_edges(visited, count);
    for (; listed < count && listed < max; listed++) {
        const GraphEdge *edge = visited[listed].edge;
        const GraphValue value = graph_edge_value(root, edge, side);
        moves[listed] = (SearchMove){
            .move = context->root_moves[edge - edges],
            .visits = graph_edge_visits(edge),
            .win_rate = value.win_rate,
            .score = value.score,
            .lcb = fmax(0, select_lower_bound(edge, side == BLACK, context->limits.lcb_z)),
            .prior = edge->prior,
        };
    }
    return listed;
}

void root_policy_take(RootPolicy *policy, const SearchContext *context, const EvalAnswer *answer) {
    const Board *board = &context->root;
    double sum = answer->policy[POINT_PASS];
    *policy = (RootPolicy){.is_known = true};
    policy->share[POINT_PASS] = answer->policy[POINT_PASS];
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (game_check(context->game, board->to_move, p) == MOVE_LEGAL) {
            policy->share[p] = answer->policy[p];
            sum += answer->policy[p];
        }
    }
    assert(sum > 0);
    for (int p = 0; p < POINT_COUNT; p++) {
        policy->share[p] /= sum;
    }
}

void root_policy_ask(RootPolicy *policy, SearchThread *thread, const Evaluator *evaluator,
                     const HumanProfile *profile) {
    descent_start(thread);
    EvalRequest request = descent_request(thread, true);
    request.input.profile = profile;
    request.input.optimism = thread->context->limits.root_policy_optimism;
    evaluator->evaluate(evaluator, &request, &thread->answer);
    root_policy_take(policy, thread->context, &thread->answer);
}

Point root_policy_best(const RootPolicy *policy) {
    Point best = POINT_NONE;
    for (int p = 0; policy->is_known && p < POINT_COUNT; p++) {
        best = best == POINT_NONE || policy->share[p] > policy->share[best] ? (Point)p : best;
    }
    return best;
}

/* ---- Mirror Go ---- */

/* Images must be this share of the opponent's moves and this many more, */
static const double LEAST_MOVES = 7, LEAST_SHARE = 0.5;

/* and this share of the recent ones: a move counts less by this factor for each later one. */
static const double LEAST_RECENT_SHARE = 0.45, RECENT_FADE = 0.75;

bool mirror_is_played(const Game *game, Color color) {
    double images = 0, moves = 0, recent_images = 0, recent_moves = 0;
    bool is_image = false;
    for (int i = 1; i < game->move_count; i++) {
        if (game->moves[i].color != color) {
            continue;
        }
        is_image = game->moves[i].point ==
                   geometry_map_point(game->geometry, SYMMETRY_HALF_TURN, game->moves[i - 1].point);
        moves++;
        images += is_image;
        recent_moves = RECENT_FADE * (recent_moves + 1);
        recent_images = RECENT_FADE * (recent_images + is_image);
    }
    return is_image && images >= LEAST_MOVES + LEAST_SHARE * moves &&
           recent_images >= LEAST_RECENT_SHARE * recent_moves;
}

/* Distances are twice those in points, so that they are whole if a side is even. */
float mirror_share(const Game *game, Point p) {
    const Geometry *geometry = game->geometry;
    if (p == POINT_PASS) {
        return 0;
    }
    const int dx = 2 * point_x(p) - (geometry->width - 1);
    const int dy = 2 * point_y(p) - (geometry->height - 1);
    const int distance = dx * dx + dy * dy;
    if (dx * dx <= 1 && dy * dy <= 1) {
        return 0.3F;
    }
    const Point center = point_at(geometry->width / 2, geometry->height / 2);
    const bool is_taken = board_color(&game->board, center) != EMPTY;
    return distance <= 8 ? (is_taken ? 0.1F : 0.05F) : distance <= 16 && is_taken ? 0.03F : 0;
}
