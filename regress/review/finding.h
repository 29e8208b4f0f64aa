/* An analysed position as JSON: what ranks send each other, and what a log keeps. */
#ifndef REGRESS_REVIEW_FINDING_H
#define REGRESS_REVIEW_FINDING_H

#include "engine/base/json.h"
#include "regress/review/game_line.h"
#include "regress/review/position_analysis.h"

typedef struct {
    int position;
    int depth;                         /* 1: searched; 2: searched deeper */
    const char *engine_name, *version; /* point into the JSON that was read */
    const PositionAnalysis *analysis;  /* to write */
} Finding;

json_t *finding_to_json(const Finding *finding, const GameLine *line);

/* Reads all members but analysis, which goes to *analysis. Returns false if the JSON is not a
 * finding about a position of the line. */
bool finding_from_json(const json_t *json, const GameLine *line, Finding *finding,
                       PositionAnalysis *analysis);

#endif
