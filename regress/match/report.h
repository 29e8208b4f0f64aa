/* The result of a match so far, computed from the finished games alone.
 *
 * Reads only; any thread may call while the games do not change. */
#ifndef REGRESS_MATCH_REPORT_H
#define REGRESS_MATCH_REPORT_H

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "regress/match/log.h"

/* How many games are finished. */
int match_finished_count(const MatchTable *table);

/* The sequential test of the first pairing; if colors alternate, by complete pairs. */
SprtState match_judge(const MatchTable *table);

/* `dihedra help match` describes the keys. The caller frees the object with json_decref. */
json_t *match_report_json(const MatchTable *table);

/* Adds to each pairing and engine what people are told of it: "facts", [label, value] each. */
void match_report_add_facts(json_t *report);

/* Adds the same facts as a text. */
void match_report_text(const json_t *report, Text *text);

/* Adds "9 of 12 games", and of two engines ", A 7.5 - 1.5 B". */
void match_report_line(const MatchTable *table, Text *text);

#endif
