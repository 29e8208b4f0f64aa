#include "engine/lab/train/prior/position.h"

#include <stddef.h>
#include <string.h>

enum { HEAD = offsetof(FitPosition, cells) };

static const char START[] = "dihedra positions 1\n";

bool fit_write_start(FILE *file) {
    return fputs(START, file) >= 0;
}

bool fit_read_start(FILE *file) {
    char line[sizeof START];
    return fgets(line, sizeof line, file) != NULL && strcmp(line, START) == 0;
}

bool fit_write_position(const FitPosition *position, FILE *file) {
    const size_t cells = (size_t)position->side * position->side;
    return fwrite(position, HEAD, 1, file) == 1 &&
           fwrite(position->cells, 1, cells, file) == cells &&
           fwrite(position->moves, sizeof(Point), position->count, file) == position->count &&
           fwrite(position->policy, sizeof(float), position->count, file) == position->count;
}

static bool is_on_board(const FitPosition *position, Point p) {
    return point_is_within(p, position->side, position->side);
}

/* For a previous move, which may be missing or a pass. */
static bool is_point_or_none(const FitPosition *position, Point p) {
    return p == POINT_NONE || p == POINT_PASS || is_on_board(position, p);
}

static bool is_empty(const FitPosition *position, Point p) {
    return is_on_board(position, p) &&
           position->cells[point_y(p) * position->side + point_x(p)] == EMPTY;
}

static bool is_possible(const FitPosition *position) {
    bool ok = position->to_move <= WHITE && position->count > 0 &&
              (position->ko == POINT_NONE || is_empty(position, position->ko)) &&
              is_point_or_none(position, position->last) &&
              is_point_or_none(position, position->before);
    for (int i = 0; ok && i < position->side * position->side; i++) {
        ok = position->cells[i] <= EMPTY;
    }
    for (int i = 0; ok && i < position->count; i++) {
        ok = (position->moves[i] == POINT_PASS || is_empty(position, position->moves[i])) &&
             position->policy[i] >= 0 && position->policy[i] <= 1;
    }
    return ok;
}

bool fit_read_position(FitPosition *position, FILE *file, bool *ended) {
    const size_t head = fread(position, 1, HEAD, file);
    *ended = head == 0 && feof(file) != 0;
    if (head != HEAD || position->side < 1 || position->side > BOARD_SIDE_MAX ||
        position->count > FIT_MOVES_MAX) {
        return false;
    }
    const size_t cells = (size_t)position->side * position->side;
    return fread(position->cells, 1, cells, file) == cells &&
           fread(position->moves, sizeof(Point), position->count, file) == position->count &&
           fread(position->policy, sizeof(float), position->count, file) == position->count &&
           is_possible(position);
}
