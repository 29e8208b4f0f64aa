/* The arena; see the header. */
#include "engine/solve/solver_context.h"

#include <stdlib.h>

#include "engine/solve/life.h"

static uint32_t rules_code(KoRule ko, bool suicide) {
    return (uint32_t)ko * 2 + suicide;
}

static void fill_maps(SolverContext *arena) {
    const HashTables *tables = &arena->shape->hash;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        for (int cell = 0; cell < arena->shape->cell_count; cell++) {
            arena->cell_from[g][tables->maps.image[g][cell]] = (uint16_t)cell;
        }
    }
    for (int cell = 0; cell < arena->shape->cell_count; cell++) {
        const int width = arena->shape->width, height = arena->shape->height;
        int x = cell % width, y = cell / width;
        x = x < width - 1 - x ? x : width - 1 - x;
        y = y < height - 1 - y ? y : height - 1 - y;
        const bool turns = width == height && x < y;
        arena->orbit[arena->shape->spot_of[cell]] = (uint8_t)(turns ? y * 32 + x : x * 32 + y);
    }
}

bool solver_context_init(SolverContext *arena, int width, int height, const Rules *rules,
                         SolverTechniques use, uint64_t hash_seed, size_t table_bytes) {
    *arena = (SolverContext){.ko = rules->ko, .suicide = rules->suicide, .use = use};
    atomic_flag_clear(&arena->is_ticking);
    arena->shape = field_shape_new(width, height, hash_seed);
    if (arena->shape == NULL || !table_init(&arena->table, table_bytes, CLAIM_LAYOUT)) {
        free(arena->shape);
        return false;
    }
    for (int color = 0; color < 2; color++) {
        const HashState state = {.to_move = use.exchange ? HASH_BLACK : color,
                                 .ko_cell = HASH_NO_KO,
                                 .rules = rules_code(rules->ko, rules->suicide)};
        hash_lanes_add_state(&arena->shape->hash, &(HashLanes){0}, &state, &arena->context[color]);
    }
    fill_maps(arena);
    return true;
}

void solver_context_free(SolverContext *arena) {
    table_free(&arena->table);
    free(arena->shape);
}

FieldOutcome solver_context_play(const SolverContext *arena, const Field *from, int move,
                                 Field *to) {
    const FieldOutcome outcome = field_play(arena->shape, from, move, arena->suicide, to);
    const bool changes_nothing =
        move != FIELD_PASS && from->stones[0] == to->stones[0] && from->stones[1] == to->stones[1];
    return changes_nothing ? FIELD_ILLEGAL : outcome;
}

void solver_context_tick(SolverContext *arena) {
    if (arena->tick != NULL && !atomic_flag_test_and_set(&arena->is_ticking)) {
        arena->tick(arena->tick_context);
        atomic_flag_clear(&arena->is_ticking);
    }
}

/* A stone of either colour marks the spot of the move: no position has both. */
HashKey solver_context_key_of_move(const SolverContext *arena, const Field *field, int move) {
    const HashTables *tables = &arena->shape->hash;
    HashLanes lanes = field->lanes[solver_context_lane(arena, field->to_move)];
    hash_lanes_toggle(&lanes, &arena->context[field->to_move]);
    if (field->ko != FIELD_NO_KO) {
        hash_lanes_toggle(&lanes, &tables->ko[arena->shape->cell_of[field->ko]]);
    }
    for (int color = 0; move < FIELD_PASS && color < 2; color++) {
        hash_lanes_toggle(&lanes, &tables->stone[color][arena->shape->cell_of[move]]);
    }
    return solver_context_key_of_lanes(arena, &lanes);
}

HashKey solver_context_key(const SolverContext *arena, const Field *field) {
    return solver_context_key_of_move(arena, field, FIELD_NONE);
}

static bool is_open(const Claim *claim) {
    return claim->open[0] != 0 || claim->open[1] != 0;
}

