/* Ladders against an exhaustive reader on the slow board, as diagrams in all images, and in random
 * games as before. */
#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/random_game.h"
#include "tests/support/position/shapes.h"
#include "tests/support/program/golden.h"

#include <inttypes.h>

/* ---- The slow reader: the attacker tries every atari, the defender every move ---- */

enum { SLOW_NODES_MAX = 3000 };

typedef struct {
    int target; /* a cell of the hunted chain */
    Color defender;
    int nodes; /* beyond SLOW_NODES_MAX the answer is not used */
} SlowHunt;

static int count_liberties(const Oracle *oracle, int cell) {
    OracleChain chain;
    oracle_flood(oracle->width, oracle->height, oracle->now.cells, cell, &chain);
    return chain.liberty_count;
}

static bool is_legal(const Oracle *oracle, Color color, int cell) {
    return oracle_check_simple(oracle, color, cell, false) == MOVE_LEGAL;
}

static bool slow_escapes(SlowHunt *hunt, const Oracle *oracle);

/* The attacker is to move. */
static bool slow_takes(SlowHunt *hunt, const Oracle *oracle) {
    const int liberties = count_liberties(oracle, hunt->target);
    if (liberties != 2) {
        return liberties < 2;
    }
    const Color attacker = color_opponent(hunt->defender);
    hunt->nodes++;
    for (int cell = 0; cell < oracle->width * oracle->height; cell++) {
        if (hunt->nodes <= SLOW_NODES_MAX && is_legal(oracle, attacker, cell)) {
            const Oracle after = oracle_after(oracle, attacker, cell);
            if (count_liberties(&after, hunt->target) == 1 && !slow_escapes(hunt, &after)) {
                return true;
            }
        }
    }
    return false;
}

/* The defender is to move, in atari. */
static bool slow_escapes(SlowHunt *hunt, const Oracle *oracle) {
    hunt->nodes++;
    for (int cell = 0; cell < oracle->width * oracle->height; cell++) {
        if (is_legal(oracle, hunt->defender, cell)) {
            const Oracle after = oracle_after(oracle, hunt->defender, cell);
            if (!slow_takes(hunt, &after)) {
                return true;
            }
        }
    }
    return false;
}

typedef struct {
    int taken, not_taken, caught, not_caught, threats;
} Census;

/* The side to move plays either liberty of an opponent's chain with two. */
static void compare_attacks(const Board *board, const Oracle *oracle, Point chain, Census *census) {
    Point liberties[CELL_COUNT_MAX];
    const Geometry *geometry = board->geometry;
    const Color attacker = board->to_move;
    board_liberties(board, chain, liberties);
    bool any = false;
    for (int i = 0; i < 2; i++) {
        SlowHunt hunt = {geometry->cell_of[chain], color_opponent(attacker), 0};
        const int cell = geometry->cell_of[liberties[i]];
        bool takes = false;
        if (is_legal(oracle, attacker, cell)) {
            const Oracle after = oracle_after(oracle, attacker, cell);
            takes = !slow_escapes(&hunt, &after);
        }
        if (hunt.nodes > SLOW_NODES_MAX) {
            return;
        }
        cr_assert_eq(ladder_takes(board, chain, liberties[i]), takes,
                     "%s plays cell %d against the chain of cell %d\n%s", color_name(attacker),
                     cell, geometry->cell_of[chain], diagram_print_board(board).text);
        any |= takes;
        census->taken += takes;
        census->not_taken += !takes;
    }
    cr_assert_eq(ladder_threatens(board, chain), any);
    census->threats += any;
}

/* The side to move extends its chain in atari. */
static void compare_run(const Board *board, const Oracle *oracle, Point chain, Census *census) {
    Point run[CELL_COUNT_MAX];
    const Geometry *geometry = board->geometry;
    const Color defender = board->to_move;
    board_liberties(board, chain, run);
    const int cell = geometry->cell_of[run[0]];
    if (!is_legal(oracle, defender, cell)) {
        return;
    }
    SlowHunt hunt = {geometry->cell_of[chain], defender, 0};
    const Oracle after = oracle_after(oracle, defender, cell);
    const bool caught = slow_takes(&hunt, &after);
    if (hunt.nodes <= SLOW_NODES_MAX) {
        cr_assert_eq(ladder_catches_run(board, chain), caught, "cell %d runs\n%s", cell,
                     diagram_print_board(board).text);
        census->caught += caught;
        census->not_caught += !caught;
    }
}

