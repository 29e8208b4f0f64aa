/* Tables of the symmetric hash, and the state that adds nothing to a position but the side to move.
 */
#ifndef TESTS_SUPPORT_HASH_HELPERS_H
#define TESTS_SUPPORT_HASH_HELPERS_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "hash/zobrist.h"

/* The caller frees the tables. */
static inline HashTables *new_tables(int width, int height, uint64_t seed) {
    HashTables *tables = aligned_alloc(_Alignof(HashTables), sizeof *tables);
    cr_assert_not_null(tables);
    hash_tables_init(tables, width, height, seed);
    return tables;
}

static const HashState PLAIN = {.to_move = HASH_BLACK, .ko_cell = HASH_NO_KO};

#endif
