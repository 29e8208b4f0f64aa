/* A report of a search: its root and moves at one moment. Plain data, which belongs to the search
 * and is valid during the call of SearchWatch.report. */
#ifndef ENGINE_SEARCH_ANALYSIS_H
#define ENGINE_SEARCH_ANALYSIS_H

#include "engine/go/board/game.h"

enum { ANALYSIS_PV_MAX = 64, ANALYSIS_MOVES_MAX = CELL_COUNT_MAX + 1 };

/* Games as the evaluator expects them to end (EvalAnswer). */
typedef struct {
    double score, stdev; /* of the side to move at the root */
    double no_result;    /* the chance, 0..1 */
} AnalysisFinal;

/* Values are those of the side to move at the root: win rates 0..1, scores in points with komi. */
typedef struct {
    Point move;
    Point symmetry_of;  /* the equivalent move that was searched instead, or POINT_NONE */
    int64_t visits;     /* through this move, equivalent ones included */
    int64_t all_visits; /* of the position after it, on any path */
    double win_rate, score;
    double score_stdev;  /* of this search's evaluations below it; 0: fewer than two */
    AnalysisFinal final; /* means over those evaluations, or the root's if there were none */
    double lcb, prior;
    int pv_length; /* 1 or more: pv[0] is the move itself */
    Point pv[ANALYSIS_PV_MAX];
    int64_t pv_edge_visits[ANALYSIS_PV_MAX]; /* visits of each move */
    int64_t pv_visits[ANALYSIS_PV_MAX];      /* and its all_visits */
} AnalysisMove;

/* Means and standard deviations of ownership, by cell: 1 Black's, -1 White's. */
typedef struct {
    float mean[CELL_COUNT_MAX], stdev[CELL_COUNT_MAX];
} AnalysisOwnership;

typedef struct {
    Color color;      /* to move */
    uint64_t hash[2]; /* of the root's stones, side to move and ko, however it was reached */
    uint64_t symmetric_hash[2]; /* equal for all its images */
    int64_t visits;             /* of the root */
    double win_rate, score, score_stdev;
    AnalysisFinal final;
    bool is_last; /* the search has ended */
    int count;
    AnalysisMove moves[ANALYSIS_MOVES_MAX]; /* best first, unvisited ones included */
    bool has_ownership;
    AnalysisOwnership ownership;
    AnalysisOwnership *moves_ownership; /* [ANALYSIS_MOVES_MAX], after each of the moves; or NULL */
} Analysis;

/* What a search reports while it runs. */
typedef struct {
    double seconds;                  /* between reports */
    double first;                    /* before the first one; 0: seconds */
    bool ownership, moves_ownership; /* report ownership: of the root, after each of its moves */
    /* Called by one thread of the search while the others go on, and once at the end. */
    void (*report)(void *context, const Analysis *analysis);
    void *context;
} SearchWatch;

#endif
