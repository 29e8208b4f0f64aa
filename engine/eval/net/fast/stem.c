#include "engine/eval/net/fast/stem.h"

#include <stdlib.h>
#include <string.h>

/* A tap is one point of the kernel. USUAL is the number of planes that a cell usually has: that
 * many rows are written for each cell without asking how many there are. */
enum { TAPS_MAX = MODEL_KERNEL_MAX * MODEL_KERNEL_MAX, USUAL = 4 };

bool stem_init(Stem *stem, const Convolution *layer) {
    const size_t rows = (size_t)(layer->kernel * layer->kernel) * FEATURE_PLANES;
    const size_t channels = (size_t)kernels_padded(layer->out);
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

/* The planes that are 1 on a cell: the rows of weights that each tap adds for it. */
typedef struct {
    int count;
    int32_t rows[FEATURE_PLANES + USUAL];
} Marks;

static void find_marks(uint32_t planes, Marks *marks) {
    marks->count = 0;
    memset(marks->rows, 0, USUAL * sizeof marks->rows[0]);
    for (; planes != 0; planes &= planes - 1) {
        marks->rows[marks->count++] = __builtin_ctz(planes);
    }
}

/* Lists the rows of the weights that count for cell (x, y). Returns how many. The first USUAL rows
 * of each neighbour are written even if it has fewer: that saves a branch that is hard to predict.
 */
static int list_rows(const Stem *stem, const Marks *marks, int width, int height, int x, int y,
                     int32_t *rows) {
    const int reach = stem->kernel / 2;
    const int left = x < reach ? -x : -reach, right = width - 1 - x < reach ? width - 1 - x : reach;
    int count = 0;
    for (int v = y < reach ? -y : -reach; v <= reach && y + v < height; v++) {
        for (int u = left; u <= right; u++) {
            const int32_t tap = ((v + reach) * stem->kernel + u + reach) * FEATURE_PLANES;
            const Marks *seen = &marks[(y + v) * width + x + u];
            for (int i = 0; i < USUAL; i++) {
                rows[count + i] = tap + seen->rows[i];
            }
            for (int i = USUAL; i < seen->count; i++) {
                rows[count + i] = tap + seen->rows[i];
            }
            count += seen->count;
        }
    }
    return count;
}

void stem_add(const Stem *stem, const Kernels *kernels, const uint32_t *planes, uint32_t mask,
              int width, int height, float *out) {
    Marks marks[CELL_COUNT_MAX];
    int32_t rows[TAPS_MAX * FEATURE_PLANES + USUAL];
    for (int cell = 0; cell < width * height; cell++) {
        find_marks(planes[cell] & mask, &marks[cell]);
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++, out += stem->channels) {
            const int count = list_rows(stem, marks, width, height, x, y, rows);
            kernels->add_rows(stem->weights, rows, count, stem->channels, out);
        }
    }
}
