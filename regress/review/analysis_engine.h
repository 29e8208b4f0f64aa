/* A GTP engine that is asked about positions of a game.
 *
 * Invariant: a running engine has been told the positions of the line before `next`. An
 * AnalysisEngine belongs to the thread that first asks it (engine_client.h). */
#ifndef REGRESS_REVIEW_ANALYSIS_ENGINE_H
#define REGRESS_REVIEW_ANALYSIS_ENGINE_H

#include "engine/review/game_line.h"
#include "engine/review/position_analysis.h"
#include "regress/engine/engine_client.h"

/* The effort for each position: whichever limit is reached first. */
typedef struct {
    int64_t visits; /* at most, visits kept from before included; INT64_MAX: no limit */
    double seconds; /* INFINITY: no limit */
} AnalysisLimits;

/* The caller sets all before `next`. */
typedef struct {
    EngineClient client;
    const GameLine *line;
    AnalysisLimits limits;

    int next;            /* position to tell it */
    bool has_worked;     /* since it was started */
    bool knows_handicap; /* set_free_handicap */
    bool knows_limit;    /* maxvisits */
} AnalysisEngine;

/* Returns the report about a position (position_analysis.h), which the caller frees; it never has
 * more visits than the limit. Starts the engine if need be. Returns NULL on failure. */
char *analysis_engine_ask(AnalysisEngine *engine, int position, Status *status);

/* Asks why the move after a position is a mistake, by a command of this program (dihedra-reason).
 * Returns its answer, which the caller frees; NULL if the engine refuses or fails. */
char *analysis_engine_ask_reason(AnalysisEngine *engine, int position, const char *command);

#endif
