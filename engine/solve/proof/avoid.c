#include "engine/solve/proof/avoid.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/extract.h"

/* ---- The entries that may lead to refuted boards ---- */

typedef struct {
    const Prover *prover;
    const RefutedBoards *refuted;
    uint32_t *found;
    size_t count;
} Leading;

static void note_entry(Leading *leading, const Bits stones[2], int ko) {
    uint8_t key[STRATEGY_KEY_MAX];
    prover_pack(leading->prover, stones, ko, key);
    const uint32_t entry = strategy_builder_find(&leading->prover->builder, key);
    if (entry != STRATEGY_ENTRY_NONE) {
        leading->found = memory_grow(leading->found, leading->count, sizeof *leading->found);
        leading->found[leading->count++] = entry;
    }
}

/* A board may have an entry without a ko, and one for each stone that may just have taken one. */
static void find_entries(Leading *leading, const Bits stones[2]) {
    const BitboardShape *shape = leading->prover->context->shape;
    const Bits empty = bitboard_empty(shape, stones);
    note_entry(leading, stones, BITBOARD_NO_KO);
    for (Bits left = bitboard_ko_shapes(shape, stones, !leading->prover->winner); left != 0;
         left &= left - 1) {
        note_entry(leading, stones, bitboard_first(bitboard_grow(shape, left & -left) & empty));
    }
}

static void retract(Leading *leading, const Bits stones[2], int mover);

/* Before a move of the winner there may be an entry; before a reply there was a move. */
static void go_back(Leading *leading, int mover, Bits own, Bits others) {
    const int winner = (int)leading->prover->winner;
    Bits stones[2];
    stones[mover] = own;
    stones[!mover] = others;
    if (mover == winner) {
        find_entries(leading, stones);
    } else {
        retract(leading, stones, winner);
    }
}

/* The stone may have taken any of the empty regions beside it, if they had no other liberty: the
 * opponent has no stone beside such a region, or that would still be there without it. */
static void take_back(Leading *leading, const Bits stones[2], int mover, int spot) {
    const BitboardShape *shape = leading->prover->context->shape;
    const Bits own = stones[mover] & ~bitboard_bit(spot);
    const Bits others = stones[!mover], empty = bitboard_empty(shape, stones);
    Bits taken[4];
    int count = 0;
    for (Bits left = shape->beside[spot] & empty; left != 0;) {
        const Bits region = bitboard_flood(shape, left & -left, empty);
        if ((bitboard_grow(shape, region) & others) == 0) {
            taken[count++] = region;
        }
        left &= ~region;
    }
    for (int set = 0; set < 1 << count; set++) {
        Bits all = others;
        for (int i = 0; i < count; i++) {
            all |= (set >> i & 1) != 0 ? taken[i] : 0;
        }
        go_back(leading, mover, own, all);
    }
}

/* Finds the entries of all boards from which a move of this color, or a pass, leads to these
 * stones; of some others, too. A suicide leaves an empty region, all of it but the last stone
 * filled before. */
static void retract(Leading *leading, const Bits stones[2], int mover) {
    const BitboardShape *shape = leading->prover->context->shape;
    const Bits own = stones[mover], others = stones[!mover], empty = bitboard_empty(shape, stones);
    go_back(leading, mover, own, others);
    for (Bits left = own; left != 0; left &= left - 1) {
        take_back(leading, stones, mover, bitboard_first(left));
    }
    for (Bits left = empty; left != 0; left &= left - 1) {
        const Bits last = left & -left, region = bitboard_flood(shape, last, empty);
        if ((bitboard_grow(shape, region) & own) == 0 && region != last) {
            go_back(leading, mover, own | (region & ~last), others);
        }
    }
}

/* From the last entry to the first, each once. */
static int compare_numbers(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

static void find_leading(Leading *leading) {
    const Prover *prover = leading->prover;
    for (int winner_to_move = 0; winner_to_move < 2; winner_to_move++) {
        const KeySet *boards = &leading->refuted->boards[winner_to_move];
        for (uint32_t i = 0; i < boards->count && !solver_is_stopped(prover->solver); i++) {
            const SlowBoard board = strategy_get_board(boards, &prover->rules, i);
            const Bitboard bitboard = prover_bitboard(prover, &board, WHOLE_NO_KO, prover->winner);
            prover_report_now(prover, "ways round looked for", i, boards->count);
            retract(leading, bitboard.stones, (int)prover->winner ^ winner_to_move);
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

/* ---- What searches assume ---- */

static SolverAnswer strategy_says(const void *context, const Bits stones[2], int to_move, int ko) {
    const Prover *prover = context;
    uint8_t key[STRATEGY_KEY_MAX];
    if (refuted_boards_count(&prover->refuted) > 0 &&
        prover_has_board(prover, &prover->refuted, stones, to_move)) {
        return ANSWER_NO;
    }
    if (to_move != (int)prover->winner) {
        return ANSWER_OPEN;
    }
    prover_pack(prover, stones, ko, key);
    return strategy_builder_find(&prover->builder, key) != STRATEGY_ENTRY_NONE ? ANSWER_YES
                                                                               : ANSWER_OPEN;
}

void avoid_assume_strategy(Prover *prover) {
    SolverQuery *queries[] = {&prover->thread->query, &prover->pathless->query};
    prover->assumption = ++solver_context(prover->solver)->assumptions;
    for (int i = 0; i < 2; i++) {
        queries[i]->assumed = (SolverAssumption){strategy_says, prover};
        queries[i]->assumption = prover->assumption;
    }
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
            avoid_assume_strategy(prover);
        }
        extract_open(prover, open, open_count);
        refuted_boards_free(&refuted);
        free(open);
    }
    const Bitboard root = solver_root(prover->solver);
    return !prover_is_refuted(prover, &prover->refuted, &root, prover_has_passed(prover, &root));
}
