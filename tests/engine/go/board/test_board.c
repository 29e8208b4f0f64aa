/* Which set-ups a board takes. test_board_random.c plays whole games against the slow oracle; the
 * suites in regress/suites ask of ko, capture and suicide. */
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/chance.h"

static void color_at_random(SplitMix *random, ColorCell *cells, int count) {
    int blanks = 1 + below(random, 10);
    for (int cell = 0; cell < count; cell++) {
        int color = below(random, 20);
        cells[cell] = (uint8_t)(color < blanks ? EMPTY : color & 1);
    }
}

/* Random colorings, many of which have a chain without liberties. */
Test(board, set_ups_without_liberties_are_refused) {
    SplitMix random = {7};
    int refused = 0, accepted = 0;
    for (int round = 0; round < 3000; round++) {
        int width = 1 + below(&random, 9), height = 1 + below(&random, 9);
        Geometry *geometry = geometry_kept(width, height);
        ColorCell cells[CELL_COUNT_MAX];
        color_at_random(&random, cells, width * height);
        Board board, before;
        memset(&board, 0, sizeof board);
        board_init(&board, geometry);
        board_play(&board, BLACK, point_at(0, 0));
        board_play(&board, WHITE, POINT_PASS);
        memcpy(&before, &board, sizeof board);
        Status status = {.text = ""};
        bool legal = oracle_cells_legal(width, height, cells);
        bool unchanged = true;
        if (board_set_up(&board, cells, BLACK, &status) != legal) {
            cr_assert_fail("%s:\n%s", legal ? "legal" : "not legal",
                           diagram_print(width, height, cells).text);
        }
        if (!legal) {
            unchanged = memcmp(&before, &board, sizeof board) == 0;
        }
        if (!unchanged || legal != (status.text[0] == '\0')) {
            cr_assert_fail("a refusal changes nothing and has a reason");
        }
        *(legal ? &accepted : &refused) += 1;
    }
    cr_assert(refused > 500 && accepted > 500, "%d refused, %d accepted", refused, accepted);
}
