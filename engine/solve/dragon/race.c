#include "engine/solve/dragon/race.h"

#include "engine/go/board/liberty.h"

enum {
    LARGE_STONES = 7, /* of a chain whose capture gives two eyes */
    COST_OTHER = 1,   /* of a liberty of the other dragon, for its opponent */
    COST_OWN = 3,     /* and for its owner */
};

/* ---- Plain liberties ---- */

/* Is the empty point next to stones of one chain of the color and to nothing of that color else?
 * Returns the chain, or POINT_NONE. Sets *walled if a chain of the opponent that cannot be captured
 * is beside it, too, and *mixed if another one is. */
static Point find_owner(const Goal *goal, const Board *board, Point p, Color color, bool *walled,
                        bool *mixed) {
    Point beside[4], chain = POINT_NONE;
    *walled = *mixed = false;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color at = board_color(board, beside[k]);
        if (at == color) {
            if (chain != POINT_NONE && chain != board->chain[beside[k]]) {
                return POINT_NONE;
            }
            chain = board->chain[beside[k]];
        } else if (at == color_opponent(color)) {
            if (goal_chain_is_immortal(goal, board, beside[k])) {
                *walled = true;
            } else {
                *mixed = true;
            }
        }
    }
    return chain;
}

/* A plain liberty of a chain is one that the opponent may fill at once, and where a stone of the
 * chain gains nothing. Returns the chain whose plain liberty p is, or POINT_NONE. */
static Point find_plain(const Goal *goal, const Board *board, Point p, Color color) {
    bool walled, mixed;
    const Point chain = find_owner(goal, board, p, color, &walled, &mixed);
    if (chain == POINT_NONE || !walled || mixed) {
        return POINT_NONE;
    }
    Point beside[4];
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        if (board_color(board, beside[k]) == EMPTY &&
            (find_owner(goal, board, beside[k], color, &walled, &mixed) != chain || !walled)) {
            return POINT_NONE;
        }
    }
    return chain;
}

/* ---- Races that are a matter of counting ---- */

/* The liberties of one side of a race, all of which are of these kinds. */
typedef struct {
    Point chain;
    int outside; /* plain */
    int common;
    int eye; /* in eyes of at most two points */
    int eyes;
} RaceSide;

/* Finds the only chain that is left of a dragon. Returns POINT_NONE if there are more, or none. */
static Point find_single_chain(const Board *board, const Point *chains, int count, Color color) {
    Point single = POINT_NONE;
    for (int i = 0; i < count; i++) {
        if (board_color(board, chains[i]) == color) {
            if (single != POINT_NONE && single != board->chain[chains[i]]) {
                return POINT_NONE;
            }
            single = board->chain[chains[i]];
        }
    }
    return single;
}

/* Is p, a liberty of the chain, in an eye of at most EYE_POINTS points that the chain alone
 * surrounds? Sets *other to another point of it, or to POINT_NONE. */
static bool is_in_eye(const Board *board, Point p, Point chain, Point *other) {
    Point beside[4];
    *other = POINT_NONE;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        if (board_color(board, beside[k]) != BORDER && board->chain[beside[k]] != chain) {
            if (*other != POINT_NONE) {
                return false;
            }
            *other = beside[k];
        }
    }
    if (*other == POINT_NONE) {
        return true;
    }
    if (board->color[*other] == board->color[chain]) {
        return false;
    }
    point_neighbors(*other, beside);
    for (int k = 0; k < 4; k++) {
        if (board_color(board, beside[k]) != BORDER && beside[k] != p &&
            board->chain[beside[k]] != chain) {
            return false;
        }
    }
    return true;
}

/* Does the point touch both chains, and else nothing but the edge, stones of theirs and points of
 * the same kind? */
static bool is_common(const Board *board, Point p, Point a, Point b, int depth) {
    Point beside[4];
    bool touches_a = false, touches_b = false;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color at = board_color(board, beside[k]);
        if (at == EMPTY) {
            if (depth > 0 && !is_common(board, beside[k], a, b, depth - 1)) {
                return false;
            }
        } else if (at != BORDER) {
            touches_a |= board->chain[beside[k]] == a;
            touches_b |= board->chain[beside[k]] == b;
            if (board->chain[beside[k]] != a && board->chain[beside[k]] != b) {
                return false;
            }
        }
    }
    return touches_a && touches_b;
}

/* Could the owner of the chain gain liberties by capturing one beside it, other than `rival` and
 * what is in its eyes? */
static bool has_prey(const Goal *goal, const Board *board, Point chain, Point rival) {
    const Color opponent = color_opponent(board_color(board, chain));
    Point stone = chain;
    do {
        Point beside[4], inside;
        point_neighbors(stone, beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) == opponent && board->chain[beside[k]] != rival &&
                !goal_chain_is_immortal(goal, board, beside[k]) &&
                !(chain_size(board, beside[k]) == 1 && chain_in_atari(board, beside[k]) &&
                  is_in_eye(board, chain_last_liberty(board, beside[k]), chain, &inside))) {
                return true;
            }
        }
        stone = board->next[stone];
    } while (stone != chain);
    return false;
}

/* Returns false if the side has liberties of another kind. */
static bool count_side(const Goal *goal, const Board *board, Point chain, Point rival,
                       RaceSide *side) {
    Point liberties[CELL_COUNT_MAX], other;
    const int count = board_liberties(board, chain, liberties);
    *side = (RaceSide){.chain = chain};
    for (int i = 0; i < count; i++) {
        if (is_in_eye(board, liberties[i], chain, &other)) {
            side->eye++;
            side->eyes +=
                other == POINT_NONE || board->color[other] != EMPTY || liberties[i] < other;
        } else if (find_plain(goal, board, liberties[i], board_color(board, chain)) == chain) {
            side->outside++;
        } else if (is_common(board, liberties[i], chain, rival, 1)) {
            side->common++;
        } else {
            return false;
        }
    }
    return side->eyes <= 1 && !has_prey(goal, board, chain, rival);
}

