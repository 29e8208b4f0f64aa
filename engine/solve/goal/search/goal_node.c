#include "engine/solve/goal/search/goal_node.h"

#include "engine/solve/goal/bits/bit_zone.h"
#include "engine/solve/goal/dilate.h"
#include "engine/solve/goal/goal_judge.h"

/* In bits the rules for kos share their keys. */
void goal_game_begin(GoalGame *game, const Goal *goal, const Board *board, GoalKoRule ko,
                     int variant) {
    game->goal = goal;
    game->ko = ko;
    game->bits.count = 0;
    if (variant == 0) {
        bit_region_find(goal, board, &game->bits);
    }
    game->playable = goal->playable;
    if (goal_game_is_in_bits(game)) {
        game->playable = (Zone){.bits = {game->bits.all}};
    }
    game->salt = goal_game_is_in_bits(game)
                     ? bit_region_hash(&game->bits)
                     : goal_mix(goal->hash, (uint64_t)ko.ko * 8 + (uint64_t)variant);
}

void goal_node_set(const GoalGame *game, const Board *board, Color mover, uint32_t captured,
                   GoalNode *node) {
    const bool binds =
        game->ko.ko == KO_IS_SIMPLE && (Color)board->to_move == mover && board->ko != POINT_NONE;
    board_copy(&node->board, board);
    node->board.ko = binds ? board->ko : POINT_NONE;
    if (goal_game_is_in_bits(game)) {
        node->bits = bit_position_read(&game->bits, board);
        node->bits.ko = binds && zone_has(&game->goal->playable, board->ko)
                            ? game->bits.index_of[board->ko]
                            : BIT_NO_POINT;
    }
    node->mover = mover;
    node->captured =
        goal_game_is_in_bits(game) ? bit_region_captured(&game->bits, captured) : captured;
    node->threats[0] = (uint8_t)game->ko.threats[0];
    node->threats[1] = (uint8_t)game->ko.threats[1];
}

uint64_t goal_node_key(const GoalGame *game, const GoalNode *node) {
    const Color first = goal_game_is_in_bits(game) ? goal_target_color(game->goal) : BLACK;
    const uint64_t rest = (uint64_t)node->captured << 16 | (uint64_t)node->threats[first] << 8 |
                          node->threats[color_opponent(first)];
    if (goal_game_is_in_bits(game)) {
        const BitPosition *position = &node->bits;
        const BitSide side = goal_game_side(game, node->mover);
        uint64_t key = game->salt + (uint64_t)side * 256 + position->ko;
        key = goal_mix(goal_mix(key, position->stones[0]), position->stones[1]);
        key = rest == 0 ? key : goal_mix(key, rest);
        return key != 0 ? key : 1;
    }
    const HashTables *hash = &node->board.geometry->hash;
    uint64_t key = node->board.hash.lane[0] ^ hash->context ^ hash->side[node->mover] ^ game->salt;
    if (node->board.ko != POINT_NONE) {
        key ^= hash->ko[node->board.geometry->cell_of[node->board.ko]].lane[0];
    }
    key ^= rest == 0 ? 0 : goal_mix(0, rest);
    return key != 0 ? key : 1;
}

/* The stones after a move, which must not be banned. Returns false if it is illegal. */
static bool place(const GoalGame *game, const GoalNode *before, Point p, GoalNode *after,
                  bool *takes_ko) {
    if (!goal_game_is_in_bits(game)) {
        *takes_ko = p != POINT_PASS && move_takes_ko(&before->board, before->mover, p);
        board_copy(&after->board, &before->board);
        board_play(&after->board, before->mover, p);
        return true;
    }
    *takes_ko = false;
    after->bits = before->bits;
    after->bits.ko = BIT_NO_POINT;
    if (p != POINT_PASS) {
        if (!bit_position_play(&game->bits, &before->bits, goal_game_side(game, before->mover),
                               game->bits.index_of[p], &after->bits)) {
            return false;
        }
        *takes_ko = after->bits.ko != BIT_NO_POINT;
    }
    return true;
}

static MoveCheck check_move(const GoalGame *game, const GoalNode *node, Point p) {
    if (!goal_game_is_in_bits(game)) {
        return board_check(&node->board, node->mover, p, false);
    }
    const int i = p == POINT_PASS ? BIT_NO_POINT : game->bits.index_of[p];
    return p == POINT_PASS                                         ? MOVE_LEGAL
           : i == node->bits.ko                                    ? MOVE_KO
           : bit_position_empty(&game->bits, &node->bits) >> i & 1 ? MOVE_LEGAL
                                                                   : MOVE_OCCUPIED;
}

bool goal_node_play(const GoalGame *game, const GoalNode *before, Point p, GoalNode *after,
                    GoalMoveNotes *notes) {
    const Color mover = before->mover;
    const MoveCheck check = check_move(game, before, p);
    const bool breaks_ban = check == MOVE_KO && before->threats[mover] > 0;
    *notes = (GoalMoveNotes){.forbidden = check == MOVE_KO};
    if ((check != MOVE_LEGAL && !breaks_ban) || !place(game, before, p, after, &notes->takes_ko)) {
        return false;
    }
    if (notes->takes_ko && !goal_game_may_take_kos(game, mover)) {
        notes->forbidden = true;
        return false;
    }
    if (game->ko.ko != KO_IS_SIMPLE) {
        after->board.ko = POINT_NONE;
        after->bits.ko = BIT_NO_POINT;
    }
    after->mover = color_opponent(mover);
    after->captured = before->captured;
    if (mover != goal_target_color(game->goal)) {
        after->captured =
            goal_game_is_in_bits(game)
                ? bit_position_add_captured(&game->bits, &after->bits, after->captured)
                : goal_add_captured(game->goal, &after->board, after->captured);
    }
    after->threats[0] = before->threats[0];
    after->threats[1] = before->threats[1];
    after->threats[mover] = (uint8_t)(after->threats[mover] - breaks_ban);
    return true;
}

void goal_node_add_targets(const GoalGame *game, const GoalNode *node, Zone *zone) {
    if (goal_game_is_in_bits(game)) {
        zone->bits[0] |= bit_position_targets(&game->bits, &node->bits, node->captured);
    } else {
        goal_add_targets(game->goal, &node->board, node->captured, zone);
    }
}

void goal_node_dilate_move(const GoalGame *game, const GoalNode *node, Point p, Zone *zone) {
    if (goal_game_is_in_bits(game)) {
        zone->bits[0] =
            bit_zone_dilate_move(&game->bits, &node->bits, goal_game_side(game, node->mover),
                                 game->bits.index_of[p], zone->bits[0]);
    } else {
        dilate_move(&node->board, node->mover, p, zone);
    }
}

void goal_node_dilate(const GoalGame *game, const GoalNode *node, Color winner, bool loser_moves,
                      bool loser_takes_kos, Zone *zone) {
    if (goal_game_is_in_bits(game)) {
        zone->bits[0] = bit_zone_dilate(&game->bits, &node->bits, goal_game_side(game, winner),
                                        loser_moves, loser_takes_kos, zone->bits[0]);
    } else {
        dilate_position(game->goal, &node->board, winner, loser_moves, loser_takes_kos, zone);
    }
}
