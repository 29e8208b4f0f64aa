/* Boards of bits beside the engine's board. */
#include "engine/base/os/pages.h"
#include "engine/base/rng.h"
#include "engine/go/board/score.h"
#include "engine/solve/bitboard.h"
#include "tests/support/position/diagram.h"

enum { MOVES = 200000, BOARDS = 8 };

static const int SIZES[BOARDS][2] = {{1, 9}, {9, 1}, {2, 2}, {3, 3},
                                     {4, 3}, {4, 5}, {5, 5}, {7, 7}};

static BitboardShape *shape_kept(int width, int height) {
    BitboardShape *shape = bitboard_shape_new(width, height, HASH_DEFAULT_SEED);
    cr_assert_not_null(shape);
    cleanup_add(shape, aligned_free);
    return shape;
}

static Point point_of(const BitboardShape *shape, int spot) {
    const int cell = shape->cell_of[spot];
    return point_at(cell % shape->width, cell / shape->width);
}

static void expect_same(const BitboardShape *shape, const Bitboard *bitboard, const Board *board) {
    ColorCell cells[CELL_COUNT_MAX], expected[CELL_COUNT_MAX];
    bitboard_get_cells(shape, bitboard, cells);
    board_get_cells(board, expected);
    const size_t count = (size_t)shape->cell_count;
    cr_assert_eq(memcmp(cells, expected, count), 0, "%s\n%s",
                 diagram_print(shape->width, shape->height, cells).text,
                 diagram_print_board(board).text);
    cr_assert_eq(bitboard->to_move, board->to_move);
    cr_assert_eq(bitboard->ko == BITBOARD_NO_KO ? POINT_NONE : point_of(shape, bitboard->ko),
                 board->ko);
    cr_assert_eq(bitboard_score(shape, bitboard->stones, BLACK), score_area(board, NULL, NULL));
    HashCell hash_cells[CELL_COUNT_MAX];
    HashLanes exchanged;
    for (size_t cell = 0; cell < count; cell++) {
        const Color color = (Color)expected[cell];
        hash_cells[cell] = color_hash_cell(color == EMPTY ? EMPTY : color_opponent(color));
    }
    hash_lanes_of(&shape->hash, hash_cells, &exchanged);
    cr_assert_eq(memcmp(&bitboard->lanes[0], &board->hash, sizeof exchanged), 0);
    cr_assert_eq(memcmp(&bitboard->lanes[1], &exchanged, sizeof exchanged), 0);
}

/* A suicide of one stone changes nothing: it is not played here. */
static bool is_lone_suicide(const Board *board, Point p) {
    return board_check(board, board->to_move, p, false) == MOVE_SUICIDE &&
           board_own_neighbors(board, board->to_move, p) == 0;
}

/* The list of moves has those that are legal on the board, and takes what bitboard_play takes. */
static void expect_listed(const BitboardShape *shape, const Bitboard *bitboard, const Board *board,
                          bool suicide) {
    BitboardMoves moves;
    bitboard_list_moves(shape, bitboard, suicide, &moves);
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const int spot = shape->spot_of[cell];
        const Bits bit = bitboard_bit(spot);
        const Point p = point_of(shape, spot);
        Bitboard next, listed;
        const bool is_legal = bitboard_play(shape, bitboard, spot, suicide, &next);
        cr_assert_eq((moves.legal & bit) != 0, is_legal);
        cr_assert_eq(is_legal, board_check(board, board->to_move, p, suicide) == MOVE_LEGAL &&
                                   !is_lone_suicide(board, p));
        if (is_legal) {
            Bits stones[2];
            int8_t ko;
            const Bits taken = bitboard_play_listed(shape, bitboard, &moves, spot, stones, &ko);
            const Bits played = bitboard->stones[bitboard->to_move] | bit;
            cr_assert_eq(taken, (played | bitboard->stones[!bitboard->to_move]) &
                                    ~(next.stones[0] | next.stones[1]));
            bitboard_become(shape, bitboard, stones, ko, &listed);
            cr_assert_eq(memcmp(&listed, &next, sizeof next), 0);
            if (ko != BITBOARD_NO_KO) {
                cr_assert_neq(bitboard_ko_shapes(shape, stones, bitboard->to_move) & bit, 0);
            }
        }
    }
}

static void play_beside(const int size[2], bool suicide, int moves, Rng *rng) {
    BitboardShape *shape = shape_kept(size[0], size[1]);
    Geometry *geometry = geometry_kept(size[0], size[1]);
    cr_assert_not_null(geometry);
    Board board;
    Bitboard bitboard;
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    board_init(&board, geometry);
    cr_assert(bitboard_set_up(shape, cells, BLACK, &bitboard));
    for (int i = 0; i < moves; i++) {
        const int cell = (int)rng_below(rng, (uint32_t)shape->cell_count);
        const int spot = shape->spot_of[cell];
        const Color mover = board.to_move;
        Bitboard next;
        switch (board_check(&board, mover, geometry->point_of[cell], suicide)) {
        case MOVE_LEGAL:
            if (is_lone_suicide(&board, geometry->point_of[cell])) {
                cr_assert_not(bitboard_play(shape, &bitboard, spot, suicide, &next));
                break;
            }
            cr_assert(bitboard_play(shape, &bitboard, spot, suicide, &next));
            board_play(&board, mover, geometry->point_of[cell]);
            bitboard = next;
            break;
        case MOVE_SUICIDE:
            cr_assert_not(bitboard_play(shape, &bitboard, spot, suicide, &next));
            break;
        case MOVE_KO:
            cr_assert_eq(bitboard.ko, spot);
            board_play(&board, mover, POINT_PASS);
            bitboard_play(shape, &bitboard, BITBOARD_PASS, suicide, &next);
            bitboard = next;
            break;
        default:
            break;
        }
        expect_same(shape, &bitboard, &board);
        if (i % 16 == 0) {
            expect_listed(shape, &bitboard, &board, suicide);
        }
    }
}

Test(solve_bitboard, plays_random_moves_as_the_board_does) {
    Rng rng = rng_new(17);
    for (int i = 0; i < BOARDS; i++) {
        play_beside(SIZES[i], false, MOVES / BOARDS / 2, &rng);
        play_beside(SIZES[i], true, MOVES / BOARDS / 2, &rng);
    }
}

Test(solve_bitboard, boards_that_fit) {
    cr_assert(bitboard_shape_fits(7, 8) && bitboard_shape_fits(1, 25) &&
              bitboard_shape_fits(25, 2));
    cr_assert(!bitboard_shape_fits(8, 8) && !bitboard_shape_fits(0, 1) &&
              !bitboard_shape_fits(1, 33));
}
