/* What the network inside takes small boards for. */
#include "gtp/solve/estimator.h"
#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>
#include <string.h>

static void release(void *estimator) {
    estimator_free(estimator);
}

static int estimate(int width, int height, Point first) {
    SolveOptions options = {.rules = RULES[0]};
    SolvePosition position = {
        .width = width, .height = height, .to_move = BLACK, .ko = POINT_NONE, .first = POINT_NONE};
    memset(position.cells, EMPTY, sizeof position.cells);
    Estimator *estimator = estimator_new(&options, &position);
    cr_assert_not_null(estimator);
    cleanup_add(estimator, release);
    int value = INT32_MIN;
    cr_assert(estimator_value(estimator, first, &value));
    int again = INT32_MIN;
    cr_assert(estimator_value(estimator, first, &again));
    cr_assert_eq(value, again);
    return value;
}

Test(solve_estimator, whole_boards_are_seen) {
    cr_assert_eq(estimate(3, 6, POINT_NONE), 18);
    cr_assert_eq(estimate(5, 4, POINT_NONE), 20);
    cr_assert_eq(estimate(5, 5, POINT_NONE), 25);
}

/* A first move in the corner of 4x4 loses all. */
Test(solve_estimator, a_first_move_counts) {
    cr_assert_lt(estimate(4, 4, point_at(0, 0)), 0);
    cr_assert_geq(estimate(4, 4, point_at(1, 1)), 0);
}

Test(solve_estimator, an_illegal_first_move_has_no_estimate) {
    SolveOptions options = {.rules = RULES[0]};
    SolvePosition position = {.width = 5, .height = 5, .to_move = BLACK, .first = POINT_NONE};
    memset(position.cells, EMPTY, sizeof position.cells);
    position.cells[0] = WHITE;
    Estimator *estimator = estimator_new(&options, &position);
    int value;
    cr_assert_not_null(estimator);
    cleanup_add(estimator, release);
    cr_assert_not(estimator_value(estimator, point_at(0, 0), &value));
}
