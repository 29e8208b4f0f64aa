/* A convolution made ready for the fast evaluator: several layers side by side where they read the
 * same values, the norms behind them folded in, channels filled up to whole groups, and quantised
 * for int8.
 *
 * int8: the value of input channel i is written as a whole number of steps 1 / gain[i]; weights are
 * whole numbers from -127 to 127 (still kept as floats), and a sum of products is worth unit[o] in
 * output channel o. So both steps and units are chosen for each channel.
 *
 * A Filter does not change once it is made, but for its packed forms (fast_convolver.h) and, while
 * one thread calibrates, its sample. */
#ifndef ENGINE_EVAL_NET_FAST_FILTER_H
#define ENGINE_EVAL_NET_FAST_FILTER_H

#include <stdint.h>

#include "engine/eval/net/fast/loops.h"

typedef struct Packed Packed;

/* What a filter has been seen to read. */
typedef struct {
    int64_t cells;
    float *greatest; /* [in]: absolute values */
    double *sums;    /* [in] */
} FilterSample;

typedef struct {
    int kernel, in, out;  /* channels are whole groups */
    Element element;      /* of what it reads */
    float *weights;       /* [y][x][in][out] */
    float *bias;          /* [out] */
    float *gain;          /* [in]; NULL but for int8 */
    float *unit;          /* [out]; NULL but for int8 */
    FilterSample *sample; /* noted where not NULL */
    Packed *packed;
} Filter;

/* The channels that a layer of so many takes. */
int filter_padded(int channels);

/* All weights 0, for 32-bit floats. NULL where memory runs out. */
Filter *filter_new(int kernel, int in, int out);
void filter_free(Filter *filter);

/* Puts a layer's output channels at offset; its kernel may be smaller. norm, where not NULL, is
 * folded in (not its activation). */
void filter_place(Filter *filter, const Convolution *layer, const Norm *norm, int offset);

/* Nothing has been seen. NULL where memory runs out. */
FilterSample *filter_sample_new(int in);
void filter_sample_free(FilterSample *sample);

/* Adds what so many cells hold, [cell][in]. */
void filter_sample_note(FilterSample *sample, const float *values, int cells, int in);

/* Quantises for sources of an int8 element whose values are like those of the sample, the greatest
 * written as the number most. False where memory runs out. */
bool filter_quantize(Filter *filter, Element element, const FilterSample *sample, float most);

#endif
