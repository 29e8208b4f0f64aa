#include "engine/solve/solver_query.h"

void solver_query_set_question(SolverQuery *query, Color attacker, int target,
                               bool is_pessimistic) {
    query->is_pessimistic = is_pessimistic;
    query->attacker = attacker;
    query->goal[attacker] = target;
    query->goal[color_opponent(attacker)] = 1 - target;
    for (int color = 0; color < 2; color++) {
        query->needed[color] = solver_context_needed(query->context, query->goal[color]);
    }
    const int serves = query->goal[BLACK] <= 0 ? BLACK : WHITE; /* a draw is 0 points */
    query->repetition_winner = is_pessimistic                    ? (int)color_opponent(attacker)
                               : query->context->ko == KO_SIMPLE ? serves
                                                                 : -1;
}

static void set_bound(Bounds *bounds, SolverResult result, int goal) {
    *(result.answer == ANSWER_YES ? &bounds->lower : &bounds->upper) =
        result.answer == ANSWER_YES ? goal : goal - 1;
    bounds->kos = result.kos;
}

/* What the result adds to the table. Returns false if it holds on this path only. */
static bool find_update(const SolverQuery *query, SolverResult result, int depth, Bounds *bounds) {
    const int mover = path_end(&query->path)->to_move, goal = query->goal[mover];
    const bool holds = !result.is_tainted && (result.kos == 0 || !query->ignores_ko_bounds ||
                                              query->context->ko == KO_SIMPLE);
    if (result.depends < query->path.ply || (!holds && result.answer != ANSWER_OPEN)) {
        return false;
    }
    if (result.answer == ANSWER_OPEN) {
        bounds->target = goal;
        bounds->open[mover == (int)query->attacker] =
            depth < BOUNDS_DEPTH_MAX ? depth + depth % 2 : BOUNDS_DEPTH_MAX;
    } else {
        set_bound(bounds, result, goal);
    }
    return true;
}

/* ---- Results on paths with the same bans ---- */

/* What a pessimistic search leaves to bans says nothing. */
static bool keeps_by_bans(const SolverQuery *query) {
    const SolverContext *context = query->context;
    return context->use.path_bounds && context->ko != KO_SIMPLE && !query->is_pessimistic &&
           !query->ignores_ko_bounds;
}

/* Turns the key of a position into one of the position and what is banned. The board counts as it
 * stands, since the images of the banned ones are not banned. */
static void add_bans(const SolverQuery *query, uint64_t bans, const Bits stones[2], int to_move,
                     HashKey *key) {
    SplitMix mix = {bans ^ path_code(stones, to_move)};
    const uint64_t code = splitmix_next(&mix);
    key->key = solver_query_key(query, key, to_move) ^ code;
    key->check ^= code;
}

bool solver_query_probe_bans(const SolverQuery *query, const HashKey *child, const Bits stones[2],
                             SolverResult *result) {
    const SolverContext *context = query->context;
    const int mover = !path_end(&query->path)->to_move, goal = query->goal[mover];
    if (!keeps_by_bans(query)) {
        return false;
    }
    HashKey key = *child;
    add_bans(query, path_bans_after(&query->path, context->ko, stones), stones, mover, &key);
    const Bounds bounds = bounds_unpack(table_probe(&context->table, key.key, key.check));
    *result = (SolverResult){ANSWER_OPEN, 0, true, bounds.kos};
    result->answer = bounds.lower >= goal  ? ANSWER_YES
                     : bounds.upper < goal ? ANSWER_NO
                                           : ANSWER_OPEN;
    return result->answer != ANSWER_OPEN;
}

void solver_query_store(SolverQuery *query, const HashKey *key, SolverResult result, int depth,
                        uint64_t nodes) {
    const Bitboard *end = path_end(&query->path);
    Bounds bounds = bounds_unknown();
    bounds.work = nodes == 0 ? 0 : 63 - __builtin_clzll(nodes); /* log2, rounded down */
    if (find_update(query, result, depth, &bounds)) {
        solver_context_store(query->context, solver_query_key(query, key, end->to_move), key->check,
                             &bounds);
    } else if (keeps_by_bans(query) && result.answer != ANSWER_OPEN) {
        HashKey banned = *key;
        set_bound(&bounds, result, query->goal[end->to_move]);
        add_bans(query, query->path.bans[query->path.ply], end->stones, end->to_move, &banned);
        table_store(&query->context->table, banned.key, banned.check, bounds_pack(&bounds));
    }
}
