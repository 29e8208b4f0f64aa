/* What is not proved is answered by an evaluator, here one of our own, after each first move. */
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/goal_search_kept.h"

/* Takes White's stones to live and prefers the second row. */
typedef struct {
    float black; /* the ownership of Black's stones */
    float gate;  /* that of the column D */
    int calls_max;
} Opinion;

static bool evaluate(void *context, const Board *board, Color mover, LocalEvaluation *evaluation) {
    Opinion *opinion = context;
    (void)mover;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        evaluation->policy[p] = point_y(p) == 1 ? 2 : 1;
        evaluation->ownership[cell] = point_x(p) == 3                  ? opinion->gate
                                      : board_color(board, p) == BLACK ? opinion->black
                                      : board_color(board, p) == WHITE ? -1
                                                                       : 1;
    }
    return opinion->calls_max-- > 0;
}

/* The ways around the wall lead over White's points, the one through it over Black's. */
static const char GATE[] = ". . . O . . .\n"
                           ". . . O . . .\n"
                           ". X . . . X .\n"
                           ". . . O . . .\n"
                           ". . . O . . .\n";

/* A connection is as strong as its weakest point. */
Test(question, connections_go_over_points_of_their_owner) {
    for (int gate = -1; gate <= 1; gate += 2) {
        const Diagram diagram = diagram_read(GATE);
        Opinion opinion = {.black = 1, .gate = (float)gate, .calls_max = 1000};
        const LocalEvaluator evaluator = {evaluate, &opinion};
        Board board;
        diagram_set_up(&diagram, WHITE, &board);
        Question question = {.search = goal_search_kept(1),
                             .board = &board,
                             .mover = WHITE,
                             .limits = {.evaluator = &evaluator}};
        goal_init(&question.goal, &board, GOAL_CONNECT, BLACK);
        goal_add_target(&question.goal, &board, point_at(1, 2));
        goal_add_target(&question.goal, &board, point_at(5, 2));
        const Answer answer = question_decide(&question, (GoalAnswer){.code = GOAL_UNKNOWN});
        cr_assert_eq(answer.code, gate < 0 ? GOAL_WINS : GOAL_FAILS);
    }
}

/* White kills at the middle of three points, and nowhere else. */
static const char THREE[] = "X X X X X O .\n"
                            "X . . . X O .\n"
                            "X X X X X O .\n"
                            "O O O O O O .\n"
                            ". . . . . . .\n";

/* The evaluator sees nothing; small searches after the first moves do. */
Test(question, first_moves_are_searched) {
    const Diagram diagram = diagram_read(THREE);
    Opinion opinion = {.calls_max = 1000};
    const LocalEvaluator evaluator = {evaluate, &opinion};
    Board board;
    Status status;
    diagram_set_up(&diagram, WHITE, &board);
    Question question = {.search = goal_search_kept(4),
                         .board = &board,
                         .limits = {.evaluator = &evaluator},
                         .is_closed = true};
    goal_init(&question.goal, &board, GOAL_CAPTURE_ALL, WHITE);
    goal_add_target(&question.goal, &board, point_at(0, 0));
    question.goal.playable = (Zone){0};
    for (int x = 1; x <= 3; x++) {
        zone_add(&question.goal.playable, point_at(x, 1));
    }
    cr_assert(goal_finish(&question.goal, &board, &status));
    for (int mover = BLACK; mover <= WHITE; mover++) {
        question.mover = (Color)mover;
        const Answer answer = question_decide(&question, (GoalAnswer){.code = GOAL_UNKNOWN});
        cr_assert(answer.code == GOAL_WINS && answer.move == point_at(2, 1) && !answer.proved);
    }
    opinion.calls_max = 0; /* it fails: the side that moves first succeeds */
    cr_assert_eq(question_decide(&question, (GoalAnswer){.code = GOAL_UNKNOWN}).move, POINT_PASS);
}

static const char OPEN[] = ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . O . . . . . .\n"
                           ". . . . X . . . . . .\n"
                           ". . . . . X . . . . .\n"
                           ". . . . O . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n";
static const char FOUR_POINTS[] = ". . . . X O . . .\n"
                                  "X X X X X O . . .\n"
                                  "O O O O O O . . .\n";

/* What cannot be proved is answered by the evaluator, and not called proved. What is proved stands,
 * whatever the evaluator thinks. */
Test(question, the_evaluator_decides_only_what_is_not_proved) {
    const Diagram open = diagram_read(OPEN), small = diagram_read(FOUR_POINTS);
    const Diagram closed = diagram_in_corner(&small, 9);
    GoalSearch *search = goal_search_kept(4);
    Board board;
    Dragon black, white;
    for (int living = -1; living <= 1; living += 2) {
        Opinion opinion = {.black = (float)living, .calls_max = 1000};
        const LocalEvaluator evaluator = {evaluate, &opinion};
        const GoalLimits limits = {.nodes = 1000, .evaluator = &evaluator};
        diagram_set_up(&open, WHITE, &board);
        const Answer guess = owl_ask(search, &board, point_at(4, 4), WHITE, limits);
        cr_assert((guess.code == GOAL_WINS) == (living < 0) && !guess.proved);
        dragon_find_rivals(&board, point_at(4, 4), point_at(4, 3), &black, &white);
        const SemeaiAnswer race = semeai_analyze(search, &board, &black, &white, limits);
        cr_assert_eq(race.defense == GOAL_FAILS, living < 0);
        diagram_set_up(&closed, WHITE, &board);
        const Answer alive = owl_ask(search, &board, point_at(0, 1), WHITE, limits);
        cr_assert(alive.code == GOAL_FAILS && alive.proved && alive.move == POINT_NONE);
        const Answer saved = owl_ask(search, &board, point_at(0, 1), BLACK, limits);
        cr_assert(saved.code == GOAL_WINS && saved.proved);
    }
}
