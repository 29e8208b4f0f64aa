/* Runs the solver and tells what it found: progress on standard error, the result on standard
 * output. SIGINT, SIGTERM and SIGHUP end the search; the bounds so far are printed. */
#include "gtp/solve/solve.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/progress.h"
#include "engine/solve/line.h"
#include "gtp/solve/first_moves.h"
#include "gtp/solve/proving.h"
#include "gtp/solve/solve_options.h"
#include "gtp/solve/solve_ranks.h"

enum { LINE_MAX_MOVES = 256, EXIT_WRONG = 2, EXIT_STOPPED = 130 };

static const double PROGRESS_SECONDS = 0.5; /* between reports */

static const char USAGE[] =
    "usage: dihedra solve WxH|FILE.sgf [OPTION...]\n"
    "\n"
    "Finds the score of a small board, or of the position that a record ends with, by best play "
    "of\n"
    "both sides: area scoring, komi 0, the game ends with two passes. History begins with the\n"
    "position. Scores are Black's points minus White's.\n"
    "\n";

static const char NOTES[] =
    "\n"
    "SIGINT and SIGTERM end the search; the bounds found so far are printed, and a checkpoint is\n"
    "written. Exit status: 0 if the question was answered, and proved if that was wanted, 130 if\n"
    "the search or the proof was ended, 1 if something failed, such as --proof, 2 if an option or\n"
    "the position is wrong.\n";

typedef struct {
    const SolveOptions *options;
    const SolvePosition *position;
    Solver *solver;
    SolveRanks *ranks;
    Progress progress;
    bool is_proving;
    double start, reported;       /* start: earlier, by the time of the runs before */
    double saved, saving_seconds; /* when the last checkpoint was written, and how long it took */
    pthread_t watcher;
    sigset_t watched;
} SolveRun;

/* ---- Signals ---- */

static void *watch(void *argument) {
    SolveRun *run = argument;
    int signal = 0;
    while (sigwait(&run->watched, &signal) == 0 && signal != SIGUSR1) {
        solver_stop(run->solver);
    }
    return NULL;
}

/* Those that the parent ignores stay ignored; SIGUSR1 ends the watch. The signals stay blocked to
 * the end of the program: a second one may come while the results are printed. */
static bool start_watch(SolveRun *run, Status *status) {
    static const int ENDS[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&run->watched);
    sigaddset(&run->watched, SIGUSR1);
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        struct sigaction action;
        if (sigaction(ENDS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&run->watched, ENDS[i]);
        }
    }
    pthread_sigmask(SIG_BLOCK, &run->watched, NULL);
    const int error = pthread_create(&run->watcher, NULL, watch, run);
    return error == 0 || status_fail(status, "cannot start a thread: %s", strerror(error));
}

static void end_watch(SolveRun *run) {
    pthread_kill(run->watcher, SIGUSR1);
    pthread_join(run->watcher, NULL);
}

/* ---- Checkpoints ---- */

enum { CHECKPOINT_BYTES = 50000000, SAVING_SHARE = 30 };
static const double SAVE_SECONDS = 0.2; /* between checkpoints, at least */

/* A failure leaves the old file as it is, and the search goes on. */
static bool save_checkpoint(SolveRun *run) {
    const double before = clock_seconds();
    TableError error;
    const bool ok =
        solver_save(run->solver, before - run->start, (uint64_t)run->options->checkpoint_nodes,
                    CHECKPOINT_BYTES, run->options->checkpoint, &error);
    if (!ok) {
        progress_line(&run->progress, "dihedra solve: %s: %s", run->options->checkpoint,
                      error.text);
    }
    run->saved = clock_seconds();
    run->saving_seconds = run->saved - before;
    return ok;
}

/* Writing takes a thirtieth of the time at most. */
static void save_now_and_then(SolveRun *run, double now) {
    if (run->options->checkpoint != NULL && now - run->saved > SAVE_SECONDS &&
        now - run->saved > SAVING_SHARE * run->saving_seconds) {
        save_checkpoint(run);
    }
}

/* Goes on from the checkpoint if there is one. */
static bool load_checkpoint(SolveRun *run, Status *status) {
    const char *path = run->options->checkpoint;
    double seconds = 0;
    TableError error;
    if (path == NULL || access(path, F_OK) != 0) {
        return true;
    }
    if (!solver_load(run->solver, path, &seconds, &error)) {
        return file_fail(status, path, error.text);
    }
    run->start -= seconds;
    return true;
}

/* ---- Progress ---- */

