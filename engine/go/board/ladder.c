/* The ladder reader of playouts and priors, made for speed. That of network inputs
 * (engine/eval/net/input/ladders.c) must follow KataGo's definition.
 *
 * Depth first: forced moves are played on one board, only alternatives are copied. */
#include "engine/go/board/ladder.h"

#include <assert.h>

#include "engine/go/board/liberty.h"

enum {
    /* Beyond either limit the defender counts as escaped. FORKS_MAX gives the same answer for all
     * images of a board, since it does not depend on the order of the options; NODES_MAX would but
     * is not reached: the longest of half a million ladders on random boards had 137 positions. */
    FORKS_MAX = 6,   /* moves with alternatives on the way; each takes 16 KB of stack for a board */
    NODES_MAX = 400, /* positions */

    DEFENSES_MAX = 12, /* options of the defender that are tried; real ladders have two or three */
};

typedef struct {
    Point target; /* a stone of the chain */
    Color defender;
    int nodes, forks;
    bool *path; /* [POINT_COUNT], where points that are played are noted; NULL: nowhere */
} Ladder;

static void note(const Ladder *ladder, Point p) {
    if (ladder->path != NULL) {
        ladder->path[p] = true;
    }
}

static bool attacker_takes(Ladder *ladder, Board *board);
static bool defender_escapes(Ladder *ladder, Board *board);

/* Is the chain captured after color plays p? Changes the board, without its hash. */
static bool is_taken_after(Ladder *ladder, Board *board, Color color, Point p) {
    note(ladder, p);
    place_stone(board, p, board->slot[p], color, false);
    return color == ladder->defender ? attacker_takes(ladder, board)
                                     : !defender_escapes(ladder, board);
}

/* Calls is_taken on a copy of the board. Not inlined: only moves with alternatives need it, and a
 * long ladder has few of them. */
static __attribute__((noinline)) bool is_taken_on_copy(Ladder *ladder, const Board *board,
                                                       Color color, Point p) {
    Board copy;
    board_copy(&copy, board);
    return is_taken_after(ladder, &copy, color, p);
}

/* Does one of color's options capture the chain, or, if color defends it, let it escape? The last
 * option is tried on the board itself, the others on copies. */
static bool has_option(Ladder *ladder, Board *board, Color color, const Point *moves, int count) {
    const bool wanted = color != ladder->defender;
    const bool forks = count > 1;
    if (forks && ladder->forks == FORKS_MAX) {
        return !wanted;
    }
    ladder->forks += forks;
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        found = wanted == (i + 1 < count ? is_taken_on_copy(ladder, board, color, moves[i])
                                         : is_taken_after(ladder, board, color, moves[i]));
    }
    ladder->forks -= forks;
    return found;
}

/* Is a stone on liberty a worth trying? Not if the chain then escapes at b, with three open points
 * around b. run is a point of the chain that is still to be played, or POINT_NONE. */
static bool is_promising(const Board *board, Point a, Point b, Point run) {
    const int open = around_empty(board->around[b]);
    return open - point_touches(a, b) - point_touches(run, b) < 3;
}

/* The attacker is to move. Can it capture the chain? Changes the board. */
static bool attacker_takes(Ladder *ladder, Board *board) {
    Point liberties[3], moves[2];
    const int open = chain_find_liberties(board, ladder->target, 3, liberties);
    if (open < 2) {
        note(ladder, liberties[0]);
        return true;
    }
    if (open > 2) {
        return false;
    }
    if (++ladder->nodes > NODES_MAX) {
        return false;
    }
    const Color attacker = color_opponent(ladder->defender);
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (is_promising(board, liberties[i], liberties[1 - i], POINT_NONE) &&
            move_is_playable(board, attacker, liberties[i])) {
            moves[count++] = liberties[i];
        }
    }
    return has_option(ladder, board, attacker, moves, count);
}

/* Lists the defender's options: capturing attackers in atari that touch the chain, then extending
 * at the last liberty. Extending comes last because the last option needs no copy, and ladders are
 * long by extending. */
static int list_defenses(const Ladder *ladder, const Board *board, Point moves[DEFENSES_MAX]) {
    const Point last = chain_last_liberty(board, ladder->target);
    int count = 0;
    chain_add_captures(board, ladder->target, last, DEFENSES_MAX - 1, moves, &count);
    if (move_is_playable(board, ladder->defender, last)) {
        moves[count++] = last;
    }
    return count;
}

/* The defender is to move with the chain in atari. Does it escape? Changes the board. */
static bool defender_escapes(Ladder *ladder, Board *board) {
    Point moves[DEFENSES_MAX];
    const int count = list_defenses(ladder, board, moves);
    if (count > 0 && ++ladder->nodes > NODES_MAX) {
        return true;
    }
    return has_option(ladder, board, ladder->defender, moves, count);
}

bool ladder_takes(const Board *board, Point chain, Point p) {
    Point liberties[3];
    if (chain_find_liberties(board, chain, 3, liberties) != 2) {
        return false;
    }
    assert(p == liberties[0] || p == liberties[1]);
    const Point other = liberties[0] == p ? liberties[1] : liberties[0];
    const Color attacker = color_opponent(board_color(board, chain));
    Ladder ladder = {.target = chain, .defender = board_color(board, chain)};
    return is_promising(board, p, other, POINT_NONE) && move_is_playable(board, attacker, p) &&
           is_taken_on_copy(&ladder, board, attacker, p);
}

bool ladder_threatens(const Board *board, Point chain) {
    Point liberties[3];
    return chain_find_liberties(board, chain, 3, liberties) == 2 &&
           (ladder_takes(board, chain, liberties[0]) || ladder_takes(board, chain, liberties[1]));
}

/* Lists at most three of the liberties that the chain has after extending at p, its last liberty,
 * not counting those from captured stones. *takes says whether the move captures any. */
static int liberties_of_run(const Board *board, Point chain, Point p, Point liberties[3],
                            bool *takes) {
    const Color color = board_color(board, chain);
    Point beside[4];
    point_neighbors(p, beside);
    int count = 0;
    *takes = false;
    for (int i = 0; i < 4; i++) {
        const Point q = beside[i];
        if (board_color(board, q) == EMPTY && count < 3) {
            point_list_add(liberties, &count, q);
        } else if (board_color(board, q) == color_opponent(color)) {
            *takes |= chain_in_atari(board, q);
        } else if (board_color(board, q) == color) {
            Point joined[4]; /* p is one of them */
            const int more = chain_find_liberties(board, q, 4, joined);
            for (int k = 0; k < more && count < 3; k++) {
                if (joined[k] != p) {
                    point_list_add(liberties, &count, joined[k]);
                }
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
    Ladder ladder = {.target = chain, .defender = board_color(board, chain)};
    return is_taken_on_copy(&ladder, board, ladder.defender, p);
}

bool ladder_find_path(const Board *board, Point chain, Color mover, bool path[POINT_COUNT]) {
    Ladder ladder = {.target = chain, .defender = board_color(board, chain), .path = path};
    Board copy;
    board_copy(&copy, board);
    return mover != ladder.defender
               ? attacker_takes(&ladder, &copy)
               : chain_in_atari(board, chain) && !defender_escapes(&ladder, &copy);
}
