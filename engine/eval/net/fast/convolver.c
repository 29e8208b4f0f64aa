#include "engine/eval/net/fast/convolver.h"

#include <stdlib.h>
#include <string.h>

static size_t whole_lines(size_t bytes) {
    return (bytes + KERNELS_ALIGNMENT - 1) / KERNELS_ALIGNMENT * KERNELS_ALIGNMENT;
}

static size_t row_bytes(const Filter *filter) {
    return (size_t)filter->in * element_bytes(filter->element);
}

/* ---- Making ---- */

/* What planes may take in bytes, so that they stay in a near cache while products read and write
 * them; and tiles that are computed together in any case, so that the weights, which come from
 * farther away, are worth fetching. */
enum { PLANES_BYTES_MAX = 768 << 10, TILES_MIN = 25 };

/* From one tile to the next. No two may fall on the same places of a cache, so it is an odd number
 * of its lines. */
static size_t odd_lines(size_t bytes) {
    return (bytes / KERNELS_ALIGNMENT | 1) * KERNELS_ALIGNMENT;
}

static size_t plane_count(const Convolver *convolver) {
    const size_t points = (size_t)convolver->tiling.points;
    return points * points;
}

/* What a tile's planes take. */
static size_t tile_in_bytes(const Convolver *convolver) {
    return odd_lines(plane_count(convolver) * row_bytes(convolver->filter));
}

/* What the sums of a tile take for a chunk of panels. */
static size_t tile_sums_bytes(const Convolver *convolver) {
    return odd_lines(plane_count(convolver) * KERNELS_CHUNK * KERNELS_PANEL * KERNELS_WORD);
}

/* Winograd's: a row for each tile. Returns false if out of memory. */
static bool lay_out_tiles(Convolver *convolver, int batch, int width, int height) {
    const Filter *filter = convolver->filter;
    convolver->tiling = tiling_choose(batch, width, height);
    const Tiling *tiling = &convolver->tiling;
    const int count = tiling_count(tiling);
    const int fitting =
        (int)(PLANES_BYTES_MAX / (tile_in_bytes(convolver) + tile_sums_bytes(convolver)));
    const int most = fitting > TILES_MIN ? fitting : TILES_MIN;
    const int ranges = (count + most - 1) / most;
    convolver->tiles = (count + ranges - 1) / ranges;
    convolver->input_bytes = (size_t)convolver->tiles * tile_in_bytes(convolver);
    convolver->scratch_bytes =
        convolver->input_bytes + (size_t)convolver->tiles * tile_sums_bytes(convolver);
    convolver->inputs = calloc((size_t)count * TILE_CELLS_MAX, sizeof *convolver->inputs);
    convolver->outputs = calloc((size_t)count * TILE_CELLS_MAX, sizeof *convolver->outputs);
    if (convolver->inputs == NULL || convolver->outputs == NULL) {
        return false;
    }
    for (int tile = 0; tile < count; tile++) {
        tiling_find_input(tiling, tile, (int)row_bytes(filter),
                          convolver->inputs + tile * TILE_CELLS_MAX);
        tiling_find_output(tiling, tile, filter->out, convolver->outputs + tile * TILE_CELLS_MAX);
    }
    return true;
}

/* A row for each cell. Boards whose filter reads beyond the edge are copied into wider ones. */
static void lay_out_cells(Convolver *convolver, int batch, int width, int height) {
    const Filter *filter = convolver->filter;
    const int margin = filter->kernel / 2, pitch = width + 2 * margin;
    convolver->tiling = (Tiling){.batch = batch, .width = width, .height = height};
    if (margin > 0) {
        convolver->input_bytes =
            whole_lines((size_t)(batch * pitch * (height + 2 * margin)) * row_bytes(filter));
    }
    convolver->scratch_bytes = convolver->input_bytes + (size_t)KERNELS_ROW_BLOCK * KERNELS_CHUNK *
                                                            KERNELS_PANEL * KERNELS_WORD;
    for (int tap = 0; tap < filter->kernel * filter->kernel; tap++) {
        const int y = tap / filter->kernel - margin, x = tap % filter->kernel - margin;
        convolver->tap[tap] = (y * pitch + x) * (int)row_bytes(filter);
    }
}

