/* Ranks of the positions of a strategy: twice the height above the ends of the lines, and 1 on a
 * cycle. */

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/prover.h"

/* Under superko the nodes are boards up to symmetry, under simple ko entries. */
typedef struct {
    Prover *prover;
    bool superko;
    BoardSet boards;
    BoardGraph graph;
} Ranking;

static uint32_t add_board(Ranking *ranking, const Bitboard *bitboard) {
    const Prover *prover = ranking->prover;
    const SlowBoard board = prover_slow_board(prover->context->shape, bitboard, prover->winner);
    return board_set_add(&ranking->boards, &board);
}

/* The node of a position with the winner to move, or BOARD_UNKNOWN. */
static uint32_t find_node(const Ranking *ranking, const Bitboard *bitboard) {
    const Prover *prover = ranking->prover;
    if (!ranking->superko) {
        const uint32_t entry = prover_find(prover, bitboard).entry;
        return entry == STRATEGY_ENTRY_NONE ? BOARD_UNKNOWN : entry;
    }
    const SlowBoard board = prover_slow_board(prover->context->shape, bitboard, prover->winner);
    return board_set_find(&ranking->boards, &board);
}

/* Adds the edges of the loser's replies, a pass aside under superko, since the board stays. */
static void add_replies(Ranking *ranking, const Bitboard *bitboard, bool has_passed,
                        uint32_t from) {
    Prover *prover = ranking->prover;
    MoveSet replies = prover_replies(prover, bitboard, has_passed);
    replies.has_pass &= !ranking->superko;
    for (int move; (move = move_set_take(&replies)) != BITBOARD_NONE;) {
        Bitboard next;
        solver_context_play(prover->context, bitboard, move, &next);
        const uint32_t to = find_node(ranking, &next);
        if (to != BOARD_UNKNOWN) {
            board_graph_add(&ranking->graph, from, to);
        }
    }
}

static void add_entry(Ranking *ranking, uint32_t entry) {
    Prover *prover = ranking->prover;
    for (int place = 0; place < prover->builder.entries[entry].move_count; place++) {
        int move;
        const Bitboard bitboard = prover_open(prover, entry, place, &move);
        Bitboard next;
        solver_context_play(prover->context, &bitboard, move, &next);
        uint32_t from = entry;
        if (ranking->superko) {
            from = find_node(ranking, &next);
            if (move != BITBOARD_PASS) {
                board_graph_add(&ranking->graph, find_node(ranking, &bitboard), from);
            }
        }
        if (!prover_is_secure(prover, &next)) {
            add_replies(ranking, &next, move == BITBOARD_PASS, from);
        }
    }
}

static void add_boards(Ranking *ranking) {
    Prover *prover = ranking->prover;
    const Bitboard root = solver_root(prover->solver);
    const uint32_t start = add_board(ranking, solver_start(prover->solver));
    const uint32_t first = add_board(ranking, &root);
    for (uint32_t entry = 0; entry < prover->builder.count; entry++) {
        for (int place = 0; place < prover->builder.entries[entry].move_count; place++) {
            int move;
            const Bitboard bitboard = prover_open(prover, entry, place, &move);
            Bitboard next;
            solver_context_play(prover->context, &bitboard, move, &next);
            add_board(ranking, &bitboard);
            add_board(ranking, &next);
        }
    }
    if (start != first) {
        board_graph_add(&ranking->graph, start, first);
    }
    if (root.to_move != prover->winner && !prover_is_decided(prover, &root)) {
        add_replies(ranking, &root, prover_has_passed(prover, &root), first);
    }
}

static bool set_ranks(Ranking *ranking, const BoardParts *parts) {
    Prover *prover = ranking->prover;
    for (uint32_t entry = 0; entry < prover->builder.count; entry++) {
        int move;
        const Bitboard bitboard = prover_open(prover, entry, 0, &move);
        const uint32_t node = ranking->superko ? find_node(ranking, &bitboard) : entry;
        const uint32_t component = parts->component[node];
        const uint32_t rank = 2 * parts->height[component] + parts->is_cyclic[component];
        if (rank > UINT16_MAX) {
            return prover_fail(prover, "the lines of the strategy are too long");
        }
        prover->builder.entries[entry].rank = (uint16_t)rank;
    }
    return true;
}

bool rank_entries(Prover *prover) {
    Ranking ranking = {.prover = prover, .superko = prover->context->ko != KO_SIMPLE};
    if (prover->may_return) {
        return true;
    }
    board_set_init(&ranking.boards, &prover->rules);
    if (ranking.superko) {
        add_boards(&ranking);
    }
    for (uint32_t entry = 0; entry < prover->builder.count; entry++) {
        add_entry(&ranking, entry);
        prover_report(prover, "moves followed for ranks", entry, prover->builder.count);
    }
    ranking.graph.node_count =
        ranking.superko ? ranking.boards.count : (uint32_t)prover->builder.count;
    const size_t nodes = ranking.graph.node_count + (size_t)1;
    BoardParts parts = {.component = memory_new(nodes, sizeof *parts.component),
                        .is_cyclic = memory_new(nodes, sizeof *parts.is_cyclic),
                        .height = memory_new(nodes, sizeof *parts.height)};
    const bool ok = solver_is_stopped(prover->solver) ||
                            !board_graph_find_parts(&ranking.graph, prover->monitor, &parts)
                        ? prover_fail(prover, MONITOR_ENDED)
                        : set_ranks(&ranking, &parts);
    free(parts.component);
    free(parts.is_cyclic);
    free(parts.height);
    board_set_free(&ranking.boards);
    board_graph_free(&ranking.graph);
    return ok;
}
