#include "engine/eval/net/model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/pages.h"
#include "engine/eval/net/input/features.h"
#include "engine/eval/net/model/layers.h"

/* ---- Blocks ---- */

static Block *read_blocks(ModelReader *reader, int width, int count, int depth);

static void read_convolutions(ModelReader *reader, int width, int depth, Block *block) {
    Convolution *first = &block->first, *pooled = &block->pooled, *second = &block->second;
    if (block->kind == BLOCK_BOTTLENECK) {
        block->inner_count =
            scanner_read_integer(&reader->scanner, "number of inner blocks", 1, MODEL_BLOCKS_MAX);
    }
    layers_read_norm(reader, width, &block->first_norm);
    layers_read_convolution(reader, width, LAYERS_ANY, first);
    if (block->kind == BLOCK_POOLING) {
        layers_read_convolution(reader, width, LAYERS_ANY, pooled);
        layers_read_norm(reader, pooled->out, &block->pooled_norm);
        layers_read_matrix(reader, 3 * pooled->out, first->out, &block->pooled_matrix);
    } else if (block->kind == BLOCK_BOTTLENECK) {
        block->inner = read_blocks(reader, first->out, block->inner_count, depth + 1);
    }
    layers_read_norm(reader, first->out, &block->second_norm);
    layers_read_convolution(reader, first->out, width, second);
}

/* ---- Transformers ---- */

static void read_attention_heads(ModelReader *reader, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    const int most = MODEL_CHANNELS_MAX;
    const int heads = scanner_read_integer(scanner, "number of heads", 1, most);
    const int key_heads = scanner_read_integer(scanner, "number of key-value heads", 1, heads);
    const int query = scanner_read_integer(scanner, "size of a query", 1, most);
    const int value = scanner_read_integer(scanner, "size of a value", 1, most);
    const int larger = query > value ? query : value;
    *attention = (Attention){
        .heads = heads, .key_heads = key_heads, .query_size = query, .value_size = value};
    if (heads % key_heads != 0) {
        scanner_fail(scanner, "%d heads share %d key-value heads", heads, key_heads);
    } else if (heads * larger > most) {
        scanner_fail(scanner, "%d heads of %d channels are more than %d", heads, larger, most);
    }
}

static void read_learned_frequencies(ModelReader *reader, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    const int key_heads = attention->key_heads, pairs = attention->query_size / 2;
    scanner_read_part(scanner);
    scanner_read_integer(scanner, "number of key-value heads", key_heads, key_heads);
    scanner_read_integer(scanner, "number of pairs", pairs, pairs);
    scanner_read_integer(scanner, "number of directions", 2, 2);
    attention->frequencies =
        scanner_read_floats(&reader->scanner, (size_t)key_heads * (size_t)pairs * 2);
}

/* Writes fixed frequencies as if they had been learned. The first quarter of a head's channels, in
 * whole pairs, turns by the row, all other pairs by the column, from one radian for each point down
 * to nearly 1 / theta. */
static void read_fixed_frequencies(ModelReader *reader, Attention *attention) {
    const int size = attention->query_size, pairs = size / 2, rows = size / 4;
    scanner_read_part(&reader->scanner);
    const double theta = scanner_read_positive(&reader->scanner, "theta");
    float *frequencies =
        layers_allocate(reader, (size_t)attention->key_heads * (size_t)pairs * 2, sizeof(float));
    for (int i = 0; frequencies != NULL && i < attention->key_heads * pairs; i++) {
        const int pair = i % pairs;
        const bool by_row = pair < rows;
        const int rank = by_row ? pair : pair - rows;
        const float frequency = (float)pow(theta, -4.0 * rank / size);
        frequencies[2 * i + by_row] = frequency;
        if (!isfinite(frequency)) {
            scanner_fail(&reader->scanner, "theta is too close to 0");
        }
    }
    attention->frequencies = frequencies;
}

