/* A model as the list of steps that the fast evaluator takes, whatever the size of the board.
 *
 * Networks are "pre-activation": norm and activation come before a convolution, and the result of a
 * block is added to the trunk. So the trunk stays in fp32, and a pass over it writes what the next
 * convolution reads, as that one's element. The norm after a block's first convolution is folded
 * into the convolution together with its ReLU; any other activation takes a pass of its own.
 * Convolutions that read the same values are one filter.
 *
 * A Program does not change; any number of threads may use one. */
#ifndef ENGINE_EVAL_NET_FAST_PROGRAM_H
#define ENGINE_EVAL_NET_FAST_PROGRAM_H

#include "engine/eval/net/fast/filter.h"
#include "engine/eval/net/fast/stem.h"

/* Where values are kept between steps: [position][cell][channel] each. */
typedef enum {
    BUFFER_NORMED,
    BUFFER_MIDDLE, /* between a block's convolutions */
    BUFFER_WIDE,   /* before a norm that is not folded in */
    BUFFER_POLICY, /* what the policy head's last layer reads */
    BUFFER_VALUE,  /* what the ownership layer reads */
    BUFFER_POLICY_OUT,
    BUFFER_OWNERSHIP,
    BUFFER_TRUNK, /* followed by the trunks inside bottlenecks, by depth */
    BUFFER_COUNT = BUFFER_TRUNK + MODEL_DEPTH_MAX
} Buffer;

typedef enum {
    STEP_CONVOLVE, /* to = filter(from), or to += filter(from) */
    STEP_APPLY,    /* to = affine(from), written as the reader reads it */
    STEP_POOL,     /* pooled = pool(affine(from)), and shift = matrix * pooled, for each position;
                      the next STEP_APPLY adds the shift before its affine */
    STEP_PASS,     /* the policy of a pass, from pooled */
    STEP_VALUE,    /* value and scores, from pool(affine(from)) */
} StepKind;

typedef struct {
    StepKind kind;
    Buffer from, to;
    int from_channels;    /* channels of a cell of from */
    int offset;           /* the first channel that is read */
    Filter *filter;       /* STEP_CONVOLVE */
    bool rectifies, adds; /* STEP_CONVOLVE */
    bool is_shifted;      /* STEP_APPLY */
    const Filter *reader; /* reads what is written; NULL: fp32 */
    Affine affine;        /* STEP_APPLY, STEP_POOL, STEP_VALUE */
    float *memory;        /* owned: scale and bias of the affine */
    int pooled;           /* STEP_POOL, STEP_VALUE: the model's channels */
    const Matrix *matrix; /* STEP_POOL */
} ProgramStep;

typedef struct Program {
    const Model *model;
    Stem stem; /* computes the trunk before the first step */
    ProgramStep *steps;
    int step_count, step_capacity;
    int head_begin; /* the first step of the heads */
    Filter **filters;
    int filter_count, filter_capacity;
    int channels[BUFFER_COUNT]; /* the most that a cell of each buffer takes */
    double flop_per_cell; /* floating-point operations of the convolutions: two for each weight */
} Program;

/* How int8 writes numbers. */
typedef struct {
    const struct Program *exact; /* the same model in fp32, calibrated: its filters have samples */
    float unsigned_max;          /* the greatest value written to an unsigned byte */
} Quantization;

/* Compiles a model. Convolutions read this element, ELEMENT_F32 or ELEMENT_BF16; if quantization is
 * not NULL, those of the trunk read int8. The model must outlive the program. Returns NULL if out
 * of memory. */
Program *program_new(const Model *model, Element element, const Quantization *quantization);
void program_free(Program *program);

#endif
