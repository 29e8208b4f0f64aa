/* Races that are a matter of counting, and connections that are a matter of shape. */
#include <criterion/criterion.h>

#include "engine/solve/dragon/connection.h"
#include "engine/solve/dragon/semeai.h"
#include "tests/support/position/diagram.h"

/* White's row has 8 outside liberties, Black's 9. */
static const char ROWS[] = "X X X X X X X X X\n"
                           ". . . . X . . . .\n"
                           "O O O O O O O O O\n"
                           "X X X X X X X X X\n"
                           ". . . . . . . . .\n"
                           "O O O O O O O O O\n"
                           ". . . . . . . . .\n";

static SemeaiAnswer race(Color mover) {
    const Diagram diagram = diagram_read(ROWS);
    Board board;
    Dragon white, black;
    diagram_set_up(&diagram, mover, &board);
    dragon_find(&board, point_at(0, 2), &white);
    dragon_find(&board, point_at(0, 3), &black);
    GoalSearch *search = goal_search_new(4);
    const Dragon *own = mover == WHITE ? &white : &black, *other = mover == WHITE ? &black : &white;
    const SemeaiAnswer answer =
        semeai_analyze(search, &board, own, other, (GoalLimits){.nodes = 1});
    goal_search_free(search);
    return answer;
}

Test(semeai, liberties_are_counted) {
    const SemeaiAnswer white = race(WHITE), black = race(BLACK);
    cr_assert(white.defence == GOAL_FAILS && white.attack == GOAL_FAILS);
    cr_assert(black.defence == GOAL_WINS && black.attack == GOAL_WINS);
    cr_assert_eq(black.move, POINT_PASS); /* it wins if White begins, too */
    cr_assert_not(black.proved);
}

/* Two common liberties connect, whatever the nodes. */
Test(connection, miai_is_seen) {
    const Diagram diagram = diagram_read(". . . . . . . . .\n"
                                         ". . . . . . . . .\n"
                                         ". . . . . . . . .\n"
                                         ". . . O . O . . .\n"
                                         ". . O X . O . . .\n"
                                         ". . . . X . O . .\n"
                                         ". . . O . . . . .\n"
                                         ". . . . . . . . .\n"
                                         ". . . . . . . . .\n");
    Board board;
    diagram_set_up(&diagram, WHITE, &board);
    GoalSearch *search = goal_search_new(4);
    const GoalLimits limits = {.nodes = 50};
    cr_assert_eq(connection_cut(search, &board, point_at(3, 4), point_at(4, 5), limits).code,
                 GOAL_FAILS);
    goal_search_free(search);
}
