#include "engine/eval/net/fast_stem.h"

#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast_filter.h"

enum { TAPS_MAX = MODEL_KERNEL_MAX * MODEL_KERNEL_MAX };

bool stem_init(Stem *stem, const Convolution *layer) {
    const size_t rows = (size_t)(layer->kernel * layer->kernel) * FEATURE_PLANES;
    const size_t channels = (size_t)filter_padded(layer->out);
    *stem = (Stem){layer->kernel, (int)channels, calloc(rows * channels, sizeof(float))};
    for (size_t row = 0; stem->weights != NULL && row < rows; row++) {
        memcpy(stem->weights + row * channels, layer->weights + row * (size_t)layer->out,
               (size_t)layer->out * sizeof(float));
    }
    return stem->weights != NULL;
}

void stem_clear(Stem *stem) {
    free(stem->weights);
    stem->weights = NULL;
}

/* Lists the weights of what the kernel sees from cell (x, y). */
static int list_rows(const Stem *stem, const uint32_t *planes, uint32_t mask, int width, int height,
                     int x, int y, const float **rows) {
    const int reach = stem->kernel / 2;
    const int left = x < reach ? -x : -reach, right = width - 1 - x < reach ? width - 1 - x : reach;
    int count = 0;
    for (int v = y < reach ? -y : -reach; v <= reach && y + v < height; v++) {
        for (int u = left; u <= right; u++) {
            const int tap = (v + reach) * stem->kernel + u + reach;
            for (uint32_t rest = planes[(y + v) * width + x + u] & mask; rest != 0;
                 rest &= rest - 1) {
                const int row = tap * FEATURE_PLANES + __builtin_ctz(rest);
                rows[count++] = stem->weights + row * stem->channels;
            }
        }
    }
    return count;
}

void stem_add(const Stem *stem, const Loops *loops, const uint32_t *planes, uint32_t mask,
              int width, int height, float *out) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++, out += stem->channels) {
            const float *rows[TAPS_MAX * FEATURE_PLANES];
            const int count = list_rows(stem, planes, mask, width, height, x, y, rows);
            loops->add_rows(rows, count, stem->channels, out);
        }
    }
}
