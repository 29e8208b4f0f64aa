/* The symmetry group of a board, computed from the definition in the header. Pure functions. */
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

void symmetry_maps_init(SymmetryMaps *maps, int width, int height) {
    assert(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX);
    *maps = (SymmetryMaps){.width = width, .height = height, .cell_count = width * height};
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        for (int cell = 0; cell < maps->cell_count; cell++) {
            int x = cell % width, y = cell / width;
            symmetry_map_xy(width, height, g, &x, &y);
            const int image_width = symmetry_transposes(g) ? height : width;
            maps->image[g][cell] = (uint16_t)(y * image_width + x);
        }
    }
}
