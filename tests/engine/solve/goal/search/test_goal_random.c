/* Goal searches agree with an oracle that follows every move: random closed regions, all kinds of
 * goals, both sides moving first, each rule for kos, and positional superko. */
#include "engine/solve/problem/problem.h"
#include "tests/support/oracle/goal_oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/goal_search_kept.h"

static const GoalKoRule KO_RULES[] = {
    {.ko = KO_IS_HOLDERS},
    {.ko = KO_IS_SIMPLE},
    {.ko = KO_IS_REACHERS},
    {.ko = KO_IS_SIMPLE, .threats = {1, 0}},
    {.ko = KO_IS_SIMPLE, .threats = {0, 2}},
};

enum { LARGE_STATE_MAX = 200000 }; /* positions that the oracle follows if 10 or more are empty */

enum { KO_RULE_COUNT = sizeof KO_RULES / sizeof KO_RULES[0] };

/* Which positions a campaign takes. */
typedef enum { SAMPLE_ANY, SAMPLE_KO, SAMPLE_SEKI } SampleKind;

typedef struct {
    GoalSearch *search;
    RandomGoalSizes geometries;
    int state_max;
    /* Positions: all, with 10 or more empty points, decided by kos, with stones in seki, too many
     * positions for the oracle. */
    int positions, large, kos, sekis, too_many;
    int answers, reached, unfinished;
    /* Answers by a ko whose threats were counted, and answers that hold whatever the threats of the
     * holder or the reacher. */
    int counted, defied[2];
    /* Answers compared under superko, those that differ from the simple rule, and those of them
     * that the rules for kos do not explain. */
    int superko, superko_differs, superko_unexplained;
} Campaign;

static GoalOutcome search_outcome(const Campaign *campaign, const Goal *goal, const Board *board,
                                  Color mover, GoalKoRule ko) {
    const GoalLimits limits = {.nodes = 1000000};
    return goal_search_run(campaign->search, goal, board, mover, 0, ko, limits).outcome;
}

/* Searches so, but GOAL_OPEN if it takes long: for choosing positions. */
static GoalOutcome glance(const Campaign *campaign, const Goal *goal, const Board *board,
                          Color mover, GoalKoRule ko) {
    const GoalLimits limits = {.nodes = 300};
    return goal_search_run(campaign->search, goal, board, mover, 0, ko, limits).outcome;
}

/* Does the rule for kos decide for one of the sides moving first? */
static bool kos_decide(const Campaign *campaign, const Goal *goal, const Board *board) {
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        const GoalOutcome reachers = glance(campaign, goal, board, mover, KO_RULES[2]);
        if (reachers == GOAL_REACHED &&
            glance(campaign, goal, board, mover, KO_RULES[0]) == GOAL_HELD) {
            return true;
        }
    }
    return false;
}

static bool make_life_goal(const Goal *goal, const Board *board, Goal *life) {
    Status status;
    *life = *goal;
    life->kind = GOAL_LIVE;
    life->reacher = goal_target_color(goal);
    return goal_is_capture(goal) && goal_finish(life, board, &status);
}

/* Can the targets neither be captured nor become alive, with either side moving first? */
static bool is_seki(const Campaign *campaign, const Goal *goal, const Board *board) {
    Goal life;
    return make_life_goal(goal, board, &life) &&
           glance(campaign, goal, board, goal->reacher, KO_RULES[1]) == GOAL_HELD &&
           glance(campaign, &life, board, life.reacher, KO_RULES[1]) == GOAL_HELD;
}

/* Compares under a rule with the oracle. Returns false if that gives up. */
static bool compare(Campaign *campaign, const Goal *goal, const Board *board, Color mover, int i,
                    bool is_large) {
    const int state_max = is_large ? LARGE_STATE_MAX : campaign->state_max;
    const GoalOutcome expected = goal_oracle_solve(goal, board, mover, KO_RULES[i], state_max);
    if (expected == GOAL_OPEN) {
        return false;
    }
    const GoalOutcome found = search_outcome(campaign, goal, board, mover, KO_RULES[i]);
    if (found == GOAL_OPEN && is_large) {
        campaign->unfinished++;
        return false;
    }
    cr_assert_eq(found, expected, "goal %d of %s, %s first, ko rule %d: %d, expected %d\n%s",
                 (int)goal->kind, color_name(goal->reacher), color_name(mover), i, (int)found,
                 (int)expected, diagram_print_board(board).text);
    campaign->answers++;
    campaign->reached += expected == GOAL_REACHED;
    return true;
}

