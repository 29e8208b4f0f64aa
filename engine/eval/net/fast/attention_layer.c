#include "engine/eval/net/fast/attention_layer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The cells whose queries are multiplied together, at most. Measured: 8% more evaluations than with
 * 18, whose weights would fit the nearest cache. */
enum { ROWS = 45 };

/* Values that are never more than this are taken for 0. The steps that they would get are no
 * floats. */
static const float RANGE_MIN = 1e-30F;

_Static_assert(MODEL_HEAD == 2 * KERNELS_PANEL, "each half of a head, of pairs, is whole panels");

/* A head's channels are filled up so that each half of them, of pairs, is whole panels. */
static int filled_size(int size) {
    return model_padded(size, MODEL_HEAD);
}

static int panels_for(int columns) {
    return (columns + KERNELS_PANEL - 1) / KERNELS_PANEL;
}

/* ---- Making ---- */

/* Where a channel goes if heads of that size are filled up. The first ones of pairs come first. */
static int place_channel(int channel, int size, bool are_pairs) {
    const int head = channel / size, c = channel % size, filled = filled_size(size);
    return head * filled + (are_pairs ? c / 2 + c % 2 * (filled / 2) : c);
}

static const Matrix *find_matrix(const Attention *layer, AttentionMatrix which) {
    const Matrix *const matrices[ATTENTION_MATRICES] = {&layer->queries, &layer->keys,
                                                        &layer->values, &layer->out};
    return matrices[which];
}

float *attention_layer_arrange(const Attention *layer, AttentionMatrix which, Matrix *arranged) {
    const Matrix *matrix = find_matrix(layer, which);
    const bool is_out = which == ATTENTION_OUT;
    const bool are_turned = which <= ATTENTION_KEYS;
    const bool are_pairs = are_turned && layer->frequencies != NULL;
    const int size = are_turned ? layer->query_size : layer->value_size;
    const int filled = (is_out ? matrix->in : matrix->out) / size * filled_size(size);
    const float factor = which == ATTENTION_QUERIES ? 1 / sqrtf((float)size) : 1;
    *arranged = *matrix;
    *(is_out ? &arranged->in : &arranged->out) = filled;
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

/* Cosines and sines for each line or column: axis 0 for x, 1 for y. Those of pairs that fill up
 * a head are never multiplied by anything but 0. */
static float *make_table(const Attention *layer, int lines, int axis) {
    const int pairs = layer->query_size / 2, filled = filled_size(layer->query_size) / 2;
    const int keys = layer->key_heads;
    float *table = calloc((size_t)lines * (size_t)keys * (size_t)filled * 2, sizeof *table),
          *to = table;
    for (int line = 0; table != NULL && line < lines; line++) {
        for (int key = 0; key < keys; key++, to += 2 * filled) {
            for (int p = 0; p < pairs; p++) {
                const double angle =
                    line * (double)layer->frequencies[(key * pairs + p) * 2 + axis];
                to[p] = (float)cos(angle);
                to[filled + p] = (float)sin(angle);
            }
        }
    }
    return table;
}

/* Scratch memory, in this order. Numbers are of the attention_layer's element, sums words. */
typedef struct {
    float *inverse_scales; /* [channel] of a head: all the same */
    char *queries;         /* [cell][channel] of it */
    char *rows;            /* the same of its keys or values, before they are packed */
    char *keys;            /* [panel of cells][word of channels][16] */
    char *values;          /* [panel of channels][word of cells][16] */
    char *weights;         /* [cell of a block][panel of cells][16] words */
    char *sums;            /* [cell of a block][panel of channels][16] words */
} Scratch;

static size_t lay_out(const AttentionLayer *attention_layer, char *memory, Scratch *scratch) {
    const size_t cells = (size_t)panels_for(attention_layer->cells) * KERNELS_PANEL;
    const size_t query = (size_t)attention_layer->query_size,
                 value = (size_t)attention_layer->value_size;
    const size_t larger = query > value ? query : value;
    const size_t floats[] = {larger,        cells * query, cells * larger, cells * query,
                             cells * value, ROWS * cells,  ROWS * value};
    char *pieces[sizeof floats / sizeof floats[0]];
    size_t used = 0;
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        pieces[i] = memory != NULL ? memory + used : NULL;
        used += kernels_aligned(floats[i] * sizeof(float));
    }
    *scratch = (Scratch){(float *)(void *)pieces[0],
                         pieces[1],
                         pieces[2],
                         pieces[3],
                         pieces[4],
                         pieces[5],
                         pieces[6]};
    return used;
}

