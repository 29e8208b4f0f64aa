#include "engine/eval/net/fast/convolver.h"

#include <stdlib.h>
#include <string.h>

static size_t row_bytes(const Filter *filter) {
    return (size_t)filter->in * element_bytes(filter->element);
}

/* ---- Making ---- */

/* Tiles are computed together as long as their planes and sums fit PLANES_BYTES_MAX, a near cache,
 * but at least TILES_MIN, so that the weights, from farther away, are worth fetching. */
enum { PLANES_BYTES_MAX = 768 << 10, TILES_MIN = 25 };

/* The distance from one tile to the next, for whole cache lines of data: an odd number of lines, so
 * that tiles do not compete for the same sets of a cache. */
static size_t odd_lines(size_t bytes) {
    return (bytes / KERNELS_ALIGNMENT | 1) * KERNELS_ALIGNMENT;
}

/* What a tile's planes take. */
static size_t tile_in_bytes(const Convolver *convolver) {
    return odd_lines(TILE_PLANES * row_bytes(convolver->filter));
}

/* What the sums of a tile take for a chunk of panels. */
static size_t tile_sums_bytes(void) {
    return odd_lines((size_t)TILE_PLANES * KERNELS_CHUNK * KERNELS_PANEL * KERNELS_WORD);
}

/* A row for each tile. Returns false if out of memory. */
static bool lay_out_tiles(Convolver *convolver) {
    const Filter *filter = convolver->filter;
    const Tiling tiling = tiling_of(convolver->batch, convolver->width, convolver->height);
    const int count = tiling_count(&tiling);
    const int fitting = (int)(PLANES_BYTES_MAX / (tile_in_bytes(convolver) + tile_sums_bytes()));
    const int most = fitting > TILES_MIN ? fitting : TILES_MIN;
    const int ranges = (count + most - 1) / most;
    convolver->tile_count = count;
    convolver->range_tiles = (count + ranges - 1) / ranges;
    convolver->input_bytes = (size_t)convolver->range_tiles * tile_in_bytes(convolver);
    convolver->sums_bytes = (size_t)convolver->range_tiles * tile_sums_bytes();
    convolver->scratch_bytes = convolver->input_bytes + convolver->sums_bytes;
    if (filter->form == WEIGHTS_COMPACT) {
        convolver->scratch_bytes += TILE_PLANES * filter_plane_bytes(filter, KERNELS_CHUNK);
    }
    convolver->tiles = calloc((size_t)count, sizeof *convolver->tiles);
    if (convolver->tiles == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        convolver->tiles[i] = tiling_find(&tiling, i, (int)row_bytes(filter), filter->out);
    }
    for (int plane = 0; plane < TILE_PLANES; plane++) {
        const TileRange with = tiling_with_plane(&tiling, plane);
        if (with.begin < with.end) {
            convolver->planes[convolver->plane_count] = plane;
            convolver->with_plane[convolver->plane_count++] = with;
        }
    }
    return true;
}

/* What the sums of a chunk take. */
static const size_t CHUNK_SUMS_BYTES =
    (size_t)KERNELS_ROW_BLOCK * KERNELS_CHUNK * KERNELS_PANEL * KERNELS_WORD;

/* A row for each cell. If the filter reads beyond the edge, boards are copied into wider ones. */
static void lay_out_cells(Convolver *convolver) {
    const Filter *filter = convolver->filter;
    const int margin = filter->kernel / 2, pitch = convolver->width + 2 * margin;
    if (margin > 0) {
        const int lines = convolver->batch * (convolver->height + 2 * margin);
        convolver->input_bytes = kernels_aligned((size_t)(lines * pitch) * row_bytes(filter));
    }
    convolver->scratch_bytes =
        convolver->input_bytes + (filter->is_gated ? 2 : 1) * CHUNK_SUMS_BYTES;
    for (int tap = 0; tap < filter->kernel * filter->kernel; tap++) {
        const int y = tap / filter->kernel - margin, x = tap % filter->kernel - margin;
        convolver->tap[tap] = (y * pitch + x) * (int)row_bytes(filter);
    }
}

bool convolver_init(Convolver *convolver, const Filter *filter, int batch, int width, int height) {
    *convolver = (Convolver){.filter = filter, .batch = batch, .width = width, .height = height};
    convolver->tap =
        calloc((size_t)filter->kernel * (size_t)filter->kernel, sizeof *convolver->tap);
    if (convolver->tap == NULL) {
        return false;
    }
    if (filter->is_tiled) {
        return lay_out_tiles(convolver);
    }
    lay_out_cells(convolver);
    return true;
}

