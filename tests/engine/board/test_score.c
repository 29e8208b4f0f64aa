/* Scoring: diagrams, a slow reimplementation over random games, and the symmetries. */
#include "engine/board/score.h"
#include "hash/random.h"
#include "tests/support/diagram.h"
#include "tests/support/oracle.h"

#include <criterion/criterion.h>
#include <stdlib.h>

typedef struct {
    Geometry *geometry;
    Board board;
} Setting;

static Setting *setting_new(int width, int height, const ColorCell *cells) {
    Setting *setting = aligned_alloc(64, (sizeof *setting + 63) / 64 * 64);
    cr_assert_not_null(setting);
    setting->geometry = geometry_new(width, height, HASH_DEFAULT_SEED);
    cr_assert_not_null(setting->geometry);
    board_init(&setting->board, setting->geometry);
    if (cells != NULL) {
        Status status;
        cr_assert(board_set_up(&setting->board, cells, BLACK, &status));
    }
    return setting;
}

static void setting_free(Setting *setting) {
    geometry_free(setting->geometry);
    free(setting);
}

/* Black's score and the owners by flood fill from every single cell. */
typedef struct {
    int area, territory;
    uint8_t owner[CELL_COUNT_MAX];
} SlowScore;

static SlowScore slow_score(int width, int height, const ColorCell *cells, const bool *dead,
                            const int prisoners[2]) {
    SlowScore score = {.territory = prisoners[BLACK] - prisoners[WHITE]};
    uint8_t bare[CELL_COUNT_MAX];
    for (int cell = 0; cell < width * height; cell++) {
        bare[cell] = dead[cell] ? EMPTY : cells[cell];
    }
    for (int cell = 0; cell < width * height; cell++) {
        Color owner = (Color)bare[cell];
        if (owner == EMPTY) {
            OracleChain region;
            oracle_flood(width, height, bare, cell, &region);
            owner = region.touches[BLACK] && !region.touches[WHITE]   ? BLACK
                    : region.touches[WHITE] && !region.touches[BLACK] ? WHITE
                                                                      : EMPTY;
            score.territory += owner == BLACK ? 1 : owner == WHITE ? -1 : 0;
        }
        score.area += owner == BLACK ? 1 : owner == WHITE ? -1 : 0;
        score.owner[cell] = (uint8_t)owner;
        if (dead[cell] && cells[cell] != EMPTY) {
            score.territory += cells[cell] == WHITE ? 1 : -1;
        }
    }
    return score;
}

/* A diagram in which dead, a diagram of the same size, has a stone wherever one is dead. */
static void expect_scores(const char *position, const char *dead_stones, const char *owners,
                          int area, int territory) {
    const Diagram diagram = diagram_read(position), marks = diagram_read(dead_stones),
                  expected = diagram_read(owners);
    Setting *setting = setting_new(diagram.width, diagram.height, diagram.cells);
    const Geometry *geometry = setting->geometry;
    uint8_t dead[POINT_COUNT] = {0}, owner[POINT_COUNT], found[CELL_COUNT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        dead[geometry->point_of[cell]] = marks.cells[cell] != EMPTY ? STATUS_DEAD : STATUS_NONE;
    }
    for (int which = 0; which < 2; which++) {
        int score = which == 0 ? score_area(&setting->board, dead, owner)
                               : score_territory(&setting->board, dead, owner);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            found[cell] = owner[geometry->point_of[cell]];
        }
        cr_assert_arr_eq(found, expected.cells, (size_t)geometry->cell_count, "owners of\n%s\n%s",
                         position, diagram_print(diagram.width, diagram.height, found).text);
        cr_assert_eq(score, which == 0 ? area : territory, "score %d of\n%s", score, position);
    }
    setting_free(setting);
}

static const char *NONE_DEAD = ". . . . .\n. . . . .\n. . . . .\n. . . . .\n";

Test(score, counts_a_divided_board) {
    expect_scores(". X O . .\n"
                  ". X O . .\n"
                  "X X O O .\n"
                  ". X . O .\n",
                  NONE_DEAD,
                  "X X O O O\n"
                  "X X O O O\n"
                  "X X O O O\n"
                  "X X . O O\n",
                  8 - 11, 3 - 6);
}

Test(score, gives_an_empty_board_to_nobody) {
    expect_scores(NONE_DEAD, NONE_DEAD, NONE_DEAD, 0, 0);
}

