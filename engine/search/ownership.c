#include "engine/search/ownership.h"

#include <string.h>

#include "engine/board/score.h"
#include "engine/playout/playout.h"

enum { PLAYOUTS = 400 };

/* A fixed seed: the same position always gets the same answer. */
static const uint64_t SEED = 0x6F776E6572736869;

/* Mean ownership of a chain by its own colour, -1 to 1: at least SAFE it is alive, below DEAD dead.
 * Between the two who moves first decides in random play, as in a seki; but it is one only where
 * an opponent's chain beside it is no safer than SAFE either. Elsewhere the sign decides. */
static const float DEAD = -0.4F;
static const float SAFE = 0.5F;

/* An empty point is settled where at least nine playouts in ten agree on it. */
static const float SETTLED = 0.8F;

void ownership_estimate(const Board *board, int playouts, uint64_t seed, float *owner) {
    const Geometry *geometry = board->geometry;
    int balance[POINT_COUNT] = {0};
    uint8_t owners[POINT_COUNT];
    Rng rng = rng_new(seed);
    Board end;
    for (int i = 0; i < playouts; i++) {
        board_copy(&end, board);
        end.passes = 0;
        end.ko = POINT_NONE;
        end.to_move = i % 2 == 0 ? BLACK : WHITE;
        playout_run(&end, &rng);
        playout_owners(&end, owners);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            balance[p] += (owners[p] == BLACK) - (owners[p] == WHITE);
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        owner[p] = (float)balance[p] / (float)playouts;
    }
}

static float chain_ownership(const Board *board, Point p, const float *owner) {
    Point stones[CELL_COUNT_MAX];
    const int count = board_chain_stones(board, p, stones);
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += owner[stones[i]];
    }
    return (board->color[p] == BLACK ? sum : -sum) / (float)count;
}

static bool has_weak_opponent(const Board *board, Point p, const float *owner) {
    const uint8_t opponent = (uint8_t)color_opponent(board_color(board, p));
    Point stones[CELL_COUNT_MAX];
    const int count = board_chain_stones(board, p, stones);
    for (int i = 0; i < count; i++) {
        const Point beside[4] = {(Point)(stones[i] - 1), (Point)(stones[i] + 1),
                                 (Point)(stones[i] - STRIDE), (Point)(stones[i] + STRIDE)};
        for (int j = 0; j < 4; j++) {
            if (board->color[beside[j]] == opponent &&
                chain_ownership(board, beside[j], owner) < SAFE) {
                return true;
            }
        }
    }
    return false;
}

static StoneStatus chain_status(const Board *board, Point p, const float *owner,
                                const uint8_t *life) {
    if (life[p] == LIFE_ALIVE) {
        return STATUS_ALIVE;
    }
    if (life[p] == LIFE_DEAD) {
        return STATUS_DEAD;
    }
    const float own = chain_ownership(board, p, owner);
    if (own >= DEAD && own < SAFE && has_weak_opponent(board, p, owner)) {
        return STATUS_SEKI;
    }
    return own >= 0 ? STATUS_ALIVE : STATUS_DEAD;
}

void ownership_status(const Game *game, uint8_t *status) {
    const Board *board = &game->board;
    float owner[POINT_COUNT] = {0};
    uint8_t life[POINT_COUNT];
    ownership_estimate(board, PLAYOUTS, SEED, owner);
    score_unconditional(board, game->rules.suicide, life);
    memset(status, STATUS_NONE, POINT_COUNT);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        const Point chain = board->chain[p];
        if (board->color[p] == EMPTY) {
            continue;
        }
        if (status[chain] == STATUS_NONE) {
            status[chain] = (uint8_t)chain_status(board, chain, owner, life);
        }
        status[p] = status[chain];
    }
}

void ownership_dead(const Game *game, uint8_t *dead) {
    uint8_t status[POINT_COUNT];
    ownership_status(game, status);
    memset(dead, 0, POINT_COUNT);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        dead[p] = status[p] == STATUS_DEAD;
    }
}

bool ownership_is_settled(const Game *game) {
    const Board *board = &game->board;
    uint8_t owners[POINT_COUNT];
    score_area(board, owners);
    for (int i = 0; i < board->empty_count; i++) {
        if (owners[board->empty[i]] == EMPTY) {
            return false;
        }
    }
    float owner[POINT_COUNT];
    ownership_estimate(board, PLAYOUTS, SEED, owner);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if ((owners[p] == BLACK ? owner[p] : -owner[p]) < SETTLED) {
            return false;
        }
    }
    return true;
}
