#include "engine/eval/fit/position.h"

#include <stddef.h>

enum { HEAD = offsetof(FitPosition, cells) };

bool fit_position_write(const FitPosition *position, FILE *file) {
    const size_t cells = (size_t)position->side * position->side;
    return fwrite(position, HEAD, 1, file) == 1 &&
           fwrite(position->cells, 1, cells, file) == cells &&
           fwrite(position->moves, sizeof(Point), position->count, file) == position->count &&
           fwrite(position->policy, sizeof(float), position->count, file) == position->count;
}

bool fit_position_read(FitPosition *position, FILE *file, bool *ended) {
    *ended = false;
    if (fread(position, HEAD, 1, file) != 1) {
        *ended = feof(file) != 0;
        return false;
    }
    const size_t cells = (size_t)position->side * position->side;
    return position->side >= 1 && position->side <= BOARD_SIDE_MAX &&
           position->count <= FIT_MOVES_MAX && fread(position->cells, 1, cells, file) == cells &&
           fread(position->moves, sizeof(Point), position->count, file) == position->count &&
           fread(position->policy, sizeof(float), position->count, file) == position->count;
}
