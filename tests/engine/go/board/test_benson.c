/* Unconditional life: diagrams, and lone attackers on boards of all sizes. test_benson_exhaustive.c
 * proves the claims on tiny boards. */
#include "engine/go/board/benson.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"

enum { SUICIDE_FORBIDDEN = 0, SUICIDE_LEGAL = 1 };

/* Sets up the position and finds the Life of every cell. */
static void find_life(const Geometry *geometry, const ColorCell *cells, bool suicide,
                      uint8_t *life) {
    Board board;
    Status status;
    uint8_t by_point[POINT_COUNT];
    board_init(&board, geometry);
    cr_assert(board_set_up(&board, cells, BLACK, &status));
    benson_find(&board, suicide, by_point);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        life[cell] = by_point[geometry->point_of[cell]];
    }
}

static Life exchange_life(Life life) {
    return life == LIFE_BLACK_TERRITORY   ? LIFE_WHITE_TERRITORY
           : life == LIFE_WHITE_TERRITORY ? LIFE_BLACK_TERRITORY
                                          : life;
}

static const char LIFE_SIGNS[] = {[LIFE_UNDECIDED] = '?',
                                  [LIFE_ALIVE] = 'A',
                                  [LIFE_DEAD] = 'D',
                                  [LIFE_BLACK_TERRITORY] = 'b',
                                  [LIFE_WHITE_TERRITORY] = 'w'};

enum { SIDE_MAX = 512 };

/* A position and a map side by side: "... | ...\n" each line. */
typedef struct {
    char left[SIDE_MAX], right[SIDE_MAX];
} SideBySide;

static SideBySide side_by_side_read(const char *text) {
    SideBySide both = {"", ""};
    while (*text != '\0') {
        const char *bar = strstr(text, " | "), *end = strchr(text, '\n');
        cr_assert(bar != NULL && end != NULL && bar < end, "not side by side:\n%s", text);
        cr_assert(strlen(both.left) + (size_t)(end - text) < SIDE_MAX);
        strcat(strncat(both.left, text, (size_t)(bar - text)), "\n");
        strncat(both.right, bar + 3, (size_t)(end + 1 - bar - 3));
        text = end + 1;
    }
    return both;
}

/* Compares with a map, beside the position, of '?' undecided, 'A' alive, 'D' dead, 'b' and 'w'
 * territory, for the position, its images under the symmetries, and each of those with the colors
 * exchanged. */
static void expect_life(bool suicide, const char *position_and_map) {
    const SideBySide both = side_by_side_read(position_and_map);
    const Diagram diagram = diagram_read(both.left);
    SymmetryMaps maps;
    symmetry_maps_init(&maps, diagram.width, diagram.height);
    for (int image = 0; image < 2 * SYMMETRY_COUNT; image++) {
        const Symmetry g = (Symmetry)(image / 2);
        const bool exchange = image % 2 != 0, transposed = symmetry_transposes(g);
        ColorCell cells[CELL_COUNT_MAX], life[CELL_COUNT_MAX];
        Geometry *geometry = geometry_kept(transposed ? diagram.height : diagram.width,
                                           transposed ? diagram.width : diagram.height);
        for (int cell = 0; cell < maps.cell_count; cell++) {
            const uint8_t color = diagram.cells[cell];
            cells[maps.image[g][cell]] = color != EMPTY && exchange ? color ^ 1 : color;
        }
        find_life(geometry, cells, suicide, life);
        char found[2 * CELL_COUNT_MAX + 1], *end = found;
        for (int cell = 0; cell < maps.cell_count; cell++) {
            const Life own = (Life)life[maps.image[g][cell]];
            *end++ = LIFE_SIGNS[exchange ? exchange_life(own) : own];
            *end++ = (cell + 1) % diagram.width == 0 ? '\n' : ' ';
        }
        *end = '\0';
        cr_assert_str_eq(found, both.right, "symmetry %d, colors %s:\n%s\n%s", g,
                         exchange ? "exchanged" : "as drawn", both.left, found);
    }
}

static void expect_life_always(const char *position_and_map) {
    expect_life(SUICIDE_FORBIDDEN, position_and_map);
    expect_life(SUICIDE_LEGAL, position_and_map);
}

Test(benson, chains_live_in_a_ring) {
    /* Neighbors share an eye in the corner. Inside there is room for only one white eye. */
    expect_life_always(". X X X . | b A A A b\n"
                       "X . . . X | A b b b A\n"
                       "X . . . X | A b b b A\n"
                       "X . . . X | A b b b A\n"
                       ". X X X . | b A A A b\n");
    expect_life_always(". X X X X . | b A A A A b\n"
                       "X . . . . X | A b b b b A\n"
                       "X . . . . X | A b b b b A\n"
                       "X . . . . X | A b b b b A\n"
                       ". X X X X . | b A A A A b\n");
    expect_life_always(". X X X . | ? ? ? ? ?\n"
                       "X . . . X | ? ? ? ? ?\n"
                       "X . . . X | ? ? ? ? ?\n"
                       "X . . . X | ? ? ? ? ?\n"
                       ". X X O . | ? ? ? ? ?\n");
}

