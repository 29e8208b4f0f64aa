/* What is dead by its shape is captured, and what gets out is not, as an oracle finds that follows
 * every move. */
#include "engine/solve/goal/bits/bit_position.h"
#include "engine/solve/goal/search/goal_search.h"
#include "tests/support/oracle/goal_oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"

/* Are the targets dead although stones that the attacker could lose are among the walls? */
static bool rests_on_liberties(const BitRegion *region, const BitPosition *position,
                               uint64_t zone) {
    const uint64_t attacker = position->stones[BIT_ATTACKER];
    const uint64_t firm = bit_set_flood(region, attacker & region->firm[BIT_ATTACKER], attacker);
    return (zone & attacker & ~firm) != 0;
}

Test(bit_life, what_is_dead_is_captured_whoever_moves_first) {
    const int wanted = getenv("DIHEDRA_LONG") != NULL ? 3000 : 150;
    RandomGoalSizes sizes;
    Rng rng = rng_new(87);
    Board board;
    Goal goal;
    BitRegion region;
    int dead = 0, by_liberties = 0;
    random_goal_sizes(sizes);
    while (by_liberties < wanted) {
        if (!random_goal_sample(&rng, 12, sizes, &board, &goal) || goal.kind > GOAL_CAPTURE_ANY ||
            !bit_region_find(&goal, &board, &region)) {
            continue;
        }
        const BitPosition position = bit_position_read(&region, &board);
        const BitShape shape = bit_shape_find(&region, &position, 0);
        const bool is_new = shape.is_dead && rests_on_liberties(&region, &position, shape.zone);
        if (!shape.is_dead || (!is_new && dead >= 2 * wanted)) {
            continue;
        }
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            const GoalKoRule ko = {.ko = KO_IS_HOLDERS};
            const GoalOutcome found = goal_oracle_solve(&goal, &board, mover, ko, 200000);
            cr_assert_neq(found, GOAL_HELD, "%s first\n%s", color_name(mover),
                          diagram_print_board(&board).text);
            by_liberties += is_new && found == GOAL_REACHED;
        }
        dead++;
    }
    cr_log_info("%d dead, %d by liberties", dead, by_liberties);
}

Test(bit_life, what_escapes_is_not_captured_even_if_the_attacker_wins_kos) {
    const int wanted = getenv("DIHEDRA_LONG") != NULL ? 3000 : 300;
    RandomGoalSizes sizes;
    Rng rng = rng_new(88);
    Board board;
    Goal goal;
    BitRegion region;
    Zone shown;
    uint64_t zone;
    random_goal_sizes(sizes);
    for (int found = 0; found < wanted;) {
        if (!random_goal_sample(&rng, 12, sizes, &board, &goal) || goal.kind != GOAL_CAPTURE_ALL ||
            !bit_region_find(&goal, &board, &region) ||
            goal_judge(&goal, &board, 0, &shown) != GOAL_OPEN) {
            continue;
        }
        const BitPosition position = bit_position_read(&region, &board);
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            const GoalKoRule ko = {.ko = KO_IS_REACHERS};
            const BitSide side = mover == goal.reacher ? BIT_ATTACKER : BIT_OWNER;
            if (bit_escape_find(&region, &position, side, 0, &zone)) {
                const GoalOutcome outcome = goal_oracle_solve(&goal, &board, mover, ko, 200000);
                cr_assert_neq(outcome, GOAL_REACHED, "%s first\n%s", color_name(mover),
                              diagram_print_board(&board).text);
                found += outcome == GOAL_HELD;
            }
        }
    }
}
