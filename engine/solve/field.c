/* Small boards as bits; the header has the layout. */
#include "engine/solve/field.h"

#include <stdlib.h>
#include <string.h>

bool field_shape_fits(int width, int height) {
    return width >= 1 && height >= 1 && (width + 1) * height <= 64;
}

FieldShape *field_shape_new(int width, int height, uint64_t hash_seed) {
    FieldShape *shape = aligned_alloc(64, (sizeof *shape + 63) / 64 * 64);
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
        shape->points |= field_bit(spot);
    }
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const int spot = shape->spot_of[cell];
        shape->beside[spot] = field_grow(shape, field_bit(spot)) & ~field_bit(spot);
    }
    return shape;
}

/* Places a stone or removes it. */
static inline void toggle(const FieldShape *shape, Field *field, int color, int spot) {
    const int cell = shape->cell_of[spot];
    field->stones[color] ^= field_bit(spot);
    hash_lanes_toggle(&field->lanes[0], &shape->hash.stone[color][cell]);
    hash_lanes_toggle(&field->lanes[1], &shape->hash.stone[!color][cell]);
}

static inline void toggle_stones(const FieldShape *shape, Field *field, int color, Bits stones) {
    for (; stones != 0; stones &= stones - 1) {
        toggle(shape, field, color, field_first(stones));
    }
}

/* The stones of a color next to spot in chains without a liberty. */
static inline Bits find_captured(const FieldShape *shape, const Field *field, int color, int spot) {
    const Bits empty = field_empty(shape, field->stones);
    Bits captured = 0;
    Bits open = shape->beside[spot] & field->stones[color];
    while (open != 0) {
        const Bits chain = field_flood(shape, open & -open, field->stones[color]);
        captured |= (field_grow(shape, chain) & empty) == 0 ? chain : 0;
        open &= ~chain;
    }
    return captured;
}

/* Does the lone stone just played, which took one stone, have that point as its only liberty? */
static inline bool makes_ko(const FieldShape *shape, const Field *field, int color, int spot,
                            Bits captured) {
    const Bits beside = shape->beside[spot];
    const Bits empty = field_empty(shape, field->stones);
    return field_count(captured) == 1 && (beside & field->stones[color]) == 0 &&
           (beside & empty) == captured;
}

FieldOutcome field_play(const FieldShape *shape, const Field *from, int move, bool suicide_allowed,
                        Field *to) {
    const int color = from->to_move;
    *to = *from;
    to->to_move = !color;
    to->ko = FIELD_NO_KO;
    if (move == FIELD_PASS) {
        return FIELD_PLACED;
    }
    toggle(shape, to, color, move);
    const Bits captured = find_captured(shape, to, !color, move);
    if (captured != 0) {
        toggle_stones(shape, to, !color, captured);
        to->ko = makes_ko(shape, to, color, move, captured) ? (int8_t)field_first(captured)
                                                            : FIELD_NO_KO;
        return FIELD_CAPTURED;
    }
    const Bits empty = field_empty(shape, to->stones);
    if ((shape->beside[move] & empty) != 0) {
        return FIELD_PLACED;
    }
    const Bits chain = field_flood(shape, field_bit(move), to->stones[color]);
    if ((field_grow(shape, chain) & empty) != 0) {
        return FIELD_PLACED;
    }
    if (!suicide_allowed) {
        return FIELD_ILLEGAL;
    }
    toggle_stones(shape, to, color, chain);
    return FIELD_CAPTURED;
}

/* ---- All moves at once ---- */

