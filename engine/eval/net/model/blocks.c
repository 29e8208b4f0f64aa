#include "engine/eval/net/model/blocks.h"

#include <math.h>
#include <string.h>

/* ---- Convolutions ---- */

static bool read_pooling_part(ModelReader *reader, int width, Block *block) {
    return layers_read_convolution(reader, width, LAYERS_ANY, &block->pooled) &&
           layers_read_norm(reader, block->pooled.out, &block->pooled_norm) &&
           layers_read_matrix(reader, 3 * block->pooled.out, block->first.out,
                              &block->pooled_matrix);
}

static bool read_bottleneck_count(ModelReader *reader, Block *block) {
    return scanner_read_integer(&reader->scanner, "number of inner blocks", 1, MODEL_BLOCKS_MAX,
                                &block->inner_count);
}

static bool read_block_begin(ModelReader *reader, int width, Block *block) {
    return layers_read_norm(reader, width, &block->first_norm) &&
           layers_read_convolution(reader, width, LAYERS_ANY, &block->first);
}

static bool read_block_end(ModelReader *reader, int width, Block *block) {
    const Convolution *first = &block->first, *pooled = &block->pooled, *second = &block->second;
    const int kernel = first->kernel > pooled->kernel ? first->kernel : pooled->kernel;
    return layers_read_norm(reader, first->out, &block->second_norm) &&
           layers_read_convolution(reader, first->out, width, &block->second) &&
           layers_note_padded(reader, kernel, width, first->out) &&
           layers_note_padded(reader, kernel, width, pooled->out) &&
           layers_note_padded(reader, second->kernel, second->in, second->out);
}

/* ---- Attention ---- */

static bool read_heads(ModelReader *reader, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    const int most = MODEL_CHANNELS_MAX;
    if (!scanner_read_integer(scanner, "number of heads", 1, most, &attention->heads) ||
        !scanner_read_integer(scanner, "number of key-value heads", 1, attention->heads,
                              &attention->key_heads) ||
        !scanner_read_integer(scanner, "size of a query", 1, most, &attention->query_size) ||
        !scanner_read_integer(scanner, "size of a value", 1, most, &attention->value_size)) {
        return false;
    }
    const int heads = attention->heads, key_heads = attention->key_heads;
    const int larger = attention->query_size > attention->value_size ? attention->query_size
                                                                     : attention->value_size;
    if (heads % key_heads != 0) {
        return scanner_fail(scanner, "%d heads share %d key-value heads", heads, key_heads);
    }
    layers_note_channels(reader, heads * larger);
    if (heads * larger > most) {
        return scanner_fail(scanner, "%d heads of %d channels are more than %d", heads, larger,
                            most);
    }
    const int padded = model_padded(larger, MODEL_HEAD);
    return heads * padded <= most || padded <= MODEL_PADDED_MAX * larger ||
           scanner_fail(scanner, "%d heads of %d channels, padded to %d, are more than %d", heads,
                        larger, padded, most);
}

/* Notes the matrices as evaluators keep them: each head padded. */
static bool note_heads(ModelReader *reader, int width, const Attention *attention) {
    const int query = model_padded(attention->query_size, MODEL_HEAD);
    const int value = model_padded(attention->value_size, MODEL_HEAD);
    return layers_note_padded(reader, 1, width, attention->heads * query) &&
           layers_note_padded(reader, 1, width, attention->key_heads * query) &&
           layers_note_padded(reader, 1, width, attention->key_heads * value) &&
           layers_note_padded(reader, 1, attention->heads * value, width);
}

static bool read_learned_frequencies(ModelReader *reader, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    const int key_heads = attention->key_heads, pairs = attention->query_size / 2;
    int ignored;
    if (!scanner_read_part(scanner) ||
        !scanner_read_integer(scanner, "number of key-value heads", key_heads, key_heads,
                              &ignored) ||
        !scanner_read_integer(scanner, "number of pairs", pairs, pairs, &ignored) ||
        !scanner_read_integer(scanner, "number of directions", 2, 2, &ignored)) {
        return false;
    }
    attention->frequencies = layers_read_floats(reader, (size_t)key_heads * (size_t)pairs * 2);
    return attention->frequencies != NULL;
}

/* Writes fixed frequencies as if they had been learned. The first quarter of a head's channels, in
 * whole pairs, turns by the row, all other pairs by the column, from one radian for each point down
 * to nearly 1 / theta. */
static bool fix_frequencies(ModelReader *reader, double theta, Attention *attention) {
    const int size = attention->query_size, pairs = size / 2, rows = size / 4;
    float *frequencies =
        layers_allocate(reader, (size_t)attention->key_heads * (size_t)pairs * 2, sizeof(float));
    for (int i = 0; frequencies != NULL && i < attention->key_heads * pairs; i++) {
        const int pair = i % pairs;
        const bool by_row = pair < rows;
        const int rank = by_row ? pair : pair - rows;
        const float frequency = (float)pow(theta, -4.0 * rank / size);
        frequencies[2 * i + by_row] = frequency;
        if (!isfinite(frequency)) {
            return scanner_fail(&reader->scanner, "theta is too near to 0");
        }
    }
    attention->frequencies = frequencies;
    return frequencies != NULL;
}

