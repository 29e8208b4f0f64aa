/* The path of the game; see the header. */
#include "engine/solve/path.h"

#include <assert.h>
#include <string.h>

static inline unsigned filter_code(const Bits stones[2]) {
    return (unsigned)(hash_mix(stones[0] ^ hash_mix(stones[1])) >> 54);
}

/* Counts the last position. */
static void note(Path *path, const SolverContext *context, Kos black, Kos white) {
    const Bits *stones = path->bitboard[path->ply].stones;
    path->filter[filter_code(stones)]++;
    const Kos before[2] = {black, white};
    for (int color = 0; color < 2; color++) {
        /* Situational superko bans a board only with the same colour to move. */
        const bool matters =
            context->ko == KO_POSITIONAL ||
            (context->ko == KO_SITUATIONAL && color != path->bitboard[path->ply].to_move);
        const Bits shapes = matters ? bitboard_ko_shapes(context->shape, stones, color) : 0;
        path->kos[path->ply][color] =
            before[color] | (shapes == 0 ? 0 : solver_context_kos(context, stones, shapes));
    }
}

/* A ko at the root was taken by a move before it, from a board that the path does not have. */
void path_begin(Path *path, const SolverContext *context, const Bitboard *root) {
    const Kos all = root->ko == BITBOARD_NO_KO ? 0 : BOUNDS_KOS_ALL;
    memset(path->filter, 0, sizeof path->filter);
    path->ply = 0;
    path->bitboard[0] = *root;
    note(path, context, all, all);
}

void path_add(Path *path, const SolverContext *context, const Bitboard *bitboard) {
    assert(path->ply + 1 < PATH_PLIES_MAX);
    const Kos *before = path->kos[path->ply];
    path->bitboard[++path->ply] = *bitboard;
    note(path, context, before[0], before[1]);
}

void path_push(Path *path, const SolverContext *context, const Bits stones[2], int ko) {
    assert(path->ply + 1 < PATH_PLIES_MAX);
    const Kos *before = path->kos[path->ply];
    bitboard_become(context->shape, &path->bitboard[path->ply], stones, ko,
                    &path->bitboard[path->ply + 1]);
    path->ply++;
    note(path, context, before[0], before[1]);
}

void path_pop(Path *path) {
    path->filter[filter_code(path->bitboard[path->ply].stones)]--;
    path->ply--;
}

int path_find(const Path *path, KoRule rule, const Bits stones[2], int to_move, int ko) {
    if (path->filter[filter_code(stones)] == 0) {
        return -1;
    }
    for (int i = path->ply; i >= 0; i--) {
        const Bitboard *past = &path->bitboard[i];
        if (past->stones[0] == stones[0] && past->stones[1] == stones[1] &&
            (rule == KO_POSITIONAL || past->to_move == to_move) &&
            (rule != KO_SIMPLE || past->ko == ko)) {
            return i;
        }
    }
    return -1;
}
