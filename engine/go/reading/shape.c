#include "engine/go/reading/shape.h"

#include <assert.h>

#include "engine/go/board/liberty.h"

int shape_count_liberties(const Board *board, Point p, int most) {
    Point points[SHAPE_SAFE];
    assert(most <= SHAPE_SAFE);
    return chain_find_liberties(board, p, most, points);
}

int shape_find_neighbors(const Board *board, Point p, Color color, Point chains[CELL_COUNT_MAX]) {
    int count = 0;
    Point stone = p;
    do {
        for (int i = 0; i < 4; i++) {
            const Point beside = point_beside(stone, i);
            if (board->color[beside] == color) {
                point_list_add(chains, &count, board->chain[beside]);
            }
        }
        stone = board->next[stone];
    } while (stone != p);
    return count;
}

/* ---- Moves ---- */

/* The most liberties of a chain worth a move (WEAK_), and the cost of a move there (COST_), besides
 * one for each liberty of that chain beyond the first. */
enum {
    WEAK_AROUND = 3, /* the attacker's chains around the target */
    WEAK_GUARD = 2,  /* those among them whose own surroundings count, too */
    WEAK_BEYOND = 2, /* the owner's chains around such a guard */
    WEAK_BESIDE = 3, /* chains of either side beside a liberty of the target */
    COST_BEYOND = 1,
    COST_BESIDE = 1,
    COST_SECOND = 2, /* an empty point beside a liberty */
    COST_END = 6,    /* more than any */
};

typedef struct {
    const Board *board;
    Point target;
    int cost[POINT_COUNT]; /* 1 plus the cost of a listed point, otherwise 0 */
    Point points[CELL_COUNT_MAX];
    int count;
} ShapeMoves;

static void add_point(ShapeMoves *moves, Point p, int cost) {
    if (moves->cost[p] == 0) {
        moves->points[moves->count++] = p;
        moves->cost[p] = cost + 1;
    } else if (moves->cost[p] > cost + 1) {
        moves->cost[p] = cost + 1;
    }
}

/* Adds the liberties of a chain that has at most `weak`: the fewer it has, the less they cost. */
static void add_liberties(ShapeMoves *moves, Point chain, int weak, int cost) {
    Point points[SHAPE_SAFE];
    const int count = chain_find_liberties(moves->board, chain, weak + 1, points);
    for (int i = 0; count <= weak && i < count; i++) {
        add_point(moves, points[i], cost + count - 1);
    }
}

/* Adds an attacker's chain that surrounds the target, and the owner's chains around that. */
static void add_guard(ShapeMoves *moves, Point guard) {
    const Board *board = moves->board;
    add_liberties(moves, guard, WEAK_AROUND, 0);
    if (shape_count_liberties(board, guard, WEAK_GUARD + 1) <= WEAK_GUARD) {
        Point beyond[CELL_COUNT_MAX];
        const Color owner = board_color(board, moves->target);
        const int count = shape_find_neighbors(board, guard, owner, beyond);
        for (int i = 0; i < count; i++) {
            if (beyond[i] != board->chain[moves->target]) {
                add_liberties(moves, beyond[i], WEAK_BEYOND, COST_BEYOND);
            }
        }
    }
}

/* Adds what is beside a liberty of the target: nets, connections, approach moves. */
static void add_liberty_surroundings(ShapeMoves *moves, Point liberty) {
    const Board *board = moves->board;
    for (int i = 0; i < 4; i++) {
        const Point beside = point_beside(liberty, i);
        const Color color = board_color(board, beside);
        if (color == EMPTY) {
            add_point(moves, beside, COST_SECOND);
        } else if (color != BORDER && board->chain[beside] != board->chain[moves->target]) {
            add_liberties(moves, beside, WEAK_BESIDE, COST_BESIDE);
        }
    }
}

/* Lists the points by cost, in a stable order. */
static int sort_moves(const ShapeMoves *moves, ShapeMove list[CELL_COUNT_MAX]) {
    int count = 0;
    for (int cost = 0; cost < COST_END; cost++) {
        for (int i = 0; i < moves->count; i++) {
            if (moves->cost[moves->points[i]] == cost + 1) {
                list[count++] = (ShapeMove){moves->points[i], cost};
            }
        }
    }
    assert(count == moves->count);
    return count;
}

int shape_find_moves(const Board *board, Point target, bool escapes_only,
                     ShapeMove list[CELL_COUNT_MAX]) {
    ShapeMoves moves = {.board = board, .target = target};
    Point liberties[SHAPE_SAFE], guards[CELL_COUNT_MAX];
    const Color attacker = color_opponent(board_color(board, target));
    const int liberty_count = chain_find_liberties(board, target, SHAPE_SAFE, liberties);
    const int guard_count = shape_find_neighbors(board, target, attacker, guards);
    for (int i = 0; i < liberty_count; i++) {
        add_point(&moves, liberties[i], 0);
    }
    for (int i = 0; i < guard_count; i++) {
        if (escapes_only) {
            add_liberties(&moves, guards[i], 1, 0);
        } else {
            add_guard(&moves, guards[i]);
        }
    }
    for (int i = 0; !escapes_only && i < liberty_count; i++) {
        add_liberty_surroundings(&moves, liberties[i]);
    }
    return sort_moves(&moves, list);
}