static bool read_fixed_frequencies(ModelReader *reader, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    double theta;
    return scanner_read_part(scanner) && scanner_read_real(scanner, "theta", &theta) &&
           (theta > 0 || scanner_fail(scanner, "theta is not positive")) &&
           fix_frequencies(reader, theta, attention);
}

static bool read_attention(ModelReader *reader, int width, Attention *attention) {
    int turns, is_learned;
    if (!read_heads(reader, attention) ||
        !scanner_read_integer(&reader->scanner, "flag of rotation", 0, 1, &turns) ||
        !scanner_read_integer(&reader->scanner, "flag of learned rotation", 0, 1, &is_learned)) {
        return false;
    }
    if (turns && attention->query_size % 2 != 0) {
        return scanner_fail(&reader->scanner, "queries of %d channels are no pairs",
                            attention->query_size);
    }
    const int queries = attention->heads * attention->query_size;
    const int keys = attention->key_heads * attention->query_size;
    const int values = attention->key_heads * attention->value_size;
    return layers_read_rms_norm(reader, width, &attention->norm) &&
           layers_read_matrix(reader, width, queries, &attention->queries) &&
           layers_read_matrix(reader, width, keys, &attention->keys) &&
           layers_read_matrix(reader, width, values, &attention->values) &&
           layers_read_matrix(reader, attention->heads * attention->value_size, width,
                              &attention->out) &&
           note_heads(reader, width, attention) &&
           (!turns || (is_learned ? read_learned_frequencies(reader, attention)
                                  : read_fixed_frequencies(reader, attention)));
}

static bool read_feed_forward(ModelReader *reader, int width, FeedForward *block) {
    int ignored, hidden, is_gated;
    if (!layers_read_channels(reader, "channels", width, &ignored) ||
        !layers_read_channels(reader, "hidden channels", LAYERS_ANY, &hidden) ||
        !scanner_read_integer(&reader->scanner, "flag of gate", 0, 1, &is_gated)) {
        return false;
    }
    if (!is_gated) { /* the file does not say which activation to use */
        return scanner_fail(&reader->scanner, "feed-forward without a gate is not supported");
    }
    layers_note_channels(reader, hidden);
    return layers_read_rms_norm(reader, width, &block->norm) &&
           layers_read_matrix(reader, width, hidden, &block->hidden) &&
           layers_read_matrix(reader, width, hidden, &block->gate) &&
           layers_read_matrix(reader, hidden, width, &block->out) &&
           layers_note_padded(reader, 1, width, hidden) &&
           layers_note_padded(reader, 1, width, hidden) &&
           layers_note_padded(reader, 1, hidden, width);
}

/* ---- All kinds ---- */

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
               blocks_read(reader, block->first.out, block->inner_count, depth + 1,
                           &block->inner) &&
               read_block_end(reader, width, block);
    case BLOCK_ATTENTION:
        return read_attention(reader, width, &block->attention);
    case BLOCK_FEED_FORWARD:
        return read_feed_forward(reader, width, &block->feed_forward);
    }
    return false; /* not reached: read_block_kind returns only these */
}

static bool read_block_kind(ModelReader *reader, BlockKind *kind) {
    static const char *const NAMES[] = {[BLOCK_ORDINARY] = "ordinary_block",
                                        [BLOCK_POOLING] = "gpool_block",
                                        [BLOCK_BOTTLENECK] = "nested_bottleneck_block",
                                        [BLOCK_ATTENTION] = "transformer_attention_block",
                                        [BLOCK_FEED_FORWARD] = "transformer_ffn_block"};
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

bool blocks_read(ModelReader *reader, int width, int count, int depth, Block **blocks) {
    if (depth > MODEL_DEPTH_MAX) {
        return scanner_fail(&reader->scanner, "blocks more than %d deep", MODEL_DEPTH_MAX);
    }
    reader->block_count += count;
    if (reader->block_count > MODEL_BLOCKS_MAX) {
        return scanner_fail(&reader->scanner, "more than %d blocks", MODEL_BLOCKS_MAX);
    }
    *blocks = layers_allocate(reader, (size_t)count, sizeof **blocks);
    for (int i = 0; *blocks != NULL && i < count; i++) {
        Block *block = &(*blocks)[i];
        if (!read_block_kind(reader, &block->kind) || !scanner_read_part(&reader->scanner) ||
            !read_block(reader, width, depth, block)) {
            return false;
        }
    }
    return *blocks != NULL;
}
