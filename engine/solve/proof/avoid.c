/* Leads a strategy around boards where superko has spoilt every way on. */

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/prover.h"

/* ---- Lost boards ---- */

void avoid_nothing(Prover *prover) {
    LostBoards *lost = &prover->lost;
    board_set_init(&lost->boards[false], &prover->rules);
    board_set_init(&lost->boards[true], &prover->rules);
    for (int i = 0; i <= SLOW_CELLS_MAX; i++) {
        lost->fewest[i] = SLOW_CELLS_MAX + 1;
    }
}

void avoid_free(Prover *prover) {
    board_set_free(&prover->lost.boards[false]);
    board_set_free(&prover->lost.boards[true]);
}

static bool has_board(const Prover *prover, const SlowBoard *board, bool winner_to_move) {
    return board_set_find(&prover->lost.boards[winner_to_move], board) != BOARD_UNKNOWN;
}

static bool has_lost(const Prover *prover, const Bitboard *bitboard) {
    const SlowBoard board = prover_slow_board(prover->context->shape, bitboard, prover->winner);
    return has_board(prover, &board, bitboard->to_move == prover->winner);
}

/* By the numbers of stones: a reply adds one of the loser's or none, and takes some of the
 * winner's. Most positions need no look at their replies. */
static bool may_lead_to_lost(const Prover *prover, const Bitboard *bitboard) {
    const int own = bitboard_count(bitboard->stones[prover->winner]);
    const int others = bitboard_count(bitboard->stones[!prover->winner]);
    const int *fewest = prover->lost.fewest;
    return own >= fewest[others] || own >= fewest[others + 1];
}

bool avoid_is_lost(const Prover *prover, const Bitboard *bitboard, bool has_passed) {
    if (has_lost(prover, bitboard)) {
        return true;
    }
    if (bitboard->to_move == prover->winner || !may_lead_to_lost(prover, bitboard) ||
        prover_is_secure(prover, bitboard)) {
        return false;
    }
    MoveSet replies = prover_replies(prover, bitboard, has_passed);
    for (int reply; (reply = move_set_take(&replies)) != BITBOARD_NONE;) {
        Bitboard next;
        solver_context_play(prover->context, bitboard, reply, &next);
        if (has_lost(prover, &next)) {
            return true;
        }
    }
    return false;
}

static uint32_t count_lost(const Prover *prover) {
    return prover->lost.boards[false].count + prover->lost.boards[true].count;
}

bool avoid_leads_to_lost(const Prover *prover, const Bitboard *bitboard, int move) {
    if (count_lost(prover) == 0) {
        return false; /* as nearly always: it takes no time then */
    }
    Bitboard next;
    solver_context_play(prover->context, bitboard, move, &next);
    return avoid_is_lost(prover, &next, move == BITBOARD_PASS);
}

bool avoid_board(Prover *prover, const SlowBoard *board, bool winner_to_move) {
    LostBoards *lost = &prover->lost;
    if (has_board(prover, board, winner_to_move)) {
        return false;
    }
    board_set_add(&lost->boards[winner_to_move], board);
    if (winner_to_move) {
        int *fewest = &lost->fewest[__builtin_popcountll(board->loser)];
        const int stones = __builtin_popcountll(board->winner);
        *fewest = stones < *fewest ? stones : *fewest;
    }
    return true;
}

/* ---- The strategy ---- */

/* Drops the moves that lead to lost boards. Entries without another are removed and appended to
 * `open`. */
static void drop_moves(Prover *prover, ProverPosition **open, size_t *open_count) {
    StrategyBuilder *builder = &prover->builder;
    for (uint32_t entry = 0; entry < builder->count && !solver_is_stopped(prover->solver);) {
        Bitboard bitboard;
        for (int place = builder->entries[entry].move_count; place-- > 0;) {
            int move;
            bitboard = prover_open(prover, entry, place, &move);
            if (avoid_leads_to_lost(prover, &bitboard, move)) {
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
    avoid_board(prover, &board, true);
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
}

bool avoid_all(Prover *prover) {
    for (uint32_t avoided = 0; avoided < count_lost(prover);) {
        ProverPosition *open = NULL;
        size_t open_count = 0;
        avoided = count_lost(prover);
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
    return !avoid_is_lost(prover, &root, prover_has_passed(prover, &root));
}
