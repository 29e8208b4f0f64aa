/* A local goal: what one side wants to reach with chosen stones, and where both may play.
 *
 * The *reacher* wins if the goal is reached after finitely many moves. The *holder* wins otherwise,
 * also if play goes on for ever: so stones in seki are not captured. Plain data and pure functions.
 */
#ifndef ENGINE_SOLVE_GOAL_GOAL_H
#define ENGINE_SOLVE_GOAL_GOAL_H

#include "engine/go/board/board.h"
#include "engine/go/reading/zone.h"
#include "hash/random.h"

typedef enum { GOAL_OPEN, GOAL_REACHED, GOAL_HELD } GoalOutcome;

typedef enum {
    GOAL_CAPTURE_ALL, /* capture all targets; the holder owns them */
    GOAL_CAPTURE_ANY, /* capture one of the targets */
    GOAL_LIVE,        /* make one of the targets unconditionally alive; the reacher owns them */
    GOAL_CONNECT,     /* join the first two targets into one chain; the reacher owns them */
} GoalKind;

enum { GOAL_TARGETS_MAX = 32, GOAL_POINTS_MAX = 64 };

typedef struct {
    GoalKind kind;
    Color reacher;
    Point targets[GOAL_TARGETS_MAX]; /* a stone of each chain */
    int target_count;
    Zone playable; /* where both sides may play. A liberty elsewhere is never filled: a chain that
                      has one is never captured. goal_finish adds all other chains beside it, the
                      targets, and for GOAL_CONNECT the reacher's chains beside it. */

    /* Set by goal_finish. */
    Point points[GOAL_POINTS_MAX]; /* the playable points */
    int point_count;
    int empty_count; /* of them */
    uint64_t hash;   /* of all of the above but empty_count */
} Goal;

/* Who wins kos. A side that wins kos ignores their ban, and the other side never takes one, since
 * it would be retaken at once with nothing changed. */
typedef enum { KO_IS_HOLDERS, KO_IS_SIMPLE, KO_IS_REACHERS } GoalKo;

typedef struct {
    GoalKo ko;
    int threats[2]; /* [color]: with KO_IS_SIMPLE, how many bans that color may break */
} GoalKoRule;

enum { GOAL_THREATS_MAX = 5, GOAL_THREATS_UNLIMITED = 255 };

/* Simple ko, with that many threats of one color. */
static inline GoalKoRule goal_ko_with_threats(Color color, int threats) {
    GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    ko.threats[color] = threats;
    return ko;
}

/* The outcome that color wants. */
static inline GoalOutcome goal_outcome_for(const Goal *goal, Color color) {
    return color == goal->reacher ? GOAL_REACHED : GOAL_HELD;
}

/* The rule by which color wins all kos. */
static inline GoalKo goal_kos_of(const Goal *goal, Color color) {
    return color == goal->reacher ? KO_IS_REACHERS : KO_IS_HOLDERS;
}

/* Adds a word to a hash. */
static inline uint64_t goal_mix(uint64_t hash, uint64_t word) {
    SplitMix mix = {hash};
    mix.state = splitmix_next(&mix) ^ word;
    return splitmix_next(&mix);
}

/* Is a point of the zone beside p, a point of the board? */
static inline bool zone_touches(const Zone *zone, Point p) {
    Point beside[4];
    point_neighbors(p, beside);
    return zone_has(zone, beside[0]) || zone_has(zone, beside[1]) || zone_has(zone, beside[2]) ||
           zone_has(zone, beside[3]);
}

/* Begins a goal without targets, playable on the whole board. */
void goal_init(Goal *goal, const Board *board, GoalKind kind, Color reacher);

/* Adds the chain at p as a target. Returns false if there are too many. */
bool goal_add_target(Goal *goal, const Board *board, Point p);

/* Adds to a region the chains beside it that play inside may capture. Returns how many points it
 * has then. */
int goal_close_region(const Board *board, Zone *playable);

/* Checks the goal and fills in what follows from it. Returns false with a message if it makes no
 * sense on the board: no targets, targets of the wrong color, too few of them, no playable point,
 * or more than GOAL_POINTS_MAX. A goal that was refused is never decided by a search. */
bool goal_finish(Goal *goal, const Board *board, Status *status);

/* Makes of a goal of capture that of giving one of its targets two eyes. Fails as goal_finish
 * does. */
bool goal_make_life(const Goal *capture, const Board *board, Goal *life, Status *status);

/* Adds the targets that are no longer on the board to a set of captured ones, a bit each. A stone
 * placed there later is no target. */
uint32_t goal_add_captured(const Goal *goal, const Board *board, uint32_t captured);

/* Does the reacher capture (or else own) the targets? */
static inline bool goal_is_capture(const Goal *goal) {
    return goal->kind == GOAL_CAPTURE_ALL || goal->kind == GOAL_CAPTURE_ANY;
}

static inline Color goal_target_color(const Goal *goal) {
    return goal_is_capture(goal) ? color_opponent(goal->reacher) : goal->reacher;
}

/* Is an empty point that is not playable beside p? */
bool goal_has_exit(const Goal *goal, const Board *board, Point p);

/* Is one beside any of the playable points? */
bool goal_is_open(const Goal *goal, const Board *board);

/* How many liberties of the chain at p lie outside the playable points? With one it is never
 * captured. */
int goal_count_outside(const Zone *playable, const Board *board, Point p);

/* Adds the stones of the chain at p. */
void goal_add_chain(const Board *board, Point p, Zone *zone);

#endif