bool convolver_init(Convolver *convolver, Filter *filter, Arena *arena, int batch, int width,
                    int height) {
    *convolver = (Convolver){.filter = filter};
    convolver->tap =
        calloc((size_t)filter->kernel * (size_t)filter->kernel, sizeof *convolver->tap);
    if (convolver->tap == NULL) {
        return false;
    }
    if (filter->kernel == 3 && filter->element != ELEMENT_U8) {
        if (!lay_out_tiles(convolver, batch, width, height)) {
            return false;
        }
        convolver->packed = packed_find(filter, arena, convolver->tiling.points);
    } else {
        lay_out_cells(convolver, batch, width, height);
        convolver->packed = packed_find(filter, arena, PACKED_DIRECT);
    }
    return convolver->packed != NULL;
}

void convolver_clear(Convolver *convolver) {
    free(convolver->tap);
    free(convolver->inputs);
    free(convolver->outputs);
    *convolver = (Convolver){0};
}

/* ---- Running ---- */

/* Products of a filter: what all of them have in common. */
static Product start_product(const Convolver *convolver, int chunk, void *sums) {
    const Filter *filter = convolver->filter;
    const int panels = packed_chunk_begin(filter, chunk + 1) - packed_chunk_begin(filter, chunk);
    return (Product){.element = filter->element,
                     .panels = panels,
                     .taps = 1,
                     .steps = packed_steps(filter),
                     .tap = convolver->tap,
                     .sums = sums};
}

/* Computes a chunk of some tiles, from `begin` on, whose planes are given. */
static void run_chunk(const Convolver *convolver, const Kernels *kernels, int begin, int tiles,
                      int chunk, const char *planes, const Finish *finish, char *sums) {
    const Filter *filter = convolver->filter;
    const Packed *packed = convolver->packed;
    const int first = packed_chunk_begin(filter, chunk) * KERNELS_PANEL;
    const float *unit = packed->unit != NULL ? packed->unit + first * packed->taps : NULL;
    Product product = start_product(convolver, chunk, sums);
    product.rows = tiles;
    product.row_bytes = tile_in_bytes(convolver);
    product.sums_row = tile_sums_bytes(convolver) / KERNELS_WORD;
    product.sums_panel = plane_count(convolver) * KERNELS_PANEL;
    for (int plane = 0; plane < packed->taps; plane++) {
        product.in = planes + (size_t)plane * row_bytes(filter);
        product.weights = packed_weights(packed, filter, chunk, plane);
        product.sums = sums + (size_t)plane * KERNELS_PANEL * KERNELS_WORD;
        kernels->multiply(&product);
    }
    const TileShape shape = {convolver->tiling.points, product.panels * KERNELS_PANEL};
    for (int tile = 0; tile < tiles; tile++) {
        kernels->tile_out(&shape, finish, sums + (size_t)tile * tile_sums_bytes(convolver), unit,
                          convolver->outputs + (begin + tile) * TILE_CELLS_MAX, first);
    }
}

/* Computes some tiles, from `begin` on. */
static void run_range(const Convolver *convolver, const Kernels *kernels, int begin, int tiles,
                      const void *from, const Finish *finish, char *scratch) {
    const Filter *filter = convolver->filter;
    const TileShape shape = {convolver->tiling.points, filter->in};
    for (int tile = 0; tile < tiles; tile++) {
        kernels->tile_in(&shape, filter->element, from,
                         convolver->inputs + (begin + tile) * TILE_CELLS_MAX,
                         scratch + (size_t)tile * tile_in_bytes(convolver));
    }
    for (int chunk = 0; chunk < packed_chunks(filter); chunk++) {
        run_chunk(convolver, kernels, begin, tiles, chunk, scratch, finish,
                  scratch + convolver->input_bytes);
    }
}

