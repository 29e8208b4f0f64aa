#include "engine/eval/net/fast/attention_layer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Panels of queries that are multiplied together. */
enum { QUERY_PANELS = KERNELS_CHUNK };

/* Values up to this are taken for 0: their steps would not be normal floats. */
static const float RANGE_MIN = 1e-30F;

_Static_assert(MODEL_HEAD == 2 * KERNELS_PANEL, "each half of a head, of pairs, is whole panels");

/* A head's channels are padded so that each half of them, of pairs, is whole panels. */
static int padded_size(int size) {
    return model_padded(size, MODEL_HEAD);
}

static int panels_for(int columns) {
    return (columns + KERNELS_PANEL - 1) / KERNELS_PANEL;
}

/* ---- Making ---- */

/* Where a channel goes if heads of that size are padded. The first ones of pairs come first. */
static int place_channel(int channel, int size, bool are_pairs) {
    const int head = channel / size, c = channel % size, padded = padded_size(size);
    return head * padded + (are_pairs ? c / 2 + c % 2 * (padded / 2) : c);
}

float *attention_layer_arrange(const Attention *block, AttentionMatrix which, Matrix *arranged) {
    const Matrix *const matrices[ATTENTION_MATRICES] = {&block->queries, &block->keys,
                                                        &block->values, &block->out};
    const Matrix *matrix = matrices[which];
    const bool is_out = which == ATTENTION_OUT, are_queries_or_keys = which <= ATTENTION_KEYS;
    const bool are_pairs = are_queries_or_keys && block->frequencies != NULL;
    const int size = are_queries_or_keys ? block->query_size : block->value_size;
    const int padded = (is_out ? matrix->in : matrix->out) / size * padded_size(size);
    const float factor = which == ATTENTION_QUERIES ? 1 / sqrtf((float)size) : 1;
    *arranged = *matrix;
    *(is_out ? &arranged->in : &arranged->out) = padded;
    float *weights = calloc((size_t)arranged->in * (size_t)arranged->out, sizeof *weights);
    arranged->weights = weights;
    for (int i = 0; weights != NULL && i < matrix->in; i++) {
        const int row = is_out ? place_channel(i, size, false) : i;
        for (int o = 0; o < matrix->out; o++) {
            const int column = is_out ? o : place_channel(o, size, are_pairs);
            weights[(size_t)row * (size_t)arranged->out + (size_t)column] =
                matrix->weights[(size_t)i * (size_t)matrix->out + (size_t)o] * factor;
        }
    }
    return weights;
}

/* Cosines and sines for each line or column: axis 0 for x, 1 for y. Those of pairs that pad
 * a head are never multiplied by anything but 0. */
static float *make_rotation_table(const Attention *block, int lines, int axis) {
    const int pairs = block->query_size / 2, padded = padded_size(block->query_size) / 2;
    const int keys = block->key_heads;
    float *table = calloc((size_t)lines * (size_t)keys * (size_t)padded * 2, sizeof *table),
          *to = table;
    for (int line = 0; table != NULL && line < lines; line++) {
        for (int key = 0; key < keys; key++, to += 2 * padded) {
            for (int p = 0; p < pairs; p++) {
                const double angle =
                    line * (double)block->frequencies[(key * pairs + p) * 2 + axis];
                to[p] = (float)cos(angle);
                to[padded + p] = (float)sin(angle);
            }
        }
    }
    return table;
}

/* The pieces of the scratch memory. Numbers are of the layer's element, sums words. */
enum {
    INVERSE_SCALES, /* [channel] of a head: all the same floats */
    NUMBERS,        /* [cell][channel] of its queries or values */
    KEYS,           /* [cell][channel] of its keys */
    QUERIES,        /* [panel of cells][word of channels][KERNELS_PANEL] */
    VALUES,         /* [word of cells][channel] of its values */
    SUMS,           /* [cell][panel of queries][KERNELS_PANEL] words */
    WEIGHTS,        /* [panel of queries][word of cells][KERNELS_PANEL] */
    COLUMNS,        /* [channel][panel of queries][KERNELS_PANEL] words of the result */
    RESULTS,        /* [query][channel] words of it */
    SCRATCH_PIECES
};

/* Returns the bytes that it takes; memory may be NULL. */
static size_t lay_out(const AttentionLayer *layer, char *memory, char *pieces[SCRATCH_PIECES]) {
    const size_t cells = (size_t)panels_for(layer->cells) * KERNELS_PANEL;
    const size_t query = (size_t)layer->query_size, value = (size_t)layer->value_size;
    const size_t larger = query > value ? query : value;
    const size_t queries = (size_t)QUERY_PANELS * KERNELS_PANEL;
    const size_t floats[SCRATCH_PIECES] = {larger,          cells * larger,  cells * query,
                                           cells * query,   cells * value,   cells * queries,
                                           cells * queries, value * queries, value * queries};
    size_t used = 0;
    for (size_t i = 0; i < SCRATCH_PIECES; i++) {
        pieces[i] = memory != NULL ? memory + used : NULL;
        used += kernels_aligned(floats[i] * sizeof(float));
    }
    return used;
}

