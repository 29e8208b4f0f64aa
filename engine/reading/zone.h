/* The zone of a proof that a chain is taken: a set of points such that a stone of its owner
 * anywhere else changes nothing. So where the owner loses although it passes, only moves in the
 * zone of that proof can help (Thomsen 2000, "Lambda-search in game trees"; Cazenave 2001,
 * "Abstract proof search").
 *
 * A zone grows from the taking of the chain back to the position asked about. In it are the
 * attacker's moves, the liberties of the chain, and those of the attacker's chains that hold it,
 * that hold chains taken on the way, or that deny the owner a point for want of liberties; such
 * chains with more than ZONE_FIRM liberties are trusted to stand. */
#ifndef ENGINE_READING_ZONE_H
#define ENGINE_READING_ZONE_H

#include "engine/board/board.h"

enum { ZONE_FIRM = 3 };

typedef struct {
    uint64_t bits[POINT_COUNT / 64];
} Zone;

static inline void zone_add(Zone *zone, Point p) {
    zone->bits[p / 64] |= UINT64_C(1) << p % 64;
}

static inline bool zone_has(const Zone *zone, Point p) {
    return zone->bits[p / 64] >> p % 64 & 1;
}

static inline void zone_join(Zone *zone, const Zone *other) {
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        zone->bits[i] |= other->bits[i];
    }
}

/* The chain at target as it stands on this board, and what holds it. */
void zone_add_target(Zone *zone, const Board *board, Point target);

/* The attacker's move at p from one board to the next, and what holds the chains that it takes. */
void zone_add_move(Zone *zone, const Board *before, const Board *after, Point p);

/* What keeps the owner from playing on points of the zone. */
void zone_add_denied(Zone *zone, const Board *board, Color attacker);

#endif
