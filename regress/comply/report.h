/* The report of `dihedra comply` about an engine: a JSON object, which --json prints and the page
 * shows, with command, name, version, counts of outcomes, seconds, levels and checks. */
#ifndef REGRESS_COMPLY_REPORT_H
#define REGRESS_COMPLY_REPORT_H

#include "regress/comply/probe.h"

/* The engine's command as people know it. The caller frees the report with json_decref. */
json_t *comply_report_new(const char *command);

/* Adds the result of the check that has just run. */
void comply_report_add(json_t *report, const ComplyCheck *check, Probe *probe, double seconds);

/* Adds what the engine is ready for, once all checks have run. */
void comply_report_end(json_t *report, const CheckList *list, const Probe *probe, double seconds);

/* How many checks have failed. */
int comply_report_failures(const json_t *report);

/* Prints failures, advice and who can use the engine; the other checks too if is_verbose. */
void comply_report_print(const json_t *report, bool is_verbose, FILE *stream);

#endif
