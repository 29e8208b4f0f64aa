/* Tables of the symmetric hash, and the state that adds just the side to move to a position. */
#ifndef TESTS_SUPPORT_POSITION_HASH_TABLES_H
#define TESTS_SUPPORT_POSITION_HASH_TABLES_H

#include "hash/zobrist.h"
#include "tests/support/program/cleanup.h"

/* Fails the test if out of memory. The tables are freed when the test ends. */
static inline HashTables *hash_tables_new(int width, int height, uint64_t seed) {
    HashTables *tables = aligned_alloc(_Alignof(HashTables), sizeof *tables);
    cr_assert_not_null(tables);
    cleanup_free(tables);
    hash_tables_init(tables, width, height, seed);
    return tables;
}

/* Black to move, no ko. */
static const HashState HASH_TABLES_PLAIN_STATE = {.to_move = HASH_BLACK, .ko_cell = HASH_NO_KO};

#endif
