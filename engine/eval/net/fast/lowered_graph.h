/* A model lowered to the list of operations of the fast evaluator, for boards of any size.
 *
 * Networks are "pre-activation": norm and activation come before a convolution, and the result of a
 * block is added to the trunk, which stays in fp32. A convolution also applies the norm and
 * activation that follow it, if nothing else comes between; otherwise they are an operation of
 * their own. Convolutions that read the same values are one filter.
 *
 * A LoweredGraph does not change; any number of threads may use one. */
#ifndef ENGINE_EVAL_NET_FAST_LOWERED_GRAPH_H
#define ENGINE_EVAL_NET_FAST_LOWERED_GRAPH_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/fast/filter.h"

/* ---- The dynamic ranges of a network's values, from which whole numbers get their scales. Finding
 * them takes most of the first start with a network, so they are kept: those of the network inside
 * in the program, others as files in the user's cache folder (calibration.c) ---- */

/* For each filter of a lowered graph, in order, what its input channels have been in calibration
 * games: the greatest absolute values, then the means. */
typedef struct {
    size_t count; /* of floats */
    float values[];
} Calibration;

/* Returns a calibration with all values 0, or NULL if out of memory. The caller frees it. */
Calibration *calibration_new(size_t count);

/* What a calibration is of: one with another key is never taken. */
typedef struct {
    uint64_t model;           /* Model.checksum */
    const char *instructions; /* whose rounding decides about the calibration games */
} CalibrationKey;

/* Returns the calibration that the program contains, or NULL if it is of another model. The caller
 * frees it. */
Calibration *calibration_inside(uint64_t model);

/* Returns what calibration_save has kept, or NULL if there is no undamaged file for the key. The
 * caller frees it. */
Calibration *calibration_load(const CalibrationKey *key);

/* Keeps a calibration, if the user's cache folder is known and can be written. Of more than 32
 * files any other is removed. */
void calibration_save(const CalibrationKey *key, const Calibration *calibration);

/* ---- The first convolution. Its input is planes of zeros and few ones, so it sums the weights of
 * the ones instead of multiplying: a quarter of the time of a convolution, which would be 7% of the
 * work of a network of six blocks (initial_convolution.c) ---- */

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

/* ---- Operations ---- */

/* Where values are kept between operations: [position][cell][channel] each. */
typedef enum {
    BUFFER_NONE,
    /* Inputs of a block's first and last convolution, by the depth of bottlenecks: a convolution
     * must not write where it reads. */
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

typedef struct {
    OpKind kind;
    Buffer from, keep, to;
    int from_channels;          /* channels of a cell of from */
    int offset;                 /* the first channel that is read */
    int channels;               /* of a cell of `to`: the model's, padded */
    OutputStage output_stage;   /* how `to` is written: the affine, as its reader has numbers */
    const Filter *filter;       /* OP_CONVOLVE */
    bool adds;                  /* OP_CONVOLVE */
    bool is_shifted;            /* OP_APPLY */
    int pooled;                 /* OP_POOL, OP_VALUE: the model's channels */
    const Matrix *matrix;       /* OP_POOL */
    RmsShape rms;               /* OP_RMS */
    const Attention *attention; /* OP_ATTEND */
} LoweredOp;

typedef struct {
    const Model *model;
    Model *own;                 /* the same if the graph owns it, else NULL */
    InitialConvolution initial; /* computes the trunk before the first operation */
    LoweredOp *ops;
    int op_count, op_capacity;
    Filter **filters;
    int filter_count, filter_capacity;
    int channels[BUFFER_COUNT]; /* the most that a cell of each buffer takes */
    Arena arena;                /* of what filters and operations point to */
} LoweredGraph;

/* How a model is lowered. */
typedef struct {
    const Kernels *kernels;
    const Calibration *calibration; /* of the model; NULL in fp32 */
    WeightsForm form;
} LoweringOptions;

/* Lowers a model. In whole numbers the convolutions of the trunk read 16-bit numbers or bytes, the
 * heads' first ones 16-bit numbers, their last ones floats. The model must outlive the graph,
 * unless own is the same model: then the graph takes it over, and releases weights once they are
 * packed. Returns NULL if out of memory. */
LoweredGraph *lowered_graph_new(const Model *model, Model *own, const LoweringOptions *options);
void lowered_graph_free(LoweredGraph *graph);

/* ---- Plans: a graph laid out for one board size and batch, with its memory, which belongs to one
 * thread. Running it allocates nothing (plan.c) ---- */

typedef struct Plan Plan;

/* The graph must outlive the plan. Returns NULL if out of memory. */
Plan *plan_new(const Kernels *kernels, const LoweredGraph *graph, int batch, int width, int height);
void plan_free(Plan *plan);

bool plan_fits(const Plan *plan, const LoweredGraph *graph, int batch, int width, int height);

/* Evaluates a whole batch of images of the plan's size. Returns how far values exceeded the dynamic
 * ranges of whole numbers in the worst operation: the sum over the channels of a cell as a share of
 * the dynamic range, averaged over the cells of a position, added up over the batch. 0 in fp32; NaN
 * if values were. */
float plan_run(Plan *plan, const Features *features, RawAnswer *answers);

#endif
