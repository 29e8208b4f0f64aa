/* The hot path of the board: placing a stone and removing chains, inlined into playouts. All
 * functions change or read a board that belongs to the thread.
 *
 * A random playout spends its time in mispredicted branches. So what happens on nearly every move
 * is straight-line code, and only joining chains and captures branch.
 *
 *  - around[p] counts the eight neighbors in one 16-bit word, so "has an empty neighbor", "is an
 *    eye" and "how many own neighbors" are one mask each:
 *
 *        bits 0-2  black neighbors of the four      bits  9-11  black of the four diagonals
 *        bits 3-5  white                             bits 12-14  white of the four diagonals
 *        bits 6-8  empty                             both diagonal counts are one more at the edge
 *
 *    The edge counts as one diagonal stone of either color: an eye at the edge tolerates no
 *    opponent on its diagonals and an eye inside tolerates one, so "at most one" covers both.
 *    One 64-bit addition changes the three counts of a row (on a little-endian machine).
 *  - own[c][q] is the chain at q if q has color c, else 0. So the greatest of the four neighbors'
 *    entries is a chain to join, and the own neighbors are all in that chain exactly if the
 * entries add up to it times their number.
 *  - the color is part of the liberty word, so testing for a captured chain is one comparison. */
#ifndef ENGINE_GO_BOARD_PLACE_H
#define ENGINE_GO_BOARD_PLACE_H

#include <stddef.h>
#include <string.h>

#include "engine/go/board/board.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "around[] is updated three counts at a time and needs a little-endian machine"
#endif

enum {
    AROUND_BLACK = 1,
    AROUND_WHITE = 1 << 3,
    AROUND_EMPTY = 1 << 6,
    AROUND_BLACK_DIAGONAL = 1 << 9,
    AROUND_WHITE_DIAGONAL = 1 << 12,
    AROUND_EMPTY_MASK = 7 << 6,
};

/* The bits that are all 0 in around[p] exactly if p is an eye of the color: opponents and empty
 * points beside it, and a count of two or more for diagonal opponents and edge. */
static inline unsigned around_not_eye_mask(Color color) {
    return color == BLACK ? 7U << 3 | AROUND_EMPTY_MASK | 6U << 12
                          : 7U | AROUND_EMPTY_MASK | 6U << 9;
}

static inline unsigned around_count(unsigned around, Color color) {
    return (color == BLACK ? around : around >> 3) & 7;
}

/* How many of the four neighbors are empty. */
static inline int around_empty(unsigned around) {
    return (int)((around & AROUND_EMPTY_MASK) / AROUND_EMPTY);
}

static inline uint64_t liberty_word(uint64_t p) {
    return 1 << 3 | p << 14 | (p * p) << 34;
}

static inline uint64_t liberty_color(Color color) {
    return color == BORDER ? EMPTY + 1 : (uint64_t)color + 1;
}

static inline uint64_t liberty_count(uint64_t word) {
    return word >> 3 & 0x7FF;
}

/* A word without its color. */
static inline uint64_t liberty_sums(uint64_t word) {
    return word & ~UINT64_C(7);
}

/* A chain's word minus its count times the word of p: the color alone exactly if p is its only
 * liberty. */
static inline uint64_t liberty_rest(uint64_t word, uint64_t liberty_of_p) {
    return word - liberty_count(word) * liberty_of_p;
}

static inline void around_add_row(uint16_t *at, uint64_t amounts) {
    uint64_t row;
    memcpy(&row, at, sizeof row);
    row += amounts;
    memcpy(at, &row, sizeof row);
}

/* Counts a stone of color at p instead of an empty point or, if lift, the reverse. A negative
 * amount borrows from the counts above it in the row, but the sum of the row is right. */
static inline void around_update(uint16_t *around, size_t p, Color color, bool lift) {
    const int64_t beside = (color == BLACK ? AROUND_BLACK : AROUND_WHITE) - AROUND_EMPTY;
    const int64_t across = color == BLACK ? AROUND_BLACK_DIAGONAL : AROUND_WHITE_DIAGONAL;
    const uint64_t outer = (uint64_t)(across + beside * 0x10000 + across * 0x100000000);
    const uint64_t middle = (uint64_t)(beside + beside * 0x100000000);
    around_add_row(around + p - STRIDE - 1, lift ? -outer : outer);
    around_add_row(around + p - 1, lift ? -middle : middle);
    around_add_row(around + p + STRIDE - 1, lift ? -outer : outer);
}

/* Swaps the empty points empty[i] and empty[j]. */
static inline void place_swap_empty(Board *b, size_t i, size_t j) {
    const Point at_i = b->empty[i], at_j = b->empty[j];
    b->empty[i] = at_j;
    b->empty[j] = at_i;
    b->slot[at_j] = (uint16_t)i;
    b->slot[at_i] = (uint16_t)j;
}

