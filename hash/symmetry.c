/* The symmetry group of a board: composition, inverses and cell maps, all computed from the
 * definition in the header. Pure functions: any number of threads may call them at once. */
#include "hash/symmetry.h"

#include <assert.h>

/* Transposing after a mirror is mirroring the other axis after transposing, so moving
 * mirrors past a transposition swaps the two low bits. */
static Symmetry exchange_mirrors(Symmetry g) {
    return (Symmetry)((g & SYMMETRY_TRANSPOSE) | ((g & SYMMETRY_MIRROR_X) << 1) |
                      ((g & SYMMETRY_MIRROR_Y) >> 1));
}

/* With g = mirrors after transposition, a * b = Ma Ta Mb Tb = Ma (Ta Mb Ta) Ta Tb. */
Symmetry symmetry_compose(Symmetry a, Symmetry b) {
    assert(a < SYMMETRY_COUNT && b < SYMMETRY_COUNT);
    return a ^ (symmetry_transposes(a) ? exchange_mirrors(b) : b);
}

/* Mirrors commute and undo themselves; only a transposition makes them change axes. */
Symmetry symmetry_inverse(Symmetry g) {
    assert(g < SYMMETRY_COUNT);
    return symmetry_transposes(g) ? exchange_mirrors(g) : g;
}

static int image_of_cell(int width, int height, Symmetry g, int cell) {
    bool transposes = symmetry_transposes(g);
    int image_width = transposes ? height : width;
    int image_height = transposes ? width : height;
    int x = transposes ? cell / width : cell % width;
    int y = transposes ? cell % width : cell / width;
    if (g & SYMMETRY_MIRROR_X) {
        x = image_width - 1 - x;
    }
    if (g & SYMMETRY_MIRROR_Y) {
        y = image_height - 1 - y;
    }
    return y * image_width + x;
}

void symmetry_maps_init(SymmetryMaps *maps, int width, int height) {
    assert(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX);
    *maps = (SymmetryMaps){.width = width, .height = height, .cell_count = width * height};
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        for (int cell = 0; cell < maps->cell_count; cell++) {
            maps->image[g][cell] = (uint16_t)image_of_cell(width, height, g, cell);
        }
    }
}
