#include "engine/solve/path.h"

#include <string.h>

static inline unsigned filter_code(const Bits stones[2]) {
    return (unsigned)(hash_mix(stones[0] ^ hash_mix(stones[1])) >> 54);
}

/* Positional superko bans a board whichever side is to move, situational superko only for one. */
static uint64_t ban_of(KoRule rule, const Bits stones[2], int to_move) {
    return path_code(stones, rule == KO_SITUATIONAL ? 1 + to_move : 0);
}

/* Bans by the positions up to a ply and one more, whose board has been counted after a pass. */
static uint64_t add_ban(const Path *path, int ply, KoRule rule, const Bits stones[2], int to_move) {
    const Bitboard *last = &path->bitboard[ply];
    const bool is_new =
        rule == KO_SITUATIONAL || stones[0] != last->stones[0] || stones[1] != last->stones[1];
    return path->bans[ply] + (is_new ? ban_of(rule, stones, to_move) : 0);
}

uint64_t path_bans_after(const Path *path, KoRule rule, const Bits stones[2]) {
    return add_ban(path, path->ply, rule, stones, !path_end(path)->to_move);
}

/* A ko at the root stands for a board that the path does not have (path_begin). */
static uint64_t bans_of_end(const Path *path, KoRule rule) {
    const Bitboard *last = path_end(path);
    return path->ply > 0
               ? add_ban(path, path->ply - 1, rule, last->stones, last->to_move)
               : ban_of(rule, last->stones, last->to_move) + path_code((Bits[2]){0, 0}, last->ko);
}

/* Counts the last position. before: the kos of the path to it. */
static void count_position(Path *path, const SolverContext *context, const Kos before[2]) {
    const Bitboard *last = path_end(path);
    path->filter[filter_code(last->stones)]++;
    path->bans[path->ply] = context->ko == KO_SIMPLE ? 0 : bans_of_end(path, context->ko);
    for (int color = 0; color < 2; color++) {
        /* Situational superko bans a board only with the same color to move. */
        const bool matters = context->ko == KO_POSITIONAL ||
                             (context->ko == KO_SITUATIONAL && color != last->to_move);
        const Bits shapes = matters ? bitboard_ko_shapes(context->shape, last->stones, color) : 0;
        path->kos[path->ply][color] =
            before[color] | (shapes == 0 ? 0 : solver_context_kos(context, last->stones, shapes));
    }
}

/* A ko at the root was taken by a move before it, from a board that the path does not have. */
void path_begin(Path *path, const SolverContext *context, const Bitboard *root) {
    const Kos all = root->ko == BITBOARD_NO_KO ? 0 : BOUNDS_KOS_ALL;
    memset(path->filter, 0, sizeof path->filter);
    path->ply = 0;
    path->bitboard[0] = *root;
    count_position(path, context, (Kos[]){all, all});
}

void path_add(Path *path, const SolverContext *context, const Bitboard *bitboard) {
    assert(path->ply + 1 < PATH_PLIES_MAX);
    path->bitboard[++path->ply] = *bitboard;
    count_position(path, context, path->kos[path->ply - 1]);
}

void path_push(Path *path, const SolverContext *context, const Bits stones[2], int ko) {
    assert(path->ply + 1 < PATH_PLIES_MAX);
    Bitboard *last = &path->bitboard[path->ply++];
    bitboard_become(context->shape, last, stones, ko, last + 1);
    count_position(path, context, path->kos[path->ply - 1]);
}

void path_play(Path *path, const SolverContext *context, int move) {
    Bitboard next;
    const bool is_legal = solver_context_play(context, path_end(path), move, &next);
    assert(is_legal);
    (void)is_legal;
    path_add(path, context, &next);
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
