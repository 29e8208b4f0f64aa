/* The symmetric hash has as many distinct keys as there are classes of arrangements of at most five
 * stones on 5x5, legal or not. The keys of all legal positions are counted in
 * tests/engine/go/board/test_board_count.c. */
#include "tests/support/oracle/distinct.h"
#include "tests/support/position/hash_tables.h"

/* Arrangements of at most five stones. The slow oracle of a class is the least of the images, read
 * as a number to base three. */
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
    for (unsigned color = 0; color < 2; color++) {
        HashLanes more = *lanes;
        uint64_t numbers[SYMMETRY_COUNT];
        hash_lanes_toggle(&more, &list->tables->stone[color][cell]);
        for (int g = 0; g < SYMMETRY_COUNT; g++) {
            int image = list->tables->maps.image[g][cell];
            numbers[g] = images[g] + (color + 1) * list->power[image];
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
    uint64_t *words = cleanup_free(malloc(FEW_CLASSES * sizeof *words));
    for (int second = 0; second < 2; second++) {
        for (size_t i = 0; i < list.count; i++) {
            words[i] = second ? list.all[i].check : list.all[i].key;
        }
        cr_assert_eq(distinct_count(words, FEW_CLASSES), FEW_CLASSES);
    }
    free(list.all);
}
