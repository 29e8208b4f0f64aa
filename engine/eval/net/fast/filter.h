/* A convolution made ready for the fast evaluator: several layers side by side if they read the
 * same values, channels filled up to whole panels, and, unless it is in fp32, how the values that
 * it reads are written as whole numbers.
 *
 * The value of input channel i is written as round(value * inverse_scale[i]) + zero_point, so that
 * negative values fit unsigned bytes. What the weights are multiplied by is the business of their
 * packed forms (packed_weights.h).
 *
 * A Filter does not change after it is made, except for its packed forms and, while one thread
 * calibrates, its observer. */
#ifndef ENGINE_EVAL_NET_FAST_FILTER_H
#define ENGINE_EVAL_NET_FAST_FILTER_H

#include "engine/eval/net/fast/kernels/kernels.h"
#include "engine/eval/net/fast/observer.h"

typedef struct PackedWeights PackedWeights;

typedef struct {
    int kernel;                    /* its side in points */
    int in, out;                   /* channels, whole panels */
    bool is_gated;                 /* the second half of `out` gates the first */
    Element element;               /* of what it reads */
    float least, most, zero_point; /* the range of the steps, and what is added to them */
    float *weights;                /* [y][x][in][out]; NULL once they are packed */
    float greatest;                /* absolute value of the weights */
    float *inverse_scale;          /* [in]: steps of a unit; NULL if fp32 */
    float *mean;                   /* [in]: of the values read; NULL if fp32 */
    Observer *observer;            /* records what is read; NULL unless calibrating */
    PackedWeights *packed;
} Filter;

/* A filter for fp32 with all weights 0. Returns NULL if out of memory. */
Filter *filter_new(int kernel, int in, int out);
void filter_free(Filter *filter);

/* Puts a layer's output channels at offset. Its kernel may be smaller than the filter's. */
void filter_place(Filter *filter, const Convolution *layer, int offset);

/* Are the values that the filter's observer has seen, and its weights by such values, finite? Whole
 * numbers are steps of these. */
bool filter_can_quantize(const Filter *exact);

/* Makes the filter read whole numbers, once, of values like those of the observer, which has the
 * filter's shape. Bytes are at most unsigned_most. Returns false if out of memory. */
bool filter_quantize(Filter *filter, Element element, bool is_signed, float unsigned_most,
                     const Observer *observer);

#endif
