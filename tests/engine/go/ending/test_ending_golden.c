/* What is judged of the ends of random games. */
#include "engine/go/ending/ending.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/golden.h"

#include <inttypes.h>

enum { SIDE = 6 };

static void free_ending(void *ending) {
    ending_free(ending);
}

/* Plays random legal moves, which seldom fill an eye. */
static void play(Game *game, int moves, Rng *rng) {
    for (int i = 0; i < moves && game->board.passes < 2; i++) {
        const Color color = game->board.to_move;
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

/* An ownership of 64 steps by a hash of the stones. */
static bool find_owners(const void *context, const Game *game, const Deadline *deadline,
                        float *owner) {
    (void)context;
    (void)deadline;
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const uint64_t word = golden_add(game->board.hash.lane[0], (uint64_t)cell);
        owner[game->geometry->point_of[cell]] = (float)(word & 63) / 32 - 1;
    }
    return true;
}

/* Judges the ends of games with or without a source; the komi makes some of them draws. */
static void expect_games(const char *name, int games, bool has_owners) {
    static const char *const NAMES[] = {"chinese", "japanese", "tromp-taylor"};
    Rng rng = rng_new(15);
    uint64_t digest = 0;
    int settled = 0, wins = 0, sekis = 0;
    Ending *ending = ending_new();
    cr_assert_not_null(ending);
    cleanup_add(ending, free_ending);
    if (has_owners) {
        ending_set_source(ending, (OwnershipSource){find_owners, NULL});
    }
    for (int i = 0; i < games; i++) {
        uint8_t status[POINT_COUNT];
        Game *game = games_new(SIDE, SIDE - i % 2, NAMES[i % 3]);
        play(game, 25 + i % 50, &rng);
        cr_assert(ending_status(ending, game, NULL, status));
        game->komi = 0;
        game->komi = game_score(game, i % 2 == 0 ? status : NULL) + i % 4 / 2;
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            const Point p = game->geometry->point_of[cell];
            digest = golden_add(digest, status[p]);
            sekis += status[p] == STATUS_SEKI;
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
    golden_expect(name, formatted("settled %d, pass wins %d, stones in seki %d, digest %016" PRIx64,
                                  settled, wins, sekis, digest));
}

Test(ending_golden, by_games) {
    expect_games("endings", 150, false);
}

Test(ending_golden, by_a_source) {
    expect_games("endings by a source", 40, true);
}