void convolver_clear(Convolver *convolver) {
    free(convolver->tap);
    free(convolver->tiles);
    *convolver = (Convolver){0};
}

/* ---- Running ---- */

/* What all products of a filter by a chunk have in common. */
static Product start_product(const Convolver *convolver, int chunk) {
    const Filter *filter = convolver->filter;
    const int panels = filter_chunk_begin(filter, chunk + 1) - filter_chunk_begin(filter, chunk);
    return (Product){.element = filter->element,
                     .panels = panels,
                     .taps = 1,
                     .steps = filter_steps(filter),
                     .tap = convolver->tap,
                     .step_bytes = KERNELS_WORD,
                     .weights = filter_chunk(filter, chunk),
                     .next = filter_chunk(filter, chunk + 1),
                     .sums_row = (size_t)panels * KERNELS_PANEL,
                     .sums_panel = KERNELS_PANEL};
}

/* Multiplies the planes of some tiles by a chunk of panels. */
static void multiply_planes(const Convolver *convolver, const Kernels *kernels, TileRange tiles,
                            int chunk, const char *in, char *sums) {
    const Filter *filter = convolver->filter;
    Product product = start_product(convolver, chunk);
    const char *weights = product.weights;
    if (filter->form == WEIGHTS_COMPACT) {
        weights = sums + convolver->sums_bytes;
        filter_expand_chunk(filter, kernels, chunk,
                            (float *)(void *)(sums + convolver->sums_bytes));
    }
    const size_t plane_bytes = filter_plane_bytes(filter, product.panels);
    product.row_bytes = tile_in_bytes(convolver);
    product.sums_row = tile_sums_bytes() / KERNELS_WORD;
    product.sums_panel = (size_t)TILE_PLANES * KERNELS_PANEL;
    for (int i = 0; i < convolver->plane_count; i++) {
        const size_t plane = (size_t)convolver->planes[i];
        const bool is_last = i + 1 == convolver->plane_count;
        const size_t next = is_last ? TILE_PLANES : (size_t)convolver->planes[i + 1];
        const TileRange with = convolver->with_plane[i];
        const int begin = with.begin > tiles.begin ? with.begin : tiles.begin;
        const int end = with.end < tiles.end ? with.end : tiles.end;
        if (begin < end) {
            const size_t row = (size_t)(begin - tiles.begin);
            product.rows = end - begin;
            product.in = in + row * product.row_bytes + plane * row_bytes(filter);
            product.weights = weights + plane * plane_bytes;
            product.next = weights + next * plane_bytes;
            product.sums = sums + row * tile_sums_bytes() + plane * KERNELS_PANEL * KERNELS_WORD;
            kernels->multiply(&product);
        }
    }
}

static void run_tiles(const Convolver *convolver, const Kernels *kernels, const void *from,
                      const Epilogue *epilogue, char *scratch) {
    const Filter *filter = convolver->filter;
    const int count = convolver->tile_count, most = convolver->range_tiles;
    char *sums = scratch + convolver->input_bytes;
    for (int begin = 0; begin < count; begin += most) {
        const TileRange range = {begin, count - begin < most ? count : begin + most};
        for (int i = begin; i < range.end; i++) {
            const Tile *tile = &convolver->tiles[i];
            kernels->tile_in(tile->shape, filter->in, filter->element, from, tile->inputs,
                             scratch + (size_t)(i - begin) * tile_in_bytes(convolver));
        }
        for (int chunk = 0; chunk < filter_chunks(filter); chunk++) {
            const int first = filter_chunk_begin(filter, chunk) * KERNELS_PANEL;
            const int channels = filter_chunk_begin(filter, chunk + 1) * KERNELS_PANEL - first;
            const float *unit = filter->unit != NULL ? filter->unit + first * TILE_PLANES : NULL;
            multiply_planes(convolver, kernels, range, chunk, scratch, sums);
            for (int i = begin; i < range.end; i++) {
                const Tile *tile = &convolver->tiles[i];
                kernels->tile_out(tile->shape, channels, epilogue,
                                  sums + (size_t)(i - begin) * tile_sums_bytes(), unit,
                                  tile->outputs, first);
            }
        }
    }
}

/* The product of rows by a chunk. */
static Product direct_product(const Convolver *convolver, int chunk, void *sums) {
    Product product = start_product(convolver, chunk);
    product.row_bytes = row_bytes(convolver->filter);
    product.taps = convolver->filter->taps;
    product.sums = sums;
    return product;
}

