/* The local search with an evaluator of our own, and what the dragon commands make of it. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"

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

static bool search(const Board *board, const Dragon *dragon, Color mover, const GoalLimits *limits,
                   LocalResult *result) {
    const LocalQuestion question = {
        .board = board, .mover = mover, .dragons = {dragon}, .limits = limits};
    return local_search_run(&question, result);
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
    cr_assert(search(&board, &dragon, WHITE, &limits, &result));
    cr_assert_eq(result.moves[0].move, point_at(1, 2));
    cr_assert_gt(local_move_success(&result.moves[0], false), 0.8F);
    cr_assert(result.evaluations <= limits.evaluations);
    cr_assert(search(&board, &dragon, BLACK, &limits, &result));
    cr_assert_gt(local_move_success(&result.moves[0], true), 0.38F);
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

static const char TWO_POINTS[] = ". . X O . . . . .\n"
                                 "X X X O . . . . .\n"
                                 "O O O O . . . . .\n";

static const char FOUR_POINTS[] = ". . . . X O . . .\n"
                                  "X X X X X O . . .\n"
                                  "O O O O O O . . .\n";

static void set_up_corner(const char *rows, Color mover, Board *board) {
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, 9);
    diagram_set_up(&diagram, mover, board);
}

/* A proof of what the evaluator thinks is safe is told with its doubt, and counts as nothing for
 * the status. Where both agree the answer is settled: it needs no move. */
Test(estimate, a_proof_may_be_doubted) {
    Board board;
    Fake fake;
    Point attack, defense;
    const Point p = point_at(0, 1);
    GoalSearch *search = goal_search_new(4);
    set_up_corner(TWO_POINTS, WHITE, &board);
    const LocalAnswer doubted = owl_attack(search, &board, p, make_limits(&fake, 1));
    cr_assert(doubted.code == GOAL_WINS && doubted.doubted);
    cr_assert_eq(owl_status(search, &board, p, make_limits(&fake, 1), &attack, &defense),
                 DRAGON_ALIVE);
    const LocalAnswer sure = owl_attack(search, &board, p, make_limits(&fake, -1));
    cr_assert(sure.code == GOAL_WINS && !sure.doubted && sure.move == POINT_PASS);
    cr_assert_eq(owl_status(search, &board, p, make_limits(&fake, -1), &attack, &defense),
                 DRAGON_DEAD);
    goal_search_free(search);
}

/* What is proved to fail succeeds if the evaluator is sure of it: walls fall more often. */
Test(estimate, a_sure_estimate_overrules_a_failure) {
    Board board;
    Fake fake;
    const Point p = point_at(0, 1);
    GoalSearch *search = goal_search_new(4);
    set_up_corner(FOUR_POINTS, WHITE, &board);
    const LocalAnswer killed = owl_attack(search, &board, p, make_limits(&fake, -1));
    cr_assert(killed.code == GOAL_WINS && !killed.proved);
    const LocalAnswer alive = owl_attack(search, &board, p, make_limits(&fake, 1));
    cr_assert(alive.code == GOAL_FAILS && alive.proved && alive.move == POINT_NONE);
    const LocalAnswer even = owl_attack(search, &board, p, make_limits(&fake, 0));
    cr_assert(even.code == GOAL_FAILS && even.proved);
    const LocalAnswer saved = owl_defend(search, &board, p, make_limits(&fake, 1));
    cr_assert(saved.code == GOAL_WINS && saved.proved && saved.move == POINT_PASS &&
              !saved.doubted);
    goal_search_free(search);
}

/* Black's move at the second point from the corner makes a ko, which Black takes first. */
static const char KO_FOR_AN_EYE[] = ". . . O X . .\n"
                                    ". O O O X . .\n"
                                    "O O O O X . .\n"
                                    "X X X X X . .\n";

/* Where no proof ends in time, kos are told apart by estimates with a threat of either side. */
Test(estimate, kos_have_their_codes) {
    for (int mover = BLACK; mover <= WHITE; mover++) {
        GoalSearch *search = goal_search_new(4), *fresh = goal_search_new(4);
        Board board;
        Fake fake;
        set_up_corner(KO_FOR_AN_EYE, (Color)mover, &board);
        GoalLimits limits = make_limits(&fake, 1);
        limits.evaluator = NULL;
        LocalAnswer (*const ask)(GoalSearch *, const Board *, Point, GoalLimits) =
            mover == BLACK ? owl_attack : owl_defend;
        const LocalAnswer proved = ask(search, &board, point_at(1, 1), limits);
        cr_assert(proved.proved);
        cr_assert_eq(proved.code, mover == BLACK ? GOAL_WINS_KO : GOAL_WINS);
        limits = make_limits(&fake, 1);
        limits.nodes = 1;
        const LocalAnswer estimated = ask(fresh, &board, point_at(1, 1), limits);
        cr_assert_eq(estimated.code, proved.code, "%d", (int)estimated.code);
        cr_assert_eq(estimated.proved, mover == WHITE); /* its move shows two eyes at once */
        goal_search_free(search);
        goal_search_free(fresh);
    }
}

static const char NEAR_HELP[] = ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . O . . . . . .\n"
                                ". . . O X . X X X X .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n"
                                ". . . . . . . . . . .\n";

/* In an open region a proof is no answer, but its move comes before one that is not proved. */
Test(estimate, stones_get_out_by_a_proved_move) {
    static const int FAVORITES[][2] = {{6, 6}, {5, 4}};
    GoalSearch *search = goal_search_new(4);
    for (size_t i = 0; i < sizeof FAVORITES / sizeof FAVORITES[0]; i++) {
        const Diagram diagram = diagram_read(NEAR_HELP);
        Board board;
        Fake fake;
        diagram_set_up(&diagram, BLACK, &board);
        GoalLimits limits = make_limits(&fake, 0.8F); /* sure, but not certain */
        limits.evaluations = 5;
        fake.favorite = point_at(FAVORITES[i][0], FAVORITES[i][1]);
        const LocalAnswer answer = owl_defend(search, &board, point_at(4, 4), limits);
        cr_assert_eq(answer.region, REGION_OPEN);
        cr_assert(answer.code == GOAL_WINS && !answer.proved);
        cr_assert_eq(answer.move, point_at(5, 4));
    }
    goal_search_free(search);
}