static void show_progress(void *context) {
    SolveRun *run = context;
    const double now = clock_seconds();
    save_now_and_then(run, now);
    if (now - run->reported < PROGRESS_SECONDS) {
        return;
    }
    run->reported = now;
    const SolverState state = solver_state(run->solver);
    if (run->is_proving) {
        progress_show(&run->progress, NAN, "%dx%d: searching for the proof, %.1f million nodes",
                      run->position->width, run->position->height, (double)state.nodes / 1e6);
        return;
    }
    progress_show(&run->progress, NAN,
                  "%dx%d: %+d to %+d; at least %+d? depth %d, %.1f million nodes",
                  run->position->width, run->position->height, state.lower, state.upper,
                  state.target, state.depth, (double)state.nodes / 1e6);
}

/* ---- Results ---- */

typedef struct {
    SolverState state;
    bool is_answered, is_proved;
    size_t records; /* of the proof */
    Status failure; /* why there is no proof */
    double seconds;
    int line[LINE_MAX_MOVES];
    int line_count;
    FirstMoves first; /* with --all-first */
} SolveResult;

static const char *status_of(const SolveResult *result) {
    return result->is_proved ? "proved" : result->is_answered ? "claimed" : "open";
}

static const char *move_text(const SolveRun *run, int move, char text[POINT_TEXT_MAX]) {
    const int cell = move == BITBOARD_PASS ? 0 : solver_context(run->solver)->shape->cell_of[move];
    const int width = run->position->width;
    const Point point = move == BITBOARD_PASS ? POINT_PASS : point_at(cell % width, cell / width);
    return point_to_text(point, run->position->height, text);
}

static const char *ko_text(KoRule ko) {
    return ko == KO_POSITIONAL    ? "positional superko"
           : ko == KO_SITUATIONAL ? "situational superko"
                                  : "simple ko, repetition draws";
}

static void print_score(const SolveResult *result, const SolveOptions *options) {
    const SolverState *state = &result->state;
    if (options->at_least != SOLVE_NO_TARGET && result->is_answered) {
        printf("at least %+d: %s, %s\n", options->at_least,
               state->lower >= options->at_least ? "yes" : "no", status_of(result));
    } else if (state->lower == state->upper) {
        printf("value     %+d, %s\n", state->lower, status_of(result));
    }
    if (state->lower != state->upper) {
        printf("bounds    %+d to %+d%s\n", state->lower, state->upper,
               result->is_proved && options->at_least == SOLVE_NO_TARGET ? ", proved" : "");
    }
}

static void print_text(const SolveRun *run, const SolveResult *result) {
    const SolvePosition *position = run->position;
    const SolveOptions *options = run->options;
    const TableCounts *table = &result->state.table;
    char text[POINT_TEXT_MAX];
    printf("%dx%d, %s, suicide %s, %s to move%s%s\n", position->width, position->height,
           ko_text(options->rules.ko), options->rules.suicide ? "legal" : "illegal",
           color_name(position->to_move), options->first == NULL ? "" : ", first ",
           options->first == NULL ? "" : options->first);
    print_score(result, options);
    if (options->all_first) {
        Text moves = {0};
        first_moves_add_text(&result->first, &moves);
        fputs(text_get(&moves), stdout);
        text_free(&moves);
    }
    if (result->line_count > 0) {
        printf("line     ");
        for (int i = 0; i < result->line_count; i++) {
            printf(" %s", move_text(run, result->line[i], text));
        }
        printf("\n");
    }
    if (result->is_proved) {
        printf("proof     %zu records, checked\n", result->records);
    }
    printf("nodes     %llu entered, %llu generated, %.0f a second\n",
           (unsigned long long)result->state.nodes, (unsigned long long)result->state.generated,
           result->seconds > 0 ? (double)result->state.nodes / result->seconds : 0);
    printf("time      %.3f s\n", result->seconds);
    solve_ranks_print(run->ranks);
    printf(
        "table     %zu MB, %llu probes, %.1f%% hits (%.1f%% through a symmetry), %llu replaced\n",
        solver_context(run->solver)->table.line_count * TABLE_LINE_BYTES >> 20,
        (unsigned long long)table->probes,
        table->probes > 0 ? 100.0 * (double)table->hits / (double)table->probes : 0,
        table->probes > 0 ? 100.0 * (double)table->turned_hits / (double)table->probes : 0,
        (unsigned long long)table->replacements);
}

