/* A question about a goal as GNU Go's commands put it: who moves first wants a code and a move, and
 * an answer by judgement if nothing is proved. */
#ifndef ENGINE_SOLVE_DRAGON_LOCAL_QUESTION_H
#define ENGINE_SOLVE_DRAGON_LOCAL_QUESTION_H

#include "engine/solve/dragon/local_search.h"
#include "engine/solve/problem/goal_answer.h"
#include "engine/solve/problem/region.h"

typedef struct {
    GoalCode code; /* never GOAL_UNKNOWN */
    Point move;    /* POINT_PASS if nothing need be played, POINT_NONE if it fails */
    bool proved;   /* within the region; an open one ends where stones count as safe */
    bool doubted;  /* the mover succeeds, but the evaluator is sure that it fails */
    RegionKind region;
    int64_t nodes;
} LocalAnswer;

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const Board *board;
    Color mover;
    GoalLimits limits;
    bool is_disputed; /* the caller has proved the contrary in another region: an evaluator decides
                       */
    bool is_race;     /* room is no life */
} GoalQuestion;

/* The answer if nothing need be played: mover succeeds as it stands, or fails whatever it does. Not
 * proved. */
LocalAnswer local_answer_settled(bool succeeds);

/* The answer that is proved, if one is. */
GoalAnswer local_question_prove(const GoalQuestion *question);

/* Does a code say that the targets survive? In an open region that may mean no more than that they
 * get out of it. */
bool local_question_survives(const GoalQuestion *question, GoalCode code);

/* The same question if the opponent moves first. */
GoalQuestion local_question_other_side(const GoalQuestion *question);

/* Asks the goal, with the kind of its region.
 *
 * With an evaluator in the limits, a local search estimates a capture goal, too: that
 * is the answer if nothing is proved, and where it is sure of a move, that move is. A ko counts if
 * one threat of the loser decides it.
 *
 * Without one, or if its time is over, targets of a capture in a region of 36 empty points or more
 * live, except in a race; otherwise the side that moves first is taken to succeed by the move that
 * took most work. If mover succeeds, also when the other side moves first, the move is POINT_PASS.
 */
LocalAnswer local_question_ask(const GoalQuestion *question, RegionKind region);

/* A ko is one if one threat decides it: makes a win of an answer that wins although the other side
 * has a threat, and a failure of one that fails although mover has a threat. */
void local_question_simplify_ko(const GoalQuestion *question, GoalAnswer *answer);

/* Does the move reach the answer's code, too? Adds the nodes to the answer's. */
bool local_question_move_does(const GoalQuestion *question, Point move, LocalAnswer *answer);

#endif
