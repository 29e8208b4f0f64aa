/* Completes and repairs strategies; see the header. */
#include "engine/solve/proof/repair.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/extract.h"
#include "engine/solve/verify/boards.h"

enum { REPAIR_DEPTH = 41 /* of a search for another move than the one that superko bans */ };

/* ---- What can be reached ---- */

/* The entries that the first position leads to. */
typedef struct {
    bool *is_reached; /* [entry] */
    uint32_t *todo;
    size_t todo_count;
    BoardSet boards;   /* all boards on the way */
    Bitboard *missing; /* replies without an entry */
    size_t missing_count;
} Sweep;

static void reach_reply(Prover *prover, Sweep *sweep, const Bitboard *next) {
    uint8_t key[STRATEGY_KEY_MAX];
    uint32_t entry;
    prover_find(prover, next, key, &entry);
    if (entry == STRATEGY_ENTRY_NONE) {
        sweep->missing = prover_append(sweep->missing, sweep->missing_count++, next);
    } else if (!sweep->is_reached[entry]) {
        sweep->is_reached[entry] = true;
        sweep->todo[sweep->todo_count++] = entry;
    }
}

static void reach_replies(Prover *prover, Sweep *sweep, const Bitboard *bitboard, bool has_passed) {
    Bitboard next;
    for (Bits open = bitboard_open(prover->context->shape, bitboard); open != 0; open &= open - 1) {
        if (solver_context_play(prover->context, bitboard, bitboard_first(open), &next) !=
            BITBOARD_ILLEGAL) {
            reach_reply(prover, sweep, &next);
        }
    }
    if (!has_passed && !prover_is_good(prover, bitboard)) {
        solver_context_play(prover->context, bitboard, BITBOARD_PASS, &next);
        reach_reply(prover, sweep, &next);
    }
}

static void add_board(Prover *prover, Sweep *sweep, const Bitboard *bitboard) {
    const SlowBoard board = prover_slow_board(prover, bitboard);
    board_set_add(&sweep->boards, &board);
}

/* All moves of an entry. */
static void reach_moves(Prover *prover, Sweep *sweep, uint32_t entry) {
    for (int place = 0; place < prover->builder.entries[entry].move_count; place++) {
        int move;
        const Bitboard bitboard = prover_open(prover, entry, place, &move);
        Bitboard next;
        solver_context_play(prover->context, &bitboard, move, &next);
        add_board(prover, sweep, &bitboard);
        add_board(prover, sweep, &next);
        if (!prover_is_secure(prover, &next)) {
            reach_replies(prover, sweep, &next, move == BITBOARD_PASS);
        }
    }
}

static Sweep sweep_all(Prover *prover) {
    Sweep sweep = {.is_reached = memory_new(prover->builder.count + 1, sizeof(bool)),
                   .todo = memory_new(prover->builder.count + 1, sizeof(uint32_t))};
    const Bitboard root = solver_root(prover->solver);
    board_set_init(&sweep.boards, &prover->rules);
    add_board(prover, &sweep, solver_start(prover->solver));
    add_board(prover, &sweep, &root);
    if (prover_is_decided(prover, &root)) {
        return sweep;
    }
    if (root.to_move == prover->winner) {
        reach_reply(prover, &sweep, &root);
    } else {
        const bool has_passed =
            solver_first(prover->solver) == BITBOARD_PASS && prover_is_good(prover, &root);
        reach_replies(prover, &sweep, &root, has_passed);
    }
    size_t swept = 0;
    while (sweep.todo_count > 0 && !solver_is_stopped(prover->solver)) {
        reach_moves(prover, &sweep, sweep.todo[--sweep.todo_count]);
        prover_report(prover, "positions found again", ++swept, prover->builder.count);
    }
    return sweep;
}

static void end_sweep(Sweep *sweep) {
    free(sweep->is_reached);
    free(sweep->todo);
    free(sweep->missing);
    board_set_free(&sweep->boards);
}

/* A reply may lack its entry because an attempt was broken off, or because the strategy was made
 * under another ko rule. It is followed now, unless its board is one of the strategy's, so that
 * superko may ban it. */
bool repair_complete(Prover *prover) {
    for (;;) {
        Sweep sweep = sweep_all(prover);
        size_t extracted = 0;
        bool ok = !solver_is_stopped(prover->solver) || prover_fail(prover, "");
        for (size_t i = 0; ok && i < sweep.missing_count; i++) {
            const SlowBoard board = prover_slow_board(prover, &sweep.missing[i]);
            if (prover->context->ko == KO_SIMPLE ||
                board_set_find(&sweep.boards, &board) == BOARD_UNKNOWN) {
                extracted++;
                solver_thread_set_root(prover->thread, &sweep.missing[i]);
                ok = extract_winner(prover, &sweep.missing[i], 0);
            }
        }
        if (ok && extracted == 0) {
            strategy_builder_keep(&prover->builder, sweep.is_reached);
        }
        end_sweep(&sweep);
        if (!ok || extracted == 0) {
            return ok;
        }
    }
}

