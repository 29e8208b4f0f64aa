/* Small boards as bits; the header has the layout. */
#include "engine/solve/bitboard.h"

#include <stdlib.h>
#include <string.h>

bool bitboard_shape_fits(int width, int height) {
    return width >= 1 && height >= 1 && (width + 1) * height <= 64;
}

BitboardShape *bitboard_shape_new(int width, int height, uint64_t hash_seed) {
    BitboardShape *shape = aligned_alloc(64, (sizeof *shape + 63) / 64 * 64);
    if (shape == NULL) {
        return NULL;
    }
    memset(shape, 0, sizeof *shape);
    shape->width = width;
    shape->height = height;
    shape->cell_count = width * height;
    shape->row = width + 1;
    hash_tables_init(&shape->hash, width, height, hash_seed);
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const int spot = cell / width * shape->row + cell % width;
        shape->spot_of[cell] = (uint8_t)spot;
        shape->cell_of[spot] = (uint8_t)cell;
        shape->points |= bitboard_bit(spot);
    }
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const int spot = shape->spot_of[cell];
        shape->beside[spot] = bitboard_grow(shape, bitboard_bit(spot)) & ~bitboard_bit(spot);
    }
    return shape;
}

/* Places a stone or removes it. */
static inline void toggle(const BitboardShape *shape, Bitboard *bitboard, int color, int spot) {
    const int cell = shape->cell_of[spot];
    bitboard->stones[color] ^= bitboard_bit(spot);
    hash_lanes_toggle(&bitboard->lanes[0], &shape->hash.stone[color][cell]);
    hash_lanes_toggle(&bitboard->lanes[1], &shape->hash.stone[!color][cell]);
}

static inline void toggle_stones(const BitboardShape *shape, Bitboard *bitboard, int color,
                                 Bits stones) {
    for (; stones != 0; stones &= stones - 1) {
        toggle(shape, bitboard, color, bitboard_first(stones));
    }
}

/* The stones of a color next to spot in chains without a liberty. */
static inline Bits find_captured(const BitboardShape *shape, const Bitboard *bitboard, int color,
                                 int spot) {
    const Bits empty = bitboard_empty(shape, bitboard->stones);
    Bits captured = 0;
    Bits open = shape->beside[spot] & bitboard->stones[color];
    while (open != 0) {
        const Bits chain = bitboard_flood(shape, open & -open, bitboard->stones[color]);
        captured |= (bitboard_grow(shape, chain) & empty) == 0 ? chain : 0;
        open &= ~chain;
    }
    return captured;
}

/* Does the lone stone just played, which took one stone, have that point as its only liberty? */
static inline bool makes_ko(const BitboardShape *shape, const Bitboard *bitboard, int color,
                            int spot, Bits captured) {
    const Bits beside = shape->beside[spot];
    const Bits empty = bitboard_empty(shape, bitboard->stones);
    return bitboard_count(captured) == 1 && (beside & bitboard->stones[color]) == 0 &&
           (beside & empty) == captured;
}

BitboardOutcome bitboard_play(const BitboardShape *shape, const Bitboard *from, int move,
                              bool suicide_allowed, Bitboard *to) {
    const int color = from->to_move;
    *to = *from;
    to->to_move = !color;
    to->ko = BITBOARD_NO_KO;
    if (move == BITBOARD_PASS) {
        return BITBOARD_PLACED;
    }
    toggle(shape, to, color, move);
    const Bits captured = find_captured(shape, to, !color, move);
    if (captured != 0) {
        toggle_stones(shape, to, !color, captured);
        to->ko = makes_ko(shape, to, color, move, captured) ? (int8_t)bitboard_first(captured)
                                                            : BITBOARD_NO_KO;
        return BITBOARD_CAPTURED;
    }
    const Bits empty = bitboard_empty(shape, to->stones);
    if ((shape->beside[move] & empty) != 0) {
        return BITBOARD_PLACED;
    }
    const Bits chain = bitboard_flood(shape, bitboard_bit(move), to->stones[color]);
    if ((bitboard_grow(shape, chain) & empty) != 0) {
        return BITBOARD_PLACED;
    }
    if (!suicide_allowed) {
        return BITBOARD_ILLEGAL;
    }
    toggle_stones(shape, to, color, chain);
    return BITBOARD_CAPTURED;
}

/* ---- All moves at once ---- */

/* Lists the chains in atari of a color. Returns the stones of the others. */
static Bits list_atari(const BitboardShape *shape, const Bitboard *bitboard, int color, Bits empty,
                       BitboardMoves *moves) {
    const int side = color != bitboard->to_move;
    Bits safe = 0;
    int count = 0;
    for (Bits open = bitboard->stones[color]; open != 0;) {
        const Bits chain = bitboard_flood(shape, open & -open, open);
        const Bits liberties = bitboard_grow(shape, chain) & empty;
        if ((liberties & (liberties - 1)) != 0) {
            safe |= chain;
        } else {
            moves->atari[side][count].stones = chain;
            moves->atari[side][count++].liberty = liberties;
        }
        open &= ~chain;
    }
    moves->atari_count[side] = count;
    return safe;
}

