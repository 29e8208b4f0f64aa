/* A model lowered to the list of operations of the fast evaluator, for boards of any size.
 *
 * Networks are "pre-activation": norm and activation come before a convolution, and the result of a
 * block is added to the trunk, which stays in fp32. Each convolution also writes what the next one
 * reads, with the norm and the activation between them, if nothing else comes between; otherwise
 * that takes an operation of its own. Convolutions that read the same values are one filter.
 *
 * A LoweredGraph does not change; any number of threads may use one. */
#ifndef ENGINE_EVAL_NET_FAST_LOWERED_GRAPH_H
#define ENGINE_EVAL_NET_FAST_LOWERED_GRAPH_H

#include "engine/eval/net/fast/arena.h"
#include "engine/eval/net/fast/filter.h"
#include "engine/eval/net/fast/initial_convolution.h"
#include "engine/eval/net/precision.h"

/* Where values are kept between operations: [position][cell][channel] each. */
typedef enum {
    BUFFER_NONE,
    /* What a block's first convolution reads and what its last one does, by the depth of
     * bottlenecks: a convolution must not write for the next one where it reads. */
    BUFFER_NORMED,
    BUFFER_MIDDLE = BUFFER_NORMED + MODEL_DEPTH_MAX,
    BUFFER_WIDE = BUFFER_MIDDLE + MODEL_DEPTH_MAX, /* fp32, between the two; in transformer blocks,
                      queries, keys and values side by side */
    BUFFER_POLICY,                                 /* what the policy head's last layer reads */
    BUFFER_VALUE,                                  /* what the ownership layer reads */
    BUFFER_POLICY_OUT,
    BUFFER_OWNERSHIP,
    BUFFER_TRUNK, /* followed by the trunks inside bottlenecks, by depth */
    BUFFER_COUNT = BUFFER_TRUNK + MODEL_DEPTH_MAX
} Buffer;

typedef enum {
    OP_CONVOLVE, /* keep = filter(from), or keep += filter(from); to = affine(that). If gated: to
                      = silu(the first half of filter(from)) * the second half */
    OP_APPLY,    /* to = affine(from) */
    OP_POOL,     /* pooled = pool(affine(from)), and shift = matrix * pooled, for each position;
                      the next OP_APPLY adds the shift before its affine */
    OP_PASS,     /* the policy of a pass, from pooled */
    OP_VALUE,    /* value and scores, from pool(affine(from)) */
    OP_RMS,      /* to = affine(from / its root mean square) */
    OP_ATTEND,   /* to = the attention of queries, keys and values in from */
} OpKind;

/* activation(x * scale + bias) * inverse_scale, channel by channel. */
typedef struct {
    int channels; /* the model's, filled up with zeros to whole panels */
    float *scale; /* owned; the bias is in the same memory */
    const float *bias;
    const float *inverse_scale; /* of the reader; NULL: 1, or folded into scale and bias */
    Activation activation;
} Affine;

typedef struct {
    OpKind kind;
    Buffer from, keep, to;
    int from_channels; /* channels of a cell of from */
    int offset;        /* the first channel that is read */
    Filter *filter;    /* OP_CONVOLVE */
    bool adds;         /* OP_CONVOLVE */
    bool is_shifted;   /* OP_APPLY */
    Affine affine;
    const Filter *reader;       /* reads what is written to `to`; NULL: fp32 */
    int pooled;                 /* OP_POOL, OP_VALUE: the model's channels */
    const Matrix *matrix;       /* OP_POOL */
    RmsShape rms;               /* OP_RMS */
    const Attention *attention; /* OP_ATTEND */
} LoweredOp;

typedef struct LoweredGraph {
    const Model *model;
    InitialConvolution initial; /* computes the trunk before the first operation */
    LoweredOp *ops;
    int op_count, op_capacity;
    int head_begin; /* the first operation of the heads */
    Filter **filters;
    int filter_count, filter_capacity;
    int channels[BUFFER_COUNT]; /* the most that a cell of each buffer takes */
    double flop_per_cell;       /* floating-point operations of the products: two for each weight */
    double flop_per_pair;       /* of attention: for each pair of cells */
    Arena arena;                /* of the packed weights, which plans add */
} LoweredGraph;

/* How whole numbers are chosen. */
typedef struct {
    const struct LoweredGraph
        *exact;          /* the same model in fp32, calibrated: its filters have observers */
    Precision precision; /* PRECISION_INT16 or PRECISION_INT8 */
    float unsigned_most; /* the greatest byte, as in Kernels */
} Quantization;

/* Compiles a model, in fp32 if quantization is NULL. Otherwise the convolutions of the trunk read
 * 16-bit numbers or bytes, the heads' first ones 16-bit numbers, and the heads' last ones stay in
 * fp32. The model must outlive the graph. Returns NULL if out of memory. */
LoweredGraph *lowered_graph_new(const Model *model, const Quantization *quantization);
void lowered_graph_free(LoweredGraph *graph);

#endif
