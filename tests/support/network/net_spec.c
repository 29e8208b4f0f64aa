#include "tests/support/network/net_spec.h"

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

static void add_dense(Writer *writer, const char *matrix, const char *bias, int in, int out) {
    add_matrix(writer, matrix, in, out);
    add_bias(writer, bias, out);
    add_activation(writer);
}

static void add_rms_norm(Writer *writer, const char *layer, int count) {
    add_text(writer, "%s\n%d\n0.01\n", layer, count);
    add_floats(writer, layer, (size_t)count, 1, writer->spec->scale);
}

/* ---- Blocks ---- */

static void add_blocks(Writer *writer, const char *blocks, int width);

/* The bracket that closes a bottleneck which opens at text. */
static const char *find_close(const char *text) {
    int depth = 0;
    do {
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
    } while (depth > 0 && *++text != '\0');
    return text;
}

static int count_blocks(const char *blocks) {
    int count = 0;
    for (; *blocks != '\0' && *blocks != ')'; blocks = find_close(blocks) + 1) {
        count++;
    }
    return count;
}

static void add_pooling_part(Writer *writer, int width, int middle) {
    const int pooled = writer->spec->pooled;
    add_convolution(writer, "pooled", 3, width, pooled);
    add_norm(writer, "pooled_norm", pooled);
    add_matrix(writer, "pooled_matrix", 3 * pooled, middle);
}

/* A block of convolutions: text begins with its kind. */
static void add_convolutions(Writer *writer, const char *text, int width) {
    const NetSpec *spec = writer->spec;
    const bool is_narrow = *text == '(', pools = *text == 'p';
    const int inside = spec->is_even ? width - (pools ? spec->pooled : 0) : width + 1;
    const int kernel = is_narrow ? 1 : 3, middle = is_narrow ? (width + 1) / 2 : inside;
    if (is_narrow) {
        add_text(writer, "nested_bottleneck_block\nblock\n%d\n", count_blocks(text + 1));
    } else {
        add_text(writer, "%s\nblock\n", pools ? "gpool_block" : "ordinary_block");
    }
    add_norm(writer, "first_norm", width);
    add_convolution(writer, "first", kernel, width, middle);
    if (pools) {
        add_pooling_part(writer, width, middle);
    } else if (is_narrow) {
        add_blocks(writer, text + 1, middle);
    }
    add_norm(writer, "second_norm", middle);
    add_convolution(writer, "second", kernel, middle, width);
}

static void add_attention(Writer *writer, char kind, int width) {
    const NetSpec *spec = writer->spec;
    const int query = spec->query_size, value = spec->value_size;
    add_text(writer, "transformer_attention_block\nattention\n%d\n%d\n%d\n%d\n%d\n%d\n",
             spec->heads, spec->key_heads, query, value, kind != 'a', kind == 'l');
    add_rms_norm(writer, "attention_norm", width);
    add_matrix(writer, "queries", width, spec->heads * query);
    add_matrix(writer, "keys", width, spec->key_heads * query);
    add_matrix(writer, "values", width, spec->key_heads * value);
    add_matrix(writer, "attention_out", spec->heads * value, width);
    if (kind == 'l') {
        add_text(writer, "frequencies\n%d\n%d\n2\n", spec->key_heads, query / 2);
        add_floats(writer, "frequencies", (size_t)(spec->key_heads * (query / 2)) * 2, 0, 1);
    } else if (kind == 'r') {
        add_text(writer, "frequencies\n37.5\n");
    }
}

static void add_feed_forward(Writer *writer, int width) {
    const int hidden = writer->spec->feed_forward;
    add_text(writer, "transformer_ffn_block\nfeed_forward\n%d\n%d\n1\n", width, hidden);
    add_rms_norm(writer, "feed_forward_norm", width);
    add_matrix(writer, "feed_forward_hidden", width, hidden);
    add_matrix(writer, "feed_forward_gate", width, hidden);
    add_matrix(writer, "feed_forward_out", hidden, width);
}

static void add_blocks(Writer *writer, const char *blocks, int width) {
    for (; *blocks != '\0' && *blocks != ')'; blocks = find_close(blocks) + 1) {
        if (*blocks == 'f') {
            add_feed_forward(writer, width);
        } else if (strchr("arl", *blocks) != NULL) {
            add_attention(writer, *blocks, width);
        } else {
            add_convolutions(writer, blocks, width);
        }
    }
}

/* ---- The other parts ---- */

static void add_header(Writer *writer) {
    const NetSpec *spec = writer->spec;
    add_text(writer, "test-net\n%d\n22\n19\n", spec->version);
    if (spec->version >= 13) {
        add_text(writer, "20\n18.5\n21.25\n19\n41\n0.3\n28\n");
    }
    if (spec->version >= 15) {
        add_text(writer, "%d\n%d\n%d\n0\n0\n0\n0\n0\n", spec->has_encoder,
                 spec->has_life_by_suicide, spec->excludes_atari);
    }
    add_text(writer, "trunk\n%d\n%d\n%d\n%d\n%d\n%d\n", count_blocks(spec->blocks), spec->channels,
             spec->channels, spec->channels, 0, spec->pooled);
    if (spec->version >= 15) {
        add_text(writer, "%d\n0\n0\n0\n0\n0\n", spec->tip != TIP_PLAIN);
    }
}

