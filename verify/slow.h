/* The slow board of both verifiers: sets of cells, and a flood fill for every question. On purpose
 * it shares no code with the solver, the search of local goals or engine/go/board.
 *
 * A cell is y * width + x, from the top left. The size of sets is fixed when a file is compiled:
 * one word for whole boards (whole.h), ten for local goals (local/local_board.h). The two sides are
 * 0 and 1. */
#ifndef VERIFY_SLOW_H
#define VERIFY_SLOW_H

#include <stdbool.h>
#include <stdint.h>

#ifndef SLOW_WORDS
#define SLOW_WORDS 1 /* of 64 cells */
#endif

enum { SLOW_CELLS_MAX = 64 * SLOW_WORDS };

/* ---- Sets of cells ---- */

typedef struct {
    uint64_t words[SLOW_WORDS];
} SlowSet;

static inline void slow_add(SlowSet *set, int cell) {
    set->words[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline SlowSet slow_one(int cell) {
    SlowSet set = {{0}};
    slow_add(&set, cell);
    return set;
}

static inline bool slow_has(const SlowSet *set, int cell) {
    return (set->words[cell / 64] >> cell % 64 & 1) != 0;
}

static inline SlowSet slow_or(SlowSet a, SlowSet b) {
    for (int i = 0; i < SLOW_WORDS; i++) {
        a.words[i] |= b.words[i];
    }
    return a;
}

static inline SlowSet slow_and(SlowSet a, SlowSet b) {
    for (int i = 0; i < SLOW_WORDS; i++) {
        a.words[i] &= b.words[i];
    }
    return a;
}

static inline SlowSet slow_minus(SlowSet a, SlowSet b) {
    for (int i = 0; i < SLOW_WORDS; i++) {
        a.words[i] &= ~b.words[i];
    }
    return a;
}

static inline bool slow_is_empty(SlowSet set) {
    uint64_t any = 0;
    for (int i = 0; i < SLOW_WORDS; i++) {
        any |= set.words[i];
    }
    return any == 0;
}

static inline bool slow_meets(SlowSet a, SlowSet b) {
    return !slow_is_empty(slow_and(a, b));
}

static inline bool slow_is_within(SlowSet a, SlowSet b) {
    return slow_is_empty(slow_minus(a, b));
}

static inline int slow_count(SlowSet set) {
    int count = 0;
    for (int i = 0; i < SLOW_WORDS; i++) {
        count += __builtin_popcountll(set.words[i]);
    }
    return count;
}

/* The first cell of a set that is not empty. */
static inline int slow_first(SlowSet set) {
    int i = 0;
    while (set.words[i] == 0) {
        i++;
    }
    return 64 * i + __builtin_ctzll(set.words[i]);
}

/* Removes the first cell of a set that is not empty. */
static inline int slow_take(SlowSet *set) {
    const int cell = slow_first(*set);
    set->words[cell / 64] &= set->words[cell / 64] - 1;
    return cell;
}

/* ---- The shape of a board ---- */

typedef struct {
    int width, height, count;
    SlowSet all, left, right; /* all cells, and those of the first and of the last column */
} SlowShape;

static inline SlowShape slow_shape(int width, int height) {
    SlowShape shape = {.width = width, .height = height, .count = width * height};
    for (int cell = 0; cell < shape.count; cell++) {
        slow_add(&shape.all, cell);
    }
    for (int y = 0; y < height; y++) {
        slow_add(&shape.left, y * width);
        slow_add(&shape.right, y * width + width - 1);
    }
    return shape;
}

/* All cells next to one of the set, some of which may be in it: the set moved by one cell in each
 * direction. */
static inline SlowSet slow_beside(const SlowShape *shape, SlowSet set) {
    const SlowSet west = slow_minus(set, shape->left), east = slow_minus(set, shape->right);
    const int down = shape->width;
    SlowSet beside;
    for (int i = 0; i < SLOW_WORDS; i++) {
        beside.words[i] =
            west.words[i] >> 1 | east.words[i] << 1 | set.words[i] >> down | set.words[i] << down;
        if (i > 0) {
            beside.words[i] |= east.words[i - 1] >> 63 | set.words[i - 1] >> (64 - down);
        }
        if (i + 1 < SLOW_WORDS) {
            beside.words[i] |= west.words[i + 1] << 63 | set.words[i + 1] << (64 - down);
        }
    }
    return slow_and(beside, shape->all);
}

/* What is connected to a set within another that holds it. */
static inline SlowSet slow_flood(const SlowShape *shape, SlowSet within, SlowSet set) {
    for (;;) {
        const SlowSet found = slow_minus(slow_and(slow_beside(shape, set), within), set);
        if (slow_is_empty(found)) {
            return set;
        }
        set = slow_or(set, found);
    }
}

/* The part of a set that is connected to its first cell; removes it from *left. */
static inline SlowSet slow_take_part(const SlowShape *shape, SlowSet *left) {
    const SlowSet part = slow_flood(shape, *left, slow_one(slow_first(*left)));
    *left = slow_minus(*left, part);
    return part;
}

/* ---- Boards ---- */

typedef struct {
    SlowSet stones[2]; /* [side] */
} SlowBoard;

static inline SlowSet slow_empty(const SlowShape *shape, const SlowBoard *board) {
    return slow_minus(shape->all, slow_or(board->stones[0], board->stones[1]));
}

/* Does every chain have a liberty? */
static inline bool slow_is_legal(const SlowShape *shape, const SlowBoard *board) {
    const SlowSet empty = slow_empty(shape, board);
    for (int side = 0; side < 2; side++) {
        for (SlowSet left = board->stones[side]; !slow_is_empty(left);) {
            if (!slow_meets(slow_beside(shape, slow_take_part(shape, &left)), empty)) {
                return false;
            }
        }
    }
    return true;
}

/* What a stone did that was placed. */
typedef struct {
    SlowSet captured, chain,
        liberties; /* the opponent's stones; its own chain, and its liberties */
    bool takes_ko; /* one stone captured by one that has no other liberty */
} SlowMove;

/* Places a stone on an empty cell and removes the chains that it captures. Its own chain stays,
 * even without liberties. */
static inline SlowMove slow_place(const SlowShape *shape, SlowBoard *board, int side, int cell) {
    SlowMove move = {0};
    slow_add(&board->stones[side], cell);
    const SlowSet others = board->stones[1 - side], empty = slow_empty(shape, board);
    for (SlowSet left = slow_and(slow_beside(shape, slow_one(cell)), others);
         !slow_is_empty(left);) {
        const SlowSet chain = slow_flood(shape, others, slow_one(slow_first(left)));
        if (!slow_meets(slow_beside(shape, chain), empty)) {
            move.captured = slow_or(move.captured, chain);
        }
        left = slow_minus(left, chain);
    }
    board->stones[1 - side] = slow_minus(others, move.captured);
    move.chain = slow_flood(shape, board->stones[side], slow_one(cell));
    move.liberties = slow_and(slow_beside(shape, move.chain), slow_or(empty, move.captured));
    move.takes_ko = slow_count(move.chain) == 1 && slow_count(move.captured) == 1 &&
                    slow_count(move.liberties) == 1;
    return move;
}

/* ---- Life ---- */

/* What an eye is: a region around a side's stones, or around those that live so far if
 * has_dead_stones, beside no others; of its cells those of `needed` are next to the chain that has
 * the eye. */
typedef struct {
    SlowSet allowed; /* all cells of an eye are among these */
    SlowSet needed;
    SlowSet safe; /* no chain with one of these stones needs eyes */
    bool has_dead_stones;
} SlowEyes;

/* The stones of chains that have two eyes beside such chains, or are safe (Benson 1976). */
static inline SlowSet slow_living(const SlowShape *shape, SlowSet stones, const SlowEyes *eyes) {
    SlowSet alive = stones, weak;
    do {
        const SlowSet walls = eyes->has_dead_stones ? alive : stones;
        SlowSet eye[SLOW_CELLS_MAX]; /* its needed cells */
        int count = 0;
        for (SlowSet left = slow_minus(shape->all, walls); !slow_is_empty(left);) {
            const SlowSet region = slow_take_part(shape, &left);
            if (slow_is_within(region, eyes->allowed) &&
                slow_is_within(slow_and(slow_beside(shape, region), walls), alive)) {
                eye[count++] = slow_and(region, eyes->needed);
            }
        }
        weak = (SlowSet){{0}};
        for (SlowSet left = alive; !slow_is_empty(left);) {
            const SlowSet chain = slow_take_part(shape, &left);
            const SlowSet beside = slow_beside(shape, chain);
            int eyes_of_chain = 2 * slow_meets(chain, eyes->safe);
            for (int i = 0; i < count && eyes_of_chain < 2; i++) {
                eyes_of_chain += slow_is_within(eye[i], beside);
            }
            weak = eyes_of_chain < 2 ? slow_or(weak, chain) : weak;
        }
        alive = slow_minus(alive, weak);
    } while (!slow_is_empty(weak));
    return alive;
}

#endif
