/* Runs the solver: progress on standard error, the result on standard output. SIGINT, SIGTERM and
 * SIGHUP end the search; the bounds so far are printed. */
#include "gtp/solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/files.h"
#include "engine/base/progress.h"
#include "engine/cluster/mpi/mpi.h"
#include "engine/solve/line.h"
#include "gtp/solve/estimator.h"
#include "gtp/solve/first_moves.h"
#include "gtp/solve/literature.h"
#include "gtp/solve/proving.h"
#include "gtp/solve/solve_options.h"

enum {
    GUESSED_POINTS = 16, /* empty points of a position that is solved without a guess, at most */
    LINE_MAX_MOVES = 256,
    WITHOUT_DRAWS = 8, /* times the positions that the answer took: to find it without draws */
    EXIT_WRONG = 2,
    EXIT_STOPPED = 130,
};

static const double PROGRESS_SECONDS = 0.5; /* between reports */

typedef struct {
    const SolveOptions *options;
    const SolvePosition *position;
    Solver *solver;
    Solver *simple;        /* under simple ko, while a proof begins there; else NULL */
    bool has_simple_proof; /* of an earlier run, to begin with */
    Estimator *estimator;  /* NULL: none */
    Progress progress;
    bool is_proving;
    double start, reported;       /* start: minus the time of the runs before */
    double saved, saving_seconds; /* when the last checkpoint was written, and how long it took */
    EndRequests *watch;
} SolveRun;

/* ---- Signals ---- */

static void stop_solver(void *context, int signal) {
    (void)signal;
    solver_stop(((SolveRun *)context)->solver);
}

static bool start_watch(SolveRun *run, Status *status) {
    run->watch = end_requests_watch(stop_solver, run, status);
    return run->watch != NULL;
}

/* ---- Checkpoints ---- */

enum { CHECKPOINT_BYTES = 50000000, SAVING_SHARE = 30 };
static const double SAVE_SECONDS = 0.2; /* between checkpoints, at least */

static Solver *solver_at_work(const SolveRun *run) {
    return run->simple != NULL ? run->simple : run->solver;
}

static Text checkpoint_path(const SolveRun *run) {
    Text path = {0};
    if (run->simple != NULL) {
        return solve_options_simple_path(run->options->checkpoint);
    }
    text_add(&path, "%s", run->options->checkpoint);
    return path;
}