static void read_attention(ModelReader *reader, int width, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    read_attention_heads(reader, attention);
    const bool turns = scanner_read_integer(scanner, "flag of rotation", 0, 1) != 0;
    const bool is_learned = scanner_read_integer(scanner, "flag of learned rotation", 0, 1) != 0;
    if (turns && attention->query_size % 2 != 0) {
        scanner_fail(scanner, "queries of %d channels are not pairs", attention->query_size);
    }
    const int heads = attention->heads, key_heads = attention->key_heads;
    layers_read_rms_norm(reader, width, &attention->norm);
    layers_read_matrix(reader, width, heads * attention->query_size, &attention->queries);
    layers_read_matrix(reader, width, key_heads * attention->query_size, &attention->keys);
    layers_read_matrix(reader, width, key_heads * attention->value_size, &attention->values);
    layers_read_matrix(reader, heads * attention->value_size, width, &attention->out);
    if (turns && is_learned) {
        read_learned_frequencies(reader, attention);
    } else if (turns) {
        read_fixed_frequencies(reader, attention);
    }
}

static void read_feed_forward(ModelReader *reader, int width, FeedForward *block) {
    layers_read_channels(reader, "channels", width);
    const int hidden = layers_read_channels(reader, "hidden channels", LAYERS_ANY);
    if (scanner_read_integer(&reader->scanner, "flag of gate", 0, 1) == 0) {
        /* the file does not say which activation to use */
        scanner_fail(&reader->scanner, "feed-forward without a gate is not supported");
    }
    layers_read_rms_norm(reader, width, &block->norm);
    layers_read_matrix(reader, width, hidden, &block->hidden);
    layers_read_matrix(reader, width, hidden, &block->gate);
    layers_read_matrix(reader, hidden, width, &block->out);
}

/* ---- All kinds ---- */

static void read_model_block(ModelReader *reader, int width, int depth, Block *block) {
    static const char *const NAMES[] = {[BLOCK_ORDINARY] = "ordinary_block",
                                        [BLOCK_POOLING] = "gpool_block",
                                        [BLOCK_BOTTLENECK] = "nested_bottleneck_block",
                                        [BLOCK_ATTENTION] = "transformer_attention_block",
                                        [BLOCK_FEED_FORWARD] = "transformer_ffn_block",
                                        NULL};
    block->kind = (BlockKind)scanner_read_name(&reader->scanner, "kind of block", NAMES);
    scanner_read_part(&reader->scanner);
    switch (block->kind) {
    case BLOCK_ORDINARY:
    case BLOCK_POOLING:
    case BLOCK_BOTTLENECK:
        read_convolutions(reader, width, depth, block);
        break;
    case BLOCK_ATTENTION:
        read_attention(reader, width, &block->attention);
        break;
    case BLOCK_FEED_FORWARD:
        read_feed_forward(reader, width, &block->feed_forward);
        break;
    }
}

/* Reads count blocks of a trunk of width channels. depth is 1 for the outermost. */
static Block *read_blocks(ModelReader *reader, int width, int count, int depth) {
    reader->block_count += count;
    if (depth > MODEL_DEPTH_MAX) {
        scanner_fail(&reader->scanner, "blocks more than %d deep", MODEL_DEPTH_MAX);
    } else if (reader->block_count > MODEL_BLOCKS_MAX) {
        scanner_fail(&reader->scanner, "more than %d blocks", MODEL_BLOCKS_MAX);
    }
    Block *blocks = layers_allocate(reader, (size_t)count, sizeof *blocks);
    for (int i = 0; !reader->scanner.failed && i < count; i++) {
        read_model_block(reader, width, depth, &blocks[i]);
    }
    return blocks;
}

/* ---- Trunk ---- */

static void read_encoder(ModelReader *reader, int width, Encoder *encoder) {
    scanner_read_part(&reader->scanner);
    layers_read_channels(reader, "metadata inputs", HUMAN_PROFILE_INPUTS);
    layers_read_dense(reader, HUMAN_PROFILE_INPUTS, LAYERS_ANY, &encoder->first);
    layers_read_dense(reader, encoder->first.matrix.out, LAYERS_ANY, &encoder->second);
    layers_read_matrix(reader, encoder->second.matrix.out, width, &encoder->out);
}