/* A claim that is there already and says more could not be trusted where the news comes from. */
static void add_news(const SolverContext *arena, Claim *claim, const Claim *news) {
    if (is_open(news)) {
        if (claim->target != news->target) {
            claim->open[0] = claim->open[1] = 0;
        }
        claim->target = news->target;
        for (int i = 0; i < 2; i++) {
            claim->open[i] = news->open[i] != 0 ? news->open[i] : claim->open[i];
        }
    } else if (news->least != CLAIM_LEAST_NONE) {
        claim->least = news->least;
        claim->kos =
            solver_context_join(arena, news->kos, claim->most == CLAIM_MOST_NONE ? 0 : claim->kos);
    } else {
        claim->most = news->most;
        claim->kos = solver_context_join(arena, news->kos,
                                         claim->least == CLAIM_LEAST_NONE ? 0 : claim->kos);
    }
    claim->work = news->work > claim->work ? news->work : claim->work;
}

TableStored solver_context_store(SolverContext *arena, uint64_t key, uint64_t check,
                                 const Claim *news) {
    Claim claim = claim_unpack(table_probe(&arena->table, key, check));
    add_news(arena, &claim, news);
    return table_store(&arena->table, key, check, claim_pack(&claim));
}

/* Does a claim say all of the news, resting on no more? */
static bool says(const SolverContext *arena, const Claim *claim, const Claim *news) {
    if (is_open(news)) {
        return claim->target == news->target && claim->open[0] >= news->open[0] &&
               claim->open[1] >= news->open[1];
    }
    return claim->least >= news->least && claim->most <= news->most &&
           solver_context_join(arena, claim->kos, news->kos) == news->kos;
}

void solver_context_merge(SolverContext *arena, uint64_t key, uint64_t check, const Claim *news) {
    const Claim claim = claim_unpack(table_probe(&arena->table, key, check));
    if (!says(arena, &claim, news)) {
        solver_context_store(arena, key, check, news);
    }
}

bool solver_context_is_secure(const SolverContext *arena, Bits stones, int needed) {
    if (needed > arena->shape->cell_count ||
        field_count(life_find(arena->shape, stones, needed)) < needed) {
        return false;
    }
    return needed <= 0 || needed > arena->lost_points ||
           field_count(life_find_stones(arena->shape, stones)) >= arena->lost_stones;
}

/* Images and exchanged colours have the same bits: orbit and number of stones do not change. */
Kos solver_context_kos(const SolverContext *arena, const Bits stones[2], Bits spots) {
    const uint64_t count = (uint64_t)field_count(stones[0] | stones[1]);
    Kos kos = 0;
    for (; spots != 0; spots &= spots - 1) {
        const uint64_t code = count << 16 | arena->orbit[field_first(spots)];
        kos |= (Kos)1 << (hash_mix(code) >> 32) % CLAIM_KOS;
    }
    return kos;
}

/* The same for all images, and with colours exchanged: orbits do not change. */
static unsigned past_code(const SolverContext *arena, const Bits stones[2]) {
    uint64_t code = 0;
    for (int color = 0; color < 2; color++) {
        uint64_t sum = 0;
        for (Bits rest = stones[color]; rest != 0; rest &= rest - 1) {
            sum += hash_mix(1 + (uint64_t)arena->orbit[field_first(rest)]);
        }
        code += hash_mix(sum);
    }
    return (unsigned)(hash_mix(code) % SOLVER_CONTEXT_HISTORY);
}

void solver_context_add_history(SolverContext *arena, const Bits stones[2]) {
    const unsigned code = past_code(arena, stones);
    arena->has_past |= arena->ko != KO_SIMPLE;
    arena->past[code / 64] |= field_bit((int)(code % 64));
}

bool solver_context_may_be_in_history(const SolverContext *arena, const Bits stones[2]) {
    if (!arena->has_past) {
        return false;
    }
    const unsigned code = past_code(arena, stones);
    return (arena->past[code / 64] & field_bit((int)(code % 64))) != 0;
}