static void compare_position(const Board *board, Census *census) {
    Oracle oracle;
    oracle_from_board(&oracle, board);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == EMPTY || board->chain[p] != p) {
            continue;
        }
        const int liberties = board_liberties(board, p, NULL);
        const bool is_own = board_color(board, p) == board->to_move;
        if (liberties == 2 && !is_own) {
            compare_attacks(board, &oracle, p, census);
        } else if (liberties == 1 && is_own) {
            compare_run(board, &oracle, p, census);
        } else if (liberties > 2) {
            cr_assert_not(ladder_threatens(board, p));
        }
    }
    oracle_free(&oracle);
}

/* Positions of random games, their kos among them. */
Test(ladder, agrees_with_the_slow_reader) {
    static const uint8_t SIZES[][2] = {{1, 6}, {2, 3}, {3, 3}, {4, 4}, {5, 5}, {3, 7}, {6, 5}};
    const int rounds = getenv("DIHEDRA_LONG") != NULL ? 4000 : 500;
    Census census = {0};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Geometry *geometry = geometry_kept(SIZES[i][0], SIZES[i][1]);
        for (int round = 0; round < rounds; round++) {
            Board board;
            Rng rng = rng_new((uint64_t)(1000000 * i) + (uint64_t)round);
            const int moves = (int)rng_below(&rng, (uint32_t)geometry->cell_count + 4);
            random_game_play(&board, geometry, moves, &rng, NULL);
            compare_position(&board, &census);
        }
    }
    cr_assert(census.taken > 40 && census.not_taken > 200 && census.caught > 10 &&
                  census.not_caught > 20 && census.threats > 30,
              "%d taken, %d not; %d caught, %d not; %d threats", census.taken, census.not_taken,
              census.caught, census.not_caught, census.threats);
}

/* ---- Diagrams ---- */

/* The white chain whose liberties are a and b. */
static Point find_target(const Board *board, Point a, Point b) {
    Point beside[4], liberties[CELL_COUNT_MAX];
    point_neighbors(a, beside);
    for (int i = 0; i < 4; i++) {
        if (board_color(board, beside[i]) == WHITE &&
            board_liberties(board, beside[i], liberties) == 2 &&
            (liberties[0] == b || liberties[1] == b)) {
            return beside[i];
        }
    }
    cr_assert_fail("no chain with the liberties a and b\n%s", diagram_print_board(board).text);
    return POINT_NONE;
}

/* Does Black at a capture the white chain whose liberties are a and b? Does Black at b? In all
 * images and with colors exchanged. black, white: letters where stones of theirs stand, too. */
static void expect_ladder(const char *text, const char *black, const char *white, bool takes_at_a,
                          bool takes_at_b) {
    Diagram diagram = diagram_read(text);
    for (Color color = BLACK; color <= WHITE; color++) {
        for (const char *letter = color == BLACK ? black : white; *letter != '\0'; letter++) {
            diagram.cells[diagram_cell(&diagram, *letter)] = (ColorCell)color;
        }
    }
    Board board;
    diagram_set_up(&diagram, BLACK, &board);
    const Shapes shapes = shapes_new(diagram.width, diagram.height);
    const Point a = diagram_point(&diagram, 'a'), b = diagram_point(&diagram, 'b');
    const Point target = find_target(&board, a, b);
    for (int i = 0; i < 16; i++) {
        const Symmetry g = (Symmetry)(i & 7);
        Board image;
        shapes_make_image(&board, &shapes, g, i >= 8, &image);
        const Point chain = geometry_map_point(board.geometry, g, target);
        const Point at_a = geometry_map_point(board.geometry, g, a);
        const Point at_b = geometry_map_point(board.geometry, g, b);
        cr_assert_eq(ladder_takes(&image, chain, at_a), takes_at_a, "a, image %d\n%s", i,
                     diagram_print_board(&board).text);
        cr_assert_eq(ladder_takes(&image, chain, at_b), takes_at_b, "b, image %d\n%s", i,
                     diagram_print_board(&board).text);
        cr_assert_eq(ladder_threatens(&image, chain), takes_at_a || takes_at_b);
    }
}

