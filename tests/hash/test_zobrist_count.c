/* The symmetric hash has as many distinct keys as there are classes of positions: over all legal
 * positions of small boards, and over all arrangements of a few stones on 5x5. */
#include "engine/lab/bench/collisions/census.h"
#include "hash/zobrist.h"
#include "tests/support/oracle/distinct.h"
#include "tests/support/position/hash_tables.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enumerates the legal positions of a small board as bit sets of cells, cell 0 the lowest bit, and
 * updates the lanes on the way, of the position and of the same with colours exchanged. */
typedef struct {
    HashTables *tables;
    CensusBoard board;
    size_t legal, room;
    uint64_t *keys[2]; /* of each legal position; the lesser of that and its exchanged twin's */
} Census;

typedef struct {
    uint32_t stones[2];
    HashLanes lanes, exchanged;
} CensusPosition;

static void census_count(Census *census, const CensusPosition *position) {
    uint32_t empty = census->board.all & ~(position->stones[0] | position->stones[1]);
    if (!census_all_have_liberties(&census->board, position->stones[0], empty) ||
        !census_all_have_liberties(&census->board, position->stones[1], empty)) {
        return;
    }
    uint64_t key = hash_key(census->tables, &position->lanes, &HASH_TABLES_PLAIN_STATE).key;
    uint64_t exchanged =
        hash_key(census->tables, &position->exchanged, &HASH_TABLES_PLAIN_STATE).key;
    cr_assert_lt(census->legal, census->room, "more legal positions than counted");
    census->keys[0][census->legal] = key;
    census->keys[1][census->legal++] = key < exchanged ? key : exchanged;
}

static void census_take(Census *census, int cell, const CensusPosition *position) {
    if (cell == census->tables->maps.cell_count) {
        census_count(census, position);
        return;
    }
    census_take(census, cell + 1, position);
    for (int colour = 0; colour < 2; colour++) {
        CensusPosition more = *position;
        more.stones[colour] |= UINT32_C(1) << cell;
        hash_lanes_toggle(&more.lanes, &census->tables->stone[colour][cell]);
        hash_lanes_toggle(&more.exchanged, &census->tables->stone[1 - colour][cell]);
        census_take(census, cell + 1, &more);
    }
}

typedef struct {
    int width, height;
    size_t legal, classes, colourless_classes; /* legal positions; up to symmetry; and colours */
} LegalCount;

static void check_census(LegalCount expected) {
    int w = expected.width, h = expected.height;
    Census census = {.tables = hash_tables_new(w, h, HASH_DEFAULT_SEED),
                     .board = census_board(w, h),
                     .room = expected.legal};
    for (int i = 0; i < 2; i++) {
        census.keys[i] = malloc(census.room * sizeof *census.keys[i]);
        cr_assert_not_null(census.keys[i]);
    }
    census_take(&census, 0, &(CensusPosition){.stones = {0, 0}});
    cr_assert_eq(census.legal, expected.legal, "%dx%d", w, h);
    for (int i = 0; i < 2; i++) {
        size_t classes = i == 0 ? expected.classes : expected.colourless_classes;
        cr_assert_eq(distinct_count(census.keys[i], census.legal), classes, "%dx%d", w, h);
        free(census.keys[i]);
    }
    free(census.tables);
}

static const LegalCount LEGAL_COUNTS[] = {{1, 1, 1, 1, 1},
                                          {1, 2, 5, 3, 2},
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
                                          {2, 4, 4125, 1070, 555},
                                          {2, 5, 35117, 8973, 4532},
                                          {2, 6, 299681, 75243, 37790},
                                          {3, 3, 12675, 1824, 924},
                                          {3, 4, 321689, 81712, 40997}};

enum { LEGAL_COUNT_ROWS = sizeof LEGAL_COUNTS / sizeof LEGAL_COUNTS[0] };

Test(zobrist_count, distinct_keys_are_classes_of_legal_positions) {
    for (int row = 0; row < LEGAL_COUNT_ROWS; row++) {
        check_census(LEGAL_COUNTS[row]);
    }
}

static bool is_counted_above(LegalCount count) {
    for (int row = 0; row < LEGAL_COUNT_ROWS; row++) {
        const LegalCount *known = &LEGAL_COUNTS[row];
        if (known->width == count.width && known->height == count.height) {
            cr_assert(known->legal == count.legal && known->classes == count.classes &&
                          known->colourless_classes == count.colourless_classes,
                      "%dx%d differs from the file", count.width, count.height);
            return true;
        }
    }
    return false;
}

/* The rows of the shared file: the boards above, and in the long mode larger ones too. Rows without
 * classes are of boards too large to enumerate. */
