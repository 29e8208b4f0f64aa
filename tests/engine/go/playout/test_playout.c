/* Uniform playout games: against slow ones that ask the oracle before every move, and the two
 * kernels against each other. CI runs this suite with both kernels (DIHEDRA_SIMD=plain). */
#include "engine/go/playout/playout.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/arena.h"

/* ---- Slow games ---- */

/* All neighbors are stones of color, and at most one diagonal point is the opponent's; at the edge
 * none is. */
static bool is_eye(const Oracle *oracle, Color color, int cell) {
    const int width = oracle->width, height = oracle->height;
    const int x = cell % width, y = cell / width;
    int neighbors[4], against = 0;
    const int count = oracle_neighbors(width, height, cell, neighbors);
    for (int i = 0; i < count; i++) {
        if (oracle->now.cells[neighbors[i]] != color) {
            return false;
        }
    }
    for (int dy = -1; dy <= 1; dy += 2) {
        for (int dx = -1; dx <= 1; dx += 2) {
            const bool inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
            against += inside && oracle->now.cells[(y + dy) * width + x + dx] ==
                                     (uint8_t)color_opponent(color);
        }
    }
    return against <= (count == 4);
}

static bool is_playable(const Oracle *oracle, Color color, int cell) {
    return oracle_check_simple(oracle, color, cell, false) == MOVE_LEGAL &&
           !is_eye(oracle, color, cell);
}

/* One turn as playout_run takes it: draws empty points until one is playable. The board's list of
 * empty points decides which point a random number means, so the board is beside the oracle. */
static Point slow_turn(Board *board, Oracle *oracle, Color color, Rng *rng) {
    unsigned untried = (unsigned)board->empty_count;
    while (untried > 0) {
        const unsigned slot = rng_below(rng, untried);
        const Point p = board->empty[slot];
        if (is_playable(oracle, color, board->geometry->cell_of[p])) {
            board_play(board, color, p);
            oracle_play(oracle, color, board->geometry->cell_of[p]);
            return p;
        }
        untried--;
        const Point last = board->empty[untried];
        board->empty[untried] = p;
        board->empty[slot] = last;
        board->slot[p] = (uint16_t)untried;
        board->slot[last] = (uint16_t)slot;
    }
    board_play(board, color, POINT_PASS);
    oracle_play(oracle, color, ORACLE_PASS);
    return POINT_PASS;
}

/* Plays to two passes in a row, or for more moves than playout_run does. Returns the number of
 * turns; *first gets the first move. */
static int slow_playout(Board *board, Oracle *oracle, Rng *rng, Point *first) {
    Color color = board->to_move;
    int turns = 0, passes = board->passes;
    while (passes < 2 && turns < 4 * oracle->width * oracle->height + 20) {
        const Point p = slow_turn(board, oracle, color, rng);
        passes = p == POINT_PASS ? passes + 1 : 0;
        *first = turns == 0 ? p : *first;
        color = color_opponent(color);
        turns++;
    }
    return turns;
}

/* ---- Against the slow games ---- */

static void expect_same_stones(const Board *board, const Oracle *oracle, const char *what) {
    const Geometry *geometry = board->geometry;
    uint8_t cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    cr_assert(memcmp(cells, oracle->now.cells, (size_t)geometry->cell_count) == 0,
              "%s:\n%sis not\n%s", what,
              diagram_print(geometry->width, geometry->height, cells).text,
              diagram_print(geometry->width, geometry->height, oracle->now.cells).text);
}

/* Plays one game from this board in every way: the random numbers used (and so the moves) and the
 * end are the same; hash and score are those counted from scratch. */
