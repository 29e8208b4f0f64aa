/* What is searched for the values of games on small boards. */
#include "engine/solve/play/small_board.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>

enum { LINE_MAX = 40 };

static uint64_t add_bounds(uint64_t digest, ExactBounds bounds) {
    return golden_add(golden_add(digest, (uint64_t)bounds.lower), (uint64_t)bounds.upper);
}

/* The value, a line of play, the values after all moves and what keeps them. */
static uint64_t add_game(uint64_t digest, Game *game, uint64_t *nodes) {
    const ExactLimits limits = {
        .deadline = DEADLINE_NEVER, .nodes = 8192, .threads = 1, .table_bytes = 1 << 18};
    Point line[LINE_MAX];
    SmallBoard *small_board = small_board_new(game, &limits);
    cr_assert_not_null(small_board);
    const ExactBounds value = small_board_solve(small_board);
    digest = add_bounds(digest, value);
    const int count = small_board_find_line(small_board, line, LINE_MAX);
    for (int i = 0; i < count; i++) {
        digest = golden_add(digest, (uint64_t)line[i]);
    }
    for (int i = -1; i < game->board.empty_count; i++) {
        const Point p = i < 0 ? POINT_PASS : game->board.empty[i];
        if (game_check(game, (Color)game->board.to_move, p) == MOVE_LEGAL) {
            digest = golden_add(digest, small_board_keeps(small_board, p, value.lower));
            digest = add_bounds(digest, small_board_solve_move(small_board, p));
        }
    }
    *nodes += small_board_nodes(small_board);
    small_board_free(small_board);
    return digest;
}

static void expect_games(int width, int height, int games) {
    static const char *const NAMES[] = {"tromp-taylor", "aga", "chinese-simple-ko"};
    Rng rng = rng_new((uint64_t)(10 * width + height));
    uint64_t digest = 0, nodes = 0;
    for (int i = 0; i < games; i++) {
        const int moves = (int)rng_below(&rng, (uint32_t)(3 * width * height));
        Game *game = random_game_new(width, height, NAMES[i % 3], moves, &rng);
        if (game->board.passes < 2) {
            digest = add_game(digest, game, &nodes);
        }
        cleanup_now(game);
    }
    golden_expect(formatted("small board %dx%d", width, height),
                  formatted("nodes %" PRIu64 " digest %016" PRIx64, nodes, digest));
}

Test(play_golden, small_boards) {
    expect_games(2, 2, 90);
    expect_games(2, 3, 90);
    expect_games(3, 3, 60);
}

Test(play_golden, larger_boards) {
    expect_games(3, 4, 12);
    expect_games(4, 4, 9);
    expect_games(4, 5, 9);
}

/* Games that begin with a position of a random game, in which eyes are filled: life that was lost
 * before the position, and boards that superko bans. */
static void expect_set_up_games(int width, int height, int games) {
    static const char *const NAMES[] = {"tromp-taylor", "aga"};
    Geometry *geometry = geometry_kept(width, height);
    Rng rng = rng_new((uint64_t)(20 * width + height));
    uint64_t digest = 0, nodes = 0;
    for (int i = 0; i < games; i++) {
        Diagram diagram = {.width = width, .height = height};
        Board board;
        Point last, before;
        random_game_play(&board, geometry, width * height, &rng, &last, &before);
        board_get_cells(&board, diagram.cells);
        Game *game = games_set_up(&diagram, (Color)board.to_move, NAMES[i % 2]);
        for (int move = 0; move < 2 + i % 7 && game->board.passes < 2; move++) {
            const Color color = (Color)game->board.to_move;
            const uint32_t empty = (uint32_t)game->board.empty_count;
            const Point p = game->board.empty[rng_below(&rng, empty)];
            games_play(game, color, game_check(game, color, p) == MOVE_LEGAL ? p : POINT_PASS);
        }
        if (game->board.passes < 2) {
            digest = add_game(digest, game, &nodes);
        }
        cleanup_now(game);
    }
    golden_expect(formatted("small board %dx%d, set up", width, height),
                  formatted("nodes %" PRIu64 " digest %016" PRIx64, nodes, digest));
}

Test(play_golden, games_with_lost_life) {
    expect_set_up_games(2, 3, 60);
    expect_set_up_games(3, 3, 60);
    expect_set_up_games(3, 4, 20);
}
