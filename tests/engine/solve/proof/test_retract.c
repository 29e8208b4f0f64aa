/* Every move of random games, captures and suicides among them, taken back. */
#include "engine/solve/proof/retract.h"

#include <criterion/criterion.h>

#include "engine/base/os/pages.h"
#include "engine/base/rng.h"

enum { MOVES = 20000, BOARDS = 5 };

static const int SIZES[BOARDS][2] = {{1, 6}, {2, 2}, {3, 3}, {4, 3}, {5, 5}};

typedef struct {
    const Bits *wanted;
    bool is_met;
} Wanted;

static void look(void *context, const Bits stones[2]) {
    Wanted *wanted = context;
    wanted->is_met |= stones[0] == wanted->wanted[0] && stones[1] == wanted->wanted[1];
}

static bool leads_back(const BitboardShape *shape, const Bitboard *before, const Bitboard *after) {
    Wanted wanted = {before->stones, false};
    retract(shape, after->stones, before->to_move, look, &wanted);
    return wanted.is_met;
}

/* A random legal move, or a pass. */
static int draw_move(const BitboardShape *shape, const Bitboard *bitboard, Rng *rng,
                     BitboardMoves *moves) {
    bitboard_list_moves(shape, bitboard, true, moves);
    MoveSet set = {moves->legal, true};
    int move = BITBOARD_PASS;
    for (uint32_t n = rng_below(rng, (uint32_t)bitboard_count(moves->legal) + 1) + 1; n > 0; n--) {
        move = move_set_take(&set);
    }
    return move;
}

Test(retract, meets_the_board_before_every_move) {
    Rng rng = rng_new(41);
    int captures = 0, suicides = 0;
    for (int size = 0; size < BOARDS; size++) {
        BitboardShape *shape = bitboard_shape_new(SIZES[size][0], SIZES[size][1], 1);
        Bitboard bitboard;
        bitboard_make(shape, (const Bits[2]){0, 0}, BLACK, BITBOARD_NO_KO, &bitboard);
        for (int i = 0; i < MOVES; i++) {
            BitboardMoves moves;
            Bitboard next;
            const int move = draw_move(shape, &bitboard, &rng, &moves);
            cr_assert(bitboard_play(shape, &bitboard, move, true, &next));
            cr_assert(leads_back(shape, &bitboard, &next), "%dx%d, move %d", shape->width,
                      shape->height, i);
            const Bits played = move == BITBOARD_PASS ? 0 : bitboard_bit(move);
            captures += (moves.capturing & played) != 0;
            suicides += (moves.suicidal & played) != 0;
            bitboard = next;
        }
        aligned_free(shape);
    }
    cr_assert_gt(captures, 1000);
    cr_assert_gt(suicides, 1000);
}
