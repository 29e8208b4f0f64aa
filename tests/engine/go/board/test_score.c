/* Scoring with the status of stones; tests/engine/go/ending judges it on whole games. */
#include "engine/go/board/score.h"
#include "tests/support/position/diagram.h"

#include <criterion/criterion.h>
#include <string.h>

/* Only stones are in seki, whatever stands in the status of other points. */
Test(score, status_counts_for_stones_alone) {
    const Diagram diagram = diagram_read(". X O .\n"
                                         "X X O .\n"
                                         ". X O O\n"
                                         ". X . .\n");
    Board board;
    uint8_t status[POINT_COUNT], owners[POINT_COUNT];
    diagram_set_up(&diagram, BLACK, &board);
    memset(status, STATUS_SEKI, sizeof status);
    for (int cell = 0; cell < board.geometry->cell_count; cell++) {
        status[board.geometry->point_of[cell]] = STATUS_NONE;
    }
    cr_assert_eq(score_area_taxed(&board, status, owners), score_area(&board, NULL, owners));
}

/* Both eyes belong to stones in seki: they are area and no territory. */
Test(score, an_eye_in_seki_is_no_territory) {
    const Diagram diagram = diagram_read(". X O .\n"
                                         "X X O O\n"
                                         "X X O O\n");
    Board board;
    uint8_t status[POINT_COUNT] = {STATUS_NONE};
    diagram_set_up(&diagram, BLACK, &board);
    cr_assert_eq(score_territory(&board, NULL), 0);
    for (int cell = 0; cell < board.geometry->cell_count; cell++) {
        const Point p = board.geometry->point_of[cell];
        status[p] = board_color(&board, p) == BLACK   ? STATUS_SEKI
                    : board_color(&board, p) == WHITE ? STATUS_ALIVE
                                                      : STATUS_NONE;
    }
    cr_assert_eq(score_territory(&board, status), -1);
    cr_assert_eq(score_area_taxed(&board, status, NULL), -1);
    cr_assert_eq(score_area(&board, status, NULL), 0);
}
