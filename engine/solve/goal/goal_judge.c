#include "engine/solve/goal/goal_judge.h"

#include "engine/solve/goal/alive.h"

uint32_t goal_add_captured(const Goal *goal, const Board *board, uint32_t captured) {
    const Color color = goal_target_color(goal);
    for (int i = 0; i < goal->target_count; i++) {
        captured |= (uint32_t)(board_color(board, goal->targets[i]) != color) << i;
    }
    return captured;
}

void goal_add_targets(const Goal *goal, const Board *board, uint32_t captured, Zone *zone) {
    for (int i = 0; i < goal->target_count; i++) {
        if (!(captured >> i & 1)) {
            goal_add_chain(board, goal->targets[i], zone);
        }
    }
}

/* Are the targets on the board alive: one of them or, if `all`, each? */
static bool targets_live(const Goal *goal, const Board *board, uint32_t captured, bool all,
                         Zone *zone) {
    AliveChains alive;
    bool is_found = false;
    int count = 0;
    for (int i = 0; i < goal->target_count; i++) {
        if (captured >> i & 1) {
            continue;
        }
        if (goal_chain_is_immortal(goal, board, goal->targets[i])) {
            goal_add_chain(board, goal->targets[i], zone);
            count++;
        } else {
            if (!is_found) {
                alive_find(goal, board, goal_target_color(goal), &alive);
                is_found = true;
            }
            if (alive_has(&alive, board, goal->targets[i])) {
                alive_add_zone(&alive, board, goal->targets[i], zone);
                count++;
            }
        }
        if (count > 0 && !all) {
            return true;
        }
    }
    return count == goal->target_count;
}

/* Captures, and life. */
static GoalOutcome judge_life(const Goal *goal, const Board *board, uint32_t captured, Zone *zone) {
    const Color owner = goal_target_color(goal);
    if (goal_is_captured(goal, captured)) {
        return goal_outcome_for(goal, color_opponent(owner));
    }
    return targets_live(goal, board, captured, goal->kind == GOAL_CAPTURE_ANY, zone)
               ? goal_outcome_for(goal, owner)
               : GOAL_OPEN;
}

static GoalOutcome judge_connect(const Goal *goal, const Board *board, uint32_t captured,
                                 Zone *zone) {
    if ((captured & 3) != 0) {
        return GOAL_HELD;
    }
    if (board->chain[goal->targets[0]] != board->chain[goal->targets[1]]) {
        return GOAL_OPEN;
    }
    goal_add_chain(board, goal->targets[0], zone);
    return GOAL_REACHED;
}

GoalOutcome goal_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone) {
    *zone = (Zone){0};
    switch (goal->kind) {
    case GOAL_CAPTURE_ALL:
    case GOAL_CAPTURE_ANY:
    case GOAL_LIVE:
        return judge_life(goal, board, captured, zone);
    case GOAL_CONNECT:
        return judge_connect(goal, board, captured, zone);
    }
    return GOAL_OPEN;
}
