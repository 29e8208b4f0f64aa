#include "engine/eval/net/model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/input/features.h"
#include "engine/eval/net/model/scanner.h"

/* A piece of a model's memory. The pieces form a list; the content of each follows its head. */
typedef struct Piece {
    struct Piece *next;
} Piece;

enum { PIECE_HEAD = 64, ANY = 0 };

typedef struct {
    Scanner scanner;
    Model *model;
    int block_count; /* at all depths; limits the memory that blocks take besides their weights */
} ModelReader;

/* Allocates zeroed memory of the model for count items, aligned to a cache line. Returns NULL with
 * a message if out of memory. */
static void *reader_allocate(ModelReader *reader, size_t count, size_t item_bytes) {
    const size_t bytes = PIECE_HEAD + (count * item_bytes + 63) / 64 * 64;
    Piece *piece = aligned_alloc(64, bytes);
    if (piece == NULL) {
        scanner_fail(&reader->scanner, "out of memory");
        return NULL;
    }
    memset(piece, 0, bytes);
    piece->next = reader->model->memory;
    reader->model->memory = piece;
    return (char *)piece + PIECE_HEAD;
}

static float *read_floats(ModelReader *reader, size_t count) {
    float *values = NULL;
    if (scanner_begin_floats(&reader->scanner, count)) {
        values = reader_allocate(reader, count, sizeof *values);
    }
    return values != NULL && scanner_read_floats(&reader->scanner, values, count) ? values : NULL;
}

/* Reads a number of channels, which must equal expected unless that is ANY. */
static bool read_channels(ModelReader *reader, const char *what, int expected, int *count) {
    return scanner_read_integer(&reader->scanner, what, 1, MODEL_CHANNELS_MAX, count) &&
           (expected == ANY || *count == expected ||
            scanner_fail(&reader->scanner, "%s: %d instead of %d", what, *count, expected));
}

static bool read_kernel(ModelReader *reader, int *kernel) {
    int width;
    if (!scanner_read_integer(&reader->scanner, "kernel height", 1, MODEL_KERNEL_MAX, kernel) ||
        !scanner_read_integer(&reader->scanner, "kernel width", 1, MODEL_KERNEL_MAX, &width)) {
        return false;
    }
    if (*kernel > reader->model->kernel_max) {
        reader->model->kernel_max = *kernel;
    }
    return (*kernel == width && width % 2 == 1) ||
           scanner_fail(&reader->scanner, "a kernel of %dx%d", *kernel, width);
}

static bool read_convolution(ModelReader *reader, int in, int out, Convolution *layer) {
    Scanner *scanner = &reader->scanner;
    int dilation;
    if (!scanner_read_part(scanner) || !read_kernel(reader, &layer->kernel) ||
        !read_channels(reader, "input channels", in, &layer->in) ||
        !read_channels(reader, "output channels", out, &layer->out) ||
        !scanner_read_integer(scanner, "dilation", 1, 1, &dilation) ||
        !scanner_read_integer(scanner, "dilation", 1, 1, &dilation)) {
        return false;
    }
    layer->index = reader->model->convolution_count++;
    if (layer->out > reader->model->channels_max) {
        reader->model->channels_max = layer->out;
    }
    const size_t points = (size_t)layer->kernel * (size_t)layer->kernel;
    layer->weights = read_floats(reader, points * (size_t)layer->in * (size_t)layer->out);
    return layer->weights != NULL;
}

static bool read_matrix(ModelReader *reader, int in, int out, Matrix *layer) {
    if (!scanner_read_part(&reader->scanner) ||
        !read_channels(reader, "input channels", in, &layer->in) ||
        !read_channels(reader, "output channels", out, &layer->out)) {
        return false;
    }
    layer->weights = read_floats(reader, (size_t)layer->in * (size_t)layer->out);
    return layer->weights != NULL;
}

static bool read_bias(ModelReader *reader, int count, const float **bias) {
    if (!scanner_read_part(&reader->scanner) || !read_channels(reader, "channels", count, &count)) {
        return false;
    }
    *bias = read_floats(reader, (size_t)count);
    return *bias != NULL;
}

