#include "regress/review/analysis_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/cluster/farm/farm.h"
#include "regress/review/parallel.h"

/* ---- One engine ---- */

/* Returns the command line of the engine; the caller frees it. This program's own gets the record's
 * rules. */
static char *engine_command(const AnalysisJob *analysis_job) {
    const AnalyzeOptions *options = analysis_job->options;
    const Rules *rules = analysis_job->line->rules;
    if (options->engine != NULL) {
        return memory_copy(options->engine);
    }
    Text own = {0};
    text_add(&own, "--rules %s%s", rules == NULL ? RULES[0].name : rules->name,
             text_get(&options->own));
    char *command = engine_process_own_command(analysis_job->program, text_get(&own));
    text_free(&own);
    return command;
}

static EngineClient client_of(const AnalysisJob *analysis_job, const char *command) {
    return (EngineClient){.command = command,
                          .error_path = analysis_job->error_path,
                          .timeout = analysis_job->options->timeout,
                          .interrupt = analysis_job->interrupt};
}

static bool start(AnalysisJob *analysis_job, Status *status) {
    AnalysisEngine *analysis_engine = &analysis_job->analysis_engine;
    char *command = engine_command(analysis_job);
    const EngineClient client = client_of(analysis_job, command);
    const bool ok = analysis_engine_start(analysis_engine, &client, analysis_job->line, status);
    analysis_engine->client.command = NULL; /* it is not started again */
    free(command);
    memcpy(analysis_job->name, analysis_engine->name, sizeof analysis_job->name);
    memcpy(analysis_job->version, analysis_engine->version, sizeof analysis_job->version);
    analysis_job->is_started = true;
    analysis_job->next = 0;
    return ok;
}

void analysis_job_end(AnalysisJob *analysis_job) {
    if (analysis_job->is_started) {
        analysis_engine_stop(&analysis_job->analysis_engine);
        analysis_job->is_started = false;
    }
}

/* Leads the engine along the line to a position. */
static bool lead(AnalysisJob *analysis_job, int position, Status *status) {
    if (analysis_job->is_started && analysis_job->next > position) {
        analysis_job_end(analysis_job);
    }
    bool ok = analysis_job->is_started || start(analysis_job, status);
    while (ok && analysis_job->next <= position) {
        ok = analysis_engine_set_position(&analysis_job->analysis_engine, analysis_job->next++,
                                          status);
    }
    return ok;
}

/* One position after another. */
static bool ask_in_turn(AnalysisJob *analysis_job, int first, int last,
                        const AnalysisResults *results, Status *status) {
    AnalysisEngine *analysis_engine = &analysis_job->analysis_engine;
    for (int i = first; i <= last; i++) {
        results->evidence[i] = (RankEvidence){0}; /* a lost worker's positions come twice */
        if (!lead(analysis_job, i, status) ||
            !analysis_engine_ask(analysis_engine, i, &analysis_job->limits, &results->analyses[i],
                                 status) ||
            (i <= analysis_job->last_move &&
             !analysis_engine_ask_rank(analysis_engine, i, &results->evidence[i], status))) {
            return false;
        }
        analysis_job->progress(analysis_job->context, i - first + 1, last - first + 1);
    }
    return true;
}

static bool ask_at_once(AnalysisJob *analysis_job, int first, int last,
                        const AnalysisResults *results, Status *status) {
    const ParallelReview parallel = {
        .line = analysis_job->line,
        .first = first,
        .last = last,
        .limits = analysis_job->limits,
        .analyses = results->analyses,
        .name = analysis_job->name,
        .version = analysis_job->version,
        .progress = analysis_job->progress,
        .context = analysis_job->context,
    };
    const EngineClient client = client_of(analysis_job, analysis_job->options->engine);
    return parallel_run(&parallel, &client, status);
}

static bool is_at_once(const AnalysisJob *analysis_job) {
    const char *engine = analysis_job->options->engine;
    return engine != NULL && parallel_is_meant(engine);
}

bool analysis_job_run(AnalysisJob *analysis_job, int first, int last,
                      const AnalysisResults *results, Status *status) {
    return is_at_once(analysis_job) ? ask_at_once(analysis_job, first, last, results, status)
                                    : ask_in_turn(analysis_job, first, last, results, status);
}

/* ---- All ranks ---- */

enum {
    STRETCHES = 4,     /* for each rank, so that none waits long for the others at the end */
    RANK_TIMEOUT = 60, /* seconds, after which a rank without a sign of life counts as lost */
};

/* What all that a rank found out about a position takes to send. Ranks are of one version, and so
 * of one layout. */
