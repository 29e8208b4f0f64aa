/* A proof tells how far it is, one phase after another, and can be ended in each of them. */
#include "tests/support/position/colorings.h"
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>
#include <string.h>

enum { PHASES_MAX = 32 };

typedef struct {
    const char *phases[PHASES_MAX]; /* in the order in which they were told of */
    int count;
    size_t done;         /* of the last phase */
    const char *ends_in; /* a phase in which the work is to end, or NULL */
} Watcher;

static bool has_told(const Watcher *watcher, const char *phase) {
    for (int i = 0; i < watcher->count; i++) {
        if (strcmp(watcher->phases[i], phase) == 0) {
            return true;
        }
    }
    return false;
}

/* A display of these shows one count that rises at a time. */
static bool tell(void *context, const char *phase, size_t done, size_t all) {
    Watcher *watcher = context;
    const bool goes_on =
        watcher->count > 0 && strcmp(watcher->phases[watcher->count - 1], phase) == 0;
    cr_assert(all == 0 || done <= all, "%zu of %zu %s", done, all, phase);
    if (goes_on) {
        cr_assert_geq(done, watcher->done, "%s", phase);
    } else {
        cr_assert_not(has_told(watcher, phase), "%s comes back", phase);
        cr_assert_lt(watcher->count, PHASES_MAX);
        watcher->phases[watcher->count++] = phase;
    }
    watcher->done = done;
    return watcher->ends_in == NULL || strcmp(watcher->ends_in, phase) != 0;
}

static void check(const Text *bytes, Watcher *watcher, Status *status) {
    const VerifyMonitor monitor = {.report = tell, .context = watcher};
    VerifyResult result;
    cr_assert_eq(
        verify_proof((const uint8_t *)bytes->bytes, bytes->length, &result, &monitor, status),
        watcher->ends_in == NULL);
}

Test(prove_monitor, a_check_can_be_ended_in_each_phase) {
    static const char *const PHASES[] = {
        "records read",           "records checked",          "boards numbered",
        "moves on cycles",        "moves listed by position", "moves followed for cycles",
        "moves marked on cycles", "moves looked at for bans", "moves to cycles found",
        "paths enumerated"};
    enum { PHASE_COUNT = sizeof PHASES / sizeof PHASES[0] };
    Text bytes = {0};
    Watcher watcher = {.ends_in = NULL};
    Status status = {""};
    const SolverOptions options = small_board_options(3, 5, KO_POSITIONAL, false);
    proof_make(&options, &bytes);
    check(&bytes, &watcher, &status);
    cr_assert_eq(watcher.count, PHASE_COUNT, "%d phases, the last one '%s'", watcher.count,
                 watcher.phases[watcher.count - 1]);
    for (int i = 0; i < PHASE_COUNT; i++) {
        cr_assert_str_eq(watcher.phases[i], PHASES[i]);
        Watcher ending = {.ends_in = PHASES[i]};
        check(&bytes, &ending, &status);
        cr_assert_str_eq(status.text, "the check was ended");
        cr_assert_eq(ending.count, i + 1);
    }
    text_free(&bytes);
}

/* Where the first position lies on a cycle, as some of 1x4 do, its paths are enumerated first. */
Test(prove_monitor, a_check_can_be_ended_on_paths_from_the_first_position) {
    static const char ENUMERATED[] = "paths enumerated";
    const SolverOptions options = small_board_options(1, 4, KO_POSITIONAL, false);
    Solver *solver = solver_kept(&options);
    ColorCell cells[CELL_COUNT_MAX];
    int enumerated = 0;
    memset(cells, EMPTY, sizeof cells);
    do {
        Bitboard bitboard;
        if (!bitboard_set_up(solver_context(solver)->shape, cells, BLACK, &bitboard)) {
            continue;
        }
        Text bytes = {0};
        Status status = {""};
        VerifyResult result;
        Watcher watcher = {.ends_in = ENUMERATED};
        const VerifyMonitor monitor = {.report = tell, .context = &watcher};
        solver_set_position(solver, &bitboard, BITBOARD_NONE);
        proof_make_of(solver, &bytes);
        const bool ok =
            verify_proof((const uint8_t *)bytes.bytes, bytes.length, &result, &monitor, &status);
        cr_assert_eq(ok, !has_told(&watcher, ENUMERATED));
        enumerated += !ok;
        text_free(&bytes);
    } while (colorings_next(cells, 4));
    cr_assert_gt(enumerated, 0);
}

static bool end_in(void *context, const char *phase, size_t done, size_t all) {
    (void)done;
    (void)all;
    return strcmp(phase, context) != 0;
}

/* 3x5, at least 15. */
static bool prove(const char *ends_in, Text *bytes, Status *status) {
    const SolverOptions options = small_board_options(3, 5, KO_POSITIONAL, false);
    Solver *solver = solver_kept(&options);
    const ProofWanted wanted = {
        .has_lower = true, .lower = 15, .monitor = {.report = end_in, .context = (void *)ends_in}};
    VerifyResult result;
    cr_assert(solver_solve(solver));
    const bool ok = prove_bounds(solver, &wanted, bytes, &result, status);
    cleanup_now(solver);
    return ok;
}

Test(prove_monitor, a_proof_can_be_ended_in_each_phase) {
    static const char *const PHASES[] = {
        "positions followed",       "replies listed",   "positions reached", "boards numbered",
        "moves followed for ranks", "positions sorted", "positions written", "records read",
        "records checked"};
    Text ended = {0};
    Status status = {""};
    for (size_t i = 0; i < sizeof PHASES / sizeof PHASES[0]; i++) {
        cr_assert_not(prove(PHASES[i], &ended, &status), "%s", PHASES[i]);
        cr_assert_not_null(strstr(status.text, " was ended"), "%s: %s", PHASES[i], status.text);
        cr_assert_eq(ended.length, 0);
    }
    text_free(&ended);
}
