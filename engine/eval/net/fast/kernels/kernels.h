/* The inner loops of the fast evaluator, once for each set of vector instructions: products of
 * matrices, Winograd's transforms, and what comes between.
 *
 * Values are stored as [row][channel]: a row is a cell of a board, and the channels are padded with
 * zeros to whole panels. A word is four bytes of a row: one float or two 16-bit numbers.
 * One product serves both elements: it multiplies words.
 *
 * Keeps no state; any thread may call. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_KERNELS_H
#define ENGINE_EVAL_NET_FAST_KERNELS_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/eval/net/model/model.h"

enum {
    KERNELS_PANEL = MODEL_PANEL, /* output channels whose weights are packed side by side */
    KERNELS_CHUNK = 3,           /* panels that are multiplied and finished together */
    KERNELS_WORD = 4,            /* bytes */
    KERNELS_ALIGNMENT = 64,      /* of packed weights and of buffers, in bytes */
    KERNELS_ROW_BLOCK = 48,      /* rows that are multiplied and finished together */
    KERNELS_WEIGHT_MOST = 4095,  /* of a softmax, in 16 bits */
    TILE_POINTS_MIN = 5,         /* of a side of Winograd's tiles */
    TILE_POINTS_MAX = 6,
    TILE_PLANES = TILE_POINTS_MAX * TILE_POINTS_MAX,
};

/* How numbers are stored for the layer that reads them. */
typedef enum { ELEMENT_F32, ELEMENT_S16 } Element;

/* A product of a matrix by packed weights. Sums are 32-bit: floats for ELEMENT_F32, exact whole
 * numbers for ELEMENT_S16, which must not overflow. */
typedef struct {
    Element element;
    int rows, panels;    /* panels: 1 to KERNELS_CHUNK */
    int taps, steps;     /* a row is multiplied in `taps` pieces of `steps` words each */
    const char *in;      /* the first row */
    size_t row_bytes;    /* from a row to the next */
    const int32_t *tap;  /* [taps]: bytes from a row to the piece */
    size_t step_bytes;   /* from a word of a row to the next */
    const char *weights; /* [tap][panel][step][KERNELS_PANEL] words */
    const char *next;    /* weights of the next product, to prefetch; any address, even invalid */
    void *sums;          /* [row][panel][KERNELS_PANEL] words */
    size_t sums_row, sums_panel; /* words from a row's or a panel's sums to the next */
} Product;

/* activation(x * scale + bias) as a number of steps, channel by channel:
 * clamp(round(activation(...) * inverse_scale), least, most). */
typedef struct {
    const float *scale, *bias; /* NULL: 1 and 0 */
    Activation activation;
    Element element;
    const float *inverse_scale; /* NULL: 1 */
    float least, most;          /* the same */
    float *excess; /* [KERNELS_PANEL]: clamping adds what it takes off to any of these; or NULL */
} OutputStage;

/* What becomes of the sums of a convolution: value = sum * unit + bias. If keep is not NULL, the
 * value is added to it or replaces it; then, if `to` is not NULL, it is written for the next layer.
 */
typedef struct {
    int channels;             /* of a row of keep and of to */
    const float *unit, *bias; /* [channel]; NULL: 1 and 0 */
    const float *factors;     /* of the unit, for each of the rows that are finished; NULL: 1 */
    bool adds;
    float *keep;
    OutputStage output_stage;
    void *to;
} Epilogue;

/* A tile of Winograd's transforms. It has 5 or 6 points to a side, reads as many cells and writes
 * two fewer. Each pair of points is a plane, multiplied by its own matrix. A side of 5 points lacks
 * the last of the 6, and its planes have the same matrices. A tile's planes lie side by side, so
 * that they are at constant distances. */
typedef struct {
    int across, down; /* points */
} TileShape;

/* The plane of a pair of points. Those of 5x5 points come first, so that the planes and matrices of
 * small tiles lie together. */
static inline int tile_plane(int x, int y) {
    enum { MIN = TILE_POINTS_MIN };
    return y < MIN ? (x < MIN ? y * MIN + x : MIN * MIN + y) : MIN * MIN + MIN + x;
}

/* How rows are scaled to a root mean square of 1. */
typedef struct {
    int channels; /* of a row, those beyond the count 0 */
    int count;    /* of the model's channels */
    float epsilon;
    bool is_spatial; /* over all rows together instead of each by itself */
} RmsShape;

