/* Random openings. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/base/text.h"
#include "regress/match/openings/openings.h"

enum {
    TRIES_MAX = 1000, /* draws in a row without a new opening, after which the list ends */
    KEY_MAX = 17,     /* characters of a key in hexadecimal, with NUL */
};

static int at_most(int a, int b) {
    return a < b ? a : b;
}

/* Is p on a line on which openings are played? */
static bool is_opening_line(const Geometry *geometry, Point p) {
    const int width = geometry->width, height = geometry->height, side = at_most(width, height);
    const int x = point_x(p), y = point_y(p);
    const int line = at_most(at_most(x, width - 1 - x), at_most(y, height - 1 - y)) + 1;
    const int lowest = side < 5 ? 1 : side < 9 ? 2 : 3;
    const int highest = side < 9 ? side : side < 13 ? 4 : 5;
    return line >= lowest && line <= highest;
}

/* Does the legal move of color at p leave a chain in atari? If none ever is, none is captured. */
static bool leaves_atari(const Board *board, Color color, Point p) {
    Board after;
    board_copy(&after, board);
    board_play(&after, color, p);
    Point beside[4];
    point_neighbors(p, beside);
    bool atari = board_liberties(&after, p, NULL) == 1;
    for (int i = 0; i < 4; i++) {
        atari = atari || board_liberties(&after, beside[i], NULL) == 1;
    }
    return atari;
}

typedef enum { MOVE_APART, MOVE_TOUCHING, MOVE_UNFIT } Fitness;

/* How well a move of color at p fits into an opening. */
static Fitness judge_move(const Game *game, Color color, Point p) {
    if (!is_opening_line(game->geometry, p) || game_check(game, color, p) != MOVE_LEGAL ||
        leaves_atari(&game->board, color, p)) {
        return MOVE_UNFIT;
    }
    const Board *board = &game->board;
    const bool touches =
        board_own_neighbors(board, BLACK, p) + board_own_neighbors(board, WHITE, p) > 0;
    return touches ? MOVE_TOUCHING : MOVE_APART;
}

/* Returns the first of the best points in a random order; POINT_NONE if none is fit. */
static Point draw_move(const Game *game, Color color, Rng *rng) {
    const int count = game->geometry->cell_count;
    Point points[CELL_COUNT_MAX];
    memcpy(points, game->geometry->point_of, (size_t)count * sizeof points[0]);
    Fitness best = MOVE_UNFIT;
    Point chosen = POINT_NONE;
    for (int left = count; left > 0 && best != MOVE_APART; left--) {
        const uint32_t i = rng_below(rng, (uint32_t)left);
        const Fitness fitness = judge_move(game, color, points[i]);
        if (fitness < best) {
            best = fitness;
            chosen = points[i];
        }
        points[i] = points[left - 1];
    }
    return chosen;
}

/* Draws openings that lead to new positions, until there are `count` or no more are found.
 * `positions` has the canonical keys of those before. */
static bool add_distinct(Openings *openings, Game *game, json_t *positions, int plies, int count,
                         Rng *rng, Status *status) {
    char key[KEY_MAX];
    for (int tries = 0; tries < TRIES_MAX && openings->count < count; tries++) {
        bool room = true;
        if (!game_clear(game, openings->width, openings->height, status)) {
            return false;
        }
        for (int i = 0; i < plies && room; i++) {
            const Color color = game->board.to_move;
            const Point p = draw_move(game, color, rng);
            room = p != POINT_NONE;
            if (room && !game_play(game, color, p, status)) {
                return false;
            }
        }
        snprintf(key, sizeof key, "%016" PRIx64, board_key(&game->board, &game->rules).key);
        if (room && json_object_get(positions, key) == NULL) {
            json_set_value(positions, key, json_true());
            if (!openings_add(openings, game, status)) {
                return false;
            }
            tries = -1;
        }
    }
    return openings->count > 0 ||
           status_fail(status, "no room for openings of %d move%s on a %dx%d board", plies,
                       text_plural(plies), openings->width, openings->height);
}

bool openings_sample(const OpeningBoard *board, int plies, int count, uint64_t seed,
                     Openings *openings, Status *status) {
    assert(plies >= 0 && count >= 1);
    Rng rng = rng_new(seed);
    Game *game = memory_check(game_new(1));
    json_t *positions = json_new_object();
    *openings = (Openings){.width = board->width, .height = board->height};
    game->rules = *board->rules;
    const bool ok = add_distinct(openings, game, positions, plies, count, &rng, status);
    json_decref(positions);
    game_free(game);
    if (!ok) {
        openings_free(openings);
    }
    return ok;
}
