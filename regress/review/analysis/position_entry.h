/* An analysed position as JSON, for messages between ranks and for logs. */
#ifndef REGRESS_REVIEW_POSITION_ENTRY_H
#define REGRESS_REVIEW_POSITION_ENTRY_H

#include "engine/base/json.h"
#include "regress/review/analysis/game_line.h"
#include "regress/review/analysis/position_analysis.h"

typedef struct {
    int position;
    int depth;                         /* 1: searched; 2: searched deeper */
    const char *engine_name, *version; /* point into the JSON that was read */
    const PositionAnalysis *analysis;  /* to write */
} PositionEntry;

json_t *position_entry_to_json(const PositionEntry *entry, const GameLine *line);

/* Reads all members but analysis, which goes to *analysis. Returns false if the JSON is not a
 * entry about a position of the line. */
bool position_entry_from_json(const json_t *json, const GameLine *line, PositionEntry *entry,
                              PositionAnalysis *analysis);

#endif