/* Compares what the answer says about threats. Returns false if the oracle gives up. */
static bool compare_threats(Campaign *campaign, const Goal *goal, const Board *board, Color mover) {
    const GoalLimits limits = {.nodes = 1000000};
    GoalAnswer answer = goal_answer(campaign->search, goal, board, mover, 0, limits);
    if (answer.code != GOAL_WINS_KO && answer.code != GOAL_WINS_KO_THREAT) {
        return true;
    }
    const Color needer =
        answer.code == GOAL_WINS_KO ? color_opponent(mover) : mover; /* of threats */
    goal_answer_count_threats(campaign->search, goal, board, mover, 0, limits, &answer);
    const int enough = answer.threats;
    const int asked[] = {answer.any_threats ? GOAL_THREATS_UNLIMITED : enough - 1,
                         enough <= GOAL_THREATS_MAX ? enough : GOAL_THREATS_UNLIMITED};
    for (int i = 0; i < (answer.any_threats ? 1 : 2); i++) {
        GoalKoRule ko = {.ko = KO_IS_SIMPLE};
        ko.threats[needer] = asked[i];
        const GoalOutcome found =
            goal_oracle_solve(goal, board, mover, ko, campaign->state_max * 4);
        if (found == GOAL_OPEN) {
            return false;
        }
        cr_assert_eq(found == goal_outcome_for(goal, needer), i == 1,
                     "%d threats of %s, %s first, goal %d of %s: %d enough%s\n%s", asked[i],
                     color_name(needer), color_name(mover), (int)goal->kind,
                     color_name(goal->reacher), enough, answer.any_threats ? ", any" : "",
                     diagram_print_board(board).text);
    }
    campaign->counted += !answer.any_threats;
    campaign->defied[needer == goal->reacher] += answer.any_threats;
    return true;
}

/* Compares under all rules or, if the oracle is slow, under one of them; and, for a capture,
 * whether the targets become alive. */
static bool compare_rules(Campaign *campaign, Rng *rng, const Goal *goal, const Board *board,
                          bool is_large) {
    const Color mover = (Color)rng_below(rng, 2);
    const int chosen = (int)rng_below(rng, KO_RULE_COUNT);
    Goal life;
    for (int i = 0; i < KO_RULE_COUNT; i++) {
        if ((!is_large || i == chosen) && !compare(campaign, goal, board, mover, i, is_large)) {
            return false;
        }
    }
    return is_large || !make_life_goal(goal, board, &life) ||
           (compare(campaign, &life, board, mover, chosen, is_large) &&
            compare_threats(campaign, goal, board, mover) &&
            compare_threats(campaign, &life, board, mover));
}

/* Superko lies between the rules: who wins though the other side wins all kos also wins under it,
 * unless a cycle of more moves decides. */
static void compare_superko(Campaign *campaign, const Goal *goal, const Board *board) {
    for (Color mover = BLACK; mover <= WHITE && goal->target_count == 1; mover++) {
        const GoalOutcome found = goal_oracle_solve_superko(goal, board, mover, 3000, 5000);
        if (found == GOAL_OPEN) {
            return;
        }
        const GoalOutcome holders = search_outcome(campaign, goal, board, mover, KO_RULES[0]);
        const GoalOutcome simple = search_outcome(campaign, goal, board, mover, KO_RULES[1]);
        const GoalOutcome reachers = search_outcome(campaign, goal, board, mover, KO_RULES[2]);
        campaign->superko++;
        campaign->superko_differs += found != simple;
        if (found != holders && found != reachers) {
            campaign->superko_unexplained++;
            cr_log_info(
                "superko: %d, %d if the holder wins all kos, %d if the reacher does; goal %d "
                "of %s, %s first\n%s",
                (int)found, (int)holders, (int)reachers, (int)goal->kind, color_name(goal->reacher),
                color_name(mover), diagram_print_board(board).text);
        }
    }
}

