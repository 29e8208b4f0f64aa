/* The fast questions about liberties against counting. */
#include "engine/go/board/liberty.h"

#include "tests/support/position/random_game.h"
#include "tests/support/position/shapes.h"

static int slow_liberties_after(const Board *board, Point p, Color color, Point *liberty) {
    Board after;
    board_copy(&after, board);
    after.ko = POINT_NONE;
    board_play(&after, color, p);
    Point liberties[CELL_COUNT_MAX];
    const int count = board_color(&after, p) == color ? board_liberties(&after, p, liberties) : 0;
    *liberty = count > 0 ? liberties[0] : POINT_NONE;
    return count > 2 ? 2 : count;
}

static void compare_liberties(const Board *board, int counts[3]) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        Point found[CELL_COUNT_MAX], slow[CELL_COUNT_MAX];
        const int count = board_liberties(board, p, slow);
        if (board_color(board, p) != EMPTY) {
            cr_assert_eq(chain_in_atari(board, p), count == 1);
            cr_assert(count != 1 || chain_last_liberty(board, p) == slow[0]);
            cr_assert_eq(chain_size(board, p), board_chain_stones(board, p, NULL));
            for (int limit = 1; limit <= 5; limit++) {
                const int listed = chain_find_liberties(board, p, limit, found);
                cr_assert_eq(listed, count < limit ? count : limit);
                for (int i = 0; i < listed; i++) {
                    int times = 0, among = 0;
                    for (int k = 0; k < listed; k++) {
                        times += found[k] == found[i];
                    }
                    for (int k = 0; k < count; k++) {
                        among += slow[k] == found[i];
                    }
                    cr_assert(times == 1 && among == 1);
                }
            }
            continue;
        }
        for (Color color = BLACK; color <= WHITE; color++) {
            Point liberty = POINT_NONE, only = POINT_NONE;
            const int after = slow_liberties_after(board, p, color, &only);
            cr_assert_eq(liberties_after(board, p, color, &liberty), after,
                         "%s at cell %d has %d\n%s", color_name(color), cell, after,
                         diagram_print_board(board).text);
            cr_assert(after == 2 || liberty == only);
            const MoveCheck check = board_check(board, color, p, false);
            cr_assert(move_is_playable(board, color, p) == (check == MOVE_LEGAL) || p == board->ko);
            counts[after]++;
        }
    }
}

Test(liberty, answers_as_counting_does) {
    static const uint8_t SIZES[][2] = {{1, 1}, {1, 7}, {2, 2}, {2, 5}, {4, 4}, {7, 7}, {9, 6}};
    const int rounds = getenv("DIHEDRA_LONG") != NULL ? 20000 : 400;
    int counts[3] = {0};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Geometry *geometry = geometry_kept(SIZES[i][0], SIZES[i][1]);
        for (int round = 0; round < rounds; round++) {
            Board board;
            Rng rng = rng_new((uint64_t)(1000000 * i) + (uint64_t)round);
            const int moves = (int)rng_below(&rng, (uint32_t)(2 * geometry->cell_count));
            random_game_play(&board, geometry, moves, &rng, NULL);
            compare_liberties(&board, counts);
        }
    }
    cr_assert(counts[0] > 1000 && counts[1] > 1000 && counts[2] > 1000);
}
