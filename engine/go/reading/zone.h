/* The zone of a proof that a chain is captured: a set of points such that a stone of its owner
 * anywhere else does not change the proof. So if the owner loses by passing, only moves in the zone
 * of that proof can help (T. Thomsen, "Lambda-search in game trees", 2000; T. Cazenave, "Abstract
 * proof search", 2001).
 *
 * A zone is built backwards from the capture. It has the attacker's moves, the liberties of the
 * chain, and the liberties of those attacker's chains that surround it, that surround chains
 * captured on the way, or that make a move suicide for the owner. Such chains with more than
 * ZONE_FIRM liberties are trusted to survive and add nothing. */
#ifndef ENGINE_GO_READING_ZONE_H
#define ENGINE_GO_READING_ZONE_H

#include "engine/go/board/board.h"

enum { ZONE_FIRM = 3 }; /* liberties */

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

/* Adds the liberties of the chain at target and of the chains that surround it. */
void zone_add_target(Zone *zone, const Board *board, Point target);

/* Adds the attacker's move at p from one board to the next, and the liberties of the chains that
 * surround what it captures. */
void zone_add_move(Zone *zone, const Board *before, const Board *after, Point p);

/* Adds the liberties of the attacker's chains that make moves in the zone suicide for the owner. */
void zone_add_denied(Zone *zone, const Board *board, Color attacker);

#endif
