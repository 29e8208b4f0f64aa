/* Proofs at the leaves of a local search: whose kos they are, and what is believed. */
#include "engine/solve/dragon/leaf_proof.h"
#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/goal_search_kept.h"

#include <criterion/criterion.h>

/* White's second eye is a ko that Black takes first. */
static const char KO_FOR_AN_EYE[] = ". O . O . X .\n"
                                    "O O O X X X .\n"
                                    "X X X . . . .\n";

/* Three points: who plays in the middle decides. */
static const char THREE[] = ". . . O X . .\n"
                            "O O O O X . .\n"
                            "X X X X X . .\n";

static void set_up(const char *rows, Board *board, Goal *goal, LeafProof *proof) {
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, 9);
    const Point p = point_at(1, 1);
    Status status;
    diagram_set_up(&diagram, BLACK, board);
    goal_init(goal, board, GOAL_CAPTURE_ALL, BLACK);
    cr_assert(goal_add_target(goal, board, p));
    cr_assert_eq(region_find(board, &p, 1, REGION_RADIUS, &goal->playable), REGION_CLOSED);
    cr_assert(goal_finish(goal, board, &status));
    *proof = (LeafProof){goal_search_kept(4), goal, true, NULL};
}

Test(leaf_proof, kos_are_simple_if_their_winner_matters) {
    Board board;
    Goal goal;
    LeafProof proof;
    set_up(KO_FOR_AN_EYE, &board, &goal, &proof);
    for (int i = 0; i < 2; i++) { /* whatever the evaluator thinks */
        const Leaf leaf = {&board, BLACK, 0, (float)i};
        bool by_ko;
        cr_assert_eq(leaf_proof_find(&proof, &leaf, BLACK, &by_ko), GOAL_REACHED);
        cr_assert_not(by_ko);
        cr_assert_eq(leaf_proof_find(&proof, &leaf, WHITE, &by_ko), GOAL_HELD);
        cr_assert_not(by_ko);
        const GoalOutcome simple = leaf_proof_find(&proof, &leaf, EMPTY, &by_ko);
        cr_assert(simple == GOAL_REACHED && by_ko); /* Black takes it first */
    }
}

Test(leaf_proof, what_needs_no_ko_is_told_for_either_winner) {
    for (int mover = BLACK; mover <= WHITE; mover++) {
        Board board;
        Goal goal;
        LeafProof proof;
        set_up(THREE, &board, &goal, &proof);
        const Leaf leaf = {&board, (Color)mover, 0, 0.5F};
        const GoalOutcome expected = mover == BLACK ? GOAL_REACHED : GOAL_HELD;
        for (int winner = BLACK; winner <= EMPTY; winner++) {
            bool by_ko;
            cr_assert_eq(leaf_proof_find(&proof, &leaf, (Color)winner, &by_ko), expected);
            cr_assert_not(by_ko);
        }
        bool by_ko;
        proof.trusts_held = false;
        cr_assert_eq(leaf_proof_find(&proof, &leaf, EMPTY, &by_ko),
                     mover == BLACK ? GOAL_REACHED : GOAL_OPEN);
        proof.search = NULL;
        cr_assert_eq(leaf_proof_find(&proof, &leaf, EMPTY, &by_ko), GOAL_OPEN);
    }
}
