#include "engine/solve/proof/proving.h"

#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"

enum { WITHOUT_DRAWS = 8 /* times the positions that the answer took: to find it without draws */ };

static const double KEEP_SECONDS = 60; /* between two writings of an unfinished proof */

/* ---- One proof ---- */

static bool report_proving(void *context, const char *phase, size_t done, size_t all) {
    const Proving *proving = context;
    return progress_show_count(proving->progress, phase, done, all) &&
           !solver_is_stopped(proving->solver);
}

static Text unfinished_path(const Proving *proving) {
    Text path = text_new("%s.unfinished", proving->path);
    return path;
}

/* Reports a failure, and the work goes on. */
static void keep_unfinished(void *context, const Text *file) {
    Proving *proving = context;
    if (clock_seconds() - proving->kept < KEEP_SECONDS) {
        return;
    }
    Text path = unfinished_path(proving);
    Status status;
    if (file_replace(text_get(&path), file->bytes, file->length, &status)) {
        proving->has_kept = true;
    } else {
        progress_line(proving->progress, "dihedra solve: %s", status.text);
    }
    proving->kept = clock_seconds();
    text_free(&path);
}

/* Proves the bounds by that solver, beginning with another proof if there is one. If neither bound
 * says more than the board's points, the lower one is proved, which takes no record. Sets *bounds
 * to what is proved. */
static bool prove_by(Proving *proving, Solver *solver, const ProofFile *from, SolverState *bounds,
                     Text *bytes, Proved *proved) {
    const int cells = solver_context(solver)->shape->cell_count;
    int lower = bounds->lower, upper = bounds->upper;
    for (int i = 0; from != NULL && i < from->count; i++) {
        const Strategy *strategy = &from->strategy[i];
        lower = strategy->is_black ? strategy->goal : lower;
        upper = strategy->is_black ? upper : -strategy->goal;
    }
    const ProofWanted wanted = {
        .has_lower = lower > -cells || upper >= cells,
        .has_upper = upper < cells,
        .lower = lower,
        .upper = upper,
        .monitor = {.report = report_proving, .context = proving, .threads = proving->threads},
        .keep = solver == proving->solver ? keep_unfinished : NULL,
        .from = from};
    VerifyResult verified = {0};
    proving->kept = clock_seconds();
    proving->is_proving = true;
    const bool ok = prove_bounds(solver, &wanted, bytes, &verified, &proved->failure);
    proving->is_proving = false;
    proved->records = verified.records;
    bounds->lower = ok ? lower : bounds->lower;
    bounds->upper = ok ? upper : bounds->upper;
    return ok;
}

static bool write_proof(Proving *proving, const Text *bytes, Proved *proved) {
    if (!file_replace(proving->path, bytes->bytes, bytes->length, &proved->failure)) {
        return false;
    }
    if (proving->has_kept) {
        Text path = unfinished_path(proving);
        os_remove(text_get(&path));
        text_free(&path);
        proving->has_kept = false;
    }
    return true;
}

/* Proves the bounds in the file. */
static bool prove_in_file(Proving *proving, const ProofFile *from, SolverState *bounds,
                          Proved *proved) {
    Text bytes = {0};
    const bool ok = prove_by(proving, proving->solver, from, bounds, &bytes, proved) &&
                    write_proof(proving, &bytes, proved);
    text_free(&bytes);
    return ok;
}

static bool open_proof(Proving *proving, const char *path, ProofFile *file, Status *status) {
    const VerifyMonitor monitor = {.report = report_proving, .context = proving};
    Status reason;
    size_t length;
    char *bytes = file_read(path, FILE_REGULAR, PROOF_BYTES_MAX, &length, status);
    if (bytes == NULL) {
        return false;
    }
    bool ok = proof_file_read((const uint8_t *)bytes, length, &monitor, file, &reason);
    free(bytes);
    if (ok && !prove_suits(proving->solver, file, &reason)) {
        proof_file_free(file);
        ok = false;
    }
    return ok || file_fail(status, path, reason.text);
}

void proving_from(Proving *proving, const char *file, Proved *proved) {
    ProofFile from;
    proved->state = solver_state(proving->solver);
    if (open_proof(proving, file, &from, &proved->failure)) {
        Text unfinished = unfinished_path(proving);
        proving->has_kept = file_is_same(file, text_get(&unfinished));
        text_free(&unfinished);
        proved->is_proved = prove_in_file(proving, &from, &proved->state, proved);
        proof_file_free(&from);
    }
    proved->is_answered = proved->is_proved;
}

/* ---- The question ---- */

/* Narrows the bounds until they meet, and tells each step. */
static bool narrow_to_value(const Proving *proving, Solver *solver) {
    SolverState state = solver_state(solver);
    while (state.lower < state.upper) {
        if (solver_ask_next(solver) == ANSWER_OPEN) {
            return false;
        }
        state = solver_state(solver);
        progress_line(proving->progress, "%+d to %+d after %.2f million positions", state.lower,
                      state.upper, (double)state.nodes / 1e6);
    }
    return true;
}

static bool ask_solver(const Proving *proving, Solver *solver) {
    if (proving->estimate != NULL) {
        solver_set_estimate(solver, *proving->estimate);
    }
    return proving->target != NULL ? solver_ask(solver, *proving->target) != ANSWER_OPEN
                                   : narrow_to_value(proving, solver);
}

/* ---- From simple ko to superko ---- */

