/* A KataGo network as its file describes it: layers, shapes and weights.
 *
 * The format is KataGo's ("modelVersion" 8 to 17, binary weights, plain or gzip). Its meaning is in
 * KataGo's cpp/neuralnet/desc.cpp and in D. Wu, "Accelerating Self-Play Learning in Go"
 * (2019), sections 3.1 to 3.3 and appendix A.
 *
 * Invariant of a Model that model_load returned: every shape fits its neighbors, and every weight
 * is finite. It does not change, so any number of threads may read it. */
#ifndef ENGINE_EVAL_NET_MODEL_MODEL_H
#define ENGINE_EVAL_NET_MODEL_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

enum {
    MODEL_VERSION_MIN = 8,
    MODEL_VERSION_MAX = 17,
    MODEL_NAME_MAX = 96,
    MODEL_CHANNELS_MAX = 4096, /* also of all heads of an attention block together */
    MODEL_KERNEL_MAX = 9,
    MODEL_BLOCKS_MAX = 1024, /* including those inside other blocks */
    MODEL_DEPTH_MAX = 4,     /* of nested bottleneck blocks */
    MODEL_SCORES_MAX = 6,
    MODEL_PANEL = 16, /* evaluators pad a layer's channels to a multiple of this, */
    MODEL_HEAD = 32,  /* and those of an attention head to a multiple of this */
};

static inline int model_padded(int channels, int multiple) {
    return (channels + multiple - 1) / multiple * multiple;
}

typedef enum {
    ACTIVATION_IDENTITY,
    ACTIVATION_RELU,
    ACTIVATION_MISH,
    ACTIVATION_SILU,
} Activation;

/* Reads kernel x kernel points around each point; kernel is odd. Outside the board all is 0. */
typedef struct {
    int kernel, in, out;
    const float *weights; /* [y][x][in][out] */
} Convolution;

typedef struct {
    int in, out;
    const float *weights; /* [in][out] */
} Matrix;

/* activation(x * scale + bias), channel by channel: a batch norm and the activation after it. */
typedef struct {
    int count;
    const float *scale, *bias;
    Activation activation;
} Norm;

/* activation(matrix * x + bias). */
typedef struct {
    Matrix matrix;
    const float *bias;
    Activation activation;
} Dense;

/* x * weights / sqrt(m + epsilon), channel by channel; m is the mean of the squares of the point's
 * channels (B. Zhang and R. Sennrich, "Root Mean Square Layer Normalization", 2019). */
typedef struct {
    int count;
    double epsilon;
    const float *weights;
} RmsNorm;

/* x + out * the heads' sums, side by side. Query head h reads key-value head h * key_heads / heads;
 * each sums the points' values by a softmax, over the points of the board, of
 * query * key / sqrt(query_size).
 *
 * Before that, channels 2p and 2p + 1 of a query or key at column x, row y of the image are rotated
 * by the angle x * fx + y * fy (J. Su et al., "RoFormer", 2021). fx and fy are the frequencies of
 * pair p in the key-value head. */
typedef struct {
    int heads, key_heads;       /* heads is a multiple of key_heads */
    int query_size, value_size; /* channels of a head: in queries and keys, in values */
    RmsNorm norm;
    Matrix queries, keys, values, out;
    const float *frequencies; /* [key-value head][pair][x, y]; NULL: no rotation */
} Attention;

/* x + out * (silu(hidden * y) * (gate * y)), y = norm(x), the product taken channel by channel
 * (N. Shazeer, "GLU Variants Improve Transformer", 2020). */
typedef struct {
    RmsNorm norm;
    Matrix hidden, gate, out;
} FeedForward;

typedef enum {
    BLOCK_ORDINARY,
    BLOCK_POOLING,
    BLOCK_BOTTLENECK,
    BLOCK_ATTENTION,
    BLOCK_FEED_FORWARD,
} BlockKind;

/* A residual block: one of the two above, or x + second(second_norm(middle(first(first_norm(x))))),
 * where middle is
 *     nothing                                                        in an ordinary block,
 *     + pooled_matrix * pool(pooled_norm(pooled(first_norm(x))))     in a pooling block,
 *     the inner blocks                                               in a bottleneck block. */
typedef struct Block {
    BlockKind kind;
    union {
        struct {
            Norm first_norm;
            Convolution first;
            Convolution pooled;
            Norm pooled_norm;
            Matrix pooled_matrix;
            struct Block *inner;
            int inner_count;
            Norm second_norm;
            Convolution second;
        };
        Attention attention;
        FeedForward feed_forward;
    };
} Block;

/* What a human-play network adds at every point for its profile: out * second(first(metadata)). */
typedef struct {
    Dense first, second;
    Matrix out;
} Encoder;

/* How the trunk is scaled before the tip's norm. */
typedef enum {
    TIP_PLAIN,
    TIP_RMS,         /* by 1 / sqrt(m + epsilon), m the mean of the squares of a point's channels */
    TIP_SPATIAL_RMS, /* the same, m over all channels of all points of the board */
} TipKind;

/* policy = out(norm(own(x) + pooled_matrix * p)), p = pool(pooled_norm(pooled(x)));
 * pass = pass_second * pass_first(p), or the matrix of pass_first alone up to version 14.
 * Channels of policy and pass: ordinary; optimistic from version 12 on; and, if there are four, two
 * predictions of a move's result, which nothing here reads. */
typedef struct {
    int channels; /* 1, 2 or 4 */
    Convolution own, pooled, out;
    Norm pooled_norm, norm;
    Matrix pooled_matrix;
    Dense pass_first; /* bias NULL up to version 14 */
    Matrix pass_second;
} PolicyHead;

typedef struct {
    Convolution own, ownership;
    Norm norm;
    Dense hidden, value, scores; /* value: win, loss, no result of the side to move */
} ValueHead;

/* The scores of the network are multiplied by these. */
typedef struct {
    double score_mean, score_deviation, lead, variance_time, winloss_error, score_error;
} Multipliers;

typedef struct {
    char name[MODEL_NAME_MAX + 1];
    int version;
    bool life_by_suicide; /* the area input is found as if suicide were legal */
    bool excludes_atari;  /* trained with Rules.excludes_atari */
    Multipliers multipliers;
    Convolution first;
    Matrix globals;
    bool has_encoder; /* it is a human-play network */
    Encoder encoder;
    Block *blocks;
    int block_count;
    TipKind tip_kind;
    double tip_epsilon;
    Norm tip; /* after the scaling of its kind */
    PolicyHead policy;
    ValueHead value;
    uint64_t checksum; /* of the unpacked file, compact or not */
    uint8_t *bytes;    /* of the same, no longer compact, which hold all weights */
    void *memory;      /* holds what else the pointers above point to */
} Model;

/* Reads the bytes of an unpacked file, which may be compact (compact.c). Returns NULL with a
 * message without the file's name. model_file.h reads files. */
Model *model_read(const uint8_t *bytes, size_t length, Status *status);

/* model_read, but takes ownership of the bytes and sets no checksum. */
Model *model_read_own(uint8_t *bytes, size_t length, Status *status);

/* Gives back the memory of weights that are not needed any more: they must not be read from now
 * on. */
void model_release(Model *model, const float *weights, size_t count);

void model_free(Model *model);

#endif