/* Lists the chains in atari of a color. Returns the stones of the others. */
static Bits list_atari(const FieldShape *shape, const Field *field, int color, Bits empty,
                       FieldMoves *moves) {
    const int side = color != field->to_move;
    Bits safe = 0;
    int count = 0;
    for (Bits open = field->stones[color]; open != 0;) {
        const Bits chain = field_flood(shape, open & -open, open);
        const Bits liberties = field_grow(shape, chain) & empty;
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

void field_list_moves(const FieldShape *shape, const Field *field, bool suicide_allowed,
                      FieldMoves *moves) {
    const int color = field->to_move, row = shape->row;
    const Bits empty = field_empty(shape, field->stones);
    const Bits allowed = field_open(shape, field);
    const Bits safe = list_atari(shape, field, color, empty, moves);
    list_atari(shape, field, !color, empty, moves);
    Bits capturing = 0;
    for (int i = 0; i < moves->atari_count[1]; i++) {
        capturing |= moves->atari[1][i].liberty;
    }
    const Bits beside_empty = empty << 1 | empty >> 1 | empty << row | empty >> row;
    moves->capturing = capturing & allowed;
    moves->suicidal = allowed & ~(capturing | beside_empty | field_grow(shape, safe));
    moves->legal = suicide_allowed ? allowed : allowed & ~moves->suicidal;
}

static Bits taken_by(const FieldMoves *moves, int side, Bits bit) {
    Bits taken = 0;
    for (int i = 0; i < moves->atari_count[side]; i++) {
        taken |= moves->atari[side][i].liberty == bit ? moves->atari[side][i].stones : 0;
    }
    return taken;
}

Bits field_play_listed(const FieldShape *shape, const Field *from, const FieldMoves *moves,
                       int move, Bits stones[2], int8_t *ko) {
    const int color = from->to_move;
    const Bits bit = field_bit(move);
    Bits taken = 0;
    stones[color] = from->stones[color] | bit;
    stones[!color] = from->stones[!color];
    *ko = FIELD_NO_KO;
    if ((moves->capturing & bit) != 0) {
        taken = taken_by(moves, 1, bit);
        stones[!color] &= ~taken;
        const Bits empty = field_empty(shape, stones);
        const Bits beside = shape->beside[move];
        if ((taken & (taken - 1)) == 0 && (beside & stones[color]) == 0 &&
            (beside & empty) == taken) {
            *ko = (int8_t)field_first(taken);
        }
    } else if ((moves->suicidal & bit) != 0) {
        taken = taken_by(moves, 0, bit) | bit;
        stones[color] &= ~taken;
    }
    return taken;
}

void field_become(const FieldShape *shape, const Field *from, const Bits stones[2], int ko,
                  Field *to) {
    *to = *from;
    to->to_move = !from->to_move;
    to->ko = (int8_t)ko;
    for (int color = 0; color < 2; color++) {
        toggle_stones(shape, to, color, from->stones[color] ^ stones[color]);
    }
}

Bits field_ko_shapes(const FieldShape *shape, const Bits stones[2], int color) {
    const int row = shape->row;
    const Bits own = stones[color], empty = field_empty(shape, stones);
    const Bits alone = own & ~(own << 1 | own >> 1 | own << row | own >> row);
    const Bits a = empty << 1, b = empty >> 1, c = empty << row, d = empty >> row;
    const Bits two = (a & b) | (c & d) | ((a | b) & (c | d));
    return alone & (a | b | c | d) & ~two;
}

int field_score(const FieldShape *shape, const Bits stones[2]) {
    const Bits empty = field_empty(shape, stones);
    const Bits black = field_flood(shape, stones[BLACK], stones[BLACK] | empty);
    const Bits white = field_flood(shape, stones[WHITE], stones[WHITE] | empty);
    return field_count(black & ~white) - field_count(white & ~black);
}

bool field_set_up(const FieldShape *shape, const ColorCell *cells, Color to_move, Field *field) {
    memset(field, 0, sizeof *field);
    field->to_move = (uint8_t)to_move;
    field->ko = FIELD_NO_KO;
    for (int cell = 0; cell < shape->cell_count; cell++) {
        if (cells[cell] != EMPTY) {
            toggle(shape, field, cells[cell], shape->spot_of[cell]);
        }
    }
    const Bits empty = field_empty(shape, field->stones);
    for (int color = 0; color < 2; color++) {
        const Bits liberties = field_grow(shape, field->stones[color]) & empty;
        const Bits alive = field_flood(shape, field_grow(shape, liberties), field->stones[color]);
        if (alive != field->stones[color]) {
            return false;
        }
    }
    return true;
}

void field_get_cells(const FieldShape *shape, const Field *field, ColorCell *cells) {
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const Bits bit = field_bit(shape->spot_of[cell]);
        cells[cell] = (ColorCell)((field->stones[BLACK] & bit) != 0   ? BLACK
                                  : (field->stones[WHITE] & bit) != 0 ? WHITE
                                                                      : EMPTY);
    }
}