static bool read_activation(ModelReader *reader, Activation *activation) {
    static const char *const NAMES[] = {[ACTIVATION_IDENTITY] = "ACTIVATION_IDENTITY",
                                        [ACTIVATION_RELU] = "ACTIVATION_RELU",
                                        [ACTIVATION_MISH] = "ACTIVATION_MISH",
                                        [ACTIVATION_SILU] = "ACTIVATION_SILU"};
    *activation = ACTIVATION_RELU;
    if (!scanner_read_part(&reader->scanner)) {
        return false;
    }
    if (reader->model->version < 11) {
        return true;
    }
    char kind[SCANNER_WORD_MAX + 1];
    if (!scanner_read_word(&reader->scanner, kind)) {
        return false;
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strcmp(kind, NAMES[i]) == 0) {
            *activation = (Activation)i;
            return true;
        }
    }
    return scanner_fail(&reader->scanner, "unknown activation %.40s", kind);
}

/* Turns a batch norm's mean, variance, scale and bias (NULL: 1 and 0) into one factor and one
 * summand for each channel, stored in variance and mean. */
static bool merge_norm(ModelReader *reader, double epsilon, int count, float *mean, float *variance,
                       const float *scale, const float *bias) {
    for (int i = 0; i < count; i++) {
        const double factor =
            (scale != NULL ? (double)scale[i] : 1) / sqrt((double)variance[i] + epsilon);
        const double summand = (bias != NULL ? (double)bias[i] : 0) - factor * (double)mean[i];
        variance[i] = (float)factor;
        mean[i] = (float)summand;
        if (!isfinite(variance[i]) || !isfinite(mean[i])) {
            return scanner_fail(&reader->scanner, "channel %d has no usable variance", i);
        }
    }
    return true;
}

static bool read_norm(ModelReader *reader, int channels, Norm *norm) {
    Scanner *scanner = &reader->scanner;
    double epsilon;
    int has_scale, has_bias;
    if (!scanner_read_part(scanner) || !read_channels(reader, "channels", channels, &norm->count) ||
        !scanner_read_real(scanner, "epsilon", &epsilon) ||
        !scanner_read_integer(scanner, "flag of scale", 0, 1, &has_scale) ||
        !scanner_read_integer(scanner, "flag of bias", 0, 1, &has_bias)) {
        return false;
    }
    const size_t count = (size_t)norm->count;
    float *mean = read_floats(reader, count);
    float *variance = mean != NULL ? read_floats(reader, count) : NULL;
    if (variance == NULL) {
        return false;
    }
    const float *scale = has_scale ? read_floats(reader, count) : NULL;
    if (has_scale && scale == NULL) {
        return false;
    }
    const float *bias = has_bias ? read_floats(reader, count) : NULL;
    if (has_bias && bias == NULL) {
        return false;
    }
    norm->scale = variance;
    norm->bias = mean;
    return merge_norm(reader, epsilon, norm->count, mean, variance, scale, bias) &&
           read_activation(reader, &norm->activation);
}

static bool read_blocks(ModelReader *reader, int width, int count, int depth, Block **blocks);

static bool read_pooling_part(ModelReader *reader, int width, Block *block) {
    return read_convolution(reader, width, ANY, &block->pooled) &&
           read_norm(reader, block->pooled.out, &block->pooled_norm) &&
           read_matrix(reader, 3 * block->pooled.out, block->first.out, &block->pooled_matrix);
}

static bool read_bottleneck_count(ModelReader *reader, Block *block) {
    return scanner_read_integer(&reader->scanner, "number of inner blocks", 1, MODEL_BLOCKS_MAX,
                                &block->inner_count);
}

static bool read_block_begin(ModelReader *reader, int width, Block *block) {
    return read_norm(reader, width, &block->first_norm) &&
           read_convolution(reader, width, ANY, &block->first);
}

static bool read_block_end(ModelReader *reader, int width, Block *block) {
    return read_norm(reader, block->first.out, &block->second_norm) &&
           read_convolution(reader, block->first.out, width, &block->second);
}

/* Reads a block whose kind and name have been read. */
static bool read_block(ModelReader *reader, int width, int depth, Block *block) {
    switch (block->kind) {
    case BLOCK_ORDINARY:
        return read_block_begin(reader, width, block) && read_block_end(reader, width, block);
    case BLOCK_POOLING:
        return read_block_begin(reader, width, block) && read_pooling_part(reader, width, block) &&
               read_block_end(reader, width, block);
    case BLOCK_BOTTLENECK:
        return read_bottleneck_count(reader, block) && read_block_begin(reader, width, block) &&
               read_blocks(reader, block->first.out, block->inner_count, depth + 1,
                           &block->inner) &&
               read_block_end(reader, width, block);
    }
    return false; /* not reached: read_block_kind returns only these */
}

