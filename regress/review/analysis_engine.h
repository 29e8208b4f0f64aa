/* An engine that is led along a game and asked about its positions.
 *
 * Invariant: it is in the position it was last led to. An AnalysisEngine belongs to the thread that
 * started it (engine_process.h). */
#ifndef REGRESS_REVIEW_ANALYSIS_ENGINE_H
#define REGRESS_REVIEW_ANALYSIS_ENGINE_H

#include "regress/engine/engine_client.h"
#include "regress/review/line.h"
#include "regress/review/position_analysis.h"
#include "regress/review/rank_estimate.h"

typedef struct {
    EngineClient client;
    const GameLine *line;
    Game *game;          /* to check lines of play */
    bool knows_handicap; /* set_free_handicap */
    bool knows_ranks;    /* dihedra-rank-odds */
    int form;            /* of the request for analyses that it accepts */
    char name[64], version[64];
} AnalysisEngine;

/* The effort for each position: whichever limit is reached first. */
typedef struct {
    int64_t visits; /* at most, visits kept from before included; INT64_MAX: no limit */
    double seconds; /* INFINITY: no limit */
} AnalysisLimits;

/* Starts an engine, which does not run yet, and tells it the rules of the game. Fails if it does
 * not know kata-analyze. analysis_engine_stop must follow in any case. */
bool analysis_engine_start(AnalysisEngine *analysis_engine, const EngineClient *client,
                           const GameLine *line, Status *status);

/* Leads it to a position of the line, at first position 0, then each time the next. */
bool analysis_engine_set_position(AnalysisEngine *analysis_engine, int position, Status *status);

/* Asks about the position that it is in. The analysis never has more visits than the limit: fails
 * if the engine's first report has more even after it was told to forget what it knew. */
bool analysis_engine_ask(AnalysisEngine *analysis_engine, int position,
                         const AnalysisLimits *limits, PositionAnalysis *analysis, Status *status);

/* Asks what the next move, in the position that it is in, says about its player's rank: nothing if
 * the engine does not know or refuses. */
bool analysis_engine_ask_rank(AnalysisEngine *analysis_engine, int move, RankEvidence *evidence,
                              Status *status);

/* Stops the engine. How it ended does not matter. */
void analysis_engine_stop(AnalysisEngine *analysis_engine);

#endif
