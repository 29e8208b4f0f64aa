/* The loops of the fast evaluator: norms and activations, pooling, sums of rows, Winograd's
 * transforms. Each is compiled for several vector widths; the best that the processor has is chosen
 * at run time.
 *
 * Layers are stored as [position][cell][channel], the channels a multiple of LOOPS_GROUP. Keeps no
 * state. */
#ifndef ENGINE_EVAL_NET_FAST_LOOPS_H
#define ENGINE_EVAL_NET_FAST_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/eval/net/model/model.h"

enum { LOOPS_GROUP = 16 };

/* How numbers are stored for the layer that reads them. */
typedef enum { ELEMENT_F32, ELEMENT_BF16, ELEMENT_U8, ELEMENT_S8 } Element;

/* gain * activation(x * scale + bias), channel by channel. */
typedef struct {
    int channels; /* the model's, filled up with zeros to a multiple of LOOPS_GROUP */
    const float *scale, *bias;
    const float *gain; /* NULL: 1 */
    Activation activation;
} Affine;

/* A tile of Winograd's convolution F(output x output, 3x3): it reads points x points cells and
 * writes output x output of them, points = output + 2. Between the two
 * there is a product of matrices for each of the points² planes. */
enum { TILE_POINTS_MAX = 6, TILE_CELLS_MAX = TILE_POINTS_MAX * TILE_POINTS_MAX };

typedef struct {
    /* out[cell] = affine(in[cell]), cells of in_stride channels, out as the element. */
    void (*apply)(const Affine *affine, const float *in, size_t in_stride, int cells,
                  Element element, void *out);

    /* The sum and the greatest of affine(in[cell]) over the cells, channel by channel. */
    void (*pool)(const Affine *affine, const float *in, size_t in_stride, int cells, float *sums,
                 float *greatest);

    /* cell += these rows of the matrix, channel by channel. */
    void (*add_rows)(const float *matrix, const int32_t *rows, int count, int channels,
                     float *cell);

    /* cells[points²]: a tile's cells row by row. Writes one row of channels to each plane. */
    void (*tile_in)(int points, const float *const *cells, int channels, float *planes,
                    size_t plane_stride);

    /* cells[output²], NULL outside the board: cell = (adds ? cell : 0) + the transformed planes +
     * the bias; if it rectifies, negative results become 0. */
    void (*tile_out)(int points, const float *planes, size_t plane_stride, int channels,
                     const float *bias, bool rectifies, bool adds, float *const *cells);
} Loops;

/* The loops of the greatest width that the processor has. */
const Loops *loops_best(void);

#endif
