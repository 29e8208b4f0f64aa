/* Tells the searches of a prover what its strategy says. A search then ends where the strategy goes
 * on, instead of at the end of the game. */

#include "engine/base/team.h"
#include "engine/solve/proof/prover.h"

static void assume_entries(void *item) {
    EntryShare *share = item;
    const Prover *prover = share->prover;
    for (uint32_t entry; prover_take(share, "positions noted", &entry);) {
        int move;
        const Bitboard bitboard = prover_open(prover, entry, 0, &move);
        if (lost_boards_count(&prover->lost) == 0 ||
            !prover_is_lost(prover, &prover->lost, &bitboard, false)) {
            solver_query_assume(&prover->thread->query, &bitboard, true);
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
    EntryShare shares[TEAM_MAX];
    prover->assumption = ++solver_context(prover->solver)->assumptions;
    prover->thread->query.assumption = prover->pathless->query.assumption = prover->assumption;
    assume_lost(prover, false);
    assume_lost(prover, true);
    for (int i = 0; i < threads; i++) {
        shares[i] = prover_share(prover, i, threads);
    }
    team_run_all(assume_entries, shares, sizeof shares[0], threads);
}
