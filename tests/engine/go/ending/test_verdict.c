/* The verdict on the end of a game: that it is remembered and for its position alone, and what
 * sekis count under each scoring. */
#include "engine/go/ending/ending.h"
#include "tests/support/position/games.h"
#include "tests/support/position/positions.h"

/* White to move has nothing left to play for, but only games show it. */
static const char DEAD[] = "X . X O .\n"
                           "X X O O O\n"
                           ". X X X O\n"
                           "X X X O O\n"
                           ". X X X O\n";

/* What is known needs no time; about any other position nothing is. */
Test(ending_verdict, is_found_once_a_position) {
    Game *game = games_from(DEAD, WHITE, "chinese"), *other = games_from(SEKI, WHITE, "chinese");
    Ending *ending = ending_new();
    uint8_t found[POINT_COUNT], again[POINT_COUNT];
    cr_assert_not(ending_status(ending, game, &DEADLINE_NOW, found));
    cr_assert(ending_status(ending, game, NULL, found));
    cr_assert(ending_status(ending, game, &DEADLINE_NOW, again));
    cr_assert_eq(memcmp(found, again, sizeof found), 0);
    cr_assert_not(ending_is_settled(ending, game, true, &DEADLINE_NOW));
    cr_assert(ending_is_settled(ending, game, true, NULL));
    cr_assert(ending_is_settled(ending, game, true, &DEADLINE_NOW));
    game->komi = -30; /* the stones live whatever they count */
    cr_assert(ending_pass_wins(ending, game, BLACK, &DEADLINE_NOW));
    cr_assert_not(ending_pass_wins(ending, game, WHITE, &DEADLINE_NOW));
    cr_assert_not(ending_status(ending, other, &DEADLINE_NOW, again));
    cr_assert(ending_status(ending, other, NULL, again));
    cr_assert_not(ending_status(ending, game, &DEADLINE_NOW, found));
    ending_free(ending);
}

/* A seki leaves nothing to decide, in any of the eight images of a position. */
Test(ending_verdict, a_seki_is_settled) {
    enum { SIDE = 11 };
    static const char AMONG_LIVING[] = "X . X O . O . O . O O\n"
                                       "X X X O O O O O O O O\n"
                                       "X . X O . O . O . O O\n"
                                       "X X X O O O O O O O O\n"
                                       ". X X O O . O O . O O\n"
                                       "X X X O O O O O O O O\n"
                                       "X . X O O O . O O O O\n"
                                       "X X X O O O O O O O O\n"
                                       "X X X O O O O O O O O\n"
                                       "O O O X X X X O O O O\n"
                                       ". O . X X . X O . O O\n";
    for (int g = 0; g < 8; g++) {
        char image[sizeof AMONG_LIVING];
        memcpy(image, AMONG_LIVING, sizeof image);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const int row = g & 1 ? SIDE - 1 - i / SIDE : i / SIDE;
            const int column = g & 2 ? SIDE - 1 - i % SIDE : i % SIDE;
            image[2 * i] = AMONG_LIVING[2 * (g & 4 ? SIDE * column + row : SIDE * row + column)];
        }
        Game *game = games_from(image, WHITE, "chinese");
        Ending *ending = ending_new();
        cr_assert(ending_is_settled(ending, game, true, NULL), "image %d", g);
        ending_free(ending);
    }
}

/* Eyes in seki are points by area, and neutral by territory. */
Test(ending_verdict, eyes_in_seki) {
    static const struct {
        const char *rules;
        Color owners[2]; /* of White's eye in the corner, of Black's */
    } CASES[] = {{"chinese", {WHITE, BLACK}}, {"japanese", {EMPTY, EMPTY}}};
    for (int i = 0; i < 2; i++) {
        Game *game = games_from(SEKI, WHITE, CASES[i].rules);
        Ending *ending = ending_new();
        uint8_t status[POINT_COUNT], owner[POINT_COUNT];
        cr_assert(ending_status(ending, game, NULL, status));
        cr_assert_eq(status[point_at(1, 5)], STATUS_SEKI);
        cr_assert_eq(status[point_at(3, 5)], STATUS_SEKI);
        cr_assert_eq(status[point_at(0, 0)], STATUS_ALIVE);
        game_find_owners(game, status, owner);
        cr_assert_eq((Color)owner[point_at(0, 5)], CASES[i].owners[0], "%s", CASES[i].rules);
        cr_assert_eq((Color)owner[point_at(5, 5)], CASES[i].owners[1], "%s", CASES[i].rules);
        cr_assert_eq((Color)owner[point_at(1, 0)], BLACK);
        ending_free(ending);
    }
}
