#include "engine/solve/goal/goal.h"

#include <string.h>

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

bool goal_finish(Goal *goal, const Board *board, Status *status) {
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
            return status_fail(status, "the target %s is no %s stone", text, color_name(color));
        }
    }
    goal->point_count = goal->empty_count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (zone_has(&goal->playable, p)) {
            goal->points[goal->point_count++] = p;
            goal->empty_count += board_color(board, p) == EMPTY;
        }
    }
    if (goal->point_count == 0) {
        return status_fail(status, "the region is empty");
    }
    goal->hash = hash_goal(goal);
    return true;
}

bool goal_has_exit(const Goal *goal, const Board *board, Point p) {
    Point beside[4];
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        if (board_color(board, beside[k]) == EMPTY && !zone_has(&goal->playable, beside[k])) {
            return true;
        }
    }
    return false;
}

bool goal_chain_is_immortal(const Goal *goal, const Board *board, Point p) {
    Point stone = p;
    do {
        if ((board->around[stone] & AROUND_EMPTY_MASK) != 0 && goal_has_exit(goal, board, stone)) {
            return true;
        }
        stone = board->next[stone];
    } while (stone != p);
    return false;
}

void goal_add_chain(const Board *board, Point p, Zone *zone) {
    Point stone = p;
    do {
        zone_add(zone, stone);
        stone = board->next[stone];
    } while (stone != p);
}
