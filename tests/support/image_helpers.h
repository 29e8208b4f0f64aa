/* Positions and their images, for tests of knowledge that must not care how a position is turned or
 * which colour is which. */
#ifndef TESTS_SUPPORT_IMAGE_HELPERS_H
#define TESTS_SUPPORT_IMAGE_HELPERS_H

#include "engine/base/rng.h"
#include "engine/board/board.h"
#include "tests/support/diagram.h"

#include <criterion/criterion.h>

/* A board's shape and its transpose. */
typedef struct {
    Geometry *upright, *transposed;
} Shapes;

static inline Shapes shapes_new(int width, int height) {
    return (Shapes){geometry_new(width, height, HASH_DEFAULT_SEED),
                    geometry_new(height, width, HASH_DEFAULT_SEED)};
}

static inline void shapes_free(const Shapes *shapes) {
    geometry_free(shapes->upright);
    geometry_free(shapes->transposed);
}

/* The position turned by g, its colours exchanged or not; side to move, ko and passes follow. */
static inline void make_image(const Board *board, const Shapes *shapes, Symmetry g, bool exchanged,
                              Board *image) {
    const Geometry *from = board->geometry;
    const Geometry *to = symmetry_transposes(g) ? shapes->transposed : shapes->upright;
    ColorCell cells[CELL_COUNT_MAX];
    for (int cell = 0; cell < from->cell_count; cell++) {
        const Point p = from->point_of[cell];
        const Color color = board_color(board, p);
        cells[to->cell_of[geometry_map_point(from, g, p)]] =
            (uint8_t)(exchanged && color != EMPTY ? color_opponent(color) : color);
    }
    Status status;
    board_init(image, to);
    cr_assert(board_set_up(image, cells, (Color)(board->to_move ^ exchanged), &status), "%s",
              status.text);
    image->ko = geometry_map_point(from, g, board->ko);
    image->passes = board->passes;
}

/* The diagram as a board; the geometry is the caller's to free. */
static inline void set_up_diagram(const Diagram *diagram, Color to_move, Board *board) {
    Status status;
    Geometry *geometry = geometry_new(diagram->width, diagram->height, HASH_DEFAULT_SEED);
    board_init(board, geometry);
    cr_assert(board_set_up(board, diagram->cells, to_move, &status), "%s", status.text);
}

/* A random legal move that fills no eye, found by trying; POINT_PASS after many tries. */
static inline Point random_legal_move(const Board *board, Rng *rng) {
    const Geometry *geometry = board->geometry;
    const Color color = (Color)board->to_move;
    for (int tries = 0; tries < 4 * geometry->cell_count; tries++) {
        const Point p = geometry->point_of[rng_below(rng, (uint32_t)geometry->cell_count)];
        if (board_check(board, color, p, false) == MOVE_LEGAL && !board_is_eye(board, color, p)) {
            return p;
        }
    }
    return POINT_PASS;
}

/* So many random moves from the empty board; last and before are the two latest. Two passes in a
 * row are one. */
static inline void play_random_moves(Board *board, const Geometry *geometry, int moves, Rng *rng,
                                     Point *last, Point *before) {
    board_init(board, geometry);
    *last = *before = POINT_NONE;
    for (int i = 0; i < moves; i++) {
        const Point p = random_legal_move(board, rng);
        if (p == POINT_PASS && board->passes > 0) {
            return;
        }
        *before = *last;
        *last = p;
        board_play(board, (Color)board->to_move, p);
    }
}

static inline DiagramText print_board(const Board *board) {
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    return diagram_print(board->geometry->width, board->geometry->height, cells);
}

#endif