static json_t *table_json(const SolveRun *run, const TableCounts *table) {
    json_t *json = json_new_object();
    json_set_figure(
        json, "megabytes",
        (double)(solver_context(run->solver)->table.line_count * TABLE_LINE_BYTES >> 20), 0);
    json_set_figure(json, "probes", (double)table->probes, 0);
    json_set_figure(json, "hits", (double)table->hits, 0);
    json_set_figure(json, "turned_hits", (double)table->turned_hits, 0);
    json_set_figure(json, "stores", (double)table->stores, 0);
    json_set_figure(json, "replacements", (double)table->replacements, 0);
    return json;
}

static bool print_json(const SolveRun *run, const SolveResult *result) {
    const SolverState *state = &result->state;
    static const char *const KO_KEYS[] = {"simple", "psk", "ssk"};
    char text[POINT_TEXT_MAX];
    json_t *json = json_new_object(), *line = json_new_array();
    json_set_figure(json, "width", run->position->width, 0);
    json_set_figure(json, "height", run->position->height, 0);
    json_set_text(json, "ko", KO_KEYS[run->options->rules.ko]);
    json_set_value(json, "suicide", json_boolean(run->options->rules.suicide));
    json_set_text(json, "to_move", color_name(run->position->to_move));
    json_set_text(json, "first", run->options->first);
    json_set_figure(json, "value", state->lower == state->upper ? (double)state->lower : NAN, 0);
    json_set_figure(json, "lower", state->lower, 0);
    json_set_figure(json, "upper", state->upper, 0);
    json_set_text(json, "status", status_of(result));
    if (run->options->at_least != SOLVE_NO_TARGET) {
        json_set_figure(json, "at_least", run->options->at_least, 0);
        json_set_value(json, "answer",
                       !result->is_answered ? json_null()
                                            : json_boolean(state->lower >= run->options->at_least));
    }
    for (int i = 0; i < result->line_count; i++) {
        json_add_value(line, json_string(move_text(run, result->line[i], text)));
    }
    json_set_value(json, "line", line);
    if (run->options->all_first) {
        json_set_value(json, "first_moves", first_moves_json(&result->first));
    }
    json_set_figure(json, "nodes", (double)state->nodes, 0);
    json_set_figure(json, "generated", (double)state->generated, 0);
    json_set_figure(json, "nodes_per_s",
                    result->seconds > 0 ? (double)state->nodes / result->seconds : NAN, 0);
    json_set_figure(json, "seconds", result->seconds, 3);
    json_set_value(json, "table", table_json(run, &state->table));
    json_set_value(json, "ranks", solve_ranks_json(run->ranks));
    return json_print(json, stdout);
}

/* ---- The run ---- */

/* Proves the bounds, or those of another proof. What goes wrong leaves them as they were. */
static void prove(SolveRun *run, SolveResult *result) {
    const SolveOptions *options = run->options;
    Proving proving = {.solver = run->solver, .progress = &run->progress, .path = options->proof};
    run->is_proving = true;
    result->is_proved =
        options->from_proof == NULL
            ? proving_run(&proving, &result->state, &result->records, &result->failure)
            : proving_again(&proving, options->from_proof, &result->state, &result->records,
                            &result->failure);
    run->is_proving = false;
    if (proving.has_kept) {
        progress_line(&run->progress, "dihedra solve: --from-proof %s.unfinished goes on",
                      options->proof);
    }
}

/* Tells what is known of a first move, and draws all of them. What goes wrong with the image ends
 * the drawing alone. */
static void show_first_move(SolveRun *run, SolveResult *result, int place) {
    const FirstMoves *first = &result->first;
    Text words = {0}, svg = {0};
    first_moves_add_name(first, first->list[place].move, &words);
    text_add(&words, "  ");
    first_moves_add_value(&first->list[place], &words);
    progress_line(&run->progress, "%s, %s (%d of %d)", text_get(&words),
                  first->list[place].is_answered ? "claimed" : "open", place + 1, first->count);
    if (run->options->svg != NULL && result->failure.text[0] == '\0') {
        first_moves_add_svg(first, &svg);
        file_replace(run->options->svg, svg.bytes, svg.length, &result->failure);
    }
    text_free(&words);
    text_free(&svg);
}

/* Solves the positions after all first moves; the bounds become those of the position. */
static void solve_all_first(SolveRun *run, SolveResult *result) {
    const int target = run->options->at_least;
    first_moves_list(run->solver, &result->first);
    result->is_answered = true;
    for (int i = 0; i < result->first.count && result->is_answered; i++) {
        result->is_answered = first_moves_solve(run->solver, &result->first, i,
                                                target == SOLVE_NO_TARGET ? NULL : &target);
        show_first_move(run, result, i);
    }
    result->state = solver_state(run->solver);
    first_moves_bounds(&result->first, &result->state.lower, &result->state.upper);
}

