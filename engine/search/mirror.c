#include "engine/search/mirror.h"

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