static void add_position(Campaign *campaign, Rng *rng, SampleKind kind, int size_max, int empty_min,
                         int empty_max) {
    Board board;
    Goal goal;
    for (;;) {
        if (!random_goal_sample(rng, size_max, campaign->geometries, &board, &goal)) {
            continue;
        }
        int empty = 0;
        for (int i = 0; i < goal.point_count; i++) {
            empty += board_color(&board, goal.points[i]) == EMPTY;
        }
        if (empty < empty_min || empty > empty_max) {
            continue;
        }
        if ((kind == SAMPLE_KO && !kos_decide(campaign, &goal, &board)) ||
            (kind == SAMPLE_SEKI && !is_seki(campaign, &goal, &board))) {
            continue;
        }
        if (!compare_rules(campaign, rng, &goal, &board, empty >= 10)) {
            campaign->too_many++;
            continue;
        }
        campaign->positions++;
        campaign->large += empty >= 10;
        campaign->kos += kind == SAMPLE_KO || kos_decide(campaign, &goal, &board);
        campaign->sekis += kind == SAMPLE_SEKI || is_seki(campaign, &goal, &board);
        if (empty <= 6 && campaign->positions % 4 == 0) {
            compare_superko(campaign, &goal, &board);
        }
        return;
    }
}

/* More than a fifth of the small positions is chosen for its kos and a tenth for its sekis. */
static void run_campaign(uint64_t seed, int positions, int size_max, int empty_min, int empty_max,
                         int state_max) {
    Rng rng = rng_new(seed);
    Campaign campaign = {.search = goal_search_kept(4), .state_max = state_max};
    cr_assert(campaign.search != NULL);
    random_goal_sizes(campaign.geometries);
    while (campaign.positions < positions) {
        const int slot = empty_min < 10 ? campaign.positions % 9 : 9; /* large ones are rare */
        const SampleKind kind = slot < 2 ? SAMPLE_KO : slot == 2 ? SAMPLE_SEKI : SAMPLE_ANY;
        add_position(&campaign, &rng, kind, size_max, empty_min, empty_max);
        if (campaign.positions % (empty_min >= 10 ? 100 : 1000) == 0 ||
            campaign.positions == positions) {
            cr_log_info(
                "%d positions: %d with 10 to 14 empty points, %d decided by kos, %d sekis, "
                "%d too large; %d answers open, %d equal, %d of them reached; %d by a ko, %d and "
                "%d whatever the threats; superko: %d answers, "
                "%d differ from simple ko, %d not explained",
                campaign.positions, campaign.large, campaign.kos, campaign.sekis, campaign.too_many,
                campaign.unfinished, campaign.answers, campaign.reached, campaign.counted,
                campaign.defied[0], campaign.defied[1], campaign.superko, campaign.superko_differs,
                campaign.superko_unexplained);
        }
    }
    cr_assert(empty_min >= 10 ||
              (campaign.kos * 5 >= positions && campaign.sekis * 10 >= positions));
}

/* DIHEDRA_LONG=N runs a campaign of 100,000 positions with its own seed for each N. */
Test(goal_random, agrees_with_the_oracle) {
    const char *long_seed = getenv("DIHEDRA_LONG");
    if (long_seed == NULL) {
        run_campaign(1, 200, 10, 1, 8, 10000);
    } else {
        const uint64_t seed = strtoull(long_seed, NULL, 10);
        run_campaign(seed * 2 + 1, 97800, 10, 1, 9, 10000);
        run_campaign(seed * 2, 2200, 18, 10, 14, 10000);
    }
}

Test(goal_random, agrees_with_the_oracle_on_small_regions) {
    run_campaign(5, 90, 5, 1, 6, 2000);
}
