/* The canonical image of a network's input: the same for all inputs that are images of each other,
 * with a key by which it can be remembered.
 *
 * The key is a hash of all that the network reads (stones, ko, history, ladders, komi, rules,
 * profile) and of nothing else, in two words of 64 bits. Pure functions. */
#ifndef ENGINE_EVAL_NET_INPUT_CANONICAL_H
#define ENGINE_EVAL_NET_INPUT_CANONICAL_H

#include "engine/eval/net/input/features.h"

typedef struct {
    uint64_t key, check;
    Symmetry symmetry; /* turns the position into its canonical image */
    int cell_count;
    uint16_t image[CELL_COUNT_MAX]; /* [cell of the position]: its cell in that image */
} Canonical;

/* Finds the canonical image of a position; features are those of its identity. */
void canonical_find(const Features *features, const Geometry *geometry, Canonical *canonical);

/* Makes the features of the canonical image, as those of a position. */
void canonical_turn(const Features *features, const Canonical *canonical, Features *turned);

#endif