void bitboard_list_moves(const BitboardShape *shape, const Bitboard *bitboard, bool suicide_allowed,
                         BitboardMoves *moves) {
    const int color = bitboard->to_move, row = shape->row;
    const Bits empty = bitboard_empty(shape, bitboard->stones);
    const Bits allowed = bitboard_open(shape, bitboard);
    const Bits safe = list_atari(shape, bitboard, color, empty, moves);
    list_atari(shape, bitboard, !color, empty, moves);
    Bits capturing = 0;
    for (int i = 0; i < moves->atari_count[1]; i++) {
        capturing |= moves->atari[1][i].liberty;
    }
    const Bits beside_empty = empty << 1 | empty >> 1 | empty << row | empty >> row;
    moves->capturing = capturing & allowed;
    moves->suicidal = allowed & ~(capturing | beside_empty | bitboard_grow(shape, safe));
    moves->legal = suicide_allowed ? allowed : allowed & ~moves->suicidal;
}

static Bits taken_by(const BitboardMoves *moves, int side, Bits bit) {
    Bits taken = 0;
    for (int i = 0; i < moves->atari_count[side]; i++) {
        taken |= moves->atari[side][i].liberty == bit ? moves->atari[side][i].stones : 0;
    }
    return taken;
}

Bits bitboard_play_listed(const BitboardShape *shape, const Bitboard *from,
                          const BitboardMoves *moves, int move, Bits stones[2], int8_t *ko) {
    const int color = from->to_move;
    const Bits bit = bitboard_bit(move);
    Bits taken = 0;
    stones[color] = from->stones[color] | bit;
    stones[!color] = from->stones[!color];
    *ko = BITBOARD_NO_KO;
    if ((moves->capturing & bit) != 0) {
        taken = taken_by(moves, 1, bit);
        stones[!color] &= ~taken;
        const Bits empty = bitboard_empty(shape, stones);
        const Bits beside = shape->beside[move];
        if ((taken & (taken - 1)) == 0 && (beside & stones[color]) == 0 &&
            (beside & empty) == taken) {
            *ko = (int8_t)bitboard_first(taken);
        }
    } else if ((moves->suicidal & bit) != 0) {
        taken = taken_by(moves, 0, bit) | bit;
        stones[color] &= ~taken;
    }
    return taken;
}

void bitboard_become(const BitboardShape *shape, const Bitboard *from, const Bits stones[2], int ko,
                     Bitboard *to) {
    *to = *from;
    to->to_move = !from->to_move;
    to->ko = (int8_t)ko;
    for (int color = 0; color < 2; color++) {
        toggle_stones(shape, to, color, from->stones[color] ^ stones[color]);
    }
}

Bits bitboard_ko_shapes(const BitboardShape *shape, const Bits stones[2], int color) {
    const int row = shape->row;
    const Bits own = stones[color], empty = bitboard_empty(shape, stones);
    const Bits alone = own & ~(own << 1 | own >> 1 | own << row | own >> row);
    const Bits a = empty << 1, b = empty >> 1, c = empty << row, d = empty >> row;
    const Bits two = (a & b) | (c & d) | ((a | b) & (c | d));
    return alone & (a | b | c | d) & ~two;
}

int bitboard_score(const BitboardShape *shape, const Bits stones[2]) {
    const Bits empty = bitboard_empty(shape, stones);
    const Bits black = bitboard_flood(shape, stones[BLACK], stones[BLACK] | empty);
    const Bits white = bitboard_flood(shape, stones[WHITE], stones[WHITE] | empty);
    return bitboard_count(black & ~white) - bitboard_count(white & ~black);
}

bool bitboard_set_up(const BitboardShape *shape, const ColorCell *cells, Color to_move,
                     Bitboard *bitboard) {
    memset(bitboard, 0, sizeof *bitboard);
    bitboard->to_move = (uint8_t)to_move;
    bitboard->ko = BITBOARD_NO_KO;
    for (int cell = 0; cell < shape->cell_count; cell++) {
        if (cells[cell] != EMPTY) {
            toggle(shape, bitboard, cells[cell], shape->spot_of[cell]);
        }
    }
    const Bits empty = bitboard_empty(shape, bitboard->stones);
    for (int color = 0; color < 2; color++) {
        const Bits liberties = bitboard_grow(shape, bitboard->stones[color]) & empty;
        const Bits alive =
            bitboard_flood(shape, bitboard_grow(shape, liberties), bitboard->stones[color]);
        if (alive != bitboard->stones[color]) {
            return false;
        }
    }
    return true;
}

void bitboard_get_cells(const BitboardShape *shape, const Bitboard *bitboard, ColorCell *cells) {
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const Bits bit = bitboard_bit(shape->spot_of[cell]);
        cells[cell] = (ColorCell)((bitboard->stones[BLACK] & bit) != 0   ? BLACK
                                  : (bitboard->stones[WHITE] & bit) != 0 ? WHITE
                                                                         : EMPTY);
    }
}