static void compare_playouts(const Board *start, uint64_t seed) {
    const Geometry *geometry = start->geometry;
    Board fast, unhashed, slow;
    board_copy(&fast, start);
    board_copy(&unhashed, start);
    board_copy(&slow, start);
    Oracle oracle;
    oracle_from_board(&oracle, start);
    Rng fast_rng = rng_new(seed), unhashed_rng = fast_rng, slow_rng = fast_rng;
    Point first;
    const int turns = slow_playout(&slow, &oracle, &slow_rng, &first);
    const PlayoutResult result = playout_run(&fast, &fast_rng);
    const PlayoutResult same = playout_run_unhashed(&unhashed, &unhashed_rng);
    if (turns < 3 * geometry->cell_count) { /* well below the limit of moves */
        cr_assert_eq(result.moves, turns);
        cr_assert_eq(fast_rng.state, slow_rng.state);
        expect_same_stones(&fast, &oracle, "the end of a game");
        cr_assert_eq(result.score, oracle_area(&oracle));
    }
    expect_same_stones(&slow, &oracle, "the slow game");
    cr_assert(same.score == result.score && same.moves == result.moves &&
              unhashed_rng.state == fast_rng.state);
    uint8_t cells[CELL_COUNT_MAX];
    board_get_cells(&fast, cells);
    oracle_set_up(&oracle, cells, BLACK);
    const HashLanes lanes = oracle_hash(&oracle, &geometry->hash);
    cr_assert(memcmp(&fast.hash, &lanes, sizeof lanes) == 0, "the hash after a game");
    oracle_free(&oracle);
}

static const uint8_t SHAPES[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 3},   {1, 9},  {4, 5},
                                    {5, 5}, {7, 3}, {7, 7}, {9, 9}, {13, 13}, {25, 25}};

enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0] };

/* From all stages of random games, including kos; on the largest board once. */
Test(playout, same_as_the_slow_game) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    for (int i = 0; i < SHAPE_COUNT; i++) {
        Geometry *geometry = geometry_kept(SHAPES[i][0], SHAPES[i][1]);
        const int cells = geometry->cell_count;
        const int rounds = cells > 400 ? 1 : (is_long ? 200000 : 4000) / (cells + 10) + 2;
        for (int round = 0; round < rounds; round++) {
            Board start;
            Oracle oracle;
            Rng rng = rng_new((uint64_t)round + 1);
            board_init(&start, geometry);
            oracle_init(&oracle, geometry->width, geometry->height);
            const int moves = (int)rng_below(&rng, (uint32_t)(2 * cells));
            for (int move = 0; move < moves; move++) {
                slow_turn(&start, &oracle, start.to_move, &rng);
            }
            start.passes = start.passes > 1 ? 1 : start.passes;
            compare_playouts(&start, (uint64_t)(1000 * i + round));
            oracle_free(&oracle);
        }
    }
}

/* ---- The kernels ---- */

/* What the program answers and reports of its searches, without the seconds they took. */
static const char *run_program(Arena *arena, const char *environment) {
    arena_shell(arena, formatted("env %s \"$D\" --size 9 --playouts 100 --seed 3 --resign 0 "
                                 "<input >answers 2>&1 && sed 's/, [^,]* s$//' answers",
                                 environment));
    arena_expect(arena, 0, "");
    return cleanup_free(strdup(arena->out));
}

/* Whole searches, in which every figure depends on every game. */
Test(playout, kernels_agree) {
    Arena *arena = arena_new();
    arena_write(arena, "input",
                "boardsize 13\nreg_genmove b\nboardsize 2 9\nreg_genmove w\nboardsize 19\n"
                "reg_genmove b\nboardsize 9\n");
    arena_shell(arena,
                "for i in 1 2 3 4 5 6 7 8 9 10; do"
                " printf 'genmove b\\ndihedra-key\\ngenmove w\\ndihedra-key\\n' >>input; done");
    const char *best = run_program(arena, "-u DIHEDRA_SIMD");
    const char *plain = run_program(arena, "DIHEDRA_SIMD=plain");
    cr_assert_gt(strlen(plain), 1000);
    cr_assert_not_null(strstr(plain, "win rate"));
    cr_assert_str_eq(best, plain);
}