typedef struct {
    PositionAnalysis analysis;
    RankEvidence evidence;
} Finding;

typedef struct {
    Mpi *mpi;
    AnalysisJob *analysis_job;
    const AnalysisResults *results;
    int first, last, length; /* of all positions; positions of a stretch */
    int stretches, taken, done;
} JobDistribution;

/* Stretch `number`, from 1, of the positions. */
static void bounds_of(const JobDistribution *distribution, int64_t number, int *first, int *last) {
    *first = distribution->first + (int)(number - 1) * distribution->length;
    *last = *first + distribution->length - 1;
    *last = *last < distribution->last ? *last : distribution->last;
}

static FarmSupply take(void *context, FarmJob *job) {
    JobDistribution *distribution = context;
    if (distribution->taken == distribution->stretches) {
        return FARM_NONE;
    }
    *job = (FarmJob){.number = ++distribution->taken};
    return FARM_JOB;
}

/* The result begins with the engine's name and version. */
static bool put(void *context, int64_t number, const char *bytes, size_t length, Status *status) {
    JobDistribution *distribution = context;
    AnalysisJob *analysis_job = distribution->analysis_job;
    const size_t head = sizeof analysis_job->name + sizeof analysis_job->version;
    int first, last;
    bounds_of(distribution, number, &first, &last);
    if (length != head + (size_t)(last - first + 1) * sizeof(Finding)) {
        return status_fail(status, "a result of %zu bytes", length);
    }
    memcpy(analysis_job->name, bytes, sizeof analysis_job->name);
    memcpy(analysis_job->version, bytes + sizeof analysis_job->name, sizeof analysis_job->version);
    for (int i = first; i <= last; i++) {
        Finding finding;
        memcpy(&finding, bytes + head + (size_t)(i - first) * sizeof finding, sizeof finding);
        distribution->results->analyses[i] = finding.analysis;
        distribution->results->evidence[i] = finding.evidence;
    }
    analysis_job->progress(analysis_job->context, ++distribution->done, distribution->stretches);
    return true;
}

static bool is_stopped(void *context) {
    return interrupt_requested(((JobDistribution *)context)->analysis_job->interrupt);
}

static void remark(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "dihedra analyze: %s\n", line);
}

static bool work(void *context, int slot, const FarmJob *job, Text *result, Status *status) {
    JobDistribution *distribution = context;
    AnalysisJob *analysis_job = distribution->analysis_job;
    int first, last;
    (void)slot;
    bounds_of(distribution, job->number, &first, &last);
    if (!analysis_job_run(analysis_job, first, last, distribution->results, status)) {
        return false;
    }
    text_append(result, analysis_job->name, sizeof analysis_job->name);
    text_append(result, analysis_job->version, sizeof analysis_job->version);
    for (int i = first; i <= last; i++) {
        Finding finding;
        memset(&finding, 0, sizeof finding);
        finding.analysis = distribution->results->analyses[i];
        finding.evidence = distribution->results->evidence[i];
        text_append(result, (const char *)&finding, sizeof finding);
    }
    return true;
}

static void stop(void *context) {
    interrupt_request(((JobDistribution *)context)->analysis_job->interrupt);
}

static void say_nothing(void *context, int done, int total) {
    (void)context, (void)done, (void)total;
}

bool analysis_job_distribute(Mpi *mpi, AnalysisJob *analysis_job, int first, int last,
                             const AnalysisResults *results, Status *status) {
    const int workers = mpi_size(mpi) - 1, count = last - first + 1;
    const int wanted = is_at_once(analysis_job) ? workers : STRETCHES * workers;
    JobDistribution distribution = {.mpi = mpi,
                                    .analysis_job = analysis_job,
                                    .results = results,
                                    .first = first,
                                    .last = last,
                                    .length = count > wanted ? (count + wanted - 1) / wanted : 1};
    distribution.stretches = (count - 1) / distribution.length + 1;
    if (mpi_rank(mpi) == 0) {
        const FarmCoordinator coordinator = {.timeout = RANK_TIMEOUT,
                                             .context = &distribution,
                                             .next_job = take,
                                             .store_result = put,
                                             .is_stopped = is_stopped,
                                             .log = remark};
        return farm_coordinate(mpi, &coordinator, status);
    }
    analysis_job->progress = say_nothing;
    const FarmWorker worker = {
        .timeout = RANK_TIMEOUT, .slots = 1, .context = &distribution, .work = work, .stop = stop};
    return farm_work(mpi, &worker, status);
}
