/* 3x3 patterns: shapes that match for both colors, no small eye missed. */
#include "engine/go/playout/pattern.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"

enum { CODES = 1 << 16 };

/* Neighbor i of the turned neighborhood is neighbor SOURCE[...][i] of the one before:
 *
 *     0 1 2               2 4 7                          2 1 0
 *     3 . 4   a quarter:  1 . 6   left and right:        4 . 3
 *     5 6 7               0 3 5                          7 6 5 */
static const int QUARTER[8] = {2, 4, 7, 1, 6, 0, 3, 5};
static const int MIRROR[8] = {2, 1, 0, 4, 3, 7, 6, 5};

static unsigned rearrange(unsigned code, const int *source) {
    unsigned image = 0;
    for (int i = 0; i < 8; i++) {
        image |= (code >> 2 * source[i] & 3) << 2 * i;
    }
    return image;
}

/* Exchanges BLACK and WHITE neighbor by neighbor. */
static unsigned slow_exchange(unsigned code) {
    static const unsigned OTHER[4] = {
        [BLACK] = WHITE, [WHITE] = BLACK, [EMPTY] = EMPTY, [BORDER] = BORDER};
    unsigned exchanged = 0;
    for (int i = 0; i < 8; i++) {
        exchanged |= OTHER[code >> 2 * i & 3] << 2 * i;
    }
    return exchanged;
}

Test(pattern, matches_are_those_of_all_images) {
    const PatternTable *table = pattern_table();
    int matched = 0, one_sided = 0;
    for (unsigned code = 0; code < CODES; code++) {
        const unsigned matches = table->matches[code];
        cr_assert_eq(table->matches[rearrange(code, QUARTER)], matches);
        cr_assert_eq(table->matches[rearrange(code, MIRROR)], matches);
        cr_assert_eq(table->matches[slow_exchange(code)], (matches >> 1 | matches << 1) & 3);
        matched += matches != 0;
        one_sided += matches == 1;
    }
    cr_assert(matched > 1000 && matched < CODES / 2 && one_sided > 0);
}

/* The code of a point, read off the board point by point. */
static unsigned slow_code(const Board *board, Point p) {
    unsigned code = 0;
    int place = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            const int x = point_x(p) + dx, y = point_y(p) + dy;
            const bool inside =
                x >= 0 && y >= 0 && x < board->geometry->width && y < board->geometry->height;
            if (dx != 0 || dy != 0) {
                code |= (unsigned)(inside ? board_color(board, point_at(x, y)) : BORDER)
                        << 2 * place++;
            }
        }
    }
    return code;
}

Test(pattern, code_is_what_the_board_shows) {
    static const uint8_t SIZES[][2] = {{1, 1}, {1, 6}, {2, 2}, {2, 5}, {5, 5}, {25, 3}, {25, 25}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Geometry *geometry = geometry_kept(SIZES[i][0], SIZES[i][1]);
        for (uint64_t seed = 0; seed < 20; seed++) {
            Board board;
            Rng rng = rng_new(seed);
            random_game_play(&board, geometry, geometry->cell_count, &rng, NULL);
            for (int cell = 0; cell < geometry->cell_count; cell++) {
                const Point p = geometry->point_of[cell];
                cr_assert_eq(pattern_code(&board, p), slow_code(&board, p));
            }
        }
    }
}

/* Counts the empty points connected to p; *colors gets a bit for each color beside them. */
static int flood(const Board *board, Point p, bool *seen, unsigned *colors) {
    if (board_color(board, p) != EMPTY) {
        *colors |= 1U << board_color(board, p);
        return 0;
    }
    if (seen[p]) {
        return 0;
    }
    seen[p] = true;
    return 1 + flood(board, p - 1, seen, colors) + flood(board, p + 1, seen, colors) +
           flood(board, p - STRIDE, seen, colors) + flood(board, p + STRIDE, seen, colors);
}

Test(pattern, no_small_eye_is_missed) {
    const PatternTable *table = pattern_table();
    Geometry *geometry = geometry_kept(9, 9);
    int eyes = 0, mistaken = 0, others = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        Board board;
        Rng rng = rng_new(seed);
        random_game_play(&board, geometry, 100, &rng, NULL);
        for (int i = 0; i < board.empty_count; i++) {
            for (Color owner = BLACK; owner <= WHITE; owner++) {
                bool seen[POINT_COUNT] = {false};
                unsigned colors = 0;
                const int size = flood(&board, board.empty[i], seen, &colors);
                const bool is_eye =
                    size <= PATTERN_EYE_MAX && (colors & ~(1U << BORDER)) == 1U << owner;
                const bool may_be = pattern_may_be_eye(table, &board, owner, board.empty[i]);
                cr_assert(may_be || !is_eye);
                eyes += is_eye;
                mistaken += may_be && !is_eye;
                others += !is_eye;
            }
        }
    }
    cr_assert(eyes > 1000 && 4 * mistaken < others, "%d eyes, %d of %d others", eyes, mistaken,
              others);
}