bool attention_layer_init(AttentionLayer *attention_layer, const Attention *layer, Element element,
                          int width, int height) {
    Scratch ignored;
    *attention_layer =
        (AttentionLayer){.layer = layer,
                         .element = element == ELEMENT_F32 ? ELEMENT_F32 : ELEMENT_S16,
                         .width = width,
                         .cells = width * height,
                         .query_size = filled_size(layer->query_size),
                         .value_size = filled_size(layer->value_size)};
    attention_layer->keys = layer->heads * attention_layer->query_size;
    attention_layer->values =
        attention_layer->keys + layer->key_heads * attention_layer->query_size;
    attention_layer->channels =
        attention_layer->values + layer->key_heads * attention_layer->value_size;
    attention_layer->out_channels = layer->heads * attention_layer->value_size;
    attention_layer->scratch_bytes = lay_out(attention_layer, NULL, &ignored);
    if (layer->frequencies == NULL) {
        return true;
    }
    attention_layer->across = make_table(layer, width, 0);
    attention_layer->down = make_table(layer, height, 1);
    return attention_layer->across != NULL && attention_layer->down != NULL;
}

void attention_layer_clear(AttentionLayer *attention_layer) {
    free(attention_layer->across);
    free(attention_layer->down);
    *attention_layer = (AttentionLayer){0};
}

/* ---- Running ---- */

/* Turns all queries and keys. */
static void turn(const AttentionLayer *attention_layer, const Kernels *kernels, float *from) {
    const int tables = attention_layer->layer->key_heads, pairs = attention_layer->query_size / 2;
    for (int cell = 0; cell < attention_layer->cells; cell++, from += attention_layer->channels) {
        const float *across =
            attention_layer->across + cell % attention_layer->width * tables * 2 * pairs;
        const float *down =
            attention_layer->down + cell / attention_layer->width * tables * 2 * pairs;
        kernels->rotate(from, attention_layer->layer->heads, tables, pairs, across, down);
        kernels->rotate(from + attention_layer->keys, tables, tables, pairs, across, down);
    }
}

/* sums[row][panel] = rows * the packed panels. */
static void multiply(const Kernels *kernels, const Product *whole) {
    static const int32_t WHOLE_ROW[1] = {0};
    const size_t panel_bytes = (size_t)whole->steps * KERNELS_PANEL * KERNELS_WORD;
    Product product = *whole;
    product.taps = 1;
    product.tap = WHOLE_ROW;
    product.next = whole->weights;
    product.sums_row = (size_t)whole->panels * KERNELS_PANEL;
    product.sums_panel = KERNELS_PANEL;
    for (int panel = 0; panel < whole->panels; panel += KERNELS_CHUNK) {
        const int rest = whole->panels - panel;
        product.panels = rest < KERNELS_CHUNK ? rest : KERNELS_CHUNK;
        product.weights = (const char *)whole->weights + (size_t)panel * panel_bytes;
        product.sums = (char *)whole->sums + panel * KERNELS_PANEL * KERNELS_WORD;
        kernels->multiply(&product);
    }
}

/* A query head at work. */
typedef struct {
    const AttentionLayer *attention_layer;
    const Kernels *kernels;
    Scratch scratch;
    float query_step, key_step, value_step;
} Head;

/* Copies a head's channels of all cells, as steps of which the greatest value takes `most` unless
 * they are floats. Returns the step. */
static float copy_head(const Head *head, const float *from, int size, float most, char *to) {
    const AttentionLayer *attention_layer = head->attention_layer;
    const size_t stride = (size_t)attention_layer->channels;
    OutputStage output_stage = {.activation = ACTIVATION_IDENTITY,
                                .element = attention_layer->element};
    float step = 1;
    if (attention_layer->element != ELEMENT_F32) {
        const float greatest = head->kernels->greatest(from, stride, attention_layer->cells, size);
        step = greatest > RANGE_MIN ? greatest / most : 1;
        for (int c = 0; c < size; c++) {
            head->scratch.inverse_scales[c] = 1 / step;
        }
        output_stage.inverse_scale = head->scratch.inverse_scales;
        output_stage.least = -most;
        output_stage.most = most;
    }
    head->kernels->apply(&output_stage, from, stride, attention_layer->cells, size, to);
    return step;
}

/* The greatest step of queries and keys with which no sum of products can exceed 32 bits. */
static float key_most(const AttentionLayer *attention_layer) {
    return (float)fmin(floor(sqrt((double)(INT32_MAX / attention_layer->query_size))), INT16_MAX);
}

