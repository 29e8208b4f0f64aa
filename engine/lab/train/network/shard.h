/* Positions with the answers of a network, and their file format, the shard. shard.py reads it.
 *
 * A shard has a head of 144 bytes, then groups. All positions of a group have boards of one size,
 * so that a batch needs no masks. Numbers are little-endian, without gaps:
 *
 *     head      char[16] "dihedra shard", padded with NULs
 *               uint32 format version, number of the shard, count of groups, CRC-32 of the rest
 *               uint64 bytes of the rest
 *               char[104] name of the network whose answers these are, padded with NULs
 *     group     uint32 width, height, count of positions, bytes of a position
 *     position  uint8  planes[SHARD_PLANES][(cells + 7) / 8]: a bit for each cell, highest first
 *               uint16 recent[5]: cells of the last moves, latest first; SHARD_NO_CELL: none
 *               float  globals[19], as in features.h
 *               float  values[SHARD_VALUES]
 *               uint8  policy[cells + 1]: round(255 sqrt(p)), at most 0.004 off; pass last
 *               int8   ownership[cells]: 127 the mover's, -127 the opponent's
 *
 * Cells are those of the image that was evaluated. Everything is from the mover's view. */
#ifndef ENGINE_LAB_TRAIN_NETWORK_SHARD_H
#define ENGINE_LAB_TRAIN_NETWORK_SHARD_H

#include "engine/base/status.h"
#include "engine/eval/net/answer.h"

enum {
    SHARD_VERSION = 3,
    SHARD_PLANES = 12, /* of features.h: 1 to 6 and 14 to 19 */
    SHARD_NO_CELL = 0xFFFF,
};

/* The answer's numbers. */
typedef enum {
    SHARD_WIN,
    SHARD_LOSS,
    SHARD_NO_RESULT,
    SHARD_SCORE,     /* mean points */
    SHARD_DEVIATION, /* standard deviation of the points */
    SHARD_LEAD,
    SHARD_VALUES
} ShardValue;

/* The positions of one group, in memory. */
typedef struct {
    int width, height;
    int count;
    size_t record; /* bytes of a position */
    uint8_t *bytes;
} ShardGroup;

void shard_group_init(ShardGroup *group, int width, int height);
void shard_group_free(ShardGroup *group);

/* Appends a position. */
void shard_add(ShardGroup *group, const Features *features, const NetAnswer *answer);

typedef struct {
    int number;
    const char *teacher; /* the name of the network whose answers are written */
    const ShardGroup *groups;
    int group_count;
} Shard;

/* Writes a shard, or leaves no file. */
bool shard_write(const char *path, const Shard *shard, Status *status);

#endif
