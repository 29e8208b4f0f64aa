/* Reads options and record, asks the engine about each position, computes the figures, reports.
 * Nothing is written before everything is known. */
#include "regress/review/analyze.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "regress/review/analyst.h"
#include "regress/review/html.h"
#include "regress/review/options.h"
#include "regress/review/parallel.h"
#include "regress/review/print.h"
#include "regress/review/sgf.h"

enum { DEFAULT_VISITS = 500 }; /* of each position */

static int complain(const Status *status, int exit_status) {
    status_print("analyze", status);
    return exit_status;
}

/* ---- The engine ---- */

/* Leads the engine along the line from its start, and asks about the positions under review. */
static bool ask_all(Analyst *analyst, const AnalystLimits *limits, Review *review,
                    Progress *progress, Status *status) {
    for (int i = 0; i <= review->last + 1; i++) {
        if (!analyst_lead(analyst, i, status)) {
            return false;
        }
        if (i >= review->first) {
            if (!analyst_ask(analyst, i, limits, &review->opinions[i], status)) {
                return false;
            }
            const Color mover = i <= review->last ? review->line->moves[i].color : BLACK;
            if (i <= review->last && !analyst_ask_rank(analyst, i, &review->ranks[mover], status)) {
                return false;
            }
            const int done = i - review->first + 1, total = review->last - review->first + 2;
            progress_show(progress, (double)done / total, "%d/%d position%s", done, total,
                          text_plural(total));
        }
    }
    return true;
}

/* What a review by several positions at once needs besides the options. */
typedef struct {
    Analyst *analyst; /* takes the engine's name and version */
    Review *review;
    Progress *progress;
} AtOnce;

static void show_progress(void *context, int done, int total) {
    progress_show(context, (double)done / total, "%d/%d position%s", done, total,
                  text_plural(total));
}

static bool ask_at_once(const AnalyzeOptions *options, const AtOnce *at_once,
                        const AnalystLimits *limits, const char *error_path, Interrupt *interrupt,
                        Status *status) {
    const Review *review = at_once->review;
    const ParallelReview parallel = {
        .line = review->line,
        .first = review->first,
        .last = review->last + 1,
        .limits = *limits,
        .timeout = options->timeout,
        .opinions = review->opinions,
        .name = at_once->analyst->name,
        .version = at_once->analyst->version,
        .progress = show_progress,
        .context = at_once->progress,
    };
    return parallel_run(&parallel, options->engine, error_path, interrupt, status);
}

/* Returns the command line of the engine; the caller frees it. This program's own gets the record's
 * rules. */
static char *engine_command(const AnalyzeOptions *options, const GameLine *line,
                            const char *program) {
    if (options->engine != NULL) {
        return memory_copy(options->engine);
    }
    Text own = {0};
    text_add(&own, "--rules %s%s", line->rules == NULL ? RULES[0].name : line->rules->name,
             text_get(&options->own));
    char *command = client_own_command(program, text_get(&own));
    text_free(&own);
    return command;
}

static AnalystLimits limits_of(const AnalyzeOptions *options) {
    const int64_t automatic = options->seconds > 0 ? INT64_MAX : DEFAULT_VISITS;
    return (AnalystLimits){.visits = options->visits > 0 ? options->visits : automatic,
                           .seconds = options->seconds > 0 ? options->seconds : INFINITY};
}

/* Fills in the opinions. Returns 0, or prints the reason and returns the exit status. */
static int consult(const AnalyzeOptions *options, const char *program, Analyst *analyst,
                   Review *review) {
    Interrupt interrupt;
    Status status;
    if (!interrupt_start(&interrupt, &status)) {
        return complain(&status, EXIT_FAILURE);
    }
    Progress progress = progress_start(true, 0);
    const AnalystLimits limits = limits_of(options);
    const char *silence = progress.on_terminal ? "/dev/null" : NULL;
    const char *error_path = options->error_path == NULL ? silence : options->error_path;
    bool ok;
    if (options->engine != NULL && parallel_is_meant(options->engine)) {
        const AtOnce at_once = {analyst, review, &progress};
        ok = ask_at_once(options, &at_once, &limits, error_path, &interrupt, &status);
    } else {
        char *command = engine_command(options, review->line, program);
        ok = analyst_start(analyst, command, error_path, options->timeout, review->line, &interrupt,
                           &status) &&
             ask_all(analyst, &limits, review, &progress, &status);
        analyst_stop(analyst);
        free(command);
    }
    interrupt_finish(&interrupt);
    progress_end(&progress);
    if (interrupt.signal != 0) {
        return 128 + interrupt.signal;
    }
    return ok ? 0 : complain(&status, EXIT_FAILURE);
}

/* ---- The command ---- */

/* Can the file be written? path NULL: none is wanted. */
static bool check_place(const char *path, Status *status) {
    return path == NULL || file_check_place(path, status);
}

static bool write_files(const AnalyzeOptions *options, const Review *review, Status *status) {
    return (options->out == NULL || review_sgf_save(review, options->out, status)) &&
           (options->html == NULL || review_html_save(review, options->html, status));
}

static int review_line(const AnalyzeOptions *options, const char *program, Review *review) {
    Analyst analyst;
    Status status;
    const int failure = consult(options, program, &analyst, review);
    if (failure != 0) {
        return failure;
    }
    review->name = analyst.name;
    review->version = analyst.version;
    review_judge(review);
    if (options->json) {
        json_print(review_print_json(review), stdout);
    } else {
        review_print_text(review, stdout);
    }
    return write_files(options, review, &status) ? EXIT_SUCCESS : complain(&status, EXIT_FAILURE);
}

/* Chooses the moves that the options ask for. */
static bool choose_moves(const AnalyzeOptions *options, const GameLine *line, Review *review,
                         Status *status) {
    if (options->from > line->move_count && options->from > 1) {
        return status_fail(status, "--from %lld: the game has %d move%s", (long long)options->from,
                           line->move_count, text_plural(line->move_count));
    }
    if (options->to > line->move_count) {
        return status_fail(status, "--to %lld: the game has %d move%s", (long long)options->to,
                           line->move_count, text_plural(line->move_count));
    }
    review->first = (int)options->from - 1;
    review->last = (options->to == 0 ? line->move_count : (int)options->to) - 1;
    return true;
}

static int analyze_file(const AnalyzeOptions *options, const char *program) {
    GameLine line;
    Status status;
    if (!check_place(options->out, &status) || !check_place(options->html, &status) ||
        !line_load(&line, options->file, &status)) {
        return complain(&status, 2);
    }
    const size_t moves = (size_t)line.move_count;
    Review review = {.line = &line,
                     .blunder = options->blunder / 100,
                     .file = options->file,
                     .opinions = memory_new(moves + 1, sizeof *review.opinions),
                     .figures = memory_new(moves, sizeof *review.figures)};
    const int exit_status = choose_moves(options, &line, &review, &status)
                                ? review_line(options, program, &review)
                                : complain(&status, 2);
    free(review.opinions);
    free(review.figures);
    line_free(&line);
    return exit_status;
}

int analyze_main(int argc, char **argv, AnalyzeOwnOption *own) {
    AnalyzeOptions options;
    Status status;
    int exit_status = EXIT_SUCCESS;
    if (!analyze_options_read(argc, argv, own, &options, &status)) {
        exit_status = option_complain("analyze", &status);
    } else if (options.help) {
        analyze_options_help();
    } else {
        exit_status = analyze_file(&options, argv[0]);
    }
    text_free(&options.own);
    return exit_status;
}
