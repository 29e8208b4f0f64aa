/* Proofs at the leaves of a local search: whose kos they are, and what is believed. */
#include "engine/solve/dragon/leaf_proof.h"
#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/goal_search_kept.h"

#include <criterion/criterion.h>

/* Black's move at the second point from the corner makes a ko, which Black takes first. */
static const char KO_FOR_AN_EYE[] = ". . . O X . .\n"
                                    ". O O O X . .\n"
                                    "O O O O X . .\n"
                                    "X X X X X . .\n";

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

Test(leaf_proof, a_threat_decides_a_ko) {
    Board board;
    Goal goal;
    LeafProof proof;
    set_up(KO_FOR_AN_EYE, &board, &goal, &proof);
    for (int i = 0; i < 2; i++) { /* whatever the evaluator thinks */
        Leaf leaf = {.board = &board, .mover = BLACK, .dead = (float)i};
        bool by_ko;
        cr_assert_eq(leaf_proof_find(&proof, &leaf, &by_ko), GOAL_REACHED); /* Black takes first */
        cr_assert(by_ko);
        leaf.threats[BLACK] = 1;
        cr_assert_eq(leaf_proof_find(&proof, &leaf, &by_ko), GOAL_REACHED);
        leaf.threats[BLACK] = 0;
        leaf.threats[WHITE] = 1;
        cr_assert_eq(leaf_proof_find(&proof, &leaf, &by_ko), GOAL_HELD);
        cr_assert_not(by_ko);
    }
}

Test(leaf_proof, what_needs_no_ko_is_told_with_any_threats) {
    for (int mover = BLACK; mover <= WHITE; mover++) {
        Board board;
        Goal goal;
        LeafProof proof;
        set_up(THREE, &board, &goal, &proof);
        const GoalOutcome expected = mover == BLACK ? GOAL_REACHED : GOAL_HELD;
        for (int i = 0; i < 4; i++) {
            const Leaf leaf = {
                .board = &board, .mover = (Color)mover, .dead = 0.5F, .threats = {i & 1, i / 2}};
            bool by_ko;
            proof.trusts_held = true;
            cr_assert_eq(leaf_proof_find(&proof, &leaf, &by_ko), expected);
            cr_assert_not(by_ko);
            proof.trusts_held = false;
            cr_assert_eq(leaf_proof_find(&proof, &leaf, &by_ko),
                         mover == BLACK ? GOAL_REACHED : GOAL_OPEN);
        }
    }
}

Test(leaf_proof, none_without_a_search) {
    Board board;
    Goal goal;
    LeafProof proof;
    bool by_ko = true;
    set_up(THREE, &board, &goal, &proof);
    proof.search = NULL;
    const Leaf leaf = {.board = &board, .mover = BLACK, .dead = 1};
    cr_assert_eq(leaf_proof_find(&proof, &leaf, &by_ko), GOAL_OPEN);
    cr_assert_not(by_ko);
}
