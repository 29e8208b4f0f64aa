#include "engine/solve/proof/avoid.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/assume.h"
#include "engine/solve/proof/extract.h"
#include "engine/solve/proof/retract.h"

/* ---- The entries that may lead to refuted boards ---- */

typedef struct {
    const Prover *prover;
    const RefutedBoards *refuted;
    uint32_t *found;
    size_t count;
} Leading;

static void find_entry(Leading *leading, const Bits stones[2], int ko) {
    uint8_t key[STRATEGY_KEY_MAX];
    prover_pack(leading->prover, stones, ko, key);
    const uint32_t entry = strategy_builder_find(&leading->prover->builder, key);
    if (entry != STRATEGY_ENTRY_NONE) {
        leading->found = memory_grow(leading->found, leading->count, sizeof *leading->found);
        leading->found[leading->count++] = entry;
    }
}

/* A board may have an entry without a ko, and one for each stone that may just have taken one. */
static void find_entries(void *context, const Bits stones[2]) {
    Leading *leading = context;
    const BitboardShape *shape = leading->prover->context->shape;
    const Bits empty = bitboard_empty(shape, stones);
    find_entry(leading, stones, BITBOARD_NO_KO);
    for (Bits left = bitboard_ko_shapes(shape, stones, !leading->prover->winner); left != 0;
         left &= left - 1) {
        find_entry(leading, stones, bitboard_first(bitboard_grow(shape, left & -left) & empty));
    }
}

static void find_before_move(void *context, const Bits stones[2]) {
    const Prover *prover = ((const Leading *)context)->prover;
    retract(prover->context->shape, stones, (int)prover->winner, find_entries, context);
}

static void find_before_reply(void *context, const Bits stones[2]) {
    const Prover *prover = ((const Leading *)context)->prover;
    retract(prover->context->shape, stones, !prover->winner, find_before_move, context);
}

/* From the last entry to the first, each once. */
static int compare_numbers(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

static void find_leading(Leading *leading) {
    const Prover *prover = leading->prover;
    for (int winner_to_move = 0; winner_to_move < 2; winner_to_move++) {
        const BoardSet *boards = &leading->refuted->boards[winner_to_move];
        for (uint32_t i = 0; i < boards->count && !solver_is_stopped(prover->solver); i++) {
            const SlowBoard board = board_set_get(boards, i);
            const Bitboard bitboard = prover_bitboard(prover, &board, SLOW_NO_KO, prover->winner);
            prover_report_now(prover, "ways round looked for", i, boards->count);
            (winner_to_move != 0 ? find_before_reply : find_before_move)(leading, bitboard.stones);
        }
    }
    if (leading->count > 0) {
        qsort(leading->found, leading->count, sizeof *leading->found, compare_numbers);
    }
}

/* Drops the moves of an entry that lead to refuted boards. If it has no other, the entry is removed
 * and appended to `open`. */
static void drop_moves(Prover *prover, const RefutedBoards *refuted, uint32_t entry,
                       ProverPosition **open, size_t *open_count) {
    StrategyBuilder *builder = &prover->builder;
    for (int place = builder->entries[entry].move_count; place-- > 0;) {
        int move;
        const Bitboard bitboard = prover_decode_entry(prover, entry, place, &move);
        if (!prover_leads_to_refuted(prover, refuted, &bitboard, move)) {
            continue;
        }
        strategy_builder_drop(builder, entry, place);
        if (builder->entries[entry].move_count == 0) {
            prover_append(open, open_count, &bitboard);
            strategy_builder_remove(builder, entry);
        }
    }
}

/* From the last entry to the first: the last one gets the number of one that is removed. */
static void drop_all(Prover *prover, const RefutedBoards *refuted, ProverPosition **open,
                     size_t *open_count) {
    Leading leading = {.prover = prover, .refuted = refuted};
    find_leading(&leading);
    for (size_t i = 0; i < leading.count; i++) {
        if (i == 0 || leading.found[i] != leading.found[i - 1]) {
            drop_moves(prover, refuted, leading.found[i], open, open_count);
        }
    }
    free(leading.found);
}

/* ---- The strategy ---- */

bool avoid_position(Prover *prover, const Bitboard *bitboard) {
    const SlowBoard board =
        prover_slow_board(prover->context->shape, bitboard->stones, prover->winner);
    const uint32_t entry = prover_find(prover, bitboard).entry;
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
    return prover_refute(prover, &board, true);
}

static void extract_open(Prover *prover, const ProverPosition *open, size_t count) {
    for (size_t i = 0; i < count && !solver_is_stopped(prover->solver); i++) {
        const Bitboard bitboard = prover_begin_path(prover, &open[i]);
        if (!extract_winner(prover, &bitboard, 0)) {
            avoid_position(prover, &bitboard);
        }
    }
}

/* An entry led to no board that was refuted when it was made, or when this was called last. */
bool avoid_refuted(Prover *prover) {
    while (refuted_boards_count(&prover->refuted_recently) > 0) {
        ProverPosition *open = NULL;
        size_t open_count = 0;
        RefutedBoards refuted = prover->refuted_recently;
        refuted_boards_init(&prover->refuted_recently, &prover->rules);
        drop_all(prover, &refuted, &open, &open_count);
        if (prover->assumption > 0) {
            assume_strategy(prover);
        }
        extract_open(prover, open, open_count);
        refuted_boards_free(&refuted);
        free(open);
    }
    const Bitboard root = solver_root(prover->solver);
    return !prover_is_refuted(prover, &prover->refuted, &root, prover_has_passed(prover, &root));
}
