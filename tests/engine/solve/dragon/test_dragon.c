/* Which chains are one dragon: each rule, and where it ends. */
#include "engine/solve/dragon/dragon.h"
#include "tests/support/position/random_game.h"
#include "tests/support/position/shapes.h"

typedef struct {
    const char *rows;
    int ax, ay, bx, by; /* stones of the chains that are asked about */
    bool is_one;
} DragonCase;

/* In all orientations and both colors, asked from both sides. */
static void expect_case(const DragonCase *c) {
    const Diagram small = diagram_read(c->rows), diagram = diagram_in_corner(&small, 9);
    const Shapes shapes = shapes_new(diagram.width, diagram.height);
    Board board, image;
    diagram_set_up(&diagram, BLACK, &board);
    const Point points[2] = {point_at(c->ax, c->ay), point_at(c->bx, c->by)};
    for (int variant = 0; variant < 4 * SYMMETRY_COUNT; variant++) {
        const Symmetry g = (Symmetry)(variant / 4);
        const bool exchanged = (variant & 1) != 0;
        Dragon dragon;
        shapes_make_image(&board, &shapes, g, exchanged, &image);
        const Point from = geometry_map_point(board.geometry, g, points[variant / 2 & 1]);
        const Point to = geometry_map_point(board.geometry, g, points[1 - (variant / 2 & 1)]);
        dragon_find(&image, from, &dragon);
        cr_assert_eq(dragon.color, board_color(&image, from));
        cr_assert_eq(dragon.chains[0], from);
        cr_assert_eq(dragon_has(&dragon, &image, to), c->is_one, "variant %d\n%s", variant,
                     diagram_print_board(&image).text);
        for (int i = 0; i < dragon.chain_count; i++) {
            cr_assert_eq(board_color(&image, dragon.chains[i]), dragon.color);
            for (int k = 0; k < i; k++) {
                cr_assert_neq(image.chain[dragon.chains[i]], image.chain[dragon.chains[k]]);
            }
        }
    }
}

static void expect_cases(const DragonCase *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        expect_case(&cases[i]);
    }
}

