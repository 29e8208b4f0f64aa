/* Problems of life and death and their answers in words and as JSON. */
#ifndef GTP_SOLVE_PROBLEM_TEXT_H
#define GTP_SOLVE_PROBLEM_TEXT_H

#include "engine/base/json.h"
#include "engine/solve/problem/problem.h"

/* "yes", "no", "ko", ...: does the side that moves first succeed? */
const char *problem_code_name(GoalCode code);

/* Adds the targets, the status and where play is, in lines. frame: stones that were added before
 * the problem was solved. */
void problem_add(Text *text, const Problem *problem, const Zone *frame);

/* Adds which walls of the region (engine/solve/problem/region.h) the answers assume to be safe. */
void problem_add_walls(Text *text, const Problem *problem);

/* Adds the answer for a side, with its first moves. */
void problem_add_side(Text *text, const Problem *problem, const ProblemSide *side);

/* ---- As JSON, for `dihedra tsumego --json` and dihedra-life ---- */

/* The caller frees the object. The members of a side that was not asked are null. */
json_t *problem_json(const Problem *problem);

/* A vertex; null if it is POINT_NONE. */
json_t *vertex_json(const Board *board, Point p);

json_t *vertices_json(const Board *board, const Point *points, int count);

/* The points of a zone. */
json_t *zone_json(const Board *board, const Zone *zone);

#endif
