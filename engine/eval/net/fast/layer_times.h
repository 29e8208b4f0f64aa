/* Where the time of evaluations goes: seconds and operations of each kind of layer.
 *
 * A LayerTimes belongs to one thread. */
#ifndef ENGINE_EVAL_NET_FAST_LAYER_TIMES_H
#define ENGINE_EVAL_NET_FAST_LAYER_TIMES_H

#include "engine/eval/net/fast/kernels/kernels.h"

typedef enum {
    LAYER_INPUT,       /* the initial convolution */
    LAYER_CONVOLUTION, /* 3x3 and larger */
    LAYER_POINTS,      /* 1x1 convolutions and matrices */
    LAYER_GATED,       /* the first layers of feed-forward blocks */
    LAYER_ATTENTION,
    LAYER_NORM,  /* root mean squares, and norms apart from convolutions */
    LAYER_HEADS, /* pooling, and vectors computed from it */
    LAYER_KINDS
} LayerKind;

typedef struct {
    double seconds[LAYER_KINDS];
    double operations[LAYER_KINDS][ELEMENT_COUNT]; /* of products, as executed: multiplications and
                                                      additions */
} LayerTimes;

const char *layer_kind_name(LayerKind kind);

/* The operations a second of a product whose rows and weights stay in a near cache: what a layer
 * could reach at most. Takes some milliseconds. Returns 0 if out of memory. */
double layer_peak(const Kernels *kernels, Element element);

#endif