/* Answers the question, and proves the answer if that is wanted. */
static void solve_position(SolveRun *run, SolveResult *result) {
    const SolveOptions *options = run->options;
    if (options->at_least != SOLVE_NO_TARGET) {
        result->is_answered = solver_ask(run->solver, options->at_least) != ANSWER_OPEN;
    } else {
        result->is_answered = solver_solve(run->solver);
    }
    result->state = solver_state(run->solver);
    if (result->is_answered && options->proof != NULL) {
        prove(run, result);
    }
    if (result->is_answered && result->state.lower == result->state.upper) {
        result->line_count = line_find(run->solver, result->line, LINE_MAX_MOVES);
    }
}

static SolveResult solve(SolveRun *run) {
    SolveResult result = {0};
    if (run->options->all_first) {
        solve_all_first(run, &result);
    } else if (run->options->from_proof != NULL) {
        result.state = solver_state(run->solver);
        prove(run, &result);
        result.is_answered = result.is_proved;
    } else {
        solve_position(run, &result);
    }
    result.seconds = clock_seconds() - run->start;
    return result;
}

static int run_solver(SolveRun *run) {
    Status status;
    if (!start_watch(run, &status)) {
        status_print("solve", &status);
        return EXIT_FAILURE;
    }
    run->start = run->reported = run->saved = clock_seconds();
    if (!load_checkpoint(run, &status)) {
        end_watch(run);
        status_print("solve", &status);
        return EXIT_FAILURE;
    }
    run->progress = progress_start(false, 0);
    solver_context(run->solver)->tick = show_progress;
    solver_context(run->solver)->tick_context = run;
    const SolveResult result = solve(run);
    const bool is_saved = run->options->checkpoint == NULL || save_checkpoint(run);
    progress_end(&run->progress);
    end_watch(run);
    solve_ranks_finish(run->ranks);
    if (!run->options->json) {
        print_text(run, &result);
    } else if (!print_json(run, &result)) {
        return EXIT_FAILURE;
    }
    if (run->options->svg != NULL && result.failure.text[0] != '\0') {
        status_print("solve", &result.failure);
        return EXIT_FAILURE;
    }
    if (run->options->proof != NULL && !result.is_proved &&
        (result.is_answered || run->options->from_proof != NULL)) {
        fprintf(stderr, "dihedra solve: no proof: %s\n", result.failure.text);
        return solver_is_stopped(run->solver) ? EXIT_STOPPED : EXIT_FAILURE;
    }
    return !result.is_answered ? EXIT_STOPPED : is_saved ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Rank 0 tells what is wrong, unless another rank alone knows it. */
static int fail(const SolveRanks *ranks, const Status *status, int exit_status) {
    if (solve_ranks_own(ranks) == 0) {
        status_print("solve", status);
    }
    return exit_status;
}

static int solve_on(SolveRanks *ranks, SolveOptions *options) {
    SolvePosition position;
    Status status;
    Solver *solver = NULL;
    if (solve_options_position(options, &position, &status) &&
        (solve_ranks_count(ranks) == 1 || options->threads == 1 ||
         status_fail(&status, "--threads: only 1 with several ranks"))) {
        solver = solve_options_solver(options, &position, &status);
    }
    if (!solve_ranks_agree(ranks, options, &position, solver, &status)) {
        solver_free(solver);
        return fail(ranks, &status, EXIT_WRONG);
    }
    int exit_status = EXIT_SUCCESS;
    SolveRun run = {.options = options, .position = &position, .solver = solver, .ranks = ranks};
    solve_ranks_start(ranks, options, solver);
    if (solve_ranks_own(ranks) == 0) {
        exit_status = run_solver(&run);
        solve_ranks_finish(ranks);
    } else {
        solve_ranks_serve(ranks);
    }
    solver_free(solver);
    return exit_status;
}

int solve_main(int argc, char **argv) {
    SolveOptions options;
    SolveRanks ranks;
    Status status;
    if (!solve_options_read(&options, argc, argv, &status)) {
        return option_print_error("solve", &status);
    }
    if (options.help) {
        fputs(USAGE, stdout);
        solve_options_print_help(stdout);
        fputs(NOTES, stdout);
        return EXIT_SUCCESS;
    }
    if (!solve_ranks_open(&ranks, &status)) {
        status_print("solve", &status);
        return EXIT_FAILURE;
    }
    const int exit_status = solve_on(&ranks, &options);
    solve_ranks_close(&ranks, exit_status);
    return exit_status;
}
