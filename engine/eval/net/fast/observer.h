/* Statistics of the values that a filter reads while the network plays against itself, from which
 * integers get their scales. An Observer belongs to one thread. */
#ifndef ENGINE_EVAL_NET_FAST_OBSERVER_H
#define ENGINE_EVAL_NET_FAST_OBSERVER_H

#include <stdint.h>

typedef struct {
    int in;          /* channels */
    int64_t cells;   /* seen so far */
    float *greatest; /* [in]: of the absolute values */
    double *sums;    /* [in] */
} Observer;

/* An empty observer. Returns NULL if out of memory. */
Observer *observer_new(int in);
void observer_free(Observer *observer);

/* Adds the values of these cells, [cell][in]. */
void observer_add(Observer *observer, const float *values, int cells);

#endif
