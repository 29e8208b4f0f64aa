/* Frames around open regions: who lives in one lives in the open region, too. */
#include "engine/base/rng.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/solve_problem.h"
#include "tests/support/program/goal_search_kept.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { SIDE = 9, CORNER = 4, RADIUS = 2 };

/* Sets up random stones in the corner of an empty board, and the goal of capturing one of White's
 * chains in an open region. Returns false if the sample has none. */
static bool sample(Rng *rng, Board *board, Goal *goal) {
    ColorCell cells[SIDE * SIDE];
    Zone targets = {0}, playable;
    Status status;
    Point target = POINT_NONE;
    int seen = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const bool is_inside = i % SIDE < CORNER && i / SIDE < CORNER;
        static const Color COLORS[] = {WHITE, WHITE, WHITE, BLACK, BLACK, EMPTY, EMPTY, EMPTY};
        cells[i] = (ColorCell)(is_inside ? COLORS[rng_below(rng, 8)] : EMPTY);
    }
    board_init(board, geometry_kept(SIDE, SIDE));
    if (!board_set_up(board, cells, BLACK, &status)) {
        return false;
    }
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == WHITE && rng_below(rng, (uint32_t)++seen) == 0) {
            target = p;
        }
    }
    if (target == POINT_NONE) {
        return false;
    }
    zone_add(&targets, target);
    return region_find(board, &target, 1, RADIUS, &playable) == REGION_OPEN &&
           region_make_goal(board, &targets, false, &playable, goal, &status);
}

Test(frames, life_in_a_frame_is_life_in_the_open) {
    GoalSearch *search = goal_search_kept(16);
    int lives = 0, framed = 0;
    const char *long_seed = getenv("DIHEDRA_LONG"); /* of a longer run */
    const int count = long_seed == NULL ? 800 : 5000;
    Rng rng = rng_new(long_seed == NULL ? 7 : (uint64_t)atoi(long_seed));
    while (framed < count) {
        static Frames frames;
        Board board;
        Goal goal;
        if (!sample(&rng, &board, &goal)) {
            continue;
        }
        frames_find(&goal, &board, &frames);
        const Color mover = (Color)rng_below(&rng, 2);
        const GoalLimits limits = {.nodes = 10000};
        GoalResult life;
        framed += frames.count > 1;
        if (frames_find_life(search, &frames, mover, limits, &life) != NULL) {
            const GoalKoRule ko = {.ko = KO_IS_REACHERS};
            const GoalOutcome open =
                goal_search_run(search, &goal, &board, mover, 0, ko, limits).outcome;
            cr_assert_neq(open, GOAL_REACHED, "%s first\n%s", color_name(mover),
                          diagram_print_board(&board).text);
            lives += open == GOAL_HELD;
        }
    }
    cr_assert_gt(lives, count / 16, "%d of %d", lives, framed);
}

/* A corner that Black may leave: it lives there with no way out, and dies if White is first. */
static const char CORNER_SIX[] = ". . . X . . . . .\n"
                                 ". . . X . . . . .\n"
                                 "X X X X . O . . .\n"
                                 ". O . . O . . . .\n"
                                 ". . O . . . . . .\n"
                                 ". . . . . . . . .\n"
                                 ". . . . . . . . .\n"
                                 ". . . . . . . . .\n"
                                 ". . . . . . . . .\n";

static void set_up_corner(Board *board, Goal *goal) {
    const Diagram diagram = diagram_read(CORNER_SIX);
    Status status;
    Zone targets = {0};
    diagram_set_up(&diagram, BLACK, board);
    zone_add(&targets, point_at(3, 0));
    cr_assert(region_make_goal(board, &targets, false, NULL, goal, &status), "%s", status.text);
}

Test(frames, an_answer_names_its_frame) {
    GoalSearch *search = goal_search_kept(16);
    static ProblemSide save;
    Board board;
    Goal goal;
    set_up_corner(&board, &goal);
    problem_solve(search, &goal, &board, BLACK, (GoalLimits){.nodes = 20000}, &save);
    cr_assert_eq(save.answer.code, GOAL_WINS);
    cr_assert(save.answer.frame > 0 && save.line_count > 0 && !save.is_seki);
    int wins = 0;
    for (int i = 0; i < save.move_count; i++) {
        wins += save.moves[i].code == GOAL_WINS;
    }
    cr_assert_gt(wins, 0);
}
