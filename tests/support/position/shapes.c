#include "tests/support/position/shapes.h"

Shapes shapes_new(int width, int height) {
    return (Shapes){geometry_kept(width, height), geometry_kept(height, width)};
}

void shapes_make_image(const Board *board, const Shapes *shapes, Symmetry g, bool exchanged,
                       Board *image) {
    const Geometry *from = board->geometry;
    const Geometry *to = symmetry_transposes(g) ? shapes->transposed : shapes->upright;
    ColorCell cells[CELL_COUNT_MAX];
    for (int cell = 0; cell < from->cell_count; cell++) {
        const Point p = from->point_of[cell];
        const Color color = board_color(board, p);
        cells[to->cell_of[geometry_map_point(from, g, p)]] =
            (ColorCell)(exchanged && color != EMPTY ? color_opponent(color) : color);
    }
    Status status;
    board_init(image, to);
    cr_assert(board_set_up(image, cells, (Color)(board->to_move ^ exchanged), &status), "%s",
              status.text);
    image->ko = geometry_map_point(from, g, board->ko);
    image->passes = board->passes;
}
