/* Life and death and connections whose answers every player knows, asked without an
 * evaluator, so that they are proved. */
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/goal_search_kept.h"

static const GoalLimits LIMITS = {.nodes = 20000};

/* The rows in the corner of an empty 9x9 board. */
static void set_up(const char *rows, Color mover, Board *board) {
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, 9);
    diagram_set_up(&diagram, mover, board);
}

/* Black's room in the corner, closed by White. */
typedef struct {
    const char *rows;
    GoalCode attack, defense;
    DragonStatus status; /* critical: the vital point is B9 */
} LifeCase;

static const LifeCase LIVES[] = {
    {". . X O\n" /* two points */
     "X X X O\n"
     "O O O O\n",
     GOAL_WINS, GOAL_FAILS, DRAGON_DEAD},
    {". . . X O\n" /* three in a row */
     "X X X X O\n"
     "O O O O O\n",
     GOAL_WINS, GOAL_WINS, DRAGON_CRITICAL},
    {". . . . X O\n" /* four in a row */
     "X X X X X O\n"
     "O O O O O O\n",
     GOAL_FAILS, GOAL_WINS, DRAGON_ALIVE},
    {". . X O\n" /* four in a square */
     ". . X O\n"
     "X X X O\n"
     "O O O O\n",
     GOAL_WINS, GOAL_FAILS, DRAGON_DEAD},
};

Test(owl, shapes_live_or_die) {
    GoalSearch *search = goal_search_kept(4);
    for (size_t i = 0; i < sizeof LIVES / sizeof LIVES[0]; i++) {
        const LifeCase *c = &LIVES[i];
        Board board;
        Point attack = POINT_NONE, defense = POINT_NONE;
        set_up(c->rows, WHITE, &board);
        const Point p = point_at(0, i == 3 ? 2 : 1);
        const Answer killed = owl_ask(search, &board, p, WHITE, LIMITS);
        cr_assert(killed.code == c->attack && killed.proved, "%s", c->rows);
        cr_assert_eq(killed.move == POINT_NONE, c->attack == GOAL_FAILS);
        const Answer saved = owl_ask(search, &board, p, BLACK, LIMITS);
        cr_assert(saved.code == c->defense && saved.proved, "%s", c->rows);
        cr_assert_eq(saved.move == POINT_NONE, c->defense == GOAL_FAILS);
        cr_assert_eq(owl_status(search, &board, p, LIMITS, &attack, &defense), c->status);
        cr_assert(c->status != DRAGON_CRITICAL ||
                  (attack == point_at(1, 0) && attack == killed.move && defense == attack &&
                   defense == saved.move));
    }
}

/* Black's three stones stand in White's only eye, or in one of two. */
static const char ONLY_EYE[] = ". X X X . O X . .\n"
                               "O O O O O O X . .\n"
                               "X X X X X X X . .\n";
static const char TWO_EYES[] = ". X X X . O . O X\n"
                               "O O O O O O O O X\n"
                               "X X X X X X X X X\n";

/* White dies if it captures them in its only eye. */
Test(owl, stones_that_are_captured_to_no_avail_live) {
    GoalSearch *search = goal_search_kept(4);
    for (int i = 0; i < 2; i++) {
        Board board;
        Point attack, defense;
        set_up(i == 0 ? ONLY_EYE : TWO_EYES, WHITE, &board);
        const Point p = point_at(2, 0);
        cr_assert_eq(owl_ask(search, &board, p, WHITE, LIMITS).code,
                     i == 0 ? GOAL_FAILS : GOAL_WINS);
        cr_assert_eq(owl_ask(search, &board, p, BLACK, LIMITS).code,
                     i == 0 ? GOAL_WINS : GOAL_FAILS);
        cr_assert_eq(owl_status(search, &board, p, LIMITS, &attack, &defense),
                     i == 0 ? DRAGON_ALIVE : DRAGON_DEAD);
    }
}

/* Finished games. */
static const char TIGHT_BOARD[] = ". X X O O O O O .\n"
                                  "O O X X X O O O X\n"
                                  "O O O X X X O X X\n"
                                  "O O X X O O O . O\n"
                                  "O X X X X X O O O\n"
                                  "O O O X X . X O X\n"
                                  ". X O X O X X X X\n"
                                  "X X O O O X X O O\n"
                                  ". X O . X . X X .\n";
