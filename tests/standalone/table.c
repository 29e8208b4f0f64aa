/* A program of hash/ and tt/ alone, in C and in C++ (tests/tt/test_standalone.c): stores random
 * positions and finds each by one of its images. */
#include "tt/table.h"
#include "hash/random.h"

#include <stdio.h>

enum { SIDE = 9, LINES = 1024, POSITIONS = 1000 };

static HashTables tables;
static TableLine lines[LINES];

static HashKey key_of(const HashCell *cells) {
    const HashState state = {HASH_BLACK, HASH_NO_KO, 0, 0};
    HashLanes lanes;
    hash_lanes_of(&tables, cells, &lanes);
    return hash_key(&tables, &lanes, &state);
}

int main(void) {
    const TableLayout layout = {{0, 4}, {4, 8}};
    SplitMix random = {1};
    Table table;
    int found = 0;
    hash_tables_init(&tables, SIDE, SIDE, HASH_DEFAULT_SEED);
    table_init(&table, lines, sizeof lines, layout);
    for (int n = 1; n <= POSITIONS; n++) {
        HashCell cells[SIDE * SIDE], turned[SIDE * SIDE];
        for (int cell = 0; cell < SIDE * SIDE; cell++) {
            cells[cell] = (HashCell)(splitmix_next(&random) % 3);
            turned[tables.maps.image[n % SYMMETRY_COUNT][cell]] = cells[cell];
        }
        const HashKey key = key_of(cells), image = key_of(turned);
        table_store(&table, key.key, key.check, (uint64_t)n << 12);
        found += table_probe(&table, image.key, image.check) >> 12 == (uint64_t)n;
    }
    return printf("%d of %d positions found\n", found, POSITIONS) < 0;
}
