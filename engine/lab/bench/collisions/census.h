/* Counting all positions of a small board: sets of cells as bits. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_CENSUS_H
#define ENGINE_LAB_BENCH_COLLISIONS_CENSUS_H

#include <stdbool.h>
#include <stdint.h>

/* Cells are bits y * width + x; width * height is at most 31. */
typedef struct {
    int width;
    uint32_t all;
    uint32_t not_left; /* outside the first column */
} CensusBoard;

CensusBoard census_board(int width, int height);

/* Has every chain of the stones (of one color) a liberty among the empty cells? */
bool census_all_have_liberties(const CensusBoard *board, uint32_t stones, uint32_t empty);

#endif
