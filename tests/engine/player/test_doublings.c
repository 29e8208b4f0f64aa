/* How much stronger than its opponent a network takes a side for. */
#include "engine/go/board/handicap.h"
#include "engine/player/doublings.h"
#include "tests/support/position/games.h"

#include <criterion/criterion.h>
#include <string.h>

static const PlayerOptions DYNAMIC = {.doublings = {.side = EMPTY, .cap_per_point = 0.045}};

static double next(DynamicDoublings *dynamic, const PlayerOptions *options, const Game *game,
                   Color color) {
    return doublings_next(dynamic, &(Turn){.game = game, .color = color, .options = options});
}

static void note(DynamicDoublings *dynamic, const Game *game, Color color, double win_rate) {
    doublings_note(dynamic, &(Turn){.game = game, .color = color}, win_rate);
}

static Game *game_of(int size, const char *rules, double komi, int handicap) {
    Game *game = games_new(size, size, rules);
    Status status;
    ColorCell cells[CELL_COUNT_MAX];
    Point points[HANDICAP_MAX];
    memset(cells, EMPTY, sizeof cells);
    if (handicap > 0) {
        handicap_free_points(size, size, handicap, points);
    }
    for (int i = 0; i < handicap; i++) {
        cells[game->geometry->cell_of[points[i]]] = BLACK;
    }
    cr_assert(game_set_up(game, cells, handicap > 0 ? WHITE : BLACK, handicap, &status));
    game->komi = komi;
    return game;
}

Test(doublings, fixed_ones_are_of_a_side) {
    PlayerOptions options = {.doublings = {.fixed = 1.5, .side = EMPTY}};
    DynamicDoublings dynamic = {0};
    Game *game = game_of(9, "chinese", 7, 0);
    cr_assert_eq(doublings_fixed(&options.doublings, BLACK), 1.5);
    cr_assert_eq(doublings_fixed(&options.doublings, WHITE), -1.5);
    cr_assert_eq(next(&dynamic, &options, game, WHITE), -1.5);
    options.doublings.side = WHITE;
    cr_assert_eq(doublings_fixed(&options.doublings, BLACK), -1.5);
    cr_assert_eq(next(&dynamic, &options, game, BLACK), -1.5);
}

/* Black's doublings at the first move of games, as KataGo 1.17.2 has them (`genmove` with
 * ogsChatToStderr). */
Test(doublings, games_begin_with_the_most_that_the_handicap_allows) {
    static const struct {
        int size;
        const char *rules;
        double komi;
        int handicap;
        double black;
    } GAMES[] = {
        {19, "chinese", 7.5, 0, 0},       {19, "chinese", 0.5, 2, -0.75},
        {19, "chinese", 0.5, 4, -2},      {19, "japanese", 0.5, 4, -2},
        {19, "chinese", 0.5, 9, -2.75},   {19, "chinese", 60, 0, 2.25},
        {13, "japanese", 0.5, 3, -2.625}, {9, "chinese", 0.5, 2, -2.375},
        {7, "chinese", 0.5, 4, 0},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        DynamicDoublings dynamic = {0};
        Game *game = game_of(GAMES[i].size, GAMES[i].rules, GAMES[i].komi, GAMES[i].handicap);
        cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), GAMES[i].black, "game %zu: %g", i,
                     next(&dynamic, &DYNAMIC, game, WHITE));
        cr_assert_eq(next(&dynamic, &DYNAMIC, game, BLACK), GAMES[i].black);
    }
}

/* Servers give stones as moves of Black in a row. */
Test(doublings, first_moves_of_black_are_a_handicap) {
    DynamicDoublings dynamic = {0};
    Game *game = game_of(19, "chinese", 0.5, 0);
    game->counts_first_moves = true;
    games_play(game, BLACK, point_at(3, 3));
    games_play(game, BLACK, point_at(15, 15));
    cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), -0.75);
}

/* The stronger side wins 5 to 25%; an undone move begins anew. */
Test(doublings, follow_the_game) {
    DynamicDoublings dynamic = {0};
    Game *game = game_of(19, "chinese", 0.5, 4);
    const double cap = next(&dynamic, &DYNAMIC, game, WHITE);
    note(&dynamic, game, WHITE, 0.5);
    games_play(game, WHITE, point_at(9, 9));
    cr_assert_eq(
        doublings_present(&dynamic, &(Turn){.game = game, .color = WHITE, .options = &DYNAMIC}),
        cap);
    cr_assert_eq(next(&dynamic, &DYNAMIC, game, BLACK), cap + 0.125);
    note(&dynamic, game, BLACK, 0.7);
    games_play(game, BLACK, point_at(9, 8));
    cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), cap + 0.25);
    note(&dynamic, game, WHITE, 0.1);
    cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), cap + 0.25);
    note(&dynamic, game, WHITE, 0.01);
    for (int i = 0; i < 3; i++) {
        const double expected = i == 0 ? cap + 0.125 : cap;
        cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), expected);
    }
    note(&dynamic, game, WHITE, 0.9);
    cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), cap + 0.125);
    games_undo(game, 1);
    cr_assert_eq(next(&dynamic, &DYNAMIC, game, WHITE), cap);
}
