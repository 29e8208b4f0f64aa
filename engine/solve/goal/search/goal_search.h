/* Searches whether the reacher of a goal reaches it: df-pn (A. Nagai, "Df-pn algorithm for
 * searching AND/OR trees", 2002) over all moves that can matter.
 *
 * Both answers are proved for play within the goal's playable points, under a given rule for kos:
 * "reached" by a finite tree, "held" by a set of positions that the holder never has to leave. When
 * all moves that were tried lose, the moves in the zone of that proof are added (bit_position.h);
 * the rest cannot change it. A search that ends at its limits says "open".
 *
 * A GoalSearch belongs to one thread, which may let others help it. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_SEARCH_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_SEARCH_H

#include "engine/base/deadline.h"
#include "engine/solve/goal/bits/bit_position.h"

/* ---- The game that is searched: its positions, moves and keys (goal_node.c). Plain data; it
 * belongs to one thread. ---- */

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

/* ---- Limits ---- */

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

/* ---- Searches ---- */

typedef struct GoalSearch GoalSearch;

/* Returns NULL if out of memory. */
GoalSearch *goal_search_new(int megabytes);
void goal_search_free(GoalSearch *search); /* may be NULL */

/* Lets 1 to TEAM_MAX threads (engine/base/team.h) make each later search, on one table. Returns
 * false, and leaves it to one, if out of memory. */
bool goal_search_use_threads(GoalSearch *search, int count);

/* Forgets all earlier searches: what comes next is as it would be of a new search. */
void goal_search_forget(GoalSearch *search);

typedef struct {
    GoalOutcome outcome;
    Point move;  /* wins for the side that moves first, or POINT_PASS; POINT_NONE if it loses */
    bool ko_met; /* the rule for kos may have made a difference */
    int64_t nodes;
    Zone zone; /* moves elsewhere do not change the outcome */
} GoalResult;

/* mover moves first; a ko of the board binds it if it is to move and kos are simple. captured: the
 * targets that were captured before, a bit each. The goal must be finished, on this board or one
 * before it: if a chain beside the region may be captured now, the outcome is open. */
GoalResult goal_search_run(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                           uint32_t captured, GoalKoRule ko, GoalLimits limits);

/* The same for a position of a game, which has the rule for kos. Sets no zone. */
GoalResult goal_search_run_node(GoalSearch *search, const GoalGame *game, const GoalNode *node,
                                GoalLimits limits);

/* What the position shows without a search. When it is decided, sets *zone to the points that this
 * rests on. */
GoalOutcome goal_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

typedef struct {
    Point point;
    GoalOutcome outcome; /* as far as it is known */
    int64_t nodes;
} GoalMove;

/* After a run that was decided: lists the moves that it tried in the root, which holds all that can
 * win if the side that moves first loses. Returns their number. */
int goal_search_list_moves(const GoalSearch *search, GoalMove moves[GOAL_POINTS_MAX + 1]);

/* After a run: the moves that follow from the position by the table, the longest resistance first.
 * Returns their number, at most `most`. */
int goal_search_find_line(GoalSearch *search, Point *line, int most);

#endif
