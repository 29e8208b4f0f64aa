/* What the network inside takes small boards for. */
#include "gtp/solve/estimator.h"

#include <criterion/criterion.h>
#include <string.h>

static bool estimate(int width, int height, Point first, ColorCell corner, int *value) {
    const SolveOptions options = {.rules = RULES[0]};
    SolvePosition position = {
        .width = width, .height = height, .to_move = BLACK, .ko = POINT_NONE, .first = first};
    memset(position.cells, EMPTY, sizeof position.cells);
    position.cells[0] = corner;
    return estimator_value(&options, &position, &(_Atomic bool){false}, value);
}

static int value_of(int width, int height, Point first) {
    int value = INT32_MIN;
    cr_assert(estimate(width, height, first, EMPTY, &value));
    return value;
}

Test(solve_estimator, whole_boards_are_seen) {
    cr_assert_eq(value_of(3, 6, POINT_NONE), 18);
    cr_assert_eq(value_of(5, 4, POINT_NONE), 20);
    cr_assert_eq(value_of(5, 5, POINT_NONE), 25);
}

/* A first move in the corner of 4x4 loses all. */
Test(solve_estimator, a_first_move_counts) {
    int value;
    cr_assert_lt(value_of(4, 4, point_at(0, 0)), 0);
    cr_assert_geq(value_of(4, 4, point_at(1, 1)), 0);
    cr_assert_not(estimate(4, 4, point_at(0, 0), WHITE, &value), "an illegal move");
}