Test(score, gives_the_board_to_a_single_stone) {
    expect_scores(". . . . .\n. . O . .\n. . . . .\n. . . . .\n", NONE_DEAD,
                  "O O O O O\nO O O O O\nO O O O O\nO O O O O\n", -20, -19);
}

Test(score, takes_dead_stones_off) {
    expect_scores(". X O . .\n"
                  "O X O . .\n"
                  "X X O O X\n"
                  ". X . O X\n",
                  ". . . . .\n"
                  "O . . . .\n"
                  ". . . . X\n"
                  ". . . . X\n",
                  "X X O O O\n"
                  "X X O O O\n"
                  "X X O O O\n"
                  "X X . O O\n",
                  8 - 11, (3 + 1) - (6 + 2));
}

Test(score, ignores_dead_marks_on_empty_points) {
    expect_scores("X X . O O\n. X . O .\nX X . O O\n. X . O .\n",
                  ". . X . .\nX . X . O\n. . X . .\n. . . . .\n",
                  "X X . O O\nX X . O O\nX X . O O\nX X . O O\n", 0, 0);
}

Test(score, needs_no_owners_and_no_dead_stones) {
    const Diagram diagram = diagram_read(". X .\nX X O\n. X .\n");
    Setting *setting = setting_new(3, 3, diagram.cells);
    cr_assert_eq(score_area(&setting->board, NULL, NULL), 6 - 1);
    cr_assert_eq(score_area(&setting->board, NULL, NULL), 6 - 1);
    cr_assert_eq(score_territory(&setting->board, NULL, NULL), 2);
    setting->board.prisoners[BLACK] = 3;
    setting->board.prisoners[WHITE] = 1;
    cr_assert_eq(score_territory(&setting->board, NULL, NULL), 2 + 2);
    cr_assert_eq(score_area(&setting->board, NULL, NULL), 6 - 1);
    setting_free(setting);
}

/* Plays some random moves; own eyes are filled only now and then, so that games get old. */
static void play_random_game(Board *board, SplitMix *random, int moves) {
    for (int i = 0; i < moves && board->empty_count > 0; i++) {
        const Color color = (Color)board->to_move;
        const Point p = board->empty[splitmix_next(random) % (uint64_t)board->empty_count];
        const bool fills_eye = board_is_eye(board, color, p) && splitmix_next(random) % 16 != 0;
        const bool legal = board_check(board, color, p, true) == MOVE_LEGAL;
        board_play(board, color, legal && !fills_eye ? p : POINT_PASS);
    }
}

/* Whole random chains are marked dead, and sometimes empty points. */
static void mark_random_dead(const Board *board, SplitMix *random, uint8_t *dead) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        dead[geometry->point_of[cell]] = 0;
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (splitmix_next(random) % 8 == 0) {
            Point stones[CELL_COUNT_MAX] = {p};
            const int count = board_chain_stones(board, p, stones);
            for (int i = 0; i < count || i == 0; i++) {
                dead[stones[i]] = STATUS_DEAD;
            }
        }
    }
}

static void expect_slow_scores(const Board *board, const uint8_t *dead) {
    const Geometry *geometry = board->geometry;
    ColorCell cells[CELL_COUNT_MAX], owner[2][POINT_COUNT];
    bool dead_cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        dead_cells[cell] = dead != NULL && dead[geometry->point_of[cell]];
    }
    const SlowScore slow =
        slow_score(geometry->width, geometry->height, cells, dead_cells, board->prisoners);
    const int area = score_area(board, dead, owner[0]);
    const int territory = score_territory(board, dead, owner[1]);
    const DiagramText text = diagram_print(geometry->width, geometry->height, cells);
    cr_assert_eq(area, slow.area, "area %d, not %d\n%s", area, slow.area, text.text);
    cr_assert_eq(territory, slow.territory, "territory %d, not %d\n%s", territory, slow.territory,
                 text.text);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (owner[0][p] != slow.owner[cell] || owner[1][p] != slow.owner[cell]) {
            cr_assert_fail("owner of cell %d\n%s", cell, text.text);
        }
    }
}

