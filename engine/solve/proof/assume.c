/* Tells the searches of a prover what its strategy says. A search then ends where the strategy goes
 * on, instead of at the end of the game. */

#include "engine/base/team.h"
#include "engine/solve/proof/prover.h"

/* Some of the builder's entries: threads share them. */
typedef struct {
    const Prover *prover;
    uint32_t first, end;
    bool is_first; /* the caller's: it reports */
} Part;

static bool is_lost(const Prover *prover, const Bitboard *bitboard) {
    const SlowBoard board = prover_slow_board(prover->context->shape, bitboard, prover->winner);
    return lost_boards_count(&prover->lost) > 0 && lost_boards_has(&prover->lost, &board, true);
}

static void assume_part(void *item) {
    const Part *part = item;
    const Prover *prover = part->prover;
    for (uint32_t entry = part->first; entry < part->end && !solver_is_stopped(prover->solver);
         entry++) {
        int move;
        const Bitboard bitboard = prover_open(prover, entry, 0, &move);
        if (!is_lost(prover, &bitboard)) {
            solver_query_assume(&prover->thread->query, &bitboard, true);
        }
        if (part->is_first) {
            prover_report(prover, "positions noted", entry, part->end);
        }
    }
}

static void assume_lost(const Prover *prover, bool winner_to_move) {
    const BoardSet *boards = &prover->lost.boards[winner_to_move];
    const Color to_move = winner_to_move ? prover->winner : color_opponent(prover->winner);
    for (uint32_t i = 0; i < boards->count; i++) {
        const SlowBoard board = board_set_get(boards, i);
        const Bitboard bitboard = prover_bitboard(prover, &board, SLOW_NO_KO, to_move);
        solver_query_assume(&prover->thread->query, &bitboard, false);
    }
}

void assume_strategy(Prover *prover) {
    const int threads = monitor_threads(prover->monitor);
    Part parts[TEAM_MAX];
    prover->assumption = ++solver_context(prover->solver)->assumptions;
    prover->thread->query.assumption = prover->pathless->query.assumption = prover->assumption;
    assume_lost(prover, false);
    assume_lost(prover, true);
    for (int i = 0; i < threads; i++) {
        parts[i] = (Part){.prover = prover,
                          .first = (uint32_t)team_share(prover->builder.count, i, threads),
                          .end = (uint32_t)team_share(prover->builder.count, i + 1, threads),
                          .is_first = i == 0};
    }
    team_run_all(assume_part, parts, sizeof parts[0], threads);
}
