/* Small networks in KataGo's format, written by the tests themselves. */
#ifndef TESTS_SUPPORT_NET_HELPERS_H
#define TESTS_SUPPORT_NET_HELPERS_H

#include "engine/base/rng.h"
#include "engine/eval/net/features.h"
#include "engine/eval/net/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One weight that is what the test wants, whatever the others are. */
typedef struct {
    const char *layer;
    size_t index;
    float value;
} NetWeight;

typedef struct {
    int version;
    int kernel;             /* of the first layer; 3 elsewhere, 1 in bottlenecks and heads */
    int channels;           /* of the trunk; half of them in bottlenecks */
    int pooled, hidden;     /* channels of what is pooled, of the heads */
    const char *activation; /* as the file has it; not written before version 11: ReLU */
    const char *blocks;     /* 'o' ordinary, 'p' pooling, 'n' bottleneck around "op" */
    bool is_even; /* inside blocks as many channels as KataGo's networks have, else odd numbers */
    float scale;  /* of random weights; 0: all weights 0, all norms do nothing */
    uint64_t seed;
    const NetWeight *set;
    int set_count;
} NetSpec;

typedef struct {
    const NetSpec *spec;
    Rng rng;
    uint8_t *bytes;
    size_t length, capacity;
} NetWriter;