bool attention_layer_init(AttentionLayer *layer, const Attention *block, Element element, int width,
                          int height) {
    const int query_size = padded_size(block->query_size);
    const int value_size = padded_size(block->value_size);
    const int keys = block->heads * query_size, values = keys + block->key_heads * query_size;
    char *ignored[SCRATCH_PIECES];
    *layer = (AttentionLayer){.block = block,
                              .element = element == ELEMENT_F32 ? ELEMENT_F32 : ELEMENT_S16,
                              .width = width,
                              .cells = width * height,
                              .query_size = query_size,
                              .value_size = value_size,
                              .keys = keys,
                              .values = values,
                              .channels = values + block->key_heads * value_size,
                              .out_channels = block->heads * value_size};
    layer->scratch_bytes = lay_out(layer, NULL, ignored);
    if (block->frequencies == NULL) {
        return true;
    }
    layer->across = make_rotation_table(block, width, 0);
    layer->down = make_rotation_table(block, height, 1);
    return layer->across != NULL && layer->down != NULL;
}

void attention_layer_clear(AttentionLayer *layer) {
    free(layer->across);
    free(layer->down);
    *layer = (AttentionLayer){0};
}

/* ---- Running ---- */

/* Rotates all queries and keys. */
static void rotate(const AttentionLayer *layer, const Kernels *kernels, float *from) {
    const int tables = layer->block->key_heads, pairs = layer->query_size / 2;
    for (int cell = 0; cell < layer->cells; cell++, from += layer->channels) {
        const float *across = layer->across + cell % layer->width * tables * 2 * pairs;
        const float *down = layer->down + cell / layer->width * tables * 2 * pairs;
        kernels->rotate(from, layer->block->heads, tables, pairs, across, down);
        kernels->rotate(from + layer->keys, tables, tables, pairs, across, down);
    }
}

typedef struct {
    const AttentionLayer *layer;
    const Kernels *kernels;
    char *pieces[SCRATCH_PIECES];
    float query_step, key_step, value_step;
} Head;

/* Copies a head's channels of all cells, as steps of which the greatest value takes `most` unless
 * they are floats. Returns the step. */
static float copy_head(const Head *head, const float *from, int size, float most, char *to) {
    const AttentionLayer *layer = head->layer;
    const size_t stride = (size_t)layer->channels;
    OutputStage output_stage = {.activation = ACTIVATION_IDENTITY, .element = layer->element};
    float step = 1;
    if (layer->element != ELEMENT_F32) {
        const float greatest = head->kernels->greatest(from, stride, layer->cells, size);
        step = greatest > RANGE_MIN ? greatest / most : 1;
        float *inverse_scales = (float *)(void *)head->pieces[INVERSE_SCALES];
        for (int c = 0; c < size; c++) {
            inverse_scales[c] = 1 / step;
        }
        output_stage.inverse_scale = inverse_scales;
        output_stage.least = -most;
        output_stage.most = most;
    }
    head->kernels->apply(&output_stage, from, stride, layer->cells, size, to);
    return step;
}

/* The greatest step of queries and keys with which no sum of products can exceed 32 bits. */
static float key_most(const AttentionLayer *layer) {
    return (float)fmin(floor(sqrt((double)(INT32_MAX / layer->query_size))), INT16_MAX);
}

static int words_of(const AttentionLayer *layer, int numbers) {
    const int bytes = (int)element_bytes(layer->element);
    return (numbers * bytes + KERNELS_WORD - 1) / KERNELS_WORD;
}

/* Reads a head's keys and values. */
static void read_keys(Head *head, const float *from, int key) {
    const AttentionLayer *layer = head->layer;
    char *const *pieces = head->pieces;
    const int query_size = layer->query_size, value_size = layer->value_size;
    head->key_step = copy_head(head, from + layer->keys + key * query_size, query_size,
                               key_most(layer), pieces[KEYS]);
    const int most = INT32_MAX / KERNELS_WEIGHT_MOST / layer->cells; /* of what weights multiply */
    head->value_step = copy_head(head, from + layer->values + key * value_size, value_size,
                                 fminf((float)most, INT16_MAX), pieces[NUMBERS]);
    head->kernels->pair_rows(layer->element, pieces[NUMBERS], layer->cells, value_size,
                             pieces[VALUES]);
}

