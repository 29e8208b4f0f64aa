#include "engine/lab/train/network/shard.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "shards are written on little-endian machines"
#endif

enum {
    HEAD_BYTES = 144,
    MAGIC_BYTES = 16,
    TEACHER_BYTES = HEAD_BYTES - 40,
    RECENT_PLANE = 9,
    RECENT = SITUATION_RECENT,
};

_Static_assert((int)MODEL_NAME_MAX < (int)TEACHER_BYTES, "a network's name fits, with a NUL");

static const uint8_t PLANES[SHARD_PLANES] = {1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19};

/* Where the parts of a position begin. */
typedef struct {
    size_t recent, globals, values, policy, ownership, end;
} Layout;

static Layout lay_out(int cells) {
    Layout layout;
    layout.recent = SHARD_PLANES * (((size_t)cells + 7) / 8);
    layout.globals = layout.recent + RECENT * sizeof(uint16_t);
    layout.values = layout.globals + FEATURE_GLOBALS * sizeof(float);
    layout.policy = layout.values + SHARD_VALUES * sizeof(float);
    layout.ownership = layout.policy + (size_t)cells + 1;
    layout.end = layout.ownership + (size_t)cells;
    return layout;
}

void shard_group_init(ShardGroup *group, int width, int height) {
    *group = (ShardGroup){.width = width, .height = height, .record = lay_out(width * height).end};
}

void shard_group_free(ShardGroup *group) {
    free(group->bytes);
}

static void put_planes(const Features *features, const Layout *layout, uint8_t *record) {
    const size_t row = ((size_t)features->cell_count + 7) / 8;
    uint16_t recent[RECENT];
    memset(recent, 0xFF, sizeof recent);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const uint32_t planes = features->planes[cell];
        for (size_t i = 0; i < SHARD_PLANES; i++) {
            const unsigned bit = planes >> PLANES[i] & 1;
            record[i * row + (size_t)cell / 8] |= (uint8_t)(bit << (7 - cell % 8));
        }
        for (int i = 0; i < RECENT; i++) {
            if ((planes >> (RECENT_PLANE + i) & 1) != 0) {
                recent[i] = (uint16_t)cell;
            }
        }
    }
    memcpy(record + layout->recent, recent, sizeof recent);
}

static uint8_t pack_probability(float p) {
    return (uint8_t)lrintf(UINT8_MAX * sqrtf(fminf(p, 1)));
}

static void put_answer(const Features *features, const NetAnswer *answer, const Layout *layout,
                       uint8_t *record) {
    const double variance = answer->score_mean_square - answer->score_mean * answer->score_mean;
    const float values[SHARD_VALUES] = {
        (float)answer->win,
        (float)answer->loss,
        (float)answer->no_result,
        (float)answer->score_mean,
        (float)sqrt(fmax(variance, 0)),
        (float)answer->lead,
    };
    memcpy(record + layout->values, values, sizeof values);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const int image = features->image[cell];
        record[layout->policy + (size_t)image] = pack_probability(answer->policy[cell]);
        record[layout->ownership + (size_t)image] =
            (uint8_t)(int8_t)lrintf(answer->ownership[cell] * 127);
    }
    record[layout->policy + (size_t)features->cell_count] = pack_probability(answer->pass);
}

void shard_add(ShardGroup *group, const Features *features, const NetAnswer *answer) {
    assert(features->width == group->width && features->height == group->height);
    const Layout layout = lay_out(group->width * group->height);
    group->bytes = memory_grow(group->bytes, (size_t)group->count, group->record);
    uint8_t *record = group->bytes + (size_t)group->count * group->record;
    memset(record, 0, group->record);
    put_planes(features, &layout, record);
    memcpy(record + layout.globals, features->globals, sizeof features->globals);
    put_answer(features, answer, &layout, record);
    group->count++;
}

static uint8_t *append(uint8_t *to, const void *from, size_t bytes) {
    if (bytes > 0) {
        memcpy(to, from, bytes);
    }
    return to + bytes;
}

bool shard_write(const char *path, const Shard *shard, Status *status) {
    size_t length = HEAD_BYTES;
    for (int i = 0; i < shard->group_count; i++) {
        length += 4 * sizeof(uint32_t) + (size_t)shard->groups[i].count * shard->groups[i].record;
    }
    uint8_t *bytes = memory_new(length, 1);
    uint8_t *end = bytes + HEAD_BYTES;
    for (int i = 0; i < shard->group_count; i++) {
        const ShardGroup *group = &shard->groups[i];
        const uint32_t head[4] = {(uint32_t)group->width, (uint32_t)group->height,
                                  (uint32_t)group->count, (uint32_t)group->record};
        end = append(end, head, sizeof head);
        end = append(end, group->bytes, (size_t)group->count * group->record);
    }
    const uint64_t rest = length - HEAD_BYTES;
    const uint32_t numbers[4] = {SHARD_VERSION, (uint32_t)shard->number,
                                 (uint32_t)shard->group_count,
                                 (uint32_t)crc32_z(0, bytes + HEAD_BYTES, rest)};
    memcpy(bytes, "dihedra shard", sizeof "dihedra shard");
    uint8_t *teacher =
        append(append(bytes + MAGIC_BYTES, numbers, sizeof numbers), &rest, sizeof rest);
    memcpy(teacher, shard->teacher, strlen(shard->teacher));
    const bool ok = file_replace(path, (const char *)bytes, length, status);
    free(bytes);
    return ok;
}
