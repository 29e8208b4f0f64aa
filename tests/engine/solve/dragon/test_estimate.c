/* Estimates of goals with an evaluator of our own, and what the dragon commands make of them. */
#include <criterion/criterion.h>

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/goal_search_kept.h"

/* An evaluator that prefers one move at most and takes all stones to live, as far as it is told so.
 */
typedef struct {
    LocalEvaluator evaluator;
    float living;   /* of Black's stones: 1 alive, -1 dead */
    Point favorite; /* the only move that it prefers, or POINT_NONE */
    int calls, calls_max;
} Fake;

static bool evaluate(void *context, const Board *board, Color mover, LocalEvaluation *evaluation) {
    Fake *fake = context;
    (void)mover;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        evaluation->policy[p] = p == fake->favorite ? 1000 : 1;
        evaluation->ownership[cell] = board_color(board, p) == BLACK   ? fake->living
                                      : board_color(board, p) == WHITE ? -1
                                                                       : 0;
    }
    return ++fake->calls <= fake->calls_max;
}

static GoalLimits make_limits(Fake *fake, float living) {
    *fake = (Fake){.evaluator = {evaluate, fake},
                   .living = living,
                   .favorite = POINT_NONE,
                   .calls_max = 100000};
    return (GoalLimits){.nodes = 1000, .evaluator = &fake->evaluator, .evaluations = 400};
}

static void set_up(const char *text, Color mover, Board *board, Dragon *dragon) {
    const Diagram diagram = diagram_read(text);
    diagram_set_up(&diagram, mover, board);
    dragon_find(board, (Point)(diagram_point(&diagram, 'a') + 1), dragon);
}

static const char LADDER_EDGE[] = ". . . . .\n"
                                  ". . O . .\n"
                                  ". a X O .\n"
                                  ". O X O .\n"
                                  ". . O . .\n";

/* Only the capture itself tells it that the stones are dead. */
Test(estimate, captures_are_found_by_search) {
    Board board;
    Dragon dragon;
    Fake fake;
    Estimate estimate;
    set_up(LADDER_EDGE, WHITE, &board, &dragon);
    Question question = {.search = goal_search_kept(4),
                         .board = &board,
                         .mover = WHITE,
                         .limits = make_limits(&fake, 1)};
    dragon_init_goal(&dragon, &board, &question.goal); /* not finished: no leaf is decided */
    cr_assert(estimate_goal(&question, &estimate));
    cr_assert_eq(estimate.moves[0], point_at(1, 2));
    cr_assert_gt(estimate.success, 0.8F);
    cr_assert(fake.calls <= question.limits.evaluations);
    question.mover = BLACK;
    cr_assert(estimate_goal(&question, &estimate));
    cr_assert_gt(estimate.success, 0.38F);
    fake.calls_max = fake.calls + 10; /* the evaluator fails */
    cr_assert_not(estimate_goal(&question, &estimate));
    question.limits.evaluator = NULL;
    cr_assert_not(estimate_goal(&question, &estimate));
}

/* White kills at the middle of three points, and nowhere else. */
static const char THREE[] = "X X X X X O .\n"
                            "X . . . X O .\n"
                            "X X X X X O .\n"
                            "O O O O O O .\n"
                            ". . . . . . .\n";

/* The evaluator sees nothing; a proof at a leaf does. */
Test(estimate, leaves_are_proved) {
    Board board;
    Dragon dragon;
    Fake fake;
    Status status;
    Estimate estimate;
    const Diagram diagram = diagram_read(THREE);
    diagram_set_up(&diagram, WHITE, &board);
    dragon_find(&board, point_at(0, 0), &dragon);
    Question question = {.search = goal_search_kept(4),
                         .board = &board,
                         .mover = WHITE,
                         .limits = make_limits(&fake, 0),
                         .is_closed = true};
    Goal *goal = &question.goal;
    dragon_init_goal(&dragon, &board, goal);
    cr_assert(estimate_goal(&question, &estimate));
    cr_assert(estimate.success > 0.3F && estimate.success < 0.7F);
    goal->playable = (Zone){0};
    for (int x = 1; x <= 3; x++) {
        zone_add(&goal->playable, point_at(x, 1));
    }
    cr_assert(goal_finish(goal, &board, &status));
    for (int mover = BLACK; mover <= WHITE; mover++) {
        question.mover = (Color)mover;
        cr_assert(estimate_goal(&question, &estimate));
        cr_assert(estimate.moves[0] == point_at(2, 1) && estimate.success > 0.99F);
    }
    question.mover = BLACK; /* stones that survive in an open region may have got out of it */
    question.is_closed = false;
    cr_assert(estimate_goal(&question, &estimate));
    cr_assert_lt(estimate.success, 0.9F);
}

