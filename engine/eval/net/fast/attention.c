#include "engine/eval/net/fast/attention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int panels_for(int columns) {
    return (columns + KERNELS_PANEL - 1) / KERNELS_PANEL;
}

static size_t floats_bytes(int count) {
    return kernels_aligned((size_t)count * sizeof(float));
}

/* ---- Making ---- */

/* Where in its head a channel goes: the first ones of pairs, then the second ones. */
static int apart(const Attention *layer, int channel) {
    if (layer->frequencies == NULL) {
        return channel;
    }
    return channel / 2 + channel % 2 * (layer->query_size / 2);
}

float *attention_rearrange(const Attention *layer, const Matrix *matrix, bool are_queries) {
    const int size = layer->query_size;
    const float factor = are_queries ? 1 / sqrtf((float)size) : 1;
    float *weights = malloc((size_t)matrix->in * (size_t)matrix->out * sizeof *weights);
    if (weights == NULL) {
        return NULL;
    }
    for (int i = 0; i < matrix->in; i++) {
        const size_t row = (size_t)i * (size_t)matrix->out;
        for (int o = 0; o < matrix->out; o++) {
            const size_t to = row + (size_t)(o / size * size + apart(layer, o % size));
            weights[to] = matrix->weights[row + (size_t)o] * factor;
        }
    }
    return weights;
}

/* Cosines and sines for each line or column: axis 0 for x, 1 for y. */
static float *make_table(const Attention *layer, int lines, int axis) {
    const int pairs = layer->query_size / 2, keys = layer->key_heads;
    float *table = malloc((size_t)lines * (size_t)keys * (size_t)pairs * 2 * sizeof *table),
          *to = table;
    for (int line = 0; table != NULL && line < lines; line++) {
        for (int key = 0; key < keys; key++, to += 2 * pairs) {
            for (int p = 0; p < pairs; p++) {
                const double angle =
                    line * (double)layer->frequencies[(key * pairs + p) * 2 + axis];
                to[p] = (float)cos(angle);
                to[pairs + p] = (float)sin(angle);
            }
        }
    }
    return table;
}

/* Scratch memory, in this order. */
typedef struct {
    float *keys;    /* [panel of cells][channel][16] of a key head */
    float *values;  /* [panel of channels][cell][16] of it */
    float *weights; /* [cell of a block][panel of cells][16] */
    float *sums;    /* [cell of a block][panel of channels][16] */
    float *out;     /* [cell][out_channels] */
} Scratch;

static size_t lay_out(const Attender *attender, char *memory, Scratch *scratch) {
    const Attention *layer = attender->layer;
    const int cells = attender->cells, key_panels = panels_for(cells);
    const int value_panels = panels_for(layer->value_size);
    const size_t bytes[] = {floats_bytes(key_panels * layer->query_size * KERNELS_PANEL),
                            floats_bytes(value_panels * cells * KERNELS_PANEL),
                            floats_bytes(KERNELS_ROW_BLOCK * key_panels * KERNELS_PANEL),
                            floats_bytes(KERNELS_ROW_BLOCK * value_panels * KERNELS_PANEL),
                            floats_bytes(cells * attender->out_channels)};
    float *pieces[sizeof bytes / sizeof bytes[0]];
    size_t used = 0;
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        pieces[i] = memory != NULL ? (float *)(void *)(memory + used) : NULL;
        used += bytes[i];
    }
    *scratch = (Scratch){pieces[0], pieces[1], pieces[2], pieces[3], pieces[4]};
    return used;
}

bool attender_init(Attender *attender, const Attention *layer, int width, int height) {
    Scratch ignored;
    *attender = (Attender){.layer = layer, .width = width, .cells = width * height};
    attender->keys = kernels_padded(layer->queries.out);
    attender->values = attender->keys + kernels_padded(layer->keys.out);
    attender->channels = attender->values + kernels_padded(layer->values.out);
    attender->out_channels = kernels_padded(layer->out.in);
    attender->scratch_bytes = lay_out(attender, NULL, &ignored);
    if (layer->frequencies == NULL) {
        return true;
    }
    attender->across = make_table(layer, width, 0);
    attender->down = make_table(layer, height, 1);
    return attender->across != NULL && attender->down != NULL;
}

void attender_clear(Attender *attender) {
    free(attender->across);
    free(attender->down);
    *attender = (Attender){0};
}

/* ---- Running ---- */

