#include "engine/solve/life.h"

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
