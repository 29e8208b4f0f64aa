/* The owner of a position: the rank that does its work. */
#ifndef ENGINE_CLUSTER_SOLVER_OWNER_H
#define ENGINE_CLUSTER_SOLVER_OWNER_H

#include "engine/solve/solver_context.h"

typedef enum {
    OWNER_CANONICAL, /* by the canonical key: images have the same owner */
    OWNER_PLAIN,     /* by the stones as they lie: images may have different owners */
    /* By the canonical key of the stones on some of the points, so that a move elsewhere keeps the
       owner (Jinnai and Fukunaga, "Abstract Zobrist hashing", 2016). */
    OWNER_ABSTRACT,
} OwnerRule;

int owner_of(const SolverContext *context, const Bitboard *bitboard, OwnerRule rule, int ranks);

#endif
