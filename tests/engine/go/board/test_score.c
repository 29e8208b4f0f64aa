/* Scoring with the status of stones; tests/engine/go/ending judges it on whole games. */
#include "engine/base/rng.h"
#include "engine/go/board/benson.h"
#include "engine/go/board/score.h"
#include "engine/go/playout/playout.h"
#include "tests/support/oracle/score_oracle.h"
#include "tests/support/position/games.h"
#include "tests/support/position/positions.h"

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
    const Rules untaxed = {.scoring = SCORING_TERRITORY};
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

/* Sets up random stones, few or many. Returns false if a chain has no liberty. */
static bool set_up_random(Board *board, const Geometry *geometry, Rng *rng) {
    ColorCell cells[CELL_COUNT_MAX];
    Status ignored;
    const uint32_t full = 2 + rng_below(rng, 9), black = 2 + rng_below(rng, 6);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = rng_below(rng, full) == 0    ? EMPTY
                      : rng_below(rng, black) == 0 ? WHITE
                                                   : BLACK;
    }
    board_init(board, geometry);
    return board_set_up(board, cells, BLACK, &ignored);
}

/* Random boards, against an independent count. */
Test(score, last_liberties_are_no_points_if_the_rules_say_so) {
    Rng rng = rng_new(71);
    int excluded = 0;
    for (int round = 0; round < 500; round++) {
        Rules rules = {.scoring = SCORING_TERRITORY};
        const Geometry *geometry = geometry_kept(1 + (int)rng_below(&rng, 7), 7);
        Board board;
        Oracle oracle;
        if (!set_up_random(&board, geometry, &rng)) {
            continue;
        }
        oracle_from_board(&oracle, &board);
        const int before = score_territory(&board, NULL, &rules);
        cr_assert_eq(before, slow_points(&oracle, false));
        rules.excludes_atari = true;
        cr_assert_eq(score_territory(&board, NULL, &rules), slow_points(&oracle, true), "\n%s",
                     diagram_print_board(&board).text);
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
        Rules rules = {.scoring = SCORING_TERRITORY};
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

/* ---- Taxes ---- */

/* A board of random stones; or one on which a random game has ended, with some more stones. */
static bool set_up_anything(Board *board, const Geometry *geometry, Rng *rng) {
    if (rng_below(rng, 3) == 0) {
        return set_up_random(board, geometry, rng);
    }
    board_init(board, geometry);
    playout_run(board, rng);
    for (int more = (int)rng_below(rng, 6); more > 0; more--) {
        const Point p = geometry->point_of[rng_below(rng, (uint32_t)geometry->cell_count)];
        if (board_check(board, (Color)board->to_move, p, false) == MOVE_LEGAL) {
            board_play(board, (Color)board->to_move, p);
        }
    }
    return true;
}

/* The same status, by what Benson calls dead and what the oracle calls in seki, must give the same
 * owners and score; so must the board alone if nothing is dead. */
static int compare_count(const Board *board, Scoring scoring, Tax tax) {
    const Geometry *geometry = board->geometry;
    const Rules rules = {.scoring = scoring, .tax = tax};
    uint8_t life[POINT_COUNT], owner[POINT_COUNT], status[POINT_COUNT] = {STATUS_NONE};
    uint8_t found[POINT_COUNT] = {STATUS_NONE};
    bool dead[CELL_COUNT_MAX];
    ScoreOracle count;
    Oracle oracle;
    int dead_count = 0, sekis = 0;
    oracle_from_board(&oracle, board);
    const ColorCell *cells = oracle.now.cells;
    benson_find(board, false, life);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        dead[cell] = life[p] == LIFE_DEAD;
        dead_count += dead[cell];
        status[p] = found[p] = dead[cell] ? STATUS_DEAD : STATUS_NONE;
    }
    score_oracle_count(&oracle, dead, tax, &count);
    score_area(board, status, owner);
    if (tax != TAX_NONE) {
        score_take_seki(board, owner, found);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const bool in_seki = count.seki[cell] && cells[cell] != EMPTY && !dead[cell];
        status[p] = in_seki ? STATUS_SEKI : status[p];
        sekis += in_seki;
        cr_assert_eq(found[p], status[p]);
        cr_assert_eq(owner[p], count.owner[cell]);
    }
    const char *text = diagram_print(geometry->width, geometry->height, cells).text;
    cr_assert_eq(score_by_rules(board, status, &rules, owner), count.score, "\n%s", text);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cr_assert_eq(owner[geometry->point_of[cell]], count.owner[cell], "\n%s", text);
    }
    if (dead_count == 0 && scoring == SCORING_AREA) {
        cr_assert_eq(score_by_rules(board, NULL, &rules, NULL), count.score, "\n%s", text);
    }
    oracle_free(&oracle);
    return sekis;
}

Test(score, taxes_against_the_slow_count, .timeout = 120) {
    enum { ROUNDS = 10000 };
    for (int set = 2; set < 6; set++) {
        Rng rng = rng_new(17);
        int sekis = 0;
        for (int round = 0; round < ROUNDS;) {
            const Geometry *geometry =
                geometry_kept(2 + (int)rng_below(&rng, 5), 2 + (int)rng_below(&rng, 5));
            Board board;
            if (set_up_anything(&board, geometry, &rng)) {
                sekis += compare_count(&board, (Scoring)(set % 2), (Tax)(set / 2));
                round++;
            }
        }
        cr_assert_gt(sekis, ROUNDS);
    }
}

/* Two black groups and a white one; a dragon whose two halves share two eyes; the two groups
 * connected; sekis without and with eyes; groups with one eye, which are in atari. KataGo's program
 * counts all of these so. */
Test(score, taxes_of_known_shapes) {
    static const struct {
        const char *diagram;
        int untaxed, seki, all; /* Black's area less White's by these taxes */
    } CASES[] = {{". X O . O . O X .\n"
                  "X X O O O O O X X\n"
                  ". X O . O O O X .\n",
                  -3, -3, -5},
                 {"X X X X X X X X X\n"
                  "X X O O O O O X X\n"
                  ". X O . O . O X .\n"
                  "X O O O O O O O X\n"
                  "X X X X X X X X X\n",
                  11, 11, 11},
                 {". X O . O . O X .\n"
                  "X X O O O O O X X\n"
                  ". X X X X X X X .\n",
                  7, 7, 7},
                 {"X . O O . X X\n"
                  "X . O O . X X\n",
                  2, 2, 2},
                 {SEKI, 1, 1, 1},
                 {". X O . O X .\n"
                  "X X O O O X X\n",
                  2, 1, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Diagram diagram = diagram_read(CASES[i].diagram);
        const int wanted[] = {CASES[i].untaxed, CASES[i].seki, CASES[i].all};
        Board board;
        diagram_set_up(&diagram, BLACK, &board);
        for (Tax tax = TAX_NONE; tax <= TAX_ALL; tax++) {
            const Rules rules = {.scoring = SCORING_AREA, .tax = tax};
            cr_assert_eq(score_by_rules(&board, NULL, &rules, NULL), wanted[tax], "%zu, tax %d", i,
                         (int)tax);
        }
    }
}
