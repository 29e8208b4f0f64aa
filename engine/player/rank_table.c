/* Written by engine/fit/rank/fit.py, which engine/fit/rank/README.md explains: do not
 * change it by hand. From 4313 games, gnugo taken for 8k, of the network inside
 * whose checksum is 98585195. */
#include "engine/player/rank_table.h"

const RankRow RANK_TABLE[] = {
    {1, 1.7265, 0.00151},  /* 20k, place 0.2399 */
    {1, 1.6622, 0.00163},  /* 19k, place 0.2564 */
    {1, 1.5984, 0.00176},  /* 18k, place 0.2734 */
    {1, 1.5352, 0.00191},  /* 17k, place 0.2910 */
    {1, 1.4728, 0.00207},  /* 16k, place 0.3090 */
    {1, 1.4112, 0.00226},  /* 15k, place 0.3275 */
    {1, 1.3506, 0.00247},  /* 14k, place 0.3466 */
    {1, 1.2911, 0.00270},  /* 13k, place 0.3662 */
    {1, 1.2327, 0.00296},  /* 12k, place 0.3863 */
    {1, 1.1692, 0.00329},  /* 11k, place 0.4092 */
    {1, 1.0952, 0.00375},  /* 10k, place 0.4376 */
    {1, 1.0242, 0.00429},  /* 9k, place 0.4667 */
    {1, 0.9563, 0.00492},  /* 8k, place 0.4965 */
    {1, 0.8773, 0.00585},  /* 7k, place 0.5340 */
    {1, 0.8014, 0.00701},  /* 6k, place 0.5733 */
    {1, 0.7275, 0.00850},  /* 5k, place 0.6153 */
    {1, 0.6531, 0.01055},  /* 4k, place 0.6622 */
    {1, 0.5625, 0.01422},  /* 3k, place 0.7270 */
    {1, 0.3832, 0.03065},  /* 2k, place 0.8937 */
    {3, 0.2328, 0.05867},  /* 1k, place 1.2307 */
    {4, 0.2074, 0.06311},  /* 1d, place 1.3359 */
    {6, 0.1876, 0.06725},  /* 2d, place 1.4275 */
    {9, 0.1687, 0.07190},  /* 3d, place 1.5241 */
    {13, 0.1519, 0.07683}, /* 4d, place 1.6197 */
    {20, 0.1362, 0.08227}, /* 5d, place 1.7185 */
    {34, 0.1181, 0.09006}, /* 6d, place 1.8490 */
    {64, 0.1001, 0.09996}, /* 7d, place 1.9994 */
};

const int RANK_TABLE_ROWS = sizeof RANK_TABLE / sizeof RANK_TABLE[0];