Test(dragon, common_liberties_connect_unless_a_cut_lives) {
    static const DragonCase CASES[] = {
        {". . . . .\n"
         ". X . . .\n"
         ". . X . .\n"
         ". . . . .\n",
         1, 1, 2, 2, true},
        {". . . . . .\n" /* the other one is a cut that joins its friends */
         ". . X O . .\n"
         ". . . X . .\n"
         ". O O . . .\n",
         2, 1, 3, 2, false},
        {"X . X .\n" /* on the edge the cutting stone is in atari */
         ". . . .\n"
         ". . . .\n",
         0, 0, 2, 0, true},
        {"X . X .\n"
         ". O . .\n"
         "O O O .\n"
         ". . . .\n",
         0, 0, 2, 0, false},
        {". . . . .\n" /* the opponent may not play there at all */
         ". O X O .\n"
         ". X . X .\n"
         ". O X O .\n"
         ". . . . .\n",
         2, 1, 2, 3, true},
        {". . . . .\n" /* a ladder takes the cutting stone */
         "X . X . .\n"
         ". . . . .\n"
         ". . . . .\n",
         0, 1, 2, 1, true},
        {"X . . . X\n" /* no common liberty */
         ". . . . .\n",
         0, 0, 4, 0, false},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

/* The chains below and to the right of the corner meet only inside it, where the opponent has a
 * stone that makes a cut live. */
Test(dragon, an_eye_connects_what_is_around_it) {
    static const DragonCase CASES[] = {
        {". . . X . .\n"
         ". O . X . .\n"
         "X X X O . .\n"
         ". . . . . .\n",
         2, 2, 3, 1, true},
        {". . O . X .\n"
         ". . O . X .\n"
         "X X X X O .\n"
         ". . . . . .\n",
         2, 2, 4, 1, true},
        {". . O . X .\n" /* three stones with three liberties are no captives */
         ". O O . X .\n"
         "X X X X O .\n"
         ". . . . . .\n",
         2, 2, 4, 1, false},
        {". . . . X .\n" /* twelve points */
         ". . . . X .\n"
         ". . O . X .\n"
         "X X X X O .\n"
         ". . . . . .\n",
         3, 3, 4, 2, true},
        {". . . . X .\n" /* thirteen */
         ". . . . X .\n"
         ". . O . X .\n"
         ". X X X O .\n"
         "X . . . . .\n",
         3, 3, 4, 2, false},
        {". O X . .\n" /* one chain touches the eye at the captive alone */
         "X X O . .\n"
         ". . O . .\n",
         0, 1, 2, 0, true},
        {". . . X . .\n" /* the wall has a gap */
         ". O . X . .\n"
         "X X O O . .\n"
         ". . . . . .\n",
         1, 2, 3, 1, false},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

/* Whichever chain is asked about, a dragon has the same chains. */
Test(dragon, is_the_same_for_each_of_its_chains) {
    Geometry *geometry = geometry_kept(9, 9);
    Rng rng = rng_new(17);
    int larger = 0;
    for (int game = 0; game < 400; game++) {
        Board board;
        random_game_play(&board, geometry, 20 + game % 60, &rng, NULL);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            Dragon dragon, other;
            if (board_color(&board, p) == EMPTY || board.chain[p] != p) {
                continue;
            }
            dragon_find(&board, p, &dragon);
            for (int i = 1; i < dragon.chain_count; i++) {
                dragon_find(&board, dragon.chains[i], &other);
                cr_assert_eq(other.chain_count, dragon.chain_count, "%s",
                             diagram_print_board(&board).text);
                cr_assert(dragon_has(&other, &board, p));
            }
            larger += dragon.chain_count > 1;
        }
    }
    cr_assert_gt(larger, 1000);
}

/* Chains that were captured are left out; GOAL_TARGETS_MAX are kept. */
Test(dragon, a_goal_has_the_chains_that_are_there) {
    const Diagram small = diagram_read("X . X\n"), diagram = diagram_in_corner(&small, 9);
    Board board;
    Dragon dragon;
    Goal goal;
    diagram_set_up(&diagram, WHITE, &board);
    dragon_find(&board, point_at(0, 0), &dragon);
    cr_assert_eq(dragon.chain_count, 2);
    cr_assert(dragon_init_goal(&dragon, &board, &goal));
    cr_assert(goal.target_count == 2 && goal.kind == GOAL_CAPTURE_ALL && goal.reacher == WHITE);
    board_play(&board, WHITE, point_at(1, 0));
    board_play(&board, WHITE, point_at(0, 1));
    cr_assert(dragon_init_goal(&dragon, &board, &goal));
    cr_assert_eq(goal.target_count, 1);
    cr_assert_eq(goal.targets[0], point_at(2, 0));
}

Test(dragon, a_goal_of_too_many_chains_says_so) {
    Geometry *geometry = geometry_kept(25, 25);
    ColorCell cells[CELL_COUNT_MAX];
    Dragon dragon = {.color = BLACK};
    Board board;
    Goal goal;
    Status status;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const bool is_stone = cell / 25 % 2 == 0 && cell % 25 % 2 == 0;
        cells[cell] = (ColorCell)(is_stone ? BLACK : EMPTY);
        if (is_stone && dragon.chain_count <= GOAL_TARGETS_MAX) {
            dragon.chains[dragon.chain_count++] = geometry->point_of[cell];
        }
    }
    board_init(&board, geometry);
    cr_assert(board_set_up(&board, cells, BLACK, &status));
    cr_assert_not(dragon_init_goal(&dragon, &board, &goal));
    cr_assert_eq(goal.target_count, GOAL_TARGETS_MAX);
    dragon.chain_count = GOAL_TARGETS_MAX;
    cr_assert(dragon_init_goal(&dragon, &board, &goal));
}
