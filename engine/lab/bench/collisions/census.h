/* Counting all positions of a small board: sets of cells as bits, and distinct words. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_CENSUS_H
#define ENGINE_LAB_BENCH_COLLISIONS_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cells are bits y * width + x; width * height is at most 31. */
typedef struct {
    int width;
    uint32_t all;
    uint32_t not_left; /* outside the first column */
} CensusBoard;

CensusBoard census_board(int width, int height);

/* Has every chain of the stones (of one colour) a liberty among the empty cells? */
bool census_all_have_liberties(const CensusBoard *board, uint32_t stones, uint32_t empty);

/* For qsort and bsearch of words. */
int census_compare_words(const void *a, const void *b);

/* How many different words there are. Sorts them. */
size_t census_count_distinct(uint64_t *words, size_t count);

#endif
