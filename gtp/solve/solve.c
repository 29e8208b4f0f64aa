/* Runs the solver: progress on standard error, the result on standard output. SIGINT, SIGTERM and
 * SIGHUP end the search; the bounds so far are printed. */
#include "gtp/subcommands.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/files.h"
#include "engine/cluster/pool/pool.h"
#include "engine/solve/proof/proving.h"
#include "engine/solve/solver.h"
#include "gtp/solve/solve_options.h"

enum {
    /* Empty points of a position that is solved without a guess, and proved without simple ko. */
    SMALL_POINTS = 16,
    LINE_MAX_MOVES = 256,
    EXIT_WRONG = 2,
    EXIT_STOPPED = 130,
};

static const double PROGRESS_SECONDS = 0.5; /* between reports */

typedef struct {
    const SolveOptions *options;
    const SolvePosition *position;
    Solver *solver;
    Proving proving;
    Progress progress;
    double start, reported;       /* start: minus the time of the runs before */
    double saved, saving_seconds; /* when the last checkpoint was written, and how long it took */
    EndRequests *watch;
    _Atomic bool is_cancelled; /* set by the thread that watches for signals */
} SolveRun;

/* ---- Signals ---- */

static void stop_solver(void *context, int signal) {
    (void)signal;
    SolveRun *run = context;
    atomic_store(&run->is_cancelled, true);
    solver_stop(run->solver);
}

/* ---- Checkpoints ---- */

enum { CHECKPOINT_BYTES = 50000000, SAVING_SHARE = 30 };
static const double SAVE_SECONDS = 0.2; /* between checkpoints, at least */

static Solver *solver_at_work(const SolveRun *run) {
    return run->proving.simple != NULL ? run->proving.simple : run->solver;
}

static Text checkpoint_path(const SolveRun *run) {
    return run->proving.simple != NULL ? solve_options_simple_path(run->options->checkpoint)
                                       : text_new("%s", run->options->checkpoint);
}

/* A failure leaves the old file as it is, and the search goes on. */
static bool save_checkpoint(SolveRun *run) {
    const double before = clock_seconds();
    Text path = checkpoint_path(run);
    Status error;
    const bool ok = solver_save(solver_at_work(run), before - run->start, CHECKPOINT_BYTES,
                                text_get(&path), &error);
    if (!ok) {
        progress_line(&run->progress, "dihedra solve: %s", error.text);
    }
    run->saved = clock_seconds();
    run->saving_seconds = run->saved - before;
    text_free(&path);
    return ok;
}

/* Goes on from the checkpoint if there is one. Each tells the seconds of the whole run. */
static bool load_checkpoint(SolveRun *run, Status *status) {
    if (run->options->checkpoint == NULL) {
        return true;
    }
    Text path = checkpoint_path(run);
    double seconds = 0;
    const bool ok = !os_exists(text_get(&path)) ||
                    solver_load(solver_at_work(run), text_get(&path), &seconds, status);
    run->start = fmin(run->start, clock_seconds() - seconds);
    text_free(&path);
    return ok;
}

/* ---- Progress ---- */

static void show_progress(void *context) {
    SolveRun *run = context;
    const double now = clock_seconds(), unsaved = now - run->saved;
    if (run->proving.simple != NULL && solver_is_stopped(run->solver)) {
        solver_stop(run->proving.simple);
    }
    if (run->options->checkpoint != NULL && unsaved > SAVE_SECONDS &&
        unsaved > SAVING_SHARE * run->saving_seconds) { /* a thirtieth of the time at most */
        save_checkpoint(run);
    }
    if (now - run->reported < PROGRESS_SECONDS) {
        return;
    }
    run->reported = now;
    const SolverState state = solver_state(solver_at_work(run));
    const int width = run->position->width, height = run->position->height;
    if (run->proving.is_proving) {
        progress_show(&run->progress, NAN, "%dx%d: searching for the proof, %.1f million nodes",
                      width, height, (double)state.nodes / 1e6);
    } else {
        progress_show(&run->progress, NAN,
                      "%dx%d: %+d to %+d; at least %+d? depth %d, %.1f million nodes", width,
                      height, state.lower, state.upper, state.target, state.depth,
                      (double)state.nodes / 1e6);
    }
}

/* ---- Results ---- */

typedef struct {
    Proved proved;
    double seconds;
    int line[LINE_MAX_MOVES];
    int line_count;
} SolveResult;

static const char *status_of(const Proved *proved) {
    return proved->is_proved ? "proved" : proved->is_answered ? "claimed" : "open";
}

