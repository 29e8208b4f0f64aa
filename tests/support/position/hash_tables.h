/* Tables of the symmetric hash, and the state that adds just the side to move to a position. */
#ifndef TESTS_SUPPORT_POSITION_HASH_TABLES_H
#define TESTS_SUPPORT_POSITION_HASH_TABLES_H

#include "hash/zobrist.h"
#include "tests/support/program/cleanup.h"

/* Fails the test if out of memory. The tables are freed when the test ends. */
HashTables *hash_tables_new(int width, int height, uint64_t seed);

/* Black to move, no ko. */
extern const HashState HASH_TABLES_PLAIN_STATE;

#endif
