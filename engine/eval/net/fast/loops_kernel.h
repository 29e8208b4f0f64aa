/* The loops of loops.c, which includes this file once for each vector width, since a type cannot be
 * a parameter. Before each inclusion it defines
 *
 *     FUNCTION    how a function begins: its attributes
 *     NAME(name)  the name of a function or type of this width
 *     LANES       floats of a vector; they divide LOOPS_GROUP
 */

typedef float NAME(Lanes) __attribute__((vector_size(LANES * 4)));
typedef int32_t NAME(Whole) __attribute__((vector_size(LANES * 4)));
typedef NAME(Lanes) NAME(LooseLanes) __attribute__((aligned(4), may_alias));
typedef uint16_t NAME(LooseHalf) __attribute__((vector_size(LANES * 2), aligned(2), may_alias));
typedef uint8_t NAME(LooseByte) __attribute__((vector_size(LANES), aligned(1), may_alias));
#define Lanes NAME(Lanes)
#define Whole NAME(Whole)

FUNCTION inline Lanes NAME(load)(const float *from) {
    return *(const NAME(LooseLanes) *)from;
}

FUNCTION inline void NAME(store)(float *to, Lanes value) {
    *(NAME(LooseLanes) *)to = value;
}

FUNCTION inline Lanes NAME(greater)(Lanes a, Lanes b) {
    const Whole mask = a > b;
    return (Lanes)(((Whole)a & mask) | ((Whole)b & ~mask));
}

/* e^x to about two units in the last place, as 2^n e^r with |r| <= ln 2 / 2, and e^r by its series.
 * x is limited to the range in which the result is a normal float. */
FUNCTION inline Lanes NAME(exponential)(Lanes x) {
    const Lanes zero = {0}, shift = zero + 12582912.0F; /* 1.5 * 2^23: adding it rounds */
    x = -NAME(greater)(-NAME(greater)(x, zero - 87), zero - 87);
    const Lanes shifted = x * 1.44269504F + shift, n = shifted - shift;
    const Lanes r = x - n * 0.693359375F + n * 2.12194440e-4F;
    Lanes sum = zero + 1.0F / 5040;
    sum = sum * r + 1.0F / 720;
    sum = sum * r + 1.0F / 120;
    sum = sum * r + 1.0F / 24;
    sum = sum * r + 1.0F / 6;
    sum = sum * r + 0.5F;
    sum = sum * r + 1;
    sum = sum * r + 1;
    return (Lanes)((Whole)sum + ((Whole)shifted << 23));
}

