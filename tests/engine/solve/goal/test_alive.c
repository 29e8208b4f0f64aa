/* Life within the playable points beside the engine's own, and what it rests on. */
#include "engine/base/rng.h"
#include "engine/go/board/benson.h"
#include "engine/solve/goal/alive.h"
#include "tests/support/position/diagram.h"

#include <criterion/criterion.h>

/* A random position with much of one color, which lives now and then. Returns false if it is
 * illegal. */
static bool sample(Rng *rng, const Geometry *geometry, Board *board) {
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const uint32_t word = rng_below(rng, 20);
        cells[cell] = word < 12 ? BLACK : word < 15 ? WHITE : EMPTY;
    }
    board_init(board, geometry);
    return board_set_up(board, cells, BLACK, &status);
}

static void make_goal(const Board *board, Point p, const Zone *playable, Goal *goal) {
    Status status;
    goal_init(goal, board, GOAL_CAPTURE_ALL, WHITE);
    goal->playable = playable != NULL ? *playable : goal->playable;
    goal_add_target(goal, board, p);
    cr_assert(goal_finish(goal, board, &status), "%s", status.text);
}

static Point find_black(const Board *board) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        if (board_color(board, board->geometry->point_of[cell]) == BLACK) {
            return board->geometry->point_of[cell];
        }
    }
    return POINT_NONE;
}

Test(alive, is_unconditional_life_where_all_is_playable) {
    Geometry *geometry = geometry_kept(5, 4);
    Rng rng = rng_new(41);
    int alive_stones = 0;
    for (int done = 0; done < 8000; done++) {
        uint8_t life[POINT_COUNT];
        AliveChains alive;
        Board board;
        Goal goal;
        if (!sample(&rng, geometry, &board) || find_black(&board) == POINT_NONE) {
            continue;
        }
        make_goal(&board, find_black(&board), NULL, &goal);
        alive_find(&goal, &board, BLACK, &alive);
        benson_find(&board, false, life);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            if (board_color(&board, p) == BLACK) {
                cr_assert_eq(alive_has(&alive, &board, p), life[p] == LIFE_ALIVE, "cell %d\n%s",
                             cell, diagram_print_board(&board).text);
                alive_stones += life[p] == LIFE_ALIVE;
            }
        }
    }
    cr_assert_gt(alive_stones, 1000);
}

/* Whatever else is on the other points, the chain lives. */
Test(alive, rests_on_its_zone_alone) {
    Geometry *geometry = geometry_kept(6, 5);
    Rng rng = rng_new(42);
    int changed = 0;
    for (int done = 0; done < 6000; done++) {
        ColorCell cells[CELL_COUNT_MAX];
        Board board, other;
        AliveChains alive;
        Goal goal;
        Status status;
        Zone zone = {0}, playable = {0};
        if (!sample(&rng, geometry, &board)) {
            continue;
        }
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            if (rng_below(&rng, 10) != 0) {
                zone_add(&playable, geometry->point_of[cell]);
            }
        }
        const Point p = geometry->point_of[rng_below(&rng, (uint32_t)geometry->cell_count)];
        if (board_color(&board, p) != BLACK) {
            continue;
        }
        make_goal(&board, p, &playable, &goal);
        alive_find(&goal, &board, BLACK, &alive);
        if (!alive_has(&alive, &board, p) || goal_chain_is_immortal(&goal, &board, p)) {
            continue;
        }
        alive_add_zone(&alive, &board, p, &zone);
        cr_assert(zone_has(&zone, p));
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point q = geometry->point_of[cell];
            const bool stays =
                zone_has(&zone, q) || (board_color(&board, q) == EMPTY && !zone_has(&playable, q));
            cells[cell] = stays ? (ColorCell)board_color(&board, q) : (ColorCell)rng_below(&rng, 3);
        }
        board_init(&other, geometry);
        if (!board_set_up(&other, cells, BLACK, &status)) {
            continue;
        }
        make_goal(&other, p, &playable, &goal);
        alive_find(&goal, &other, BLACK, &alive);
        cr_assert(alive_has(&alive, &other, p), "%s\n%s", diagram_print_board(&board).text,
                  diagram_print_board(&other).text);
        changed++;
    }
    cr_assert_gt(changed, 50, "%d", changed);
}
