#include "tests/support/position/random_game.h"

#include "tests/support/position/games.h"

Game *random_game_new(int width, int height, const char *rules, int moves, Rng *rng) {
    Status status;
    Game *game = games_kept(game_new(1));
    cr_assert(game_clear(game, width, height, &status));
    game_set_rules(game, rules_find(rules));
    for (int i = 0; i < moves; i++) {
        const Color mover = game->board.to_move;
        const uint32_t cell = rng_below(rng, (uint32_t)game->geometry->cell_count);
        const Point p = game->geometry->point_of[cell];
        const bool ok = game_check(game, mover, p) == MOVE_LEGAL;
        cr_assert(game_play(game, mover, ok ? p : POINT_PASS, &status));
    }
    return game;
}

Point random_game_move(const Game *game, Rng *rng) {
    const Board *board = &game->board;
    Point picked = POINT_PASS;
    uint32_t count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (game_check(game, board->to_move, p) == MOVE_LEGAL &&
            !board_is_eye(board, board->to_move, p) && rng_below(rng, ++count) == 0) {
            picked = p;
        }
    }
    return picked;
}

/* A legal move that fills no eye, found by trying; POINT_PASS after four tries for each point. */
static Point random_move(const Board *board, Rng *rng) {
    const Geometry *geometry = board->geometry;
    const Color color = board->to_move;
    for (int tries = 0; tries < 4 * geometry->cell_count; tries++) {
        const Point p = geometry->point_of[rng_below(rng, (uint32_t)geometry->cell_count)];
        if (board_check(board, color, p, false) == MOVE_LEGAL && !board_is_eye(board, color, p)) {
            return p;
        }
    }
    return POINT_PASS;
}

void random_game_play(Board *board, const Geometry *geometry, int moves, Rng *rng, Point last[2]) {
    Point played[2] = {POINT_NONE, POINT_NONE};
    board_init(board, geometry);
    for (int i = 0; i < moves; i++) {
        const Point p = random_move(board, rng);
        if (p == POINT_PASS && board->passes > 0) {
            break;
        }
        played[1] = played[0];
        played[0] = p;
        board_play(board, board->to_move, p);
    }
    if (last != NULL) {
        memcpy(last, played, sizeof played);
    }
}
