#include "tests/support/network/plain_transformer.h"

#include <math.h>
#include <string.h>

#include "engine/go/board/geometry.h"

/* The points of the board in a grid of values, row by row. */
typedef struct {
    float *points[CELL_COUNT_MAX];
} Points;

static void list_points(const PlainGrid *grid, float *values, int channels, Points *list) {
    const size_t stride = plain_grid_stride(channels);
    for (int i = 0; i < grid->width * grid->height; i++) {
        list->points[i] = values + plain_grid_cell(grid, i % grid->width, i / grid->width) * stride;
    }
}

/* Turns each pair of channels of one head by the angles of a point. */
static void turn_head(const float *frequencies, int pairs, int x, int y, float *head) {
    for (int pair = 0; pair < pairs; pair++) {
        const float angle = (float)x * frequencies[2 * pair] + (float)y * frequencies[2 * pair + 1];
        const float cosine = cosf(angle), sine = sinf(angle);
        const float a = head[2 * pair], b = head[2 * pair + 1];
        head[2 * pair] = a * cosine - b * sine;
        head[2 * pair + 1] = a * sine + b * cosine;
    }
}

/* Turns all heads of the queries or of the keys. */
static void turn(const PlainGrid *grid, const Attention *attention, int heads, Points *list) {
    const int size = attention->query_size, pairs = size / 2;
    for (int i = 0; i < grid->width * grid->height; i++) {
        for (int head = 0; head < heads; head++) {
            const int key_head = head * attention->key_heads / heads;
            turn_head(attention->frequencies + (size_t)(key_head * pairs) * 2, pairs,
                      i % grid->width, i / grid->width, list->points[i] + head * size);
        }
    }
}

/* Writes to weights the softmax over all points of query * key / sqrt(size). */
static void weigh_points(const float *query, const Points *keys, int offset, int size, int points,
                         float *weights) {
    const float scale = 1 / sqrtf((float)size);
    float greatest = -INFINITY, sum = 0;
    for (int i = 0; i < points; i++) {
        weights[i] = 0;
        for (int c = 0; c < size; c++) {
            weights[i] += query[c] * keys->points[i][offset + c];
        }
        weights[i] *= scale;
        greatest = fmaxf(greatest, weights[i]);
    }
    for (int i = 0; i < points; i++) {
        weights[i] = expf(weights[i] - greatest);
        sum += weights[i];
    }
    for (int i = 0; i < points; i++) {
        weights[i] /= sum;
    }
}

/* out = the sum of the points' values, each by its weight. */
static void sum_values(const float *weights, const Points *values, int offset, int size, int points,
                       float *out) {
    memset(out, 0, (size_t)size * sizeof *out);
    for (int i = 0; i < points; i++) {
        for (int c = 0; c < size; c++) {
            out[c] += weights[i] * values->points[i][offset + c];
        }
    }
}

/* sums = the heads' sums, side by side. */
static void attend(const Attention *attention, int points, const Points *queries,
                   const Points *keys, const Points *values, const Points *sums) {
    const int query_size = attention->query_size, value_size = attention->value_size;
    for (int i = 0; i < points; i++) {
        for (int head = 0; head < attention->heads; head++) {
            const int key_head = head * attention->key_heads / attention->heads;
            float weights[CELL_COUNT_MAX];
            weigh_points(queries->points[i] + head * query_size, keys, key_head * query_size,
                         query_size, points, weights);
            sum_values(weights, values, key_head * value_size, value_size, points,
                       sums->points[i] + head * value_size);
        }
    }
}

void plain_transformer_attend(const PlainTransformer *buffers, const PlainGrid *grid,
                              const Attention *attention, float *trunk) {
    float *normed = buffers->grids[0], *sums = normed; /* the sums are written after its last use */
    Points queries, keys, values, own_sums;
    list_points(grid, buffers->grids[1], attention->queries.out, &queries);
    list_points(grid, buffers->grids[2], attention->keys.out, &keys);
    list_points(grid, buffers->grids[3], attention->values.out, &values);
    list_points(grid, sums, attention->out.in, &own_sums);
    plain_grid_rms_norm(grid, &attention->norm, trunk, normed);
    plain_grid_multiply(grid, &attention->queries, normed, buffers->grids[1], false);
    plain_grid_multiply(grid, &attention->keys, normed, buffers->grids[2], false);
    plain_grid_multiply(grid, &attention->values, normed, buffers->grids[3], false);
    if (attention->frequencies != NULL) {
        turn(grid, attention, attention->heads, &queries);
        turn(grid, attention, attention->key_heads, &keys);
    }
    attend(attention, grid->width * grid->height, &queries, &keys, &values, &own_sums);
    plain_grid_multiply(grid, &attention->out, sums, trunk, true);
}

void plain_transformer_feed_forward(const PlainTransformer *buffers, const PlainGrid *grid,
                                    const FeedForward *block, float *trunk) {
    float *normed = buffers->grids[0], *hidden = buffers->grids[1], *gate = buffers->grids[2];
    const size_t stride = plain_grid_stride(block->hidden.out);
    plain_grid_rms_norm(grid, &block->norm, trunk, normed);
    plain_grid_multiply(grid, &block->hidden, normed, hidden, false);
    plain_grid_multiply(grid, &block->gate, normed, gate, false);
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const size_t at = plain_grid_cell(grid, x, y) * stride;
            for (size_t c = at; c < at + (size_t)block->hidden.out; c++) {
                hidden[c] = plain_activate(ACTIVATION_SILU, hidden[c]) * gate[c];
            }
        }
    }
    plain_grid_multiply(grid, &block->out, hidden, trunk, true);
}