/* Under simple ko: may the bound of this color, which keeps the goal, rest on draws? */
static bool may_rest_on_draws(const Solver *simple, Color color, int goal) {
    return goal <= 0 && !solver_is_pessimistic(simple, color);
}

/* Looks for a way to keep the bounds of sides that a draw serves without one. Returns the bounds
 * that rest on none. */
static SolverState avoid_draws(const Proving *proving) {
    const int cells = solver_context(proving->simple)->shape->cell_count;
    SolverState state = solver_state(proving->simple);
    for (Color color = BLACK; color <= WHITE; color++) {
        int *bound = color == BLACK ? &state.lower : &state.upper;
        const int goal = color == BLACK ? *bound : -*bound;
        if (goal > -cells && may_rest_on_draws(proving->simple, color, goal)) {
            progress_line(proving->progress, "at %s %+d without draws?",
                          color == BLACK ? "least" : "most", *bound);
            solver_ask_without_draws(proving->simple, color, WITHOUT_DRAWS * state.nodes);
        }
        if (may_rest_on_draws(proving->simple, color, goal)) {
            *bound = color == BLACK ? -cells : cells;
        }
    }
    return state;
}

/* Solves the position under simple ko and proves the bounds that do not rest on a draw. Returns
 * false if that fails, or leaves no bound to prove. */
static bool prove_under_simple_ko(Proving *proving, Text *bytes, Proved *proved) {
    const int cells = solver_context(proving->simple)->shape->cell_count;
    progress_line(proving->progress, "begins under simple ko");
    bool ok = ask_solver(proving, proving->simple);
    if (ok) {
        SolverState bounds = avoid_draws(proving);
        ok = (bounds.lower > -cells || bounds.upper < cells) &&
             prove_by(proving, proving->simple, NULL, &bounds, bytes, proved);
    }
    if (proving->after_simple != NULL) {
        proving->after_simple(proving->context);
    }
    const SolverState state = solver_state(proving->simple);
    proved->state.nodes += state.nodes;
    proved->state.generated += state.generated;
    solver_free(proving->simple);
    proving->simple = NULL;
    return ok;
}

static bool settles(const Proving *proving, const SolverState *bounds) {
    const int cells = solver_context(proving->solver)->shape->cell_count;
    return proving->target != NULL
               ? bounds->lower >= *proving->target || bounds->upper < *proving->target
               : bounds->lower == bounds->upper || bounds->lower == cells ||
                     bounds->upper == -cells;
}

/* With a proof of one bound of the value: asks for the other one, and proves both. */
static bool prove_other_bound(Proving *proving, const ProofFile *from, SolverState *bounds,
                              Proved *proved) {
    const int cells = solver_context(proving->solver)->shape->cell_count;
    const bool has_lower = bounds->lower > -cells;
    const int question = has_lower ? bounds->lower + 1 : bounds->upper;
    solver_set_estimate(proving->solver, has_lower ? bounds->lower : bounds->upper);
    progress_line(proving->progress, "%+d to %+d is proved; at least %+d?", bounds->lower,
                  bounds->upper, question);
    if (solver_ask(proving->solver, question) != (has_lower ? ANSWER_NO : ANSWER_YES)) {
        return false;
    }
    *(has_lower ? &bounds->upper : &bounds->lower) = has_lower ? question - 1 : question;
    return prove_in_file(proving, from, bounds, proved);
}

/* Repairs a proof under simple ko for superko, and proves what is left. */
static bool repair_for_superko(Proving *proving, const Text *simple, SolverState *bounds,
                               Proved *proved) {
    ProofFile from;
    Text bytes = {0};
    if (!proof_file_read((const uint8_t *)simple->bytes, simple->length, NULL, &from,
                         &proved->failure)) {
        return false;
    }
    bool ok = prove_by(proving, proving->solver, &from, bounds, &bytes, proved);
    proof_file_free(&from);
    if (ok && settles(proving, bounds)) {
        ok = write_proof(proving, &bytes, proved);
    } else if (ok && proving->target != NULL) {
        ok = false;
    } else if (ok) {
        ok = proof_file_read((const uint8_t *)bytes.bytes, bytes.length, NULL, &from,
                             &proved->failure);
        if (ok) {
            ok = prove_other_bound(proving, &from, bounds, proved);
            proof_file_free(&from);
        }
    }
    text_free(&bytes);
    return ok;
}

static bool prove_from_simple_ko(Proving *proving, Proved *proved) {
    Text simple = {0};
    SolverState bounds = solver_state(proving->solver);
    const bool ok = prove_under_simple_ko(proving, &simple, proved) &&
                    repair_for_superko(proving, &simple, &bounds, proved);
    text_free(&simple);
    if (ok) {
        proved->state.lower = bounds.lower;
        proved->state.upper = bounds.upper;
        proved->is_answered = proved->is_proved = true;
    }
    return ok;
}

void proving_answer(Proving *proving, Proved *proved) {
    if (proving->simple == NULL || !prove_from_simple_ko(proving, proved)) {
        proved->is_answered = ask_solver(proving, proving->solver);
        SolverState state = solver_state(proving->solver);
        if (proved->is_answered && proving->path != NULL) {
            proved->is_proved = prove_in_file(proving, NULL, &state, proved);
        }
        proved->state.lower = state.lower;
        proved->state.upper = state.upper;
    }
    const SolverState state = solver_state(proving->solver);
    proved->state.nodes += state.nodes;
    proved->state.generated += state.generated;
}
