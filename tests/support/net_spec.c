#include "tests/support/net_spec.h"

#include "engine/base/rng.h"
#include "engine/eval/net/input/features.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const NetSpec *spec;
    Rng rng;
    uint8_t *bytes;
    size_t length, capacity;
} Writer;

static void add_bytes(Writer *writer, const void *bytes, size_t length) {
    while (writer->length + length > writer->capacity) {
        writer->capacity = 2 * writer->capacity + 4096;
        writer->bytes = realloc(writer->bytes, writer->capacity);
        if (writer->bytes == NULL) {
            abort();
        }
    }
    memcpy(writer->bytes + writer->length, bytes, length);
    writer->length += length;
}

static __attribute__((format(printf, 2, 3))) void add_text(Writer *writer, const char *format,
                                                           ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_bytes(writer, text, (size_t)length);
}

/* Uniform in -1..1. */
static float random_weight(Writer *writer) {
    return (float)((int)rng_below(&writer->rng, 20001) - 10000) / 10000.0F;
}

/* count floats around middle. The format's floats are little-endian, as the machine's are. */
static void add_floats(Writer *writer, const char *layer, size_t count, float middle, float scale) {
    const NetSpec *spec = writer->spec;
    add_text(writer, "@BIN@");
    for (size_t i = 0; i < count; i++) {
        float value = middle + scale * random_weight(writer);
        for (int k = 0; k < spec->set_count; k++) {
            if (spec->set[k].index == i && strcmp(spec->set[k].layer, layer) == 0) {
                value = spec->set[k].value;
            }
        }
        add_bytes(writer, &value, sizeof value);
    }
    add_text(writer, "\n");
}

static void add_convolution(Writer *writer, const char *layer, int kernel, int in, int out) {
    add_text(writer, "%s\n%d %d %d %d 1 1\n", layer, kernel, kernel, in, out);
    add_floats(writer, layer, (size_t)(kernel * kernel) * (size_t)in * (size_t)out, 0,
               writer->spec->scale);
}

static void add_matrix(Writer *writer, const char *layer, int in, int out) {
    add_text(writer, "%s\n%d %d\n", layer, in, out);
    add_floats(writer, layer, (size_t)in * (size_t)out, 0, writer->spec->scale);
}

static void add_bias(Writer *writer, const char *layer, int count) {
    add_text(writer, "%s\n%d\n", layer, count);
    add_floats(writer, layer, (size_t)count, 0, writer->spec->scale);
}

static void add_activation(Writer *writer) {
    add_text(writer, "act\n");
    if (writer->spec->version >= 11) {
        add_text(writer, "%s\n", writer->spec->activation);
    }
}

static void add_norm(Writer *writer, const char *layer, int count) {
    const bool is_random = writer->spec->scale > 0;
    const bool has_scale = is_random && rng_below(&writer->rng, 2) == 0;
    const bool has_bias = is_random && rng_below(&writer->rng, 4) != 0;
    add_text(writer, "%s\n%d %s %d %d\n", layer, count, is_random ? "0.001" : "1e-20", has_scale,
             has_bias);
    add_floats(writer, layer, (size_t)count, 0, writer->spec->scale);
    add_floats(writer, layer, (size_t)count, 1, is_random ? 0.5F : 0);
    if (has_scale) {
        add_floats(writer, layer, (size_t)count, 0, 2);
    }
    if (has_bias) {
        add_floats(writer, layer, (size_t)count, 0, 1);
    }
    add_activation(writer);
}

static void add_blocks(Writer *writer, const char *blocks, int width) {
    const NetSpec *spec = writer->spec;
    const int pooled = spec->pooled, narrow = (width + 1) / 2;
    for (const char *kind = blocks; *kind != '\0'; kind++) {
        const int inside = spec->is_even ? width - (*kind == 'p' ? pooled : 0) : width + 1;
        const int kernel = *kind == 'n' ? 1 : 3, middle = *kind == 'n' ? narrow : inside;
        if (*kind == 'n') {
            add_text(writer, "nested_bottleneck_block\nblock\n2\n");
        } else {
            add_text(writer, "%s\nblock\n", *kind == 'p' ? "gpool_block" : "ordinary_block");
        }
        add_norm(writer, "first_norm", width);
        add_convolution(writer, "first", kernel, width, middle);
        if (*kind == 'p') {
            add_convolution(writer, "pooled", 3, width, pooled);
            add_norm(writer, "pooled_norm", pooled);
            add_matrix(writer, "pooled_matrix", 3 * pooled, middle);
        } else if (*kind == 'n') {
            add_blocks(writer, "op", narrow);
        }
        add_norm(writer, "second_norm", middle);
        add_convolution(writer, "second", kernel, middle, width);
    }
}