static const char WIDE_EYE[] = ". X X X X O . . .\n"
                               ". X X O O . O O O\n"
                               "X . X X O O O X X\n"
                               ". X X X O X O O X\n"
                               "O O X O O X X X X\n"
                               ". O O O O O X . .\n"
                               ". . . . O X X O .\n"
                               ". . . O O X . X .\n"
                               ". . . O X X . . .\n";

/* The white dragon at D9 is in seki. The regions around it and around H2 are too large for a
 * search. */
Test(owl, proofs_and_tactics_decide_dragons_of_finished_games) {
    static const struct {
        const char *rows;
        int x, y;
        DragonStatus status;
    } CASES[] = {{TIGHT_BOARD, 3, 0, DRAGON_ALIVE},
                 {TIGHT_BOARD, 7, 7, DRAGON_DEAD},
                 {TIGHT_BOARD, 1, 6, DRAGON_DEAD},
                 {WIDE_EYE, 7, 6, DRAGON_DEAD}};
    GoalSearch *search = goal_search_kept(4);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Point p = point_at(CASES[i].x, CASES[i].y);
        Board board;
        Point attack, defense;
        set_up(CASES[i].rows, BLACK, &board);
        const Answer killed =
            owl_ask(search, &board, p, color_opponent(board_color(&board, p)), LIMITS);
        cr_assert(killed.proved, "%zu", i);
        cr_assert_eq(owl_status(search, &board, p, LIMITS, &attack, &defense), CASES[i].status,
                     "%zu", i);
    }
}

Test(owl, a_move_is_judged_by_what_follows) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    set_up(LIVES[1].rows, WHITE, &board);
    const Point p = point_at(0, 1), middle = point_at(1, 0), side = point_at(0, 0);
    cr_assert_eq(owl_ask_move(search, &board, middle, p, WHITE, LIMITS), GOAL_WINS);
    cr_assert_eq(owl_ask_move(search, &board, side, p, WHITE, LIMITS), GOAL_FAILS);
    cr_assert_eq(owl_ask_move(search, &board, middle, p, BLACK, LIMITS), GOAL_WINS);
    cr_assert_eq(owl_ask_move(search, &board, side, p, BLACK, LIMITS), GOAL_FAILS);
}

/* ---- Connections ---- */

/* Black's chains in the middle row, White's walls around it. */
static const char GAP[] = "O O O O O O\n"
                          ". X . X . O\n"
                          "O O O O O O\n";

Test(connection, the_only_gap_decides) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    const Point a = point_at(1, 1), b = point_at(3, 1), gap = point_at(2, 1);
    set_up(GAP, BLACK, &board);
    const Answer joins = connection_ask(search, &board, a, b, BLACK, LIMITS);
    cr_assert(joins.code == GOAL_WINS && joins.move == gap);
    const Answer cuts = connection_ask(search, &board, a, b, WHITE, LIMITS);
    cr_assert(cuts.code == GOAL_WINS && cuts.move == gap);
    const Answer same = connection_ask(search, &board, a, a, BLACK, LIMITS);
    cr_assert(same.code == GOAL_WINS && same.move == POINT_PASS);
    const Answer none = connection_ask(search, &board, a, a, WHITE, LIMITS);
    cr_assert(none.code == GOAL_FAILS && none.move == POINT_NONE);
}

/* Two common liberties connect, whatever the nodes. */
Test(connection, miai_is_seen) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    set_up(". . . . . . . . .\n"
           ". . . . . . . . .\n"
           ". . . . . . . . .\n"
           ". . . O . O . . .\n"
           ". . O X . O . . .\n"
           ". . . . X . O . .\n"
           ". . . O . . . . .\n",
           WHITE, &board);
    const GoalLimits limits = {.nodes = 50};
    cr_assert_eq(connection_ask(search, &board, point_at(3, 4), point_at(4, 5), WHITE, limits).code,
                 GOAL_FAILS);
}
