#include "regress/review/local_shape.h"

#include <string.h>

enum { RADIUS = LOCAL_SHAPE_SIDE / 2, SYMMETRIES = 8 };

/* Turns a place around the move by one of the eight symmetries. */
static void turn(int symmetry, int *x, int *y) {
    const int old_x = *x, old_y = *y;
    *x = symmetry & 1 ? -old_x : old_x;
    *y = symmetry & 2 ? -old_y : old_y;
    if (symmetry & 4) {
        const int swapped = *x;
        *x = *y;
        *y = swapped;
    }
}

static char letter_at(const ColorCell *cells, int width, int height, int x, int y, Color mover) {
    if (x < 0 || x >= width || y < 0 || y >= height) {
        return '#';
    }
    const Color color = (Color)cells[y * width + x];
    return color == EMPTY ? '.' : color == mover ? 'x' : 'o';
}

LocalShape local_shape_at(const ColorCell *cells, int width, int height, Point point, Color mover) {
    LocalShape best = {0};
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        LocalShape shape = {0};
        int count = 0;
        for (int row = -RADIUS; row <= RADIUS; row++) {
            for (int column = -RADIUS; column <= RADIUS; column++) {
                int x = column, y = row;
                turn(symmetry, &x, &y);
                const char letter =
                    letter_at(cells, width, height, point_x(point) + x, point_y(point) + y, mover);
                shape.text[count++] = letter;
                shape.stones += letter == 'x' || letter == 'o';
            }
        }
        if (symmetry == 0 || strcmp(shape.text, best.text) < 0) {
            best = shape;
        }
    }
    return best;
}
