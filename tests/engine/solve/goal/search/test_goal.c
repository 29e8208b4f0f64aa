/* Answers to known problems: life, seki, kos and their threats, connections. */
#include "engine/base/rng.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/solve_problem.h"
#include "tests/support/program/goal_search_kept.h"

static const GoalLimits LIMITS = {.nodes = 1000000};

/* Makes the goal of capturing the chain at the letter beside it, 'a' left of it. */
static void make_goal(Board *board, const Diagram *diagram, GoalKind kind, Color reacher,
                      const char *letters, Goal *goal) {
    Status status;
    goal_init(goal, board, kind, reacher);
    for (const char *letter = letters; *letter != '\0'; letter++) {
        const Point p = (Point)(diagram_point(diagram, *letter) + 1);
        cr_assert(goal_add_target(goal, board, p));
    }
    region_find(board, goal->targets, goal->target_count, REGION_RADIUS, &goal->playable);
    cr_assert(goal_finish(goal, board, &status), "%s", status.text);
}

static const char THREE_IN_A_ROW[] = ". . a X O .\n"
                                     "X X X X O .\n"
                                     "O O O O O .\n"
                                     ". . . . . .\n";

static const char KO[] = ". X O . .\n"
                         "X O . O .\n"
                         "a X O . .\n"
                         ". . . . .\n";

/* The attacker takes the ko first; then the owner needs a threat to retake. */
Test(goal, kos_are_told_apart) {
    const Diagram diagram = diagram_read(KO);
    Board board;
    diagram_set_up(&diagram, BLACK, &board);
    Goal goal;
    Status status;
    goal_init(&goal, &board, GOAL_CAPTURE_ALL, BLACK);
    cr_assert(goal_add_target(&goal, &board, point_at(1, 1)));
    goal.playable = (Zone){0};
    zone_add(&goal.playable, point_at(1, 1));
    zone_add(&goal.playable, point_at(2, 1));
    cr_assert(goal_finish(&goal, &board, &status));
    GoalSearch *search = goal_search_kept(16);
    const GoalAnswer take = goal_answer(search, &goal, &board, BLACK, 0, LIMITS);
    cr_assert(take.code == GOAL_WINS_KO && take.move == point_at(2, 1));
}

/* Neither side can play the common liberties: the stones are not captured, but have no two eyes. */
Test(goal, seki_is_told_from_life) {
    const Diagram diagram = diagram_read(". O X . O X .\n"
                                         ". O X . O X .\n");
    Board board;
    Goal goal;
    Status status;
    static ProblemSide kill, save;
    GoalSearch *search = goal_search_kept(16);
    diagram_set_up(&diagram, WHITE, &board);
    goal_init(&goal, &board, GOAL_CAPTURE_ALL, WHITE);
    goal_add_target(&goal, &board, point_at(2, 0));
    cr_assert_eq(region_find(&board, goal.targets, 1, REGION_RADIUS, &goal.playable),
                 REGION_CLOSED);
    cr_assert(goal_finish(&goal, &board, &status));
    problem_solve(search, &goal, &board, WHITE, LIMITS, &kill);
    problem_solve(search, &goal, &board, BLACK, LIMITS, &save);
    cr_assert(kill.answer.code == GOAL_FAILS && kill.is_seki);
    cr_assert(save.answer.code == GOAL_WINS && save.is_seki);
}

/* All that is beside a region that a frame closes is the opponent's and has a liberty outside. */
static void check_frame(const Board *board, const Board *framed, const Goal *goal) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        Point beside[4];
        if (board->color[p] != framed->color[p]) {
            cr_assert(board->color[p] == EMPTY && board_color(framed, p) == goal->reacher);
            cr_assert(!zone_has(&goal->playable, p));
        }
        point_neighbors(p, beside);
        for (int k = 0; zone_has(&goal->playable, p) && k < 4; k++) {
            const Color color = board_color(framed, beside[k]);
            cr_assert(zone_has(&goal->playable, beside[k]) || color == BORDER ||
                          (color == goal->reacher &&
                           goal_count_outside(&goal->playable, framed, beside[k]) > 0),
                      "%s", diagram_print_board(framed).text);
        }
    }
}

