/* Leads a strategy around boards where superko has spoilt every way on. */

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/prover.h"

/* Drops the moves that lead to lost boards. Entries without another are removed and appended to
 * `open`. */
static void drop_moves(Prover *prover, ProverPosition **open, size_t *open_count) {
    StrategyBuilder *builder = &prover->builder;
    for (uint32_t entry = 0; entry < builder->count && !solver_is_stopped(prover->solver);) {
        Bitboard bitboard;
        for (int place = builder->entries[entry].move_count; place-- > 0;) {
            int move;
            bitboard = prover_open(prover, entry, place, &move);
            if (prover_leads_to_lost(prover, &bitboard, move)) {
                strategy_builder_drop(builder, entry, place);
            }
        }
        if (builder->entries[entry].move_count > 0) {
            prover_report(prover, "ways round looked for", ++entry, builder->count);
        } else {
            prover_append(open, open_count, &bitboard);
            strategy_builder_remove(builder, entry); /* the last one gets its number */
        }
    }
}

static void lose(Prover *prover, const Bitboard *bitboard) {
    const SlowBoard board = prover_slow_board(prover->context->shape, bitboard, prover->winner);
    const uint32_t entry = prover_find(prover, bitboard).entry;
    lost_boards_add(&prover->lost, &board, true);
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
}

bool avoid_lost(Prover *prover) {
    for (uint32_t avoided = 0; avoided < lost_boards_count(&prover->lost);) {
        ProverPosition *open = NULL;
        size_t open_count = 0;
        avoided = lost_boards_count(&prover->lost);
        drop_moves(prover, &open, &open_count);
        for (size_t i = 0; i < open_count && !solver_is_stopped(prover->solver); i++) {
            const Bitboard bitboard = prover_begin_path(prover, &open[i]);
            if (!extract_winner(prover, &bitboard, 0)) {
                lose(prover, &bitboard);
            }
        }
        free(open);
    }
    const Bitboard root = solver_root(prover->solver);
    return !prover_is_lost(prover, &root, prover_has_passed(prover, &root));
}
