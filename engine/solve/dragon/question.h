/* A question about a goal as GNU Go's commands put it: the side that moves first wants a code and a
 * move, and an estimate if nothing is proved. */
#ifndef ENGINE_SOLVE_DRAGON_QUESTION_H
#define ENGINE_SOLVE_DRAGON_QUESTION_H

#include "engine/solve/dragon/estimate.h"

typedef struct {
    GoalCode code; /* never GOAL_UNKNOWN */
    Point move;    /* POINT_NONE if it fails, POINT_PASS if nothing need be played */
    bool proved;   /* within the region */
} Answer;

/* What the goal search proves. A ko counts only if one threat decides it: a side that wins although
 * the other has a threat just wins, and one that needs two fails. */
GoalAnswer question_prove(const Question *question);

/* Does what question_prove has found leave the question open? Stones that get out of an open region
 * are not proved to live. */
bool question_is_open(const Question *question, GoalCode found);

/* The proof, if there is one. If mover succeeds, its move is POINT_PASS where that is proved to be
 * enough, or else the first of the evaluator's that is proved, too. An estimate (estimate.h)
 * decides what is not proved. Without an evaluator, stones in an open region live; otherwise the
 * side that moves first succeeds, by no move that is known. */
Answer question_ask(const Question *question);

/* The same with what question_prove has found. */
Answer question_decide(const Question *question, GoalAnswer found);

/* The answer if nothing need be played: mover succeeds as it stands, or fails whatever it does. Not
 * proved. */
Answer answer_settled(bool succeeds);

#endif
