#include "hash/huima.h"

#include "hash/random.h"

#include <assert.h>

/* Rotates both halves left by one byte. */
uint64_t huima_rho(uint64_t value) {
    return ((value & UINT64_C(0x00FFFFFF00FFFFFF)) << 8) |
           ((value >> 24) & UINT64_C(0x000000FF000000FF));
}

/* Reverses the bytes of both halves. */
uint64_t huima_mu(uint64_t value) {
    uint64_t pairs = ((value & UINT64_C(0x00FF00FF00FF00FF)) << 8) |
                     ((value >> 8) & UINT64_C(0x00FF00FF00FF00FF));
    return ((pairs & UINT64_C(0x0000FFFF0000FFFF)) << 16) |
           ((pairs >> 16) & UINT64_C(0x0000FFFF0000FFFF));
}

/* Swaps the halves. */
uint64_t huima_kappa(uint64_t value) {
    return (value << 32) | (value >> 32);
}

/* Applies the bits of g in the order of hash/symmetry.h. Transposing is turning and then mirroring
 * x; mirroring y is mirroring x and then turning twice. */
uint64_t huima_turn(uint64_t value, Symmetry g) {
    assert(g < SYMMETRY_COUNT);
    if (g & SYMMETRY_TRANSPOSE) {
        value = huima_mu(huima_rho(value));
    }
    if (g & SYMMETRY_MIRROR_X) {
        value = huima_mu(value);
    }
    if (g & SYMMETRY_MIRROR_Y) {
        value = huima_rho(huima_rho(huima_mu(value)));
    }
    return value;
}

static unsigned byte_at(uint64_t value, int index) {
    return (unsigned)(value >> (8 * index)) & 0xFF;
}

/* A random word that every symmetry that leaves the cell in place leaves unchanged: all bytes that
 * those symmetries exchange are copies of the one with the lowest label. */
static uint64_t random_word(const SymmetryMaps *maps, int cell, SplitMix *random) {
    const uint64_t labels = UINT64_C(0x0706050403020100);
    uint64_t source = splitmix_next(random), word = 0;
    for (int index = 0; index < 8; index++) {
        unsigned least = byte_at(labels, index);
        for (Symmetry g = 1; g < SYMMETRY_COUNT; g++) {
            unsigned met = byte_at(huima_turn(labels, g), index);
            least = maps->image[g][cell] == cell && met < least ? met : least;
        }
        word |= (uint64_t)byte_at(source, (int)least) << (8 * index);
    }
    return word;
}

/* The first cell of each orbit gets a random word; the others get its images. */
void huima_table_init(HuimaTable *table, int side, uint64_t seed) {
    SymmetryMaps maps;
    symmetry_maps_init(&maps, side, side);
    *table = (HuimaTable){.side = side};
    SplitMix random = {seed};
    bool filled[CELL_COUNT_MAX] = {false};
    for (int cell = 0; cell < maps.cell_count; cell++) {
        if (filled[cell]) {
            continue;
        }
        uint64_t word = random_word(&maps, cell, &random);
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            int image = maps.image[g][cell];
            table->stone[0][image] = huima_turn(word, g);
            table->stone[1][image] = huima_kappa(huima_turn(word, g));
            filled[image] = true;
        }
    }
}

/* Byte-wise addition in one word: the low seven bits of each byte are added, so no carry leaves the
 * byte, and the top bits without carry. */
uint64_t huima_combine(HuimaForm form, uint64_t a, uint64_t b) {
    const uint64_t top = UINT64_C(0x8080808080808080);
    return form == HUIMA_XOR ? a ^ b : ((a & ~top) + (b & ~top)) ^ ((a ^ b) & top);
}

uint64_t huima_hash(const HuimaTable *table, HuimaForm form, const HashCell *cells) {
    uint64_t value = 0;
    for (int cell = 0; cell < table->side * table->side; cell++) {
        assert(cells[cell] >= HASH_CELL_EMPTY && cells[cell] <= HASH_CELL_WHITE);
        if (cells[cell] != HASH_CELL_EMPTY) {
            int color = cells[cell] == HASH_CELL_BLACK ? 0 : 1;
            value = huima_combine(form, value, table->stone[color][cell]);
        }
    }
    return value;
}

uint64_t huima_canonical(uint64_t value, bool exchange_colors) {
    uint64_t least = value;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        uint64_t image = huima_turn(value, g);
        least = image < least ? image : least;
        image = huima_kappa(image);
        least = exchange_colors && image < least ? image : least;
    }
    return least;
}
