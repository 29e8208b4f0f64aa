/* The path of the game; see the header. */
#include "engine/solve/trail.h"

#include <assert.h>
#include <string.h>

static inline unsigned filter_code(const Bits stones[2]) {
    return (unsigned)(hash_mix(stones[0] ^ hash_mix(stones[1])) >> 54);
}

/* Counts the last position. */
static void note(Trail *trail, const SolverContext *context, Kos black, Kos white) {
    const Bits *stones = trail->field[trail->ply].stones;
    trail->filter[filter_code(stones)]++;
    const Kos before[2] = {black, white};
    for (int color = 0; color < 2; color++) {
        /* Situational superko bans a board only with the same colour to move. */
        const bool matters =
            context->ko == KO_POSITIONAL ||
            (context->ko == KO_SITUATIONAL && color != trail->field[trail->ply].to_move);
        const Bits shapes = matters ? field_ko_shapes(context->shape, stones, color) : 0;
        trail->kos[trail->ply][color] =
            before[color] | (shapes == 0 ? 0 : solver_context_kos(context, stones, shapes));
    }
}

/* A ko at the root was taken by a move before it, from a board that the trail does not have. */
void trail_begin(Trail *trail, const SolverContext *context, const Field *root) {
    const Kos all = root->ko == FIELD_NO_KO ? 0 : BOUNDS_KOS_ALL;
    memset(trail->filter, 0, sizeof trail->filter);
    trail->ply = 0;
    trail->field[0] = *root;
    note(trail, context, all, all);
}

void trail_add(Trail *trail, const SolverContext *context, const Field *field) {
    assert(trail->ply + 1 < TRAIL_MAX);
    const Kos *before = trail->kos[trail->ply];
    trail->field[++trail->ply] = *field;
    note(trail, context, before[0], before[1]);
}

void trail_push(Trail *trail, const SolverContext *context, const Bits stones[2], int ko) {
    assert(trail->ply + 1 < TRAIL_MAX);
    const Kos *before = trail->kos[trail->ply];
    field_become(context->shape, &trail->field[trail->ply], stones, ko,
                 &trail->field[trail->ply + 1]);
    trail->ply++;
    note(trail, context, before[0], before[1]);
}

void trail_pop(Trail *trail) {
    trail->filter[filter_code(trail->field[trail->ply].stones)]--;
    trail->ply--;
}

int trail_find(const Trail *trail, KoRule rule, const Bits stones[2], int to_move, int ko) {
    if (trail->filter[filter_code(stones)] == 0) {
        return -1;
    }
    for (int i = trail->ply; i >= 0; i--) {
        const Field *past = &trail->field[i];
        if (past->stones[0] == stones[0] && past->stones[1] == stones[1] &&
            (rule == KO_POSITIONAL || past->to_move == to_move) &&
            (rule != KO_SIMPLE || past->ko == ko)) {
            return i;
        }
    }
    return -1;
}