static void run_tiles(const Convolver *convolver, const Kernels *kernels, const void *from,
                      const Finish *finish, char *scratch) {
    const int count = tiling_count(&convolver->tiling), most = convolver->tiles;
    for (int begin = 0; begin < count; begin += most) {
        const int tiles = count - begin < most ? count - begin : most;
        run_range(convolver, kernels, begin, tiles, from, finish, scratch);
    }
}

/* Multiplies and finishes, from `row` on, rows that begin at in. */
static void run_rows(const Convolver *convolver, const Kernels *kernels, const char *in, int row,
                     int rows, const Finish *finish, int chunk, float *sums) {
    const Filter *filter = convolver->filter;
    Product product = start_product(convolver, chunk, sums);
    product.in = in;
    product.rows = rows;
    product.row_bytes = row_bytes(filter);
    product.taps = convolver->packed->taps;
    product.weights = packed_weights(convolver->packed, filter, chunk, 0);
    product.sums_row = (size_t)product.panels * KERNELS_PANEL;
    product.sums_panel = KERNELS_PANEL;
    kernels->multiply(&product);
    kernels->finish(finish, sums, filter->element == ELEMENT_F32, row, rows,
                    packed_chunk_begin(filter, chunk) * KERNELS_PANEL,
                    product.panels * KERNELS_PANEL);
}

/* 1x1: the rows are the cells, as they stand. */
static void run_points(const Convolver *convolver, const Kernels *kernels, const char *from,
                       const Finish *finish, float *sums) {
    const Filter *filter = convolver->filter;
    const Tiling *size = &convolver->tiling;
    const int count = size->batch * size->width * size->height;
    for (int chunk = 0; chunk < packed_chunks(filter); chunk++) {
        for (int row = 0; row < count; row += KERNELS_ROW_BLOCK) {
            const int rows = count - row < KERNELS_ROW_BLOCK ? count - row : KERNELS_ROW_BLOCK;
            run_rows(convolver, kernels, from + (size_t)row * row_bytes(filter), row, rows, finish,
                     chunk, sums);
        }
    }
}

/* Larger kernels: the boards are copied into wider ones with the steps of zeros around them, and
 * multiplied line by line. */
static void run_lines(const Convolver *convolver, const Kernels *kernels, const char *from,
                      const Finish *finish, char *scratch) {
    const Filter *filter = convolver->filter;
    const Tiling *size = &convolver->tiling;
    const int margin = filter->kernel / 2, pitch = size->width + 2 * margin;
    const size_t line_bytes = (size_t)size->width * row_bytes(filter);
    float *sums = (float *)(void *)(scratch + convolver->input_bytes);
    memset(scratch, (int)filter->zero, convolver->input_bytes); /* not 0 for bytes only */
    for (int line = 0; line < size->batch * size->height; line++, from += line_bytes) {
        const int y = line / size->height * (size->height + 2 * margin) + line % size->height;
        char *to = scratch + (size_t)((y + margin) * pitch + margin) * row_bytes(filter);
        memcpy(to, from, line_bytes);
    }
    for (int chunk = 0; chunk < packed_chunks(filter); chunk++) {
        for (int line = 0; line < size->batch * size->height; line++) {
            const int y = line / size->height * (size->height + 2 * margin) + line % size->height;
            const char *in = scratch + (size_t)((y + margin) * pitch + margin) * row_bytes(filter);
            run_rows(convolver, kernels, in, line * size->width, size->width, finish, chunk, sums);
        }
    }
}

void convolver_run(const Convolver *convolver, const Kernels *kernels, const void *from,
                   const Finish *finish, void *scratch) {
    Finish whole = *finish;
    if (convolver->tiling.points != 0) {
        run_tiles(convolver, kernels, from, finish, scratch);
        return;
    }
    whole.unit = convolver->packed->unit;
    whole.bias = convolver->packed->bias;
    if (convolver->filter->kernel == 1) {
        run_points(convolver, kernels, from, &whole, scratch);
    } else {
        run_lines(convolver, kernels, from, &whole, scratch);
    }
}
