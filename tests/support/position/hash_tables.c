#include "tests/support/position/hash_tables.h"

const HashState HASH_TABLES_PLAIN_STATE = {.to_move = HASH_BLACK, .ko_cell = HASH_NO_KO};

HashTables *hash_tables_new(int width, int height, uint64_t seed) {
    HashTables *tables = aligned_alloc(_Alignof(HashTables), sizeof *tables);
    cr_assert_not_null(tables);
    cleanup_free(tables);
    hash_tables_init(tables, width, height, seed);
    return tables;
}
