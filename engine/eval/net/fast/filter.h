/* A convolution made ready for the fast evaluator: layers that read the same values side by side,
 * channels padded to whole panels, values written as whole numbers unless in fp32, and weights as
 * products read them.
 *
 * The value of input channel i is written as round(value * inverse_scale[i]). 3x3 filters are
 * packed for Winograd's tiles, all others for the direct convolution.
 *
 * A Filter does not change once packed, except for its observer, while one thread calibrates. */
#ifndef ENGINE_EVAL_NET_FAST_FILTER_H
#define ENGINE_EVAL_NET_FAST_FILTER_H

#include "engine/eval/net/fast/kernels/kernels.h"

/* ---- Memory for what is read often: packed weights, and a plan's buffers. It lies close together
 * in huge pages if the system grants them, which saves misses of the address cache (4 to 6% of an
 * evaluation, measured). An Arena of zeros is empty. It belongs to one thread (arena.c) ---- */

typedef struct ArenaBlock ArenaBlock;

typedef struct {
    ArenaBlock *blocks; /* the first is being filled */
    size_t bytes;       /* of all blocks */
    size_t block_bytes; /* the least of a block. The more the better what is taken fills it; what is
                           never taken uses addresses alone */
} Arena;

/* Returns zeroed memory, aligned to a cache line, that lasts until the arena is cleared, or NULL if
 * out of memory. */
void *arena_take(Arena *arena, size_t bytes);

void arena_clear(Arena *arena);

/* ---- Filters ---- */

/* Statistics of the values that a filter reads. */
typedef struct {
    int in;          /* channels */
    int64_t cells;   /* seen so far */
    float *greatest; /* [in]: of the absolute values */
    double sums[];   /* [in], with `greatest` behind it */
} Observer;

/* Returns NULL if out of memory. The caller frees it. */
Observer *observer_new(int in);

/* Adds the values of these cells, [cell][in]. */
void observer_add(Observer *observer, const float *values, int cells);

/* How the weights of a filter are kept. */
typedef enum {
    WEIGHTS_PACKED,  /* as products read them */
    WEIGHTS_COMPACT, /* in fp32, those of tiles not yet transformed: in a quarter of the memory.
                        Each run transforms them, which takes a sixth more time on 19x19 */
} WeightsForm;

typedef struct {
    int kernel;           /* its side in points */
    int in, out;          /* channels, whole panels */
    bool is_gated;        /* the second half of `out` gates the first */
    Element element;      /* of what it reads */
    float least, most;    /* the range of the steps */
    float *inverse_scale; /* [in]: steps of a unit; NULL if fp32 */
    const float *mean;    /* [in]: of the values read; NULL if fp32 */
    Observer *observer;   /* NULL unless calibrating; not owned */
    WeightsForm form;
    bool is_tiled;
    int taps;           /* points of the kernel, or planes of the tiles */
    const char *packed; /* by chunks of panels; in each [tap][panel][step][KERNELS_PANEL] words.
                           Compact ones of tiles: [panel][y][x][in][KERNELS_PANEL] floats */
    float *unit; /* what a sum of 1 stands for: [out], for tiles [panel][plane][KERNELS_PANEL] */
    float *bias; /* [out]: added to sum * unit; unused for tiles. Both NULL if fp32 */
} Filter;

/* A filter for fp32 without weights, which free() frees. Returns NULL if out of memory. */
Filter *filter_new(int kernel, int in, int out);

/* The floats of memory that placing and packing the weights take. */
size_t filter_room(const Filter *filter);

/* Puts a layer's output channels at offset into weights[panel][y][x][in][KERNELS_PANEL], which are
 * zeroed before the first layer. Its kernel may be smaller than the filter's. */
void filter_place(const Filter *filter, const Convolution *layer, int offset, float *weights);

/* Are the values that the filter's observer has seen, and its weights by such values, finite? Whole
 * numbers are steps of these. The weights must be compact. */
bool filter_can_quantize(const Filter *exact);

/* Makes the filter read whole numbers, once and before it is packed, of values like those with
 * these greatest absolute values and means, [in], which must outlive packing. The arena must
 * outlive the filter. Returns false if out of memory. */
bool filter_quantize(Filter *filter, bool is_signed, const float *greatest, const float *mean,
                     Arena *arena);

/* Packs the weights, once; they are used up. The arena must outlive the filter. Returns false if
 * out of memory. */
bool filter_pack(Filter *filter, const Kernels *kernels, WeightsForm form, float *weights,
                 Arena *arena);

/* From a plane's weights of some panels to the next plane's, in bytes. */
size_t filter_plane_bytes(const Filter *filter, int panels);

/* Writes a chunk's planes of compact weights of tiles. */
void filter_expand_chunk(const Filter *filter, const Kernels *kernels, int chunk, float *planes);

/* The words of a row that the filter reads. */
int filter_steps(const Filter *filter);

/* A filter's output channels are computed in chunks of at most KERNELS_CHUNK panels, as equal as
 * possible. If the filter is gated, the second half of the chunks are the gates of the first. */
int filter_chunks(const Filter *filter);

/* The first panel of a chunk, or the number of all panels for the chunk after the last. */
int filter_chunk_begin(const Filter *filter, int chunk);

const char *filter_chunk(const Filter *filter, int chunk); /* its weights */
size_t filter_panel_bytes(const Filter *filter);           /* of a panel's weights of a tap */

#endif
