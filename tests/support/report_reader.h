/* A strict reader of the lines that analyses send: every word in its place, every number of its
 * type and within its bounds, figures that depend on each other in agreement, every line of play
 * legal move by move. What is amiss fails the test. */
#ifndef TESTS_SUPPORT_REPORT_READER_H
#define TESTS_SUPPORT_REPORT_READER_H

#include "engine/search/analysis.h"
#include "gtp/report.h"

typedef struct {
    Point move, symmetry_of; /* POINT_NONE: of none */
    long visits, edge_visits;
    double win, lcb, prior, score, score_stdev; /* win, lcb, prior of 0..1 in both dialects */
    int pv_length;
    Point pv[ANALYSIS_PV_MAX];
    AnalysisOwner owner; /* as the line has it: positive for the side to move */
} ReadMove;

typedef struct {
    int count;
    ReadMove moves[ANALYSIS_MOVES_MAX];
    long visits; /* rootInfo, where it was asked for; score the root's */
    double win, score;
    AnalysisOwner owner;
} ReadReport;

/* Reads a line, without its end, that tells of the game's present position with color to move in
 * this form. The caller frees it. */
ReadReport *report_read(const char *line, const ReportForm *form, const Game *game, Color color);

#endif