/* 1x1: the rows are the cells as they are. Gates are multiplied by the same rows as what they gate.
 */
static void run_points(const Convolver *convolver, const Kernels *kernels, const char *from,
                       const Epilogue *epilogue, char *sums) {
    const Filter *filter = convolver->filter;
    const int count = convolver->batch * convolver->width * convolver->height;
    const int chunks = filter_chunks(filter) / (filter->is_gated ? 2 : 1);
    const bool are_floats = filter->element == ELEMENT_F32;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const int first = filter_chunk_begin(filter, chunk) * KERNELS_PANEL;
        Product product = direct_product(convolver, chunk, sums), gates = product;
        const int channels = product.panels * KERNELS_PANEL;
        if (filter->is_gated) {
            gates = direct_product(convolver, chunks + chunk, sums + CHUNK_SUMS_BYTES);
        }
        for (int row = 0; row < count; row += KERNELS_ROW_BLOCK) {
            const int rows = count - row < KERNELS_ROW_BLOCK ? count - row : KERNELS_ROW_BLOCK;
            product.rows = gates.rows = rows;
            product.in = gates.in = from + (size_t)row * product.row_bytes;
            kernels->multiply(&product);
            if (filter->is_gated) {
                kernels->multiply(&gates);
                kernels->gate(epilogue, sums, gates.sums, are_floats, row, rows, first, channels);
            } else {
                kernels->finish(epilogue, sums, are_floats, row, rows, first, channels);
            }
        }
    }
}

/* Skips the taps that read above or below the board for its line y. */
static void skip_taps(const Convolver *convolver, int y, Product *product) {
    const int kernel = convolver->filter->kernel, margin = kernel / 2;
    const int below = convolver->height - 1 - y;
    const int begin = y < margin ? margin - y : 0;
    const int end = below < margin ? margin + 1 + below : kernel;
    product->taps = (end - begin) * kernel;
    product->tap += begin * kernel;
    product->weights +=
        (size_t)(begin * kernel * product->panels) * filter_panel_bytes(convolver->filter);
}

/* The first cell of a line of the batch among boards with a margin around them. */
static int line_place(const Convolver *convolver, int line) {
    const int margin = convolver->filter->kernel / 2, height = convolver->height;
    const int y = line / height * (height + 2 * margin) + line % height + margin;
    return y * (convolver->width + 2 * margin) + margin;
}

/* Larger kernels: the boards are copied into wider ones with zeros around them, and multiplied
 * line by line. */
static void convolve_by_lines(const Convolver *convolver, const Kernels *kernels, const char *from,
                              const Epilogue *epilogue, char *scratch) {
    const Filter *filter = convolver->filter;
    const int width = convolver->width, height = convolver->height;
    const int lines = convolver->batch * height;
    const size_t bytes = row_bytes(filter), line_bytes = (size_t)width * bytes;
    memset(scratch, 0, convolver->input_bytes);
    for (int line = 0; line < lines; line++, from += line_bytes) {
        memcpy(scratch + (size_t)line_place(convolver, line) * bytes, from, line_bytes);
    }
    for (int chunk = 0; chunk < filter_chunks(filter); chunk++) {
        const int first = filter_chunk_begin(filter, chunk) * KERNELS_PANEL;
        for (int line = 0; line < lines; line++) {
            Product product = direct_product(convolver, chunk, scratch + convolver->input_bytes);
            product.in = scratch + (size_t)line_place(convolver, line) * bytes;
            product.rows = width;
            if (line + 1 < lines) { /* the next line reads the same weights */
                product.next = product.weights;
            }
            skip_taps(convolver, line % height, &product);
            kernels->multiply(&product);
            kernels->finish(epilogue, product.sums, filter->element == ELEMENT_F32, line * width,
                            width, first, product.panels * KERNELS_PANEL);
        }
    }
}

void convolver_run(const Convolver *convolver, const Kernels *kernels, const void *from,
                   const Epilogue *epilogue, void *scratch) {
    if (convolver->filter->is_tiled) {
        run_tiles(convolver, kernels, from, epilogue, scratch);
        return;
    }
    Epilogue whole = *epilogue;
    whole.unit = convolver->filter->unit;
    whole.bias = convolver->filter->bias;
    if (convolver->filter->kernel == 1) {
        run_points(convolver, kernels, from, &whole, scratch);
    } else {
        convolve_by_lines(convolver, kernels, from, &whole, scratch);
    }
}
