/* The value of a game with a history, beside a search without a table on the slow board. */
#include "engine/solve/play/small_board.h"
#include "tests/support/oracle/plain_solver.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/chance.h"

static const ExactLimits NO_LIMITS = {
    .deadline = {.at = INFINITY}, .nodes = UINT64_MAX, .threads = 1, .table_bytes = 1 << 20};

/* The game's position on the slow board, with its history. */
static void replay(const Game *game, Oracle *oracle) {
    oracle_init(oracle, game->geometry->width, game->geometry->height);
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        oracle_play(oracle, move.color,
                    move.point == POINT_PASS ? ORACLE_PASS : game->geometry->cell_of[move.point]);
    }
}

typedef struct {
    long asked, skipped, banned; /* banned: moves that only superko forbids */
} Tally;

/* Does the slow board agree that Black gets at least, or does not get, so much after the move? */
static void expect_answer(const Game *game, Point p, int target, PlainAnswer answer, long budget,
                          Tally *tally) {
    Oracle oracle;
    replay(game, &oracle);
    if (p != POINT_NONE) {
        oracle_play(&oracle, game->board.to_move,
                    p == POINT_PASS ? ORACLE_PASS : game->geometry->cell_of[p]);
    }
    const PlainAnswer found = plain_solve(&oracle, &game->rules, target, &budget);
    oracle_free(&oracle);
    tally->asked++;
    tally->skipped += found == PLAIN_OPEN;
    cr_assert(found == PLAIN_OPEN || found == answer,
              "ko %d, suicide %d, %d moves, %d passes, %s plays %d: at least %d?\n%s",
              game->rules.ko, game->rules.suicide, game->move_count, game->board.passes,
              color_name(game->board.to_move), p, target, diagram_print_board(&game->board).text);
}

static void compare_value(const Game *game, Point p, ExactBounds bounds, long budget,
                          Tally *tally) {
    cr_assert_eq(bounds.lower, bounds.upper);
    expect_answer(game, p, bounds.lower, PLAIN_YES, budget, tally);
    expect_answer(game, p, bounds.lower + 1, PLAIN_NO, budget, tally);
}

static bool is_suicide_of_one(const Game *game, Point p) {
    Oracle oracle;
    OracleOutcome outcome = {0};
    replay(game, &oracle);
    if (p != POINT_PASS) {
        oracle_try(&oracle, game->board.to_move, game->geometry->cell_of[p], &outcome);
    }
    oracle_free(&oracle);
    return outcome.suicided == 1;
}

/* The solver leaves out suicides of one stone, of which the plain search knows. */
static void compare_game(const Game *game, long budget, Tally *tally) {
    const Color mover = game->board.to_move;
    SmallBoard *small_board = small_board_new(game, &NO_LIMITS);
    cr_assert_not_null(small_board);
    const ExactBounds value = small_board_solve(small_board);
    compare_value(game, POINT_NONE, value, budget, tally);
    for (int i = -1; i < game->board.empty_count; i++) {
        const Point p = i < 0 ? POINT_PASS : game->board.empty[i];
        const MoveCheck check = game_check(game, mover, p);
        tally->banned += check == MOVE_SUPERKO;
        if (check == MOVE_LEGAL && is_suicide_of_one(game, p)) {
            cr_assert_not(small_board_keeps(small_board, p, value.lower));
        } else if (check == MOVE_LEGAL) {
            const ExactBounds bounds = small_board_solve_move(small_board, p);
            compare_value(game, p, bounds, budget, tally);
            cr_assert_eq(small_board_keeps(small_board, p, value.lower),
                         bounds.lower == value.lower);
        }
    }
    small_board_free(small_board);
}

static Tally compare_games(int width, int height, int games, int moves, long budget) {
    Rng rng;
    Tally tally = {0, 0, 0};
    rng = rng_new(17 * (uint64_t)width + (uint64_t)height);
    for (int i = 0; i < games; i++) {
        Game *game = random_game_new(width, height, "tromp-taylor",
                                     (int)rng_below(&rng, (uint32_t)moves), &rng);
        game->rules.ko = i % 2 == 0 ? KO_POSITIONAL : KO_SITUATIONAL;
        game->rules.suicide = i / 2 % 2 != 0;
        if (game->board.passes < 2) {
            compare_game(game, budget, &tally);
        }
    }
    return tally;
}

Test(exact_small_board, agrees_with_a_plain_search_of_the_real_game) {
    const int more = is_long() ? 20 : 1;
    const long budget = is_long() ? 300000 : 20000;
    const Tally tallies[] = {
        compare_games(2, 2, 200 * more, 60, budget), compare_games(1, 4, 200 * more, 60, budget),
        compare_games(1, 5, 60 * more, 40, budget), compare_games(2, 3, 30 * more, 60, budget)};
    long asked = 0, skipped = 0, banned = 0;
    for (int i = 0; i < 4; i++) {
        asked += tallies[i].asked;
        skipped += tallies[i].skipped;
        banned += tallies[i].banned;
    }
    cr_assert_gt(asked - skipped, 1000);
    cr_assert_gt(banned, 20);
}

/* Superko needs the whole game. */
Test(exact_small_board, games_may_have_512_moves) {
    Status status;
    Game *game = games_new(2, 3, "chinese"), *simple = games_new(2, 3, "chinese");
    simple->rules.ko = KO_SIMPLE;
    for (int i = 0; i < 512; i++) {
        games_play(game, game->board.to_move, POINT_PASS);
        games_play(simple, simple->board.to_move, POINT_PASS);
    }
    cr_assert(small_board_check(game, &status));
    games_play(game, game->board.to_move, POINT_PASS);
    games_play(simple, simple->board.to_move, POINT_PASS);
    cr_assert_not(small_board_check(game, &status));
    cr_assert_str_eq(status.text, "the game has 513 moves, too many to be solved");
    cr_assert(small_board_check(simple, &status));
}

/* ---- Life that was lost ---- */

/* Plays cells by turns, Black first; -1 passes. */
static Game *play_game(int width, int height, KoRule ko, bool suicide, const int *cells,
                       int count) {
    Game *game = games_new(width, height, "tromp-taylor");
    game->rules.ko = ko;
    game->rules.suicide = suicide;
    for (int i = 0; i < count; i++) {
        games_play(game, (Color)(i % 2),
                   cells[i] < 0 ? POINT_PASS : game->geometry->point_of[cells[i]]);
    }
    return game;
}

/* Black has lived, filled an eye, lost all, and lives again; but what would take the white stone
 * off makes a board of the game:
 *
 *     . X .        X X .        . . O        . X O
 *     X X X        X X X        . . .        X X .
 */
Test(exact_small_board, life_that_came_back_may_not_be_cleaned_up) {
    static const int MOVES[] = {1, -1, 3, -1, 4, -1, 5, -1, 0, 2, 1, -1, 3, -1, 4, -1};
    Tally tally = {0, 0, 0};
    for (int variant = 0; variant < 4; variant++) {
        Game *game = play_game(3, 2, variant / 2 == 0 ? KO_POSITIONAL : KO_SITUATIONAL,
                               variant % 2 != 0, MOVES, sizeof MOVES / sizeof MOVES[0]);
        compare_game(game, 100000, &tally);
    }
    cr_assert_lt(tally.skipped, tally.asked / 4);
}