/* The board with every stone moved by g and, if asked for, the colours exchanged. */
static void expect_symmetric_scores(const Board *board, const uint8_t *dead, Symmetry g,
                                    bool exchange) {
    const Geometry *geometry = board->geometry;
    const bool transposed = symmetry_transposes(g);
    ColorCell cells[CELL_COUNT_MAX], image_dead[POINT_COUNT] = {0}, owner[POINT_COUNT],
                                     image_owner[POINT_COUNT];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const Color color = board_color(board, p);
        cells[geometry->hash.maps.image[g][cell]] =
            (uint8_t)(color == EMPTY || !exchange ? color : color_opponent(color));
        image_dead[geometry_map_point(geometry, g, p)] = dead[p];
    }
    Setting *image = setting_new(transposed ? geometry->height : geometry->width,
                                 transposed ? geometry->width : geometry->height, cells);
    for (int color = 0; color < 2; color++) {
        image->board.prisoners[color] = board->prisoners[exchange ? 1 - color : color];
    }
    const int sign = exchange ? -1 : 1;
    cr_assert_eq(score_area(&image->board, image_dead, image_owner),
                 sign * score_area(board, dead, owner));
    cr_assert_eq(score_territory(&image->board, image_dead, NULL),
                 sign * score_territory(board, dead, NULL));
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const uint8_t expected =
            owner[p] == EMPTY || !exchange ? owner[p] : (uint8_t)(owner[p] ^ 1);
        if (image_owner[geometry_map_point(geometry, g, p)] != expected) {
            cr_assert_fail("owners turn wrongly under symmetry %d", g);
        }
    }
    setting_free(image);
}

Test(score, agrees_with_the_slow_count_in_random_games) {
    static const int SIZES[][2] = {{1, 1}, {1, 7},   {2, 2},  {3, 5},   {7, 4},
                                   {9, 9}, {13, 13}, {6, 25}, {19, 19}, {25, 25}};
    SplitMix random = {11};
    for (size_t size = 0; size < sizeof SIZES / sizeof SIZES[0]; size++) {
        for (int game = 0; game < 12; game++) {
            Setting *setting = setting_new(SIZES[size][0], SIZES[size][1], NULL);
            for (int part = 0; part < 4; part++) {
                uint8_t dead[POINT_COUNT] = {0};
                play_random_game(&setting->board, &random, setting->geometry->cell_count / 2);
                expect_slow_scores(&setting->board, NULL);
                mark_random_dead(&setting->board, &random, dead);
                expect_slow_scores(&setting->board, dead);
            }
            setting_free(setting);
        }
    }
}

Test(score, turns_with_the_board_and_the_colours) {
    static const int SIZES[][2] = {{1, 6}, {3, 3}, {4, 7}, {9, 9}, {8, 5}};
    SplitMix random = {12};
    for (size_t size = 0; size < sizeof SIZES / sizeof SIZES[0]; size++) {
        for (int game = 0; game < 4; game++) {
            uint8_t dead[POINT_COUNT] = {0};
            Setting *setting = setting_new(SIZES[size][0], SIZES[size][1], NULL);
            play_random_game(&setting->board, &random, 2 * setting->geometry->cell_count);
            mark_random_dead(&setting->board, &random, dead);
            for (int image = 0; image < 2 * SYMMETRY_COUNT; image++) {
                expect_symmetric_scores(&setting->board, dead, (Symmetry)(image / 2), image % 2);
            }
            setting_free(setting);
        }
    }
}

/* Black's stones on the right live in seki: the eye there is nobody's under territory rules. */
Test(score, eyes_in_seki_count_by_area_alone) {
    const Diagram diagram = diagram_read(". X O . O X .\n"
                                         "X X O O O X X\n");
    Setting *setting = setting_new(diagram.width, diagram.height, diagram.cells);
    uint8_t status[POINT_COUNT] = {0}, owner[POINT_COUNT];
    const Point eye = point_at(6, 0), other_eye = point_at(0, 0);
    const int area = score_area(&setting->board, status, NULL);
    const int territory = score_territory(&setting->board, status, NULL);
    for (int cell = 0; cell < setting->geometry->cell_count; cell++) {
        const Point p = setting->geometry->point_of[cell];
        const bool is_right = cell % 7 >= 5 && board_color(&setting->board, p) == BLACK;
        status[p] = is_right ? STATUS_SEKI : STATUS_ALIVE;
    }
    cr_assert_eq(score_area(&setting->board, status, owner), area);
    cr_assert(owner[eye] == BLACK && owner[other_eye] == BLACK);
    cr_assert_eq(score_area_taxed(&setting->board, status, owner), area - 1);
    cr_assert(owner[eye] == EMPTY && owner[other_eye] == BLACK);
    cr_assert_eq(score_territory(&setting->board, status, owner), territory - 1);
    cr_assert(owner[eye] == EMPTY && owner[other_eye] == BLACK);
    setting_free(setting);
}
