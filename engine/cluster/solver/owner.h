/* The owner of a position: the rank that does its work.
 *
 * Pure functions of the position: all ranks agree. */
#ifndef ENGINE_CLUSTER_SOLVER_OWNER_H
#define ENGINE_CLUSTER_SOLVER_OWNER_H

#include "engine/solve/solver_context.h"

typedef enum {
    OWNER_CANONICAL, /* by the canonical key: all images of a position have one owner */
    OWNER_PLAIN,     /* by the key of the position as it lies: images may have different owners */
    /* By the canonical key of the stones on some of the points, so that a move elsewhere keeps the
       owner (Jinnai and Fukunaga, "Abstract Zobrist hashing", 2016). */
    OWNER_ABSTRACT,
} OwnerRule;

int owner_of(const SolverContext *context, const Bitboard *bitboard, OwnerRule rule, int ranks);

#endif
