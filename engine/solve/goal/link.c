#include "engine/solve/goal/link.h"

#include "engine/go/board/liberty.h"

enum { GROUP_MAX = 64 };

/* The chains of a group that grows around the first target. */
typedef struct {
    const Board *board;
    Color color;
    Point chains[GROUP_MAX];
    int count;
} Group;

static void add_chain(Group *group, Point chain) {
    for (int i = 0; i < group->count; i++) {
        if (group->chains[i] == chain) {
            return;
        }
    }
    if (group->count < GROUP_MAX) {
        group->chains[group->count++] = chain;
    }
}

/* Would an opponent's stone at p be in atari and capture nothing? */
static bool is_denied(const Group *group, Point p) {
    const Color opponent = color_opponent(group->color);
    Point beside[4];
    int empty = 0;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color color = board_color(group->board, beside[k]);
        if (color == opponent ||
            (color == group->color && chain_in_atari(group->board, beside[k]))) {
            return false;
        }
        empty += color == EMPTY;
    }
    return empty <= 1;
}

/* Adds the chains that belong to the one at chain. */
static void add_linked(Group *group, Point chain) {
    const Board *board = group->board;
    Point liberties[CELL_COUNT_MAX];
    Point others[4 * CELL_COUNT_MAX];
    int other_count = 0;
    const int count = board_liberties(board, chain, liberties);
    for (int i = 0; i < count; i++) {
        Point beside[4];
        const int before = other_count;
        const bool denied = is_denied(group, liberties[i]);
        point_neighbors(liberties[i], beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) != group->color ||
                board->chain[beside[k]] == board->chain[chain]) {
                continue;
            }
            const Point other = board->chain[beside[k]];
            bool linked = denied, seen = false;
            for (int j = 0; j < before; j++) {
                linked |= others[j] == other;
            }
            for (int j = before; j < other_count; j++) {
                seen |= others[j] == other;
            }
            if (linked) {
                add_chain(group, other);
            }
            if (!seen) {
                others[other_count++] = other;
            }
        }
    }
}

/* Does every way from the first target to the second meet an opponent's chain that looks safe? */
static bool is_walled_off(const Goal *goal, const Board *board) {
    Point queue[CELL_COUNT_MAX];
    int count = 0;
    Zone seen = {0};
    queue[count++] = goal->targets[0];
    zone_add(&seen, goal->targets[0]);
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(queue[i], beside);
        for (int k = 0; k < 4; k++) {
            const Point p = beside[k];
            const Color color = board_color(board, p);
            Point liberties[LINK_SAFE];
            if (board->chain[p] == board->chain[goal->targets[1]] && color == goal->reacher) {
                return false;
            }
            if (color == BORDER || zone_has(&seen, p) ||
                (color == EMPTY && !zone_has(&goal->playable, p)) ||
                (color == color_opponent(goal->reacher) &&
                 chain_find_liberties(board, p, LINK_SAFE, liberties) == LINK_SAFE)) {
                continue;
            }
            zone_add(&seen, p);
            queue[count++] = p;
        }
    }
    return true;
}

GoalOutcome link_judge(const Goal *goal, const Board *board, Zone *zone) {
    Group group = {.board = board, .color = goal->reacher};
    const Point other = board->chain[goal->targets[1]];
    GoalOutcome outcome = GOAL_OPEN;
    add_chain(&group, board->chain[goal->targets[0]]);
    for (int i = 0; i < group.count && outcome == GOAL_OPEN; i++) {
        outcome = group.chains[i] == other ? GOAL_REACHED : GOAL_OPEN;
        add_linked(&group, group.chains[i]);
    }
    if (outcome == GOAL_OPEN && is_walled_off(goal, board)) {
        outcome = GOAL_HELD;
    }
    if (outcome != GOAL_OPEN) {
        *zone = goal->playable;
    }
    return outcome;
}
