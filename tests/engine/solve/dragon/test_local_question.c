/* Questions as GNU Go's commands put them: kos that one threat decides, moves that do as well, and
 * what is said where nothing is proved. */
#include "engine/solve/dragon/local_question.h"
#include "tests/support/oracle/goal_oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/goal_search_kept.h"

#include <criterion/criterion.h>

static const GoalLimits LIMITS = {.nodes = 20000};

/* Asks the oracle whether mover wins with `own` threats against `others`. */
static bool wins_with(const Goal *goal, const Board *board, Color mover, int own, int others,
                      bool *is_known) {
    GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    ko.threats[mover] = own;
    ko.threats[color_opponent(mover)] = others;
    const GoalOutcome outcome = goal_oracle_solve(goal, board, mover, ko, 5000);
    *is_known = outcome != GOAL_OPEN;
    return outcome == (mover == goal->reacher ? GOAL_REACHED : GOAL_HELD);
}

static void expect_simple(const GoalQuestion *question, GoalAnswer answer, int *kos) {
    bool is_known;
    const bool takes = answer.code == GOAL_WINS_KO;
    const bool wins = wins_with(question->goal, question->board, question->mover, takes ? 0 : 1,
                                takes ? 1 : 0, &is_known);
    GoalAnswer simple = answer;
    local_question_simplify_ko(question, &simple);
    if (!is_known) {
        return;
    }
    cr_assert_eq(simple.code,
                 takes ? (wins ? GOAL_WINS : GOAL_WINS_KO)
                       : (wins ? GOAL_WINS_KO_THREAT : GOAL_FAILS),
                 "%s first, %d\n%s", color_name(question->mover), (int)answer.code,
                 diagram_print_board(question->board).text);
    cr_assert_eq(simple.move == POINT_NONE, simple.code == GOAL_FAILS);
    ++*kos;
}

/* Does a move do as well as the answer? By asking for the reply. */
static void expect_moves(const GoalQuestion *question, const GoalAnswer *answer) {
    const Goal *goal = question->goal;
    const Color mover = question->mover, other = color_opponent(mover);
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        LocalAnswer told = {.code = answer->code};
        bool expected = false;
        if (board_check(question->board, mover, p, false) == MOVE_LEGAL) {
            Board after;
            board_copy(&after, question->board);
            board_play(&after, mover, p);
            GoalAnswer reply = goal_answer(question->search, goal, &after, other,
                                           goal_add_captured(goal, &after, 0), LIMITS);
            const GoalQuestion next = {question->search, goal, &after, other, LIMITS, false, false};
            local_question_simplify_ko(&next, &reply);
            expected = goal_code_invert(reply.code) == answer->code;
        }
        cr_assert_eq(local_question_move_does(question, p, &told), expected);
    }
    LocalAnswer told = {.code = answer->code};
    cr_assert_not(local_question_move_does(question, POINT_PASS, &told));
}

Test(local_question, one_threat_decides_about_kos) {
    GoalSearch *search = goal_search_kept(4);
    RandomGoalSizes sizes;
    Rng rng = rng_new(61);
    int kos = 0;
    random_goal_sizes(sizes);
    for (int done = 0; done < 6000; done++) {
        Board board;
        Goal goal;
        if (!random_goal_sample(&rng, 6, sizes, &board, &goal) || !goal_is_capture(&goal)) {
            continue;
        }
        const Color mover = (Color)rng_below(&rng, 2);
        const GoalQuestion question = {search, &goal, &board, mover, LIMITS, false, false};
        const GoalAnswer answer = goal_answer(search, &goal, &board, mover, 0, LIMITS);
        if (answer.code == GOAL_WINS_KO || answer.code == GOAL_WINS_KO_THREAT) {
            expect_simple(&question, answer, &kos);
        }
        if (done % 20 == 0) {
            expect_moves(&question, &answer);
        }
    }
    cr_assert_gt(kos, 10, "%d", kos);
}

/* ---- Where nothing is proved ---- */

static const char ROOM[] = ". . . . X O . . .\n"
                           ". O . . X O . . .\n"
                           ". . . . X O . . .\n"
                           "X X X X X O . . .\n"
                           "O O O O O O . . .\n";

static LocalAnswer ask(const char *rows, Color mover, int x, int y, int side, int64_t nodes,
                       Board *board, Goal *goal) {
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, side);
    GoalSearch *search = goal_search_kept(4);
    Status status;
    diagram_set_up(&diagram, mover, board);
    const Point p = point_at(x, y);
    goal_init(goal, board, GOAL_CAPTURE_ALL, color_opponent(board_color(board, p)));
    goal_add_target(goal, board, p);
    const RegionKind kind = region_find(board, &p, 1, REGION_RADIUS, &goal->playable);
    cr_assert(goal_finish(goal, board, &status));
    const GoalQuestion question = {search, goal, board, mover, {.nodes = nodes}, false, false};
    const LocalAnswer answer = local_question_ask(&question, kind);
    cr_assert_eq(answer.region, kind);
    cr_assert_gt(answer.nodes, 0);
    return answer;
}

/* Who moves first is taken to succeed. */
Test(local_question, the_first_to_move_is_believed) {
    for (int mover = BLACK; mover <= WHITE; mover++) {
        Board board;
        Goal goal;
        const LocalAnswer answer = ask(ROOM, (Color)mover, 0, 3, 9, 3, &board, &goal);
        cr_assert(answer.code == GOAL_WINS && !answer.proved);
        cr_assert(zone_has(&goal.playable, answer.move));
        cr_assert_eq(board_check(&board, (Color)mover, answer.move, false), MOVE_LEGAL);
    }
}
