/* Written by engine/fit/rank/fit.py, which engine/fit/rank/README.md explains: do not
 * change it by hand. Not calibrated: from no games,
 * in even steps of the path. */
#include "engine/player/rank_table.h"

const RankRow RANK_TABLE[] = {
    {1, 3.0000, 0.00050},  /* 20k, place 0.0000 */
    {1, 2.4762, 0.00073},  /* 19k, place 0.0833 */
    {1, 2.0439, 0.00108},  /* 18k, place 0.1667 */
    {1, 1.6870, 0.00158},  /* 17k, place 0.2500 */
    {1, 1.3925, 0.00232},  /* 16k, place 0.3333 */
    {1, 1.1494, 0.00341},  /* 15k, place 0.4167 */
    {1, 0.9487, 0.00500},  /* 14k, place 0.5000 */
    {1, 0.7830, 0.00734},  /* 13k, place 0.5833 */
    {1, 0.6463, 0.01077},  /* 12k, place 0.6667 */
    {1, 0.5335, 0.01581},  /* 11k, place 0.7500 */
    {1, 0.4403, 0.02321},  /* 10k, place 0.8333 */
    {1, 0.3635, 0.03406},  /* 9k, place 0.9167 */
    {1, 0.3000, 0.05000},  /* 8k, place 1.0000 */
    {1, 0.2738, 0.05297},  /* 7k, place 1.0833 */
    {2, 0.2498, 0.05612},  /* 6k, place 1.1667 */
    {3, 0.2280, 0.05946},  /* 5k, place 1.2500 */
    {4, 0.2080, 0.06300},  /* 4k, place 1.3333 */
    {6, 0.1898, 0.06674},  /* 3k, place 1.4167 */
    {8, 0.1732, 0.07071},  /* 2k, place 1.5000 */
    {11, 0.1581, 0.07492}, /* 1k, place 1.5833 */
    {16, 0.1442, 0.07937}, /* 1d, place 1.6667 */
    {23, 0.1316, 0.08409}, /* 2d, place 1.7500 */
    {32, 0.1201, 0.08909}, /* 3d, place 1.8333 */
    {45, 0.1096, 0.09439}, /* 4d, place 1.9167 */
    {64, 0.1000, 0.10000}, /* 5d, place 2.0000 */
};

const int RANK_TABLE_ROWS = sizeof RANK_TABLE / sizeof RANK_TABLE[0];