static void read_rms_tip(ModelReader *reader, int width, Model *model) {
    Scanner *scanner = &reader->scanner;
    Norm *tip = &model->tip;
    scanner_read_part(scanner);
    tip->count = layers_read_channels(reader, "channels", width);
    model->tip_epsilon = scanner_read_positive(scanner, "epsilon");
    const bool is_spatial = scanner_read_integer(scanner, "flag of a spatial norm", 0, 1) != 0;
    layers_skip_integers(reader, "unknown norm option", 1, 0);
    model->tip_kind = is_spatial ? TIP_SPATIAL_RMS : TIP_RMS;
    tip->scale = scanner_read_floats(&reader->scanner, (size_t)width);
    tip->bias = scanner_read_floats(&reader->scanner, (size_t)width);
    tip->activation = layers_read_activation(reader);
}

static void read_trunk(ModelReader *reader) {
    Scanner *scanner = &reader->scanner;
    Model *model = reader->model;
    bool has_rms_tip = false;
    scanner_read_part(scanner);
    model->block_count = scanner_read_integer(scanner, "number of blocks", 1, MODEL_BLOCKS_MAX);
    const int width = layers_read_channels(reader, "trunk channels", LAYERS_ANY);
    layers_skip_integers(reader, "number of channels", 4, MODEL_CHANNELS_MAX);
    if (model->version >= 15) {
        has_rms_tip = scanner_read_integer(scanner, "kind of norm", 0, 1) != 0;
        layers_skip_integers(reader, "unknown trunk option", 5, 0);
    }
    layers_read_convolution(reader, FEATURE_PLANES, width, &model->first);
    layers_read_matrix(reader, FEATURE_GLOBALS, width, &model->globals);
    if (model->has_encoder) {
        read_encoder(reader, width, &model->encoder);
    }
    model->blocks = read_blocks(reader, width, model->block_count, 1);
    if (has_rms_tip) {
        read_rms_tip(reader, width, model);
    } else {
        layers_read_norm(reader, width, &model->tip);
    }
}

/* ---- Heads ---- */

/* From version 17 on the file says the number of channels. */
static int read_policy_channels(ModelReader *reader) {
    const int version = reader->model->version;
    if (version < 17) {
        return version < 12 ? 1 : version < 16 ? 2 : 4;
    }
    const int channels = scanner_read_integer(&reader->scanner, "policy channels", 2, 4);
    if (channels == 3) {
        scanner_fail(&reader->scanner, "3 policy channels, not 2 or 4");
    }
    layers_skip_integers(reader, "unknown policy option", 3, 0);
    return channels;
}

static void read_policy_head(ModelReader *reader) {
    PolicyHead *head = &reader->model->policy;
    const int width = reader->model->first.out;
    Dense *pass = &head->pass_first;
    scanner_read_part(&reader->scanner);
    head->channels = read_policy_channels(reader);
    layers_read_convolution(reader, width, LAYERS_ANY, &head->own);
    layers_read_convolution(reader, width, LAYERS_ANY, &head->pooled);
    const int pooled = 3 * head->pooled.out;
    layers_read_norm(reader, head->pooled.out, &head->pooled_norm);
    layers_read_matrix(reader, pooled, head->own.out, &head->pooled_matrix);
    layers_read_norm(reader, head->own.out, &head->norm);
    layers_read_convolution(reader, head->own.out, head->channels, &head->out);
    if (reader->model->version < 15) {
        layers_read_matrix(reader, pooled, head->channels, &pass->matrix);
    } else {
        layers_read_dense(reader, pooled, LAYERS_ANY, pass);
        layers_read_matrix(reader, pass->matrix.out, head->channels, &head->pass_second);
    }
}

static void read_value_head(ModelReader *reader) {
    ValueHead *head = &reader->model->value;
    const int version = reader->model->version;
    scanner_read_part(&reader->scanner);
    if (version >= 17) {
        layers_skip_integers(reader, "unknown value option", 3, 0);
    }
    layers_read_convolution(reader, reader->model->first.out, LAYERS_ANY, &head->own);
    const int own = head->own.out;
    layers_read_norm(reader, own, &head->norm);
    layers_read_dense(reader, 3 * own, LAYERS_ANY, &head->hidden);
    const int hidden = head->hidden.matrix.out;
    layers_read_biased(reader, hidden, 3, &head->value);
    layers_read_biased(reader, hidden, version < 9 ? 4 : MODEL_SCORES_MAX, &head->scores);
    layers_read_convolution(reader, own, 1, &head->ownership);
}

