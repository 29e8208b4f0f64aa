/* A small board as two words of bits, with its symmetric hash: what the solver plays on. A row
 * takes width + 1 bits, of which the last is never set, so that a shift by one or by a row never
 * wraps around. A *spot* is the number of a bit, 0..63:
 *
 *     3x2     bits  0 1 2 (3)      the top row
 *                   4 5 6 (7)      the bottom row
 *
 * Invariant: every chain has a liberty; lanes[0] is the hash of the stones, lanes[1] that of the
 * stones with colors exchanged. Threads may share a BitboardShape; a Bitboard belongs to one. */
#ifndef ENGINE_SOLVE_BITBOARD_H
#define ENGINE_SOLVE_BITBOARD_H

#include "engine/go/board/point.h"
#include "hash/zobrist.h"

#include <stddef.h>

typedef uint64_t Bits;

enum {
    BITBOARD_PASS = 64,  /* a move that is no spot */
    BITBOARD_NONE = 65,  /* no move */
    BITBOARD_NO_KO = -1, /* no spot is forbidden by a ko */
};

typedef struct {
    int width, height, cell_count;
    int row;     /* bits of a row: width + 1 */
    Bits points; /* the board */
    Bits beside[64];
    uint8_t spot_of[64]; /* [cell] */
    uint8_t cell_of[64]; /* [spot] */
    HashTables hash;
} BitboardShape;

/* Is the board small enough: (width + 1) * height at most 64? */
bool bitboard_shape_fits(int width, int height);

/* The board must fit. Returns NULL if out of memory. aligned_free() frees the shape. */
BitboardShape *bitboard_shape_new(int width, int height, uint64_t hash_seed);

typedef struct {
    HashLanes lanes[2];
    Bits stones[2]; /* [BLACK], [WHITE] */
    uint8_t to_move;
    int8_t ko; /* the spot that to_move may not play on, or BITBOARD_NO_KO */
} Bitboard;

/* Makes the bitboard with these stones. */
void bitboard_make(const BitboardShape *shape, const Bits stones[2], int to_move, int ko,
                   Bitboard *bitboard);

/* Sets up a position of cell_count cells (engine/go/board/point.h), without a ko. Returns false if
 * a chain has no liberty. */
bool bitboard_set_up(const BitboardShape *shape, const ColorCell *cells, Color to_move,
                     Bitboard *bitboard);

/* All legal moves of the side to move, without the pass. A suicide of one stone, which leaves the
 * board as it was, is never legal: README.md says why no value depends on it. */
typedef struct {
    Bits legal;
    Bits capturing; /* those of them that take stones of the opponent */
    Bits suicidal;  /* those that take stones of the mover's own */
    /* [is it the opponent's?]: the chains in atari, which the moves above may take */
    struct {
        Bits stones, liberty;
    } atari[2][32];
    int atari_count[2];
} BitboardMoves;

void bitboard_list_moves(const BitboardShape *shape, const Bitboard *bitboard, bool suicide_allowed,
                         BitboardMoves *moves);

/* The position after a move of the list, without its lanes. Returns the stones taken. */
Bits bitboard_play_listed(const BitboardShape *shape, const Bitboard *from,
                          const BitboardMoves *moves, int move, Bits stones[2], int8_t *ko);

/* The bitboard with these stones, the other side to move; its lanes come from those of from. */
void bitboard_become(const BitboardShape *shape, const Bitboard *from, const Bits stones[2], int ko,
                     Bitboard *to);

/* Plays a pass or a move. Returns false, and leaves *to as it is, if the move is illegal. */
bool bitboard_play(const BitboardShape *shape, const Bitboard *from, int move, bool suicide_allowed,
                   Bitboard *to);

/* The stones of a color that look as if they had just taken a ko: alone, with one liberty. */
Bits bitboard_ko_shapes(const BitboardShape *shape, const Bits stones[2], int color);

/* The color's area minus the opponent's. */
int bitboard_score(const BitboardShape *shape, const Bits stones[2], int color);

/* All points of within that connect to seed through points of within. */
static inline Bits bitboard_flood(const BitboardShape *shape, Bits seed, Bits within) {
    const int row = shape->row;
    Bits all = seed & within, last;
    do {
        last = all;
        all |= (all << 1 | all >> 1 | all << row | all >> row) & within;
    } while (all != last);
    return all;
}

/* The set and the points next to it. */
static inline Bits bitboard_grow(const BitboardShape *shape, Bits set) {
    const int row = shape->row;
    return (set | set << 1 | set >> 1 | set << row | set >> row) & shape->points;
}

static inline Bits bitboard_bit(int spot) {
    return UINT64_C(1) << spot;
}

static inline int bitboard_first(Bits set) {
    return __builtin_ctzll(set);
}

typedef struct {
    Bits spots;
    bool has_pass;
} MoveSet;

static inline void move_set_add(MoveSet *moves, int move) {
    moves->spots |= move == BITBOARD_PASS ? 0 : bitboard_bit(move);
    moves->has_pass |= move == BITBOARD_PASS;
}

/* Removes a move and returns it; BITBOARD_NONE if the set is empty. */
static inline int move_set_take(MoveSet *moves) {
    const int move = moves->spots != 0 ? bitboard_first(moves->spots)
                     : moves->has_pass ? BITBOARD_PASS
                                       : BITBOARD_NONE;
    moves->has_pass = moves->has_pass && moves->spots != 0;
    moves->spots &= moves->spots - 1;
    return move;
}

static inline bool move_set_is_empty(MoveSet moves) {
    return moves.spots == 0 && !moves.has_pass;
}

/* Without the instruction the compiler calls a function, which takes a tenth of the solver's time.
 */
static inline int bitboard_count(Bits set) {
#ifdef __POPCNT__
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

static inline Bits bitboard_empty(const BitboardShape *shape, const Bits stones[2]) {
    return shape->points & ~(stones[0] | stones[1]);
}

/* The empty points without the ko: where the side to move may try a move. */
static inline Bits bitboard_open(const BitboardShape *shape, const Bitboard *bitboard) {
    const Bits empty = bitboard_empty(shape, bitboard->stones);
    return bitboard->ko == BITBOARD_NO_KO ? empty : empty & ~bitboard_bit(bitboard->ko);
}

/* The inverse of bitboard_set_up. */
void bitboard_get_cells(const BitboardShape *shape, const Bitboard *bitboard, ColorCell *cells);

/* ---- Unconditional life: the points that a color keeps whatever the opponent does (Benson, "Life
 * in the game of Go", 1976, in the form that holds where suicide is legal: a region is vital to a
 * chain if *every* point of it is next to the chain). Regions whose points are all next to such
 * chains count, too: so it depends on the color's own stones alone. README.md has the reasons. ----
 */

/* The points that count for the owner of the stones, or 0 if they are surely fewer than least. */
Bits life_find(const BitboardShape *shape, Bits stones, int least);

/* Those of the stones that are alive: A. */
Bits life_find_stones(const BitboardShape *shape, Bits stones);

#endif