/* Is the empty point p an eye of the color? */
static inline bool place_is_eye(const Board *b, size_t p, Color color) {
    return (b->around[p] & around_not_eye_mask(color)) == 0;
}

/* May color play at p, an empty point without empty neighbors, without suicide? Yes if p is the
 * only liberty of an opponent's chain, or not the only one of an own chain. */
static inline bool place_is_safe_enclosed(const Board *b, size_t p, Color color) {
    const uint64_t liberty = liberty_word(p);
    const uint64_t rest0 = liberty_rest(b->liberties[b->chain[p - 1]], liberty);
    const uint64_t rest1 = liberty_rest(b->liberties[b->chain[p + 1]], liberty);
    const uint64_t rest2 = liberty_rest(b->liberties[b->chain[p - STRIDE]], liberty);
    const uint64_t rest3 = liberty_rest(b->liberties[b->chain[p + STRIDE]], liberty);
    const uint64_t taken = liberty_color(color_opponent(color));
    const uint64_t doomed = liberty_color(color);
    bool captures = (rest0 == taken) | (rest1 == taken) | (rest2 == taken) | (rest3 == taken);
    unsigned doomed_count = (unsigned)(rest0 == doomed) + (unsigned)(rest1 == doomed) +
                            (unsigned)(rest2 == doomed) + (unsigned)(rest3 == doomed);
    return captures | (doomed_count < around_count(b->around[p], color));
}

static inline __attribute__((always_inline)) void place_lift_stone(Board *b, size_t p, Color color,
                                                                   const bool hashed) {
    b->color[p] = EMPTY;
    b->chain[p] = (Point)p;
    b->own[color][p] = 0;
    b->liberties[p] = liberty_color(EMPTY);
    b->slot[p] = (uint16_t)b->empty_count;
    b->empty[b->empty_count++] = (Point)p;
    if (hashed) {
        hash_lanes_toggle(&b->hash, &b->geometry->stone[color][p]);
    }
}

static inline __attribute__((always_inline)) void place_open_point(Board *b, size_t p,
                                                                   Color color) {
    const uint64_t liberty = liberty_word(p);
    b->liberties[b->chain[p - 1]] += liberty;
    b->liberties[b->chain[p + 1]] += liberty;
    b->liberties[b->chain[p - STRIDE]] += liberty;
    b->liberties[b->chain[p + STRIDE]] += liberty;
    around_update(b->around, p, color, true);
}

/* Removes a chain and returns its size. All its stones become empty points before any of them
 * counts as a liberty, so that no count goes to a stone of the chain. Most captures are of one
 * stone, which needs no loop. */
static inline __attribute__((always_inline)) int
place_remove_chain(Board *b, Point head, Color color, const bool hashed) {
    if (b->next[head] == head) {
        place_lift_stone(b, head, color, hashed);
        place_open_point(b, head, color);
        return 1;
    }
    int count = 0;
    Point p = head;
    do {
        place_lift_stone(b, p, color, hashed);
        count++;
        p = b->next[p];
    } while (p != head);
    do {
        Point following = b->next[p];
        b->next[p] = p;
        place_open_point(b, p, color);
        p = following;
    } while (p != head);
    return count;
}

/* Joins two chains of color: the smaller one gets the name of the larger one, which is returned. */
static inline Point place_join_chains(Board *b, Point a, Point c, Color color) {
    const Point large = b->slot[a] >= b->slot[c] ? a : c;
    const Point small = (Point)(a ^ c ^ large);
    Point p = small;
    do {
        b->chain[p] = large;
        b->own[color][p] = large;
        p = b->next[p];
    } while (p != small);
    const Point following = b->next[large];
    b->next[large] = b->next[small];
    b->next[small] = following;
    b->liberties[large] += b->liberties[small] - liberty_color(color);
    b->slot[large] = (uint16_t)(b->slot[large] + b->slot[small]);
    return large;
}

static inline unsigned greatest(unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned ab = a > b ? a : b;
    const unsigned cd = c > d ? c : d;
    return ab > cd ? ab : cd;
}

static inline unsigned zero_if_equal(unsigned a, unsigned b) {
    return a & -(unsigned)(a != b);
}

/* A chain beside p, by the own[] of its color, other than `chain`, or 0. Without branches. */
static inline unsigned place_other_chain(const Point *own, size_t p, unsigned chain) {
    return greatest(zero_if_equal(own[p - 1], chain), zero_if_equal(own[p + 1], chain),
                    zero_if_equal(own[p - STRIDE], chain), zero_if_equal(own[p + STRIDE], chain));
}

