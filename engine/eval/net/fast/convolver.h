/* One convolution of a plan: a filter on boards of one size, as products of matrices. Filters that
 * are packed for tiles go by Winograd's tiles; 1x1 ones are products as they stand; any other is as
 * many products as its kernel has points.
 *
 * A Convolver does not change after it is made. */
#ifndef ENGINE_EVAL_NET_FAST_CONVOLVER_H
#define ENGINE_EVAL_NET_FAST_CONVOLVER_H

#include "engine/eval/net/fast/packed.h"
#include "engine/eval/net/fast/winograd.h"

typedef struct {
    const Filter *filter;
    const Packed *packed;
    int batch, width, height;
    int tile_count;  /* of the batch; 0 unless by tiles */
    int range_tiles; /* that are computed at a time */
    Tile *tiles;
    int plane_count; /* planes that some tile has */
    int planes[TILE_PLANES];
    TileRange with_plane[TILE_PLANES]; /* the tiles that have each of those */
    int32_t *tap; /* [points of the kernel]: bytes from a row to what that one reads */
    size_t input_bytes, scratch_bytes;
} Convolver;

/* The filter and the arena, which takes its packed weights, must outlive the convolver. Returns
 * false if out of memory; convolver_clear frees what there is in any case. */
bool convolver_init(Convolver *convolver, Filter *filter, Arena *arena, int batch, int width,
                    int height);
void convolver_clear(Convolver *convolver);

/* Reads from, [position][cell][filter->in] as the filter's element. finish says what becomes of the
 * sums; its unit and bias are the filter's. scratch has scratch_bytes, aligned to a cache line. */
void convolver_run(const Convolver *convolver, const Kernels *kernels, const void *from,
                   const Finish *finish, void *scratch);

#endif
