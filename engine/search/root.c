#include "engine/search/root.h"

/* Sets the root's key with the game's history folded in move by move, as the paths of earlier
 * searches have it. The root may differ from what the moves lead to, if the turn has changed hands
 * or the game goes on after two passes; then its key has no history. */
static void set_key(Scene *scene, const Game *game) {
    const Board *root = &scene->root;
    GraphKey *key = &scene->root_key;
    Board board;
    board_init(&board, game->geometry);
    Status status;
    board_set_up(&board, game->past_cells, game->past[0].to_move, &status); /* it stood before */
    graph_key_start(&scene->graph, &board, &game->rules, key);
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        if (board.to_move != (uint8_t)move.color) {
            board.to_move = (uint8_t)move.color;
            board.ko = POINT_NONE;
        }
        board_play(&board, move.color, move.point);
        const GraphKey before = *key;
        graph_key_next(&scene->graph, &before, &board, &game->rules, move.point, key);
    }
    if (board.to_move != root->to_move || board.ko != root->ko || board.passes != root->passes) {
        graph_key_start(&scene->graph, root, &game->rules, key);
    }
}

void root_set_position(Scene *scene, const Game *game, Color color) {
    Board *root = &scene->root;
    board_copy(root, &game->board);
    if ((Color)root->to_move != color) {
        root->to_move = (uint8_t)color;
        root->ko = POINT_NONE;
    }
    root->passes = root->passes > 1 ? 1 : root->passes;
    set_key(scene, game);
    scene->last = game_last_move(game);
    scene->before = game->move_count >= 2 ? game->moves[game->move_count - 2].point : POINT_NONE;
}

static GraphIndex find_node(Scene *scene) {
    bool made;
    TableCounts counts = {0};
    return graph_find(&scene->graph, &scene->root_key, 0, &made, &counts);
}

void root_find_node(Scene *scene) {
    GraphIndex index = find_node(scene);
    if (index == 0) { /* full, and nothing in it is known to be below this root */
        graph_clear(&scene->graph);
        index = find_node(scene);
    }
    scene->root_node = graph_node(&scene->graph, index);
}

void root_find_moves(Worker *worker) {
    Scene *scene = worker->scene;
    const GraphEdge *edges = graph_edges(&scene->graph, scene->root_node);
    const int count = edges == NULL ? 0 : scene->root_node->edge_count;
    descent_start(worker);
    const Step step = worker->path[0];
    for (int i = 0; i < count; i++) {
        scene->root_moves[i] = descent_play_edge(worker, &step, &edges[i]);
        if (scene->root_moves[i] != POINT_NONE) {
            board_copy(&worker->board, &scene->root);
        }
    }
    scene->root_move_count = count;
}

int root_edge_count(const Scene *scene) {
    return scene->root_move_count;
}

bool root_is_playable(const Scene *scene, int edge) {
    return scene->root_moves[edge] != POINT_NONE;
}

int root_count_playable(const Scene *scene) {
    int count = 0;
    for (int i = 0; i < scene->root_move_count; i++) {
        count += root_is_playable(scene, i);
    }
    return count;
}

int root_most_visited(const Scene *scene) {
    const GraphEdge *edges = graph_edges(&scene->graph, scene->root_node);
    int best = -1;
    uint32_t most = 0;
    for (int i = 0; i < scene->root_move_count; i++) {
        const uint32_t visits = atomic_load_explicit(&edges[i].visits, memory_order_acquire);
        if (visits > most && root_is_playable(scene, i)) {
            most = visits;
            best = i;
        }
    }
    return best;
}
