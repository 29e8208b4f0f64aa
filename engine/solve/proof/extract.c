#include "engine/solve/proof/extract.h"

#include "engine/solve/solver.h"

/* Depth of a search that looks only for what the bounds of the table say. */
enum { PATHLESS_DEPTH = 3 };

/* Limit of a search that ignores ko bounds, whose strategies need less repair, unless nothing else
 * is left. */
static const uint64_t WITHOUT_KO_BOUNDS_NODES = 200000;

/* Limit of a search for another move than those that came back to a position. If it finds none, a
 * move further up is changed. */
static const uint64_t OTHER_NODES = 200000;

/* ---- Finding moves ---- */

static int search_move(const Prover *prover, SolverThread *thread, bool ignores_ko_bounds,
                       int max_depth, uint64_t max_nodes) {
    thread->query.ignores_ko_bounds = ignores_ko_bounds;
    const int move = solver_thread_find_move(thread, max_depth, max_nodes);
    solver_resume(prover->solver);
    return move;
}

/* Excludes a move that leads to a refuted board. */
static bool excludes_refuted(const Prover *prover, const Bitboard *bitboard, int move,
                             MoveSet *excluded) {
    const bool is_refuted =
        move != BITBOARD_NONE && prover_leads_to_refuted(prover, &prover->refuted, bitboard, move);
    if (is_refuted) {
        move_set_add(excluded, move);
    }
    return is_refuted;
}

static void exclude(Prover *prover, MoveSet moves) {
    solver_query_exclude(&prover->thread->query, moves);
    solver_query_exclude(&prover->pathless->query, moves);
}

int extract_search_without(Prover *prover, MoveSet excluded, bool ignores_ko_bounds, int max_depth,
                           uint64_t max_nodes) {
    SolverThread *thread = prover->thread;
    const Bitboard bitboard = *path_end(&thread->query.path);
    int move;
    do {
        exclude(prover, excluded);
        move = search_move(prover, thread, ignores_ko_bounds, max_depth, max_nodes);
    } while (excludes_refuted(prover, &bitboard, move, &excluded));
    exclude(prover, (MoveSet){0, false});
    return move;
}

/* Under simple ko a strategy that wins may not come back to a position; one that draws by
 * repetition may. */
static bool must_end(const Prover *prover) {
    return prover->context->ko == KO_SIMPLE && !prover->draws_suffice;
}

/* The winner's move at the end of the thread's path, or BITBOARD_NONE. If a draw suffices, the
 * table's bounds mostly do, too; what they leave open needs repetition.h. A bound of the table
 * holds on every path, though perhaps by other moves further up: so the path is ignored, and the
 * check tells whether it spoils the move. Without a bound the path counts. */
static int find_any_move(Prover *prover, const Bitboard *bitboard) {
    int move = prover->repetition != NULL ? repetition_find_move(prover->repetition, bitboard)
                                          : BITBOARD_NONE;
    if (move == BITBOARD_NONE && !prover->ignores_ko_bounds) {
        path_begin(&prover->pathless->query.path, prover->context, bitboard);
        move = search_move(prover, prover->pathless, false, PATHLESS_DEPTH, UINT64_MAX);
    }
    if (prover->draws_suffice && prover->repetition == NULL) {
        return move != BITBOARD_NONE ? move
                                     : search_move(prover, prover->pathless, false,
                                                   SEARCH_DEPTH_MAX, WITHOUT_KO_BOUNDS_NODES);
    }
    if (move == BITBOARD_NONE && !prover->ignores_ko_bounds) {
        move = search_move(prover, prover->thread, true, SEARCH_DEPTH_MAX, WITHOUT_KO_BOUNDS_NODES);
    }
    return move == BITBOARD_NONE ? search_move(prover, prover->thread, prover->ignores_ko_bounds,
                                               SEARCH_DEPTH_MAX, prover_search_nodes(prover))
                                 : move;
}

/* One that leads to no refuted board. */
static int find_move(Prover *prover, const Bitboard *bitboard) {
    MoveSet excluded = {0, false};
    int move;
    do {
        exclude(prover, excluded);
        move = find_any_move(prover, bitboard);
    } while (excludes_refuted(prover, bitboard, move, &excluded));
    exclude(prover, (MoveSet){0, false});
    return move;
}

/* ---- Extraction ---- */

static bool extract_new(Prover *prover, const Bitboard *bitboard, int ply);

