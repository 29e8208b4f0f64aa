#include "engine/solve/move_order.h"

/* What is counted after the move, unless it says otherwise; own: of the side that moves. */
typedef enum {
    OWN_LIBERTIES, /* points */
    OTHER_LIBERTIES,
    TAKEN_STONES,
    IS_CAPTURE,
    NEIGHBORS, /* of the point played: fewer on the edge */
    OWN_REACH, /* stones and the points next to them */
    OTHER_REACH,
    OWN_REACH_BY_TWO, /* these and the points next to them */
    OWN_EULER,        /* number: chains less what they enclose */
    OTHER_EULER,
    OWN_EYES,   /* points whose neighbors are all own stones */
    OWN_BESIDE, /* stones next to the point, before the move */
    OTHER_BESIDE,
    OWN_DIAGONAL,
    HAS_ONE_LIBERTY, /* the chain of the new stone */
    HAS_TWO_LIBERTIES,
    HAS_THREE_LIBERTIES,
    CHAIN_STONES, /* of the same chain */
    SAVED_STONES, /* in atari before the move, on whose liberty it is */
    FILLS_OWN_EYE,
    FILLS_OTHER_EYE,
    IS_APART,  /* no stone was next to the point */
    OWN_ALONE, /* own reach that the other side does not reach */
    OTHER_ALONE,
    FEATURES
} Feature;

/* Fitted to 1,917 positions of attackers and 1,131 of defenders, all of whose moves were searched:
 * MEASUREMENTS.md. */
static const int16_t WEIGHTS[2][FEATURES] = {
    /* of the defender */
    {93, -97, -41,  164, 156, -72, -6, -18, -74, 48, 9,   -74,
     15, -19, -127, -59, -39, -12, 40, 39,  18,  93, -28, 4},
    /* of the attacker */
    {43,  -142, 19,   86,  220, -39, 5,  -7, 0,  22,  24,  -51,
     -46, -40,  -107, -22, 13,  -4,  33, 62, 55, -19, -18, 8},
};

static Bits eyes_of(const BitboardShape *shape, Bits stones) {
    const int row = shape->row;
    const Bits open = shape->points & ~stones;
    return open & ~(open << 1 | open >> 1 | open << row | open >> row);
}

/* Points less pairs of neighbors plus squares. */
static int euler_number(const BitboardShape *shape, Bits stones) {
    const int row = shape->row;
    const Bits across = stones & stones >> 1;
    return bitboard_count(stones) - bitboard_count(across) -
           bitboard_count(stones & stones >> row) + bitboard_count(across & across >> row);
}

static int count_saved(const BitboardMoves *moves, Bits bit) {
    int stones = 0;
    for (int i = 0; i < moves->atari_count[0]; i++) {
        stones += moves->atari[0][i].liberty == bit ? bitboard_count(moves->atari[0][i].stones) : 0;
    }
    return stones;
}

/* What belongs to the board after the move. */
static void count_board(const BitboardShape *shape, Bits own, Bits other, int *values) {
    const Bits empty = shape->points & ~(own | other);
    const Bits own_reach = bitboard_grow(shape, own), other_reach = bitboard_grow(shape, other);
    values[OWN_LIBERTIES] = bitboard_count(own_reach & empty);
    values[OTHER_LIBERTIES] = bitboard_count(other_reach & empty);
    values[OWN_REACH] = bitboard_count(own_reach);
    values[OTHER_REACH] = bitboard_count(other_reach);
    values[OWN_REACH_BY_TWO] = bitboard_count(bitboard_grow(shape, own_reach));
    values[OWN_EULER] = euler_number(shape, own);
    values[OTHER_EULER] = euler_number(shape, other);
    values[OWN_EYES] = bitboard_count(eyes_of(shape, own));
    values[OWN_ALONE] = bitboard_count(own_reach & ~other_reach);
    values[OTHER_ALONE] = bitboard_count(other_reach & ~own_reach);
}

/* What belongs to the point played: own and other are the stones before the move. */
static void count_point(const BitboardShape *shape, int move, Bits own, Bits other, int *values) {
    const int row = shape->row;
    const Bits bit = bitboard_bit(move), beside = shape->beside[move];
    const Bits diagonal = bit << (row + 1) | bit << (row - 1) | bit >> (row + 1) | bit >> (row - 1);
    values[NEIGHBORS] = bitboard_count(beside);
    values[OWN_BESIDE] = bitboard_count(beside & own);
    values[OTHER_BESIDE] = bitboard_count(beside & other);
    values[OWN_DIAGONAL] = bitboard_count(diagonal & own);
    values[FILLS_OWN_EYE] = (eyes_of(shape, own) & bit) != 0;
    values[FILLS_OTHER_EYE] = (eyes_of(shape, other) & bit) != 0;
    values[IS_APART] = (beside & (own | other)) == 0;
}

int move_order_estimate(const BitboardShape *shape, const Bitboard *bitboard,
                        const BitboardMoves *moves, int move, const Bits stones[2],
                        bool is_attacker) {
    const int mover = bitboard->to_move;
    const Bits empty = bitboard_empty(shape, stones), bit = bitboard_bit(move);
    const Bits chain = bitboard_flood(shape, bit, stones[mover]);
    const int liberties = bitboard_count(bitboard_grow(shape, chain) & empty);
    const Bits taken = bitboard->stones[!mover] & ~stones[!mover];
    int values[FEATURES], sum = 0;
    count_board(shape, stones[mover], stones[!mover], values);
    count_point(shape, move, bitboard->stones[mover], bitboard->stones[!mover], values);
    values[TAKEN_STONES] = bitboard_count(taken);
    values[IS_CAPTURE] = taken != 0;
    values[HAS_ONE_LIBERTY] = liberties == 1;
    values[HAS_TWO_LIBERTIES] = liberties == 2;
    values[HAS_THREE_LIBERTIES] = liberties == 3;
    values[CHAIN_STONES] = bitboard_count(chain);
    values[SAVED_STONES] = count_saved(moves, bit);
    for (int i = 0; i < FEATURES; i++) {
        sum += WEIGHTS[is_attacker][i] * values[i];
    }
    return sum;
}