static bool read_block_kind(ModelReader *reader, BlockKind *kind) {
    static const char *const NAMES[] = {[BLOCK_ORDINARY] = "ordinary_block",
                                        [BLOCK_POOLING] = "gpool_block",
                                        [BLOCK_BOTTLENECK] = "nested_bottleneck_block"};
    char word[SCANNER_WORD_MAX + 1];
    if (!scanner_read_word(&reader->scanner, word)) {
        return false;
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strcmp(word, NAMES[i]) == 0) {
            *kind = (BlockKind)i;
            return true;
        }
    }
    return scanner_fail(&reader->scanner, "unknown kind of block %.40s", word);
}

static bool read_blocks(ModelReader *reader, int width, int count, int depth, Block **blocks) {
    if (depth > MODEL_DEPTH_MAX) {
        return scanner_fail(&reader->scanner, "blocks more than %d deep", MODEL_DEPTH_MAX);
    }
    reader->block_count += count;
    if (reader->block_count > MODEL_BLOCKS_MAX) {
        return scanner_fail(&reader->scanner, "more than %d blocks", MODEL_BLOCKS_MAX);
    }
    *blocks = reader_allocate(reader, (size_t)count, sizeof **blocks);
    for (int i = 0; *blocks != NULL && i < count; i++) {
        Block *block = &(*blocks)[i];
        if (!read_block_kind(reader, &block->kind) || !scanner_read_part(&reader->scanner) ||
            !read_block(reader, width, depth, block)) {
            return false;
        }
    }
    return *blocks != NULL;
}

/* Skips numbers of a header that are not needed, each from 0 to most. */
static bool skip_integers(ModelReader *reader, const char *what, int count, int most) {
    for (int i = 0; i < count; i++) {
        int ignored;
        if (!scanner_read_integer(&reader->scanner, what, 0, most, &ignored)) {
            return false;
        }
    }
    return true;
}

static bool read_trunk(ModelReader *reader) {
    Model *model = reader->model;
    int width;
    return scanner_read_part(&reader->scanner) &&
           scanner_read_integer(&reader->scanner, "number of blocks", 1, MODEL_BLOCKS_MAX,
                                &model->block_count) &&
           read_channels(reader, "trunk channels", ANY, &width) &&
           skip_integers(reader, "number of channels", 4, MODEL_CHANNELS_MAX) &&
           (model->version < 15 || skip_integers(reader, "unknown trunk option", 6, 0)) &&
           read_convolution(reader, FEATURE_PLANES, width, &model->first) &&
           read_matrix(reader, FEATURE_GLOBALS, width, &model->globals) &&
           read_blocks(reader, width, model->block_count, 1, &model->blocks) &&
           read_norm(reader, width, &model->tip);
}

static bool read_pass(ModelReader *reader, int pooled, int policies, PolicyHead *head) {
    Dense *first = &head->pass_first;
    if (reader->model->version < 15) {
        return read_matrix(reader, pooled, policies, &first->matrix);
    }
    return read_matrix(reader, pooled, ANY, &first->matrix) &&
           read_bias(reader, first->matrix.out, &first->bias) &&
           read_activation(reader, &first->activation) &&
           read_matrix(reader, first->matrix.out, policies, &head->pass_second);
}

static bool read_policy_head(ModelReader *reader) {
    Model *model = reader->model;
    PolicyHead *head = &model->policy;
    const int width = model->first.out;
    const int policies = model->version < 12 ? 1 : 2;
    return scanner_read_part(&reader->scanner) &&
           read_convolution(reader, width, ANY, &head->own) &&
           read_convolution(reader, width, ANY, &head->pooled) &&
           read_norm(reader, head->pooled.out, &head->pooled_norm) &&
           read_matrix(reader, 3 * head->pooled.out, head->own.out, &head->pooled_matrix) &&
           read_norm(reader, head->own.out, &head->norm) &&
           read_convolution(reader, head->own.out, policies, &head->out) &&
           read_pass(reader, 3 * head->pooled.out, policies, head);
}

static bool read_value_head(ModelReader *reader) {
    ValueHead *head = &reader->model->value;
    const int scores = reader->model->version < 9 ? 4 : MODEL_SCORES_MAX;
    return scanner_read_part(&reader->scanner) &&
           read_convolution(reader, reader->model->first.out, ANY, &head->own) &&
           read_norm(reader, head->own.out, &head->norm) &&
           read_matrix(reader, 3 * head->own.out, ANY, &head->hidden.matrix) &&
           read_bias(reader, head->hidden.matrix.out, &head->hidden.bias) &&
           read_activation(reader, &head->hidden.activation) &&
           read_matrix(reader, head->hidden.matrix.out, 3, &head->value.matrix) &&
           read_bias(reader, 3, &head->value.bias) &&
           read_matrix(reader, head->hidden.matrix.out, scores, &head->scores.matrix) &&
           read_bias(reader, scores, &head->scores.bias) &&
           read_convolution(reader, head->own.out, 1, &head->ownership);
}

