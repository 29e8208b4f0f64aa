/* Counting distinct words. */
#ifndef TESTS_SUPPORT_ORACLE_DISTINCT_H
#define TESTS_SUPPORT_ORACLE_DISTINCT_H

#include <stdint.h>
#include <stdlib.h>

/* For qsort and bsearch of words. */
static inline int distinct_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* How many different words there are. Sorts them. */
static inline size_t distinct_count(uint64_t *words, size_t count) {
    qsort(words, count, sizeof *words, distinct_compare);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++) {
        distinct += i == 0 || words[i] != words[i - 1];
    }
    return distinct;
}

#endif
