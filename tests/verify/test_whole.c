/* The verifier's slow board beside the solver's board of bits, on all colorings of small boards:
 * each has its own code for everything. */
#include "engine/base/os/pages.h"
#include "engine/solve/bitboard.h"
#include "tests/support/position/colorings.h"
#include "tests/support/position/diagram.h"
#include "verify/whole.h"

static BitboardShape *shape_kept(int width, int height) {
    BitboardShape *shape = bitboard_shape_new(width, height, HASH_DEFAULT_SEED);
    cr_assert_not_null(shape);
    cleanup_add(shape, aligned_free);
    return shape;
}

/* The winner is Black. */
static SlowBoard slow_of(const WholeRules *rules, const ColorCell *cells) {
    SlowBoard board = {0};
    for (int cell = 0; cell < rules->shape.count; cell++) {
        whole_put(&board, cell,
                  cells[cell] == BLACK   ? WHOLE_WINNER
                  : cells[cell] == WHITE ? WHOLE_LOSER
                                         : WHOLE_EMPTY);
    }
    return board;
}

static int number_of(const WholeRules *rules, const SlowBoard *board) {
    int number = 0;
    for (int cell = 0; cell < rules->shape.count; cell++) {
        number = 3 * number + (int)whole_stone(board, cell);
    }
    return number;
}

enum { CELLS_HERE = 9, BOARDS_HERE = 19683 };

/* [board][mover][cell]: does a move of the mover lead here and forbid the cell? */
typedef bool KoSet[BOARDS_HERE][3][CELLS_HERE];

/* Plays a move on both boards, and notes the ko. */
static void expect_same_move(const WholeRules *rules, const BitboardShape *shape,
                             const SlowBoard *board, const Bitboard *bitboard, int cell,
                             KoSet *kos) {
    const WholeStone stone = bitboard->to_move == BLACK ? WHOLE_WINNER : WHOLE_LOSER;
    SlowBoard after = *board;
    Bitboard next;
    int ko = WHOLE_NO_KO;
    const bool is_legal =
        bitboard_play(shape, bitboard, shape->spot_of[cell], rules->suicide, &next);
    cr_assert_eq(whole_play(rules, &after, stone, cell, &ko), is_legal);
    if (!is_legal) {
        cr_assert(whole_is_same(&after, board) && ko == WHOLE_NO_KO);
        return;
    }
    ColorCell cells[CELL_COUNT_MAX];
    bitboard_get_cells(shape, &next, cells);
    const SlowBoard expected = slow_of(rules, cells);
    cr_assert(whole_is_same(&after, &expected), "%s",
              diagram_print(shape->width, shape->height, cells).text);
    cr_assert_eq(ko, next.ko == BITBOARD_NO_KO ? WHOLE_NO_KO : shape->cell_of[next.ko]);
    if (ko != WHOLE_NO_KO) {
        (*kos)[number_of(rules, &after)][stone][ko] = true;
        after = expected;
        cr_assert_not(
            whole_play(rules, &after, stone == WHOLE_WINNER ? WHOLE_LOSER : WHOLE_WINNER, ko, &ko));
    }
}

/* An empty spot among stones of the color, one of which is alone and has no other liberty. */
static bool looks_like_ko(const BitboardShape *shape, const Bitboard *bitboard, int color,
                          int spot) {
    const Bits beside = shape->beside[spot];
    return ((bitboard->stones[0] | bitboard->stones[1]) & bitboard_bit(spot)) == 0 &&
           (beside & ~bitboard->stones[color]) == 0 &&
           (beside & bitboard_ko_shapes(shape, bitboard->stones, color)) != 0;
}

static void expect_same_play(int width, int height, bool suicide) {
    KoSet *kos = cleanup_free(calloc(1, sizeof *kos));
    const BitboardShape *shape = shape_kept(width, height);
    ColorCell cells[CELL_COUNT_MAX];
    WholeRules rules;
    whole_rules_init(&rules, width, height, WHOLE_SIMPLE, suicide);
    memset(cells, EMPTY, sizeof cells);
    do {
        const SlowBoard board = slow_of(&rules, cells);
        Bitboard bitboard;
        const bool is_legal = bitboard_set_up(shape, cells, BLACK, &bitboard);
        cr_assert_eq(slow_is_legal(&rules.shape, &board), is_legal);
        cr_assert_eq(whole_score(&rules, &board), bitboard_score(shape, bitboard.stones, BLACK));
        for (int i = 0; is_legal && i < 2 * rules.shape.count; i++) {
            bitboard.to_move = i % 2 == 0 ? BLACK : WHITE;
            expect_same_move(&rules, shape, &board, &bitboard, i / 2, kos);
        }
    } while (colorings_next(cells, rules.shape.count));
    do {
        const SlowBoard board = slow_of(&rules, cells);
        Bitboard bitboard;
        bitboard_set_up(shape, cells, BLACK, &bitboard);
        for (int i = 0; i < 2 * rules.shape.count; i++) {
            const WholeStone mover = i % 2 == 0 ? WHOLE_WINNER : WHOLE_LOSER;
            const int cell = i / 2;
            const bool is_ko = whole_is_ko(&rules, &board, mover, cell);
            cr_assert_eq(is_ko, looks_like_ko(shape, &bitboard, i % 2, shape->spot_of[cell]),
                         "%s\ncell %d, stone %d", diagram_print(width, height, cells).text, cell,
                         (int)mover);
            cr_assert(is_ko || !(*kos)[number_of(&rules, &board)][mover][cell]);
        }
    } while (colorings_next(cells, rules.shape.count));
    cleanup_now(kos);
}