static bool read_name(ModelReader *reader) {
    if (!scanner_read_word(&reader->scanner, reader->model->name)) {
        return false;
    }
    const size_t good = strspn(reader->model->name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                    "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return reader->model->name[good] == '\0' ||
           scanner_fail(&reader->scanner, "no network: its name has a '%c'",
                        reader->model->name[good]);
}

static bool read_multipliers(ModelReader *reader) {
    Multipliers *m = &reader->model->multipliers;
    double ignored = 20; /* KataGo's tdScoreMultiplier: training only */
    *m = (Multipliers){20, 20, 20, 40, 0.25, 30};
    if (reader->model->version < 13) {
        return true;
    }
    double *const values[] = {&ignored,          &m->score_mean,    &m->score_deviation, &m->lead,
                              &m->variance_time, &m->winloss_error, &m->score_error};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (!scanner_read_real(&reader->scanner, "output multiplier", values[i])) {
            return false;
        }
        if (*values[i] <= 0) {
            return scanner_fail(&reader->scanner, "output multiplier is not positive");
        }
    }
    return true;
}

/* Reads what the header holds from version 15 on: the metadata encoder of human-play networks,
 * whether areas are found as if suicide were legal, and six numbers that must be 0. */
static bool read_options(ModelReader *reader) {
    int encoder, life_by_suicide;
    if (reader->model->version < 15) {
        return true;
    }
    if (!scanner_read_integer(&reader->scanner, "metadata encoder", 0, 1, &encoder)) {
        return false;
    }
    if (encoder != 0) {
        return scanner_fail(&reader->scanner, "human-play networks are not supported");
    }
    if (!scanner_read_integer(&reader->scanner, "flag of suicide", 0, 1, &life_by_suicide)) {
        return false;
    }
    reader->model->life_by_suicide = life_by_suicide != 0;
    return skip_integers(reader, "unknown option", 6, 0);
}

static bool read_header(ModelReader *reader) {
    int planes, globals;
    return read_name(reader) &&
           scanner_read_integer(&reader->scanner, "model version", MODEL_VERSION_MIN,
                                MODEL_VERSION_MAX, &reader->model->version) &&
           scanner_read_integer(&reader->scanner, "number of input planes", FEATURE_PLANES,
                                FEATURE_PLANES, &planes) &&
           scanner_read_integer(&reader->scanner, "number of global inputs", FEATURE_GLOBALS,
                                FEATURE_GLOBALS, &globals) &&
           read_multipliers(reader) && read_options(reader);
}

Model *model_read(const uint8_t *bytes, size_t length, Status *status) {
    ModelReader reader = {.scanner = {.bytes = bytes, .length = length, .status = status}};
    reader.model = calloc(1, sizeof *reader.model);
    if (reader.model == NULL) {
        scanner_fail(&reader.scanner, "out of memory");
        return NULL;
    }
    if (!read_header(&reader) || !read_trunk(&reader) || !read_policy_head(&reader) ||
        !read_value_head(&reader) || !scanner_expect_end(&reader.scanner)) {
        model_free(reader.model);
        return NULL;
    }
    return reader.model;
}

/* Puts the file's name before the message; of a long name, its end. */
static void name_file(const char *path, Status *status) {
    const size_t length = strlen(path), shown = 100;
    const Status reason = *status;
    status_fail(status, "%s%s: %.150s", length > shown ? "..." : "",
                path + (length > shown ? length - shown : 0), reason.text);
}

Model *model_load(const char *path, Status *status) {
    uint8_t *bytes;
    size_t length;
    Model *model = NULL;
    if (scanner_load_file(path, &bytes, &length, status)) {
        model = model_read(bytes, length, status);
        free(bytes);
    }
    if (model == NULL) {
        name_file(path, status);
    }
    return model;
}

void model_free(Model *model) {
    if (model == NULL) {
        return;
    }
    for (Piece *piece = model->memory, *next; piece != NULL; piece = next) {
        next = piece->next;
        free(piece);
    }
    free(model);
}
