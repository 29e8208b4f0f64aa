/* Fast questions about liberties: is a chain in atari, which liberties does it have, how many would
 * a new stone have? Inlined into playouts, readers and evaluators. Pure functions. */
#ifndef ENGINE_GO_BOARD_LIBERTY_H
#define ENGINE_GO_BOARD_LIBERTY_H

#include "engine/go/board/place.h"

/* The sums of a liberty word, which board.h draws; liberty_count is in place.h. */
static inline uint64_t liberty_sum(uint64_t word) {
    return word >> 14 & 0xFFFFF;
}

static inline uint64_t liberty_squares(uint64_t word) {
    return word >> 34;
}

/* Does the word have liberties, all of them the same point? Then their variance is 0. */
static inline bool liberty_is_single(uint64_t word) {
    const uint64_t count = liberty_count(word), sum = liberty_sum(word);
    return count != 0 && count * liberty_squares(word) == sum * sum;
}

/* That point. */
static inline Point liberty_single(uint64_t word) {
    return (Point)(liberty_sum(word) / liberty_count(word));
}

static inline bool chain_in_atari(const Board *b, size_t p) {
    return liberty_is_single(b->liberties[b->chain[p]]);
}

/* The liberty of a chain in atari. */
static inline Point chain_last_liberty(const Board *b, size_t p) {
    return liberty_single(b->liberties[b->chain[p]]);
}

/* In stones. */
static inline int chain_size(const Board *b, size_t p) {
    return b->slot[b->chain[p]];
}

/* Lists at most limit liberties of the chain at p. Returns their number. */
static inline int chain_find_liberties(const Board *b, Point p, int limit, Point *liberties) {
    int count = 0;
    Point stone = p;
    do {
        if ((b->around[stone] & AROUND_EMPTY_MASK) != 0) {
            Point beside[4];
            point_neighbors(stone, beside);
            for (int i = 0; i < 4; i++) {
                bool is_new = b->color[beside[i]] == EMPTY;
                for (int k = 0; is_new && k < count; k++) {
                    is_new = liberties[k] != beside[i];
                }
                if (is_new) {
                    liberties[count++] = beside[i];
                    if (count == limit) {
                        return count;
                    }
                }
            }
        }
        stone = b->next[stone];
    } while (stone != p);
    return count;
}

/* May color play the empty point p without suicide? The ko of the board binds color. */
static inline bool move_is_playable(const Board *b, Color color, Point p) {
    return p != b->ko &&
           ((b->around[p] & AROUND_EMPTY_MASK) != 0 || place_is_safe_enclosed(b, p, color));
}

/* Adds the moves with which the owner of the chain at p captures a chain beside it to a list of
 * *count points, which has room for limit, each once; all but a move at except. */
static inline void chain_add_captures(const Board *b, Point p, Point except, int limit,
                                      Point *moves, int *count) {
    const Color color = (Color)b->color[p];
    Point stone = p;
    do {
        Point beside[4];
        point_neighbors(stone, beside);
        for (int i = 0; i < 4 && *count < limit; i++) {
            if (b->color[beside[i]] == color_opponent(color) && chain_in_atari(b, beside[i])) {
                const Point take = chain_last_liberty(b, beside[i]);
                if (take != except && move_is_playable(b, color, take)) {
                    point_list_add(moves, count, take);
                }
            }
        }
        stone = b->next[stone];
    } while (stone != p);
}

/* A stone of color on p captures the chain of the stone q beside it. Does that open liberties other
 * than q for the chains of color that p joins? */
static inline bool liberties_open_beyond(const Board *b, Point p, Color color, Point q) {
    for (Point stone = b->next[q]; stone != q; stone = b->next[stone]) {
        Point beside[4];
        point_neighbors(stone, beside);
        for (int i = 0; i < 4; i++) {
            const Point chain = b->own[color][beside[i]];
            if (chain != 0 && (b->chain[p - 1] == chain || b->chain[p + 1] == chain ||
                               b->chain[p - STRIDE] == chain || b->chain[p + STRIDE] == chain)) {
                return true;
            }
        }
    }
    return false;
}

/* How many liberties would a stone of color on the empty point p have, with the chains it joins: 0
 * (suicide), 1 (atari), or 2 for two or more? If 1, *liberty is that liberty; if 0, POINT_NONE. */
static inline int liberties_after(const Board *b, Point p, Color color, Point *liberty) {
    Point beside[4];
    point_neighbors(p, beside);
    Point found = POINT_NONE;
    for (int i = 0; i < 4; i++) {
        const Point q = beside[i];
        Point gained = POINT_NONE;
        if (b->color[q] == EMPTY) {
            gained = q;
        } else if (b->color[q] == color_opponent(color)) {
            if (chain_in_atari(b, q)) {
                gained = q; /* p is its last liberty: it is captured */
                if (around_count(b->around[p], color) != 0 &&
                    liberties_open_beyond(b, p, color, q)) {
                    return 2;
                }
            }
        } else if (b->color[q] == color) {
            /* The liberties of the chain except p, which it counts once per stone beside p. */
            const Point chain = b->chain[q];
            uint64_t word = b->liberties[chain];
            for (int k = 0; k < 4; k++) {
                word -= b->chain[beside[k]] == chain ? liberty_word(p) : 0;
            }
            if (liberty_count(word) != 0) {
                if (!liberty_is_single(word)) {
                    return 2;
                }
                gained = liberty_single(word);
            }
        }
        if (gained != POINT_NONE && gained != found) {
            if (found != POINT_NONE) {
                return 2;
            }
            found = gained;
        }
    }
    *liberty = found;
    return found != POINT_NONE;
}

#endif
