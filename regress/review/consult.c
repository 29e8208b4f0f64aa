/* Consultations; the header says how they go. */
#include "regress/review/consult.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/cluster/farm/farm.h"
#include "regress/review/parallel.h"

/* ---- One engine ---- */

/* Returns the command line of the engine; the caller frees it. This program's own gets the record's
 * rules. */
static char *engine_command(const Consultation *consultation) {
    const AnalyzeOptions *options = consultation->options;
    const Rules *rules = consultation->line->rules;
    if (options->engine != NULL) {
        return memory_copy(options->engine);
    }
    Text own = {0};
    text_add(&own, "--rules %s%s", rules == NULL ? RULES[0].name : rules->name,
             text_get(&options->own));
    char *command = engine_process_own_command(consultation->program, text_get(&own));
    text_free(&own);
    return command;
}

static bool start(Consultation *consultation, Status *status) {
    AnalysisEngine *analysis_engine = &consultation->analysis_engine;
    char *command = engine_command(consultation);
    const bool ok = analysis_engine_start(analysis_engine, command, consultation->error_path,
                                          consultation->options->timeout, consultation->line,
                                          consultation->interrupt, status);
    free(command);
    memcpy(consultation->name, analysis_engine->name, sizeof consultation->name);
    memcpy(consultation->version, analysis_engine->version, sizeof consultation->version);
    consultation->is_started = true;
    consultation->next = 0;
    return ok;
}

void consult_end(Consultation *consultation) {
    if (consultation->is_started) {
        analysis_engine_stop(&consultation->analysis_engine);
        consultation->is_started = false;
    }
}

/* Leads the engine along the line to a position. */
static bool lead(Consultation *consultation, int position, Status *status) {
    if (consultation->is_started && consultation->next > position) {
        consult_end(consultation);
    }
    bool ok = consultation->is_started || start(consultation, status);
    while (ok && consultation->next <= position) {
        ok = analysis_engine_lead(&consultation->analysis_engine, consultation->next++, status);
    }
    return ok;
}

/* One position after another. */
static bool ask_in_turn(Consultation *consultation, int first, int last, const Findings *findings,
                        Status *status) {
    AnalysisEngine *analysis_engine = &consultation->analysis_engine;
    for (int i = first; i <= last; i++) {
        findings->evidence[i] = (StrengthEvidence){0}; /* a lost worker's positions come twice */
        if (!lead(consultation, i, status) ||
            !analysis_engine_ask(analysis_engine, i, &consultation->limits, &findings->analyses[i],
                                 status) ||
            (i <= consultation->last_move &&
             !analysis_engine_ask_rank(analysis_engine, i, &findings->evidence[i], status))) {
            return false;
        }
        consultation->progress(consultation->context, i - first + 1, last - first + 1);
    }
    return true;
}

static bool ask_at_once(Consultation *consultation, int first, int last, const Findings *findings,
                        Status *status) {
    const ParallelReview parallel = {
        .line = consultation->line,
        .first = first,
        .last = last,
        .limits = consultation->limits,
        .timeout = consultation->options->timeout,
        .analyses = findings->analyses,
        .name = consultation->name,
        .version = consultation->version,
        .progress = consultation->progress,
        .context = consultation->context,
    };
    return parallel_run(&parallel, consultation->options->engine, consultation->error_path,
                        consultation->interrupt, status);
}

static bool is_at_once(const Consultation *consultation) {
    const char *engine = consultation->options->engine;
    return engine != NULL && parallel_is_meant(engine);
}

bool consult_positions(Consultation *consultation, int first, int last, const Findings *findings,
                       Status *status) {
    return is_at_once(consultation) ? ask_at_once(consultation, first, last, findings, status)
                                    : ask_in_turn(consultation, first, last, findings, status);
}

/* ---- All ranks ---- */

enum {
    STRETCHES = 4, /* for each rank, so that none waits long for the others at the end */
    PATIENCE = 60, /* seconds, after which a rank without a sign of life counts as lost */
};

/* What all that a rank found out about a position takes to send. Ranks are of one version, and so
 * of one layout. */
