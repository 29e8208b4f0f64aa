/* Quick questions about liberties: is a chain in atari, how many has it at least, what would a
 * stone leave. For engine/board, engine/playout and engine/eval, which ask them in their loops;
 * pure functions of a board that belongs to the thread. */
#ifndef ENGINE_BOARD_LIBERTY_H
#define ENGINE_BOARD_LIBERTY_H

#include "engine/board/place.h"

static inline bool point_touches(Point a, Point b) {
    const int apart = a - b;
    return apart == 1 || apart == -1 || apart == STRIDE || apart == -STRIDE;
}

/* The three sums of a liberty word, drawn in board.h. */
static inline uint64_t liberty_sum(uint64_t word) {
    return word >> 14 & 0xFFFFF;
}

static inline uint64_t liberty_squares(uint64_t word) {
    return word >> 34;
}

/* Are the liberties summed in the word all one point, and are there any? Their variance is 0. */
static inline bool liberty_is_single(uint64_t word) {
    const uint64_t count = liberty_count(word), sum = liberty_sum(word);
    return count != 0 && count * liberty_squares(word) == sum * sum;
}

/* That point. */
static inline Point liberty_single(uint64_t word) {
    return (Point)(liberty_sum(word) / liberty_count(word));
}

/* p holds a stone. */
static inline bool chain_in_atari(const Board *b, size_t p) {
    return liberty_is_single(b->liberties[b->chain[p]]);
}

static inline Point chain_last_liberty(const Board *b, size_t p) {
    return liberty_single(b->liberties[b->chain[p]]);
}

/* Stones in the chain at p. */
static inline int chain_size(const Board *b, size_t p) {
    return b->slot[b->chain[p]];
}

/* The liberties of the chain at p, at most limit of them, in liberties; returns how many were
 * found.
 */
static inline int chain_find_liberties(const Board *b, Point p, int limit, Point *liberties) {
    int count = 0;
    Point stone = p;
    do {
        if ((b->around[stone] & AROUND_EMPTY_MASK) != 0) {
            Point beside[4];
            point_neighbours(stone, beside);
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

/* May color play the empty point p? Not a suicide; the ko is taken to bind the colour. */
static inline bool move_is_playable(const Board *b, Color color, Point p) {
    return p != b->ko &&
           ((b->around[p] & AROUND_EMPTY_MASK) != 0 || place_is_safe_enclosed(b, p, color));
}

/* p takes the chain of the stone q beside it. Does that leave a liberty other than q to the chains
 * of color that p joins? */
static inline bool liberties_open_beyond(const Board *b, Point p, Color color, Point q) {
    for (Point stone = b->next[q]; stone != q; stone = b->next[stone]) {
        Point beside[4];
        point_neighbours(stone, beside);
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

/* How many liberties a stone of color on the empty point p would have with all that it joins: 0 (a
 * suicide), 1 (in atari) or 2 for two and more. *liberty is the one where there is one, and
 * POINT_NONE where there is none. */
static inline int liberties_after(const Board *b, Point p, Color color, Point *liberty) {
    Point beside[4];
    point_neighbours(p, beside);
    Point found = POINT_NONE;
    for (int i = 0; i < 4; i++) {
        const Point q = beside[i];
        Point gained = POINT_NONE;
        if (b->color[q] == EMPTY) {
            gained = q;
        } else if (b->color[q] == color_opponent(color)) {
            if (chain_in_atari(b, q)) {
                gained = q; /* p is its last liberty: it goes */
                if (around_count(b->around[p], color) != 0 &&
                    liberties_open_beyond(b, p, color, q)) {
                    return 2;
                }
            }
        } else if (b->color[q] == color) {
            /* What the chain has besides p, which it counts once for each stone beside p. */
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
