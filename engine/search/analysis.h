/* What a search thinks of its root at one moment: reports while it runs, and at its end. */
#ifndef ENGINE_SEARCH_ANALYSIS_H
#define ENGINE_SEARCH_ANALYSIS_H

#include "engine/board/game.h"

enum { ANALYSIS_PV_MAX = 64, ANALYSIS_MOVES_MAX = CELL_COUNT_MAX + 1 };

/* Values are of the side to move at the root; win rates 0..1, scores in points, komi included. */
typedef struct {
    Point move;
    Point symmetry_of;  /* the equivalent move that was searched for both; POINT_NONE: this one */
    int64_t visits;     /* through this move, the equivalent ones' among them */
    int64_t all_visits; /* of the position after it, by whatever path */
    double win_rate, score;
    double score_stdev; /* of single evaluations of this search below it; 0: fewer than two */
    double lcb, prior;
    int pv_length; /* 1 or more, the move itself the first */
    Point pv[ANALYSIS_PV_MAX];
    int64_t pv_edge_visits[ANALYSIS_PV_MAX]; /* of each of its moves, as visits */
    int64_t pv_visits[ANALYSIS_PV_MAX];      /* and as all_visits */
} AnalysisMove;

/* Means and standard deviations of ownership, by cell: 1 Black's, -1 White's. */
typedef struct {
    float mean[CELL_COUNT_MAX], stdev[CELL_COUNT_MAX];
} AnalysisOwner;

typedef struct {
    Color color;    /* to move */
    uint64_t key;   /* of the root up to symmetry, its history with it */
    uint64_t check; /* second word of that key */
    int64_t visits; /* of the root */
    double win_rate, score, score_stdev;
    int count;
    AnalysisMove moves[ANALYSIS_MOVES_MAX]; /* the one to choose first; unvisited ones too */
    bool has_owner;
    AnalysisOwner owner;
    AnalysisOwner *moves_owner; /* [ANALYSIS_MOVES_MAX], of each of the moves; or NULL */
} Analysis;

/* What a search tells while it runs. */
typedef struct {
    double seconds;          /* between reports */
    bool owner, moves_owner; /* who owns what: of the root, and after each of its moves */
    /* Called by one of the threads of the search, while the others go on, and once at the end. */
    void (*report)(void *context, const Analysis *analysis);
    void *context;
} SearchWatch;

#endif