Test(benson, a_big_region_is_an_eye_if_each_point_is_a_liberty) {
    /* The last room has a point that is not a liberty. */
    expect_life_always(". X . . . . | b A b b b b\n"
                       "X X X X X X | A A A A A A\n"
                       ". . . . . . | b b b b b b\n");
    expect_life_always(". X X X X X | b A A A A A\n"
                       "X X . . . X | A A b b b A\n"
                       "X . . . X X | A b b b A A\n"
                       "X X X X X . | A A A A A b\n");
    expect_life_always(". X X X X O | ? ? ? ? ? ?\n"
                       "X . . . X O | ? ? ? ? ? ?\n"
                       "X . . . X O | ? ? ? ? ? ?\n"
                       "X . . . X O | ? ? ? ? ? ?\n"
                       "X X X X X O | ? ? ? ? ? ?\n"
                       "O O O O O . | ? ? ? ? ? ?\n");
}

Test(benson, stones_without_room_for_two_eyes_are_dead) {
    expect_life_always(". X O . O X . | b A D b D A b\n"
                       "X X O O O X X | A A D D D A A\n"
                       "X . X X X . X | A b A A A b A\n"
                       "X X . X X X X | A A b A A A A\n"
                       ". . . . . . . | b b b b b b b\n");
    expect_life_always(". . . . . | b b b b b\n"
                       "X X X X X | A A A A A\n"
                       "X X X X X | A A A A A\n"
                       ". O . O . | b D b D b\n");
    expect_life_always(". X X X X . | b A A A A b\n"
                       "X . O O O X | A b D D D A\n"
                       "X . . X O X | A b b ? D A\n"
                       "X O . . . X | A D b b b A\n"
                       ". X X X X . | b A A A A b\n");
}

Test(benson, stones_that_can_make_two_eyes_are_not_dead) {
    /* The corner and the middle of the room may become eyes; with a black stone in the corner only
     * the middle may. Here White has both. */
    expect_life_always(". . X X X X X | ? ? A A A A A\n"
                       ". . . . . . X | ? ? ? ? ? ? A\n"
                       "X X X . . . X | A A A ? ? ? A\n"
                       ". . X . . . X | b b A ? ? ? A\n"
                       "X X X X X X X | A A A A A A A\n"
                       ". X . X X . X | b A b A A b A\n"
                       "X X X X X X X | A A A A A A A\n");
    expect_life_always(". X X X X X X | b A A A A A A\n"
                       ". . . . . . X | b b b b b b A\n"
                       "X X X . . . X | A A A b b b A\n"
                       ". . X . . . X | b b A b b b A\n"
                       "X X X X X X X | A A A A A A A\n"
                       ". X . X X . X | b A b A A b A\n"
                       "X X X X X X X | A A A A A A A\n");
    expect_life_always(". O X X X X X | w A A A A A A\n"
                       "O O O O O O X | A A A A A A A\n"
                       "X X X O . O X | A A A A w A A\n"
                       ". . X O O O X | b b A A A A A\n"
                       "X X X X X X X | A A A A A A A\n"
                       ". X . X X . X | b A b A A b A\n"
                       "X X X X X X X | A A A A A A A\n");
}

/* White stones away from the black chain: where suicide is legal, they can go and leave room. */
Test(benson, suicide_can_take_an_eye) {
    expect_life(SUICIDE_FORBIDDEN, "O . X X . . | ? ? A A ? ?\n"
                                   ". X X . . . | ? A A ? ? ?\n"
                                   "X X . X . . | A A b A ? ?\n"
                                   "X X X X . . | A A A A ? ?\n");
    expect_life(SUICIDE_LEGAL, "O . X X . . | ? ? ? ? ? ?\n"
                               ". X X . . . | ? ? ? ? ? ?\n"
                               "X X . X . . | ? ? ? ? ? ?\n"
                               "X X X X . . | ? ? ? ? ? ?\n");
}

/* Black lives, but would not after capturing the white stones: it would lose the fight for the
 * room. So they must not count as dead. */
Test(benson, an_eye_that_must_stay_closed_is_no_territory) {
    expect_life(SUICIDE_FORBIDDEN, "O O . X . | ? ? ? A b\n");
    expect_life(SUICIDE_LEGAL, "O O . X . | ? ? ? ? ?\n");
    expect_life(SUICIDE_FORBIDDEN, "O O . X . X . | ? ? ? A b A b\n");
}