/* Joins the other chains of color beside p, at least one, to the chain of p. Not inlined: it is
 * rare, and the loop around the callers is faster if short. */
static __attribute__((noinline, unused)) void place_join_neighbors(Board *b, Point p, Color color) {
    const Point *own = b->own[color];
    unsigned chain = own[p];
    unsigned other = place_other_chain(own, p, chain);
    do {
        chain = place_join_chains(b, (Point)chain, (Point)other, color);
        other = place_other_chain(own, p, chain);
    } while (other != 0);
}

/* Removes the opponent's chains beside p that have lost their last liberty; bits 0..3 of which are
 * those at p - 1, p + 1, p - STRIDE and p + STRIDE. enclosed: p had neither an empty nor an own
 * neighbor, so that capturing one stone makes a ko. */
static inline __attribute__((always_inline)) void
place_capture(Board *b, Point p, Color color, unsigned which, bool enclosed, const bool hashed) {
    const Color opponent = color_opponent(color);
    int count = 0;
    Point taken = POINT_NONE;
    do {
        taken = (Point)(p + POINT_OFFSETS[__builtin_ctz(which)]);
        which &= which - 1;
        if (b->color[taken] == opponent) { /* not removed yet with a chain that touches p twice */
            count += place_remove_chain(b, taken, opponent, hashed);
        }
    } while (which != 0);
    b->prisoners[color] += count;
    if (count == 1 && enclosed) {
        b->ko = taken;
    }
}

static __attribute__((noinline, unused)) void place_capture_hashed(Board *b, Point p, Color color,
                                                                   unsigned which, bool enclosed) {
    place_capture(b, p, color, which, enclosed, true);
}

static __attribute__((noinline, unused)) void
place_capture_unhashed(Board *b, Point p, Color color, unsigned which, bool enclosed) {
    place_capture(b, p, color, which, enclosed, false);
}

/* Places a stone of color on p, the empty point empty[slot], and removes what it captures. The
 * caller adds the stone to the hash (captures are hashed here), removes a suicide, and updates
 * to_move and passes. hashed must be a constant: false for ladders and playouts, which need no key.
 */
static inline __attribute__((always_inline)) void
place_stone(Board *b, size_t p, size_t slot, const Color color, const bool hashed) {
    const unsigned around = b->around[p];
    const Point last = b->empty[--b->empty_count];
    b->empty[slot] = last;
    b->slot[last] = (uint16_t)slot;
    b->ko = POINT_NONE;

    const uint64_t liberty = liberty_word(p);
    const unsigned chain0 = b->chain[p - 1], chain1 = b->chain[p + 1];
    const unsigned chain2 = b->chain[p - STRIDE], chain3 = b->chain[p + STRIDE];
    b->liberties[chain0] -= liberty;
    b->liberties[chain1] -= liberty;
    b->liberties[chain2] -= liberty;
    b->liberties[chain3] -= liberty;
    const uint64_t taken = liberty_color(color_opponent(color));
    const unsigned captures = (unsigned)(b->liberties[chain0] == taken) |
                              (unsigned)(b->liberties[chain1] == taken) << 1 |
                              (unsigned)(b->liberties[chain2] == taken) << 2 |
                              (unsigned)(b->liberties[chain3] == taken) << 3;

    around_update(b->around, p, color, false);
    b->color[p] = (uint8_t)color;

    const Point *own = b->own[color];
    const unsigned own0 = own[p - 1], own1 = own[p + 1];
    const unsigned own2 = own[p - STRIDE], own3 = own[p + STRIDE];
    unsigned chain = greatest(own0, own1, own2, own3);
    const bool joins = own0 + own1 + own2 + own3 != chain * around_count(around, color);
    chain |= (unsigned)p & -(unsigned)(chain == 0);

    /* p's word already holds the liberties of p. If p becomes its own chain, the next two
     * lines give it these and the color, and its slot counts p itself. */
    const uint64_t liberties = liberty_sums(b->liberties[p]);
    b->liberties[p] = liberty_color(color);
    b->liberties[chain] += liberties;
    b->slot[p] = 0;
    b->slot[chain]++;
    b->chain[p] = (Point)chain;
    b->own[color][p] = (Point)chain;
    const Point following = b->next[chain];
    b->next[chain] = (Point)p;
    b->next[p] = following;

    if (joins) {
        place_join_neighbors(b, (Point)p, color);
    }
    if (captures != 0) {
        const bool enclosed = (around & AROUND_EMPTY_MASK) == 0 && around_count(around, color) == 0;
        if (hashed) {
            place_capture_hashed(b, (Point)p, color, captures, enclosed);
        } else {
            place_capture_unhashed(b, (Point)p, color, captures, enclosed);
        }
    }
}

#endif
