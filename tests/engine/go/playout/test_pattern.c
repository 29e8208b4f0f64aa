/* 3x3 patterns: one class for all images, shapes that match for both colours, no small eye missed.
 */
#include "engine/go/playout/pattern.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"

#include <criterion/criterion.h>

enum { CODES = 1 << 16 };

/* Neighbour i of the turned neighbourhood is neighbour SOURCE[...][i] of the one before:
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

/* Exchanges BLACK and WHITE neighbour by neighbour. */
static unsigned slow_exchange(unsigned code) {
    static const unsigned OTHER[4] = {
        [BLACK] = WHITE, [WHITE] = BLACK, [EMPTY] = EMPTY, [BORDER] = BORDER};
    unsigned exchanged = 0;
    for (int i = 0; i < 8; i++) {
        exchanged |= OTHER[code >> 2 * i & 3] << 2 * i;
    }
    return exchanged;
}

/* Inside, 3^8 fillings make (6561 + 2 * 9 + 81 + 4 * 243) / 8 classes by Burnside's lemma; at an
 * edge five points make (243 + 27) / 2, in a corner three make (27 + 9) / 2. */
Test(pattern, numbers_are_the_classes) {
    const PatternTable *table = pattern_table();
    bool seen[PATTERN_NUMBERS] = {false};
    int classes = 0;
    for (unsigned code = 0; code < CODES; code++) {
        const unsigned number = table->number[code];
        cr_assert_lt(number, PATTERN_NUMBERS);
        cr_assert_eq(table->number[rearrange(code, QUARTER)], number);
        cr_assert_eq(table->number[rearrange(code, MIRROR)], number);
        classes += number != 0 && !seen[number];
        seen[number] = true;
    }
    cr_assert_eq(classes, 954 + 135 + 18);
}

/* Codes with a class: 3^8 inside the board, 3^5 at each of four edges, 3^3 in each of four corners.
 */
Test(pattern, impossible_codes_have_no_number) {
    const PatternTable *table = pattern_table();
    int possible = 0;
    for (unsigned code = 0; code < CODES; code++) {
        possible += table->number[code] != 0;
    }
    cr_assert_eq(possible, 6561 + 4 * 243 + 4 * 27);
}

Test(pattern, matches_are_the_same_for_images_and_colours) {
    const PatternTable *table = pattern_table();
    int matched = 0, one_sided = 0;
    for (unsigned code = 0; code < CODES; code++) {
        const unsigned exchanged = slow_exchange(code);
        cr_assert_eq(pattern_exchange(code), exchanged);
        const unsigned matches = table->matches[code];
        cr_assert_eq(table->matches[rearrange(code, QUARTER)], matches);
        cr_assert_eq(table->matches[rearrange(code, MIRROR)], matches);
        cr_assert_eq(table->matches[exchanged], (matches >> 1 | matches << 1) & 3);
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
    const PatternTable *table = pattern_table();
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        const bool is_wide = SIZES[i][0] > 1 && SIZES[i][1] > 1;
        Geometry *geometry = geometry_new(SIZES[i][0], SIZES[i][1], HASH_DEFAULT_SEED);
        for (uint64_t seed = 0; seed < 20; seed++) {
            Board board;
            Point last, before;
            Rng rng = rng_new(seed);
            random_game_play(&board, geometry, geometry->cell_count, &rng, &last, &before);
            for (int cell = 0; cell < geometry->cell_count; cell++) {
                const Point p = geometry->point_of[cell];
                const unsigned code = pattern_code(&board, p);
                cr_assert_eq(code, slow_code(&board, p));
                cr_assert_eq(table->number[code] != 0, is_wide);
            }
        }
        geometry_free(geometry);
    }
}

/* Expects a, the middle of the diagram, to be a shape to play for Black and for White as given. */
static void expect_shape(const char *text, bool black, bool white) {
    const Diagram diagram = diagram_read(text);
    Board board;
    diagram_set_up(&diagram, BLACK, &board);
    const Point a = diagram_point(&diagram, 'a');
    cr_assert_eq(pattern_matches(pattern_table(), &board, BLACK, a), black, "Black\n%s", text);
    cr_assert_eq(pattern_matches(pattern_table(), &board, WHITE, a), white, "White\n%s", text);
    geometry_free((Geometry *)board.geometry);
}

Test(pattern, known_shapes_match) {
    expect_shape(". . . . .\n" /* nothing near */
                 ". . . . .\n"
                 ". . a . .\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 false, false);
    expect_shape(". . . . .\n" /* the hane between two heads */
                 ". X O X .\n"
                 ". . a . .\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 true, true);
    expect_shape(". . . . .\n" /* the thin hane is for the side with one stone */
                 ". X O O .\n"
                 ". . a . .\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 true, false);
    expect_shape(". . . . .\n" /* the same, turned, with colours exchanged */
                 ". . . O .\n"
                 ". . a X .\n"
                 ". . . X .\n"
                 ". . . . .\n",
                 false, true);
    expect_shape(". . . . .\n" /* a cut */
                 ". X O . .\n"
                 ". O a . .\n"
                 ". . . . .\n"
                 ". . . . .\n",
                 true, true);
    expect_shape(". . . . .\n" /* an eye */
                 ". X X X .\n"
                 ". X a X .\n"
                 ". X X X .\n"
                 ". . . . .\n",
                 false, false);
}

/* Counts the empty points connected to p; *colors gets a bit for each colour beside them. */
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
    Geometry *geometry = geometry_new(9, 9, HASH_DEFAULT_SEED);
    int eyes = 0, mistaken = 0, others = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        Board board;
        Point last, before;
        Rng rng = rng_new(seed);
        random_game_play(&board, geometry, 100, &rng, &last, &before);
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
    geometry_free(geometry);
}
