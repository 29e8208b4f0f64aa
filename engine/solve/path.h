/* The positions of the game that led to a position: what superko looks at. A Path belongs to one
 * thread. */
#ifndef ENGINE_SOLVE_PATH_H
#define ENGINE_SOLVE_PATH_H

#include "engine/solve/solver_context.h"
#include "hash/random.h"

enum { PATH_PLIES_MAX = 1024, PATH_FILTER = 1024 };

typedef struct {
    int ply; /* of the last position */
    /* [ply][color]: of the boards up to here that look as if the color had just taken a ko */
    Kos kos[PATH_PLIES_MAX][2];
    uint64_t bans[PATH_PLIES_MAX]; /* [ply]: of what superko bans by the positions up to here */
    uint16_t filter[PATH_FILTER];  /* how many positions have stones with that code */
    Bitboard bitboard[PATH_PLIES_MAX];
} Path;

/* Forgets all positions; root is then the only one. */
void path_begin(Path *path, const SolverContext *context, const Bitboard *root);

/* Adds a position that may have come about in any way. A path has room for PATH_PLIES_MAX. */
void path_add(Path *path, const SolverContext *context, const Bitboard *bitboard);

/* Adds the position of these stones with the other side to move, or that after a legal move. */
void path_push(Path *path, const SolverContext *context, const Bits stones[2], int ko);
void path_play(Path *path, const SolverContext *context, int move);

void path_pop(Path *path);

/* A hash of the stones and a number, whose sums differ as sums of random words do. */
static inline uint64_t path_code(const Bits stones[2], int number) {
    SplitMix mix = {stones[0]};
    mix.state = splitmix_next(&mix) ^ stones[1];
    mix.state = splitmix_next(&mix) ^ (uint64_t)number;
    return splitmix_next(&mix);
}

/* Under superko, a hash of all that is banned once a position with these stones, the other side to
 * move, has followed the path: the same for all paths that have the same positions in any order. */
uint64_t path_bans_after(const Path *path, KoRule rule, const Bits stones[2]);

static inline const Bitboard *path_end(const Path *path) {
    return &path->bitboard[path->ply];
}

/* Returns the ply of the position that this one repeats, by the ko rule, or -1. */
int path_find(const Path *path, KoRule rule, const Bits stones[2], int to_move, int ko);

static inline bool path_repeats(const Path *path, KoRule rule, const Bitboard *bitboard) {
    return path_find(path, rule, bitboard->stones, bitboard->to_move, bitboard->ko) >= 0;
}

#endif
