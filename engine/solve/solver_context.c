#include "engine/solve/solver_context.h"

#include "engine/base/table_memory.h"
#include "engine/solve/bitboard.h"

static void find_orbits(SolverContext *context) {
    for (int cell = 0; cell < context->shape->cell_count; cell++) {
        const int width = context->shape->width, height = context->shape->height;
        int x = cell % width, y = cell / width;
        x = x < width - 1 - x ? x : width - 1 - x;
        y = y < height - 1 - y ? y : height - 1 - y;
        const bool turns = width == height && x < y;
        context->orbit[context->shape->spot_of[cell]] = (uint8_t)(turns ? y * 32 + x : x * 32 + y);
    }
}

bool solver_context_init(SolverContext *context, const SolverOptions *options) {
    const Rules *rules = &options->rules;
    *context = (SolverContext){.ko = rules->ko, .suicide = rules->suicide, .use = options->use};
    atomic_flag_clear(&context->is_ticking);
    context->shape = bitboard_shape_new(options->width, options->height, options->hash_seed);
    if (context->shape == NULL ||
        !table_new(&context->table, options->table_bytes, BOUNDS_LAYOUT)) {
        aligned_free(context->shape);
        return false;
    }
    for (int color = 0; color < 2; color++) {
        const HashState state = {.to_move = options->use.exchange ? HASH_BLACK : color,
                                 .ko_cell = HASH_NO_KO,
                                 .rules = (uint32_t)rules->ko * 2 + rules->suicide};
        hash_lanes_add_state(&context->shape->hash, &(HashLanes){0}, &state,
                             &context->state_lanes[color]);
    }
    find_orbits(context);
    return true;
}

void solver_context_free(SolverContext *context) {
    table_free(&context->table);
    aligned_free(context->shape);
}

Bits solver_context_moves(const SolverContext *context, const Bitboard *bitboard) {
    BitboardMoves moves;
    bitboard_list_moves(context->shape, bitboard, context->suicide, &moves);
    return moves.legal;
}

void solver_context_tick(SolverContext *context) {
    if (context->tick != NULL && !atomic_flag_test_and_set(&context->is_ticking)) {
        context->tick(context->tick_context);
        atomic_flag_clear(&context->is_ticking);
    }
}

/* A stone of either color marks the spot of the move: no position has both. */
HashKey solver_context_key_of_move(const SolverContext *context, const Bitboard *bitboard,
                                   int move) {
    const HashTables *tables = &context->shape->hash;
    HashLanes lanes = bitboard->lanes[solver_context_lane(context, bitboard->to_move)];
    hash_lanes_toggle(&lanes, &context->state_lanes[bitboard->to_move]);
    if (bitboard->ko != BITBOARD_NO_KO) {
        hash_lanes_toggle(&lanes, &tables->ko[context->shape->cell_of[bitboard->ko]]);
    }
    for (int color = 0; move < BITBOARD_PASS && color < 2; color++) {
        hash_lanes_toggle(&lanes, &tables->stone[color][context->shape->cell_of[move]]);
    }
    return solver_context_key_of_lanes(context, &lanes);
}

HashKey solver_context_key(const SolverContext *context, const Bitboard *bitboard) {
    return solver_context_key_of_move(context, bitboard, BITBOARD_NONE);
}

Bounds solver_context_bounds(const SolverContext *context, const Bitboard *bitboard) {
    const HashKey key = solver_context_key(context, bitboard);
    return bounds_unpack(table_probe(&context->table, key.key, key.check));
}

/* A stronger stored bound may be overwritten: the searcher could not trust it on its path, or it
 * would not have searched. */
static void add_update(const SolverContext *context, Bounds *bounds, const Bounds *update) {
    if (update->open[0] != 0 || update->open[1] != 0) {
        if (bounds->target != update->target) {
            bounds->open[0] = bounds->open[1] = 0;
        }
        bounds->target = update->target;
        for (int i = 0; i < 2; i++) {
            bounds->open[i] = update->open[i] != 0 ? update->open[i] : bounds->open[i];
        }
    } else if (update->lower != BOUNDS_LOWER_NONE) {
        bounds->lower = update->lower;
        bounds->kos = solver_context_join(context, update->kos,
                                          bounds->upper == BOUNDS_UPPER_NONE ? 0 : bounds->kos);
    } else {
        bounds->upper = update->upper;
        bounds->kos = solver_context_join(context, update->kos,
                                          bounds->lower == BOUNDS_LOWER_NONE ? 0 : bounds->kos);
    }
    bounds->work = update->work > bounds->work ? update->work : bounds->work;
}

void solver_context_store(SolverContext *context, uint64_t key, uint64_t check,
                          const Bounds *update) {
    Bounds bounds = bounds_unpack(table_probe(&context->table, key, check));
    add_update(context, &bounds, update);
    table_store(&context->table, key, check, bounds_pack(&bounds));
}

bool solver_context_is_secure(const SolverContext *context, Bits stones, int needed) {
    if (needed > context->shape->cell_count ||
        bitboard_count(life_find(context->shape, stones, needed)) < needed) {
        return false;
    }
    return needed <= 0 || needed > context->lost_points ||
           bitboard_count(life_find_stones(context->shape, stones)) >= context->lost_stones;
}

/* Images and exchanged colors have the same bits: orbit and number of stones do not change. */
Kos solver_context_kos(const SolverContext *context, const Bits stones[2], Bits spots) {
    const uint64_t count = (uint64_t)bitboard_count(stones[0] | stones[1]);
    Kos kos = 0;
    for (; spots != 0; spots &= spots - 1) {
        const uint64_t code = count << 16 | context->orbit[bitboard_first(spots)];
        kos |= (Kos)1 << (hash_mix(code) >> 32) % BOUNDS_KOS;
    }
    return kos;
}

/* A code that all images share, also with colors exchanged: orbits do not change. */
static unsigned history_code(const SolverContext *context, const Bits stones[2]) {
    uint64_t code = 0;
    for (int color = 0; color < 2; color++) {
        uint64_t sum = 0;
        for (Bits rest = stones[color]; rest != 0; rest &= rest - 1) {
            sum += hash_mix(1 + (uint64_t)context->orbit[bitboard_first(rest)]);
        }
        code += hash_mix(sum);
    }
    return (unsigned)(hash_mix(code) % SOLVER_CONTEXT_HISTORY);
}

void solver_context_add_history(SolverContext *context, const Bits stones[2]) {
    const unsigned code = history_code(context, stones);
    context->has_history |= context->ko != KO_SIMPLE;
    context->history[code / 64] |= bitboard_bit((int)(code % 64));
}

bool solver_context_may_be_in_history(const SolverContext *context, const Bits stones[2]) {
    if (!context->has_history) {
        return false;
    }
    const unsigned code = history_code(context, stones);
    return (context->history[code / 64] & bitboard_bit((int)(code % 64))) != 0;
}
