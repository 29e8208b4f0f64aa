/* The policy and the value of the evaluator that needs no file (engine/eval/playout_evaluator.h).
 */
#include "engine/eval/playout_evaluator.h"
#include "engine/eval/prior/prior.h"
#include "engine/eval/prior/weights.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/position/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

/* ---- Images ---- */

static bool is_close(float a, float b) {
    return fabsf(a - b) <= 1e-4F * (a > b ? a : b); /* sums may be taken in another order */
}

/* The policy of every image of the position is the image of its policy. */
static void compare_images(const Board *board, Point last, Point before, const Shapes *shapes) {
    const Geometry *geometry = board->geometry;
    float policy[POINT_COUNT];
    prior_compute(board, last, before, policy);
    for (int i = 0; i < 16; i++) {
        const Symmetry g = (Symmetry)(i & 7);
        Board image;
        float turned[POINT_COUNT];
        shapes_make_image(board, shapes, g, i >= 8, &image);
        prior_compute(&image, geometry_map_point(geometry, g, last),
                      geometry_map_point(geometry, g, before), turned);
        for (int k = 0; k < board->empty_count; k++) {
            const Point p = board->empty[k];
            const float here = policy[p], there = turned[geometry_map_point(geometry, g, p)];
            cr_assert(isfinite(here) && here > 0);
            cr_assert(is_close(here, there), "image %d, cell %d: %g and %g\n%s", i,
                      geometry->cell_of[p], (double)here, (double)there,
                      diagram_print_board(board).text);
        }
        cr_assert(isfinite(policy[POINT_PASS]) && policy[POINT_PASS] > 0 &&
                  is_close(policy[POINT_PASS], turned[POINT_PASS]));
    }
}

Test(prior, images_and_colors_are_alike) {
    static const uint8_t SIZES[][2] = {{1, 1}, {1, 5}, {2, 2},   {3, 5},   {5, 5},
                                       {7, 7}, {9, 9}, {13, 11}, {19, 19}, {25, 25}};
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    int kos = 0;
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        const Shapes shapes = shapes_new(SIZES[i][0], SIZES[i][1]);
        const int cells = shapes.upright->cell_count;
        const int rounds = (is_long ? 100000 : 2500) / (cells + 20) + 1;
        for (int round = 0; round < rounds; round++) {
            Board board;
            Point last, before;
            Rng rng = rng_new((uint64_t)(1000000 * i) + (uint64_t)round);
            const int moves = (int)rng_below(&rng, (uint32_t)(cells + cells / 2 + 1));
            random_game_play(&board, shapes.upright, moves, &rng, &last, &before);
            compare_images(&board, last, before, &shapes);
            kos += board.ko != POINT_NONE;
        }
    }
    cr_assert(kos > 0);
}

/* ---- Features ---- */

/* Every feature is in bounds, and a move has none twice except for chains. Shape, both distances,
 * line, next stones and both larger neighborhoods are always there. */
Test(prior, features_are_a_set) {
    Geometry *geometry = geometry_kept(9, 9);
    int most = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        Board board;
        Point last, before;
        Rng rng = rng_new(seed);
        random_game_play(&board, geometry, (int)rng_below(&rng, 120), &rng, &last, &before);
        const PriorPosition position = prior_position(&board, last, before);
        for (int i = 0; i < board.empty_count; i++) {
            uint16_t features[PRIOR_FEATURES_MAX];
            const int count = prior_features(&position, board.empty[i], features);
            int twice = 0;
            for (int k = 0; k < count; k++) {
                cr_assert_lt(features[k], PRIOR_FEATURES);
                for (int j = 0; j < k; j++) {
                    const bool repeats = features[j] == features[k];
                    cr_assert(!repeats || features[k] >= PRIOR_CAPTURE, "two of a group");
                    twice += repeats;
                }
            }
            cr_assert(count >= 7 && twice <= 3);
            most = count > most ? count : most;
        }
    }
    cr_assert_gt(most, 10);
}

static int squares_between(Point a, Point b) {
    const int dx = abs(point_x(a) - point_x(b)), dy = abs(point_y(a) - point_y(b));
    return dx > dy ? dx : dy;
}

