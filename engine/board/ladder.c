#include "engine/board/ladder.h"

#include <assert.h>

#include "engine/board/liberty.h"

enum {
    /* Beyond either of these the defender is taken to escape. The first does not depend on the
     * order of the options, which turns with the board, and leaves the second nothing to do: of
     * half a million ladders on random boards the longest had 137 positions. */
    FORKS_MAX = 6, /* moves with alternatives on the way; each has a board of 16 KB on the stack */
    NODES_MAX = 400, /* positions */

    DEFENCES_MAX = 12, /* the defender's options looked at: real ladders have two or three */
};

typedef struct {
    Point target; /* a stone of the chain that is hunted */
    Color defender;
    int nodes, forks;
} Hunt;

static bool attacker_takes(Hunt *hunt, Board *board);
static bool defender_escapes(Hunt *hunt, Board *board);

/* Is the chain taken once color has played p? Uses the board up; its hash is not kept. */
static bool is_taken_after(Hunt *hunt, Board *board, Color color, Point p) {
    place_stone(board, p, board->slot[p], color, false);
    return color == hunt->defender ? attacker_takes(hunt, board) : !defender_escapes(hunt, board);
}

/* The same on a copy. Not inlined: only moves that have alternatives need one, and of a long ladder
 * few have. */
static __attribute__((noinline)) bool is_taken_on_copy(Hunt *hunt, const Board *board, Color color,
                                                       Point p) {
    Board copy;
    board_copy(&copy, board);
    return is_taken_after(hunt, &copy, color, p);
}

/* Does one of color's options take the chain, or (the defender's) let it escape? The last is tried
 * on the board itself, those before it on copies. */
static bool has_option(Hunt *hunt, Board *board, Color color, const Point *moves, int count) {
    const bool wanted = color != hunt->defender;
    const bool forks = count > 1;
    if (forks && hunt->forks == FORKS_MAX) {
        return !wanted;
    }
    hunt->forks += forks;
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        found = wanted == (i + 1 < count ? is_taken_on_copy(hunt, board, color, moves[i])
                                         : is_taken_after(hunt, board, color, moves[i]));
    }
    hunt->forks -= forks;
    return found;
}

/* Can liberty a be played so that the chain cannot simply run at b? Three open points around b end
 * the ladder before it starts. run: a point of the chain that is still to be played, or POINT_NONE.
 */
static bool is_promising(const Board *board, Point a, Point b, Point run) {
    const int open = around_empty(board->around[b]);
    return open - point_touches(a, b) - point_touches(run, b) < 3;
}

/* The attacker is to move: can it take the chain? Uses the board up. */
static bool attacker_takes(Hunt *hunt, Board *board) {
    Point liberties[3], moves[2];
    const int open = chain_find_liberties(board, hunt->target, 3, liberties);
    if (open != 2) {
        return open < 2;
    }
    if (++hunt->nodes > NODES_MAX) {
        return false;
    }
    const Color attacker = color_opponent(hunt->defender);
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (is_promising(board, liberties[i], liberties[1 - i], POINT_NONE) &&
            move_is_playable(board, attacker, liberties[i])) {
            moves[count++] = liberties[i];
        }
    }
    return has_option(hunt, board, attacker, moves, count);
}

/* The defender's options: attackers in atari that touch the chain, then the last liberty; so the
 * long way, which is to run, needs no copies. */
static int list_defences(const Hunt *hunt, const Board *board, Point moves[DEFENCES_MAX]) {
    const Point last = chain_last_liberty(board, hunt->target);
    int count = 0;
    Point stone = hunt->target;
    do {
        Point beside[4];
        point_neighbours(stone, beside);
        for (int i = 0; i < 4 && count < DEFENCES_MAX - 1; i++) {
            if (board_color(board, beside[i]) != color_opponent(hunt->defender) ||
                !chain_in_atari(board, beside[i])) {
                continue;
            }
            const Point take = chain_last_liberty(board, beside[i]);
            bool is_new = take != last && move_is_playable(board, hunt->defender, take);
            for (int k = 0; k < count; k++) {
                is_new = is_new && moves[k] != take;
            }
            if (is_new) {
                moves[count++] = take;
            }
        }
        stone = board->next[stone];
    } while (stone != hunt->target);
    if (move_is_playable(board, hunt->defender, last)) {
        moves[count++] = last;
    }
    return count;
}

/* The defender is to move with the chain in atari: does it escape? Uses the board up. */
static bool defender_escapes(Hunt *hunt, Board *board) {
    Point moves[DEFENCES_MAX];
    const int count = list_defences(hunt, board, moves);
    if (count > 0 && ++hunt->nodes > NODES_MAX) {
        return true;
    }
    return has_option(hunt, board, hunt->defender, moves, count);
}

bool ladder_takes(const Board *board, Point chain, Point p) {
    Point liberties[3];
    if (chain_find_liberties(board, chain, 3, liberties) != 2) {
        return false;
    }
    assert(p == liberties[0] || p == liberties[1]);
    const Point other = liberties[0] == p ? liberties[1] : liberties[0];
    const Color attacker = color_opponent(board_color(board, chain));
    Hunt hunt = {.target = chain, .defender = board_color(board, chain)};
    return is_promising(board, p, other, POINT_NONE) && move_is_playable(board, attacker, p) &&
           is_taken_on_copy(&hunt, board, attacker, p);
}

bool ladder_threatens(const Board *board, Point chain) {
    Point liberties[3];
    return chain_find_liberties(board, chain, 3, liberties) == 2 &&
           (ladder_takes(board, chain, liberties[0]) || ladder_takes(board, chain, liberties[1]));
}

/* Adds the point to the liberties where it is none of them; there are at most three. */
static int add_liberty(Point liberties[3], int count, Point p) {
    for (int i = 0; i < count; i++) {
        if (liberties[i] == p) {
            return count;
        }
    }
    if (count < 3) {
        liberties[count++] = p;
    }
    return count;
}

/* The liberties, at most three, that the chain has after a run at p, its last liberty; stones that
 * the run takes not counted. *takes says whether there are any. */
static int liberties_of_run(const Board *board, Point chain, Point p, Point liberties[3],
                            bool *takes) {
    const Color color = board_color(board, chain);
    Point beside[4];
    point_neighbours(p, beside);
    int count = 0;
    *takes = false;
    for (int i = 0; i < 4; i++) {
        const Point q = beside[i];
        if (board_color(board, q) == EMPTY) {
            count = add_liberty(liberties, count, q);
        } else if (board_color(board, q) == color_opponent(color)) {
            *takes |= chain_in_atari(board, q);
        } else if (board_color(board, q) == color) {
            Point joined[4]; /* p is one of them */
            const int more = chain_find_liberties(board, q, 4, joined);
            for (int k = 0; k < more; k++) {
                count = joined[k] == p ? count : add_liberty(liberties, count, joined[k]);
            }
        }
    }
    return count;
}

bool ladder_catches_run(const Board *board, Point chain) {
    const Point p = chain_last_liberty(board, chain);
    Point liberties[3];
    bool takes;
    const int count = liberties_of_run(board, chain, p, liberties, &takes);
    if (count == 3) {
        return false;
    }
    if (!takes && count < 2) {
        return true;
    }
    if (!takes && !is_promising(board, liberties[0], liberties[1], p) &&
        !is_promising(board, liberties[1], liberties[0], p)) {
        return false; /* seen without a copy */
    }
    Hunt hunt = {.target = chain, .defender = board_color(board, chain)};
    return is_taken_on_copy(&hunt, board, hunt.defender, p);
}