static const char *move_text(const SolveRun *run, int move, char text[POINT_TEXT_MAX]) {
    const BitboardShape *shape = solver_context(run->solver)->shape;
    const int cell = move == BITBOARD_PASS ? 0 : shape->cell_of[move];
    return point_to_text(move == BITBOARD_PASS ? POINT_PASS
                                               : point_at(cell % shape->width, cell / shape->width),
                         shape->height, text);
}

static void print_text(const SolveRun *run, const SolveResult *result) {
    static const char *const KO[] = {"simple ko, repetition draws", "positional superko",
                                     "situational superko"};
    const SolvePosition *position = run->position;
    const SolveOptions *options = run->options;
    const Proved *proved = &result->proved;
    const SolverState *state = &proved->state;
    char text[POINT_TEXT_MAX];
    printf("%dx%d, %s, suicide %s, %s to move%s%s\n", position->width, position->height,
           KO[options->rules.ko], options->rules.suicide ? "legal" : "illegal",
           color_name(position->to_move), options->first == NULL ? "" : ", first ",
           options->first == NULL ? "" : options->first);
    if (options->at_least != SOLVE_NO_TARGET && proved->is_answered) {
        printf("at least %+d: %s, %s\n", options->at_least,
               state->lower >= options->at_least ? "yes" : "no", status_of(proved));
    } else if (state->lower == state->upper) {
        printf("value     %+d, %s\n", state->lower, status_of(proved));
    }
    if (state->lower != state->upper) {
        printf("bounds    %+d to %+d%s\n", state->lower, state->upper,
               proved->is_proved && options->at_least == SOLVE_NO_TARGET ? ", proved" : "");
    }
    if (result->line_count > 0) {
        printf("line     ");
        for (int i = 0; i < result->line_count; i++) {
            printf(" %s", move_text(run, result->line[i], text));
        }
        printf("\n");
    }
    if (proved->is_proved) {
        printf("proof     %zu records, checked\n", proved->records);
    }
    printf("nodes     %llu entered, %llu generated, %.0f a second\n"
           "time      %.3f s\n",
           (unsigned long long)state->nodes, (unsigned long long)state->generated,
           result->seconds > 0 ? (double)state->nodes / result->seconds : 0, result->seconds);
}

static bool print_json(const SolveRun *run, const SolveResult *result) {
    const SolverState *state = &result->proved.state;
    const SolveOptions *options = run->options;
    const double seconds = result->seconds > 0 ? result->seconds : NAN;
    char text[POINT_TEXT_MAX];
    json_t *line = json_new_array();
    json_t *json = json_new_packed(
        "{s:i, s:i, s:s, s:b, s:s, s:o, s:o, s:i, s:i, s:s}", "width", run->position->width,
        "height", run->position->height, "ko", SOLVE_KO_NAMES[options->rules.ko], "suicide",
        options->rules.suicide, "to_move", color_name(run->position->to_move), "first",
        json_new_text(options->first), "value",
        json_new_figure(state->lower == state->upper ? (double)state->lower : NAN, 0), "lower",
        state->lower, "upper", state->upper, "status", status_of(&result->proved));
    if (options->at_least != SOLVE_NO_TARGET) {
        json_set_packed(json, "{s:i, s:o}", "at_least", options->at_least, "answer",
                        !result->proved.is_answered
                            ? json_null()
                            : json_boolean(state->lower >= options->at_least));
    }
    for (int i = 0; i < result->line_count; i++) {
        json_add_value(line, json_new_text(move_text(run, result->line[i], text)));
    }
    json_set_value(json, "line", line);
    json_set_packed(json, "{s:I, s:I, s:o, s:o}", "nodes", (json_int_t)state->nodes, "generated",
                    (json_int_t)state->generated, "nodes_per_s",
                    json_new_figure((double)state->nodes / seconds, 0), "seconds",
                    json_new_figure(result->seconds, 3));
    return json_print(json, stdout);
}

/* ---- The run ---- */

static bool is_small(const SolveRun *run) {
    return bitboard_count(bitboard_open(solver_context(run->solver)->shape,
                                        solver_start(run->solver))) <= SMALL_POINTS;
}

static void watch_solver(SolveRun *run, Solver *solver) {
    solver_context(solver)->tick = show_progress;
    solver_context(solver)->tick_context = run;
}

static void save_simple(void *context) {
    SolveRun *run = context;
    if (run->options->checkpoint != NULL) {
        save_checkpoint(run);
    }
}

/* By a checkpoint. */
static bool is_answered(const SolveRun *run) {
    const SolverState state = solver_state(run->solver);
    const int target = run->options->at_least;
    return target == SOLVE_NO_TARGET ? state.lower == state.upper
                                     : state.lower >= target || state.upper < target;
}

