/* The results of `dihedra comply` about an engine, and their reports. */
#ifndef REGRESS_COMPLY_REPORT_H
#define REGRESS_COMPLY_REPORT_H

#include "engine/base/json.h"
#include "regress/comply/probe.h"

#include <stdio.h>

typedef enum {
    COMPLY_PASSED,
    COMPLY_FAILED,
    COMPLY_ADVISED, /* a custom that is not followed */
    COMPLY_SKIPPED,
    COMPLY_OUTCOMES
} ComplyOutcome;

typedef struct {
    const ComplyCheck *check;
    ComplyOutcome outcome;
    const char *reason; /* why it was skipped, constant; NULL: it was not */
    double seconds;
    Complaint complaints[COMPLAINTS_MAX];
    int complaint_count;
} ComplyResult;

typedef struct {
    const char *command;
    const char *name, *version; /* of the engine */
    const char *commands;       /* that it lists, separated by blanks */
    bool speaks_analysis;       /* KataGo's JSON protocol, not GTP */
    ComplyResult *results;
    size_t count;
    int counts[COMPLY_OUTCOMES];
    double seconds;
} ComplyReport;

/* Adds the result of the check that has just run, whose complaints it takes over. */
void comply_report_add(ComplyReport *report, const ComplyCheck *check, Probe *probe,
                       double seconds);
void comply_report_free(ComplyReport *report);

/* Prints failures, advice and who can use the engine; the other checks too if is_verbose. */
void comply_report_print(const ComplyReport *report, bool is_verbose, FILE *stream);

json_t *comply_report_to_json(const ComplyReport *report);

/* Return false with a message that begins with the path. */
bool comply_report_write_junit(const ComplyReport *report, const char *path, Status *status);
bool comply_report_write_html(const ComplyReport *report, const char *path, Status *status);

#endif
