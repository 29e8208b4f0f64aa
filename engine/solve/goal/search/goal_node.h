/* The game that a goal search plays: its positions, moves, keys and zones, in bits if the region
 * allows it (bit_region.h). Zones then have indexes of points (goal_game_index). Plain data; it
 * belongs to one thread. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_NODE_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_NODE_H

#include "engine/solve/goal/bits/bit_position.h"

typedef struct {
    const Goal *goal;
    GoalKoRule ko;
    uint64_t salt; /* of keys */
    Zone playable; /* as zones name points */
    BitRegion bits;
} GoalGame;

typedef struct {
    Board board;      /* if the region is not in bits; its to_move does not count */
    BitPosition bits; /* if it is */
    Color mover;
    uint32_t captured; /* targets, in the order of the goal; in bits in that of the region */
    uint8_t threats[2];
} GoalNode;

/* What a move met. */
typedef struct {
    bool takes_ko;  /* it takes a ko */
    bool forbidden; /* a ban, or the rule for kos, is against it */
} GoalMoveNotes;

static inline bool goal_game_is_in_bits(const GoalGame *game) {
    return game->bits.count > 0;
}

/* How zones name a playable point. */
static inline Point goal_game_index(const GoalGame *game, Point p) {
    return goal_game_is_in_bits(game) ? game->bits.index_of[p] : p;
}

/* How the table names a move: in bits by its index, which is the same in regions that are alike. */
static inline Point goal_game_name_move(const GoalGame *game, Point p) {
    const bool is_index = goal_game_is_in_bits(game) && p > POINT_RESIGN;
    return is_index ? (Point)(POINT_RESIGN + 1 + game->bits.index_of[p]) : p;
}

static inline Point goal_game_find_move(const GoalGame *game, Point name) {
    const bool is_index = goal_game_is_in_bits(game) && name > POINT_RESIGN;
    return is_index ? game->bits.point_of[name - POINT_RESIGN - 1] : name;
}

static inline BitSide goal_game_side(const GoalGame *game, Color color) {
    return color == goal_target_color(game->goal) ? BIT_OWNER : BIT_ATTACKER;
}

static inline bool goal_game_may_take_kos(const GoalGame *game, Color color) {
    return game->ko.ko == KO_IS_SIMPLE || game->ko.ko == goal_kos_of(game->goal, color);
}

static inline bool goal_node_has_ban(const GoalGame *game, const GoalNode *node) {
    return goal_game_is_in_bits(game) ? node->bits.ko != BIT_NO_POINT
                                      : node->board.ko != POINT_NONE;
}

static inline bool goal_node_is_empty(const GoalGame *game, const GoalNode *node, Point p) {
    return goal_game_is_in_bits(game)
               ? bit_position_empty(&game->bits, &node->bits) >> game->bits.index_of[p] & 1
               : node->board.color[p] == EMPTY;
}

/* The variant of a game that is played on the board. */
enum { GOAL_GAME_ON_BOARD = 1 };

/* Begins a game. variant, 0 to 7: 0 is played in bits if the region allows it; all others are
 * played on the board, and their keys differ. */
void goal_game_begin(GoalGame *game, const Goal *goal, const Board *board, GoalKoRule ko,
                     int variant);

void goal_node_set(const GoalGame *game, const Board *board, Color mover, uint32_t captured,
                   GoalNode *node);

uint64_t goal_node_key(const GoalGame *game, const GoalNode *node);

/* Makes `after` the node after a move, if the rules and the rule for kos allow it. */
bool goal_node_play(const GoalGame *game, const GoalNode *before, Point p, GoalNode *after,
                    GoalMoveNotes *notes);

/* Adds the stones of the targets that are still there. */
void goal_node_add_targets(const GoalGame *game, const GoalNode *node, Zone *zone);

/* As dilate_move and dilate_position (dilate.h). */
void goal_node_dilate_move(const GoalGame *game, const GoalNode *node, Point p, Zone *zone);
void goal_node_dilate(const GoalGame *game, const GoalNode *node, Color winner, bool loser_moves,
                      bool loser_takes_kos, Zone *zone);

#endif