/* Loads the checkpoint, and makes the solver under simple ko if a proof begins there. */
static bool prepare(SolveRun *run, Status *status) {
    if (!load_checkpoint(run, status)) {
        return false;
    }
    if (solve_options_may_begin_under_simple_ko(run->options) && !is_answered(run) &&
        !is_small(run)) {
        SolveOptions options = *run->options;
        options.rules.ko = KO_SIMPLE;
        run->proving.simple = solve_options_solver(&options, run->position, status);
        if (run->proving.simple == NULL || !load_checkpoint(run, status)) {
            return false;
        }
        watch_solver(run, run->proving.simple);
    }
    watch_solver(run, run->solver);
    return true;
}

static SolveResult solve(SolveRun *run) {
    const SolveOptions *options = run->options;
    SolveResult result = {0};
    Proving *proving = &run->proving;
    int value;
    if (options->from_proof != NULL) {
        proving_from(proving, options->from_proof, &result.proved);
    } else {
        if (!is_small(run) && estimator_value(options, run->position, &run->is_cancelled, &value)) {
            progress_line(&run->progress, "expects %+d", value);
            proving->estimate = &value;
        }
        proving_answer(proving, &result.proved);
        if (result.proved.is_answered && result.proved.state.lower == result.proved.state.upper) {
            result.line_count = line_find(run->solver, result.line, LINE_MAX_MOVES);
        }
    }
    if (proving->has_kept) {
        progress_line(&run->progress, "dihedra solve: --from-proof %s.unfinished continues it",
                      options->proof);
    }
    result.seconds = clock_seconds() - run->start;
    return result;
}

static int run_solver(SolveRun *run) {
    const SolveOptions *options = run->options;
    Status status;
    run->start = run->reported = run->saved = clock_seconds();
    run->progress = progress_start(false, 0);
    run->watch = end_requests_watch(stop_solver, run, &status);
    if (run->watch == NULL || !prepare(run, &status)) {
        progress_end(&run->progress);
        if (run->watch != NULL) {
            end_requests_finish(run->watch, END_REQUESTS_IGNORED);
        }
        status_print("solve", &status);
        return EXIT_FAILURE;
    }
    const SolveResult result = solve(run);
    const Proved *proved = &result.proved;
    const bool is_saved = options->checkpoint == NULL || save_checkpoint(run);
    progress_end(&run->progress);
    end_requests_finish(run->watch, END_REQUESTS_IGNORED); /* while the results are printed */
    if (!options->json) {
        print_text(run, &result);
    } else if (!print_json(run, &result)) {
        return EXIT_FAILURE;
    }
    if (options->proof != NULL && !proved->is_proved &&
        (proved->is_answered || options->from_proof != NULL)) {
        fprintf(stderr, "dihedra solve: no proof: %s\n", proved->failure.text);
        return solver_is_stopped(run->solver) ? EXIT_STOPPED : EXIT_FAILURE;
    }
    return !proved->is_answered ? EXIT_STOPPED : is_saved ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Several ranks would search the same and write the same files. */
static bool is_alone(void) {
    Status status;
    Pool pool = {0};
    const bool has_joined = pool_join(&pool, "solve", &status);
    const bool ok =
        has_joined &&
        (pool_ranks(&pool) == 1 ||
         status_fail(&status, "solving runs in one process, not on %d ranks", pool_ranks(&pool)));
    if (!ok && (!has_joined || pool_is_first(&pool))) {
        status_print("solve", &status);
    }
    pool_leave(&pool);
    return ok;
}

int solve_main(int argc, char **argv) {
    SolveOptions options;
    SolvePosition position;
    Status status;
    if (!solve_options_read(&options, argc, argv, &status)) {
        return option_print_error("solve", &status);
    }
    if (!is_alone()) {
        return EXIT_WRONG;
    }
    Solver *solver = solve_options_position(&options, &position, &status)
                         ? solve_options_solver(&options, &position, &status)
                         : NULL;
    if (solver == NULL) {
        status_print("solve", &status);
        return EXIT_WRONG;
    }
    SolveRun run = {.options = &options, .position = &position, .solver = solver};
    run.proving =
        (Proving){.solver = solver,
                  .path = options.proof,
                  .target = options.at_least != SOLVE_NO_TARGET ? &options.at_least : NULL,
                  .threads = options.threads,
                  .progress = &run.progress,
                  .after_simple = save_simple,
                  .context = &run};
    const int exit_status = run_solver(&run);
    solver_free(run.proving.simple); /* of a run that did not begin */
    solver_free(solver);
    return exit_status;
}
