/* An engine's analysis of a position, read from its answer to kata-analyze. Pure functions. */
#ifndef REGRESS_REVIEW_POSITION_ANALYSIS_H
#define REGRESS_REVIEW_POSITION_ANALYSIS_H

#include "engine/base/status.h"
#include "engine/go/board/point.h"

#include <stdint.h>

enum { POSITION_ANALYSIS_PV_MAX = 32, POSITION_ANALYSIS_IMAGES_MAX = 8 };

/* Values are from Black's side: win rates 0..1, scores in points, owner 1 (Black) to -1 (White). */
typedef struct {
    int64_t visits;
    double win_rate, score; /* of the position; score NAN: unknown */
    Point best;             /* POINT_NONE: unknown */
    int64_t best_visits;
    double best_win_rate, best_score; /* after that move; without one, of the position */
    int pv_length;
    Point pv[POSITION_ANALYSIS_PV_MAX]; /* best is the first */
    int image_count;
    Point images[POSITION_ANALYSIS_IMAGES_MAX]; /* moves symmetric to the best one */
    bool has_owner;
    float owner[CELL_COUNT_MAX]; /* row by row from the top */
} PositionAnalysis;

/* Reads a line of the response, whose values are from the side to move. Skips unknown fields. Fails
 * if the line is not an analysis of a board of this size. */
bool position_analysis_read(const char *line, int width, int height, Color to_move,
                            PositionAnalysis *analysis, Status *status);

/* Is value between 0 and 1? False for NAN. */
bool position_analysis_is_win_rate(double value);

/* Is the move the best one, or as good by symmetry? */
bool position_analysis_agrees(const PositionAnalysis *analysis, Point move);

#endif
