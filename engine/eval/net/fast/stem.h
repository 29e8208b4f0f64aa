/* The first convolution of the fast evaluator. Its input is planes of zeros and ones, few of them
 * ones, so it adds up the weights that stand at ones in place of multiplying: a quarter of the time
 * of a convolution that makes up 7% of a network of six blocks.
 *
 * A Stem does not change; any number of threads may use one. */
#ifndef ENGINE_EVAL_NET_FAST_STEM_H
#define ENGINE_EVAL_NET_FAST_STEM_H

#include "engine/eval/net/fast/loops.h"
#include "engine/eval/net/features.h"

typedef struct {
    int kernel, channels;
    float *weights; /* [y][x][plane][channel] */
} Stem;

/* Channels are filled up to whole groups with zeros. False where memory runs out. */
bool stem_init(Stem *stem, const Convolution *layer);
void stem_clear(Stem *stem);

/* out[cell][channel] += what the planes give that are in the mask, bit p for plane p. */
void stem_add(const Stem *stem, const Loops *loops, const uint32_t *planes, uint32_t mask,
              int width, int height, float *out);

#endif
