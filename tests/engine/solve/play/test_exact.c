/* The moves that keep a value are those after which it is the same; odd ones are left out if there
 * are others. */
#include "engine/go/board/score.h"
#include "engine/solve/play/small_board.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/colorings.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

static const ExactLimits LIMITS = {
    .deadline = {.at = INFINITY}, .nodes = 1000000, .threads = 1, .table_bytes = 1 << 16};

/* The value after a move, which may be the pass that ends the game. */
static int value_after(Game *game, Point p) {
    if (p == POINT_PASS && game->board.passes == 1) {
        return score_area(&game->board, NULL, NULL);
    }
    games_play(game, game->board.to_move, p);
    SmallBoard *small_board = small_board_new(game, &LIMITS);
    const ExactBounds bounds = small_board_solve(small_board);
    small_board_free(small_board);
    games_undo(game, 1);
    cr_assert_eq(bounds.lower, bounds.upper);
    return bounds.lower;
}

/* What a move makes of the board. */
typedef enum { MAKES_NEW, MAKES_REPETITION, MAKES_NOTHING } Making;

/* MAKES_REPETITION: a position of the game with the same side to move; MAKES_NOTHING: a suicide of
 * one stone. */
static Making making_of(Game *game, Point p) {
    const Color mover = game->board.to_move;
    const size_t cells = (size_t)game->geometry->cell_count;
    ColorCell before[CELL_COUNT_MAX], after[CELL_COUNT_MAX];
    Making making = MAKES_NEW;
    board_get_cells(&game->board, before);
    games_play(game, mover, p);
    board_get_cells(&game->board, after);
    games_undo(game, 1);
    for (int i = 0; i < game->move_count; i++) {
        if (game->past[i].to_move != mover &&
            memcmp(after, game->past_cells + (size_t)i * cells, cells) == 0) {
            making = MAKES_REPETITION;
        }
    }
    return memcmp(after, before, cells) == 0 ? MAKES_NOTHING : making;
}

/* Leaves out the points that are marked, unless nothing else keeps the value. */
static void take_out(bool keeps[POINT_COUNT], const bool marked[POINT_COUNT]) {
    bool has_others = false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        has_others |= keeps[p] && !marked[p];
    }
    for (Point p = 0; p < POINT_COUNT && has_others; p++) {
        keeps[p] = keeps[p] && !marked[p];
    }
}

/* The moves that should be listed, by the value after each of them. */
static void find_expected(Game *game, int value, bool keeps[POINT_COUNT]) {
    const Color mover = game->board.to_move;
    bool repeating[POINT_COUNT] = {false}, eyes[POINT_COUNT] = {false};
    memset(keeps, false, POINT_COUNT);
    keeps[POINT_PASS] = value_after(game, POINT_PASS) == value;
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if (game_check(game, mover, p) == MOVE_LEGAL) {
            const Making making = making_of(game, p);
            keeps[p] = making != MAKES_NOTHING && value_after(game, p) == value;
            eyes[p] = board_is_eye(&game->board, mover, p);
            repeating[p] = making == MAKES_REPETITION;
        }
    }
    take_out(keeps, repeating);
    take_out(keeps, eyes);
}

/* Returns the number of moves that keep the value. */
static int expect_moves(Game *game) {
    const Color mover = game->board.to_move;
    ExactMoves moves;
    bool expected[POINT_COUNT];
    int count = 0;
    cr_assert(exact_find_moves(game, mover, &LIMITS, &moves));
    find_expected(game, moves.value, expected);
    for (Point p = 0; p < POINT_COUNT; p++) {
        cr_assert_eq(moves.keeps[p], expected[p], "%s, %s to move, point %d\n%s", game->rules.name,
                     color_name(mover), (int)p, diagram_print_board(&game->board).text);
        count += p != POINT_PASS && expected[p];
    }
    cr_assert_eq(moves.count, count);
    const double score = exact_final_score(game, mover, moves.value);
    cr_assert_eq(moves.is_lost, score < 0);
    cr_assert_float_eq(score, (mover == BLACK ? 1 : -1) * (moves.value - game->komi), 0.01);
    return count;
}

Test(exact, the_moves_that_keep_the_value_of_a_game_are_listed) {
    static const char *const NAMES[] = {"tromp-taylor", "chinese", "new-zealand"};
    Rng rng = rng_new(71);
    int kept_moves = 0;
    for (int i = 0; i < 200; i++) {
        Game *game = random_game_new(2 + i % 2, 2, NAMES[i % 3], (int)rng_below(&rng, 9), &rng);
        if (game->board.passes < 2) {
            game->komi = 0.5;
            kept_moves += expect_moves(game);
        }
        cleanup_now(game);
    }
    cr_assert(kept_moves > 100, "%d", kept_moves);
}

/* All positions of a board, by turns with each side to move and by each ko rule. */
static void expect_board(int width, int height) {
    static const char *const NAMES[] = {"tromp-taylor", "chinese", "new-zealand", "aga",
                                        "chinese-simple-ko"};
    Diagram diagram = {.width = width, .height = height};
    int place = 0;
    memset(diagram.cells, EMPTY, sizeof diagram.cells);
    do {
        if (oracle_cells_legal(width, height, diagram.cells)) {
            Game *game = games_set_up(&diagram, (Color)(place % 2), NAMES[place / 2 % 5]);
            expect_moves(game);
            cleanup_now(game);
            place++;
        }
    } while (colorings_next(diagram.cells, width * height));
}

Test(exact, the_moves_that_keep_the_value_are_listed_on_2x2) {
    expect_board(2, 2);
}

Test(exact, the_moves_that_keep_the_value_are_listed_on_2x3) {
    expect_board(2, 3);
}

/* What cannot be asked is not answered. */
Test(exact, refuses_what_it_cannot_know) {
    ExactMoves moves;
    ExactLimits few = LIMITS;
    Game *game = games_new(2, 2, "chinese");
    cr_assert(exact_find_moves(game, BLACK, &LIMITS, &moves));
    cr_assert_not(exact_find_moves(game, WHITE, &LIMITS, &moves));
    few.nodes = 1;
    cr_assert_not(exact_find_moves(game, BLACK, &few, &moves));
    cr_assert_not(exact_find_moves(games_new(2, 2, "japanese"), BLACK, &LIMITS, &moves));
    cr_assert_not(exact_find_moves(games_new(9, 9, "chinese"), BLACK, &LIMITS, &moves));
}
