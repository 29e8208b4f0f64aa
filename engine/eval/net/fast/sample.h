/* What a filter has been seen to read while the network plays with itself, which whole numbers need
 * to know. A Sample belongs to one thread. */
#ifndef ENGINE_EVAL_NET_FAST_SAMPLE_H
#define ENGINE_EVAL_NET_FAST_SAMPLE_H

#include <stdint.h>

typedef struct {
    int in;          /* channels */
    int64_t cells;   /* seen so far */
    float *greatest; /* [in]: of the absolute values */
    double *sums;    /* [in] */
} Sample;

/* An empty sample. Returns NULL if out of memory. */
Sample *sample_new(int in);
void sample_free(Sample *sample);

/* Adds the values of these cells, [cell][in]. */
void sample_note(Sample *sample, const float *values, int cells);

#endif