/* ---- Repair ---- */

/* Finds the move that leads from one bitboard to a board; a pass if the board stays. */
static int find_step(const Prover *prover, const Bitboard *from, const Bitboard *to) {
    for (Bits open = bitboard_open(prover->context->shape, from); open != 0; open &= open - 1) {
        Bitboard next;
        if (solver_context_play(prover->context, from, bitboard_first(open), &next) !=
                BITBOARD_ILLEGAL &&
            next.stones[0] == to->stones[0] && next.stones[1] == to->stones[1]) {
            return bitboard_first(open);
        }
    }
    return BITBOARD_PASS;
}

/* Makes the thread's path that of the failure, up to a place of it. Returns the position there. */
static Bitboard go_along(Prover *prover, const VerifyFailure *failure, size_t steps) {
    /* The last position has the winner to move if a reply lacks a record, else the loser. */
    const bool first_is_winner = failure->winner_is_banned == (failure->count % 2 == 0);
    const Color first = first_is_winner ? prover->winner : color_opponent(prover->winner);
    Bitboard bitboard = prover_bitboard(prover, &failure->boards[0], first);
    solver_thread_set_root(prover->thread, &bitboard);
    for (size_t i = 0; i < steps; i++) {
        const Bitboard wanted = prover_bitboard(prover, &failure->boards[i + 1], BLACK);
        const int move = find_step(prover, &bitboard, &wanted);
        Bitboard next;
        solver_context_play(prover->context, &bitboard, move, &next);
        solver_thread_play(prover->thread, move);
        bitboard = next;
    }
    return bitboard;
}

/* The moves that have been put first before, and gave way to another. */
static void add_promoted(const Prover *prover, uint32_t entry, const Bitboard *bitboard, int g,
                         MoveSet *taken) {
    for (Bits open = bitboard_open(prover->context->shape, bitboard); open != 0; open &= open - 1) {
        const int move = bitboard_first(open);
        if (strategy_builder_is_promoted(&prover->builder, entry,
                                         prover_record_move(prover, move, g))) {
            move_set_add(taken, move);
        }
    }
    if (strategy_builder_is_promoted(&prover->builder, entry,
                                     prover_record_move(prover, BITBOARD_PASS, g))) {
        move_set_add(taken, BITBOARD_PASS);
    }
}

/* Goes `steps` moves along the path and finds a move for the winner there other than the one that
 * the path takes. At the path's end it is added behind the moves that are banned; earlier on, it
 * is put before them. */
static bool repair_at(Prover *prover, const VerifyFailure *failure, size_t steps) {
    const bool is_last = steps + 2 == failure->count;
    const Bitboard bitboard = go_along(prover, failure, steps);
    const Bitboard after = prover_bitboard(prover, &failure->boards[steps + 1], BLACK);
    uint8_t key[STRATEGY_KEY_MAX];
    uint32_t entry;
    const int g = prover_find(prover, &bitboard, key, &entry);
    if (bitboard.to_move != prover->winner || entry == STRATEGY_ENTRY_NONE) {
        return false;
    }
    MoveSet taken = {0, false};
    move_set_add(&taken, find_step(prover, &bitboard, &after));
    if (!is_last) {
        add_promoted(prover, entry, &bitboard, g, &taken);
    }
    const int move = extract_search_without(prover, taken, true, REPAIR_DEPTH, UINT64_MAX);
    if (move == BITBOARD_NONE || !extract_move(prover, &bitboard, move, (int)steps)) {
        return false;
    }
    prover_find(prover, &bitboard, key, &entry); /* its number may have changed */
    const int record_move = prover_record_move(prover, move, g);
    return entry != STRATEGY_ENTRY_NONE &&
           (is_last ? strategy_builder_append(&prover->builder, entry, record_move)
                    : strategy_builder_promote(&prover->builder, entry, record_move));
}

/* Goes along the path at which the check failed, and adds the entry that is missing, or finds
 * the winner another move, at the last position of the path that has one. */
static bool repair(Prover *prover, const VerifyFailure *failure) {
    bool ok = false;
    if (failure->count > EXTRACT_PLIES_MAX) {
        return false; /* the check enumerates longer paths than a search can take */
    }
    if (!failure->winner_is_banned) {
        const size_t steps = failure->count - 1;
        const Bitboard bitboard = go_along(prover, failure, steps);
        ok = extract_winner(prover, &bitboard, (int)steps);
    }
    for (size_t steps = failure->count - 1; !ok && steps-- > 0;) {
        ok = repair_at(prover, failure, steps);
    }
    return ok;
}

bool repair_failures(Prover *prover, const VerifyFailures *failures) {
    bool ok = false;
    prover->ignores_ko_bounds = true;
    for (size_t i = 0; i < failures->count && !solver_is_stopped(prover->solver); i++) {
        ok |= repair(prover, &failures->list[i]);
    }
    prover->ignores_ko_bounds = false;
    return ok;
}
