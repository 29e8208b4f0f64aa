/* An engine that is asked about positions of a game, by GTP or by KataGo's JSON analysis protocol
 * ("katago analysis ...").
 *
 * Invariant: over GTP a running engine has been told the positions of the line before `next`. An
 * AnalysisEngine belongs to the thread that first runs it (engine_client.h). */
#ifndef REGRESS_REVIEW_ANALYSIS_ENGINE_H
#define REGRESS_REVIEW_ANALYSIS_ENGINE_H

#include "regress/engine/engine_client.h"
#include "regress/review/analysis/game_line.h"
#include "regress/review/analysis/position_analysis.h"

/* The effort for each position: whichever limit is reached first. */
typedef struct {
    int64_t visits; /* at most, visits kept from before included; INT64_MAX: no limit */
    double seconds; /* INFINITY: no limit */
} AnalysisLimits;

/* The caller sets all before `game`. */
typedef struct {
    EngineClient client;
    const GameLine *line;
    AnalysisLimits limits;
    bool speaks_json;           /* the JSON protocol */
    PositionAnalysis *analyses; /* [position] */

    Game *game;          /* to check lines of play; NULL: the engine does not run */
    int next;            /* position to tell it */
    bool has_worked;     /* its process has analysed what it was asked to */
    bool knows_handicap; /* set_free_handicap */
    bool knows_limit;    /* maxvisits */
} AnalysisEngine;

/* Asks about positions first to last, one after another, and starts the engine if need be. An
 * analysis never has more visits than the limit. */
bool analysis_engine_run(AnalysisEngine *engine, int first, int last, Status *status);

/* Starts the process of an engine that does not run. */
bool analysis_engine_start(AnalysisEngine *engine, Status *status);

/* Stops the engine if it runs. How it ended does not matter. */
void analysis_engine_stop(AnalysisEngine *engine);

/* Does the command line start an engine that speaks the JSON protocol: is its second word
 * "analysis"? */
bool analysis_json_is_spoken(const char *command);

/* The same by the JSON protocol, all positions at once. */
bool analysis_json_run(AnalysisEngine *engine, int first, int last, Status *status);

/* Cuts each line of play of a position's analysis before its first illegal move. Fails if that is
 * its first move. */
bool analysis_engine_check(AnalysisEngine *engine, int index, Status *status);

#endif
