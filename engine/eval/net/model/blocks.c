#include "engine/eval/net/model/blocks.h"

#include <math.h>

/* ---- Convolutions ---- */

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
        block->inner = blocks_read(reader, first->out, block->inner_count, depth + 1);
    }
    layers_read_norm(reader, first->out, &block->second_norm);
    layers_read_convolution(reader, first->out, width, second);
}

/* ---- Transformers ---- */

static void read_heads(ModelReader *reader, Attention *attention) {
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
            scanner_fail(&reader->scanner, "theta is too near to 0");
        }
    }
    attention->frequencies = frequencies;
}

static void read_attention(ModelReader *reader, int width, Attention *attention) {
    Scanner *scanner = &reader->scanner;
    read_heads(reader, attention);
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

static void read_block(ModelReader *reader, int width, int depth, Block *block) {
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

Block *blocks_read(ModelReader *reader, int width, int count, int depth) {
    reader->block_count += count;
    if (depth > MODEL_DEPTH_MAX) {
        scanner_fail(&reader->scanner, "blocks more than %d deep", MODEL_DEPTH_MAX);
    } else if (reader->block_count > MODEL_BLOCKS_MAX) {
        scanner_fail(&reader->scanner, "more than %d blocks", MODEL_BLOCKS_MAX);
    }
    Block *blocks = layers_allocate(reader, (size_t)count, sizeof *blocks);
    for (int i = 0; !reader->scanner.failed && i < count; i++) {
        read_block(reader, width, depth, &blocks[i]);
    }
    return blocks;
}
