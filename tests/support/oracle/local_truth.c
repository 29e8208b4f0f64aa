#include "tests/support/oracle/local_truth.h"

#include "tests/support/oracle/goal_oracle.h"
#include "tests/support/position/diagram.h"

enum { TARGETS_MAX = 8, STATES_MAX = 20000 };

static const GoalKo KOS[2][3] = {{KO_IS_REACHERS, KO_IS_HOLDERS, KO_IS_SIMPLE},
                                 {KO_IS_HOLDERS, KO_IS_REACHERS, KO_IS_SIMPLE}}; /* [reacher] */

/* Sets the goal of a claim. Returns false if it makes no sense on the board. */
static bool find_goal(const LocalRules *rules, const LocalClaim *claim, const Board *board,
                      Goal *goal) {
    static const GoalKind KINDS[] = {GOAL_CAPTURE_ALL, GOAL_CAPTURE_ANY, GOAL_LIVE};
    const Geometry *geometry = board->geometry;
    const Color owner = (Color)rules->owner;
    Status status;
    goal_init(goal, board, KINDS[claim->goal],
              claim->goal == LOCAL_LIVE ? owner : color_opponent(owner));
    goal->playable = (Zone){0};
    for (int cell = 0; cell < rules->count; cell++) {
        if (rules->playable[cell]) {
            zone_add(&goal->playable, geometry->point_of[cell]);
        }
    }
    goal->target_count = rules->target_count;
    for (int i = 0; i < rules->target_count; i++) {
        goal->targets[i] = geometry->point_of[rules->targets[i]];
    }
    return goal_finish(goal, board, &status);
}

void local_truth_expect(const LocalProof *proof, const char *text) {
    const LocalRules *rules = &proof->rules;
    if (rules->width > GOAL_ORACLE_SIDE_MAX || rules->height > GOAL_ORACLE_SIDE_MAX ||
        rules->target_count > TARGETS_MAX) {
        return;
    }
    ColorCell cells[LOCAL_CELLS_MAX];
    Board board;
    Status status;
    for (int cell = 0; cell < rules->count; cell++) {
        cells[cell] = proof->cell[cell];
    }
    board_init(&board, geometry_kept(rules->width, rules->height));
    cr_assert(board_set_up(&board, cells, BLACK, &status));
    for (int i = 0; i < proof->claim_count; i++) {
        const LocalClaim *claim = &proof->claims[i];
        Goal goal;
        if (!find_goal(rules, claim, &board, &goal)) {
            continue;
        }
        const GoalKoRule ko = {.ko = KOS[goal.reacher][claim->kos],
                               .threats = {claim->threats[0], claim->threats[1]}};
        const GoalOutcome found =
            goal_oracle_solve(&goal, &board, (Color)claim->first, ko, STATES_MAX);
        cr_assert(found == GOAL_OPEN || (found == GOAL_REACHED) == claim->reached, "claim %d: %s",
                  i + 1, text);
    }
}