Test(verify_slow, plays_and_scores_as_the_solvers_board_does) {
    expect_same_play(2, 4, true);
    expect_same_play(7, 1, false);
    expect_same_play(3, 3, false);
}

/* Life depends on the winner's stones alone. */
Test(verify_slow, finds_the_life_that_the_solver_finds) {
    static const int SIZES[][2] = {{1, 9}, {4, 3}, {3, 5}, {7, 2}};
    int alive = 0;
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        const BitboardShape *shape = shape_kept(SIZES[i][0], SIZES[i][1]);
        WholeRules rules;
        whole_rules_init(&rules, SIZES[i][0], SIZES[i][1], WHOLE_PSK, true);
        for (uint32_t set = 0; set < UINT32_C(1) << rules.shape.count; set++) {
            const SlowBoard board = {{{{set}}}};
            Bits stones = 0;
            for (int cell = 0; cell < rules.shape.count; cell++) {
                stones |= (set >> cell & 1) != 0 ? bitboard_bit(shape->spot_of[cell]) : 0;
            }
            const WholeLife life = whole_life(&rules, &board);
            cr_assert_eq(life.points, bitboard_count(life_find(shape, stones, 0)), "stones %x",
                         set);
            cr_assert_eq(life.stones, bitboard_count(life_find_stones(shape, stones)), "stones %x",
                         set);
            alive += life.stones > 0;
        }
    }
    cr_assert_gt(alive, 100);
}

/* Compares two images cell by cell, then by the ko. */
static int compare(const WholeRules *rules, const SlowBoard *a, int ko_a, const SlowBoard *b,
                   int ko_b) {
    const int order = number_of(rules, a) - number_of(rules, b);
    return order != 0 ? order : ko_a - ko_b;
}

Test(verify_slow, the_canonical_image_is_the_first_of_the_least) {
    static const int SIZES[][2] = {{3, 3}, {2, 3}, {4, 1}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        ColorCell cells[CELL_COUNT_MAX];
        WholeRules rules;
        whole_rules_init(&rules, SIZES[i][0], SIZES[i][1], WHOLE_SIMPLE, true);
        cr_assert_eq(rules.images, SIZES[i][0] == SIZES[i][1] ? 8 : 4);
        memset(cells, EMPTY, sizeof cells);
        for (int step = 0; colorings_next(cells, rules.shape.count); step++) {
            const SlowBoard board = slow_of(&rules, cells);
            const int ko = step % (rules.shape.count + 1) - 1;
            const int best = whole_canonical(&rules, &board, ko);
            const SlowBoard least = whole_image(&rules, &board, best);
            const int least_ko = whole_image_cell(&rules, ko, best);
            cr_assert_eq(whole_origin_cell(&rules, least_ko, best), ko);
            for (int g = 0; g < rules.images; g++) {
                const SlowBoard image = whole_image(&rules, &board, g);
                const int order =
                    compare(&rules, &least, least_ko, &image, whole_image_cell(&rules, ko, g));
                cr_assert(order < 0 || (order == 0 && g >= best));
            }
        }
    }
}

/* As README.md numbers them: left and right, top and bottom, then rows and columns. */
Test(verify_slow, images_have_the_numbers_of_the_format) {
    static const int FIRST_CELL[WHOLE_IMAGES_MAX] = {0, 2, 6, 8, 0, 6, 2, 8};
    static const int SECOND_CELL[WHOLE_IMAGES_MAX] = {1, 1, 7, 7, 3, 3, 5, 5};
    WholeRules rules;
    whole_rules_init(&rules, 3, 3, WHOLE_SIMPLE, true);
    for (int g = 0; g < rules.images; g++) {
        cr_assert_eq(whole_image_cell(&rules, 0, g), FIRST_CELL[g], "%d", g);
        cr_assert_eq(whole_image_cell(&rules, 1, g), SECOND_CELL[g], "%d", g);
        cr_assert_eq(whole_origin_cell(&rules, FIRST_CELL[g], g), 0);
    }
}
