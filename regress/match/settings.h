/* What a match is, as the first line of its log holds it. */
#ifndef REGRESS_MATCH_SETTINGS_H
#define REGRESS_MATCH_SETTINGS_H

#include "engine/base/json.h"
#include "regress/match/openings/openings.h"
#include "regress/match/options.h"

/* All that must be the same for a log to be continued; the number of games and of those played at
 * once is none of it. The caller frees the object. */
json_t *match_settings(const MatchOptions *options, const Openings *openings);

#endif
