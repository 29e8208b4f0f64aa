/* The positions of the game that led to a position: what superko looks at.
 *
 * A Trail belongs to one thread. */
#ifndef ENGINE_SOLVE_TRAIL_H
#define ENGINE_SOLVE_TRAIL_H

#include "engine/solve/solver_context.h"

enum { TRAIL_MAX = 1024, TRAIL_FILTER = 1024 };

typedef struct {
    int ply;               /* of the last position */
    Kos kos[TRAIL_MAX][2]; /* [ply][color]: of the boards up to here that look as if the colour had
                              just taken a ko */
    uint16_t filter[TRAIL_FILTER]; /* how many positions have stones with that code */
    Field field[TRAIL_MAX];
} Trail;

/* Forgets all positions; root is then the only one. */
void trail_begin(Trail *trail, const SolverContext *context, const Field *root);

/* Adds a position that may have come about in any way. A trail has room for TRAIL_MAX. */
void trail_add(Trail *trail, const SolverContext *context, const Field *field);

/* The same with the position of these stones, the other side to move. */
void trail_push(Trail *trail, const SolverContext *context, const Bits stones[2], int ko);

void trail_pop(Trail *trail);

static inline const Field *trail_end(const Trail *trail) {
    return &trail->field[trail->ply];
}

/* Returns the ply of the position that this one repeats, by the ko rule, or -1. */
int trail_find(const Trail *trail, KoRule rule, const Bits stones[2], int to_move, int ko);

#endif
