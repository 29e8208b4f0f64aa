#include "engine/solve/bitboard.h"

#include "engine/base/os/pages.h"

bool bitboard_shape_fits(int width, int height) {
    return width >= 1 && height >= 1 && (width + 1) * height <= 64;
}

BitboardShape *bitboard_shape_new(int width, int height, uint64_t hash_seed) {
    BitboardShape *shape = aligned_new(sizeof *shape);
    if (shape == NULL) {
        return NULL;
    }
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

/* Places stones or removes them. */
static inline void toggle(const BitboardShape *shape, Bitboard *bitboard, int color, Bits stones) {
    bitboard->stones[color] ^= stones;
    for (; stones != 0; stones &= stones - 1) {
        const int cell = shape->cell_of[bitboard_first(stones)];
        hash_lanes_toggle(&bitboard->lanes[0], &shape->hash.stone[color][cell]);
        hash_lanes_toggle(&bitboard->lanes[1], &shape->hash.stone[!color][cell]);
    }
}

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
    const Bits joined = bitboard_grow(shape, bitboard->stones[color]);
    const Bits beside_empty = empty << 1 | empty >> 1 | empty << row | empty >> row;
    const Bits breathing = capturing | beside_empty | bitboard_grow(shape, safe);
    moves->capturing = capturing & allowed;
    moves->suicidal = allowed & joined & ~breathing;
    moves->legal = allowed & (suicide_allowed ? breathing | joined : breathing);
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
        toggle(shape, to, color, from->stones[color] ^ stones[color]);
    }
}

bool bitboard_play(const BitboardShape *shape, const Bitboard *from, int move, bool suicide_allowed,
                   Bitboard *to) {
    BitboardMoves moves;
    Bits stones[2] = {from->stones[0], from->stones[1]};
    int8_t ko = BITBOARD_NO_KO;
    if (move != BITBOARD_PASS) {
        bitboard_list_moves(shape, from, suicide_allowed, &moves);
        if ((moves.legal & bitboard_bit(move)) == 0) {
            return false;
        }
        bitboard_play_listed(shape, from, &moves, move, stones, &ko);
    }
    bitboard_become(shape, from, stones, ko, to);
    return true;
}

Bits bitboard_ko_shapes(const BitboardShape *shape, const Bits stones[2], int color) {
    const int row = shape->row;
    const Bits own = stones[color], empty = bitboard_empty(shape, stones);
    const Bits alone = own & ~(own << 1 | own >> 1 | own << row | own >> row);
    const Bits a = empty << 1, b = empty >> 1, c = empty << row, d = empty >> row;
    const Bits two = (a & b) | (c & d) | ((a | b) & (c | d));
    return alone & (a | b | c | d) & ~two;
}

int bitboard_score(const BitboardShape *shape, const Bits stones[2], int color) {
    const Bits empty = bitboard_empty(shape, stones);
    const Bits own = bitboard_flood(shape, stones[color], stones[color] | empty);
    const Bits other = bitboard_flood(shape, stones[!color], stones[!color] | empty);
    return bitboard_count(own & ~other) - bitboard_count(other & ~own);
}

void bitboard_make(const BitboardShape *shape, const Bits stones[2], int to_move, int ko,
                   Bitboard *bitboard) {
    const Bitboard blank = {.to_move = !to_move};
    bitboard_become(shape, &blank, stones, ko, bitboard);
}

bool bitboard_set_up(const BitboardShape *shape, const ColorCell *cells, Color to_move,
                     Bitboard *bitboard) {
    Bits stones[3] = {0, 0, 0}; /* [Color], EMPTY too */
    for (int cell = 0; cell < shape->cell_count; cell++) {
        stones[cells[cell]] |= bitboard_bit(shape->spot_of[cell]);
    }
    bitboard_make(shape, stones, (int)to_move, BITBOARD_NO_KO, bitboard);
    bool is_legal = true;
    for (int color = 0; color < 2; color++) {
        const Bits liberties = bitboard_grow(shape, stones[color]) & stones[EMPTY];
        is_legal &=
            bitboard_flood(shape, bitboard_grow(shape, liberties), stones[color]) == stones[color];
    }
    return is_legal;
}

void bitboard_get_cells(const BitboardShape *shape, const Bitboard *bitboard, ColorCell *cells) {
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const Bits bit = bitboard_bit(shape->spot_of[cell]);
        cells[cell] = (ColorCell)((bitboard->stones[BLACK] & bit) != 0   ? BLACK
                                  : (bitboard->stones[WHITE] & bit) != 0 ? WHITE
                                                                         : EMPTY);
    }
}

/* ---- Unconditional life ---- */

enum { CHAINS_MAX = 33 };

typedef struct {
    Bits stones, beside; /* beside: the points next to it */
    int vital;           /* number of its vital regions */
} LifeChain;

static int list_chains(const BitboardShape *shape, Bits stones, LifeChain *chains) {
    int count = 0;
    while (stones != 0) {
        const Bits chain = bitboard_flood(shape, stones & -stones, stones);
        chains[count++] = (LifeChain){chain, bitboard_grow(shape, chain) & ~chain, 0};
        stones &= ~chain;
    }
    return count;
}

static void count_vital_regions(const BitboardShape *shape, Bits alive, LifeChain *chains,
                                int count) {
    for (int i = 0; i < count; i++) {
        chains[i].vital = 0;
    }
    Bits open = shape->points & ~alive;
    while (open != 0) {
        const Bits region = bitboard_flood(shape, open & -open, open);
        for (int i = 0; i < count; i++) {
            chains[i].vital += (region & ~chains[i].beside) == 0;
        }
        open &= ~region;
    }
}

/* Removes the chains with fewer than two vital regions. Returns how many remain. */
static int drop_chains(LifeChain *chains, int count, Bits *alive) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (chains[i].vital >= 2) {
            chains[kept++] = chains[i];
        } else {
            *alive &= ~chains[i].stones;
        }
    }
    return kept;
}

static Bits add_regions(const BitboardShape *shape, Bits alive) {
    const Bits reached = bitboard_grow(shape, alive);
    Bits all = alive, open = shape->points & ~alive;
    while (open != 0) {
        const Bits region = bitboard_flood(shape, open & -open, open);
        all |= (region & ~reached) == 0 ? region : 0;
        open &= ~region;
    }
    return all;
}

/* A bound that costs little: a region counts only if each of its points is next to a stone, and
 * there is life only if there are two of them. */
static bool may_live(const BitboardShape *shape, Bits stones, int least) {
    const Bits reached = bitboard_grow(shape, stones);
    if (stones == 0 || bitboard_count(reached) < least) {
        return false;
    }
    const Bits open = shape->points & ~stones;
    const Bits regions = open & ~bitboard_flood(shape, shape->points & ~reached, open);
    return regions != 0 && bitboard_count(stones | regions) >= least &&
           bitboard_flood(shape, regions & -regions, regions) != regions;
}

Bits life_find_stones(const BitboardShape *shape, Bits stones) {
    LifeChain chains[CHAINS_MAX];
    Bits alive = stones;
    int count = list_chains(shape, stones, chains), before;
    do {
        before = count;
        count_vital_regions(shape, alive, chains, count);
        count = drop_chains(chains, count, &alive);
    } while (count < before && count > 0);
    return alive;
}

Bits life_find(const BitboardShape *shape, Bits stones, int least) {
    const Bits alive = may_live(shape, stones, least) ? life_find_stones(shape, stones) : 0;
    return alive == 0 ? 0 : add_regions(shape, alive);
}