Test(goal, frames_close_open_regions) {
    Rng rng = rng_new(3);
    Geometry *geometry = geometry_kept(13, 13);
    int count = 0;
    for (int i = 0; i < 400; i++) {
        ColorCell cells[13 * 13];
        Board board, framed;
        Goal goal;
        Status status;
        const uint32_t stones = 1 + rng_below(&rng, 5);
        for (int cell = 0; cell < 13 * 13; cell++) {
            cells[cell] = rng_below(&rng, 10) < stones ? (ColorCell)rng_below(&rng, 2) : EMPTY;
        }
        const int target = (int)rng_below(&rng, 13 * 13);
        cells[target] = BLACK;
        board_init(&board, geometry);
        if (!board_set_up(&board, cells, BLACK, &status)) {
            continue;
        }
        goal_init(&goal, &board, GOAL_CAPTURE_ALL, WHITE);
        goal_add_target(&goal, &board, geometry->point_of[target]);
        if (region_frame(&board, goal.targets, 1, 1 + i % 3, false, &goal.playable, &framed)) {
            cr_assert(zone_has(&goal.playable, goal.targets[0]));
            check_frame(&board, &framed, &goal);
            count++;
        }
    }
    cr_assert(count > 100, "%d", count);
}

Test(goal, nonsense_is_refused) {
    const Diagram diagram = diagram_read(THREE_IN_A_ROW);
    Board board;
    Goal goal;
    Status status;
    diagram_set_up(&diagram, BLACK, &board);
    goal_init(&goal, &board, GOAL_CAPTURE_ALL, WHITE);
    cr_assert(!goal_finish(&goal, &board, &status));
    cr_assert_str_eq(status.text, "there is no target");
    goal_add_target(&goal, &board, point_at(4, 0));
    cr_assert(!goal_finish(&goal, &board, &status));
    cr_assert_str_eq(status.text, "the target E4 is not a black stone");
    goal_init(&goal, &board, GOAL_CONNECT, BLACK);
    goal_add_target(&goal, &board, point_at(3, 0));
    cr_assert(!goal_finish(&goal, &board, &status));
    cr_assert_str_eq(status.text, "expected two chains as targets");
    goal_init(&goal, &board, GOAL_CAPTURE_ALL, WHITE);
    goal_add_target(&goal, &board, point_at(3, 0));
    goal.playable = (Zone){0};
    cr_assert(!goal_finish(&goal, &board, &status));
    cr_assert_str_eq(status.text, "the region is empty");
}

/* Threads on one table find what one thread finds. */
Test(goal, threads_agree) {
    const Diagram diagram = diagram_read(". . . a X O .\n"
                                         ". . O . X O .\n"
                                         ". . . . X O .\n"
                                         "X X X X X O .\n"
                                         "O O O O O O .\n"
                                         ". . . . . . .\n");
    Board board;
    Goal goal;
    GoalSearch *one = goal_search_kept(16);
    diagram_set_up(&diagram, BLACK, &board);
    make_goal(&board, &diagram, GOAL_CAPTURE_ALL, WHITE, "a", &goal);
    for (int threads = 2; threads <= 4; threads++) {
        GoalSearch *several = goal_search_kept(16);
        cr_assert(goal_search_use_threads(several, threads));
        for (int i = 0; i < 2; i++) {
            /* Far more than any order of the threads needs. */
            const GoalLimits limits = {.nodes = 100000000};
            const Color mover = (Color)i;
            const GoalAnswer expected = goal_answer(one, &goal, &board, mover, 0, limits);
            const GoalAnswer found = goal_answer(several, &goal, &board, mover, 0, limits);
            cr_assert_eq(found.code, expected.code, "%d threads, question %d", threads, i);
            cr_assert_eq(found.move != POINT_NONE, expected.move != POINT_NONE);
            cr_assert(found.nodes > 2000, "%d threads have searched %d positions", threads,
                      (int)found.nodes);
        }
    }
}

