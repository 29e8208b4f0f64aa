/* Scoring with the status of stones; tests/engine/go/ending judges it on whole games. */
#include "engine/base/rng.h"
#include "engine/go/board/score.h"
#include "tests/support/oracle/oracle.h"
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
    cr_assert_eq(score_by_rules(&board, status, rules_find("japanese"), owners),
                 score_area(&board, NULL, owners));
}

/* Both eyes belong to stones in seki: they are area and no territory. */
Test(score, an_eye_in_seki_is_no_territory) {
    const Diagram diagram = diagram_read(". X O .\n"
                                         "X X O O\n"
                                         "X X O O\n");
    const Rules *rules = rules_find("japanese");
    Board board;
    uint8_t status[POINT_COUNT] = {STATUS_NONE};
    diagram_set_up(&diagram, BLACK, &board);
    cr_assert_eq(score_territory(&board, NULL, rules), 0);
    for (int cell = 0; cell < board.geometry->cell_count; cell++) {
        const Point p = board.geometry->point_of[cell];
        status[p] = board_color(&board, p) == BLACK   ? STATUS_SEKI
                    : board_color(&board, p) == WHITE ? STATUS_ALIVE
                                                      : STATUS_NONE;
    }
    cr_assert_eq(score_territory(&board, status, rules), -1);
    cr_assert_eq(score_by_rules(&board, status, rules, NULL), -1);
    cr_assert_eq(score_area(&board, status, NULL), 0);
    const Rules untaxed = {.scoring = SCORING_TERRITORY, .seki_counts = true};
    cr_assert_eq(score_territory(&board, status, &untaxed), 0);
}

/* Points that only one color touches, without those beside a chain of it in atari, which the oracle
 * finds. */
static int slow_points(const Oracle *oracle, bool excludes_atari) {
    int points = 0;
    for (int cell = 0; cell < oracle->width * oracle->height; cell++) {
        int beside[4];
        OracleChain region, chain;
        bool is_excluded = false;
        oracle_flood(oracle->width, oracle->height, oracle->now.cells, cell, &region);
        const int count = oracle_neighbors(oracle->width, oracle->height, cell, beside);
        for (int i = 0; i < count; i++) {
            oracle_flood(oracle->width, oracle->height, oracle->now.cells, beside[i], &chain);
            is_excluded |=
                excludes_atari && oracle->now.cells[beside[i]] != EMPTY && chain.liberty_count == 1;
        }
        if (oracle->now.cells[cell] == EMPTY && region.touches[BLACK] != region.touches[WHITE] &&
            !is_excluded) {
            points += region.touches[BLACK] ? 1 : -1;
        }
    }
    return points;
}

/* Random boards, against an independent count. */
Test(score, last_liberties_are_no_points_if_the_rules_say_so) {
    Rng rng = rng_new(71);
    int excluded = 0;
    for (int round = 0; round < 500; round++) {
        Rules rules = {.scoring = SCORING_TERRITORY, .seki_counts = true};
        const Geometry *geometry = geometry_kept(1 + (int)rng_below(&rng, 7), 7);
        ColorCell cells[CELL_COUNT_MAX];
        Board board;
        Status status;
        const uint32_t full = 2 + rng_below(&rng, 8), black = 2 + rng_below(&rng, 6);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            cells[cell] = rng_below(&rng, full) == 0    ? EMPTY
                          : rng_below(&rng, black) == 0 ? WHITE
                                                        : BLACK;
        }
        board_init(&board, geometry);
        if (!board_set_up(&board, cells, BLACK, &status)) {
            continue;
        }
        Oracle oracle;
        oracle_init(&oracle, geometry->width, geometry->height);
        oracle_set_up(&oracle, cells, BLACK);
        const int before = score_territory(&board, NULL, &rules);
        cr_assert_eq(before, slow_points(&oracle, false));
        rules.excludes_atari = true;
        cr_assert_eq(score_territory(&board, NULL, &rules), slow_points(&oracle, true), "\n%s",
                     diagram_print(geometry->width, geometry->height, cells).text);
        excluded += before != slow_points(&oracle, true);
        oracle_free(&oracle);
    }
    cr_assert_gt(excluded, 20);
}

/* KataGo's own cases (cpp/tests, exclude-territory-adjacent-to-atari): a ko mouth; and, inside
 * White's territory, a dead stone in atari, which takes nothing from White. */
Test(score, last_liberties_as_in_katago) {
    static const struct {
        const char *diagram;
        int points; /* of Black by the exclusion */
    } CASES[] = {{". . . O X X X\n"
                  "O O O O X . X\n"
                  "X X X X O X X\n"
                  "O . X O O O O\n"
                  "O O X O X . O\n"
                  "O X X O . X O\n"
                  "O . X O O X X\n",
                  -1},
                 {". O O . O X .\n"
                  "O O . O X X .\n"
                  "X O O O O X .\n"
                  ". O O O O X .\n"
                  "O O O O . X .\n"
                  "O . O O O X .\n"
                  "O O O O O X .\n",
                  1}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Diagram diagram = diagram_read(CASES[i].diagram);
        Rules rules = {.scoring = SCORING_TERRITORY, .seki_counts = true};
        uint8_t status[POINT_COUNT] = {STATUS_NONE};
        Board board;
        diagram_set_up(&diagram, BLACK, &board);
        for (int cell = 0; cell < board.geometry->cell_count; cell++) {
            const Point p = board.geometry->point_of[cell];
            status[p] =
                i == 1 && point_x(p) == 0 && board.color[p] == BLACK ? STATUS_DEAD : STATUS_NONE;
        }
        const int before = score_territory(&board, status, &rules);
        rules.excludes_atari = true;
        cr_assert_eq(score_territory(&board, status, &rules) - before, CASES[i].points, "%zu", i);
    }
}