/* A failure leaves the old file as it is, and the search goes on. */
static bool save_checkpoint(SolveRun *run) {
    const double before = clock_seconds();
    Text path = checkpoint_path(run);
    Status error;
    const bool ok = solver_save(solver_at_work(run), before - run->start,
                                (uint64_t)run->options->checkpoint_nodes, CHECKPOINT_BYTES,
                                text_get(&path), &error);
    if (!ok) {
        progress_line(&run->progress, "dihedra solve: %s: %s", text_get(&path), error.text);
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
    Status error;
    const bool ok = !os_exists(text_get(&path)) ||
                    solver_load(solver_at_work(run), text_get(&path), &seconds, &error) ||
                    file_fail(status, text_get(&path), error.text);
    run->start = fmin(run->start, clock_seconds() - seconds);
    text_free(&path);
    return ok;
}

/* ---- Progress ---- */

static void show_progress(void *context) {
    SolveRun *run = context;
    const double now = clock_seconds(), unsaved = now - run->saved;
    if (run->simple != NULL && solver_is_stopped(run->solver)) {
        solver_stop(run->simple);
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
    if (run->is_proving) {
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
    SolverState state;
    bool is_answered, is_proved;
    size_t records;     /* of the proof */
    Status failure;     /* why there is no proof */
    SolverState simple; /* of the search under simple ko that a proof began with */
    TableCounts table;  /* of both */
    double seconds;
    int line[LINE_MAX_MOVES];
    int line_count;
    FirstMoves first; /* with --all-first */
} SolveResult;

static const char *status_of(const SolveResult *result) {
    return result->is_proved ? "proved" : result->is_answered ? "claimed" : "open";
}

static size_t table_megabytes(const SolveRun *run) {
    return solver_context(run->solver)->table.line_count * TABLE_LINE_BYTES >> 20;
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

/* "positional superko, suicide legal". */
static void add_rules(const Rules *rules, Text *text) {
    static const char *const KO[] = {"simple ko, repetition draws", "positional superko",
                                     "situational superko"};
    text_add(text, "%s, suicide %s", KO[rules->ko], rules->suicide ? "legal" : "illegal");
}

/* What is published of the position, if it is an empty board with Black to move. */
static void add_literature(const SolveRun *run, Text *text) {
    const SolvePosition *position = run->position;
    bool is_start = position->to_move == BLACK && position->first == POINT_NONE;
    for (int cell = 0; cell < position->width * position->height; cell++) {
        is_start &= position->cells[cell] == EMPTY;
    }
    if (is_start) {
        literature_add_text(position->width, position->height, run->options->rules.ko, text);
    }
}

static void print_text(const SolveRun *run, const SolveResult *result) {
    const SolvePosition *position = run->position;
    const SolveOptions *options = run->options;
    const SolverState *state = &result->state;
    const TableCounts *table = &result->table;
    const BitboardShape *shape = solver_context(run->solver)->shape;
    const double probes = table->probes > 0 ? (double)table->probes : 1;
    char text[POINT_TEXT_MAX];
    Text rules = {0};
    add_rules(&options->rules, &rules);
    printf("%dx%d, %s, %s to move%s%s\n", position->width, position->height, text_get(&rules),
           color_name(position->to_move), options->first == NULL ? "" : ", first ",
           options->first == NULL ? "" : options->first);
    text_free(&rules);
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
            printf(" %s", first_moves_name(shape, result->line[i], text));
        }
        printf("\n");
    }
    if (result->is_proved) {
        printf("proof     %zu records, checked\n", result->records);
    }
    Text literature = {0};
    add_literature(run, &literature);
    if (literature.length > 0) {
        printf("literature %s\n", text_get(&literature));
    }
    text_free(&literature);
    printf("nodes     %llu entered, %llu generated, %.0f a second\n"
           "time      %.3f s\n",
           (unsigned long long)state->nodes, (unsigned long long)state->generated,
           result->seconds > 0 ? (double)state->nodes / result->seconds : 0, result->seconds);
    printf(
        "table     %zu MB, %llu probes, %.1f%% hits (%.1f%% through a symmetry), %llu replaced\n",
        table_megabytes(run), (unsigned long long)table->probes,
        100.0 * (double)table->hits / probes, 100.0 * (double)table->turned_hits / probes,
        (unsigned long long)table->replacements);
}

static json_t *table_json(const SolveRun *run, const TableCounts *table) {
    return json_new_packed("{s:I, s:I, s:I, s:I, s:I, s:I}", "megabytes",
                           (json_int_t)table_megabytes(run), "probes", (json_int_t)table->probes,
                           "hits", (json_int_t)table->hits, "turned_hits",
                           (json_int_t)table->turned_hits, "stores", (json_int_t)table->stores,
                           "replacements", (json_int_t)table->replacements);
}

static bool print_json(const SolveRun *run, const SolveResult *result) {
    const SolverState *state = &result->state;
    const SolveOptions *options = run->options;
    const BitboardShape *shape = solver_context(run->solver)->shape;
    const double seconds = result->seconds > 0 ? result->seconds : NAN;
    char text[POINT_TEXT_MAX];
    json_t *line = json_new_array();
    json_t *json = json_new_packed(
        "{s:i, s:i, s:s, s:b, s:s, s:o, s:o, s:i, s:i, s:s}", "width", run->position->width,
        "height", run->position->height, "ko", SOLVE_KO_NAMES[options->rules.ko], "suicide",
        options->rules.suicide, "to_move", color_name(run->position->to_move), "first",
        json_new_text(options->first), "value",
        json_new_figure(state->lower == state->upper ? (double)state->lower : NAN, 0), "lower",
        state->lower, "upper", state->upper, "status", status_of(result));
    if (options->at_least != SOLVE_NO_TARGET) {
        json_set_packed(json, "{s:i, s:o}", "at_least", options->at_least, "answer",
                        !result->is_answered ? json_null()
                                             : json_boolean(state->lower >= options->at_least));
    }
    for (int i = 0; i < result->line_count; i++) {
        json_add_value(line, json_new_text(first_moves_name(shape, result->line[i], text)));
    }
    json_set_value(json, "line", line);
    if (options->all_first) {
        json_set_value(json, "first_moves", first_moves_json(&result->first));
    }
    json_set_packed(json, "{s:I, s:I, s:o, s:o, s:o}", "nodes", (json_int_t)state->nodes,
                    "generated", (json_int_t)state->generated, "nodes_per_s",
                    json_new_figure((double)state->nodes / seconds, 0), "seconds",
                    json_new_figure(result->seconds, 3), "table", table_json(run, &result->table));
    return json_print(json, stdout);
}

/* ---- The run ---- */

static Proving proving_of(SolveRun *run) {
    return (Proving){.solver = run->solver,
                     .progress = &run->progress,
                     .path = run->options->proof,
                     .threads = run->options->threads};
}

/* Proves the bounds, or those of another proof (from: a file, or NULL). */
static bool prove(SolveRun *run, const char *from, SolverState *bounds, SolveResult *result) {
    Proving proving = proving_of(run);
    run->is_proving = true;
    const bool ok = proving_run(&proving, from, bounds, &result->records, &result->failure);
    run->is_proving = false;
    if (proving.has_kept) {
        progress_line(&run->progress, "dihedra solve: --from-proof %s.unfinished goes on",
                      run->options->proof);
    }
    return ok;
}

/* Prints what is known of a first move, and draws all of them. A failure ends the drawing alone. */
static void show_first_move(SolveRun *run, SolveResult *result, int place) {
    const FirstMoves *first = &result->first;
    const FirstMove *move = &first->list[place];
    char name[POINT_TEXT_MAX];
    Text value = {0}, svg = {0}, rules = {0};
    first_moves_add_value(move, &value);
    progress_line(&run->progress, "%s  %s, %s (%d of %d)",
                  first_moves_name(first->shape, move->move, name), text_get(&value),
                  move->is_answered ? "claimed" : "open", place + 1, first->count);
    if (run->options->svg != NULL && result->failure.text[0] == '\0') {
        add_rules(&run->options->rules, &rules);
        first_moves_add_svg(first, text_get(&rules), &svg);
        file_replace(run->options->svg, svg.bytes, svg.length, &result->failure);
    }
    text_free(&value);
    text_free(&svg);
    text_free(&rules);
}

/* What the position after a first move may be worth, if there are so many points that a guess saves
 * more time than it takes. Returns NULL if there is no guess. */
static const int *estimate(SolveRun *run, Point first, int *value) {
    const Bitboard *start = solver_start(run->solver);
    const BitboardShape *shape = solver_context(run->solver)->shape;
    if (run->estimator == NULL && bitboard_count(bitboard_open(shape, start)) > GUESSED_POINTS) {
        run->estimator = estimator_new(run->options, run->position);
    }
    return run->estimator != NULL && estimator_value(run->estimator, first, value) ? value : NULL;
}

/* Solves the positions after all first moves; the bounds become those of the position. */
static void solve_all_first(SolveRun *run, SolveResult *result) {
    const int target = run->options->at_least;
    first_moves_list(run->solver, &result->first);
    result->is_answered = true;
    for (int i = 0; i < result->first.count && result->is_answered; i++) {
        int value;
        const Point point = first_moves_point(&result->first, i);
        result->is_answered =
            first_moves_solve(run->solver, &result->first, i, estimate(run, point, &value),
                              target == SOLVE_NO_TARGET ? NULL : &target);
        show_first_move(run, result, i);
    }
    result->state = solver_state(run->solver);
    first_moves_bounds(&result->first, &result->state.lower, &result->state.upper);
}

/* Narrows the bounds until they meet, and tells each step. */
static bool solve_by_questions(SolveRun *run, Solver *solver) {
    SolverState state = solver_state(solver);
    while (state.lower < state.upper) {
        if (solver_ask_next(solver) == ANSWER_OPEN) {
            return false;
        }
        state = solver_state(solver);
        progress_line(&run->progress, "%+d to %+d after %.2f million positions", state.lower,
                      state.upper, (double)state.nodes / 1e6);
    }
    return true;
}

static bool answer(SolveRun *run, Solver *solver) {
    const int target = run->options->at_least;
    return target != SOLVE_NO_TARGET ? solver_ask(solver, target) != ANSWER_OPEN
                                     : solve_by_questions(run, solver);
}

/* ---- Proofs under superko that begin under simple ko ---- */

/* By a checkpoint. */
static bool is_answered(const SolveRun *run) {
    const SolverState state = solver_state(run->solver);
    const int target = run->options->at_least;
    return target == SOLVE_NO_TARGET ? state.lower == state.upper
                                     : state.lower >= target || state.upper < target;
}

/* The search under simple ko is cheaper, and what wins there mostly wins under superko, too
 * (engine/solve/proof/README.md). Small boards do not need it. */
static bool may_begin_under_simple_ko(const SolveRun *run) {
    return !is_answered(run) && solve_options_may_begin_under_simple_ko(run->options) &&
           bitboard_count(bitboard_open(solver_context(run->solver)->shape,
                                        solver_start(run->solver))) > GUESSED_POINTS;
}

/* Under simple ko: may the bound of this color, which keeps the goal, rest on draws? */
static bool may_rest_on_draws(const SolveRun *run, Color color, int goal) {
    return goal <= 0 && !solver_is_pessimistic(run->simple, color);
}

/* Looks for a way to keep the bounds of sides that a draw serves without one. */
static void avoid_draws(SolveRun *run) {
    const int cells = run->position->width * run->position->height;
    const SolverState state = solver_state(run->simple);
    for (Color color = BLACK; color <= WHITE; color++) {
        const int goal = color == BLACK ? state.lower : -state.upper;
        if (goal > -cells && may_rest_on_draws(run, color, goal)) {
            progress_line(&run->progress, "at %s %+d without draws?",
                          color == BLACK ? "least" : "most", color == BLACK ? goal : -goal);
            solver_ask_without_draws(run->simple, color, WITHOUT_DRAWS * state.nodes);
        }
    }
}

/* Proves the bounds under simple ko but for those that rest on draws. Returns false if none was
 * proved. */
static bool prove_without_draws(SolveRun *run, const char *path, SolveResult *result) {
    const int cells = run->position->width * run->position->height;
    SolverState bounds = solver_state(run->simple);
    Proving proving = proving_of(run);
    proving.solver = run->simple;
    proving.outer = run->solver;
    proving.path = path;
    if (may_rest_on_draws(run, BLACK, bounds.lower)) {
        bounds.lower = -cells;
    }
    if (may_rest_on_draws(run, WHITE, -bounds.upper)) {
        bounds.upper = cells;
    }
    return (bounds.lower > -cells || bounds.upper < cells) &&
           proving_run(&proving, NULL, &bounds, &result->records, &result->failure);
}

/* If the proof begins under simple ko: finds the proof that an interrupted run has left, or makes
 * the solver, which goes on from its checkpoint. Without memory for it there is neither. */
static bool prepare_simple_ko(SolveRun *run, Status *status) {
    SolveOptions options = *run->options;
    options.rules.ko = KO_SIMPLE;
    if (!may_begin_under_simple_ko(run)) {
        return true;
    }
    Text path = solve_options_simple_path(options.proof);
    Proving proving = proving_of(run);
    bool ok = true;
    run->has_simple_proof = os_exists(text_get(&path));
    if (run->has_simple_proof) {
        ok = proving_suits(&proving, text_get(&path), status);
    } else {
        run->simple = solve_options_solver(&options, run->position, status);
        ok = run->simple == NULL || load_checkpoint(run, status);
    }
    text_free(&path);
    return ok;
}

/* Solves the position under simple ko and proves that. Returns false if that did not go well. */
static bool solve_under_simple_ko(SolveRun *run, const int *value, const char *path,
                                  SolveResult *result) {
    solver_context(run->simple)->tick = show_progress;
    solver_context(run->simple)->tick_context = run;
    if (value != NULL) {
        solver_set_estimate(run->simple, *value);
    }
    progress_line(&run->progress, "begins under simple ko");
    bool ok = answer(run, run->simple);
    if (ok) {
        avoid_draws(run);
        ok = prove_without_draws(run, path, result);
    }
    if (run->options->checkpoint != NULL) {
        save_checkpoint(run);
    }
    result->simple = solver_state(run->simple);
    result->table = solver_table_counts(run->simple);
    solver_free(run->simple);
    run->simple = NULL;
    return ok;
}

/* Proves the winner's bound under superko from a proof under simple ko. Returns false if that did
 * not go well; else *bounds has what is proved. The proof under simple ko stays for the next run if
 * this one is interrupted, or if it was there before. */
static bool begin_under_simple_ko(SolveRun *run, const int *value, SolveResult *result,
                                  SolverState *bounds) {
    Text path = solve_options_simple_path(run->options->proof);
    bool ok = run->has_simple_proof || solve_under_simple_ko(run, value, text_get(&path), result);
    if (ok) {
        ok = prove(run, text_get(&path), bounds, result);
        if (!run->has_simple_proof && (ok || !solver_is_stopped(run->solver))) {
            os_remove(text_get(&path));
        }
    }
    text_free(&path);
    return ok;
}

static void add_simple_counts(SolveResult *result) {
    result->state.nodes += result->simple.nodes;
    result->state.generated += result->simple.generated;
}

/* After begin_under_simple_ko: asks what is left, and proves it with what is proved already. */
static bool finish_under_superko(SolveRun *run, SolverState *bounds, SolveResult *result) {
    const int target = run->options->at_least;
    const int cells = run->position->width * run->position->height;
    result->is_proved =
        target != SOLVE_NO_TARGET
            ? bounds->lower >= target || bounds->upper < target
            : bounds->lower == bounds->upper || bounds->lower == cells || bounds->upper == -cells;
    if (!result->is_proved && target == SOLVE_NO_TARGET) {
        const bool has_lower = bounds->lower > -cells;
        const int question = has_lower ? bounds->lower + 1 : bounds->upper;
        solver_set_estimate(run->solver, has_lower ? bounds->lower : bounds->upper);
        progress_line(&run->progress, "%+d to %+d is proved; at least %+d?", bounds->lower,
                      bounds->upper, question);
        if (solver_ask(run->solver, question) == (has_lower ? ANSWER_NO : ANSWER_YES)) {
            *(has_lower ? &bounds->upper : &bounds->lower) = has_lower ? question - 1 : question;
            result->is_proved = prove(run, run->options->proof, bounds, result);
        }
    }
    result->is_answered = result->is_proved;
    return result->is_proved;
}

static bool solve_from_simple_ko(SolveRun *run, const int *value, SolveResult *result) {
    SolverState bounds = solver_state(run->solver);
    if (!begin_under_simple_ko(run, value, result, &bounds) ||
        !finish_under_superko(run, &bounds, result)) {
        return false;
    }
    result->state = solver_state(run->solver);
    result->state.lower = bounds.lower;
    result->state.upper = bounds.upper;
    add_simple_counts(result);
    return true;
}

/* Answers the question, and proves the answer if that is wanted. */
static void solve_position(SolveRun *run, SolveResult *result) {
    const SolveOptions *options = run->options;
    int value;
    const int *expected = estimate(run, run->position->first, &value);
    Text literature = {0};
    add_literature(run, &literature);
    if (literature.length > 0) {
        progress_line(&run->progress, "literature: %s", text_get(&literature));
    }
    text_free(&literature);
    if (expected != NULL) {
        progress_line(&run->progress, "expects %+d", value);
    }
    if ((run->simple != NULL || run->has_simple_proof) &&
        solve_from_simple_ko(run, expected, result)) {
        return;
    }
    if (expected != NULL) {
        solver_set_estimate(run->solver, value);
    }
    result->is_answered = answer(run, run->solver);
    result->state = solver_state(run->solver);
    if (result->is_answered && options->proof != NULL) {
        result->is_proved = prove(run, NULL, &result->state, result);
    }
    add_simple_counts(result);
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
        result.is_proved = prove(run, run->options->from_proof, &result.state, &result);
        result.is_answered = result.is_proved;
    } else {
        solve_position(run, &result);
    }
    result.seconds = clock_seconds() - run->start;
    const TableCounts table = solver_table_counts(run->solver);
    table_counts_add(&result.table, &table);
    return result;
}

static int run_solver(SolveRun *run) {
    const SolveOptions *options = run->options;
    Status status;
    run->start = run->reported = run->saved = clock_seconds();
    run->progress = progress_start(false, 0);
    if (!load_checkpoint(run, &status) || !prepare_simple_ko(run, &status) ||
        !start_watch(run, &status)) {
        progress_end(&run->progress);
        status_print("solve", &status);
        return EXIT_FAILURE;
    }
    solver_context(run->solver)->tick = show_progress;
    solver_context(run->solver)->tick_context = run;
    const SolveResult result = solve(run);
    const bool is_saved = options->checkpoint == NULL || save_checkpoint(run);
    progress_end(&run->progress);
    end_requests_finish(run->watch, END_REQUESTS_IGNORED); /* while the results are printed */
    if (!options->json) {
        print_text(run, &result);
    } else if (!print_json(run, &result)) {
        return EXIT_FAILURE;
    }
    if (options->svg != NULL && result.failure.text[0] != '\0') {
        status_print("solve", &result.failure);
        return EXIT_FAILURE;
    }
    if (options->proof != NULL && !result.is_proved &&
        (result.is_answered || options->from_proof != NULL)) {
        fprintf(stderr, "dihedra solve: no proof: %s\n", result.failure.text);
        return solver_is_stopped(run->solver) ? EXIT_STOPPED : EXIT_FAILURE;
    }
    if (!result.is_answered && solver_is_out_of_memory(run->solver)) {
        status_fail(&status, "out of memory");
        status_print("solve", &status);
        return EXIT_FAILURE;
    }
    return !result.is_answered ? EXIT_STOPPED : is_saved ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Several ranks would search the same and write the same files. */
static bool is_alone(void) {
    Status status;
    Mpi *mpi = mpi_open("solve", &status);
    if (mpi == NULL) {
        status_print("solve", &status);
        return false;
    }
    const bool ok = mpi_size(mpi) == 1 ||
                    status_fail(&status, "it runs in one process, not on %d", mpi_size(mpi));
    if (!ok && mpi_rank(mpi) == 0) {
        status_print("solve", &status);
    }
    mpi_close(mpi);
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
    const int exit_status = run_solver(&run);
    estimator_free(run.estimator);
    solver_free(run.simple); /* of a run that did not begin */
    solver_free(solver);
    return exit_status;
}
