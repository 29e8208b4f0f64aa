/* A small board as two words of bits, with its symmetric hash: what the solver plays on.
 *
 * A row of the board takes width + 1 bits, and the last bit of each row is never set, so that a
 * shift by one or by a row never wraps around. A *spot* is the number of a bit, 0..63:
 *
 *     3x2     bits  0 1 2 (3)      the top row
 *                   4 5 6 (7)      the bottom row
 *
 * Invariant: every chain of a Field has a liberty, and lanes[0] is the hash of its stones, lanes[1]
 * that of the same stones with colours exchanged. tests/engine/solve/test_field.c plays a million
 * random moves beside engine/go/board.
 *
 * A FieldShape is constant after it is made and may be shared; a Field belongs to one thread. */
#ifndef ENGINE_SOLVE_FIELD_H
#define ENGINE_SOLVE_FIELD_H

#include "engine/go/board/point.h"
#include "hash/zobrist.h"

typedef uint64_t Bits;

enum {
    FIELD_PASS = 64,  /* a move that is no spot */
    FIELD_NONE = 65,  /* no move */
    FIELD_NO_KO = -1, /* no spot is forbidden by a ko */
};

typedef struct {
    int width, height, cell_count;
    int row;     /* bits of a row: width + 1 */
    Bits points; /* the board */
    Bits beside[64];
    uint8_t spot_of[64]; /* [cell] */
    uint8_t cell_of[64]; /* [spot] */
    HashTables hash;
} FieldShape;

/* Is the board small enough: (width + 1) * height at most 64? */
bool field_shape_fits(int width, int height);

/* The board must fit. Returns NULL if out of memory. The caller frees the shape with free(). */
FieldShape *field_shape_new(int width, int height, uint64_t hash_seed);

typedef struct {
    HashLanes lanes[2];
    Bits stones[2]; /* [BLACK], [WHITE] */
    uint8_t to_move;
    int8_t ko; /* the spot that to_move may not play on, or FIELD_NO_KO */
} Field;

/* Sets up a position of cell_count cells (engine/go/board/point.h), without a ko. Returns false if
 * a chain has no liberty. */
bool field_set_up(const FieldShape *shape, const ColorCell *cells, Color to_move, Field *field);

typedef enum {
    FIELD_PLACED,   /* a stone, or a pass */
    FIELD_CAPTURED, /* and took stones, its own if it was suicide */
    FIELD_ILLEGAL,  /* a suicide that is not allowed */
} FieldOutcome;

/* Plays a pass or a move on an empty spot other than the ko; *to is the position after it. */
FieldOutcome field_play(const FieldShape *shape, const Field *from, int move, bool suicide_allowed,
                        Field *to);

/* All legal moves of the side to move, without the pass. */
typedef struct {
    Bits legal;
    Bits capturing; /* those of them that take stones of the opponent */
    Bits suicidal;  /* those that take stones of the mover's own */
    /* The chains with one liberty, which the moves above may take: [0] the mover's, [1] the
     * opponent's. */
    struct {
        Bits stones, liberty;
    } atari[2][32];
    int atari_count[2];
} FieldMoves;

void field_list_moves(const FieldShape *shape, const Field *field, bool suicide_allowed,
                      FieldMoves *moves);

/* The position after a move of the list, without its lanes. Returns the stones taken. */
Bits field_play_listed(const FieldShape *shape, const Field *from, const FieldMoves *moves,
                       int move, Bits stones[2], int8_t *ko);

/* The field with these stones, the other side to move; its lanes come from those of from. */
void field_become(const FieldShape *shape, const Field *from, const Bits stones[2], int ko,
                  Field *to);

/* The stones of a color that look as if they had just taken a ko: alone, with one liberty. */
Bits field_ko_shapes(const FieldShape *shape, const Bits stones[2], int color);

/* Black's area minus White's. */
int field_score(const FieldShape *shape, const Bits stones[2]);

/* All points of within that connect to seed through points of within. */
static inline Bits field_flood(const FieldShape *shape, Bits seed, Bits within) {
    const int row = shape->row;
    Bits all = seed & within, last;
    do {
        last = all;
        all |= (all << 1 | all >> 1 | all << row | all >> row) & within;
    } while (all != last);
    return all;
}

/* The points next to a set, and the set itself. */
static inline Bits field_grow(const FieldShape *shape, Bits set) {
    const int row = shape->row;
    return (set | set << 1 | set >> 1 | set << row | set >> row) & shape->points;
}

static inline Bits field_bit(int spot) {
    return UINT64_C(1) << spot;
}

/* Moves of one position. */
typedef struct {
    Bits spots;
    bool has_pass;
} MoveSet;

static inline void move_set_add(MoveSet *moves, int move) {
    moves->spots |= move == FIELD_PASS ? 0 : field_bit(move);
    moves->has_pass |= move == FIELD_PASS;
}

static inline bool move_set_is_empty(MoveSet moves) {
    return moves.spots == 0 && !moves.has_pass;
}

static inline int field_first(Bits set) {
    return __builtin_ctzll(set);
}

/* Without an instruction for it the compiler would call a function, for a tenth of the time. */
static inline int field_count(Bits set) {
#ifdef __POPCNT__
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

static inline Bits field_empty(const FieldShape *shape, const Bits stones[2]) {
    return shape->points & ~(stones[0] | stones[1]);
}

/* The empty points without the ko: where the side to move may try a move. */
static inline Bits field_open(const FieldShape *shape, const Field *field) {
    const Bits empty = field_empty(shape, field->stones);
    return field->ko == FIELD_NO_KO ? empty : empty & ~field_bit(field->ko);
}

/* The position as field_set_up takes it. */
void field_get_cells(const FieldShape *shape, const Field *field, ColorCell *cells);

#endif