typedef struct {
    PositionAnalysis analysis;
    StrengthEvidence evidence;
} Finding;

typedef struct {
    Ranks *ranks;
    Consultation *consultation;
    const Findings *findings;
    int first, last, length; /* of all positions; positions of a stretch */
    int stretches, taken, done;
} Spread;

/* Stretch `number`, from 1, of the positions. */
static void bounds_of(const Spread *spread, int64_t number, int *first, int *last) {
    *first = spread->first + (int)(number - 1) * spread->length;
    *last = *first + spread->length - 1;
    *last = *last < spread->last ? *last : spread->last;
}

static FarmSupply take(void *context, FarmJob *job) {
    Spread *spread = context;
    if (spread->taken == spread->stretches) {
        return FARM_NONE;
    }
    *job = (FarmJob){.number = ++spread->taken};
    return FARM_JOB;
}

/* The result begins with the engine's name and version. */
static bool put(void *context, int64_t number, const char *bytes, size_t length, Status *status) {
    Spread *spread = context;
    Consultation *consultation = spread->consultation;
    const size_t head = sizeof consultation->name + sizeof consultation->version;
    int first, last;
    bounds_of(spread, number, &first, &last);
    if (length != head + (size_t)(last - first + 1) * sizeof(Finding)) {
        return status_fail(status, "a result of %zu bytes", length);
    }
    memcpy(consultation->name, bytes, sizeof consultation->name);
    memcpy(consultation->version, bytes + sizeof consultation->name, sizeof consultation->version);
    for (int i = first; i <= last; i++) {
        Finding finding;
        memcpy(&finding, bytes + head + (size_t)(i - first) * sizeof finding, sizeof finding);
        spread->findings->analyses[i] = finding.analysis;
        spread->findings->evidence[i] = finding.evidence;
    }
    consultation->progress(consultation->context, ++spread->done, spread->stretches);
    return true;
}

static bool is_stopped(void *context) {
    return interrupt_requested(((Spread *)context)->consultation->interrupt);
}

static void remark(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "dihedra analyze: %s\n", line);
}

static bool work(void *context, int slot, const FarmJob *job, Text *result, Status *status) {
    Spread *spread = context;
    Consultation *consultation = spread->consultation;
    int first, last;
    (void)slot;
    bounds_of(spread, job->number, &first, &last);
    if (!consult_positions(consultation, first, last, spread->findings, status)) {
        return false;
    }
    text_append(result, consultation->name, sizeof consultation->name);
    text_append(result, consultation->version, sizeof consultation->version);
    for (int i = first; i <= last; i++) {
        Finding finding;
        memset(&finding, 0, sizeof finding);
        finding.analysis = spread->findings->analyses[i];
        finding.evidence = spread->findings->evidence[i];
        text_append(result, (const char *)&finding, sizeof finding);
    }
    return true;
}

static void stop(void *context) {
    interrupt_request(((Spread *)context)->consultation->interrupt);
}

static void say_nothing(void *context, int done, int total) {
    (void)context, (void)done, (void)total;
}

bool consult_spread(Ranks *ranks, Consultation *consultation, int first, int last,
                    const Findings *findings, Status *status) {
    const int workers = ranks_count(ranks) - 1, count = last - first + 1;
    const int wanted = is_at_once(consultation) ? workers : STRETCHES * workers;
    Spread spread = {.ranks = ranks,
                     .consultation = consultation,
                     .findings = findings,
                     .first = first,
                     .last = last,
                     .length = count > wanted ? (count + wanted - 1) / wanted : 1};
    spread.stretches = (count - 1) / spread.length + 1;
    if (ranks_own(ranks) == 0) {
        const FarmDesk desk = {.patience = PATIENCE,
                               .context = &spread,
                               .take = take,
                               .put = put,
                               .is_stopped = is_stopped,
                               .remark = remark};
        return farm_dispatch(ranks, &desk, status);
    }
    consultation->progress = say_nothing;
    const FarmHands hands = {
        .patience = PATIENCE, .slots = 1, .context = &spread, .work = work, .stop = stop};
    return farm_work(ranks, &hands, status);
}
