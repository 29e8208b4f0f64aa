/* The member "life" of an answer: a problem of life and death, solved beside the search. */
#ifndef GTP_JSON_LIFE_ANSWER_H
#define GTP_JSON_LIFE_ANSWER_H

#include "engine/solve/goal/search/goal_search.h"
#include "gtp/json/query/life.h"

/* Appends what dihedra-life would answer in the position; if the query gives threats, also whether
 * the side that moves first succeeds with them. What is not known at the limits, or when *cancel is
 * set, is "unknown". Returns false with a message if the targets or the region make no sense in
 * this position. */
bool life_answer_add(GoalSearch *search, const QueryLife *life, const Board *board,
                     const _Atomic bool *cancel, Text *text, Status *status);

#endif
