/* Life and death, connections and captures whose answers every player knows, asked without an
 * evaluator, so that they are proved. */
#include "engine/solve/dragon/capture.h"
#include "engine/solve/dragon/connection.h"
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/goal_search_kept.h"

#include <criterion/criterion.h>

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
    int attack_at[2], defense_at[2]; /* column, row; -1: a pass, or none */
    DragonStatus status;
} LifeCase;

static Point point_or(const int at[2], Point other) {
    return at[0] < 0 ? other : point_at(at[0], at[1]);
}

static const LifeCase LIVES[] = {
    {". . X O\n" /* two points */
     "X X X O\n"
     "O O O O\n",
     GOAL_WINS,
     GOAL_FAILS,
     {-1},
     {-1},
     DRAGON_DEAD},
    {". . . X O\n" /* three in a row */
     "X X X X O\n"
     "O O O O O\n",
     GOAL_WINS,
     GOAL_WINS,
     {1, 0},
     {1, 0},
     DRAGON_CRITICAL},
    {". . . . X O\n" /* four in a row */
     "X X X X X O\n"
     "O O O O O O\n",
     GOAL_FAILS,
     GOAL_WINS,
     {-1},
     {-1},
     DRAGON_ALIVE},
    {". . X O\n" /* four in a square */
     ". . X O\n"
     "X X X O\n"
     "O O O O\n",
     GOAL_WINS,
     GOAL_FAILS,
     {-1},
     {-1},
     DRAGON_DEAD},
};

Test(owl, shapes_live_or_die) {
    GoalSearch *search = goal_search_kept(4);
    for (size_t i = 0; i < sizeof LIVES / sizeof LIVES[0]; i++) {
        const LifeCase *c = &LIVES[i];
        Board board;
        Point attack = POINT_NONE, defense = POINT_NONE;
        set_up(c->rows, WHITE, &board);
        const Point p = point_at(0, i == 3 ? 2 : 1);
        const LocalAnswer killed = owl_attack(search, &board, p, LIMITS);
        cr_assert(killed.code == c->attack && killed.proved && !killed.doubted, "%s", c->rows);
        cr_assert_eq(killed.region, REGION_CLOSED);
        cr_assert_eq(killed.move,
                     c->attack == GOAL_WINS ? point_or(c->attack_at, POINT_PASS) : POINT_NONE);
        const LocalAnswer saved = owl_defend(search, &board, p, LIMITS);
        cr_assert(saved.code == c->defense && saved.proved, "%s", c->rows);
        cr_assert_eq(saved.move,
                     c->defense == GOAL_WINS ? point_or(c->defense_at, POINT_PASS) : POINT_NONE);
        cr_assert_eq(owl_status(search, &board, p, LIMITS, &attack, &defense), c->status);
        cr_assert(c->status != DRAGON_CRITICAL || (attack == killed.move && defense == saved.move));
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
        cr_assert_eq(owl_attack(search, &board, p, LIMITS).code, i == 0 ? GOAL_FAILS : GOAL_WINS);
        cr_assert_eq(owl_defend(search, &board, p, LIMITS).code, i == 0 ? GOAL_WINS : GOAL_FAILS);
        cr_assert_eq(owl_status(search, &board, p, LIMITS, &attack, &defense),
                     i == 0 ? DRAGON_ALIVE : DRAGON_DEAD);
    }
}

Test(owl, a_move_is_judged_by_what_follows) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    set_up(LIVES[1].rows, WHITE, &board);
    const Point p = point_at(0, 1), middle = point_at(1, 0), side = point_at(0, 0);
    cr_assert_eq(owl_does_attack(search, &board, middle, p, LIMITS), GOAL_WINS);
    cr_assert_eq(owl_does_attack(search, &board, side, p, LIMITS), GOAL_FAILS);
    cr_assert_eq(owl_does_defend(search, &board, middle, p, LIMITS), GOAL_WINS);
    cr_assert_eq(owl_does_defend(search, &board, side, p, LIMITS), GOAL_FAILS);
}