static inline void net_add(NetWriter *writer, const void *bytes, size_t length) {
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

static inline __attribute__((format(printf, 2, 3))) void net_print(NetWriter *writer,
                                                                   const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    net_add(writer, text, (size_t)length);
}

/* Uniform in -1..1. */
static inline float net_random(NetWriter *writer) {
    return (float)((int)rng_below(&writer->rng, 20001) - 10000) / 10000.0F;
}

/* count floats around middle. The machine's floats are the format's: little-endian ones. */
static inline void net_floats(NetWriter *writer, const char *layer, size_t count, float middle,
                              float scale) {
    const NetSpec *spec = writer->spec;
    net_print(writer, "@BIN@");
    for (size_t i = 0; i < count; i++) {
        float value = middle + scale * net_random(writer);
        for (int k = 0; k < spec->set_count; k++) {
            if (spec->set[k].index == i && strcmp(spec->set[k].layer, layer) == 0) {
                value = spec->set[k].value;
            }
        }
        net_add(writer, &value, sizeof value);
    }
    net_print(writer, "\n");
}

static inline void net_convolution(NetWriter *writer, const char *layer, int kernel, int in,
                                   int out) {
    net_print(writer, "%s\n%d %d %d %d 1 1\n", layer, kernel, kernel, in, out);
    net_floats(writer, layer, (size_t)(kernel * kernel) * (size_t)in * (size_t)out, 0,
               writer->spec->scale);
}

static inline void net_matrix(NetWriter *writer, const char *layer, int in, int out) {
    net_print(writer, "%s\n%d %d\n", layer, in, out);
    net_floats(writer, layer, (size_t)in * (size_t)out, 0, writer->spec->scale);
}

static inline void net_bias(NetWriter *writer, const char *layer, int count) {
    net_print(writer, "%s\n%d\n", layer, count);
    net_floats(writer, layer, (size_t)count, 0, writer->spec->scale);
}

static inline void net_activation(NetWriter *writer) {
    net_print(writer, "act\n");
    if (writer->spec->version >= 11) {
        net_print(writer, "%s\n", writer->spec->activation);
    }
}

static inline void net_norm(NetWriter *writer, const char *layer, int count) {
    const bool is_random = writer->spec->scale > 0;
    const bool has_scale = is_random && rng_below(&writer->rng, 2) == 0;
    const bool has_bias = is_random && rng_below(&writer->rng, 4) != 0;
    net_print(writer, "%s\n%d %s %d %d\n", layer, count, is_random ? "0.001" : "1e-20", has_scale,
              has_bias);
    net_floats(writer, layer, (size_t)count, 0, writer->spec->scale);
    net_floats(writer, layer, (size_t)count, 1, is_random ? 0.5F : 0);
    if (has_scale) {
        net_floats(writer, layer, (size_t)count, 0, 2);
    }
    if (has_bias) {
        net_floats(writer, layer, (size_t)count, 0, 1);
    }
    net_activation(writer);
}

static inline void net_blocks(NetWriter *writer, const char *blocks, int width) {
    const NetSpec *spec = writer->spec;
    const int pooled = spec->pooled, narrow = (width + 1) / 2;
    for (const char *kind = blocks; *kind != '\0'; kind++) {
        const int inside = spec->is_even ? width - (*kind == 'p' ? pooled : 0) : width + 1;
        const int kernel = *kind == 'n' ? 1 : 3, middle = *kind == 'n' ? narrow : inside;
        if (*kind == 'n') {
            net_print(writer, "nested_bottleneck_block\nblock\n2\n");
        } else {
            net_print(writer, "%s\nblock\n", *kind == 'p' ? "gpool_block" : "ordinary_block");
        }
        net_norm(writer, "first_norm", width);
        net_convolution(writer, "first", kernel, width, middle);
        if (*kind == 'p') {
            net_convolution(writer, "pooled", 3, width, pooled);
            net_norm(writer, "pooled_norm", pooled);
            net_matrix(writer, "pooled_matrix", 3 * pooled, middle);
        } else if (*kind == 'n') {
            net_blocks(writer, "op", narrow);
        }
        net_norm(writer, "second_norm", middle);
        net_convolution(writer, "second", kernel, middle, width);
    }
}

static inline void net_header(NetWriter *writer) {
    const NetSpec *spec = writer->spec;
    net_print(writer, "test-net\n%d\n22\n19\n", spec->version);
    if (spec->version >= 13) {
        net_print(writer, "20\n18.5\n21.25\n19\n41\n0.3\n28\n");
    }
    if (spec->version >= 15) {
        net_print(writer, "0\n0\n0\n0\n0\n0\n0\n0\n");
    }
    net_print(writer, "trunk\n%zu\n%d\n%d\n%d\n%d\n%d\n", strlen(spec->blocks), spec->channels,
              spec->channels, spec->channels, 0, spec->pooled);
    if (spec->version >= 15) {
        net_print(writer, "0\n0\n0\n0\n0\n0\n");
    }
}

static inline void net_heads(NetWriter *writer) {
    const NetSpec *spec = writer->spec;
    const int width = spec->channels, pooled = spec->pooled, hidden = spec->hidden;
    const int policies = spec->version < 12 ? 1 : 2, scores = spec->version < 9 ? 4 : 6;
    net_print(writer, "policyhead\n");
    net_convolution(writer, "policy_own", 1, width, hidden);
    net_convolution(writer, "policy_pooled", 1, width, pooled);
    net_norm(writer, "policy_pooled_norm", pooled);
    net_matrix(writer, "policy_pooled_matrix", 3 * pooled, hidden);
    net_norm(writer, "policy_norm", hidden);
    net_convolution(writer, "policy_out", 1, hidden, policies);
    if (spec->version < 15) {
        net_matrix(writer, "pass", 3 * pooled, policies);
    } else {
        net_matrix(writer, "pass_first", 3 * pooled, hidden);
        net_bias(writer, "pass_bias", hidden);
        net_activation(writer);
        net_matrix(writer, "pass_second", hidden, policies);
    }
    net_print(writer, "valuehead\n");
    net_convolution(writer, "value_own", 1, width, hidden);
    net_norm(writer, "value_norm", hidden);
    net_matrix(writer, "value_hidden", 3 * hidden, hidden + 1);
    net_bias(writer, "value_hidden_bias", hidden + 1);
    net_activation(writer);
    net_matrix(writer, "value", hidden + 1, 3);
    net_bias(writer, "value_bias", 3);
    net_matrix(writer, "scores", hidden + 1, scores);
    net_bias(writer, "scores_bias", scores);
    net_convolution(writer, "ownership", 1, hidden, 1);
}

/* The bytes of a network file; the caller frees them. */
static inline uint8_t *net_write(const NetSpec *spec, size_t *length) {
    NetWriter writer = {.spec = spec, .rng = rng_new(spec->seed)};
    net_header(&writer);
    net_convolution(&writer, "first", spec->kernel, FEATURE_PLANES, spec->channels);
    net_matrix(&writer, "globals", FEATURE_GLOBALS, spec->channels);
    net_blocks(&writer, spec->blocks, spec->channels);
    net_norm(&writer, "tip", spec->channels);
    net_heads(&writer);
    *length = writer.length;
    return writer.bytes;
}

/* A small network of this version with all kinds of blocks, ReLU or Mish. */
static inline NetSpec net_small_spec(int version, uint64_t seed) {
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

/* Numbers of channels that are no multiples of what is computed at a time, and more than that. */
static inline NetSpec net_wide_spec(void) {
    NetSpec spec = net_small_spec(15, 3);
    spec.channels = 37;
    spec.pooled = 18;
    spec.hidden = 33;
    spec.kernel = 7;
    spec.scale = 0.2F;
    return spec;
}

#endif