/* ---- Header ---- */

static void read_model_name(ModelReader *reader) {
    char *name = reader->model->name;
    scanner_read_word(&reader->scanner, name);
    const size_t good =
        strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (name[good] != '\0') {
        scanner_fail(&reader->scanner, "not a network: its name has a '%c'", name[good]);
    }
}

static void read_multipliers(ModelReader *reader) {
    Multipliers *m = &reader->model->multipliers;
    double ignored; /* KataGo's tdScoreMultiplier: training only */
    *m = (Multipliers){20, 20, 20, 40, 0.25, 30};
    double *const values[] = {&ignored,          &m->score_mean,    &m->score_deviation, &m->lead,
                              &m->variance_time, &m->winloss_error, &m->score_error};
    for (size_t i = 0; reader->model->version >= 13 && i < sizeof values / sizeof values[0]; i++) {
        *values[i] = scanner_read_positive(&reader->scanner, "output multiplier");
    }
}

/* The header's slots D to H. */
static void refuse_unknown_options(ModelReader *reader) {
    char what[] = "header slot D (unused up to KataGo 1.18, perhaps not in a later version)";
    for (char *slot = strchr(what, 'D'); *slot <= 'H'; ++*slot) {
        scanner_read_integer(&reader->scanner, what, 0, 0);
    }
}

static void read_model_header(ModelReader *reader) {
    Scanner *scanner = &reader->scanner;
    Model *model = reader->model;
    read_model_name(reader);
    model->version =
        scanner_read_integer(scanner, "model version", MODEL_VERSION_MIN, MODEL_VERSION_MAX);
    scanner_read_integer(scanner, "number of input planes", FEATURE_PLANES, FEATURE_PLANES);
    scanner_read_integer(scanner, "number of global inputs", FEATURE_GLOBALS, FEATURE_GLOBALS);
    read_multipliers(reader);
    if (model->version >= 15) {
        model->has_encoder = scanner_read_integer(scanner, "metadata encoder", 0, 1) != 0;
        model->life_by_suicide = scanner_read_integer(scanner, "flag of suicide", 0, 1) != 0;
        model->excludes_atari =
            scanner_read_integer(scanner, "flag of territory beside atari", 0, 1) != 0;
        refuse_unknown_options(reader);
    }
}

static Model *read_expanded(uint8_t *bytes, size_t length, Status *status) {
    ModelReader reader = {.scanner = {.bytes = bytes, .length = length, .status = status}};
    reader.model = calloc(1, sizeof *reader.model);
    if (reader.model == NULL) {
        scanner_fail(&reader.scanner, "out of memory");
        free(bytes);
        return NULL;
    }
    reader.model->bytes = bytes;
    read_model_header(&reader);
    read_trunk(&reader);
    read_policy_head(&reader);
    read_value_head(&reader);
    scanner_expect_end(&reader.scanner);
    if (reader.scanner.failed) {
        model_free(reader.model);
        return NULL;
    }
    return reader.model;
}

Model *model_read_own(uint8_t *bytes, size_t length, Status *status) {
    if (!compact_is_compact(bytes, length)) {
        return read_expanded(bytes, length, status);
    }
    uint8_t *expanded = compact_expand(bytes, length, &length, status);
    free(bytes);
    return expanded != NULL ? read_expanded(expanded, length, status) : NULL;
}

Model *model_read(const uint8_t *bytes, size_t length, Status *status) {
    uint8_t *copy = malloc(length + 1);
    if (copy == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    memcpy(copy, bytes, length);
    Model *model = model_read_own(copy, length, status);
    if (model != NULL) {
        model->checksum = checksum_of(bytes, length);
    }
    return model;
}

void model_release(Model *model, const float *weights, size_t count) {
    uint8_t *begin = model->bytes + ((const uint8_t *)weights - model->bytes);
    pages_forget(begin, count * sizeof *weights);
}

void model_free(Model *model) {
    if (model != NULL) {
        layers_free(model);
        free(model->bytes);
        free(model);
    }
}
