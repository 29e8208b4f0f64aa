/* A small checkpoint of a large table. */
#include "engine/base/file.h"
#include "tests/support/program/proof.h"
#include "tests/support/program/temporary_path.h"

#include <sys/stat.h>
#include <unistd.h>

enum { KILOBYTE = 1 << 10, SMALL = 200 * KILOBYTE };
static const double SECONDS = 3000000012.5; /* the file has room for the milliseconds of ages */

static Solver *solver_of(size_t table_bytes) {
    SolverOptions options = small_board_options(4, 4, KO_SIMPLE, RULE_SETS[0].rules.suicide);
    options.table_bytes = table_bytes;
    return solver_kept(&options);
}

/* Solves the position after a move in the center, whose bounds the checkpoint does not have. */
static uint64_t nodes_after_center(Solver *solver) {
    const Bitboard start = *solver_start(solver);
    const uint64_t before = solver_state(solver).nodes;
    solver_set_position(solver, &start, solver_context(solver)->shape->spot_of[5]);
    cr_assert_eq(solver_ask(solver, 1), ANSWER_YES);
    return solver_state(solver).nodes - before;
}

Test(solve_checkpoint_file, few_entries_save_most_of_the_work) {
    char path[TEMPORARY_PATH_MAX];
    Status error;
    double seconds = 0;
    struct stat status;
    temporary_path(path);
    Solver *solver = solver_of(4096 * KILOBYTE);
    const uint64_t alone = nodes_after_center(solver);
    cleanup_now(solver);

    solver = solver_of(4096 * KILOBYTE);
    cr_assert_eq(solver_ask(solver, 1), ANSWER_YES);
    cr_assert(solver_save(solver, SECONDS, SMALL, path, &error), "%s", error.text);
    const SolverState saved = solver_state(solver);
    cleanup_now(solver);
    cr_assert(stat(path, &status) == 0 && status.st_size <= SMALL + KILOBYTE);

    /* The table may have another size. */
    for (int i = 0; i < 2; i++) {
        solver = solver_of((i == 0 ? 4096 : 100) * KILOBYTE);
        cr_assert(solver_load(solver, path, &seconds, &error), "%s", error.text);
        const SolverState state = solver_state(solver);
        cr_assert_eq(seconds, SECONDS);
        cr_assert_eq(state.nodes, saved.nodes);
        cr_assert_eq(state.generated, saved.generated);
        cr_assert_eq(state.lower, 1);
        cr_assert_eq(state.upper, 16);
        const uint64_t resumed = nodes_after_center(solver);
        cr_assert_lt(4 * resumed, alone);
        cleanup_now(solver);
    }
}

/* Its line of play and its proof must look where the bound was found. */
Test(solve_checkpoint_file, tells_which_bounds_are_of_plain_searches) {
    char path[TEMPORARY_PATH_MAX];
    Status error;
    double seconds;
    SolverOptions options = small_board_options(3, 5, KO_POSITIONAL, true);
    options.table_bytes = 1024 * KILOBYTE;
    temporary_path(path);
    for (int plain = 0; plain < 2; plain++) {
        options.pessimistic_first = plain;
        Solver *solver = solver_kept(&options);
        cr_assert_eq(solver_ask(solver, 15), ANSWER_YES);
        cr_assert_eq(solver_is_pessimistic(solver, BLACK), plain);
        cr_assert(solver_save(solver, 1, SMALL, path, &error), "%s", error.text);
        cleanup_now(solver);
        solver = solver_kept(&options);
        cr_assert(solver_load(solver, path, &seconds, &error), "%s", error.text);
        cr_assert_eq(solver_state(solver).lower, 15);
        cr_assert_eq(solver_is_pessimistic(solver, BLACK), plain);
        cr_assert_not(solver_is_pessimistic(solver, WHITE));
        cleanup_now(solver);
    }
}

/* Loads the file with a byte changed, or cut to a length, and expects a refusal for the reason. */
static void expect_refused(const char *bytes, size_t length, size_t changed, const char *reason) {
    char path[TEMPORARY_PATH_MAX];
    Status status = {""};
    double seconds;
    Solver *solver = solver_of(64 * KILOBYTE);
    Text *copy = text_kept();
    text_append(copy, bytes, length);
    copy->bytes[changed] ^= changed < length;
    temporary_file(path, copy->bytes, length);
    cr_assert_not(solver_load(solver, path, &seconds, &status), "byte %zu of %zu", changed, length);
    cr_assert_eq(strncmp(status.text, path, strlen(path)), 0, "%s", status.text);
    cr_assert_not_null(strstr(status.text, reason), "%s", status.text);
    cleanup_now(solver);
}

Test(solve_checkpoint_file, a_damaged_file_is_refused) {
    char path[TEMPORARY_PATH_MAX];
    Status status;
    size_t length;
    temporary_path(path);
    Solver *solver = solver_of(64 * KILOBYTE);
    cr_assert_eq(solver_ask(solver, 16), ANSWER_NO);
    cr_assert(solver_save(solver, 1, 4 * KILOBYTE, path, &status), "%s", status.text);
    char *bytes = cleanup_free(file_read(path, FILE_REGULAR, 1 << 20, &length, &status));
    expect_refused(bytes, length, 0, ": not a checkpoint");
    expect_refused(bytes, length, 8, ": written by another version, or on a machine with");
    for (size_t at = 16; at < length; at += at < 136 ? 13 : 331) {
        expect_refused(bytes, length, at,
                       at / 8 == 16 ? ": truncated, or too long: " : ": damaged");
        expect_refused(bytes, at, at, ": truncated");
    }
}
