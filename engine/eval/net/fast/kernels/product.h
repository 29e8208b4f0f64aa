/* The product of a matrix by packed weights. Each file of kernels includes this once, after lanes.h
 * and these definitions:
 *
 *     ROWS, PANELS    rows and panels at a time, as many as keep their sums in registers: 1 to 9
 *                     rows, 1 or KERNELS_CHUNK panels
 *     PARTS           of a panel that are multiplied one after the other, each for itself
 *     Sums            one row's sums of these panels
 *     Weights         one step's weights of these panels
 *     load_weights()  loads the weights of panels that are `stride` bytes apart
 *     store_sums()    stores the sums of panels that are `stride` bytes apart
 *     add_word()      returns a row's sums plus the products of one of its words
 *
 * Sums are in named variables because GCC keeps an array of them in memory, which is three times
 * slower. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_PRODUCT_H
#define ENGINE_EVAL_NET_FAST_KERNELS_PRODUCT_H

#include "engine/eval/net/fast/kernels/lanes.h"

enum { LINE_BYTES = KERNELS_PANEL * KERNELS_WORD }; /* a panel's weights of one step */

/* A block of rows that are multiplied together. It prefetches weights of the next product, since
 * the weights of a network do not fit a near cache: from `next` on if all panels are multiplied at
 * once, otherwise, in the block of the first rows, as far on in the next product's weights as in
 * these. */
typedef struct {
    int row, panel; /* the first */
    int part;       /* of each panel */
    const char *next;
} RowBlock;

/* Multiplies `rows` rows by `panels` panels, both constants in every call. */
INLINE void multiply_block(Element element, int rows, int panels, const Product *product,
                           RowBlock block) {
    const size_t stride = product->row_bytes, step = product->step_bytes;
    const size_t panel_bytes = (size_t)product->steps * LINE_BYTES;
    const ptrdiff_t ahead = product->next - product->weights;
    const size_t part = (size_t)block.part * (LINE_BYTES / PARTS);
    const char *weights = product->weights + (size_t)block.panel * panel_bytes + part;
    const char *next = block.next;
    Sums s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0}, s8 = {0};
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + (size_t)block.row * stride + product->tap[tap];
        for (const char *end = weights + panel_bytes; weights < end; weights += LINE_BYTES) {
            const Weights w = load_weights(element, panels, weights, panel_bytes);
            if (PANELS > 1) {
                __builtin_prefetch(next, 0, 2);
            } else if (block.row == 0) {
                __builtin_prefetch(weights + ahead, 0, 3);
            }
            s0 = add_word(element, panels, s0, in, w);
            s1 = rows > 1 ? add_word(element, panels, s1, in + stride, w) : s1;
            s2 = rows > 2 ? add_word(element, panels, s2, in + 2 * stride, w) : s2;
            s3 = rows > 3 ? add_word(element, panels, s3, in + 3 * stride, w) : s3;
            s4 = rows > 4 ? add_word(element, panels, s4, in + 4 * stride, w) : s4;
            s5 = rows > 5 ? add_word(element, panels, s5, in + 5 * stride, w) : s5;
            s6 = rows > 6 ? add_word(element, panels, s6, in + 6 * stride, w) : s6;
            s7 = rows > 7 ? add_word(element, panels, s7, in + 7 * stride, w) : s7;
            s8 = rows > 8 ? add_word(element, panels, s8, in + 8 * stride, w) : s8;
            in += step;
            next += LINE_BYTES;
        }
        weights += (size_t)((PANELS > 1 ? panels : product->panels) - 1) * panel_bytes;
    }
    /* No array is left of this once the loop is unrolled. */
    const Sums sums[] = {s0, s1, s2, s3, s4, s5, s6, s7, s8};
    const size_t line = product->sums_row * KERNELS_WORD;
    const size_t side = product->sums_panel * KERNELS_WORD;
    char *to = (char *)product->sums + (size_t)block.row * line + (size_t)block.panel * side + part;
#pragma GCC unroll 9
    for (int i = 0; i < rows; i++) {
        store_sums(panels, to + (size_t)i * line, side, sums[i]);
    }
}

INLINE void multiply_rows(Element element, int rows, int panels, const Product *product,
                          RowBlock block) {
    if (ROWS >= 9 && rows == 9) {
        multiply_block(element, 9, panels, product, block);
    } else if (ROWS >= 8 && rows == 8) {
        multiply_block(element, 8, panels, product, block);
    } else if (ROWS >= 7 && rows == 7) {
        multiply_block(element, 7, panels, product, block);
    } else if (ROWS >= 6 && rows == 6) {
        multiply_block(element, 6, panels, product, block);
    } else if (ROWS >= 5 && rows == 5) {
        multiply_block(element, 5, panels, product, block);
    } else if (ROWS >= 4 && rows == 4) {
        multiply_block(element, 4, panels, product, block);
    } else if (ROWS >= 3 && rows == 3) {
        multiply_block(element, 3, panels, product, block);
    } else if (rows == 2) {
        multiply_block(element, 2, panels, product, block);
    } else {
        multiply_block(element, 1, panels, product, block);
    }
}

/* Divides the rows into blocks that are as equal as can be: nine, eight and eight rows multiply
 * faster than twice nine and once seven, and three times four than twice five and once two. */
INLINE void multiply_panels(Element element, int panels, const Product *product, int panel) {
    const int blocks = (product->rows + ROWS - 1) / ROWS;
    const size_t lines = (size_t)product->taps * (size_t)product->steps;
    RowBlock block = {.panel = panel, .next = product->next};
    for (int i = 0; i < blocks; i++, block.next += lines * LINE_BYTES) {
        const int end = (i + 1) * product->rows / blocks;
        for (block.part = 0; block.part < PARTS; block.part++) {
            multiply_rows(element, end - block.row, panels, product, block);
        }
        block.row = end;
    }
}

INLINE void multiply_element(Element element, const Product *product, int panel) {
    if (PANELS == 1 || product->panels == 1) {
        multiply_panels(element, 1, product, panel);
    } else if (product->panels == 2) {
        multiply_panels(element, 2, product, panel);
    } else {
        multiply_panels(element, KERNELS_CHUNK, product, panel);
    }
}

static void multiply(const Product *product) {
    for (int panel = 0; panel < product->panels; panel += PANELS) {
        if (product->element == ELEMENT_F32) {
            multiply_element(ELEMENT_F32, product, panel);
        } else {
            multiply_element(ELEMENT_S16, product, panel);
        }
    }
}

#endif
