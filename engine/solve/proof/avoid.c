/* Leads a strategy around boards where superko has spoilt every way on. */

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/team.h"
#include "engine/solve/proof/prover.h"

/* ---- The entries that lead to boards lost since the last time, by all threads ---- */

typedef struct {
    EntryShare share;
    const LostBoards *lost;
    uint32_t *found;
    size_t count;
} Part;

static bool leads_to_lost(const Part *part, uint32_t entry, int place, Bitboard *bitboard) {
    int move;
    *bitboard = prover_open(part->share.prover, entry, place, &move);
    return prover_leads_to_lost(part->share.prover, part->lost, bitboard, move);
}

static void find_part(void *item) {
    Part *part = item;
    const StrategyBuilder *builder = &part->share.prover->builder;
    for (uint32_t entry; prover_take(&part->share, "ways round looked for", &entry);) {
        bool is_found = false;
        for (int i = 0; !is_found && i < builder->entries[entry].move_count; i++) {
            Bitboard bitboard;
            is_found = leads_to_lost(part, entry, i, &bitboard);
        }
        if (is_found) {
            part->found = memory_grow(part->found, part->count, sizeof *part->found);
            part->found[part->count++] = entry;
        }
    }
}

/* Drops the moves of an entry that lead to lost boards. If it has no other, the entry is removed
 * and appended to `open`. */
static void drop_moves(Prover *prover, const Part *part, uint32_t entry, ProverPosition **open,
                       size_t *open_count) {
    StrategyBuilder *builder = &prover->builder;
    Bitboard bitboard;
    for (int place = builder->entries[entry].move_count; place-- > 0;) {
        if (leads_to_lost(part, entry, place, &bitboard)) {
            strategy_builder_drop(builder, entry, place);
        }
    }
    if (builder->entries[entry].move_count == 0) {
        prover_append(open, open_count, &bitboard);
        strategy_builder_remove(builder, entry);
    }
}

/* From the last entry to the first: the last one gets the number of one that is removed. */
static void drop_all(Prover *prover, const LostBoards *lost, ProverPosition **open,
                     size_t *open_count) {
    const int threads = monitor_threads(prover->monitor);
    Part parts[TEAM_MAX];
    for (int i = 0; i < threads; i++) {
        parts[i] = (Part){.share = prover_share(prover, i, threads), .lost = lost};
    }
    team_run_all(find_part, parts, sizeof parts[0], threads);
    for (int i = threads; i-- > 0;) {
        for (size_t k = parts[i].count; k-- > 0;) {
            drop_moves(prover, &parts[i], parts[i].found[k], open, open_count);
        }
        free(parts[i].found);
    }
}

/* ---- The strategy ---- */

bool avoid_position(Prover *prover, const Bitboard *bitboard) {
    const SlowBoard board = prover_slow_board(prover->context->shape, bitboard, prover->winner);
    const uint32_t entry = prover_find(prover, bitboard).entry;
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
    return prover_lose(prover, &board, true);
}

static void extract_open(Prover *prover, const ProverPosition *open, size_t count) {
    for (size_t i = 0; i < count && !solver_is_stopped(prover->solver); i++) {
        const Bitboard bitboard = prover_begin_path(prover, &open[i]);
        if (!extract_winner(prover, &bitboard, 0)) {
            avoid_position(prover, &bitboard);
        }
    }
}

/* An entry led to no board that was lost when it was made, or when all were looked at last. */
bool avoid_lost(Prover *prover) {
    while (lost_boards_count(&prover->lost_lately) > 0) {
        ProverPosition *open = NULL;
        size_t open_count = 0;
        LostBoards lost = prover->lost_lately;
        lost_boards_init(&prover->lost_lately, &prover->rules);
        drop_all(prover, &lost, &open, &open_count);
        if (prover->assumption > 0) {
            assume_strategy(prover);
        }
        extract_open(prover, open, open_count);
        lost_boards_free(&lost);
        free(open);
    }
    const Bitboard root = solver_root(prover->solver);
    return !prover_is_lost(prover, &prover->lost, &root, prover_has_passed(prover, &root));
}
