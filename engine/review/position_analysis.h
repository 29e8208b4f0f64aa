/* An engine's analysis of a position, as its report of kata-analyze has it; logs hold reports. Pure
 * functions. */
#ifndef ENGINE_REVIEW_POSITION_ANALYSIS_H
#define ENGINE_REVIEW_POSITION_ANALYSIS_H

#include "engine/review/game_line.h"

#include <stdint.h>

enum {
    POSITION_ANALYSIS_CANDIDATES_MAX = 5,
    POSITION_ANALYSIS_PV_MAX = 32,
    POSITION_ANALYSIS_IMAGES_MAX = 8
};

/* A move that the engine considered. */
typedef struct {
    Point move;
    int64_t visits;
    double win_rate, score, prior; /* after the move; score and prior NAN: unknown */
    int pv_length;
    Point pv[POSITION_ANALYSIS_PV_MAX]; /* begins with the move */
} Candidate;

/* Values are from Black's side: win rates 0..1, scores in points. */
typedef struct {
    int64_t visits;
    double win_rate, score; /* of the position; score NAN: unknown */
    /* The best move first, then those that are not symmetric to it. Without any, the first is
     * POINT_NONE with the values of the position. */
    int candidate_count;
    Candidate candidates[POSITION_ANALYSIS_CANDIDATES_MAX];
    int image_count;
    Point images[POSITION_ANALYSIS_IMAGES_MAX]; /* moves symmetric to the best one */
    bool has_owner;
    signed char owner[CELL_COUNT_MAX]; /* 10 Black's to -10 White's; row by row from the top */
} PositionAnalysis;

/* Reads a report of kata-analyze, whose values are from the side to move, about a position of the
 * line. Skips unknown words, and cuts each line of play before its first illegal move. Fails if the
 * report makes no sense, or a candidate is illegal. */
bool position_analysis_read(const char *report, const GameLine *line, int position,
                            PositionAnalysis *analysis, Status *status);

/* Is the move the best one, or as good by symmetry? */
bool position_analysis_agrees(const PositionAnalysis *analysis, Point move);

#endif
