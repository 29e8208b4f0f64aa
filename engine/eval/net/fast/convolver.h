/* One convolution of a plan: a filter on boards of one size, as products of matrices. A tiled
 * filter is computed plane by plane of Winograd's tiles, a 1x1 filter as a product of the cells as
 * they are, any other as a product for each line of a board, with a tap for each point of its
 * kernel.
 *
 * A Convolver does not change after it is made. */
#ifndef ENGINE_EVAL_NET_FAST_CONVOLVER_H
#define ENGINE_EVAL_NET_FAST_CONVOLVER_H

#include "engine/eval/net/fast/filter.h"
#include "engine/eval/net/fast/winograd.h"

typedef struct {
    const Filter *filter;
    int batch, width, height;
    int tile_count;  /* of the batch; 0 unless by tiles */
    int range_tiles; /* the most that are computed at a time */
    Tile *tiles;
    int plane_count; /* planes that some tile has */
    int planes[TILE_PLANES];
    TileRange with_plane[TILE_PLANES]; /* the tiles that have each of those */
    int32_t *tap;       /* [points of the kernel]: bytes from a row to what it reads; tiles: 0 */
    size_t input_bytes; /* at the beginning of scratch: the tiles' planes, or boards with margins */
    size_t
        sums_bytes; /* of the tiles, behind these; then the planes of a chunk of compact weights */
    size_t scratch_bytes;
} Convolver;

/* The filter must be packed and outlive the convolver. Returns false if out of memory;
 * convolver_clear frees what there is in any case. */
bool convolver_init(Convolver *convolver, const Filter *filter, int batch, int width, int height);
void convolver_clear(Convolver *convolver);

/* from: [position][cell][filter->in] numbers of the filter's element. The epilogue is for the sums,
 * or those of a gated filter's first half after gating; its unit and bias are ignored. scratch has
 * scratch_bytes, aligned to a cache line. */
void convolver_run(const Convolver *convolver, const Kernels *kernels, const void *from,
                   const Epilogue *epilogue, void *scratch);

#endif
