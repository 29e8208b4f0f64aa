/* Games on a board and all its images at once: the hash of a turned board is the hash with its
 * lanes permuted, every image has the same key, and the key's orientation takes each to the same
 * canonical position, through captures, kos and suicides. */
#include "engine/go/board/board.h"
#include "hash/random.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct {
    const Geometry *geometry;
    int image_count; /* 8, or 4 on a rectangle */
    Board image[SYMMETRY_COUNT];
    int captures, kos;
} Images;

static int below(SplitMix *random, int bound) {
    return (int)(splitmix_next(random) % (uint64_t)bound);
}

static void images_init(Images *images, const Geometry *geometry) {
    images->geometry = geometry;
    images->image_count = geometry->width == geometry->height ? 8 : 4;
    for (int k = 0; k < images->image_count; k++) {
        board_init(&images->image[k], geometry);
    }
}

static bool images_agree(const Images *images, int k) {
    const Board *one = &images->image[0], *other = &images->image[k];
    bool same = other->ko == geometry_map_point(images->geometry, (Symmetry)k, one->ko);
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        same &= other->hash.lane[g] == one->hash.lane[symmetry_compose(g, (Symmetry)k)];
    }
    HashKey key = board_key(one, &RULES[0]), turned = board_key(other, &RULES[0]);
    same &= key.key == turned.key && key.check == turned.check;
    /* If the orientation is unique, turning by k and then by the orientation of the image is the
     * same. */
    bool unique = (key.symmetries & (key.symmetries - 1)) == 0;
    return same &&
           (!unique || symmetry_compose(turned.orientation, (Symmetry)k) == key.orientation);
}

/* A random legal move, or POINT_PASS if many tries find none. */
static Point choose(const Board *board, Color color, SplitMix *random) {
    const Geometry *geometry = board->geometry;
    for (int tries = 0; tries < 4 * geometry->cell_count; tries++) {
        Point p = geometry->point_of[below(random, geometry->cell_count)];
        if (board_check(board, color, p, below(random, 4) == 0) == MOVE_LEGAL) {
            return p;
        }
    }
    return POINT_PASS;
}

static void play_images(Images *images, SplitMix *random) {
    const Geometry *geometry = images->geometry;
    for (int move = 0; move < 3 * geometry->cell_count; move++) {
        Board *board = &images->image[0];
        Color color = (Color)(below(random, 16) == 0 ? below(random, 2) : board->to_move);
        Point p = choose(board, color, random);
        int prisoners = board->prisoners[BLACK] + board->prisoners[WHITE];
        for (int k = 0; k < images->image_count; k++) {
            Point turned = geometry_map_point(geometry, (Symmetry)k, p);
            if (board_check(&images->image[k], color, turned, true) != MOVE_LEGAL) {
                cr_assert_fail("the image of a legal move is legal");
            }
            board_play(&images->image[k], color, turned);
        }
        for (int k = 0; k < images->image_count; k++) {
            if (!images_agree(images, k)) {
                cr_assert_fail("%dx%d, symmetry %d, after %d moves", geometry->width,
                               geometry->height, k, move + 1);
            }
        }
        images->captures += board->prisoners[BLACK] + board->prisoners[WHITE] > prisoners;
        images->kos += board->ko != POINT_NONE;
    }
}

/* Adds up what happened. */
static void play_shape(int width, int height, int games, SplitMix *random, int *captures,
                       int *kos) {
    Geometry *geometry = geometry_new(width, height, splitmix_next(random));
    cr_assert_not_null(geometry);
    Images images = {0};
    for (int game = 0; game < games; game++) {
        images_init(&images, geometry);
        play_images(&images, random);
    }
    *captures += images.captures;
    *kos += images.kos;
    geometry_free(geometry);
}

Test(board_symmetry, images_of_games_on_squares) {
    SplitMix random = {21};
    int captures = 0, kos = 0;
    for (int side = 1; side <= BOARD_SIDE_MAX; side++) {
        play_shape(side, side, side <= 9 ? 30 : 3, &random, &captures, &kos);
    }
    cr_assert(captures > 1000 && kos > 100, "%d captures, %d kos", captures, kos);
}

Test(board_symmetry, images_of_games_on_rectangles) {
    static const uint8_t SHAPES[][2] = {{1, 5}, {5, 1},  {2, 7},  {3, 4},  {5, 4},
                                        {6, 9}, {19, 7}, {7, 25}, {25, 7}, {13, 19}};
    SplitMix random = {22};
    int captures = 0, kos = 0;
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        play_shape(SHAPES[i][0], SHAPES[i][1], 12, &random, &captures, &kos);
    }
    cr_assert(captures > 500 && kos > 30, "%d captures, %d kos", captures, kos);
}

/* On a rectangle a transposing symmetry leads to the transposed board, whose hash is another one:
 * there the stones, kos and prisoners are compared. */
Test(board_symmetry, transposed_games) {
    static const uint8_t SHAPES[][2] = {{2, 3}, {1, 7}, {5, 4}, {9, 6}, {7, 13}};
    SplitMix random = {23};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        Geometry *geometry = geometry_new(SHAPES[i][0], SHAPES[i][1], HASH_DEFAULT_SEED);
        Geometry *transposed = geometry_new(SHAPES[i][1], SHAPES[i][0], HASH_DEFAULT_SEED);
        for (Symmetry g = SYMMETRY_TRANSPOSE; g < SYMMETRY_COUNT; g++) {
            Board board, image;
            board_init(&board, geometry);
            board_init(&image, transposed);
            for (int move = 0; move < 3 * geometry->cell_count; move++) {
                Color color = (Color)board.to_move;
                Point p = choose(&board, color, &random);
                board_play(&board, color, p);
                board_play(&image, color, geometry_map_point(geometry, g, p));
                bool same = image.ko == geometry_map_point(geometry, g, board.ko) &&
                            image.prisoners[BLACK] == board.prisoners[BLACK] &&
                            image.prisoners[WHITE] == board.prisoners[WHITE];
                for (int cell = 0; cell < geometry->cell_count; cell++) {
                    Point q = geometry->point_of[cell];
                    same &= board_color(&board, q) ==
                            board_color(&image, geometry_map_point(geometry, g, q));
                }
                cr_assert(same, "symmetry %d of %dx%d, move %d", g, geometry->width,
                          geometry->height, move);
            }
        }
        geometry_free(geometry);
        geometry_free(transposed);
    }
}
