/* A model as the list of steps that the fast evaluator takes, whatever the size of the board.
 *
 * Networks are "pre-activation": norm and activation stand before a convolution, and what a block
 * computes is added to the trunk. So the trunk stays in 32-bit floats; a pass over it writes what
 * the next convolution reads, as its element; and the norm behind a block's first convolution is
 * folded into that convolution, ReLU included. Other activations take a pass of their own.
 * Convolutions that read the same values are one.
 *
 * A Program does not change; any number of threads may use one. */
#ifndef ENGINE_EVAL_NET_FAST_PROGRAM_H
#define ENGINE_EVAL_NET_FAST_PROGRAM_H

#include "engine/eval/net/fast/filter.h"
#include "engine/eval/net/fast/stem.h"

/* Where values lie between steps, [position][cell][channel] each. */
typedef enum {
    BUFFER_NORMED,
    BUFFER_MIDDLE, /* between a block's convolutions */
    BUFFER_WIDE,   /* before a norm that is not folded in */
    BUFFER_POLICY, /* the policy head's last layer but one */
    BUFFER_VALUE,
    BUFFER_POLICY_OUT,
    BUFFER_OWNERSHIP,
    BUFFER_TRUNK, /* and behind it those of bottlenecks, by depth */
    BUFFER_COUNT = BUFFER_TRUNK + MODEL_DEPTH_MAX
} Buffer;

typedef enum {
    STEP_CONVOLVE, /* to = filter(from), or to += filter(from) */
    STEP_APPLY,    /* to = affine(from), as the reader reads it */
    STEP_POOL,     /* pooled = pool(affine(from)), and shift = matrix * pooled, for each position;
                      the next STEP_APPLY adds the shift before its affine */
    STEP_PASS,     /* the pass's policy, from pooled */
    STEP_VALUE,    /* value and scores, from the value head's pool(affine(from)) */
} StepKind;

typedef struct {
    StepKind kind;
    Buffer from, to;
    int from_channels;    /* of a cell of from */
    int offset;           /* the first of them that is read */
    Filter *filter;       /* STEP_CONVOLVE */
    bool rectifies, adds; /* STEP_CONVOLVE */
    bool is_shifted;      /* STEP_APPLY */
    const Filter *reader; /* of what is written; NULL: 32-bit floats */
    Affine affine;        /* STEP_APPLY, STEP_POOL, STEP_VALUE */
    float *memory;        /* of the affine */
    int pooled;           /* STEP_POOL, STEP_VALUE: channels */
    const Matrix *matrix; /* STEP_POOL */
} ProgramStep;

typedef struct Program {
    const Model *model;
    Stem stem; /* what the trunk begins with, before the first step */
    ProgramStep *steps;
    int step_count, step_capacity;
    int head_begin; /* the first step of the heads */
    Filter **filters;
    int filter_count, filter_capacity;
    int channels[BUFFER_COUNT]; /* the most that a cell of a buffer takes */
    double flop_per_cell;       /* of the convolutions: two for each weight */
} Program;

/* How int8 writes numbers. */
typedef struct {
    const struct Program *exact; /* the same model in 32-bit floats; its filters have samples */
    float unsigned_max;          /* what numbers without sign are written up to */
} Quantization;

/* Convolutions read this element, 32-bit floats or bf16; those of the trunk int8 where quantization
 * is not NULL. The model must live as long. NULL where memory runs out. */
Program *program_new(const Model *model, Element element, const Quantization *quantization);
void program_free(Program *program);

#endif
