/* Ladders of random games. */
#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>

Test(board_golden, ladders) {
    Geometry *geometry = geometry_kept(9, 9);
    Rng rng = rng_new(16);
    uint64_t digest = 0;
    int caught = 0;
    for (int game = 0; game < 1500; game++) {
        Board board;
        Point last, before;
        random_game_play(&board, geometry, 10 + game % 70, &rng, &last, &before);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            if (board_color(&board, p) != EMPTY && board.chain[p] == p) {
                const bool is_caught = chain_in_atari(&board, p) ? ladder_catches_run(&board, p)
                                                                 : ladder_threatens(&board, p);
                Point liberties[CELL_COUNT_MAX];
                const int count = board_liberties(&board, p, liberties);
                cr_assert(count == 2 || !ladder_takes(&board, p, liberties[0]));
                digest = golden_add(digest, is_caught);
                caught += is_caught;
            }
        }
    }
    golden_expect("ladders", formatted("caught %d digest %016" PRIx64, caught, digest));
}