/* Plays two moves in a row of one side. */
static Board play_both(const Board *board, Color mover, const Point moves[2]) {
    Board after;
    board_copy(&after, board);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(board_check(&after, mover, moves[i], false), MOVE_LEGAL);
        board_play(&after, mover, moves[i]);
    }
    return after;
}

/* Two moves in a row take four in a row, and save four in a square. One is no mere threat. */
Test(owl, two_moves_may_do_what_one_cannot) {
    GoalSearch *search = goal_search_kept(4);
    Board board, after;
    Point moves[2] = {POINT_NONE, POINT_NONE};
    set_up(LIVES[2].rows, WHITE, &board);
    cr_assert_eq(owl_threaten_attack(search, &board, point_at(0, 1), LIMITS, moves), GOAL_WINS);
    after = play_both(&board, WHITE, moves);
    cr_assert_eq(owl_defend(search, &after, point_at(0, 1), LIMITS).code, GOAL_FAILS);
    cr_assert_eq(owl_threaten_defense(search, &board, point_at(0, 1), LIMITS, moves), GOAL_FAILS);

    set_up(LIVES[3].rows, WHITE, &board);
    cr_assert_eq(owl_threaten_defense(search, &board, point_at(0, 2), LIMITS, moves), GOAL_WINS);
    after = play_both(&board, BLACK, moves);
    cr_assert_eq(owl_attack(search, &after, point_at(0, 2), LIMITS).code, GOAL_FAILS);
    cr_assert_eq(owl_threaten_attack(search, &board, point_at(0, 2), LIMITS, moves), GOAL_FAILS);

    set_up(LIVES[0].rows, WHITE, &board);
    cr_assert_eq(owl_threaten_defense(search, &board, point_at(0, 1), LIMITS, moves), GOAL_FAILS);
}

/* Each part has one eye; the move between them joins those. */
Test(owl, a_connection_defends_if_two_eyes_come_of_it) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    set_up(". X . X . X O\n"
           "X X . X X X O\n"
           "O O O O O O O\n",
           BLACK, &board);
    const Point a = point_at(1, 0), b = point_at(3, 0);
    cr_assert(owl_connection_defends(search, &board, point_at(2, 0), a, b, LIMITS));
    cr_assert(owl_connection_defends(search, &board, point_at(2, 1), a, b, LIMITS));
    cr_assert_not(owl_connection_defends(search, &board, point_at(0, 0), a, b, LIMITS));
    set_up(". X . X X X O\n" /* the right part has no eye */
           "X X . X X X O\n"
           "O O O O O O O\n",
           BLACK, &board);
    cr_assert_not(owl_connection_defends(search, &board, point_at(2, 0), a, b, LIMITS));
}

/* The stones inside are taken off: what is left of the room? */
Test(owl, a_chain_is_substantial_if_its_capture_gives_life) {
    static const struct {
        const char *rows;
        bool is_substantial;
    } CASES[] = {
        {"O . X O\n"
         "X X X O\n"
         "O O O O\n",
         false},
        {"O O O . X O\n"
         "X X X X X O\n"
         "O O O O O O\n",
         true},
        {"O O X O\n"
         "O . X O\n"
         "X X X O\n"
         "O O O O\n",
         false},
    };
    GoalSearch *search = goal_search_kept(4);
    Board board;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        set_up(CASES[i].rows, BLACK, &board);
        cr_assert_eq(owl_substantial(search, &board, point_at(0, 0), LIMITS),
                     CASES[i].is_substantial, "%s", CASES[i].rows);
    }
    set_up("O O O O O O O\n", BLACK, &board);
    cr_assert(owl_substantial(search, &board, point_at(0, 0), LIMITS));
    set_up("O O O O O O\n", BLACK, &board);
    cr_assert_not(owl_substantial(search, &board, point_at(0, 0), LIMITS));
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
    const LocalAnswer joins = connection_connect(search, &board, a, b, LIMITS);
    cr_assert(joins.code == GOAL_WINS && joins.move == gap);
    const LocalAnswer cuts = connection_cut(search, &board, a, b, LIMITS);
    cr_assert(cuts.code == GOAL_WINS && cuts.move == gap);
    const LocalAnswer same = connection_connect(search, &board, a, a, LIMITS);
    cr_assert(same.code == GOAL_WINS && same.move == POINT_PASS && same.proved);
    const LocalAnswer none = connection_cut(search, &board, a, a, LIMITS);
    cr_assert(none.code == GOAL_FAILS && none.move == POINT_NONE && none.proved);
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
    cr_assert_eq(connection_cut(search, &board, point_at(3, 4), point_at(4, 5), limits).code,
                 GOAL_FAILS);
}

