#include "engine/go/reading/zone.h"

#include "engine/go/board/liberty.h"
#include "engine/go/reading/shape.h"

/* Adds the liberties of an attacker's chain unless it is trusted to survive. */
static void add_unless_firm(Zone *zone, const Board *board, Point chain) {
    Point points[ZONE_FIRM + 1];
    const int count = chain_find_liberties(board, chain, ZONE_FIRM + 1, points);
    for (int i = 0; count <= ZONE_FIRM && i < count; i++) {
        zone_add(zone, points[i]);
    }
}

/* Adds those of the attacker's chains around a chain of the owner. */
static void add_guards(Zone *zone, const Board *board, Point chain) {
    Point guards[CELL_COUNT_MAX];
    const Color attacker = color_opponent(board_color(board, chain));
    const int count = shape_find_neighbors(board, chain, attacker, guards);
    for (int i = 0; i < count; i++) {
        add_unless_firm(zone, board, guards[i]);
    }
}

void zone_add_target(Zone *zone, const Board *board, Point target) {
    Point points[SHAPE_SAFE];
    const int count = chain_find_liberties(board, target, SHAPE_SAFE, points);
    for (int i = 0; i < count; i++) {
        zone_add(zone, points[i]);
    }
    add_guards(zone, board, target);
}

void zone_add_move(Zone *zone, const Board *before, const Board *after, Point p) {
    const Color owner = color_opponent(board_color(after, p));
    zone_add(zone, p);
    add_unless_firm(zone, after, p);
    for (int i = 0; i < 4; i++) {
        const Point beside = point_beside(p, i);
        if (before->color[beside] == owner && after->color[beside] == EMPTY) {
            add_guards(zone, before, beside);
        }
    }
}

void zone_add_denied(Zone *zone, const Board *board, Color attacker) {
    const Zone inner = *zone;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (!zone_has(&inner, p) ||
            board_check(board, color_opponent(attacker), p, false) != MOVE_SUICIDE) {
            continue;
        }
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(p, k);
            if (board->color[beside] == attacker) {
                add_unless_firm(zone, board, beside);
            }
        }
    }
}
