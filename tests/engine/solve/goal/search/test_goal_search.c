/* What a goal search tells besides its outcome: the zone, the winning move, what each first move
 * leads to, and a line of play. Each is compared with searches that try all moves. */
#include "tests/support/oracle/goal_oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/goal_search_kept.h"

static const GoalKo KOS[] = {KO_IS_HOLDERS, KO_IS_SIMPLE, KO_IS_REACHERS};

/* A random goal with what a search found, which is decided. */
typedef struct {
    GoalSearch *search;
    RandomGoalSizes sizes;
    Rng rng;
    Board board;
    Goal goal;
    Color mover;
    GoalKoRule ko;
    GoalResult result;
} Sample;

static void start(Sample *sample, uint64_t seed) {
    memset(sample, 0, sizeof *sample);
    sample->search = goal_search_kept(4);
    sample->rng = rng_new(seed);
    random_goal_sizes(sample->sizes);
}

/* By the oracle, which knows of no ban and no captured target. */
static GoalOutcome outcome_of(const Sample *sample, const Board *board, Color mover) {
    const bool has_ban = board->ko != POINT_NONE && sample->ko.ko == KO_IS_SIMPLE;
    return has_ban || goal_add_captured(&sample->goal, board, 0) != 0
               ? GOAL_OPEN
               : goal_oracle_solve(&sample->goal, board, mover, sample->ko, 3000);
}

/* One that the position does not show at once. */
static void next_sample(Sample *sample, int size_max) {
    Goal *goal = &sample->goal;
    do {
        Status status;
        while (!random_goal_sample(&sample->rng, size_max, sample->sizes, &sample->board, goal)) {
        }
        if (goal_is_capture(goal) && rng_below(&sample->rng, 4) == 0) {
            goal->kind = GOAL_LIVE;
            goal->reacher = color_opponent(goal->reacher);
            cr_assert(goal_finish(goal, &sample->board, &status));
        }
        sample->mover = (Color)rng_below(&sample->rng, 2);
        sample->board.to_move = (uint8_t)sample->mover;
        sample->ko = (GoalKoRule){.ko = KOS[rng_below(&sample->rng, 3)]};
        sample->result = goal_search_run(sample->search, goal, &sample->board, sample->mover, 0,
                                         sample->ko, (GoalLimits){.nodes = 3000});
    } while (sample->result.outcome == GOAL_OPEN || sample->result.nodes == 0);
}

/* Plays up to three random moves of the loser outside the zone, while the winner passes. Returns
 * how many. */
static int play_outside(Sample *sample, Color loser, Board *board) {
    int played = 0;
    for (int step = 0; step < 20 && played < 3; step++) {
        const int i = (int)rng_below(&sample->rng, (uint32_t)sample->goal.point_count);
        const Point p = sample->goal.points[i];
        if (!zone_has(&sample->result.zone, p) &&
            board_check(board, loser, p, false) == MOVE_LEGAL) {
            board_play(board, loser, p);
            board_play(board, color_opponent(loser), POINT_PASS);
            played++;
        }
    }
    return played;
}

/* The winner follows its proof and passes when the loser plays elsewhere. */
Test(goal_search, moves_outside_the_zone_change_nothing) {
    static Sample sample;
    int outside = 0;
    start(&sample, 31);
    for (int done = 0; done < 3000; done++) {
        Board after;
        next_sample(&sample, 10);
        const Color reacher = sample.goal.reacher;
        const GoalOutcome outcome = sample.result.outcome;
        board_copy(&after, &sample.board);
        if (play_outside(&sample, outcome == GOAL_REACHED ? color_opponent(reacher) : reacher,
                         &after) > 0) {
            after.ko = POINT_NONE;
            const GoalOutcome found = outcome_of(&sample, &after, sample.mover);
            cr_assert(found == outcome || found == GOAL_OPEN, "goal %d of %s, %s first\n%s\n%s",
                      (int)sample.goal.kind, color_name(reacher), color_name(sample.mover),
                      diagram_print_board(&sample.board).text, diagram_print_board(&after).text);
            outside++;
        }
    }
    cr_assert_gt(outside, 300);
}

/* Expects the outcome after a move to be the one that is told. */
static void expect_after(Sample *sample, Point p, GoalOutcome told) {
    Board after;
    cr_assert_eq(board_check(&sample->board, sample->mover, p, false), MOVE_LEGAL);
    board_copy(&after, &sample->board);
    board_play(&after, sample->mover, p);
    const GoalOutcome found = outcome_of(sample, &after, color_opponent(sample->mover));
    cr_assert(found == told || found == GOAL_OPEN, "goal %d of %s, %s first, move %d\n%s",
              (int)sample->goal.kind, color_name(sample->goal.reacher), color_name(sample->mover),
              (int)p, diagram_print_board(&sample->board).text);
}

/* A move is given to the side that wins, and wins. Where the mover loses, all moves do. */
Test(goal_search, first_moves_lead_to_what_is_told) {
    static Sample sample;
    static GoalMove moves[GOAL_POINTS_MAX + 1];
    int won = 0, lost = 0;
    start(&sample, 32);
    for (int done = 0; done < 1500; done++) {
        next_sample(&sample, 8);
        const GoalOutcome outcome = sample.result.outcome;
        const bool wins = (outcome == GOAL_REACHED) == (sample.mover == sample.goal.reacher);
        cr_assert_eq(sample.result.move != POINT_NONE, wins);
        if (wins) {
            expect_after(&sample, sample.result.move, outcome);
        }
        const int count = goal_search_list_moves(sample.search, moves);
        for (int i = 0; i < count; i++) {
            if (moves[i].outcome != GOAL_OPEN) {
                expect_after(&sample, moves[i].point, moves[i].outcome);
            }
            cr_assert(wins || moves[i].outcome == outcome);
        }
        won += wins;
        lost += !wins;
    }
    cr_assert(won > 300 && lost > 300, "%d won, %d lost", won, lost);
}

/* What was forgotten costs again what it did, however often that happens. */
Test(goal_search, forgets) {
    static Sample sample;
    start(&sample, 8);
    for (int done = 0; done < 20; done++) {
        next_sample(&sample, 10);
        int64_t nodes[3];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < (i == 0 ? 1 : 1500 * (i - 1)); k++) {
                goal_search_forget(sample.search);
            }
            nodes[i] = goal_search_run(sample.search, &sample.goal, &sample.board, sample.mover, 0,
                                       sample.ko, (GoalLimits){.nodes = 100000})
                           .nodes;
        }
        cr_assert_eq(nodes[1], 1);
        cr_assert_eq(nodes[2], nodes[0]);
    }
}
