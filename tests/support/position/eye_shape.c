#include "tests/support/position/eye_shape.h"

EyeShape eye_shape_read(const char *rows) {
    EyeShape shape = {.count = 0};
    int x[EYE_SHAPE_POINTS_MAX], y[EYE_SHAPE_POINTS_MAX], column = 0, row = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            column = 0;
            row++;
            continue;
        }
        if (*c != ' ') {
            x[shape.count] = column;
            y[shape.count] = row;
            shape.letter[shape.count++] = *c;
        }
        column++;
    }
    for (int i = 0; i < shape.count; i++) {
        for (int k = 0; k < shape.count; k++) {
            const int distance = (x[i] - x[k]) * (x[i] - x[k]) + (y[i] - y[k]) * (y[i] - y[k]);
            shape.beside[i] |= (uint32_t)(distance == 1) << k;
        }
    }
    return shape;
}
