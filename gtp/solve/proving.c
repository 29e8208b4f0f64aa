#include "gtp/solve/proving.h"

#include <stdlib.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/solve/proof/prove.h"
#include "gtp/solve/verify.h"

static const double KEEP_SECONDS = 60; /* between two writings of an unfinished proof */

static bool tell(void *context, const char *part, size_t done, size_t all) {
    const Proving *proving = context;
    return verify_show(proving->progress, part, done, all) && !solver_is_stopped(proving->solver);
}

/* ---- Unfinished proofs ---- */

static Text unfinished_path(const Proving *proving) {
    Text path = {0};
    text_add(&path, "%s.unfinished", proving->path);
    return path;
}

/* A failure is told, and the work goes on. */
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

static void remove_unfinished(Proving *proving) {
    if (proving->has_kept) {
        Text path = unfinished_path(proving);
        unlink(text_get(&path));
        text_free(&path);
        proving->has_kept = false;
    }
}

/* ---- Proving ---- */

static bool prove(Proving *proving, const SolverState *bounds, const ProofFile *from,
                  size_t *records, Status *status) {
    const int cells = solver_context(proving->solver)->shape->cell_count;
    const bool has_upper = bounds->upper < cells;
    const ProofWanted wanted = {.has_lower = bounds->lower > -cells || !has_upper,
                                .has_upper = has_upper,
                                .lower = bounds->lower,
                                .upper = bounds->upper,
                                .monitor = {.report = tell, .context = proving},
                                .keep = keep,
                                .from = from};
    VerifyResult verified = {0};
    Text bytes = {0};
    proving->kept = clock_seconds();
    const bool ok = prove_bounds(proving->solver, &wanted, &bytes, &verified, status) &&
                    file_replace(proving->path, bytes.bytes, bytes.length, status);
    *records = verified.records;
    text_free(&bytes);
    if (ok) {
        remove_unfinished(proving);
    }
    return ok;
}

bool proving_run(Proving *proving, const SolverState *bounds, size_t *records, Status *status) {
    return prove(proving, bounds, NULL, records, status);
}

/* Reads another proof of the same question. Returns its bytes, which free() frees, or NULL with a
 * message. */
static char *read_proof(Proving *proving, const char *path, ProofFile *file, Status *status) {
    const VerifyMonitor monitor = {.report = tell, .context = proving};
    size_t length = 0;
    Status reason;
    char *bytes = file_read(path, FILE_REGULAR, SIZE_MAX / 2, &length, status);
    if (bytes == NULL || (proof_file_read((uint8_t *)bytes, length, file, &reason) &&
                          proof_file_check_sum((uint8_t *)bytes, length, &monitor, &reason) &&
                          prove_suits(proving->solver, file, &reason))) {
        return bytes;
    }
    free(bytes);
    file_fail(status, path, reason.text);
    return NULL;
}

bool proving_again(Proving *proving, const char *from, SolverState *bounds, size_t *records,
                   Status *status) {
    ProofFile file;
    SolverState wanted = *bounds;
    char *bytes = read_proof(proving, from, &file, status);
    for (int i = 0; bytes != NULL && i < file.count; i++) {
        const Strategy *strategy = &file.strategy[i];
        *(strategy->is_black ? &wanted.lower : &wanted.upper) =
            strategy->is_black ? strategy->goal : -strategy->goal;
    }
    const bool ok = bytes != NULL && prove(proving, &wanted, &file, records, status);
    if (ok) {
        *bounds = wanted;
    }
    free(bytes);
    return ok;
}
