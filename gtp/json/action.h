/* Actions: queries for something other than an analysis. They are answered at once. */
#ifndef GTP_JSON_ACTION_H
#define GTP_JSON_ACTION_H

#include "gtp/json/analysis_threads.h"

/* The release of KataGo whose protocol this is. */
#define ACTION_KATAGO_VERSION "1.17.2"

/* Runs the action of the object, which has an id, and answers. Frees the object. */
void action_run(AnalysisContext *context, json_t *object);

#endif