/* Compares reach and corners with what is found stone by stone. */
static void check_shared(const PriorPosition *position) {
    const Board *board = position->board;
    const Geometry *geometry = board->geometry;
    uint8_t corners[2][2][2] = {{{0}}};
    for (int i = 0; i < geometry->cell_count; i++) {
        const Point p = geometry->point_of[i];
        int nearest[2] = {7, 7};
        for (int k = 0; k < geometry->cell_count; k++) {
            const Point q = geometry->point_of[k];
            if (board->color[q] != EMPTY && squares_between(p, q) < nearest[board->color[q]]) {
                nearest[board->color[q]] = squares_between(p, q);
            }
        }
        cr_assert(position->reach[BLACK][p] == nearest[BLACK] &&
                  position->reach[WHITE][p] == nearest[WHITE]);
        const int x = point_x(p), y = point_y(p), w = geometry->width, h = geometry->height;
        for (int corner = 0; board->color[p] != EMPTY && corner < 8; corner++) {
            const bool right = corner & 1, lower = corner & 2, wide = corner & 4;
            const int across = right ? w - 1 - x : x, down = lower ? h - 1 - y : y;
            if (across < (wide ? 7 : 5) && down < (wide ? 7 : 5) && across < w / 2 &&
                down < h / 2) {
                corners[right][lower][wide] |= (uint8_t)(1 << board->color[p]);
            }
        }
    }
    cr_assert_arr_eq(position->corners, corners, sizeof corners);
}

Test(prior, stones_near_and_in_corners_are_seen) {
    static const uint8_t SIZES[][2] = {{1, 1}, {2, 7}, {9, 9}, {13, 8}, {19, 19}, {25, 25}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Geometry *geometry = geometry_kept(SIZES[i][0], SIZES[i][1]);
        for (uint64_t seed = 0; seed < 10; seed++) {
            Board board;
            Point last, before;
            Rng rng = rng_new(seed);
            random_game_play(&board, geometry, (int)seed * 5, &rng, &last, &before);
            const PriorPosition position = prior_position(&board, last, before);
            check_shared(&position);
        }
    }
}

/* ---- Which moves weigh more ---- */

/* White has just played v: the weight of a divided by that of b, for Black to move. */
static float weight_ratio(const char *text) {
    const Diagram diagram = diagram_read(text);
    Board board;
    diagram_set_up(&diagram, WHITE, &board);
    const Point last = diagram_point(&diagram, 'v');
    board_play(&board, WHITE, last);
    float policy[POINT_COUNT];
    prior_compute(&board, last, POINT_NONE, policy);
    return policy[diagram_point(&diagram, 'a')] / policy[diagram_point(&diagram, 'b')];
}

/* Running is better if a ladder breaker stands far away. */
Test(prior, runs_less_where_a_ladder_waits) {
    const float runs = weight_ratio(". . . . . . . . .\n"
                                    ". . . . . . . . .\n"
                                    ". . . . . . . . .\n"
                                    ". . . . . . . . .\n"
                                    ". . . b v . . . .\n"
                                    ". . . O X a . . .\n"
                                    ". . . . O O . . .\n"
                                    ". . . . . . . . .\n"
                                    ". . . . . . . . .\n");
    const float escapes = weight_ratio(". . . . . . . . .\n"
                                       ". . . . . . . X .\n"
                                       ". . . . . . X . .\n"
                                       ". . . . . . . . .\n"
                                       ". . . b v . . . .\n"
                                       ". . . O X a . . .\n"
                                       ". . . . O O . . .\n"
                                       ". . . . . . . . .\n"
                                       ". . . . . . . . .\n");
    cr_assert(escapes > 3 * runs, "%g, %g", (double)escapes, (double)runs);
}

/* a weighs this many times as much as b. */
static const struct {
    const char *text;
    int factor;
} BETTER[] = {
    {". . . . . . . . . . . . .\n" /* the last move touches nothing: the empty corner comes first */
     ". . . . . . . . . . . . .\n"
     ". . . X . . . . . O . . .\n"
     ". . . . . . . . . . . . .\n"
     ". . . . . . . . . . . . .\n"
     ". . . b . . . . . . . . .\n"
     ". . v . . . . . . . . . .\n"
     ". . . . . . . . . . . . .\n"
     ". . . . . . . . . . . . .\n"
     ". . . . . . . . . a . . .\n"
     ". . . X . . . . . . . . .\n"
     ". . . . . . . . . . . . .\n"
     ". . . . . . . . . . . . .\n",
     2},
    {". . . . . . . . .\n" /* a big chain is saved */
     ". . . O O O v . .\n"
     ". . O X X X X O .\n"
     ". . . O O X O . .\n"
     ". . . . O a . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". b . . . . . . .\n"
     ". . . . . . . . .\n",
     10},
    {". . . . . . . . .\n" /* a stone runs where the ladder is broken */
     ". . . . . . . . .\n"
     ". . . . . . X . .\n"
     ". . . . . . . . .\n"
     ". . . . v . . . .\n"
     ". . . O X a . . .\n"
     ". . . . O O . . .\n"
     ". b . . . . . . .\n"
     ". . . . . . . . .\n",
     5},
    {". . . . . . . . .\n" /* stones are taken */
     ". . . X X X . . .\n"
     ". . X O O O X . .\n"
     ". . . X v X . . .\n"
     ". . . . a . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". b . . . . . . .\n"
     ". . . . . . . . .\n",
     10},
};