FUNCTION inline Lanes NAME(activated)(Activation activation, Lanes x) {
    const Lanes zero = {0};
    switch (activation) {
    case ACTIVATION_RELU:
        return NAME(greater)(x, zero);
    case ACTIVATION_MISH: { /* x tanh(log(1 + e^x)), the tanh as a fraction of e^x */
        const Lanes e = NAME(exponential)(-NAME(greater)(-x, zero - 20));
        const Lanes n = e * (e + 2);
        return x * (n / (n + 2));
    }
    case ACTIVATION_SILU:
        return x / (1 + NAME(exponential)(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

FUNCTION inline Lanes NAME(affine)(const Affine *affine, Activation activation, const float *in,
                                   int c) {
    const Lanes x =
        NAME(load)(in + c) * NAME(load)(affine->scale + c) + NAME(load)(affine->bias + c);
    const Lanes y = NAME(activated)(activation, x);
    return affine->gain == NULL ? y : y * NAME(load)(affine->gain + c);
}

/* Writes numbers as elements from index i on: bf16 rounds to even by carrying into the upper half,
 * whole numbers are rounded and limited. */
FUNCTION inline void NAME(write)(Lanes value, Element element, void *out, size_t i) {
    const Lanes zero = {0}, shift = zero + 12582912.0F;
    switch (element) {
    case ELEMENT_F32:
        NAME(store)((float *)out + i, value);
        return;
    case ELEMENT_BF16: {
        const Whole bits = (Whole)value;
        const Whole rounded = bits + 0x7FFF + ((bits >> 16) & 1);
        *(NAME(LooseHalf) *)((uint16_t *)out + i) =
            __builtin_convertvector(rounded >> 16, NAME(LooseHalf));
        return;
    }
    case ELEMENT_U8:
    case ELEMENT_S8: {
        const float least = element == ELEMENT_U8 ? 0 : -127,
                    most = element == ELEMENT_U8 ? 255 : 127;
        value = -NAME(greater)(-NAME(greater)(value, zero + least), zero - most);
        const Whole whole = (Whole)(value + shift) & 0xFF;
        *(NAME(LooseByte) *)((uint8_t *)out + i) = __builtin_convertvector(whole, NAME(LooseByte));
    }
    }
}

/* Activation and element are constants in every call, so that the loop has no branches. */
FUNCTION inline void NAME(apply_as)(const Affine *affine, Activation activation, const float *in,
                                    size_t in_stride, int cells, Element element, void *out) {
    for (int cell = 0; cell < cells; cell++) {
        const float *from = in + (size_t)cell * in_stride;
        const size_t to = (size_t)cell * (size_t)affine->channels;
        for (int c = 0; c < affine->channels; c += LANES) {
            NAME(write)(NAME(affine)(affine, activation, from, c), element, out, to + (size_t)c);
        }
    }
}

FUNCTION inline void NAME(apply_to)(const Affine *affine, const float *in, size_t in_stride,
                                    int cells, Element element, void *out) {
    if (affine->activation == ACTIVATION_RELU) {
        NAME(apply_as)(affine, ACTIVATION_RELU, in, in_stride, cells, element, out);
    } else if (affine->activation == ACTIVATION_MISH) {
        NAME(apply_as)(affine, ACTIVATION_MISH, in, in_stride, cells, element, out);
    } else {
        NAME(apply_as)(affine, affine->activation, in, in_stride, cells, element, out);
    }
}

FUNCTION void NAME(apply)(const Affine *affine, const float *in, size_t in_stride, int cells,
                          Element element, void *out) {
    switch (element) {
    case ELEMENT_F32:
        NAME(apply_to)(affine, in, in_stride, cells, ELEMENT_F32, out);
        break;
    case ELEMENT_BF16:
        NAME(apply_to)(affine, in, in_stride, cells, ELEMENT_BF16, out);
        break;
    case ELEMENT_U8:
        NAME(apply_to)(affine, in, in_stride, cells, ELEMENT_U8, out);
        break;
    case ELEMENT_S8:
        NAME(apply_to)(affine, in, in_stride, cells, ELEMENT_S8, out);
        break;
    }
}

FUNCTION void NAME(pool)(const Affine *affine, const float *in, size_t in_stride, int cells,
                         float *sums, float *greatest) {
    for (int c = 0; c < affine->channels; c += LANES) {
        Lanes sum = {0}, most = sum - INFINITY;
        for (int cell = 0; cell < cells; cell++) {
            const Lanes x =
                NAME(affine)(affine, affine->activation, in + (size_t)cell * in_stride, c);
            sum += x;
            most = NAME(greater)(x, most);
        }
        NAME(store)(sums + c, sum);
        NAME(store)(greatest + c, most);
    }
}

/* Adds the rows to some vectors of a cell, the sums in registers. Their number is a constant in
 * every call. */
FUNCTION inline void NAME(add_vectors)(int vectors, const float *matrix, const int32_t *rows,
                                       int count, int channels, float *cell) {
    Lanes sums[ADD_VECTORS];
    for (int v = 0; v < vectors; v++) {
        sums[v] = NAME(load)(cell + v * LANES);
    }
    for (int i = 0; i < count; i++) {
        const float *row = matrix + rows[i] * channels;
        for (int v = 0; v < vectors; v++) {
            sums[v] += NAME(load)(row + v * LANES);
        }
    }
    for (int v = 0; v < vectors; v++) {
        NAME(store)(cell + v * LANES, sums[v]);
    }
}

FUNCTION void NAME(add_rows)(const float *matrix, const int32_t *rows, int count, int channels,
                             float *cell) {
    int c = 0;
    for (; c + ADD_VECTORS * LANES <= channels; c += ADD_VECTORS * LANES) {
        NAME(add_vectors)(ADD_VECTORS, matrix + c, rows, count, channels, cell + c);
    }
    for (; c < channels; c += LANES) {
        NAME(add_vectors)(1, matrix + c, rows, count, channels, cell + c);
    }
}

/* One line of a tile: B^T d of A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural
 * Networks" (2016), section 4.3, and the same construction with the points 0, 1, -1, 2. */
FUNCTION inline void NAME(line_in)(int points, const Lanes d[TILE_POINTS_MAX],
                                   Lanes to[TILE_POINTS_MAX]) {
    if (points == 6) {
        const Lanes even = d[4] - 4 * d[2], odd = d[3] - 4 * d[1];
        const Lanes even2 = d[4] - d[2], odd2 = 2 * (d[3] - d[1]);
        to[0] = 4 * d[0] - 5 * d[2] + d[4];
        to[1] = even + odd;
        to[2] = even - odd;
        to[3] = even2 + odd2;
        to[4] = even2 - odd2;
        to[5] = 4 * d[1] - 5 * d[3] + d[5];
    } else {
        to[0] = 2 * (d[0] - d[2]) + d[3] - d[1];
        to[1] = d[3] - d[2] - 2 * d[1];
        to[2] = d[3] - 3 * d[2] + 2 * d[1];
        to[3] = d[3] - d[1];
        to[4] = 2 * (d[1] - d[3]) + d[4] - d[2];
    }
}

/* A^T m of the same. */
FUNCTION inline void NAME(line_out)(int points, const Lanes m[TILE_POINTS_MAX],
                                    Lanes to[TILE_POINTS_MAX - 2]) {
    const Lanes sum = m[1] + m[2], difference = m[1] - m[2];
    if (points == 6) {
        const Lanes sum2 = m[3] + m[4], difference2 = m[3] - m[4];
        to[0] = m[0] + sum + sum2;
        to[1] = difference + 2 * difference2;
        to[2] = sum + 4 * sum2;
        to[3] = difference + 8 * difference2 + m[5];
    } else {
        to[0] = m[0] + sum + m[3];
        to[1] = difference + 2 * m[3];
        to[2] = sum + 4 * m[3] + m[4];
    }
}

FUNCTION inline void NAME(tile_in_of)(int points, const float *const *cells, int channels,
                                      float *planes, size_t plane_stride) {
    for (int c = 0; c < channels; c += LANES) {
        Lanes half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        for (int x = 0; x < points; x++) {
            for (int y = 0; y < points; y++) {
                line[y] = NAME(load)(cells[y * points + x] + c);
            }
            NAME(line_in)(points, line, done);
            for (int y = 0; y < points; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < points; y++) {
            NAME(line_in)(points, half[y], done);
            for (int x = 0; x < points; x++) {
                NAME(store)(planes + (size_t)(y * points + x) * plane_stride + c, done[x]);
            }
        }
    }
}

FUNCTION void NAME(tile_in)(int points, const float *const *cells, int channels, float *planes,
                            size_t plane_stride) {
    if (points == 6) {
        NAME(tile_in_of)(6, cells, channels, planes, plane_stride);
    } else {
        NAME(tile_in_of)(5, cells, channels, planes, plane_stride);
    }
}

FUNCTION inline void NAME(tile_out_of)(int points, const float *planes, size_t plane_stride,
                                       int channels, const float *bias, bool rectifies, bool adds,
                                       float *const *cells) {
    const int output = points - 2;
    for (int c = 0; c < channels; c += LANES) {
        Lanes half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        const Lanes zero = {0}, summand = NAME(load)(bias + c);
        for (int x = 0; x < points; x++) {
            for (int y = 0; y < points; y++) {
                line[y] = NAME(load)(planes + (size_t)(y * points + x) * plane_stride + c);
            }
            NAME(line_out)(points, line, done);
            for (int y = 0; y < output; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < output; y++) {
            NAME(line_out)(points, half[y], done);
            for (int x = 0; x < output; x++) {
                float *cell = cells[y * output + x];
                if (cell != NULL) {
                    Lanes value = done[x] + summand;
                    value = adds ? value + NAME(load)(cell + c) : value;
                    NAME(store)(cell + c, rectifies ? NAME(greater)(value, zero) : value);
                }
            }
        }
    }
}

FUNCTION void NAME(tile_out)(int points, const float *planes, size_t plane_stride, int channels,
                             const float *bias, bool rectifies, bool adds, float *const *cells) {
    if (points == 6) {
        NAME(tile_out_of)(6, planes, plane_stride, channels, bias, rectifies, adds, cells);
    } else {
        NAME(tile_out_of)(5, planes, plane_stride, channels, bias, rectifies, adds, cells);
    }
}

static const Loops NAME(LOOPS) = {NAME(apply), NAME(pool), NAME(add_rows), NAME(tile_in),
                                  NAME(tile_out)};

#undef Lanes
#undef Whole
#undef FUNCTION
#undef NAME
#undef LANES