/* The ban of the board's ko binds the side that is to move, and holds for one move. */
Test(goal, a_ko_of_the_board_binds) {
    const Diagram diagram = diagram_read(KO);
    Board board, free_board;
    Goal goal;
    Status status;
    GoalSearch *search = goal_search_kept(4);
    const GoalKoRule simple = {.ko = KO_IS_SIMPLE}, reachers = {.ko = KO_IS_REACHERS};
    diagram_set_up(&diagram, BLACK, &board);
    board_play(&board, BLACK, point_at(2, 1));
    cr_assert_eq(board.ko, point_at(1, 1));
    goal_init(&goal, &board, GOAL_CAPTURE_ALL, WHITE);
    goal_add_target(&goal, &board, point_at(2, 1));
    goal.playable = (Zone){0};
    zone_add(&goal.playable, point_at(1, 1));
    zone_add(&goal.playable, point_at(2, 1));
    cr_assert(goal_finish(&goal, &board, &status), "%s", status.text);
    board_copy(&free_board, &board);
    free_board.ko = POINT_NONE;
    const GoalResult bound = goal_search_run(search, &goal, &board, WHITE, 0, simple, LIMITS);
    cr_assert(bound.outcome == GOAL_HELD && bound.ko_met && bound.move == POINT_NONE);
    const GoalResult free = goal_search_run(search, &goal, &free_board, WHITE, 0, simple, LIMITS);
    cr_assert(free.outcome == GOAL_REACHED && free.move == point_at(1, 1));
    const GoalResult wins = goal_search_run(search, &goal, &board, WHITE, 0, reachers, LIMITS);
    cr_assert(wins.outcome == GOAL_REACHED && wins.move == point_at(1, 1));
    const GoalResult fills = goal_search_run(search, &goal, &board, BLACK, 0, simple, LIMITS);
    cr_assert(fills.outcome == GOAL_HELD && fills.move == point_at(1, 1));
}

/* Two eyes cost no search: the attacker has no move and the owner need not play. */
Test(goal, a_position_that_shows_the_answer_costs_no_search) {
    const Diagram diagram = diagram_read(". X . a X O .\n"
                                         "X X X X X O .\n"
                                         "O O O O O O .\n"
                                         ". . . . . . .\n");
    static ProblemSide side;
    Board board;
    Goal goal;
    GoalSearch *search = goal_search_kept(1);
    diagram_set_up(&diagram, WHITE, &board);
    make_goal(&board, &diagram, GOAL_CAPTURE_ALL, WHITE, "a", &goal);
    problem_answer(search, &goal, &board, WHITE, LIMITS, &side);
    cr_assert(side.answer.code == GOAL_FAILS && side.answer.move == POINT_NONE);
    cr_assert_eq(side.answer.nodes, 0);
    problem_answer(search, &goal, &board, BLACK, LIMITS, &side);
    cr_assert(side.answer.code == GOAL_WINS && side.answer.move == POINT_PASS);
    cr_assert_eq(side.answer.nodes, 0);
}

/* A solved problem has its line of play, and what each first move leads to. */
Test(goal, a_problem_is_explained) {
    const Diagram diagram = diagram_read(THREE_IN_A_ROW);
    static ProblemSide kill;
    Board board;
    Goal goal;
    GoalSearch *search = goal_search_kept(16);
    const Point middle = point_at(1, 0);
    diagram_set_up(&diagram, WHITE, &board);
    make_goal(&board, &diagram, GOAL_CAPTURE_ALL, WHITE, "a", &goal);
    problem_solve(search, &goal, &board, WHITE, LIMITS, &kill);
    cr_assert(kill.mover == WHITE && kill.answer.code == GOAL_WINS && !kill.is_seki);
    cr_assert(kill.line_count > 0 && kill.line[0] == middle);
    int wins = 0;
    for (int i = 0; i < kill.move_count; i++) {
        wins += kill.moves[i].code == GOAL_WINS;
        cr_assert_eq(kill.moves[i].code == GOAL_WINS, kill.moves[i].point == middle);
        cr_assert(kill.moves[i].code == GOAL_WINS || kill.moves[i].reply != POINT_NONE);
    }
    cr_assert_eq(wins, 1);
}