/* A reply that goes on: at once where the path counts, else later. */
static bool extract_reply(Prover *prover, const Bitboard *next, int move, int ply) {
    Path *path = &prover->thread->query.path;
    const uint32_t entry = prover_find(prover, next).entry;
    if (entry != STRATEGY_ENTRY_NONE) {
        return !prover->builder.entries[entry].is_open;
    }
    if (prover->draws_suffice) {
        prover_append(&prover->todo, &prover->todo_count, next);
        return true;
    }
    if (!must_end(prover) && move != BITBOARD_PASS &&
        path_repeats(path, prover->context->ko, next)) {
        return true;
    }
    path_add(path, prover->context, next);
    const bool ok = extract_new(prover, next, ply + 1);
    path_pop(path);
    return ok;
}

static bool extract_replies(Prover *prover, const Bitboard *bitboard, bool has_passed, int ply) {
    MoveSet replies = prover_replies(prover, bitboard, has_passed);
    for (int move; (move = move_set_take(&replies)) != BITBOARD_NONE;) {
        Bitboard next;
        solver_context_play(prover->context, bitboard, move, &next);
        if (!extract_reply(prover, &next, move, ply)) {
            return false;
        }
    }
    return true;
}

bool extract_move(Prover *prover, const Bitboard *bitboard, int move, int ply) {
    Bitboard next;
    solver_context_play(prover->context, bitboard, move, &next);
    if (prover_is_secure(prover, &next)) {
        return true;
    }
    path_add(&prover->thread->query.path, prover->context, &next);
    const bool ok = extract_replies(prover, &next, move == BITBOARD_PASS, ply + 1);
    path_pop(&prover->thread->query.path);
    return ok;
}

static void forget_entry(Prover *prover, uint32_t entry) {
    if (entry != STRATEGY_ENTRY_NONE) {
        strategy_builder_remove(&prover->builder, entry);
    }
}

/* Makes this the winner's only move at the bitboard, and extracts the strategy behind it. */
static bool note_and_extract(Prover *prover, const Bitboard *bitboard, int move, int ply) {
    StrategyBuilder *builder = &prover->builder;
    const ProverPlace place = prover_find(prover, bitboard);
    forget_entry(prover, place.entry);
    strategy_builder_add(builder, place.key, prover_record_move(prover, move, place.symmetry));
    prover_report(prover, "positions followed", builder->count, 0);
    builder->entries[builder->count - 1].is_open = must_end(prover);
    const bool ok = extract_move(prover, bitboard, move, ply);
    if (must_end(prover)) {
        const uint32_t entry = strategy_builder_find(builder, place.key);
        assert(entry != STRATEGY_ENTRY_NONE); /* an open one is removed here alone */
        builder->entries[entry].is_open = false;
        forget_entry(prover, ok ? STRATEGY_ENTRY_NONE : entry);
    }
    return ok;
}

static const char NO_MOVE[] = "no move was found that keeps the bound";

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
        const Bits moves = solver_context_moves(prover->context, bitboard) & ~tried.spots;
        int move = line_find_shortest(&prover->thread->query, bitboard, (MoveSet){moves, false});
        if (move == BITBOARD_NONE) {
            const uint64_t max_nodes = move_set_is_empty(tried) ? UINT64_MAX : OTHER_NODES;
            move = extract_search_without(prover, tried, false, SEARCH_DEPTH_MAX, max_nodes);
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
    bool ok = try_winner(prover, bitboard, ply);
    if (!ok && !prover->ignores_ko_bounds && !prover->draws_suffice &&
        !solver_is_stopped(prover->solver)) {
        prover->ignores_ko_bounds = true;
        ok = try_winner(prover, bitboard, ply);
        prover->ignores_ko_bounds = false;
    }
    if (!ok) {
        forget_entry(prover, prover_find(prover, bitboard).entry);
    }
    return ok;
}

bool extract_winner(Prover *prover, const Bitboard *bitboard, int ply) {
    return prover_find(prover, bitboard).entry != STRATEGY_ENTRY_NONE ||
           extract_new(prover, bitboard, ply);
}

/* Extracts what was left for later: a draw by repetition needs no path. */
static bool extract_all(Prover *prover) {
    while (prover->todo_count > 0) {
        const Bitboard bitboard = prover_begin_path(prover, &prover->todo[--prover->todo_count]);
        if (!extract_winner(prover, &bitboard, 0)) {
            return false;
        }
    }
    return true;
}

bool extract_root(Prover *prover) {
    const Bitboard root = solver_root(prover->solver);
    solver_set_path(prover->solver, &prover->thread->query.path);
    if (prover_is_decided(prover, &root)) {
        return true;
    }
    return (root.to_move == prover->winner
                ? extract_winner(prover, &root, 1)
                : extract_replies(prover, &root, prover_has_passed(prover, &root), 1)) &&
           extract_all(prover);
}
