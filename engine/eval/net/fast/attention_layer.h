/* The attention of a transformer block on boards of one size, between its first product, which
 * gives queries, keys and values, and its last.
 *
 * Heads are padded with zeros to pairs of panels of channels. Queries and keys are rotated by the
 * angles of x and of y, from small tables; the first channels of a head's pairs stand before the
 * second ones, which changes no product of a query and a key.
 *
 * If the last product reads whole numbers, those between are 16-bit numbers as well, with one step
 * for the queries of a head, one for its keys, and one for its values: the finest that cannot
 * overflow, given the greatest of them.
 *
 * An AttentionLayer does not change after it is made. */
#ifndef ENGINE_EVAL_NET_FAST_ATTENTION_LAYER_H
#define ENGINE_EVAL_NET_FAST_ATTENTION_LAYER_H

#include "engine/eval/net/fast/kernels/kernels.h"

typedef struct {
    const Attention *block;
    Element element; /* of what is multiplied: ELEMENT_F32 or ELEMENT_S16 */
    int width, cells;
    int query_size, value_size; /* of a head, padded */
    int channels;               /* of a cell of queries, keys and values side by side */
    int keys, values;           /* where those begin; queries at 0 */
    int out_channels;           /* of a cell of the result */
    float *across, *down;       /* [x or y][key head][cosines, sines][pair]; NULL: no rotation */
    size_t scratch_bytes;
} AttentionLayer;

/* Returns false if out of memory; attention_layer_clear frees what there is in any case. */
bool attention_layer_init(AttentionLayer *layer, const Attention *block, Element element, int width,
                          int height);
void attention_layer_clear(AttentionLayer *layer);

/* from: [cell][queries, keys, values], which are rotated in place. to: [cell][out_channels] as
 * the output stage has it. scratch has scratch_bytes, aligned to a cache line. */
void attention_layer_run(const AttentionLayer *layer, const Kernels *kernels, float *from,
                         const OutputStage *output_stage, void *to, void *scratch);

typedef enum {
    ATTENTION_QUERIES,
    ATTENTION_KEYS,
    ATTENTION_VALUES,
    ATTENTION_OUT,
    ATTENTION_MATRICES
} AttentionMatrix;

/* One of the block's matrices with heads padded, pairs apart, and queries divided by the square
 * root of their size. Returns its weights, which the caller frees, or NULL if out of memory. */
float *attention_layer_arrange(const Attention *block, AttentionMatrix which, Matrix *arranged);

#endif
