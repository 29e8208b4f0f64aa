#include "gtp/solve/proving.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/solve/proof/prove.h"
#include "gtp/solve/verify.h"

static const double KEEP_SECONDS = 60; /* between two writings of an unfinished proof */

static bool show(void *context, const char *part, size_t done, size_t all) {
    const Proving *proving = context;
    const Solver *outer = proving->outer;
    return verify_show(proving->progress, part, done, all) && !solver_is_stopped(proving->solver) &&
           (outer == NULL || !solver_is_stopped(outer));
}

static Text unfinished_path(const Proving *proving) {
    Text path = {0};
    text_add(&path, "%s.unfinished", proving->path);
    return path;
}

/* Reports a failure, and the work goes on. */
static void keep(void *context, const Text *file) {
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

/* Reads another proof of the same question, but for its records. Returns false with a message. */
static bool open_proof(Proving *proving, const char *path, ProofSource *source, ProofFile *file,
                       Status *status) {
    const VerifyMonitor monitor = {.report = show, .context = proving};
    Status reason;
    if (!proof_source_open(source, path, status)) {
        return false;
    }
    if (proof_file_read(source, file, &reason)) {
        if (proof_file_check_sum(file, &monitor, &reason) &&
            prove_suits(proving->solver, file, &reason)) {
            return true;
        }
        proof_file_free(file);
    }
    proof_source_close(source);
    return file_fail(status, path, reason.text);
}

static bool prove(Proving *proving, const ProofWanted *wanted, size_t *records, Status *status) {
    VerifyResult verified = {0};
    Text bytes = {0};
    proving->kept = clock_seconds();
    const bool ok = prove_bounds(proving->solver, wanted, &bytes, &verified, status) &&
                    file_replace(proving->path, bytes.bytes, bytes.length, status);
    *records = verified.records;
    text_free(&bytes);
    if (ok && proving->has_kept) {
        Text path = unfinished_path(proving);
        os_remove(text_get(&path));
        text_free(&path);
        proving->has_kept = false;
    }
    return ok;
}

static bool prove_wanted(Proving *proving, const ProofFile *from, SolverState *bounds,
                         size_t *records, Status *status) {
    const int cells = solver_context(proving->solver)->shape->cell_count;
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
        .monitor = {.report = show, .context = proving, .threads = proving->threads},
        .keep = keep,
        .from = from};
    const bool ok = prove(proving, &wanted, records, status);
    bounds->lower = ok ? lower : bounds->lower;
    bounds->upper = ok ? upper : bounds->upper;
    return ok;
}

bool proving_run(Proving *proving, const char *from, SolverState *bounds, size_t *records,
                 Status *status) {
    ProofSource source;
    ProofFile file;
    if (from == NULL) {
        return prove_wanted(proving, NULL, bounds, records, status);
    }
    if (!open_proof(proving, from, &source, &file, status)) {
        return false;
    }
    const bool ok = prove_wanted(proving, &file, bounds, records, status);
    proof_file_free(&file);
    proof_source_close(&source);
    return ok;
}

bool proving_suits(Proving *proving, const char *from, Status *status) {
    ProofSource source;
    ProofFile file;
    const bool ok = open_proof(proving, from, &source, &file, status);
    if (ok) {
        proof_file_free(&file);
        proof_source_close(&source);
    }
    return ok;
}
