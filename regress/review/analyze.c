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
#include "regress/review/analysis_job.h"
#include "regress/review/html.h"
#include "regress/review/options.h"
#include "regress/review/print.h"
#include "regress/review/sgf.h"

enum { DEFAULT_VISITS = 500 }; /* of each position */

static int complain(const Status *status, int exit_status) {
    status_print("analyze", status);
    return exit_status;
}

/* ---- The engine ---- */

static void show_progress(void *context, int done, int total) {
    progress_show(context, (double)done / total, "%d/%d position%s", done, total,
                  text_plural(total));
}

static AnalysisLimits limits_of(const AnalyzeOptions *options) {
    const int64_t automatic = options->seconds > 0 ? INT64_MAX : DEFAULT_VISITS;
    return (AnalysisLimits){.visits = options->visits > 0 ? options->visits : automatic,
                            .seconds = options->seconds > 0 ? options->seconds : INFINITY};
}

/* Asks about all positions under review, by this process or by all ranks. */
static bool ask_all(AnalysisJob *analysis_job, Review *review, Mpi *mpi, Status *status) {
    const int moves = review->line->move_count;
    RankEvidence *evidence = memory_new((size_t)moves + 1, sizeof *evidence);
    const AnalysisResults results = {review->analyses, evidence};
    const int first = review->first, last = review->last + 1;
    const bool ok = mpi_size(mpi) > 1
                        ? analysis_job_distribute(mpi, analysis_job, first, last, &results, status)
                        : analysis_job_run(analysis_job, first, last, &results, status);
    for (int i = review->first; ok && i <= review->last; i++) {
        rank_evidence_join(&review->ranks[review->line->moves[i].color], &evidence[i]);
    }
    free(evidence);
    return ok;
}

/* Fills in the analyses, on rank 0. Returns 0, or prints the reason and returns the exit status. */
static int consult(const AnalyzeOptions *options, const char *program, AnalysisJob *analysis_job,
                   Review *review, Mpi *mpi) {
    Interrupt interrupt;
    Status status;
    if (!interrupt_start(&interrupt, &status)) {
        return complain(&status, EXIT_FAILURE);
    }
    Progress progress = progress_start(true, 0);
    const char *silence = progress.on_terminal ? "/dev/null" : NULL;
    *analysis_job = (AnalysisJob){
        .options = options,
        .program = program,
        .line = review->line,
        .last_move = review->last,
        .limits = limits_of(options),
        .error_path = options->error_path == NULL ? silence : options->error_path,
        .interrupt = &interrupt,
        .progress = show_progress,
        .context = &progress,
    };
    const bool ok = ask_all(analysis_job, review, mpi, &status);
    analysis_job_end(analysis_job);
    interrupt_finish(&interrupt);
    progress_end(&progress);
    if (interrupt.signal != 0) {
        return 128 + interrupt.signal;
    }
    /* What went wrong with a worker, rank 0 says. */
    return ok ? 0 : mpi_rank(mpi) > 0 ? EXIT_FAILURE : complain(&status, EXIT_FAILURE);
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

static int review_line(const AnalyzeOptions *options, const char *program, Review *review,
                       Mpi *mpi) {
    AnalysisJob analysis_job;
    Status status;
    const int failure = consult(options, program, &analysis_job, review, mpi);
    if (failure != 0 || mpi_rank(mpi) > 0) {
        return failure;
    }
    review->name = analysis_job.name;
    review->version = analysis_job.version;
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

static int analyze_file(const AnalyzeOptions *options, const char *program, Mpi *mpi) {
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
                     .analyses = memory_new(moves + 1, sizeof *review.analyses),
                     .figures = memory_new(moves, sizeof *review.figures)};
    const int exit_status = choose_moves(options, &line, &review, &status)
                                ? review_line(options, program, &review, mpi)
                                : complain(&status, 2);
    free(review.analyses);
    free(review.figures);
    line_free(&line);
    return exit_status;
}

int analyze_main(int argc, char **argv, AnalyzeOwnOption *own) {
    AnalyzeOptions options;
    Status status;
    int exit_status = EXIT_SUCCESS;
    if (!analyze_options_read(argc, argv, own, &options, &status)) {
        exit_status = option_print_error("analyze", &status);
    } else if (options.help) {
        analyze_options_help();
    } else {
        Mpi *mpi = mpi_open("analyze", &status);
        if (mpi == NULL) {
            exit_status = complain(&status, EXIT_FAILURE);
        } else {
            exit_status = analyze_file(&options, argv[0], mpi);
            mpi_close(mpi, exit_status);
        }
    }
    text_free(&options.own);
    return exit_status;
}
