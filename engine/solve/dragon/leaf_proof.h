/* Proofs at the leaves of a local search (local_search.h): whether targets fall, by a goal search
 * of few nodes whose table all leaves share. Where the evaluator is wrong about a position, the
 * lines below it soon show that. */
#ifndef ENGINE_SOLVE_DRAGON_LEAF_PROOF_H
#define ENGINE_SOLVE_DRAGON_LEAF_PROOF_H

#include "engine/solve/goal/search/goal_search.h"

typedef struct {
    GoalSearch *search; /* NULL: without proofs */
    const Goal *goal;   /* a capture goal, finished; its playable points need not be those of the
                           local search */
    bool trusts_held;   /* targets that survive within the goal's region live */
    const Deadline *deadline; /* NULL: none */
} LeafProof;

/* A position of a local search. */
typedef struct {
    const Board *board;
    Color mover;
    uint32_t captured; /* targets that were captured before, a bit each */
    float dead;        /* 0..1: how likely the targets fall by the evaluator */
    int threats[2];    /* [color]: how many bans on kos that color may break */
} Leaf;

/* What the position amounts to for the targets with simple kos, or GOAL_OPEN. Sets *by_ko if there
 * are no threats and it would make a difference if one side won all kos. */
GoalOutcome leaf_proof_find(const LeafProof *proof, const Leaf *leaf, bool *by_ko);

#endif
