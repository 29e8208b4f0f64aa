/* A strict reader of the lines that analyses send: it checks that every word is in its place, every
 * number is of its type and within its bounds, figures that depend on each other agree, and every
 * line of play is legal move by move. Anything wrong fails the test. */
#ifndef TESTS_SUPPORT_READER_REPORT_READER_H
#define TESTS_SUPPORT_READER_REPORT_READER_H

#include "engine/search/analysis.h"
#include "gtp/commands/dialects/info_line.h"

typedef struct {
    Point move, symmetry_of; /* POINT_NONE: the image of no move */
    long visits, edge_visits;
    double win, lcb, prior, score, score_stdev; /* win, lcb and prior are 0..1 in both dialects */
    double no_result;
    int pv_length;
    Point pv[ANALYSIS_PV_MAX];
    AnalysisOwnership ownership; /* as in the line: positive for the side to move */
} ReadMove;

typedef struct {
    int count;
    ReadMove moves[ANALYSIS_MOVES_MAX];
    long visits; /* of rootInfo, if it was asked for, as win and score */
    double win, score;
    AnalysisOwnership ownership;
} ReadReport;

/* Reads a line, without its end, that reports on the game's present position with color to move, in
 * this form. The caller frees the result. */
ReadReport *report_read(const char *line, const InfoLineForm *form, const Game *game, Color color);

#endif
