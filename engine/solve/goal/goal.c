#include "engine/solve/goal/goal.h"

#include "engine/go/board/liberty.h"

void goal_init(Goal *goal, const Board *board, GoalKind kind, Color reacher) {
    memset(goal, 0, sizeof *goal);
    goal->kind = kind;
    goal->reacher = reacher;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        zone_add(&goal->playable, board->geometry->point_of[cell]);
    }
}

bool goal_add_target(Goal *goal, const Board *board, Point p) {
    for (int i = 0; i < goal->target_count; i++) {
        if (board->chain[goal->targets[i]] == board->chain[p]) {
            return true;
        }
    }
    if (goal->target_count == GOAL_TARGETS_MAX) {
        return false;
    }
    goal->targets[goal->target_count++] = p;
    return true;
}

static uint64_t hash_goal(const Goal *goal) {
    uint64_t hash = goal_mix((uint64_t)goal->kind, (uint64_t)goal->reacher);
    for (int i = 0; i < goal->target_count; i++) {
        hash = goal_mix(hash, goal->targets[i]);
    }
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        hash = goal_mix(hash, goal->playable.bits[i]);
    }
    return hash;
}

int goal_count_outside(const Zone *playable, const Board *board, Point p) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, p, liberties);
    int outside = 0;
    for (int i = 0; i < count; i++) {
        outside += !zone_has(playable, liberties[i]);
    }
    return outside;
}

int goal_close_region(const Board *board, Zone *playable) {
    int before, count = 0;
    do {
        before = count;
        count = 0;
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            if (board->color[p] != EMPTY && !zone_has(playable, p) && zone_touches(playable, p) &&
                goal_count_outside(playable, board, p) == 0) {
                goal_add_chain(board, p, playable);
            }
            count += zone_has(playable, p);
        }
    } while (count > before);
    return count;
}

bool goal_make_life(const Goal *capture, const Board *board, Goal *life, Status *status) {
    *life = *capture;
    life->kind = GOAL_LIVE;
    life->reacher = goal_target_color(capture);
    return goal_finish(life, board, status);
}

uint32_t goal_add_captured(const Goal *goal, const Board *board, uint32_t captured) {
    const Color color = goal_target_color(goal);
    for (int i = 0; i < goal->target_count; i++) {
        captured |= (uint32_t)(board_color(board, goal->targets[i]) != color) << i;
    }
    return captured;
}

/* Adds the targets, and for a connection all stones beside the region that may be part of it. */
static void add_owner(Goal *goal, const Board *board) {
    const Zone before = goal->playable;
    for (int i = 0; i < goal->target_count; i++) {
        if (!zone_has(&before, goal->targets[i])) {
            goal_add_chain(board, goal->targets[i], &goal->playable);
        }
    }
    for (int cell = 0; goal->kind == GOAL_CONNECT && cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == goal->reacher && !zone_has(&goal->playable, p) &&
            zone_touches(&before, p)) {
            goal_add_chain(board, p, &goal->playable);
        }
    }
}

bool goal_finish(Goal *goal, const Board *board, Status *status) {
    goal->point_count = goal->empty_count = 0;
    const Color color = goal_target_color(goal);
    const int least = goal->kind == GOAL_CONNECT ? 2 : 1;
    if (goal->target_count < least) {
        return status_fail(status,
                           least == 2 ? "expected two chains as targets" : "there is no target");
    }
    for (int i = 0; i < goal->target_count; i++) {
        if (board_color(board, goal->targets[i]) != color) {
            char text[POINT_TEXT_MAX];
            point_to_text(goal->targets[i], board->geometry->height, text);
            return status_fail(status, "the target %s is not a %s stone", text, color_name(color));
        }
    }
    if (goal_close_region(board, &goal->playable) == 0) {
        return status_fail(status, "the region is empty");
    }
    int before, count = 0;
    do {
        before = count;
        add_owner(goal, board);
        count = goal_close_region(board, &goal->playable);
    } while (count > before);
    if (count > GOAL_POINTS_MAX) {
        return status_fail(status, "the region has %d points, more than %d", count,
                           GOAL_POINTS_MAX);
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (zone_has(&goal->playable, p)) {
            goal->points[goal->point_count++] = p;
            goal->empty_count += board_color(board, p) == EMPTY;
        }
    }
    goal->hash = hash_goal(goal);
    return true;
}

bool goal_has_exit(const Goal *goal, const Board *board, Point p) {
    for (int k = 0; k < 4; k++) {
        const Point beside = point_beside(p, k);
        if (board_color(board, beside) == EMPTY && !zone_has(&goal->playable, beside)) {
            return true;
        }
    }
    return false;
}

bool goal_is_open(const Goal *goal, const Board *board) {
    for (int i = 0; i < goal->point_count; i++) {
        if (goal_has_exit(goal, board, goal->points[i])) {
            return true;
        }
    }
    return false;
}

void goal_add_chain(const Board *board, Point p, Zone *zone) {
    Point stone = p;
    do {
        zone_add(zone, stone);
        stone = board->next[stone];
    } while (stone != p);
}
