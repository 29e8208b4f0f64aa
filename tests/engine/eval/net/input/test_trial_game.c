/* A trial game of moves that have not been played gives the situation of a game that has played
 * them. */
#include "tests/support/network/net_check.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

#include "engine/eval/net/input/trial_game.h"

#include <criterion/criterion.h>
#include <string.h>

enum { PATH_LENGTH_MAX = 12 };

typedef struct {
    TrialGame *trial_game;
    Ladders *ladders;
    Rng rng;
} Fixture;

static Fixture fixture_new(uint64_t seed) {
    const Fixture fixture = {trial_game_new(), ladders_new(), rng_new(seed)};
    cr_assert(fixture.trial_game != NULL && fixture.ladders != NULL);
    return fixture;
}

static void fixture_free(Fixture *fixture) {
    trial_game_free(fixture->trial_game);
    ladders_free(fixture->ladders);
}

static Point random_move(const Game *game, Rng *rng) {
    const uint32_t cell = rng_below(rng, (uint32_t)game->geometry->cell_count);
    const Point p = game->geometry->point_of[cell];
    const bool ok = game_check(game, (Color)game->board.to_move, p) == MOVE_LEGAL;
    return ok ? p : POINT_PASS;
}

static void play_random(Game *game, int moves, Rng *rng) {
    for (int i = 0; i < moves; i++) {
        games_play(game, (Color)game->board.to_move, random_move(game, rng));
    }
}

/* Plays a path on the game itself, takes it back, and expects the double to see the same. */
static void try_path(Fixture *fixture, Game *game) {
    static GameSituation situation;
    static Features expected, got;
    Point path[PATH_LENGTH_MAX];
    const int length = (int)rng_below(&fixture->rng, PATH_LENGTH_MAX + 1);
    for (int i = 0; i < length; i++) {
        path[i] = random_move(game, &fixture->rng);
        games_play(game, (Color)game->board.to_move, path[i]);
    }
    situation_from_game(game, &situation);
    features_fill(&situation.situation, 0, false, fixture->ladders, &expected);
    games_undo(game, length);
    const Situation *played = trial_game_play(fixture->trial_game, game, &(NetInputParameters){0},
                                              (Color)game->board.to_move, path, length);
    cr_assert_not_null(played);
    features_fill(played, 0, false, fixture->ladders, &got);
    const size_t cells = (size_t)expected.cell_count;
    cr_assert_eq(got.cell_count, expected.cell_count);
    cr_assert_arr_eq(got.planes, expected.planes, cells * sizeof expected.planes[0]);
    cr_assert_arr_eq(got.globals, expected.globals, sizeof expected.globals);
    cr_assert_arr_eq(got.legal, expected.legal, cells * sizeof expected.legal[0]);
}

/* Small boards, where kos and repetitions abound, under all rules; games go on, back and anew. */
Test(net_trial_game, sees_what_the_game_would) {
    static const int SIZES[][2] = {{2, 3}, {4, 4}, {5, 3}, {7, 7}};
    static const char *const NAMES[] = {"tromp-taylor", "chinese", "aga", "new-zealand",
                                        "japanese"};
    Fixture fixture = fixture_new(3);
    Game *game = random_game_new(3, 3, "japanese", 0, &fixture.rng);
    for (int i = 0; i < 60; i++) {
        Status status;
        const int *size = SIZES[rng_below(&fixture.rng, 4)];
        if (i % 3 == 0) {
            cr_assert(game_clear(game, size[0], size[1], &status));
        }
        game->rules = *rules_find(NAMES[i % 5]);
        game->komi = (double)rng_below(&fixture.rng, 16) / 2;
        play_random(game, (int)rng_below(&fixture.rng, 40), &fixture.rng);
        try_path(&fixture, game);
        games_undo(game, game->move_count / 3);
        try_path(&fixture, game);
        play_random(game, 1, &fixture.rng);
        try_path(&fixture, game);
        game_set_to_move(game, (Color)(i % 2));
        try_path(&fixture, game);
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(&game->board, cells);
        cr_assert(game_restart_from(game, cells, (Color)(i % 2), &status));
        try_path(&fixture, game);
    }
    fixture_free(&fixture);
}

/* Games of the same moves that begin with other stones, or with another seed of the hash. */
Test(net_trial_game, tells_games_apart) {
    Fixture fixture = fixture_new(4);
    Status status;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        Game *game = game_new(seed);
        uint8_t cells[25];
        cr_assert(game != NULL && game_clear(game, 5, 5, &status));
        for (int stone = 0; stone < 25; stone += 6) {
            memset(cells, EMPTY, sizeof cells);
            cells[stone] = BLACK;
            cr_assert(game_set_up(game, cells, WHITE, 0, &status));
            try_path(&fixture, game);
        }
        game_free(game);
    }
    fixture_free(&fixture);
}