Test(zobrist_count, distinct_keys_agree_with_the_shared_counts) {
    const char *folder = getenv("DIHEDRA_SHARED");
    char path[4096], row[256];
    snprintf(path, sizeof path, "%s/data/legal-positions.tsv", folder ? folder : "../shared");
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        cr_skip_test("no legal-positions.tsv in the shared data");
    }
    int known = 0;
    while (fgets(row, sizeof row, file) != NULL) {
        LegalCount count;
        int fields = sscanf(row, "%d %d %zu %zu %zu", &count.width, &count.height, &count.legal,
                            &count.classes, &count.colourless_classes);
        if (fields == 5 && is_counted_above(count)) {
            known++;
        } else if (fields == 5 && getenv("DIHEDRA_LONG") != NULL) {
            check_census(count);
        }
    }
    fclose(file);
    cr_assert_eq(known, LEGAL_COUNT_ROWS);
}

/* Arrangements of at most five stones on 5x5, legal or not. The slow oracle of a class is the
 * least of the images, read as a number to base three. */
enum { FEW = 5, FEW_SIDE = 5, FEW_ARRANGEMENTS = 1922211, FEW_CLASSES = 242816 };

typedef struct {
    uint64_t class; /* first, so that distinct_compare sorts by it */
    uint64_t key, check;
} Arrangement;

typedef struct {
    HashTables *tables;
    uint64_t power[FEW_SIDE * FEW_SIDE]; /* of three */
    size_t count;
    Arrangement *all;
} Arrangements;

/* images[g]: the position turned by g as a number. */
static void arrange_stones(Arrangements *list, int cell, int left, const HashLanes *lanes,
                           const uint64_t images[SYMMETRY_COUNT]) {
    if (cell == FEW_SIDE * FEW_SIDE || left == 0) {
        HashKey key = hash_key(list->tables, lanes, &HASH_TABLES_PLAIN_STATE);
        uint64_t least = images[0];
        for (int g = 1; g < SYMMETRY_COUNT; g++) {
            least = images[g] < least ? images[g] : least;
        }
        cr_assert_lt(list->count, FEW_ARRANGEMENTS);
        list->all[list->count++] = (Arrangement){least, key.key, key.check};
        return;
    }
    arrange_stones(list, cell + 1, left, lanes, images);
    for (unsigned colour = 0; colour < 2; colour++) {
        HashLanes more = *lanes;
        uint64_t numbers[SYMMETRY_COUNT];
        hash_lanes_toggle(&more, &list->tables->stone[colour][cell]);
        for (int g = 0; g < SYMMETRY_COUNT; g++) {
            int image = list->tables->maps.image[g][cell];
            numbers[g] = images[g] + (colour + 1) * list->power[image];
        }
        arrange_stones(list, cell + 1, left - 1, &more, numbers);
    }
}

/* Moves one of each class to the front. Returns whether each class has a single pair (K, K2). */
static bool join_classes(Arrangements *list) {
    bool agree = true;
    size_t classes = 0;
    qsort(list->all, list->count, sizeof *list->all, distinct_compare);
    for (size_t i = 0; i < list->count; i++) {
        const Arrangement *last = &list->all[classes - (classes > 0)];
        if (classes == 0 || list->all[i].class != last->class) {
            list->all[classes++] = list->all[i];
        } else {
            agree = agree && list->all[i].key == last->key && list->all[i].check == last->check;
        }
    }
    list->count = classes;
    return agree;
}

/* FEW_CLASSES is from Burnside's lemma. If each class has one key and there are as many distinct
 * keys as classes, no two classes share a key. The same goes for second words, and so for pairs. */
Test(zobrist_count, few_stones_on_5x5) {
    Arrangements list = {.tables = hash_tables_new(FEW_SIDE, FEW_SIDE, HASH_DEFAULT_SEED)};
    list.all = malloc(FEW_ARRANGEMENTS * sizeof *list.all);
    list.power[0] = 1;
    for (int cell = 1; cell < FEW_SIDE * FEW_SIDE; cell++) {
        list.power[cell] = 3 * list.power[cell - 1];
    }
    arrange_stones(&list, 0, FEW, &(HashLanes){0}, (uint64_t[SYMMETRY_COUNT]){0});
    cr_assert_eq(list.count, FEW_ARRANGEMENTS);
    cr_assert(join_classes(&list), "images of one position have different keys");
    cr_assert_eq(list.count, FEW_CLASSES);
    uint64_t *words = malloc(FEW_CLASSES * sizeof *words);
    for (int second = 0; second < 2; second++) {
        for (size_t i = 0; i < list.count; i++) {
            words[i] = second ? list.all[i].check : list.all[i].key;
        }
        cr_assert_eq(distinct_count(words, FEW_CLASSES), FEW_CLASSES);
    }
    free(words);
    free(list.all);
    free(list.tables);
}
