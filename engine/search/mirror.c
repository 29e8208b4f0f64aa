#include "engine/search/mirror.h"

#include <math.h>
#include <stdlib.h>

/* Images must be this share of the opponent's moves and this many more, */
static const double LEAST_MOVES = 7, LEAST_SHARE = 0.5;

/* and this share of the recent ones: a move counts less by this factor for each later one. */
static const double LEAST_RECENT_SHARE = 0.45, RECENT_FADE = 0.75;

/* The square around the center that must be symmetric reaches this many lines to each side. It
 * counts on boards of at least SQUARE_BOARD lines. */
enum { SQUARE_LINES = 3, SQUARE_BOARD = 7 };

/* What a stone of the mirroring side without an opposite stone adds to the asymmetry, if there is
 * any. */
static const double LONE_STONE = 0.2;

Point mirror_image(const Geometry *geometry, Point p) {
    return geometry_map_point(geometry, SYMMETRY_HALF_TURN, p);
}

static bool is_mirroring(const Game *game, Color opponent) {
    double images = 0, moves = 0, recent_images = 0, recent_moves = 0;
    bool is_image = false;
    for (int i = 1; i < game->move_count; i++) {
        if (game->moves[i].color != opponent) {
            continue;
        }
        is_image = game->moves[i].point == mirror_image(game->geometry, game->moves[i - 1].point);
        moves++;
        images += is_image;
        recent_moves = RECENT_FADE * (recent_moves + 1);
        recent_images = RECENT_FADE * (recent_images + is_image);
    }
    return is_image && images >= LEAST_MOVES + LEAST_SHARE * moves &&
           recent_images >= LEAST_RECENT_SHARE * recent_moves;
}

/* Black's points in a mirrored game, without komi: everything but the handicap cancels out. Under
 * area scoring Black gets the last point of an odd board, unless a handicap reverses that. */
static double mirrored_score(const Game *game) {
    const bool is_odd = game->geometry->cell_count % 2 == 1;
    const double bonus = rules_handicap_bonus(&game->rules, game_handicap(game));
    if (game->rules.scoring != SCORING_AREA) {
        return -bonus;
    }
    const int stones = game_handicap(game) > 0 ? game_handicap(game) : 1;
    return stones - 1 + (is_odd == (stones % 2 == 1)) - bonus;
}

/* Is a coordinate in the square? Twice its distance from the middle is a whole number. */
static bool is_in_square(int coordinate, int side) {
    return abs(2 * coordinate - (side - 1)) <= 2 * SQUARE_LINES;
}

static double find_asymmetry(const Board *board, Color side) {
    const Geometry *geometry = board->geometry;
    double unanswered = 0, alone = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell], image = mirror_image(geometry, p);
        if (is_in_square(point_x(p), geometry->width) &&
            is_in_square(point_y(p), geometry->height) && p != image) {
            const Color own = board_color(board, p), opposite = board_color(board, image);
            unanswered += own == color_opponent(side) && opposite != side;
            alone += own == side && opposite == EMPTY;
        }
    }
    const double sum = unanswered + (unanswered > 0 ? LONE_STONE * alone : 0);
    return sum < 1 ? sum : 0.5 * sum * (1 + sum);
}

Mirror mirror_find(const Game *game, Color color) {
    const Geometry *geometry = game->geometry;
    const int width = geometry->width, height = geometry->height;
    Mirror mirror = {.side = EMPTY, .center = POINT_NONE};
    if (!is_mirroring(game, color_opponent(color))) {
        return mirror;
    }
    const double black = mirrored_score(game) - game->komi;
    mirror.side = color_opponent(color);
    mirror.advantage = mirror.side == BLACK ? black : -black;
    mirror.asymmetry = width >= SQUARE_BOARD && height >= SQUARE_BOARD
                           ? find_asymmetry(&game->board, mirror.side)
                           : INFINITY;
    if (width % 2 == 1 && height % 2 == 1) {
        mirror.center = point_at(width / 2, height / 2);
    }
    return mirror;
}