typedef struct {
    const char *name; /* as in DIHEDRA_SIMD */

    void (*multiply)(const Product *product);

    /* to[row] = output_stage(from[row]), `rows` rows of from_stride floats; `to` has `channels`. */
    void (*apply)(const OutputStage *output_stage, const float *from, size_t from_stride, int rows,
                  int channels, void *to);

    /* Finishes the sums of `rows` rows from `row` on, `channels` each from `first` on. */
    void (*finish)(const Epilogue *epilogue, const void *sums, bool are_floats, int row, int rows,
                   int first, int channels);

    /* The sum and the greatest of activation(x * scale + bias), channel by channel. */
    void (*pool)(const OutputStage *output_stage, const float *from, size_t from_stride, int rows,
                 int channels, float *sums, float *greatest);

    /* out[o] = the sum over i of in[i] * matrix[i][o]: one row by a matrix that is not packed. */
    void (*multiply_row)(const float *matrix, int rows, int columns, const float *in, float *out);

    /* cell = base + shift + these rows of the matrix, channel by channel. */
    void (*add_rows)(const float *matrix, const int32_t *rows, int count, int channels,
                     const float *base, const float *shift, float *cell);

    /* offsets[down][across]: bytes from the boards to a tile's cells, -1 outside the board. Writes
     * to[plane][channel]: floats from floats, 16-bit numbers from 16-bit numbers. */
    void (*tile_in)(TileShape shape, int channels, Element element, const void *boards,
                    const int32_t *offsets, void *to);

    /* indices[down - 2][across - 2]: where the tile's outputs begin in keep and to, in numbers, -1
     * outside the board. sums: [panel][TILE_PLANES][KERNELS_PANEL] words of a tile, for
     * `channels` from `first` on; unit: the same of floats, NULL if the sums are floats. */
    void (*tile_out)(TileShape shape, int channels, const Epilogue *epilogue, const void *sums,
                     const float *unit, const int32_t *indices, int first);

    /* to = output_stage(from / sqrt(mean of squares + epsilon)). */
    void (*rms)(const OutputStage *output_stage, const RmsShape *shape, const float *from, int rows,
                void *to);

    /* Finishes the sums of a gated layer: to = silu(hidden) * gates as the output stage's steps. A
     * gate's unit and bias stand epilogue->channels behind those of its hidden channel. */
    void (*gate)(const Epilogue *epilogue, const void *hidden, const void *gates, bool are_floats,
                 int row, int rows, int first, int channels);

    /* The greatest absolute value of rows of an even number of panels, `stride` floats apart. */
    float (*greatest)(const float *from, size_t stride, int rows, int channels);

    /* Makes each of the first KERNELS_PANEL columns of sums the weights of a softmax of sum * unit.
     * sums: rows of `stride` words. to: [word][KERNELS_PANEL], a word for each row of floats, or
     * for two rows of 16-bit numbers of at most KERNELS_WEIGHT_MOST; it may be `sums` itself. Sets
     * the factor with which the weights of each column sum to 1. */
    void (*weigh)(Element element, const void *sums, int rows, size_t stride, float unit, void *to,
                  float *factors);

    /* Rotates the pairs of heads, whose first channels stand before their second ones, by the sum
     * of two angles; `across` and `down` have their cosines, then sines, in a table for each key
     * head. Pairs are whole panels. */
    void (*rotate)(float *head, int heads, int tables, int pairs, const float *across,
                   const float *down);

    /* to[column][row] = from[row][column], in words; rows and columns are `stride` words apart. */
    void (*transpose)(const void *from, size_t from_stride, int rows, int columns, void *to,
                      size_t to_stride);

    /* to[word][column]: the words of columns, of one row of floats or of two of 16-bit numbers. */
    void (*pair_rows)(Element element, const void *from, int rows, int columns, void *to);

    /* What becomes of weights before they are multiplied. They come in lines of KERNELS_PANEL
     * output channels, one for each input channel. */

    /* Winograd's transform of weights, taps[3][3][line][..] to planes[plane][line][..], where
     * plane_stride is the distance of planes in floats. */
    void (*tile_weights)(const float *taps, int lines, float *planes, size_t plane_stride);

    /* Makes weights[tap][channel][..] multiply values in steps: divides them by the input channel's
     * inverse_scale. Then chooses the unit of each output channel's weights: the smallest with
     * which no weight exceeds 16 bits and no sum 32, if no value that is multiplied exceeds `most`.
     */
    void (*choose_units)(float *weights, int taps, int channels, const float *inverse_scale,
                         double most, float *units);

    /* Writes to[step][channel] words of the weights, rounded to whole units. */
    void (*round_weights)(const float *weights, int lines, const float *units, int16_t *to);

    /* Adds what rounding the weights adds to each channel's sum on average, in units, for input
     * channels of these means in steps of 1 / inverse_scale. */
    void (*add_rounding)(const float *weights, int lines, const float *units,
                         const float *inverse_scale, const float *mean, double *added);
} Kernels;

/* The best that this processor has, or those that the environment variable DIHEDRA_SIMD names, if
 * it has them. The first call decides. */
const Kernels *kernels_best(void);

/* All that this processor can run, the best first; the list ends with NULL. */
const Kernels *const *kernels_all(void);

/* Bytes rounded up to a multiple of KERNELS_ALIGNMENT. */
static inline size_t kernels_aligned(size_t bytes) {
    return (bytes + KERNELS_ALIGNMENT - 1) / KERNELS_ALIGNMENT * KERNELS_ALIGNMENT;
}

/* The number of channels rounded up to whole panels. */
static inline int kernels_padded(int channels) {
    return model_padded(channels, KERNELS_PANEL);
}

static inline size_t element_bytes(Element element) {
    return element == ELEMENT_F32 ? 4 : 2;
}

#endif
