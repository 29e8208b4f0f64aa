/* The game that a goal search plays: its positions, moves and keys, and how far it is searched.
 * Plain data; it belongs to one thread. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_NODE_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_NODE_H

#include "engine/base/deadline.h"
#include "engine/solve/goal/bits/bit_position.h"

typedef struct {
    const Goal *goal;
    GoalKoRule ko;
    uint64_t salt; /* of keys, the same for all rules for kos */
    BitRegion region;
} GoalGame;

typedef struct {
    BitPosition position;
    Color mover;
    uint32_t captured; /* targets */
    uint8_t threats[2];
} GoalNode;

/* What a move met. */
typedef struct {
    bool takes_ko;  /* it takes a ko */
    bool forbidden; /* a ban, or the rule for kos, is against it */
} GoalMoveNotes;

/* How the table names a move: by its bit, which is the same in regions that are alike. */
static inline Point goal_game_name_move(const GoalGame *game, Point p) {
    return p > POINT_RESIGN ? (Point)(POINT_RESIGN + 1 + game->region.index_of[p]) : p;
}

static inline Point goal_game_find_move(const GoalGame *game, Point name) {
    return name > POINT_RESIGN ? game->region.point_of[name - POINT_RESIGN - 1] : name;
}

static inline BitSide goal_game_side(const GoalGame *game, Color color) {
    return color == goal_target_color(game->goal) ? BIT_OWNER : BIT_ATTACKER;
}

static inline bool goal_game_may_take_kos(const GoalGame *game, Color color) {
    return game->ko.ko == KO_IS_SIMPLE || game->ko.ko == goal_kos_of(game->goal, color);
}

/* Begins a game. Returns false if its region cannot be told (bit_region_find). */
bool goal_game_begin(GoalGame *game, const Goal *goal, const Board *board, GoalKoRule ko);

void goal_node_set(const GoalGame *game, const Board *board, Color mover, uint32_t captured,
                   GoalNode *node);

uint64_t goal_node_key(const GoalGame *game, const GoalNode *node);

/* The part of a key that depends on threats, which is XORed in: 0 without threats. */
uint64_t goal_node_threats_key(const GoalGame *game, const GoalNode *node);

/* What the position shows without reading on (bit_life.h, without rooms). zone: may be NULL. */
GoalOutcome goal_node_judge(const GoalGame *game, const GoalNode *node, uint64_t *zone);

/* Makes `after` the node after a move, if the rules and the rule for kos allow it. notes: may be
 * NULL. */
bool goal_node_play(const GoalGame *game, const GoalNode *before, Point p, GoalNode *after,
                    GoalMoveNotes *notes);

/* An evaluator that the caller of local searches hands in, such as a network. It decides estimates
 * and the order of moves, never a proof. */
typedef struct {
    float ownership[CELL_COUNT_MAX]; /* [cell]: 1 Black's, -1 White's */
    float policy[POINT_COUNT]; /* [point]: a weight, at least 0, for each legal move of the side to
                                  move */
} LocalEvaluation;

typedef struct {
    /* Evaluates the stones of a position without its history. Returns false on failure. */
    bool (*evaluate)(void *context, const Board *board, Color mover, LocalEvaluation *evaluation);
    void *context;
} LocalEvaluator;

/* How far a goal search goes, and what its caller lends it. */
typedef struct {
    int64_t nodes;            /* positions to search */
    const Deadline *deadline; /* NULL: none */
    bool trusting; /* ends lines of GOAL_CONNECT by bit_link_judge: the outcome is not proved */
    const LocalEvaluator *evaluator; /* for what is not proved; NULL: none */
} GoalLimits;

#endif
