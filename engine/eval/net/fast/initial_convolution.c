#include "engine/eval/net/fast/lowered_graph.h"

#include <stdlib.h>
#include <string.h>

enum {
    POINTS_MAX = MODEL_KERNEL_MAX * MODEL_KERNEL_MAX, /* of the kernel */
    PIECE = 4, /* rows are copied in such pieces, beyond the last one */
};

bool initial_convolution_init(InitialConvolution *initial, const Convolution *layer) {
    const size_t rows = (size_t)(layer->kernel * layer->kernel) * FEATURE_PLANES;
    const size_t channels = (size_t)kernels_padded(layer->out);
    *initial =
        (InitialConvolution){layer->kernel, (int)channels, calloc(rows * channels, sizeof(float))};
    for (size_t row = 0; initial->weights != NULL && row < rows; row++) {
        memcpy(initial->weights + row * channels, layer->weights + row * (size_t)layer->out,
               (size_t)layer->out * sizeof(float));
    }
    return initial->weights != NULL;
}

void initial_convolution_clear(InitialConvolution *initial) {
    free(initial->weights);
    initial->weights = NULL;
}

/* The planes that are 1, cell by cell. Plane p of a cell in column x is x * FEATURE_PLANES + p: so
 * the row of the weights that it adds to another cell is at a constant distance for all cells of a
 * line. */
typedef struct {
    int begin[CELL_COUNT_MAX + 1]; /* of each cell's planes, and the end */
    int32_t planes[CELL_COUNT_MAX * FEATURE_PLANES + PIECE];
    int width, height;
} Marks;

static void find_marks(const InitialInput *input, Marks *marks) {
    const int cells = input->width * input->height;
    int count = 0;
    for (int cell = 0; cell < cells; cell++) {
        marks->begin[cell] = count;
        for (uint32_t rest = input->planes[cell] & input->mask; rest != 0; rest &= rest - 1) {
            marks->planes[count++] = cell % input->width * FEATURE_PLANES + __builtin_ctz(rest);
        }
    }
    marks->width = input->width;
    marks->height = input->height;
    marks->begin[cells] = count;
    memset(&marks->planes[count], 0, PIECE * sizeof marks->planes[0]);
}

/* Lists the rows of the weights that count for cell (x, y). Returns how many. */
static int list_rows(const InitialConvolution *initial, const Marks *marks, int x, int y,
                     int32_t *rows) {
    const int width = marks->width, height = marks->height;
    const int reach = initial->kernel / 2;
    const int left = x < reach ? 0 : x - reach, right = width - x > reach ? x + reach : width - 1;
    int count = 0;
    for (int v = y < reach ? -y : -reach; v <= reach && y + v < height; v++) {
        const int32_t distance = ((v + reach) * initial->kernel + reach - x) * FEATURE_PLANES;
        const int *begin = &marks->begin[(y + v) * width];
        const int32_t *planes = &marks->planes[begin[left]];
        const int more = begin[right + 1] - begin[left];
        for (int i = 0; i < more; i += PIECE) {
            for (int k = 0; k < PIECE; k++) {
                rows[count + i + k] = planes[i + k] + distance;
            }
        }
        count += more;
    }
    return count;
}

void initial_convolution_add(const InitialConvolution *initial, const Kernels *kernels,
                             const InitialInput *input, const float *base, const float *shift,
                             float *out) {
    Marks marks;
    int32_t rows[POINTS_MAX * FEATURE_PLANES + PIECE];
    find_marks(input, &marks);
    for (int y = 0; y < input->height; y++) {
        for (int x = 0; x < input->width;
             x++, base += initial->channels, out += initial->channels) {
            const int count = list_rows(initial, &marks, x, y, rows);
            kernels->add_rows(initial->weights, rows, count, initial->channels, base, shift, out);
        }
    }
}
