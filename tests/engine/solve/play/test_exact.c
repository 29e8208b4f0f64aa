/* After the moves that keep a value it is the same, and odd ones are left out if there are others.
 */
#include "engine/solve/play/exact.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const ExactLimits LIMITS = {
    .deadline = {.at = INFINITY}, .nodes = 1000000, .threads = 1, .table_bytes = 1 << 20};

/* The value after a move. */
static int value_after(Game *game, Point p) {
    games_play(game, (Color)game->board.to_move, p);
    const ExactBounds bounds = exact_find_bounds(game, (Color)game->board.to_move, &LIMITS);
    games_undo(game, 1);
    cr_assert_eq(bounds.lower, bounds.upper);
    return bounds.lower;
}

/* Does the move repeat a position of the game with the same side to move, or fill an eye? */
static bool is_odd(Game *game, Point p) {
    const Color mover = (Color)game->board.to_move;
    const size_t cells = (size_t)game->geometry->cell_count;
    ColorCell after[CELL_COUNT_MAX];
    bool repeats = false;
    if (board_is_eye(&game->board, mover, p)) {
        return true;
    }
    games_play(game, mover, p);
    board_get_cells(&game->board, after);
    games_undo(game, 1);
    for (int i = 0; i <= game->move_count; i++) {
        const Color to_move =
            i < game->move_count ? game->past[i].to_move : (Color)game->board.to_move;
        repeats |=
            to_move != mover && memcmp(after, game->past_cells + (size_t)i * cells, cells) == 0;
    }
    return repeats;
}

static void expect_moves(Game *game, int *kept_moves) {
    const Color mover = (Color)game->board.to_move;
    ExactMoves moves;
    cr_assert(exact_find_moves(game, mover, false, &LIMITS, &moves));
    int count = 0, keep_value = 0, odd = 0;
    bool same[POINT_COUNT] = {false};
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        count += moves.keeps[p];
        if (game_check(game, mover, p) == MOVE_LEGAL) {
            same[p] = value_after(game, p) == moves.value;
            keep_value += same[p];
            odd += same[p] && is_odd(game, p);
        }
        cr_assert(!moves.keeps[p] || same[p], "%s", diagram_print_board(&game->board).text);
    }
    cr_assert_eq(moves.count, count);
    for (int i = 0; i < game->board.empty_count && keep_value > odd; i++) {
        const Point p = game->board.empty[i];
        cr_assert(!moves.keeps[p] || !is_odd(game, p), "move %d\n%s", (int)p,
                  diagram_print_board(&game->board).text);
    }
    cr_assert(count > 0 || moves.keeps[POINT_PASS]);
    if (game->board.passes == 0) {
        cr_assert(!moves.keeps[POINT_PASS] || value_after(game, POINT_PASS) == moves.value);
    }
    const double score = exact_final_score(game, mover, moves.value);
    cr_assert_eq(moves.is_lost, score < 0);
    cr_assert_float_eq(score, (mover == BLACK ? 1 : -1) * (moves.value - game->komi), 0.01);
    *kept_moves += count;
}

Test(exact, moves_that_are_listed_keep_the_value) {
    static const char *const NAMES[] = {"tromp-taylor", "chinese", "new-zealand"};
    Rng rng = rng_new(71);
    int kept_moves = 0;
    for (int i = 0; i < 60; i++) {
        Game *game = random_game_new(2 + i % 2, 2, NAMES[i % 3], (int)rng_below(&rng, 9), &rng);
        if (game->board.passes < 2) {
            game->komi = 0.5;
            expect_moves(game, &kept_moves);
        }
        cleanup_now(game);
    }
    cr_assert(kept_moves > 40, "%d", kept_moves);
}

/* What cannot be asked is not answered. */
Test(exact, refuses_what_it_cannot_know) {
    ExactMoves moves;
    ExactLimits few = LIMITS;
    Game *game = games_new(2, 2, "chinese");
    cr_assert(exact_find_moves(game, BLACK, false, &LIMITS, &moves));
    cr_assert_not(exact_find_moves(game, WHITE, false, &LIMITS, &moves));
    few.nodes = 1;
    cr_assert_not(exact_find_moves(game, BLACK, false, &few, &moves));
    const ExactBounds bounds = exact_find_bounds(game, WHITE, &LIMITS);
    cr_assert(bounds.lower == -4 && bounds.upper == 4);
    cr_assert_not(exact_find_moves(games_new(2, 2, "japanese"), BLACK, false, &LIMITS, &moves));
    cr_assert(exact_fits(game));
    cr_assert_not(exact_fits(games_new(9, 9, "chinese")));
}
