/* Written by engine/fit/rank/fit.py, which engine/fit/rank/README.md explains: do not
 * change it by hand. From 5733 games, gnugo taken for 8k, of the network inside
 * whose checksum is 98585195. */
#include "engine/player/rank_table.h"

const RankRow RANK_TABLE[] = {
    {1, 1.7044, 0.00155},  /* 20k, place 0.2456 */
    {1, 1.6415, 0.00167},  /* 19k, place 0.2619 */
    {1, 1.5795, 0.00180},  /* 18k, place 0.2786 */
    {1, 1.5186, 0.00195},  /* 17k, place 0.2957 */
    {1, 1.4563, 0.00212},  /* 16k, place 0.3139 */
    {1, 1.3946, 0.00231},  /* 15k, place 0.3327 */
    {1, 1.3342, 0.00253},  /* 14k, place 0.3519 */
    {1, 1.2753, 0.00277},  /* 13k, place 0.3715 */
    {1, 1.2179, 0.00303},  /* 12k, place 0.3915 */
    {1, 1.1531, 0.00338},  /* 11k, place 0.4152 */
    {1, 1.0844, 0.00383},  /* 10k, place 0.4419 */
    {1, 1.0187, 0.00434},  /* 9k, place 0.4691 */
    {1, 0.9557, 0.00493},  /* 8k, place 0.4968 */
    {1, 0.8850, 0.00575},  /* 7k, place 0.5302 */
    {1, 0.8171, 0.00674},  /* 6k, place 0.5649 */
    {1, 0.7532, 0.00793},  /* 5k, place 0.6002 */
    {1, 0.6806, 0.00971},  /* 4k, place 0.6442 */
    {1, 0.6140, 0.01194},  /* 3k, place 0.6890 */
    {1, 0.4690, 0.02045},  /* 2k, place 0.8059 */
    {1, 0.3239, 0.04290},  /* 1k, place 0.9668 */
    {2, 0.2407, 0.05745},  /* 1d, place 1.2004 */
    {4, 0.2038, 0.06382},  /* 2d, place 1.3520 */
    {7, 0.1805, 0.06889},  /* 3d, place 1.4623 */
    {9, 0.1658, 0.07270},  /* 4d, place 1.5400 */
    {12, 0.1563, 0.07545}, /* 5d, place 1.5936 */
    {18, 0.1388, 0.08131}, /* 6d, place 1.7015 */
    {27, 0.1255, 0.08665}, /* 7d, place 1.7932 */
    {50, 0.1068, 0.09592}, /* 8d, place 1.9400 */
};

const int RANK_TABLE_ROWS = sizeof RANK_TABLE / sizeof RANK_TABLE[0];
