/* The settings of a match, as in the first line of its log. */
#ifndef REGRESS_MATCH_SETTINGS_H
#define REGRESS_MATCH_SETTINGS_H

#include "engine/base/json.h"
#include "regress/match/openings/openings.h"
#include "regress/match/options.h"

/* Returns everything that must be the same for a log to be continued. The number of games, and of
 * games at a time, may differ. The caller frees the object with json_decref. */
json_t *match_settings(const MatchOptions *options, const Openings *openings);

#endif
