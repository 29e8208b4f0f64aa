/* The answers to a problem of life and death in words and as JSON. */
#ifndef GTP_SOLVE_PROBLEM_TEXT_H
#define GTP_SOLVE_PROBLEM_TEXT_H

#include "engine/base/json.h"
#include "engine/solve/problem/problem.h"

/* Appends the status, and that without ko threats if it is another. */
void problem_add_status(Text *text, const ProblemSide *kills, const ProblemSide *saves);

/* Appends what is known as a sentence, as in "Black lives even if White plays first.". A side that
 * was not asked is NULL. */
void problem_add_sentence(Text *text, const Goal *goal, const Board *board,
                          const ProblemSide *kills, const ProblemSide *saves);

/* "yes", "no", "ko", ...: does the side that moves first succeed? */
const char *problem_code_name(GoalCode code);

/* Appends what a side that moves first gets: "yes", "ko, opponent needs 1 threat", ... threats: as
 * in ProblemMove. */
void problem_add_result(Text *text, GoalCode code, int threats, bool any_threats);

/* ---- As JSON, for `dihedra tsumego --json` and dihedra-life ---- */

/* The caller frees the object. The members of a side that was not asked are null. */
json_t *problem_json(const Goal *goal, const Board *board, ProblemWider wider,
                     const ProblemSide *kills, const ProblemSide *saves);

/* A vertex; null if it is POINT_NONE. */
json_t *vertex_json(const Board *board, Point p);

json_t *vertices_json(const Board *board, const Point *points, int count);

/* The points of a zone. */
json_t *problem_zone_json(const Board *board, const Zone *zone);

#endif
