/* The first convolution of the fast evaluator. Its input is planes of zeros and few ones, so it
 * sums the weights of the ones instead of multiplying: a quarter of the time of a convolution,
 * which would be 7% of the work of a network of six blocks.
 *
 * An InitialConvolution does not change; any number of threads may use one. */
#ifndef ENGINE_EVAL_NET_FAST_INITIAL_CONVOLUTION_H
#define ENGINE_EVAL_NET_FAST_INITIAL_CONVOLUTION_H

#include "engine/eval/net/fast/kernels/kernels.h"
#include "engine/eval/net/input/features.h"

typedef struct {
    int kernel, channels;
    float *weights; /* [y][x][plane][channel] */
} InitialConvolution;

/* Copies the weights, the channels padded to whole panels. Returns false if out of memory. */
bool initial_convolution_init(InitialConvolution *initial, const Convolution *layer);
void initial_convolution_clear(InitialConvolution *initial);

typedef struct {
    const uint32_t *planes; /* [cell]: bit p for plane p */
    uint32_t mask;          /* of the planes that count */
    int width, height;
} InitialInput;

/* out[cell][channel] = base[cell][channel] + shift[channel] + the convolution of the input. base
 * may be out. */
void initial_convolution_add(const InitialConvolution *initial, const Kernels *kernels,
                             const InitialInput *input, const float *base, const float *shift,
                             float *out);

#endif