/* Does `own` capture `others` (M. Müller, "Race to capture: Analyzing semeai in Go", 1999)? An eye
 * makes all common liberties the opponent's to fill. */
static bool captures(const RaceSide *own, const RaceSide *others, bool moves_first) {
    const int lead = own->outside - others->outside, common = own->common;
    const int needed = !moves_first;
    if (common == 0) {
        return lead + own->eye - others->eye >= needed;
    }
    if (own->eyes == 0 && others->eyes == 0) {
        return lead >= common - 1 + needed;
    }
    if (own->eyes == 0) {
        return lead >= common + others->eye + needed;
    }
    if (others->eyes == 0) { /* if it does not capture first, it is captured */
        return -lead < common + own->eye + !needed;
    }
    return lead + own->eye - others->eye >= common + needed;
}

static GoalOutcome judge_by_counting(const Race *race, const Goal *goal, const Board *board,
                                     Color mover) {
    RaceSide target, other;
    const Point a =
        find_single_chain(board, goal->targets, goal->target_count, goal_target_color(goal));
    const Point b =
        find_single_chain(board, race->other.chains, race->other.chain_count, race->other.color);
    if (a == POINT_NONE || b == POINT_NONE || chain_size(board, b) < LARGE_STONES ||
        chain_size(board, a) < LARGE_STONES || !count_side(goal, board, a, b, &target) ||
        !count_side(goal, board, b, a, &other)) {
        return GOAL_OPEN;
    }
    return captures(&other, &target, mover == goal->reacher) ? GOAL_REACHED : GOAL_HELD;
}

/* Has the other dragon lost so much that its opponent lives? */
static GoalOutcome judge(const void *context, const Goal *goal, const Board *board, Color mover,
                         uint32_t captured) {
    const Race *race = context;
    (void)captured;
    for (int i = 0; i < race->other.chain_count; i++) {
        if (race->sizes[i] >= LARGE_STONES &&
            board_color(board, race->other.chains[i]) != race->other.color) {
            return GOAL_HELD;
        }
    }
    return judge_by_counting(race, goal, board, mover);
}

/* ---- Moves ---- */

static void add_moves(const void *context, const Goal *goal, const Board *board, Color mover,
                      GoalMoveList *list) {
    const Race *race = context;
    for (int i = 0; i < race->other.chain_count; i++) {
        Point liberties[CELL_COUNT_MAX];
        if (board_color(board, race->other.chains[i]) != race->other.color) {
            continue;
        }
        const int count = board_liberties(board, race->other.chains[i], liberties);
        for (int k = 0; k < count; k++) {
            goal_moves_add(goal, board, liberties[k],
                           mover == race->other.color ? COST_OWN : COST_OTHER, list);
        }
    }
}

/* Is the point surrounded by one chain of the color? */
static bool is_own_eye(const Board *board, Point p, Color color) {
    Point beside[4], chain = POINT_NONE;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color at = board_color(board, beside[k]);
        if (at == BORDER) {
            continue;
        }
        if (at != color || (chain != POINT_NONE && board->chain[beside[k]] != chain)) {
            return false;
        }
        chain = board->chain[beside[k]];
    }
    return true;
}

/* Is p a liberty of one chain of each side, both of which can be captured, that is worth the same
 * as one before it? */
static bool is_later_common(const Goal *goal, const Board *board, Point p) {
    Point beside[4], a = POINT_NONE, b = POINT_NONE;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color at = board_color(board, beside[k]);
        if (at == BLACK) {
            a = board->chain[beside[k]];
        } else if (at == WHITE) {
            b = board->chain[beside[k]];
        }
    }
    if (a == POINT_NONE || b == POINT_NONE || !is_common(board, p, a, b, 1) ||
        goal_chain_is_immortal(goal, board, a) || goal_chain_is_immortal(goal, board, b)) {
        return false;
    }
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, a, liberties);
    for (int i = 0; i < count; i++) {
        if (liberties[i] < p && is_common(board, liberties[i], a, b, 1)) {
            return true;
        }
    }
    return false;
}

static bool skips(const void *context, const Goal *goal, const Board *board, Color mover, Point p) {
    (void)context;
    if (is_own_eye(board, p, mover) || find_plain(goal, board, p, mover) != POINT_NONE) {
        return true;
    }
    const Color opponent = color_opponent(mover);
    const Point chain = find_plain(goal, board, p, opponent);
    if (chain == POINT_NONE) {
        return is_later_common(goal, board, p);
    }
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, chain, liberties);
    for (int i = 0; i < count; i++) {
        if (liberties[i] < p && find_plain(goal, board, liberties[i], opponent) == chain) {
            return true;
        }
    }
    return false;
}

void race_begin(const Board *board, const Dragon *other, Race *race) {
    race->other = *other;
    for (int i = 0; i < other->chain_count; i++) {
        race->sizes[i] = board_color(board, other->chains[i]) == other->color
                             ? chain_size(board, other->chains[i])
                             : 0;
    }
    race->shortcuts = (GoalShortcuts){race, judge, add_moves, skips};
}

Point race_find_outside(const Goal *goal, const Board *board) {
    const Color color = goal_target_color(goal);
    for (int i = 0; i < goal->target_count; i++) {
        Point liberties[CELL_COUNT_MAX];
        const int count = board_liberties(board, goal->targets[i], liberties);
        for (int k = 0; k < count; k++) {
            if (find_plain(goal, board, liberties[k], color) != POINT_NONE) {
                return liberties[k];
            }
        }
    }
    return POINT_NONE;
}
