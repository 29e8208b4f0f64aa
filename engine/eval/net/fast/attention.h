/* The attention of a transformer block on boards of one size, between its first product, which
 * gives queries, keys and values, and its last.
 *
 * The fast evaluator turns queries and keys by the angles of x and of y one after the other, from
 * small tables; and it keeps the pairs of channels that are turned apart, the first ones of a head
 * before the second ones, which changes no product of a query and a key.
 *
 * An Attender does not change after it is made. */
#ifndef ENGINE_EVAL_NET_FAST_ATTENTION_H
#define ENGINE_EVAL_NET_FAST_ATTENTION_H

#include "engine/eval/net/fast/kernels/kernels.h"

typedef struct {
    const Attention *layer;
    int width, cells;
    int channels;     /* of a cell of queries, keys and values side by side */
    int keys, values; /* where those begin; queries at 0 */
    int out_channels; /* of a cell of the result */
    float *across,
        *down; /* [x or y][key head][pair], cosines then sines; NULL: nothing is turned */
    size_t scratch_bytes;
} Attender;

/* Returns false if out of memory; attender_clear frees what there is in any case. */
bool attender_init(Attender *attender, const Attention *layer, int width, int height);
void attender_clear(Attender *attender);

/* from: [cell][queries, keys, values], which are turned in place. to: [cell][out_channels] as
 * writing has it. scratch has scratch_bytes, aligned to a cache line. */
void attender_run(const Attender *attender, const Kernels *kernels, float *from,
                  const Writing *writing, void *to, void *scratch);

/* The matrix of queries (or keys) as attender_run wants its results: the channels of pairs apart,
 * queries divided by the square root of their size. The caller frees it. Returns NULL if out of
 * memory. */
float *attention_rearrange(const Attention *layer, const Matrix *matrix, bool are_queries);

#endif