/* The same of values, which are multiplied by weights. */
static float value_most(const AttentionLayer *attention_layer) {
    return fminf((float)(INT32_MAX / KERNELS_WEIGHT_MOST / attention_layer->cells), INT16_MAX);
}

static int words_of(const AttentionLayer *attention_layer, int numbers) {
    const int bytes = (int)element_bytes(attention_layer->element);
    return (numbers * bytes + KERNELS_WORD - 1) / KERNELS_WORD;
}

/* Reads and packs a head's keys and values. */
static void read_keys(Head *head, const float *from, int key) {
    const AttentionLayer *attention_layer = head->attention_layer;
    const Scratch *scratch = &head->scratch;
    const int query_size = attention_layer->query_size, value_size = attention_layer->value_size;
    head->key_step = copy_head(head, from + attention_layer->keys + key * query_size, query_size,
                               key_most(attention_layer), scratch->rows);
    head->kernels->pack_rows(scratch->rows, attention_layer->cells,
                             words_of(attention_layer, query_size), scratch->keys);
    head->value_step = copy_head(head, from + attention_layer->values + key * value_size,
                                 value_size, value_most(attention_layer), scratch->rows);
    head->kernels->pack_columns(attention_layer->element, scratch->rows, attention_layer->cells,
                                value_size, scratch->values);
}

/* Computes attention for some cells. `factors` is where the epilogue reads them. */
static void attend_rows(const Head *head, int index, int begin, int rows, const Epilogue *epilogue,
                        float *factors) {
    const AttentionLayer *attention_layer = head->attention_layer;
    const Scratch *scratch = &head->scratch;
    const int value_size = attention_layer->value_size, panels = panels_for(attention_layer->cells);
    const int query_words = words_of(attention_layer, attention_layer->query_size);
    const size_t query_bytes = (size_t)query_words * KERNELS_WORD;
    const size_t row_bytes = (size_t)panels * KERNELS_PANEL * KERNELS_WORD;
    multiply(head->kernels, &(Product){.element = attention_layer->element,
                                       .rows = rows,
                                       .panels = panels,
                                       .steps = query_words,
                                       .in = scratch->queries + (size_t)begin * query_bytes,
                                       .row_bytes = query_bytes,
                                       .weights = scratch->keys,
                                       .sums = scratch->weights});
    for (int row = 0; row < rows; row++) {
        const float sum = head->kernels->weigh(
            attention_layer->element, scratch->weights + (size_t)row * row_bytes,
            attention_layer->cells, panels * KERNELS_PANEL, head->query_step * head->key_step);
        factors[row] = sum * head->value_step;
    }
    multiply(head->kernels, &(Product){.element = attention_layer->element,
                                       .rows = rows,
                                       .panels = value_size / KERNELS_PANEL,
                                       .steps = words_of(attention_layer, attention_layer->cells),
                                       .in = scratch->weights,
                                       .row_bytes = row_bytes,
                                       .weights = scratch->values,
                                       .sums = scratch->sums});
    head->kernels->finish(epilogue, scratch->sums, attention_layer->element == ELEMENT_F32, begin,
                          rows, index * value_size, value_size);
}

void attention_layer_run(const AttentionLayer *attention_layer, const Kernels *kernels, float *from,
                         const OutputStage *output_stage, void *to, void *memory) {
    const int heads = attention_layer->layer->heads,
              group = heads / attention_layer->layer->key_heads;
    const int cells = attention_layer->cells, blocks = (cells + ROWS - 1) / ROWS;
    float factors[ROWS];
    const Epilogue epilogue = {.channels = attention_layer->out_channels,
                               .factors = factors,
                               .output_stage = *output_stage,
                               .to = to};
    Head head = {.attention_layer = attention_layer, .kernels = kernels};
    lay_out(attention_layer, memory, &head.scratch);
    if (attention_layer->across != NULL) {
        turn(attention_layer, kernels, from);
    }
    for (int i = 0; i < heads; i++) {
        if (i % group == 0) {
            read_keys(&head, from, i / group);
        }
        head.query_step =
            copy_head(&head, from + i * attention_layer->query_size, attention_layer->query_size,
                      key_most(attention_layer), head.scratch.queries);
        for (int block = 0, begin = 0; block < blocks; block++) {
            const int end = (block + 1) * cells / blocks;
            attend_rows(&head, i, begin, end - begin, &epilogue, factors);
            begin = end;
        }
    }
}
