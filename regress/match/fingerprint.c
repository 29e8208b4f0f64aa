#include "regress/match/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/rng.h"

/* Mixes a word into both of two independent streams, by a bijection of what came before. */
static void fold(Fingerprint *fingerprint, uint64_t word) {
    for (int i = 0; i < 2; i++) {
        SplitMix mix = {fingerprint->words[i] ^ word};
        fingerprint->words[i] = splitmix_next(&mix);
    }
}

typedef enum { PLAYED, SET_UP } Origin;

static void fold_stone(Fingerprint *fingerprint, Origin origin, Color color, Point p) {
    fold(fingerprint, (uint64_t)p << 2 | (uint64_t)color << 1 | origin);
}

/* The fingerprint of the game after the symmetry g. Set-up stones have no order, so they are taken
 * row by row of the image. */
static Fingerprint fingerprint_of_image(const Game *game, Symmetry g) {
    const Geometry *geometry = game->geometry;
    const int width = symmetry_transposes(g) ? geometry->height : geometry->width;
    const int height = geometry->cell_count / width;
    Fingerprint fingerprint = {{1, 2}};
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

static bool is_less(Fingerprint a, Fingerprint b) {
    return a.words[0] != b.words[0] ? a.words[0] < b.words[0] : a.words[1] < b.words[1];
}

/* The least of the fingerprints of all eight images. Canonical keys of the positions would not do:
 * two different games may pass through the same positions up to symmetry, with another symmetry at
 * each. */
Fingerprint fingerprint_of_game(const Game *game) {
    Fingerprint least = fingerprint_of_image(game, SYMMETRY_IDENTITY);
    for (Symmetry g = 1; g < SYMMETRY_COUNT; g++) {
        const Fingerprint image = fingerprint_of_image(game, g);
        least = is_less(image, least) ? image : least;
    }
    return least;
}

const char *fingerprint_to_text(Fingerprint fingerprint, char text[FINGERPRINT_TEXT_MAX]) {
    snprintf(text, FINGERPRINT_TEXT_MAX, "%016" PRIx64 "%016" PRIx64, fingerprint.words[0],
             fingerprint.words[1]);
    return text;
}

bool fingerprint_from_text(const char *text, Fingerprint *fingerprint) {
    int length = 0;
    return sscanf(text, "%16" SCNx64 "%16" SCNx64 "%n", &fingerprint->words[0],
                  &fingerprint->words[1], &length) == 2 &&
           length == FINGERPRINT_TEXT_MAX - 1 && text[length] == '\0';
}
