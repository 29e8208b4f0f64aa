/* A convolution made ready for the fast evaluator: several layers side by side if they read the
 * same values, the norms after them folded in, channels filled up to whole groups, and quantised
 * for int8.
 *
 * int8: the value of input channel i is written as a multiple of the step 1 / gain[i]. Weights are
 * whole numbers from -127 to 127 (still kept as floats), and a sum of products of 1 in output
 * channel o stands for unit[o]. So steps and units are chosen for each channel.
 *
 * A Filter does not change after it is made, except for its packed forms (convolver.h) and, while
 * one thread calibrates, its sample. */
#ifndef ENGINE_EVAL_NET_FAST_FILTER_H
#define ENGINE_EVAL_NET_FAST_FILTER_H

#include <stdint.h>

#include "engine/eval/net/fast/loops.h"

typedef struct Packed Packed;

/* What a filter has been seen to read. */
typedef struct {
    int in;          /* channels */
    int64_t cells;   /* seen so far */
    float *greatest; /* [in]: of the absolute values */
    double *sums;    /* [in] */
} FilterSample;

typedef struct {
    int kernel;           /* its side in points */
    int in, out;          /* channels, whole groups */
    Element element;      /* of what it reads */
    float *weights;       /* [y][x][in][out] */
    float *bias;          /* [out] */
    float *gain;          /* [in]; NULL unless int8 */
    float *unit;          /* [out]; NULL unless int8 */
    FilterSample *sample; /* records what is read; NULL unless calibrating */
    Packed *packed;
} Filter;

/* The number of channels rounded up to whole groups. */
int filter_padded(int channels);

/* A filter for fp32 with all weights 0. Returns NULL if out of memory. */
Filter *filter_new(int kernel, int in, int out);
void filter_free(Filter *filter);

/* Puts a layer's output channels at offset. Its kernel may be smaller than the filter's. If norm is
 * not NULL, it is folded in, without its activation. */
void filter_place(Filter *filter, const Convolution *layer, const Norm *norm, int offset);

/* An empty sample. Returns NULL if out of memory. */
FilterSample *filter_sample_new(int in);
void filter_sample_free(FilterSample *sample);

/* Adds the values of these cells, [cell][in]. */
void filter_sample_note(FilterSample *sample, const float *values, int cells);

/* Quantises the filter, once, for input of an int8 element whose values are like those of the
 * sample, which has the filter's shape; the greatest is written as `most`. Returns false if out of
 * memory. */
bool filter_quantize(Filter *filter, Element element, const FilterSample *sample, float most);

#endif
