/* Kernels in plain C, for every other processor. Vectors become what the processor's base has. */
#include <string.h>

#define LANES 4
#include "engine/eval/net/fast/kernels/lanes.h"

static inline Lanes greater(Lanes a, Lanes b) {
    const Whole mask = a > b;
    return (Lanes)(((Whole)a & mask) | ((Whole)b & ~mask));
}

static inline Lanes lesser(Lanes a, Lanes b) {
    const Whole mask = a < b;
    return (Lanes)(((Whole)a & mask) | ((Whole)b & ~mask));
}

static inline NarrowShorts narrowed(Whole value) {
    return __builtin_convertvector(value, NarrowShorts);
}

#include "engine/eval/net/fast/kernels/attention.h"
#include "engine/eval/net/fast/kernels/tiles.h"

enum { ROWS = 2, PANELS = 1, PARTS = 1 };

/* A panel of one row's sums, or of one step's weights. */
typedef struct {
    Whole a, b, c, d;
} Sums, Weights;

/* sum + in * weights, word by word. */
INLINE Whole add_product(Element element, Whole sum, int32_t in, Whole w) {
    float x;
    memcpy(&x, &in, sizeof x);
    switch (element) {
    case ELEMENT_F32:
        return (Whole)((Lanes)sum + (Lanes)w * x);
    case ELEMENT_S16:
        return sum + (w << 16 >> 16) * (int16_t)in + (w >> 16) * (in >> 16);
    }
    return sum;
}

INLINE Weights load_weights(Element element, int panels, const char *from, size_t stride) {
    (void)element, (void)panels, (void)stride; /* all elements are stored alike; one panel */
    const LooseWhole *w = (const LooseWhole *)(const void *)from;
    return (Weights){w[0], w[1], w[2], w[3]};
}

INLINE void store_sums(int panels, char *to, size_t stride, Sums value) {
    (void)panels, (void)stride;
    memcpy(to, &value, sizeof value);
}

INLINE Sums add_word(Element element, int panels, Sums sums, const char *word, Weights w) {
    (void)panels;
    int32_t in;
    memcpy(&in, word, sizeof in);
    return (Sums){add_product(element, sums.a, in, w.a), add_product(element, sums.b, in, w.b),
                  add_product(element, sums.c, in, w.c), add_product(element, sums.d, in, w.d)};
}

#include "engine/eval/net/fast/kernels/product.h"

const Kernels KERNELS_PLAIN = {
    .name = "plain",
    KERNELS_LOOPS,
};
