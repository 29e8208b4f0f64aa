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

/* Appends the weights of what stands on a cell that this tap of the kernel sees. */
static int list_rows(const Stem *stem, int tap, uint32_t planes, const float **rows) {
    int count = 0;
    for (; planes != 0; planes &= planes - 1) {
        const int row = tap * FEATURE_PLANES + __builtin_ctz(planes);
        rows[count++] = stem->weights + row * stem->channels;
    }
    return count;
}

void stem_add(const Stem *stem, const Loops *loops, const uint32_t *planes, uint32_t mask,
              int width, int height, float *out) {
    const int reach = stem->kernel / 2;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++, out += stem->channels) {
            const float *rows[TAPS_MAX * FEATURE_PLANES];
            int count = 0;
            for (int v = -reach; v <= reach; v++) {
                for (int u = -reach; u <= reach; u++) {
                    const bool inside = x + u >= 0 && x + u < width && y + v >= 0 && y + v < height;
                    const int tap = (v + reach) * stem->kernel + u + reach;
                    if (inside) {
                        count += list_rows(stem, tap, planes[(y + v) * width + x + u] & mask,
                                           rows + count);
                    }
                }
            }
            loops->add_rows(rows, count, stem->channels, out);
        }
    }
}
