#include "engine/eval/net/model/layers.h"

#include <math.h>

#include "engine/base/os/pages.h"

/* A piece of a model's memory. The pieces form a list; the content of each follows its head. */
typedef struct Piece {
    struct Piece *next;
} Piece;

enum { PIECE_HEAD = 64 };

void *layers_allocate(ModelReader *reader, size_t count, size_t item_bytes) {
    const size_t bytes = PIECE_HEAD + (count * item_bytes + 63) / 64 * 64;
    Piece *piece = reader->scanner.failed ? NULL : aligned_new(bytes);
    if (piece == NULL) {
        scanner_fail(&reader->scanner, "out of memory");
        return NULL;
    }
    piece->next = reader->model->memory;
    reader->model->memory = piece;
    return (char *)piece + PIECE_HEAD;
}

void layers_free(Model *model) {
    for (Piece *piece = model->memory, *next; piece != NULL; piece = next) {
        next = piece->next;
        aligned_free(piece);
    }
}

int layers_read_channels(ModelReader *reader, const char *what, int expected) {
    const int count = scanner_read_integer(&reader->scanner, what, 1, MODEL_CHANNELS_MAX);
    if (expected != LAYERS_ANY && count != expected) {
        scanner_fail(&reader->scanner, "%s: %d instead of %d", what, count, expected);
    }
    return count;
}

void layers_skip_integers(ModelReader *reader, const char *what, int count, int most) {
    for (int i = 0; i < count; i++) {
        scanner_read_integer(&reader->scanner, what, 0, most);
    }
}

static int read_kernel(ModelReader *reader) {
    Scanner *scanner = &reader->scanner;
    const int height = scanner_read_integer(scanner, "kernel height", 1, MODEL_KERNEL_MAX);
    const int width = scanner_read_integer(scanner, "kernel width", 1, MODEL_KERNEL_MAX);
    if (height != width || width % 2 == 0) {
        scanner_fail(scanner, "a kernel of %dx%d", height, width);
    }
    return height;
}

void layers_read_convolution(ModelReader *reader, int in, int out, Convolution *layer) {
    scanner_read_part(&reader->scanner);
    layer->kernel = read_kernel(reader);
    layer->in = layers_read_channels(reader, "input channels", in);
    layer->out = layers_read_channels(reader, "output channels", out);
    scanner_read_integer(&reader->scanner, "dilation", 1, 1);
    scanner_read_integer(&reader->scanner, "dilation", 1, 1);
    const size_t points = (size_t)layer->kernel * (size_t)layer->kernel;
    layer->weights =
        scanner_read_floats(&reader->scanner, points * (size_t)layer->in * (size_t)layer->out);
}

void layers_read_matrix(ModelReader *reader, int in, int out, Matrix *layer) {
    scanner_read_part(&reader->scanner);
    layer->in = layers_read_channels(reader, "input channels", in);
    layer->out = layers_read_channels(reader, "output channels", out);
    layer->weights = scanner_read_floats(&reader->scanner, (size_t)layer->in * (size_t)layer->out);
}

Activation layers_read_activation(ModelReader *reader) {
    static const char *const NAMES[] = {[ACTIVATION_IDENTITY] = "ACTIVATION_IDENTITY",
                                        [ACTIVATION_RELU] = "ACTIVATION_RELU",
                                        [ACTIVATION_MISH] = "ACTIVATION_MISH",
                                        [ACTIVATION_SILU] = "ACTIVATION_SILU",
                                        NULL};
    scanner_read_part(&reader->scanner);
    return reader->model->version < 11
               ? ACTIVATION_RELU
               : (Activation)scanner_read_name(&reader->scanner, "activation", NAMES);
}

void layers_read_biased(ModelReader *reader, int in, int out, Dense *dense) {
    layers_read_matrix(reader, in, out, &dense->matrix);
    scanner_read_part(&reader->scanner);
    const int count = layers_read_channels(reader, "channels", dense->matrix.out);
    dense->bias = scanner_read_floats(&reader->scanner, (size_t)count);
}

void layers_read_dense(ModelReader *reader, int in, int out, Dense *dense) {
    layers_read_biased(reader, in, out, dense);
    dense->activation = layers_read_activation(reader);
}

/* Turns a batch norm into a factor and a summand for each channel. */
void layers_read_norm(ModelReader *reader, int channels, Norm *norm) {
    Scanner *scanner = &reader->scanner;
    scanner_read_part(scanner);
    norm->count = layers_read_channels(reader, "channels", channels);
    const double epsilon = scanner_read_real(scanner, "epsilon");
    const bool has_scale = scanner_read_integer(scanner, "flag of scale", 0, 1) != 0;
    const bool has_bias = scanner_read_integer(scanner, "flag of bias", 0, 1) != 0;
    const size_t count = (size_t)norm->count;
    float *mean = scanner_read_floats(&reader->scanner, count);
    float *variance = scanner_read_floats(&reader->scanner, count);
    const float *scale = has_scale ? scanner_read_floats(&reader->scanner, count) : NULL;
    const float *bias = has_bias ? scanner_read_floats(&reader->scanner, count) : NULL;
    for (size_t i = 0; !scanner->failed && i < count; i++) {
        const double factor =
            (scale != NULL ? (double)scale[i] : 1) / sqrt((double)variance[i] + epsilon);
        const double summand = (bias != NULL ? (double)bias[i] : 0) - factor * (double)mean[i];
        variance[i] = (float)factor;
        mean[i] = (float)summand;
        if (!isfinite(variance[i]) || !isfinite(mean[i])) {
            scanner_fail(scanner, "channel %zu has no usable variance", i);
        }
    }
    norm->scale = variance;
    norm->bias = mean;
    norm->activation = layers_read_activation(reader);
}

void layers_read_rms_norm(ModelReader *reader, int channels, RmsNorm *norm) {
    scanner_read_part(&reader->scanner);
    norm->count = layers_read_channels(reader, "channels", channels);
    norm->epsilon = scanner_read_positive(&reader->scanner, "epsilon");
    norm->weights = scanner_read_floats(&reader->scanner, (size_t)norm->count);
}
