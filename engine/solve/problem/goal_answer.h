/* The answer to a question about a goal: for the side that moves first, with kos told apart by a
 * search for each rule. */
#ifndef ENGINE_SOLVE_PROBLEM_GOAL_ANSWER_H
#define ENGINE_SOLVE_PROBLEM_GOAL_ANSWER_H

#include "engine/solve/goal/search/goal_search.h"

/* The numbers are those of GNU Go's commands. */
typedef enum {
    GOAL_FAILS = 0,
    GOAL_WINS = 1,           /* whatever the ko threats */
    GOAL_WINS_KO = 2,        /* by a ko for which the other side needs the first threat */
    GOAL_WINS_KO_THREAT = 3, /* by a ko for which this side needs the first threat */
    GOAL_UNKNOWN = 4,        /* the search reached its limits */
} GoalCode;

typedef struct {
    GoalCode code;
    Point move; /* the first move, which may be POINT_PASS; POINT_NONE if it fails or is unknown */
    /* How many ko threats are enough: GOAL_THREATS_MAX + 1 if these are not, 0: not counted. */
    int threats;          /* GOAL_WINS_KO_THREAT: for the mover to win */
    int opponent_threats; /* GOAL_WINS_KO: for the other side */
    /* GOAL_WINS or GOAL_FAILS: the loser could win if the other side took no ko, but no number of
     * threats helps it. */
    bool any_threats;
    bool double_ko; /* any_threats: since there are two kos, or more */
    bool needs_ko;  /* GOAL_UNKNOWN: it fails if the other side wins every ko */
    int level;      /* any_threats, if the goal is reached: that of the claim (goal_claim.h) */
    int64_t nodes;  /* for all rules */
    Zone zone;      /* of the search that decided */
    int frame; /* radius of the frame (frames.h) in which the targets live; 0: none was needed */
} GoalAnswer;

/* mover moves first and wants to reach the goal or, if it is the holder, to prevent that. captured:
 * as for goal_search_run. The limit of nodes holds for each rule. */
GoalAnswer goal_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                       uint32_t captured, GoalLimits limits);

/* Counts the threats of an answer by a ko; if no number of them helps, it becomes GOAL_WINS or
 * GOAL_FAILS. */
void goal_answer_count_threats(GoalSearch *search, const Goal *goal, const Board *board,
                               Color mover, uint32_t captured, GoalLimits limits,
                               GoalAnswer *answer);

/* Of two answers for the side that moves first, the better one has the higher rank. */
int goal_answer_rank(const GoalAnswer *answer);

/* What an outcome is for the side that moves first. */
GoalCode goal_code_of(const Goal *goal, GoalOutcome outcome, Color mover);

/* The code of the side that has just moved, given that of the side that moves next. */
GoalCode goal_code_invert(GoalCode code);

#endif