/* A ladder that runs to the upper right, and the points on its way. */
static const char LADDER[] = ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . c .\n"
                             ". . . . . e . . .\n"
                             ". . . d b . . . .\n"
                             ". . X X O a . . .\n"
                             ". . X O O X . . .\n"
                             ". . . X X . . . .\n";

Test(ladder, diagrams) {
    expect_ladder(LADDER, "", "", false, true);
    expect_ladder(LADDER, "", "c", false, false);
    /* a breaker */
    expect_ladder(LADDER, "c", "", false, true);
    expect_ladder(LADDER, "", "de", false, false);
    /* the second extension puts two attackers in atari */
    /* With many alternatives every image still has the same answer. */
    expect_ladder("X O . X . O . O X X X . O O X . O X .\n"
                  "X O O X X X O X X O O . O X X . O X X\n"
                  "X X O O O O . . X O O . . X . X O O O\n"
                  ". X O . . . . . . X O X X . O X O X X\n"
                  "X X X O X . O . X X X O O O . O X O .\n"
                  "O O . O X . . . . . O X X . . . X . O\n"
                  ". O . O X . . . O . O O . X . . . . .\n"
                  "O X . O X . O . . . . . X . X . . . .\n"
                  "O X . O X . . . . . . . . O X O . . .\n"
                  "O X . X O X . . . O . . . X O O O O O\n"
                  "O . X . O X . . . O . . . . X X X X X\n"
                  "O O X . O X . X . O X . . . . X . b O\n"
                  "X X X . . . . X . O . . . X . . . . a\n"
                  ". . . O O O X . . O . X . . . . . . .\n"
                  "O O O O X X X . . . . X . . . . . . O\n"
                  "X X X X O X O O O O O X O . . . . . .\n"
                  "X O O . O O X X X X X O O . . . . . .\n"
                  "O . O O . . . . . . O X O O . . . . .\n"
                  ". X O . . . . . . X X X X X O . . . .\n",
                  "", "", true, false);
    /* White captures the stone that attacks from below, whichever way Black begins. */
    expect_ladder(". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . X b . . .\n"
                  ". X O O a . .\n"
                  ". O X X O . .\n"
                  ". O X O . . .\n"
                  ". O . O . . .\n",
                  "", "", false, false);
    /* Along the edge: Black drives the stones into the corner. */
    expect_ladder(". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . X X . .\n"
                  ". . a O O X .\n"
                  ". . . b X . .\n",
                  "", "", true, false);
    expect_ladder(". . . . . . .\n" /* a friend of White's at the edge */
                  ". . . . . . .\n"
                  "O . . X X . .\n"
                  "O . a O O X .\n"
                  "O O O b X . .\n",
                  "", "", false, false);
}

/* ---- Golden results ---- */

Test(ladder_golden, of_random_games) {
    Geometry *geometry = geometry_kept(9, 9);
    Rng rng = rng_new(16);
    uint64_t digest = 0;
    int caught = 0;
    for (int game = 0; game < 1500; game++) {
        Board board;
        random_game_play(&board, geometry, 10 + game % 70, &rng, NULL);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            if (board_color(&board, p) != EMPTY && board.chain[p] == p) {
                const bool is_caught = chain_in_atari(&board, p) ? ladder_catches_run(&board, p)
                                                                 : ladder_threatens(&board, p);
                Point liberties[CELL_COUNT_MAX];
                const int count = board_liberties(&board, p, liberties);
                cr_assert(count == 2 || !ladder_takes(&board, p, liberties[0]));
                digest = golden_add(digest, is_caught);
                caught += is_caught;
            }
        }
    }
    golden_expect("ladders", formatted("caught %d digest %016" PRIx64, caught, digest));
}
