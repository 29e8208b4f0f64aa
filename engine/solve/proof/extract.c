/* Extracts the strategy; see the header. */
#include "engine/solve/proof/extract.h"

#include "engine/solve/line.h"

enum {
    DEPTH_STEP = 2,
    DEPTH_MAX = BOUNDS_DEPTH_MAX - DEPTH_STEP,
    PATHLESS_DEPTH = 3, /* of a search that looks only for what the bounds of the table say */
};

/* A search that ignores ko bounds finds strategies that need less repair. It goes on to another
 * depth only if it has entered no more positions than this, unless nothing else is left. */
static const uint64_t WITHOUT_KO_BOUNDS_NODES = 200000;

/* For another move than those that came back to a position; if none is found so soon, a move
 * further up is changed. */
static const uint64_t OTHER_NODES = 200000;

/* ---- Finding moves ---- */

static int search(Prover *prover, SolverThread *thread, bool ignores_ko_bounds, int max_depth,
                  uint64_t max_nodes) {
    const uint64_t before = solver_thread_counts(thread)->nodes;
    SearchEnd end = SEARCH_ENDED_BY_DEPTH;
    int move = BITBOARD_NONE;
    solver_thread_ignore_ko_bounds(thread, ignores_ko_bounds || prover->context->ignores_ko_bounds);
    for (int depth = 1; move == BITBOARD_NONE && depth <= max_depth && end != SEARCH_COMPLETE &&
                        solver_thread_counts(thread)->nodes - before <= max_nodes &&
                        !solver_is_stopped(prover->solver);
         depth += end == SEARCH_ENDED_BY_DEPTH ? DEPTH_STEP : 0) {
        solver_thread_solve_move(thread, depth, end == SEARCH_ENDED_BY_DEPTH, &end, &move);
    }
    return move;
}

int extract_search_without(Prover *prover, MoveSet excluded, bool ignores_ko_bounds, int max_depth,
                           uint64_t max_nodes) {
    solver_thread_exclude_moves(prover->thread, excluded);
    const int move = search(prover, prover->thread, ignores_ko_bounds, max_depth, max_nodes);
    solver_thread_exclude_moves(prover->thread, (MoveSet){0, false});
    return move;
}

/* Under simple ko a strategy that wins may not come back to a position; one that draws by
 * repetition may. */
static bool must_end(const Prover *prover) {
    return prover->context->ko == KO_SIMPLE && !prover->may_return;
}

/* Under simple ko, the move of the shortest win by the table's bounds, except those that were
 * tried; or BITBOARD_NONE. A pass is found by a search. */
static int find_shortest(const Prover *prover, const Bitboard *bitboard, const MoveSet *tried) {
    const Bits open = bitboard_open(prover->context->shape, bitboard) & ~tried->spots;
    return line_find_shortest(prover->context, bitboard, prover->goal, (MoveSet){open, false});
}

/* The winner's move at the end of the thread's path, or BITBOARD_NONE. Where the winner may return
 * to positions, the table's bounds mostly suffice; what they leave open needs repetition.h. A bound
 * of the table holds on every path, though perhaps by other moves further up; so the path is left
 * out of account, and the check tells whether it spoils the move. Without a bound the path counts.
 */
static int find_move(Prover *prover, const Bitboard *bitboard) {
    int move = prover->repetition != NULL ? repetition_find_move(prover->repetition, bitboard)
                                          : BITBOARD_NONE;
    if (move == BITBOARD_NONE && !prover->ignores_ko_bounds) {
        solver_thread_set_root(prover->pathless, bitboard);
        move = search(prover, prover->pathless, false, PATHLESS_DEPTH, UINT64_MAX);
    }
    if (prover->may_return && prover->repetition == NULL) {
        return move != BITBOARD_NONE
                   ? move
                   : search(prover, prover->pathless, false, DEPTH_MAX, WITHOUT_KO_BOUNDS_NODES);
    }
    if (move == BITBOARD_NONE && !prover->ignores_ko_bounds) {
        move = search(prover, prover->thread, true, DEPTH_MAX, WITHOUT_KO_BOUNDS_NODES);
    }
    return move == BITBOARD_NONE
               ? search(prover, prover->thread, prover->ignores_ko_bounds, DEPTH_MAX, UINT64_MAX)
               : move;
}

/* ---- Extraction ---- */

static uint32_t find_entry(const Prover *prover, const Bitboard *bitboard) {
    uint8_t key[STRATEGY_KEY_MAX];
    uint32_t entry;
    prover_find(prover, bitboard, key, &entry);
    return entry;
}

static bool extract_new(Prover *prover, const Bitboard *bitboard, int ply);

/* A reply that goes on: at once where the path counts, else later. */
static bool extract_reply(Prover *prover, const Bitboard *next, int move, int ply) {
    const uint32_t entry = find_entry(prover, next);
    if (entry != STRATEGY_ENTRY_NONE) {
        return !prover->builder.entries[entry].is_open;
    }
    if (prover->may_return) {
        prover->todo = prover_append(prover->todo, prover->todo_count++, next);
        return true;
    }
    if (!must_end(prover) && move != BITBOARD_PASS && solver_thread_repeats(prover->thread, next)) {
        return true;
    }
    solver_thread_play(prover->thread, move);
    const bool ok = extract_new(prover, next, ply + 1);
    solver_thread_undo(prover->thread);
    return ok;
}

