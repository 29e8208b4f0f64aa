#include "engine/eval/net/fast/layer_times.h"

#include "engine/base/clock.h"
#include "engine/eval/net/fast/arena.h"

const char *layer_kind_name(LayerKind kind) {
    static const char *const NAMES[LAYER_KINDS] = {
        "input", "3x3", "1x1 and matrices", "gated matrices", "attention", "norms", "heads"};
    return NAMES[kind];
}

double layer_peak(const Kernels *kernels, Element element) {
    enum { ROWS = 36, STEPS = 64, REPEATS = 200, ROUNDS = 20 };
    static const int32_t WHOLE_ROW[1] = {0};
    const size_t row = (size_t)STEPS * KERNELS_WORD, panel = row * KERNELS_PANEL;
    const size_t in = ROWS * row, weights = KERNELS_CHUNK * panel;
    Arena arena = {0};
    char *memory = arena_take(&arena, 2 * (in + weights));
    double best = 0;
    for (int round = 0; memory != NULL && round < ROUNDS; round++) {
        const double start = clock_seconds();
        for (int i = 0; i < REPEATS; i++) {
            kernels->multiply(&(Product){.element = element,
                                         .rows = ROWS,
                                         .panels = KERNELS_CHUNK,
                                         .taps = 1,
                                         .steps = STEPS,
                                         .in = memory,
                                         .row_bytes = row,
                                         .tap = WHOLE_ROW,
                                         .step_bytes = KERNELS_WORD,
                                         .weights = memory + in,
                                         .next = memory + in,
                                         .sums = memory + in + weights,
                                         .sums_row = KERNELS_CHUNK * KERNELS_PANEL,
                                         .sums_panel = KERNELS_PANEL});
        }
        const double rate = REPEATS / (clock_seconds() - start);
        best = rate > best ? rate : best;
    }
    arena_clear(&arena);
    return best * 2 * ROWS * KERNELS_CHUNK * KERNELS_PANEL * STEPS *
           (KERNELS_WORD / (double)element_bytes(element));
}
