/* The home of a position: the rank that does its work.
 *
 * Pure functions of the position: all ranks agree. */
#ifndef ENGINE_CLUSTER_SOLVER_HOME_H
#define ENGINE_CLUSTER_SOLVER_HOME_H

#include "engine/solve/arena.h"

typedef enum {
    HOME_CANONICAL, /* by the canonical key: all images of a position have one home */
    HOME_PLAIN,     /* by the key of the position as it lies: each image has a home of its own */
    /* By the canonical key of the stones on some of the points, so that a move elsewhere stays at
     * home (Jinnai and Fukunaga, "Abstract Zobrist hashing", 2016). */
    HOME_ABSTRACT,
} HomeRule;

int home_of(const SolveArena *arena, const Field *field, HomeRule rule, int ranks);

#endif