static bool extract_loser(Prover *prover, const Bitboard *bitboard, bool has_passed, int ply) {
    Bitboard next;
    for (Bits open = bitboard_open(prover->context->shape, bitboard); open != 0; open &= open - 1) {
        const int move = bitboard_first(open);
        if (solver_context_play(prover->context, bitboard, move, &next) != BITBOARD_ILLEGAL &&
            !extract_reply(prover, &next, move, ply)) {
            return false;
        }
    }
    if (has_passed || prover_is_good(prover, bitboard)) {
        return true;
    }
    solver_context_play(prover->context, bitboard, BITBOARD_PASS, &next);
    return extract_reply(prover, &next, BITBOARD_PASS, ply);
}

bool extract_move(Prover *prover, const Bitboard *bitboard, int move, int ply) {
    Bitboard next;
    solver_context_play(prover->context, bitboard, move, &next);
    if (prover_is_secure(prover, &next)) {
        return true;
    }
    solver_thread_play(prover->thread, move);
    const bool ok = extract_loser(prover, &next, move == BITBOARD_PASS, ply + 1);
    solver_thread_undo(prover->thread);
    return ok;
}

static void forget(Prover *prover, const Bitboard *bitboard) {
    const uint32_t entry = find_entry(prover, bitboard);
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
}

/* The replies have been followed; if that failed, the entry goes. */
static void close_entry(Prover *prover, uint32_t entry, bool ok) {
    prover->builder.entries[entry].is_open = false;
    if (!ok) {
        strategy_builder_remove(&prover->builder, entry);
    }
}

/* Makes this the winner's only move at the bitboard, and extracts the strategy behind it. */
static bool note_and_extract(Prover *prover, const Bitboard *bitboard, int move, int ply) {
    uint8_t key[STRATEGY_KEY_MAX];
    uint32_t entry;
    const int g = prover_find(prover, bitboard, key, &entry);
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
    strategy_builder_add(&prover->builder, key, prover_record_move(prover, move, g));
    prover_report(prover, "positions followed", prover->builder.count, 0);
    prover->builder.entries[prover->builder.count - 1].is_open = must_end(prover);
    const bool ok = extract_move(prover, bitboard, move, ply);
    if (must_end(prover)) {
        close_entry(prover, strategy_builder_find(&prover->builder, key), ok);
    }
    return ok;
}

static const char NO_MOVE[] = "no move was found that keeps the bound";

/* Finds a move and extracts the strategy behind it. */
static bool try_winner(Prover *prover, const Bitboard *bitboard, int ply) {
    const int move = find_move(prover, bitboard);
    return move == BITBOARD_NONE || ply > EXTRACT_PLIES_MAX
               ? prover_fail(prover, NO_MOVE)
               : note_and_extract(prover, bitboard, move, ply);
}

/* Under simple ko: tries moves until one leads to no position whose replies are being followed, the
 * shortest win first. If the table has lost none of its bounds, that one does. */
static bool extract_to_the_end(Prover *prover, const Bitboard *bitboard, int ply) {
    MoveSet tried = {0, false};
    for (;;) {
        int move = find_shortest(prover, bitboard, &tried);
        if (move == BITBOARD_NONE) {
            const uint64_t max_nodes = move_set_is_empty(tried) ? UINT64_MAX : OTHER_NODES;
            move = extract_search_without(prover, tried, false, DEPTH_MAX, max_nodes);
        }
        if (move == BITBOARD_NONE || ply > EXTRACT_PLIES_MAX || solver_is_stopped(prover->solver)) {
            return prover_fail(prover, NO_MOVE);
        }
        if (note_and_extract(prover, bitboard, move, ply)) {
            return true;
        }
        move_set_add(&tried, move);
    }
}

/* A bound that rests on taking a ko may turn out false further on: then it is tried again without
 * such bounds. */
static bool extract_new(Prover *prover, const Bitboard *bitboard, int ply) {
    if (must_end(prover)) {
        return extract_to_the_end(prover, bitboard, ply);
    }
    if (try_winner(prover, bitboard, ply)) {
        return true;
    }
    if (prover->ignores_ko_bounds || prover->may_return || solver_is_stopped(prover->solver)) {
        return false;
    }
    prover->ignores_ko_bounds = true;
    const bool ok = try_winner(prover, bitboard, ply);
    prover->ignores_ko_bounds = false;
    if (!ok) {
        forget(prover, bitboard);
    }
    return ok;
}

bool extract_winner(Prover *prover, const Bitboard *bitboard, int ply) {
    return find_entry(prover, bitboard) != STRATEGY_ENTRY_NONE ||
           extract_new(prover, bitboard, ply);
}

/* What was left for later: a draw by repetition needs no path. */
static bool extract_all(Prover *prover) {
    while (prover->todo_count > 0) {
        const Bitboard bitboard = prover->todo[--prover->todo_count];
        solver_thread_set_root(prover->thread, &bitboard);
        if (!extract_winner(prover, &bitboard, 0)) {
            return false;
        }
    }
    return true;
}

bool extract_root(Prover *prover) {
    const Bitboard root = solver_root(prover->solver);
    solver_set_path(prover->solver, prover->thread);
    if (prover_is_decided(prover, &root)) {
        return true;
    }
    if (root.to_move == prover->winner) {
        return extract_winner(prover, &root, 1) && extract_all(prover);
    }
    const bool has_passed =
        solver_first(prover->solver) == BITBOARD_PASS && prover_is_good(prover, &root);
    return extract_loser(prover, &root, has_passed, 1) && extract_all(prover);
}
