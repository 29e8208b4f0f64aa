/* A filter's weights as products read them: panel by panel, and rounded if the filter reads whole
 * numbers. 3x3 filters are packed for Winograd's tiles, unless they read bytes, whose transform
 * would not fit bytes; all others for the direct convolution.
 *
 * Packed weights do not change; all threads share them. */
#ifndef ENGINE_EVAL_NET_FAST_PACKED_WEIGHTS_H
#define ENGINE_EVAL_NET_FAST_PACKED_WEIGHTS_H

#include "engine/eval/net/fast/arena.h"
#include "engine/eval/net/fast/filter.h"

struct PackedWeights {
    bool is_tiled;
    int taps;      /* points of the kernel, or planes of the tiles */
    char *weights; /* by chunks of panels; in each [tap][panel][step][KERNELS_PANEL] words */
    float *unit;   /* what a sum of 1 stands for: [out], for tiles [panel][plane][KERNELS_PANEL] */
    float *bias;   /* [out]: added to sum * unit; unused for tiles. Both NULL if fp32 */
};

/* The filter's weights, packed the first time they are asked for. Any thread may call. Returns NULL
 * if out of memory. */
const PackedWeights *packed_weights_find(Filter *filter, Arena *arena);

/* The words of a row that the filter reads. */
int packed_weights_steps(const Filter *filter);

/* A filter's output channels are computed in chunks of at most KERNELS_CHUNK panels, as equal as
 * possible. If the filter is gated, the second half of the chunks are the gates of the first. */
int packed_weights_chunks(const Filter *filter);

/* The first panel of a chunk, or the number of all panels for the chunk after the last. */
int packed_weights_chunk_begin(const Filter *filter, int chunk);

/* The weights of a chunk. */
const char *packed_weights_chunk(const PackedWeights *packed, const Filter *filter, int chunk);

size_t packed_weights_panel_bytes(const Filter *filter); /* of a panel's weights of a tap */

#endif
