/* The loops of plain_grid.c's convolutions, which includes this file once for each width of vector:
 * a type cannot be a parameter. Before that it defines
 *
 *     CONVOLVE  how the function begins: its attributes and its name
 *     LANES     floats of a vector
 *     ROWS      cells at a time: as many as keep the sums in registers
 */

/* out = layer(in), or out += layer(in). What is computed beyond the last cell, to fill up ROWS, is
 * nonsense in the border. */
CONVOLVE(const PlainGrid *grid, const Convolution *layer, const float *packed, const float *in,
         float *out, bool adds) {
    typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));
    const size_t in_stride = plain_grid_stride(layer->in),
                 out_stride = plain_grid_stride(layer->out);
    const int taps = layer->kernel * layer->kernel;
    const float *group = packed;
    for (size_t channel = 0; channel < out_stride; channel += GROUP) {
        for (int cell = grid->first; cell < grid->end; cell += ROWS) {
            const float *weights = group;
            float *target = out + (size_t)cell * out_stride + channel;
            Lanes sums[ROWS][GROUP / LANES] = {0};
            for (size_t i = 0; adds && i < ROWS; i++) {
                for (int k = 0; k < GROUP / LANES; k++) {
                    sums[i][k] = *(const Lanes *)(target + i * out_stride + k * LANES);
                }
            }
            for (int tap = 0; tap < taps; tap++) {
                const float *source = in + (size_t)tap_cell(grid, layer, cell, tap) * in_stride;
                for (int c = 0; c < layer->in; c++, weights += GROUP) {
                    for (size_t i = 0; i < ROWS; i++) {
                        const float x = source[i * in_stride + (size_t)c];
                        for (int k = 0; k < GROUP / LANES; k++) {
                            sums[i][k] += x * *(const Lanes *)(weights + k * LANES);
                        }
                    }
                }
            }
            for (size_t i = 0; i < ROWS; i++) {
                for (int k = 0; k < GROUP / LANES; k++) {
                    *(Lanes *)(target + i * out_stride + k * LANES) = sums[i][k];
                }
            }
        }
        group += (size_t)taps * (size_t)layer->in * GROUP;
    }
}

#undef CONVOLVE
#undef LANES
#undef ROWS