Test(connection, an_area_is_entered_or_closed) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    Zone area = {0};
    set_up("O O O O O O\n"
           ". X X . . O\n"
           "O O O O O O\n",
           BLACK, &board);
    const Point p = point_at(1, 1), near = point_at(3, 1);
    zone_add(&area, near);
    const LocalAnswer enters = connection_break_in(search, &board, p, &area, LIMITS);
    cr_assert(enters.code == GOAL_WINS && enters.move == near && enters.proved);
    const LocalAnswer closes = connection_block_off(search, &board, p, &area, LIMITS);
    cr_assert(closes.code == GOAL_WINS && closes.move == near && closes.proved);
    Zone far = {0};
    zone_add(&far, point_at(4, 1));
    cr_assert_eq(connection_break_in(search, &board, p, &far, LIMITS).code, GOAL_FAILS);
    const LocalAnswer closed = connection_block_off(search, &board, p, &far, LIMITS);
    cr_assert(closed.code == GOAL_WINS && closed.move == POINT_PASS);
    Zone own = {0};
    zone_add(&own, point_at(1, 1));
    zone_add(&own, near);
    const LocalAnswer there = connection_break_in(search, &board, p, &own, LIMITS);
    cr_assert(there.code == GOAL_WINS && there.move == POINT_PASS);
    cr_assert_eq(connection_block_off(search, &board, p, &own, LIMITS).code, GOAL_FAILS);
}

/* ---- Captures ---- */

static void release_reader(void *reader) {
    reader_free(reader);
}

static Reader *reader_kept(void) {
    Reader *reader = reader_new();
    cr_assert_not_null(reader);
    cleanup_add(reader, release_reader);
    return reader;
}

/* One move of White's gives atari to both, and each needs one of Black's to be saved. */
Test(capture, two_chains_cannot_both_be_saved) {
    GoalSearch *search = goal_search_kept(4);
    Board board;
    set_up("O . . O .\n"
           "X X . X O\n"
           "O O . O O\n",
           WHITE, &board);
    const Point a = point_at(0, 1), b = point_at(3, 1);
    cr_assert_eq(capture_attack_either(search, &board, a, b, LIMITS), GOAL_WINS);
    set_up("O O . . . X X\n"
           "X . . . . . .\n"
           ". . . . . . .\n",
           WHITE, &board);
    cr_assert_eq(capture_attack_either(search, &board, point_at(0, 1), point_at(5, 0), LIMITS),
                 GOAL_FAILS);
    cr_assert_eq(capture_defend_both(search, &board, point_at(0, 1), point_at(5, 0), LIMITS),
                 GOAL_WINS);
}

/* Does the move capture the chain, or save it? By reading on. */
Test(capture, a_move_is_read_to_the_end) {
    Reader *reader = reader_kept();
    Board board;
    const ReadingLimits limits = reading_default_limits();
    set_up(". O . . .\n"
           "O X . . .\n"
           ". O . . .\n",
           WHITE, &board);
    const Point p = point_at(1, 1), last = point_at(2, 1), elsewhere = point_at(8, 8);
    cr_assert_eq(capture_does_attack(reader, &board, last, p, limits), GOAL_WINS);
    cr_assert_eq(capture_does_attack(reader, &board, elsewhere, p, limits), GOAL_FAILS);
    cr_assert_eq(capture_does_defend(reader, &board, last, p, limits), GOAL_WINS);
    cr_assert_eq(capture_does_defend(reader, &board, elsewhere, p, limits), GOAL_FAILS);
}
