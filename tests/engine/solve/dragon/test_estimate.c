/* The local search with an evaluator of our own, and what the dragon commands make of it. */
#include <criterion/criterion.h>

#include "engine/solve/dragon/estimate.h"
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"

/* An evaluator that prefers no move and takes all stones to live, as far as it is told so. */
typedef struct {
    LocalEvaluator evaluator;
    float living; /* of Black's stones: 1 alive, -1 dead */
    int calls, calls_max;
} Fake;

static bool evaluate(void *context, const Board *board, Color mover, LocalEvaluation *evaluation) {
    Fake *fake = context;
    (void)mover;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        evaluation->policy[p] = 1;
        evaluation->ownership[cell] = board_color(board, p) == BLACK   ? fake->living
                                      : board_color(board, p) == WHITE ? -1
                                                                       : 0;
    }
    return ++fake->calls <= fake->calls_max;
}

static GoalLimits make_limits(Fake *fake, float living) {
    *fake = (Fake){.evaluator = {evaluate, fake}, .living = living, .calls_max = 100000};
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
    LocalResult result;
    set_up(LADDER_EDGE, WHITE, &board, &dragon);
    const GoalLimits limits = make_limits(&fake, 1);
    cr_assert(estimate_moves(&board, &dragon, NULL, WHITE, &limits, &result));
    cr_assert_eq(result.moves[0].move, point_at(1, 2));
    cr_assert(estimate_is_sure(&result.moves[0], 0, false));
    cr_assert(result.evaluations <= limits.evaluations);
    cr_assert(estimate_moves(&board, &dragon, NULL, BLACK, &limits, &result));
    cr_assert(estimate_succeeds(&result.moves[0], 0, true));
}

Test(estimate, none_without_an_evaluator) {
    Board board;
    Dragon dragon;
    Fake fake;
    LocalResult result;
    set_up(LADDER_EDGE, WHITE, &board, &dragon);
    GoalLimits limits = make_limits(&fake, 1);
    fake.calls_max = 10;
    cr_assert_not(estimate_moves(&board, &dragon, NULL, WHITE, &limits, &result));
    limits.evaluator = NULL;
    cr_assert_not(estimate_moves(&board, &dragon, NULL, WHITE, &limits, &result));
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
    GoalSearch *search = goal_search_new(4);
    set_up(OPEN, WHITE, &board, &dragon);
    const LocalAnswer dead = owl_attack(search, &board, dragon.chains[0], make_limits(&fake, -1));
    cr_assert(dead.code == GOAL_WINS && !dead.proved);
    const LocalAnswer alive = owl_attack(search, &board, dragon.chains[0], make_limits(&fake, 1));
    cr_assert(alive.code == GOAL_FAILS && !alive.proved);
    goal_search_free(search);
}
