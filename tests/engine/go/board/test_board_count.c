/* Counts of legal positions (Tromp, "The number of legal Go positions", 2016, for the boards that
 * it lists): every colouring of a small board is passed to board_set_up. Those it accepts are
 * counted, and so are their distinct keys, of which there must be one for each class under the
 * symmetries. Counts of small boards are here, more in ../shared/data/legal-positions.tsv. */
#include "engine/go/board/board.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_words(const void *a, const void *b) {
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static uint64_t count_distinct(uint64_t *words, uint64_t count) {
    qsort(words, count, sizeof *words, compare_words);
    uint64_t distinct = count > 0;
    for (uint64_t i = 1; i < count; i++) {
        distinct += words[i] != words[i - 1];
    }
    return distinct;
}

/* Moves on to the next colouring, as a number in base 3. Returns false after the last one. */
static bool next_colouring(ColorCell *cells, int count) {
    for (int cell = 0; cell < count; cell++) {
        cells[cell] = (uint8_t)((cells[cell] + 1) % 3);
        if (cells[cell] != 0) {
            return true;
        }
    }
    return false;
}

static void expect_counts(int width, int height, uint64_t legal, uint64_t classes) {
    Geometry *geometry = geometry_new(width, height, HASH_DEFAULT_SEED);
    uint64_t *keys = malloc(legal * sizeof *keys);
    cr_assert(geometry != NULL && keys != NULL);
    Board board;
    board_init(&board, geometry);
    ColorCell cells[CELL_COUNT_MAX] = {0};
    uint64_t found = 0;
    do {
        Status status;
        if (board_set_up(&board, cells, BLACK, &status)) {
            if (found < legal) {
                keys[found] = board_key(&board, &RULES[0]).key;
            }
            found++;
        }
    } while (next_colouring(cells, geometry->cell_count));
    cr_assert_eq(found, legal, "%dx%d: %" PRIu64 " legal positions", width, height, found);
    uint64_t distinct = count_distinct(keys, legal);
    cr_assert_eq(distinct, classes, "%dx%d: %" PRIu64 " keys", width, height, distinct);
    free(keys);
    geometry_free(geometry);
}

Test(board_count, known_boards) {
    expect_counts(1, 1, 1, 1);
    expect_counts(1, 2, 5, 3);
    expect_counts(2, 1, 5, 3);
    expect_counts(1, 7, 867, 454);
    expect_counts(2, 2, 57, 13);
    expect_counts(2, 3, 489, 145);
    expect_counts(3, 2, 489, 145);
    expect_counts(3, 3, 12675, 1824);
}

/* Checks the boards of the shared list that are one row high, or the others. */
static void expect_shared_counts(bool one_row, int board_count_min) {
    const char *folder = getenv("DIHEDRA_SHARED");
    char path[4096], line[256];
    snprintf(path, sizeof path, "%s/data/legal-positions.tsv",
             folder != NULL ? folder : "../shared");
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        cr_skip_test("%s is not there", path);
    }
    /* The largest board that the long mode can enumerate is 4x4, in about 200 MB. */
    uint64_t limit = getenv("DIHEDRA_LONG") != NULL ? 30000000 : 400000;
    int boards = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        int width, height;
        uint64_t legal, classes;
        int fields = sscanf(line, "%d %d %" SCNu64 " %" SCNu64, &width, &height, &legal, &classes);
        if (fields == 4 && legal <= limit && one_row == (width == 1)) {
            expect_counts(width, height, legal, classes);
            boards++;
        }
    }
    fclose(file);
    cr_assert_geq(boards, board_count_min);
    cr_log_info("%d boards", boards);
}

Test(board_count, shared_list_of_rows) {
    expect_shared_counts(true, 13);
}

Test(board_count, shared_list_of_rectangles) {
    expect_shared_counts(false, 7);
}
