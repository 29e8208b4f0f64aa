/* Counts of legal positions (Tromp, "The number of legal Go positions", 2016, for the boards that
 * it lists): every coloring of a small board is passed to board_set_up. Those it accepts are
 * counted, and so are their distinct keys: one for each class under the symmetries, and, if the
 * colors are exchanged too, one for each class under both. */
#include "tests/support/oracle/distinct.h"
#include "tests/support/position/colorings.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/sanitizer.h"

typedef struct {
    int width, height;
    size_t legal, classes, colorless_classes; /* legal positions; up to symmetry; and colors */
} LegalCount;

/* The key with Black to move; of the same stones with their colors exchanged, if so asked. */
static uint64_t key_of(Board *board, const ColorCell *cells, bool exchanged) {
    ColorCell own[CELL_COUNT_MAX];
    Status status;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        own[cell] = cells[cell] == EMPTY ? EMPTY : cells[cell] ^ exchanged;
    }
    cr_assert(board_set_up(board, own, BLACK, &status), "%s", status.text);
    return board_key(board, &RULE_SETS[0].rules).key;
}

static void expect_counts(const LegalCount *expected) {
    const int width = expected->width, height = expected->height;
    Geometry *geometry = geometry_kept(width, height);
    uint64_t *keys[2]; /* of each legal position; the lesser of that and its exchanged twin's */
    for (int i = 0; i < 2; i++) {
        keys[i] = malloc(expected->legal * sizeof *keys[i]);
        cr_assert_not_null(keys[i]);
    }
    Board board;
    board_init(&board, geometry);
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    size_t found = 0;
    do {
        Status status;
        if (board_set_up(&board, cells, BLACK, &status)) {
            cr_assert(found < expected->legal, "%dx%d", width, height);
            const uint64_t key = key_of(&board, cells, false), twin = key_of(&board, cells, true);
            keys[0][found] = key;
            keys[1][found++] = key < twin ? key : twin;
        }
    } while (colorings_next(cells, geometry->cell_count));
    cr_assert_eq(found, expected->legal, "%dx%d: %zu legal positions", width, height, found);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(distinct_count(keys[i], found),
                     i == 0 ? expected->classes : expected->colorless_classes, "%dx%d", width,
                     height);
        free(keys[i]);
    }
}

static const LegalCount COUNTS[] = {{1, 1, 1, 1, 1},
                                    {1, 2, 5, 3, 2},
                                    {2, 1, 5, 3, 2},
                                    {1, 3, 15, 10, 6},
                                    {1, 4, 41, 23, 13},
                                    {1, 5, 113, 64, 34},
                                    {1, 6, 313, 164, 86},
                                    {1, 7, 867, 454, 232},
                                    {1, 8, 2401, 1221, 621},
                                    {1, 9, 6649, 3381, 1704},
                                    {1, 10, 18413, 9263, 4660},
                                    {1, 11, 50991, 25652, 12863},
                                    {1, 12, 141209, 70761, 35459},
                                    {1, 13, 391049, 195958, 98081},
                                    {2, 2, 57, 13, 8},
                                    {2, 3, 489, 145, 78},
                                    {3, 2, 489, 145, 78},
                                    {2, 4, 4125, 1070, 555},
                                    {2, 5, 35117, 8973, 4532},
                                    {2, 6, 299681, 75243, 37790},
                                    {3, 3, 12675, 1824, 924},
                                    {3, 4, 321689, 81712, 40997}};
enum { COUNT_ROWS = sizeof COUNTS / sizeof COUNTS[0] };

Test(board_count, distinct_keys_are_classes_of_legal_positions) {
    for (int row = 0; row < COUNT_ROWS; row++) {
        if (!IS_SANITIZED || COUNTS[row].legal < 100000) {
            expect_counts(&COUNTS[row]);
        }
    }
}

/* The rows of the shared file are those above, and in the long mode larger boards are counted, too,
 * of which 4x4, in about 400 MB, is the largest. Rows without classes are of even larger ones. */
Test(board_count, agrees_with_the_shared_counts) {
    const char *folder = getenv("DIHEDRA_SHARED");
    char row[256];
    const char *path = formatted("%s/data/legal-positions.tsv", folder ? folder : "../shared");
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        cr_skip_test("%s is not there", path);
    }
    int known = 0;
    while (fgets(row, sizeof row, file) != NULL) {
        LegalCount count;
        const int fields = sscanf(row, "%d %d %zu %zu %zu", &count.width, &count.height,
                                  &count.legal, &count.classes, &count.colorless_classes);
        bool is_above = false;
        for (int i = 0; fields == 5 && i < COUNT_ROWS; i++) {
            if (COUNTS[i].width == count.width && COUNTS[i].height == count.height) {
                is_above = true;
                cr_assert_eq(memcmp(&COUNTS[i], &count, sizeof count), 0, "%s", row);
            }
        }
        known += is_above;
        if (fields == 5 && !is_above && getenv("DIHEDRA_LONG") != NULL) {
            expect_counts(&count);
        }
    }
    fclose(file);
    cr_assert_eq(known, COUNT_ROWS - 2, "all but 2x1 and 3x2");
}
