/* What is judged of the ends of random games. */
#include "engine/go/ending/ending.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>

enum { SIDE = 6, GAMES = 40 };

static void free_ending(void *ending) {
    ending_free(ending);
}

/* Legal moves that fill no eye, but for one in so many. */
static void play(Game *game, int moves, Rng *rng) {
    for (int i = 0; i < moves && game->board.passes < 2; i++) {
        const Color color = (Color)game->board.to_move;
        Point p = POINT_PASS;
        for (int tries = 0; tries < 30 && p == POINT_PASS; tries++) {
            const uint32_t cell = rng_below(rng, (uint32_t)game->geometry->cell_count);
            const Point q = game->geometry->point_of[cell];
            p = game_check(game, color, q) == MOVE_LEGAL &&
                        (!board_is_eye(&game->board, color, q) || rng_below(rng, 60) == 0)
                    ? q
                    : POINT_PASS;
        }
        games_play(game, color, p);
    }
}

Test(ending_golden, random_games) {
    static const char *const NAMES[] = {"chinese", "japanese", "tromp-taylor"};
    Rng rng = rng_new(15);
    uint64_t digest = 0;
    int settled = 0, wins = 0;
    Ending *ending = ending_new();
    cr_assert_not_null(ending);
    cleanup_add(ending, free_ending);
    for (int i = 0; i < GAMES; i++) {
        uint8_t status[POINT_COUNT];
        Game *game = games_new(SIDE, SIDE - i % 2, NAMES[i % 3]);
        game->komi = i % 4 - 2;
        play(game, 25 + i, &rng);
        cr_assert(ending_status(ending, game, NULL, status));
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            digest = golden_add(digest, status[game->geometry->point_of[cell]]);
        }
        for (int variant = 0; variant < 2; variant++) {
            const bool is_settled = ending_is_settled(ending, game, variant == 0, NULL);
            const bool pass_wins = ending_pass_wins(ending, game, (Color)variant, NULL);
            digest = golden_add(digest, (uint64_t)(2 * is_settled + pass_wins));
            settled += is_settled;
            wins += pass_wins;
        }
        cleanup_now(game);
    }
    golden_expect("endings",
                  formatted("settled %d pass wins %d digest %016" PRIx64, settled, wins, digest));
}
