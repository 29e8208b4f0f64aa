#include "engine/eval/net/model/layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A piece of a model's memory. The pieces form a list; the content of each follows its head. */
typedef struct Piece {
    struct Piece *next;
} Piece;

enum { PIECE_HEAD = 64 };

/* Weights that padding may make of any network, however small its file: 4 MiB. */
static const size_t PADDED_MIN = 1 << 20;

void *layers_allocate(ModelReader *reader, size_t count, size_t item_bytes) {
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

void layers_free(Model *model) {
    for (Piece *piece = model->memory, *next; piece != NULL; piece = next) {
        next = piece->next;
        free(piece);
    }
}

void layers_note_channels(ModelReader *reader, int channels) {
    int *most = &reader->model->channels_max;
    *most = channels > *most ? channels : *most;
}

float *layers_read_floats(ModelReader *reader, size_t count) {
    float *values = NULL;
    if (scanner_begin_floats(&reader->scanner, count)) {
        values = layers_allocate(reader, count, sizeof *values);
    }
    return values != NULL && scanner_read_floats(&reader->scanner, values, count) ? values : NULL;
}

bool layers_read_channels(ModelReader *reader, const char *what, int expected, int *count) {
    return scanner_read_integer(&reader->scanner, what, 1, MODEL_CHANNELS_MAX, count) &&
           (expected == LAYERS_ANY || *count == expected ||
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

bool layers_read_convolution(ModelReader *reader, int in, int out, Convolution *layer) {
    Scanner *scanner = &reader->scanner;
    int dilation;
    if (!scanner_read_part(scanner) || !read_kernel(reader, &layer->kernel) ||
        !layers_read_channels(reader, "input channels", in, &layer->in) ||
        !layers_read_channels(reader, "output channels", out, &layer->out) ||
        !scanner_read_integer(scanner, "dilation", 1, 1, &dilation) ||
        !scanner_read_integer(scanner, "dilation", 1, 1, &dilation)) {
        return false;
    }
    layer->index = reader->model->convolution_count++;
    layers_note_channels(reader, layer->out);
    const size_t points = (size_t)layer->kernel * (size_t)layer->kernel;
    layer->weights = layers_read_floats(reader, points * (size_t)layer->in * (size_t)layer->out);
    return layer->weights != NULL;
}

bool layers_read_matrix(ModelReader *reader, int in, int out, Matrix *layer) {
    if (!scanner_read_part(&reader->scanner) ||
        !layers_read_channels(reader, "input channels", in, &layer->in) ||
        !layers_read_channels(reader, "output channels", out, &layer->out)) {
        return false;
    }
    layer->weights = layers_read_floats(reader, (size_t)layer->in * (size_t)layer->out);
    return layer->weights != NULL;
}

bool layers_read_activation(ModelReader *reader, Activation *activation) {
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

bool layers_read_biased(ModelReader *reader, int in, int out, Dense *dense) {
    int count;
    if (!layers_read_matrix(reader, in, out, &dense->matrix) ||
        !scanner_read_part(&reader->scanner) ||
        !layers_read_channels(reader, "channels", dense->matrix.out, &count)) {
        return false;
    }
    dense->bias = layers_read_floats(reader, (size_t)count);
    return dense->bias != NULL;
}

bool layers_read_dense(ModelReader *reader, int in, int out, Dense *dense) {
    return layers_read_biased(reader, in, out, dense) &&
           layers_read_activation(reader, &dense->activation);
}

/* What a file has of a batch norm, [channel]. scale or bias may be NULL: 1 and 0. */
typedef struct {
    double epsilon;
    float *mean, *variance;
    const float *scale, *bias;
} BatchNorm;

/* Turns it into one factor and one summand for each channel, stored in variance and mean. */
static bool merge_norm(ModelReader *reader, const BatchNorm *norm, int count) {
    for (int i = 0; i < count; i++) {
        const double factor = (norm->scale != NULL ? (double)norm->scale[i] : 1) /
                              sqrt((double)norm->variance[i] + norm->epsilon);
        const double summand =
            (norm->bias != NULL ? (double)norm->bias[i] : 0) - factor * (double)norm->mean[i];
        norm->variance[i] = (float)factor;
        norm->mean[i] = (float)summand;
        if (!isfinite(norm->variance[i]) || !isfinite(norm->mean[i])) {
            return scanner_fail(&reader->scanner, "channel %d has no usable variance", i);
        }
    }
    return true;
}

bool layers_read_norm(ModelReader *reader, int channels, Norm *norm) {
    Scanner *scanner = &reader->scanner;
    double epsilon;
    int has_scale, has_bias;
    if (!scanner_read_part(scanner) ||
        !layers_read_channels(reader, "channels", channels, &norm->count) ||
        !scanner_read_real(scanner, "epsilon", &epsilon) ||
        !scanner_read_integer(scanner, "flag of scale", 0, 1, &has_scale) ||
        !scanner_read_integer(scanner, "flag of bias", 0, 1, &has_bias)) {
        return false;
    }
    const size_t count = (size_t)norm->count;
    float *mean = layers_read_floats(reader, count);
    float *variance = mean != NULL ? layers_read_floats(reader, count) : NULL;
    if (variance == NULL) {
        return false;
    }
    const float *scale = has_scale ? layers_read_floats(reader, count) : NULL;
    if (has_scale && scale == NULL) {
        return false;
    }
    const float *bias = has_bias ? layers_read_floats(reader, count) : NULL;
    if (has_bias && bias == NULL) {
        return false;
    }
    norm->scale = variance;
    norm->bias = mean;
    const BatchNorm read = {epsilon, mean, variance, scale, bias};
    return merge_norm(reader, &read, norm->count) &&
           layers_read_activation(reader, &norm->activation);
}

bool layers_read_epsilon(ModelReader *reader, double *epsilon) {
    return scanner_read_real(&reader->scanner, "epsilon", epsilon) &&
           (*epsilon > 0 || scanner_fail(&reader->scanner, "epsilon is not positive"));
}

bool layers_read_rms_norm(ModelReader *reader, int channels, RmsNorm *norm) {
    if (!scanner_read_part(&reader->scanner) ||
        !layers_read_channels(reader, "channels", channels, &norm->count) ||
        !layers_read_epsilon(reader, &norm->epsilon)) {
        return false;
    }
    norm->weights = layers_read_floats(reader, (size_t)norm->count);
    return norm->weights != NULL;
}

bool layers_skip_integers(ModelReader *reader, const char *what, int count, int most) {
    for (int i = 0; i < count; i++) {
        int ignored;
        if (!scanner_read_integer(&reader->scanner, what, 0, most, &ignored)) {
            return false;
        }
    }
    return true;
}

bool layers_note_padded(ModelReader *reader, int kernel, int in, int out) {
    const size_t most = PADDED_MIN + MODEL_PADDED_MAX * (reader->scanner.length / sizeof(float));
    reader->padded += (size_t)(kernel * kernel) * (size_t)model_padded(in, MODEL_PANEL) *
                      (size_t)model_padded(out, MODEL_PANEL);
    return reader->padded <= most ||
           scanner_fail(&reader->scanner,
                        "the layers so far have %zu weights once their channels are padded, more "
                        "than %zu, the limit for a file of this size",
                        reader->padded, most);
}
