#include "engine/solve/goal/search/goal_node.h"

#include <stddef.h>

bool goal_game_begin(GoalGame *game, const Goal *goal, const Board *board, GoalKoRule ko) {
    game->goal = goal;
    game->ko = ko;
    if (!bit_region_find(goal, board, &game->region)) {
        return false;
    }
    game->salt = bit_region_hash(&game->region);
    return true;
}

void goal_node_set(const GoalGame *game, const Board *board, Color mover, uint32_t captured,
                   GoalNode *node) {
    const bool binds = game->ko.ko == KO_IS_SIMPLE && board->to_move == mover &&
                       board->ko != POINT_NONE && zone_has(&game->goal->playable, board->ko);
    *node = (GoalNode){
        .position = bit_position_read(&game->region, board),
        .mover = mover,
        .captured = captured,
        .threats = {(uint8_t)game->ko.threats[0], (uint8_t)game->ko.threats[1]},
    };
    node->position.ko = binds ? game->region.index_of[board->ko] : BIT_NO_POINT;
}

uint64_t goal_node_key(const GoalGame *game, const GoalNode *node) {
    const BitPosition *position = &node->position;
    uint64_t key = game->salt + (uint64_t)goal_game_side(game, node->mover) * 256 + position->ko;
    key = goal_mix(goal_mix(key, position->stones[0]), position->stones[1]);
    key = node->captured == 0 ? key : goal_mix(key, (uint64_t)node->captured << 16);
    key ^= goal_node_threats_key(game, node);
    return key != 0 ? key : 1;
}

uint64_t goal_node_threats_key(const GoalGame *game, const GoalNode *node) {
    const Color owner = goal_target_color(game->goal);
    const uint64_t threats =
        (uint64_t)node->threats[owner] << 8 | node->threats[color_opponent(owner)];
    return threats == 0 ? 0 : goal_mix(threats, 0);
}

GoalOutcome goal_node_judge(const GoalGame *game, const GoalNode *node, uint64_t *zone) {
    uint64_t ignored;
    return bit_life_judge(&game->region, &node->position, goal_game_side(game, node->mover),
                          node->captured, NULL, zone != NULL ? zone : &ignored);
}

bool goal_node_play(const GoalGame *game, const GoalNode *before, Point p, GoalNode *after,
                    GoalMoveNotes *notes) {
    const Color mover = before->mover;
    const BitPosition *position = &before->position;
    GoalMoveNotes ignored;
    notes = notes != NULL ? notes : &ignored;
    *notes = (GoalMoveNotes){false, false};
    *after = *before;
    after->mover = color_opponent(mover);
    after->position.ko = BIT_NO_POINT;
    if (p == POINT_PASS) {
        return true;
    }
    const int i = game->region.index_of[p];
    if (i == position->ko) {
        notes->forbidden = true;
        if (before->threats[mover] == 0) {
            return false;
        }
        if (before->threats[mover] != GOAL_THREATS_UNLIMITED) {
            after->threats[mover]--;
        }
    }
    if (!(bit_position_empty(&game->region, position) >> i & 1) ||
        !bit_position_play(&game->region, position, goal_game_side(game, mover), i,
                           &after->position)) {
        return false;
    }
    notes->takes_ko = after->position.ko != BIT_NO_POINT;
    if (notes->takes_ko && !goal_game_may_take_kos(game, mover)) {
        notes->forbidden = true;
        return false;
    }
    if (game->ko.ko != KO_IS_SIMPLE) {
        after->position.ko = BIT_NO_POINT;
    }
    if (mover != goal_target_color(game->goal)) {
        after->captured =
            bit_position_add_captured(&game->region, &after->position, after->captured);
    }
    return true;
}
