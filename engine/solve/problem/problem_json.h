/* A solved problem as JSON, the same for `dihedra tsumego --json` and the GTP command dihedra-life.
 */
#ifndef ENGINE_SOLVE_PROBLEM_PROBLEM_JSON_H
#define ENGINE_SOLVE_PROBLEM_PROBLEM_JSON_H

#include "engine/base/json.h"
#include "engine/solve/problem/problem.h"

/* "yes", "no", "ko: takes it first", ...: does the side that moves first succeed? */
const char *problem_code_name(GoalCode code);

/* The caller frees the object. The members of a side that was not asked are null. */
json_t *problem_json(const Goal *goal, const Board *board, const ProblemSide *kills,
                     const ProblemSide *saves);

/* The points of a zone. */
json_t *problem_zone_json(const Board *board, const Zone *zone);

#endif