static void add_encoder(Writer *writer) {
    const int first = writer->spec->hidden, second = writer->spec->hidden + 1;
    add_text(writer, "encoder\n%d\n", HUMAN_PROFILE_INPUTS);
    add_dense(writer, "encoder_first", "encoder_first_bias", HUMAN_PROFILE_INPUTS, first);
    add_dense(writer, "encoder_second", "encoder_second_bias", first, second);
    add_matrix(writer, "encoder_out", second, writer->spec->channels);
}

static void add_tip(Writer *writer) {
    const NetSpec *spec = writer->spec;
    if (spec->tip == TIP_PLAIN) {
        add_norm(writer, "tip", spec->channels);
        return;
    }
    add_text(writer, "tip\n%d\n0.02\n%d\n0\n", spec->channels, spec->tip == TIP_SPATIAL_RMS);
    add_floats(writer, "tip", (size_t)spec->channels, 1, spec->scale);
    add_floats(writer, "tip_bias", (size_t)spec->channels, 0, spec->scale);
    add_activation(writer);
}

static void add_trunk(Writer *writer) {
    const NetSpec *spec = writer->spec;
    add_convolution(writer, "first", spec->kernel, FEATURE_PLANES, spec->channels);
    add_matrix(writer, "globals", FEATURE_GLOBALS, spec->channels);
    if (spec->has_encoder) {
        add_encoder(writer);
    }
    add_blocks(writer, spec->blocks, spec->channels);
    add_tip(writer);
}

static int policies_of(const NetSpec *spec) {
    return spec->version < 12   ? 1
           : spec->version < 16 ? 2
           : spec->version < 17 ? 4
                                : spec->policies;
}

static void add_policy_head(Writer *writer) {
    const NetSpec *spec = writer->spec;
    const int width = spec->channels, pooled = spec->pooled, hidden = spec->hidden;
    const int policies = policies_of(spec);
    add_text(writer, "policyhead\n");
    if (spec->version >= 17) {
        add_text(writer, "%d\n0\n0\n0\n", policies);
    }
    add_convolution(writer, "policy_own", 1, width, hidden);
    add_convolution(writer, "policy_pooled", spec->pooled_kernel > 0 ? spec->pooled_kernel : 1,
                    width, pooled);
    add_norm(writer, "policy_pooled_norm", pooled);
    add_matrix(writer, "policy_pooled_matrix", 3 * pooled, hidden);
    add_norm(writer, "policy_norm", hidden);
    add_convolution(writer, "policy_out", 1, hidden, policies);
    if (spec->version < 15) {
        add_matrix(writer, "pass", 3 * pooled, policies);
    } else {
        add_dense(writer, "pass_first", "pass_bias", 3 * pooled, hidden);
        add_matrix(writer, "pass_second", hidden, policies);
    }
}

static void add_value_head(Writer *writer) {
    const NetSpec *spec = writer->spec;
    const int hidden = spec->hidden, scores = spec->version < 9 ? 4 : 6;
    add_text(writer, "valuehead\n%s", spec->version < 17 ? "" : "0\n0\n0\n");
    add_convolution(writer, "value_own", 1, spec->channels, hidden);
    add_norm(writer, "value_norm", hidden);
    add_dense(writer, "value_hidden", "value_hidden_bias", 3 * hidden, hidden + 1);
    add_matrix(writer, "value", hidden + 1, 3);
    add_bias(writer, "value_bias", 3);
    add_matrix(writer, "scores", hidden + 1, scores);
    add_bias(writer, "scores_bias", scores);
    add_convolution(writer, "ownership", 1, hidden, 1);
}

uint8_t *net_spec_write(const NetSpec *spec, size_t *length) {
    Writer writer = {.spec = spec, .rng = rng_new(spec->seed)};
    add_header(&writer);
    add_trunk(&writer);
    add_policy_head(&writer);
    add_value_head(&writer);
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
                     .blocks = "op(op)",
                     .policies = seed % 2 == 0 ? 2 : 4,
                     .scale = 0.5F,
                     .seed = seed};
}

NetSpec net_spec_transformer(int version, uint64_t seed) {
    NetSpec spec = net_spec_small(version, seed);
    spec.blocks = "lf(af(rfo)l)pr";
    spec.heads = seed % 2 == 0 ? 4 : 6;
    spec.key_heads = seed % 3 == 0 ? spec.heads : 2;
    spec.query_size = 2 + 2 * (int)(seed / 2 % 4);
    spec.value_size = 3;
    spec.feed_forward = 7;
    if (version >= 15) {
        spec.tip = (TipKind)(seed % 3);
        spec.has_encoder = seed / 3 % 2 == 0;
        spec.has_life_by_suicide = seed / 6 % 2 == 0;
        spec.excludes_atari = seed % 2 == 0;
    }
    return spec;
}

NetSpec net_spec_fragile(void) {
    enum { MIDDLE = 4, OWN_STONES = 1 };
    static const NetWeight SET[] = {{"first", MIDDLE * FEATURE_PLANES + OWN_STONES, 1e38F},
                                    {"policy_own", 0, 1},
                                    {"policy_out", 0, 1e3F},
                                    {"value_bias", 0, 1}};
    return (NetSpec){.version = 14,
                     .kernel = 3,
                     .channels = 1,
                     .pooled = 1,
                     .hidden = 1,
                     .activation = "ACTIVATION_IDENTITY",
                     .blocks = "o",
                     .set = SET,
                     .set_count = sizeof SET / sizeof SET[0]};
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