Test(prior, weighs_good_moves_more) {
    for (size_t i = 0; i < sizeof BETTER / sizeof BETTER[0]; i++) {
        const float ratio = weight_ratio(BETTER[i].text);
        cr_assert(ratio > (float)BETTER[i].factor, "%g\n%s", (double)ratio, BETTER[i].text);
    }
}

/* ---- Ladders as features ---- */

static bool is_marked_as_ladder(const Board *board, Point p) {
    uint16_t features[PRIOR_FEATURES_MAX];
    const PriorPosition position = prior_position(board, POINT_NONE, POINT_NONE);
    const int count = prior_features(&position, p, features);
    bool marked = false;
    for (int i = 0; i < count; i++) {
        marked |= features[i] >= PRIOR_LADDER && features[i] < PRIOR_ATARI;
    }
    return marked;
}

static void expect_ladders(const char *text, bool at_a, bool at_b) {
    const Diagram diagram = diagram_read(text);
    Board board;
    diagram_set_up(&diagram, BLACK, &board);
    cr_assert_eq(is_marked_as_ladder(&board, diagram_point(&diagram, 'a')), at_a);
    cr_assert_eq(is_marked_as_ladder(&board, diagram_point(&diagram, 'b')), at_b);
}

/* Each move that begins a working ladder is marked, even if there are two. */
Test(prior, marks_every_working_ladder) {
    expect_ladders(". X X X X .\n"
                   "X a O O b X\n"
                   ". X X X X .\n",
                   true, true);
    expect_ladders(". . . . . . .\n"
                   ". . . . . . .\n"
                   ". . . . . . .\n"
                   ". . b . . . .\n"
                   "X X O a . . .\n"
                   "X O O X . . .\n"
                   ". X X . . . .\n",
                   false, true);
}

/* ---- The evaluator ---- */

Test(playout_evaluator, answers_what_was_asked) {
    PlayoutEvaluator playouts;
    const PlayoutPolicyRates rates = playout_policy_default_rates();
    playout_evaluator_init(&playouts, &rates);
    const Evaluator *evaluator = &playouts.evaluator;
    Game *game = games_new(5, 5, "tromp-taylor");
    Rng rng = rng_new(1);
    static const double KOMI[] = {0, 6.5, -300, 300};
    for (int i = 0; i < 4; i++) {
        game->komi = KOMI[i];
        const Board before = game->board;
        EvalAnswer answer;
        const EvalRequest request = {.game = game,
                                     .board = &game->board,
                                     .last = POINT_NONE,
                                     .before = POINT_NONE,
                                     .wants_policy = i % 2 == 0,
                                     .rng = &rng};
        for (int k = 0; k < 2; k++) {
            answer.policy[POINT_PASS] = -1;
            evaluator->evaluate(evaluator, &request, &answer);
            const float win = answer.win, score = answer.lead;
            cr_assert(win == (score > 0 ? 1.0F : score < 0 ? 0.0F : 0.5F));
            cr_assert(fabs((double)score + KOMI[i]) <= 25);
            cr_assert_eq(answer.policy[POINT_PASS] > 0, request.wants_policy);
            cr_assert_gt(answer.trace.count, 0);
        }
        cr_assert_eq(memcmp(&before.hash, &game->board.hash, sizeof before.hash), 0);
        cr_assert_eq(game->board.empty_count, 25);
    }
}

Test(playout_evaluator, final_values) {
    Game *game = games_new(9, 9, "tromp-taylor");
    float score;
    game->komi = 7;
    cr_assert(evaluator_final_value(game, 8, &score) == 1 && score == 1);
    cr_assert(evaluator_final_value(game, 7, &score) == 0.5F && score == 0);
    cr_assert(evaluator_final_value(game, 6, &score) == 0 && score == -1);
    game->komi = 1e300;
    cr_assert(evaluator_final_value(game, 81, &score) == 0 && score == -1e6F);
    game->komi = -1e300;
    cr_assert(evaluator_final_value(game, -81, &score) == 1 && score == 1e6F);
}
