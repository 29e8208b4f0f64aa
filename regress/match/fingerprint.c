#include "regress/match/fingerprint.h"

#include "engine/base/rng.h"

/* Mixes a word in by a bijection of what came before. */
static void fold(uint64_t *fingerprint, uint64_t word) {
    SplitMix mix = {*fingerprint ^ word};
    *fingerprint = splitmix_next(&mix);
}

typedef enum { PLAYED, SET_UP } Origin;

static void fold_stone(uint64_t *fingerprint, Origin origin, Color color, Point p) {
    fold(fingerprint, (uint64_t)p << 2 | (uint64_t)color << 1 | origin);
}

/* The fingerprint of the game after the symmetry g. Set-up stones have no order, so they are taken
 * row by row of the image. */
static uint64_t fingerprint_of_image(const Game *game, Symmetry g) {
    const Geometry *geometry = game->geometry;
    const int width = symmetry_transposes(g) ? geometry->height : geometry->width;
    const int height = geometry->cell_count / width;
    uint64_t fingerprint = 1;
    fold(&fingerprint, (uint64_t)width << 8 | (uint64_t)height);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point image = point_at(cell % width, cell / width);
        const Point p = geometry_unmap_point(geometry, g, image);
        const Color color = (Color)game->past_cells[geometry->cell_of[p]];
        if (color != EMPTY) {
            fold_stone(&fingerprint, SET_UP, color, image);
        }
    }
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        fold_stone(&fingerprint, PLAYED, move.color, geometry_map_point(geometry, g, move.point));
    }
    return fingerprint;
}

/* The least of the fingerprints of all eight images. Canonical keys of the positions would not do:
 * two different games may pass through the same positions up to symmetry, with another symmetry at
 * each. */
uint64_t fingerprint_of_game(const Game *game) {
    uint64_t least = UINT64_MAX;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        const uint64_t image = fingerprint_of_image(game, g);
        least = image < least ? image : least;
    }
    return least;
}