static void add_header(Writer *writer) {
    const NetSpec *spec = writer->spec;
    add_text(writer, "test-net\n%d\n22\n19\n", spec->version);
    if (spec->version >= 13) {
        add_text(writer, "20\n18.5\n21.25\n19\n41\n0.3\n28\n");
    }
    if (spec->version >= 15) {
        add_text(writer, "0\n0\n0\n0\n0\n0\n0\n0\n");
    }
    add_text(writer, "trunk\n%zu\n%d\n%d\n%d\n%d\n%d\n", strlen(spec->blocks), spec->channels,
             spec->channels, spec->channels, 0, spec->pooled);
    if (spec->version >= 15) {
        add_text(writer, "0\n0\n0\n0\n0\n0\n");
    }
}

static void add_heads(Writer *writer) {
    const NetSpec *spec = writer->spec;
    const int width = spec->channels, pooled = spec->pooled, hidden = spec->hidden;
    const int policies = spec->version < 12 ? 1 : 2, scores = spec->version < 9 ? 4 : 6;
    add_text(writer, "policyhead\n");
    add_convolution(writer, "policy_own", 1, width, hidden);
    add_convolution(writer, "policy_pooled", 1, width, pooled);
    add_norm(writer, "policy_pooled_norm", pooled);
    add_matrix(writer, "policy_pooled_matrix", 3 * pooled, hidden);
    add_norm(writer, "policy_norm", hidden);
    add_convolution(writer, "policy_out", 1, hidden, policies);
    if (spec->version < 15) {
        add_matrix(writer, "pass", 3 * pooled, policies);
    } else {
        add_matrix(writer, "pass_first", 3 * pooled, hidden);
        add_bias(writer, "pass_bias", hidden);
        add_activation(writer);
        add_matrix(writer, "pass_second", hidden, policies);
    }
    add_text(writer, "valuehead\n");
    add_convolution(writer, "value_own", 1, width, hidden);
    add_norm(writer, "value_norm", hidden);
    add_matrix(writer, "value_hidden", 3 * hidden, hidden + 1);
    add_bias(writer, "value_hidden_bias", hidden + 1);
    add_activation(writer);
    add_matrix(writer, "value", hidden + 1, 3);
    add_bias(writer, "value_bias", 3);
    add_matrix(writer, "scores", hidden + 1, scores);
    add_bias(writer, "scores_bias", scores);
    add_convolution(writer, "ownership", 1, hidden, 1);
}

uint8_t *net_spec_write(const NetSpec *spec, size_t *length) {
    Writer writer = {.spec = spec, .rng = rng_new(spec->seed)};
    add_header(&writer);
    add_convolution(&writer, "first", spec->kernel, FEATURE_PLANES, spec->channels);
    add_matrix(&writer, "globals", FEATURE_GLOBALS, spec->channels);
    add_blocks(&writer, spec->blocks, spec->channels);
    add_norm(&writer, "tip", spec->channels);
    add_heads(&writer);
    *length = writer.length;
    return writer.bytes;
}

NetSpec net_spec_small(int version, uint64_t seed) {
    return (NetSpec){.version = version,
                     .kernel = seed % 2 == 0 ? 3 : 5,
                     .channels = 3 + (int)(seed % 3),
                     .pooled = 2,
                     .hidden = 4,
                     .activation = seed % 3 == 0 ? "ACTIVATION_RELU" : "ACTIVATION_MISH",
                     .blocks = "opn",
                     .scale = 0.5F,
                     .seed = seed};
}

NetSpec net_spec_wide(void) {
    NetSpec spec = net_spec_small(15, 3);
    spec.channels = 37;
    spec.pooled = 18;
    spec.hidden = 33;
    spec.kernel = 7;
    spec.scale = 0.2F;
    return spec;
}