/* Turns all queries or keys of a cell. */
static void turn_heads(const Attender *attender, const Kernels *kernels, float *values, int heads,
                       int cell) {
    const Attention *layer = attender->layer;
    const int pairs = layer->query_size / 2, line = layer->key_heads * 2 * pairs;
    const float *across = attender->across + cell % attender->width * line;
    const float *down = attender->down + cell / attender->width * line;
    for (int head = 0; head < heads; head++) {
        const int key = head * layer->key_heads / heads;
        kernels->rotate(values + head * layer->query_size, pairs, across + key * 2 * pairs,
                        down + key * 2 * pairs);
    }
}

static void turn(const Attender *attender, const Kernels *kernels, float *from) {
    for (int cell = 0; cell < attender->cells; cell++, from += attender->channels) {
        turn_heads(attender, kernels, from, attender->layer->heads, cell);
        turn_heads(attender, kernels, from + attender->keys, attender->layer->key_heads, cell);
    }
}

/* to[row][panel] = in * the packed panels. */
static void multiply(const Kernels *kernels, const float *in, size_t stride, int rows,
                     const float *packed, int depth, int panels, float *to) {
    static const int32_t WHOLE_ROW[1] = {0};
    for (int panel = 0; panel < panels; panel += KERNELS_CHUNK) {
        const int rest = panels - panel;
        const Product product = {
            .element = ELEMENT_F32,
            .rows = rows,
            .panels = rest < KERNELS_CHUNK ? rest : KERNELS_CHUNK,
            .taps = 1,
            .steps = depth,
            .in = (const char *)in,
            .row_bytes = stride * sizeof(float),
            .tap = WHOLE_ROW,
            .weights = (const char *)(packed + (size_t)panel * (size_t)depth * KERNELS_PANEL),
            .next = (const char *)packed,
            .sums = to + panel * KERNELS_PANEL,
            .sums_row = (size_t)panels * KERNELS_PANEL,
            .sums_panel = KERNELS_PANEL};
        kernels->multiply(&product);
    }
}

/* Attends with one query head for some cells. */
static void attend_rows(const Attender *attender, const Kernels *kernels, const Scratch *scratch,
                        const float *from, int head, int begin, int rows) {
    const Attention *layer = attender->layer;
    const int key_panels = panels_for(attender->cells), stride = key_panels * KERNELS_PANEL;
    const int value_panels = panels_for(layer->value_size);
    const float *queries =
        from + (size_t)begin * (size_t)attender->channels + head * layer->query_size;
    multiply(kernels, queries, (size_t)attender->channels, rows, scratch->keys, layer->query_size,
             key_panels, scratch->weights);
    float factors[KERNELS_ROW_BLOCK];
    for (int row = 0; row < rows; row++) {
        factors[row] = kernels->weigh(scratch->weights + row * stride, attender->cells, stride);
    }
    multiply(kernels, scratch->weights, (size_t)stride, rows, scratch->values, attender->cells,
             value_panels, scratch->sums);
    for (int row = 0; row < rows; row++) {
        const float *sums = scratch->sums + row * value_panels * KERNELS_PANEL;
        float *out = scratch->out + (size_t)(begin + row) * (size_t)attender->out_channels +
                     head * layer->value_size;
        for (int c = 0; c < layer->value_size; c++) {
            out[c] = sums[c] * factors[row];
        }
    }
}

void attender_run(const Attender *attender, const Kernels *kernels, float *from,
                  const Writing *writing, void *to, void *memory) {
    const Attention *layer = attender->layer;
    const int cells = attender->cells, group = layer->heads / layer->key_heads;
    const size_t stride = (size_t)attender->channels;
    Scratch scratch;
    lay_out(attender, memory, &scratch);
    memset(scratch.out, 0, (size_t)cells * (size_t)attender->out_channels * sizeof(float));
    if (attender->across != NULL) {
        turn(attender, kernels, from);
    }
    for (int head = 0; head < layer->heads; head++) {
        if (head % group == 0) {
            const int key = head / group;
            kernels->pack_rows(from + attender->keys + key * layer->query_size, stride, cells,
                               layer->query_size, scratch.keys);
            kernels->pack_columns(from + attender->values + key * layer->value_size, stride, cells,
                                  layer->value_size, scratch.values);
        }
        for (int begin = 0; begin < cells; begin += KERNELS_ROW_BLOCK) {
            const int rest = cells - begin;
            attend_rows(attender, kernels, &scratch, from, head, begin,
                        rest < KERNELS_ROW_BLOCK ? rest : KERNELS_ROW_BLOCK);
        }
    }
    kernels->apply(writing, scratch.out, (size_t)attender->out_channels, cells,
                   attender->out_channels, to);
}