/* Reads a head's queries, panel by panel. What is left of the last one is not set. */
static void read_queries(Head *head, const float *from) {
    const AttentionLayer *layer = head->layer;
    const int words = words_of(layer, layer->query_size);
    const size_t panel_bytes = (size_t)words * KERNELS_PANEL * KERNELS_WORD;
    head->query_step =
        copy_head(head, from, layer->query_size, key_most(layer), head->pieces[NUMBERS]);
    for (int panel = 0; panel < panels_for(layer->cells); panel++) {
        const int rest = layer->cells - panel * KERNELS_PANEL;
        head->kernels->transpose(head->pieces[NUMBERS] + (size_t)panel * panel_bytes, (size_t)words,
                                 rest < KERNELS_PANEL ? rest : KERNELS_PANEL, words,
                                 head->pieces[QUERIES] + (size_t)panel * panel_bytes,
                                 KERNELS_PANEL);
    }
}

/* sums[row][panel] = rows * the packed panels. */
static void multiply_panels(const Head *head, int panels, Product product) {
    static const int32_t WHOLE_ROW[1] = {0};
    product.element = head->layer->element;
    product.panels = panels;
    product.taps = 1;
    product.tap = WHOLE_ROW;
    product.next = product.weights;
    product.sums_row = (size_t)panels * KERNELS_PANEL;
    product.sums_panel = KERNELS_PANEL;
    head->kernels->multiply(&product);
}

/* Computes attention for some panels of queries: products with lanes for queries, so that a softmax
 * needs no sums across lanes. `factors` is where the epilogue reads them. */
static void attend_panels(const Head *head, int index, int begin, int panels,
                          const Epilogue *epilogue, float *factors) {
    const AttentionLayer *layer = head->layer;
    char *const *pieces = head->pieces;
    const int value_size = layer->value_size, columns = panels * KERNELS_PANEL;
    const int query_words = words_of(layer, layer->query_size);
    const int cell_words = words_of(layer, layer->cells);
    const size_t panel_bytes = (size_t)KERNELS_PANEL * KERNELS_WORD;
    const int rest = layer->cells - begin * KERNELS_PANEL,
              queries = rest < columns ? rest : columns;
    multiply_panels(
        head, panels,
        (Product){.rows = layer->cells,
                  .steps = query_words,
                  .in = pieces[KEYS],
                  .row_bytes = (size_t)query_words * KERNELS_WORD,
                  .step_bytes = KERNELS_WORD,
                  .weights = pieces[QUERIES] + (size_t)(begin * query_words) * panel_bytes,
                  .sums = pieces[SUMS]});
    for (int panel = 0; panel < panels; panel++) {
        head->kernels->weigh(layer->element, pieces[SUMS] + (size_t)panel * panel_bytes,
                             layer->cells, (size_t)columns, head->query_step * head->key_step,
                             pieces[WEIGHTS] + (size_t)(panel * cell_words) * panel_bytes,
                             factors + panel * KERNELS_PANEL);
    }
    multiply_panels(head, panels,
                    (Product){.rows = value_size,
                              .steps = cell_words,
                              .in = pieces[VALUES],
                              .row_bytes = KERNELS_WORD,
                              .step_bytes = (size_t)value_size * KERNELS_WORD,
                              .weights = pieces[WEIGHTS],
                              .sums = pieces[COLUMNS]});
    head->kernels->transpose(pieces[COLUMNS], (size_t)columns, value_size, queries, pieces[RESULTS],
                             (size_t)value_size);
    for (int i = 0; i < queries; i++) {
        factors[i] *= head->value_step;
    }
    head->kernels->finish(epilogue, pieces[RESULTS], layer->element == ELEMENT_F32,
                          begin * KERNELS_PANEL, queries, index * value_size, value_size);
}

void attention_layer_run(const AttentionLayer *layer, const Kernels *kernels, float *from,
                         const OutputStage *output_stage, void *to, void *memory) {
    const int heads = layer->block->heads, group = heads / layer->block->key_heads;
    const int panels = panels_for(layer->cells);
    float factors[QUERY_PANELS * KERNELS_PANEL];
    const Epilogue epilogue = {.channels = layer->out_channels,
                               .factors = factors,
                               .output_stage = *output_stage,
                               .to = to};
    Head head = {.layer = layer, .kernels = kernels};
    lay_out(layer, memory, head.pieces);
    if (layer->across != NULL) {
        rotate(layer, kernels, from);
    }
    for (int i = 0; i < heads; i++) {
        if (i % group == 0) {
            read_keys(&head, from, i / group);
        }
        read_queries(&head, from + i * layer->query_size);
        for (int begin = 0; begin < panels; begin += QUERY_PANELS) {
            const int rest = panels - begin;
            attend_panels(&head, i, begin, rest < QUERY_PANELS ? rest : QUERY_PANELS, &epilogue,
                          factors);
        }
    }
}
