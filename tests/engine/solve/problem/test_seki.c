/* Sekis that are proved: classical shapes, and random ones against the exhaustive oracle. */

#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "tests/support/oracle/goal_oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/goal_search_kept.h"

#include <criterion/criterion.h>

static const GoalLimits LIMITS = {.nodes = 100000};

enum { STATES_MAX = 60000 }; /* of the oracle, which gives up with more */

/* By the oracle, where the reacher wins all kos. */
static GoalOutcome outcome_of(const Goal *goal, const Board *board, Color mover) {
    const GoalKoRule ko = {.ko = KO_IS_REACHERS};
    return goal_oracle_solve(goal, board, mover, ko, STATES_MAX);
}

static Goal life_of(const Goal *goal, const Board *board) {
    Goal life;
    Status status;
    cr_assert(goal_make_life(goal, board, &life, &status), "%s", status.text);
    return life;
}

/* Is there a stone of the attacker in the region that its opponent does not capture? */
static bool has_partner(const Goal *goal, const Board *board) {
    for (int i = 0; i < goal->point_count; i++) {
        Goal partner;
        Zone stones = {0};
        Status status;
        zone_add(&stones, goal->points[i]);
        if (board_color(board, goal->points[i]) == goal->reacher &&
            region_make_goal(board, &stones, false, &goal->playable, &partner, &status) &&
            outcome_of(&partner, board, partner.reacher) == GOAL_HELD) {
            return true;
        }
    }
    return false;
}

/* Is what the proof says so, at the start and where its line ends? Returns false if the oracle
 * gives up. */
static bool check_seki(const Goal *goal, const Board *board, Color mover, const Seki *seki) {
    const Goal life = life_of(goal, board);
    Board end;
    board_copy(&end, board);
    for (int i = 0; i < seki->line_count; i++) {
        const Color color = i % 2 == 0 ? mover : color_opponent(mover);
        cr_assert_eq(board_check(&end, color, seki->line[i], false), MOVE_LEGAL);
        board_play(&end, color, seki->line[i]);
    }
    const GoalOutcome found[] = {outcome_of(goal, board, mover), outcome_of(&life, board, mover),
                                 outcome_of(goal, &end, goal->reacher),
                                 outcome_of(&life, &end, life.reacher)};
    bool is_known = true;
    for (int i = 0; i < 4; i++) {
        cr_assert_neq(found[i], GOAL_REACHED, "%d\n%s", i, diagram_print_board(board).text);
        is_known &= found[i] == GOAL_HELD;
    }
    return is_known && has_partner(goal, &end);
}

/* No seki and no life of random groups in small regions is false. */
Test(seki, is_one_by_exhaustive_search, .timeout = 300) {
    enum { SEKIS = 60, LIVES = 60 };
    const GoalKoRule holders = {.ko = KO_IS_HOLDERS};
    Rng rng = rng_new(84);
    RandomGoalSizes sizes;
    GoalSearch *search = goal_search_kept(16);
    int sekis = 0, lives = 0;
    random_goal_sizes(sizes);
    for (int i = 0; sekis < SEKIS || lives < LIVES; i++) {
        const Color mover = (Color)(i % 2);
        Board board;
        Goal goal;
        Seki seki;
        random_goal_sample_capture(&rng, 6, sizes, &board, &goal);
        if (goal.kind != GOAL_CAPTURE_ALL) {
            continue;
        }
        const Goal life = life_of(&goal, &board);
        if (sekis < SEKIS && seki_prove(search, &goal, &board, mover, LIMITS, &seki)) {
            sekis += check_seki(&goal, &board, mover, &seki);
        } else if (lives < LIVES && life_prove(search, &goal, &board, mover, LIMITS)) {
            const GoalOutcome found = goal_oracle_solve(&life, &board, mover, holders, STATES_MAX);
            cr_assert_neq(found, GOAL_HELD, "%s", diagram_print_board(&board).text);
            lives += found == GOAL_REACHED;
        }
    }
}

/* Black groups, when White moves first. */
static const struct {
    const char *diagram;
    int x, y; /* of a stone of the group */
    bool is_seki, lives;
} SHAPES[] = {
    {". O X . O X .\n" /* two common liberties and no eye */
     ". O X . O X .\n",
     2, 0, true, false},
    {". O X . X O .\n" /* one eye of two points */
     ". O X . X O .\n"
     ". O X X X O .\n"
     ". O O O O O .\n"
     ". . . . . . .\n",
     2, 0, false, false},
    {". . . X O . .\n" /* White makes it one by B7, A6, B6, C5 */
     ". . X X O . .\n"
     "O X . O . . .\n"
     "X X O . . . .\n"
     "O O . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     2, 1, true, false},
    {". . O . . X O . .\n"
     ". X X X . X O . .\n"
     "X O O X X O . . .\n"
     "O . . O O . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n",
     1, 1, true, false},
    {". . . . X O . . .\n"
     ". . X . X O . . .\n"
     ". X X X O . . . .\n"
     "X O O O . . . . .\n"
     "O . . . . . . . .\n"
     ". . . . . . . . .\n",
     4, 0, true, false},
    {". . X . X O .\n" /* two eyes */
     "X X X X X O .\n"
     "O O O O O O .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     2, 0, false, true},
    {". X . . . . .\n" /* White has room outside, so that no side is shut in */
     "X X . . . . .\n"
     ". . . O . . .\n"
     ". . . . . . .\n",
     1, 0, false, false},
};

Test(seki, classical_shapes) {
    GoalSearch *search = goal_search_kept(16);
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        const Diagram diagram = diagram_read(SHAPES[i].diagram);
        Board board;
        Zone stones = {0};
        Goal goal;
        Seki seki;
        Status status;
        diagram_set_up(&diagram, WHITE, &board);
        zone_add(&stones, point_at(SHAPES[i].x, SHAPES[i].y));
        cr_assert(region_make_goal(&board, &stones, false, NULL, &goal, &status));
        cr_assert_eq(seki_prove(search, &goal, &board, WHITE, LIMITS, &seki), SHAPES[i].is_seki,
                     "%s", SHAPES[i].diagram);
        cr_assert_eq(life_prove(search, &goal, &board, WHITE, LIMITS), SHAPES[i].lives, "%s",
                     SHAPES[i].diagram);
    }
}