/* The ways around the wall lead over White's points, the one through it over Black's. */
static const char GATE[] = ". . . O . . .\n"
                           ". . . O . . .\n"
                           ". X . . . X .\n"
                           ". . . O . . .\n"
                           ". . . O . . .\n";

static bool evaluate_gate(void *context, const Board *board, Color mover,
                          LocalEvaluation *evaluation) {
    const float *gate = context;
    (void)mover;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        evaluation->policy[p] = 1;
        evaluation->ownership[cell] = point_x(p) == 3 ? *gate : 1;
    }
    return true;
}

/* A connection is as strong as its weakest point. */
Test(estimate, connections_go_over_points_of_their_owner) {
    static float gates[] = {1, -1};
    for (int i = 0; i < 2; i++) {
        const Diagram diagram = diagram_read(GATE);
        const LocalEvaluator evaluator = {evaluate_gate, &gates[i]};
        Board board;
        Estimate estimate;
        diagram_set_up(&diagram, WHITE, &board);
        Question question = {.search = goal_search_kept(1),
                             .board = &board,
                             .mover = WHITE,
                             .limits = {.evaluator = &evaluator, .evaluations = 8}};
        goal_init(&question.goal, &board, GOAL_CONNECT, BLACK);
        goal_add_target(&question.goal, &board, point_at(1, 2));
        goal_add_target(&question.goal, &board, point_at(5, 2));
        cr_assert(estimate_goal(&question, &estimate));
        cr_assert_float_eq(estimate.success, (float)i, 1e-6F);
    }
}

static const char OPEN[] = ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . O . . . . . .\n"
                           ". . . a X . . . . . .\n"
                           ". . . . . X . . . . .\n"
                           ". . . . O . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n";

/* What cannot be proved is answered by the evaluator, and not called proved. */
Test(estimate, decides_what_is_not_proved) {
    Board board;
    Dragon dragon;
    Fake fake;
    GoalSearch *search = goal_search_kept(4);
    set_up(OPEN, WHITE, &board, &dragon);
    const Answer dead = owl_ask(search, &board, dragon.chains[0], WHITE, make_limits(&fake, -1));
    cr_assert(dead.code == GOAL_WINS && !dead.proved);
    const Answer alive = owl_ask(search, &board, dragon.chains[0], WHITE, make_limits(&fake, 1));
    cr_assert(alive.code == GOAL_FAILS && !alive.proved);
}

static const char FOUR_POINTS[] = ". . . . X O . . .\n"
                                  "X X X X X O . . .\n"
                                  "O O O O O O . . .\n";

static void set_up_corner(const char *rows, Color mover, Board *board) {
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, 9);
    diagram_set_up(&diagram, mover, board);
}

/* What is proved stands, whatever the evaluator thinks. */
Test(estimate, a_proof_is_not_overruled) {
    Board board;
    Fake fake;
    const Point p = point_at(0, 1);
    GoalSearch *search = goal_search_kept(4);
    set_up_corner(FOUR_POINTS, WHITE, &board);
    for (int living = -1; living <= 1; living++) {
        const GoalLimits limits = make_limits(&fake, (float)living);
        const Answer alive = owl_ask(search, &board, p, WHITE, limits);
        cr_assert(alive.code == GOAL_FAILS && alive.proved && alive.move == POINT_NONE);
        const Answer saved = owl_ask(search, &board, p, BLACK, limits);
        cr_assert(saved.code == GOAL_WINS && saved.proved);
    }
}
