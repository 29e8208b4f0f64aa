#include "engine/solve/solver_query.h"

void solver_query_set_question(SolverQuery *query, Color attacker, int target,
                               bool is_pessimistic) {
    query->is_pessimistic = is_pessimistic && query->context->ko != KO_SIMPLE;
    query->attacker = attacker;
    query->goal[attacker] = target;
    query->goal[color_opponent(attacker)] = 1 - target;
    for (int color = 0; color < 2; color++) {
        query->needed[color] = solver_context_needed(query->context, query->goal[color]);
    }
    const int serves = query->goal[BLACK] <= 0 ? BLACK : WHITE; /* a draw is 0 points */
    query->repetition_winner = query->context->ko == KO_SIMPLE ? serves
                               : query->is_pessimistic         ? (int)color_opponent(attacker)
                                                               : -1;
}

/* log2, rounded down. */
static int work_of(uint64_t nodes) {
    return nodes == 0 ? 0 : 63 - __builtin_clzll(nodes);
}

bool solver_query_update(const SolverQuery *query, const HashKey *key, SolverResult result,
                         int depth, uint64_t nodes, BoundsUpdate *update) {
    const int mover = path_end(&query->path)->to_move, goal = query->goal[mover];
    const bool holds = !result.is_tainted && (result.kos == 0 || !query->ignores_ko_bounds ||
                                              query->context->ko == KO_SIMPLE);
    if (result.depends < query->path.ply || (!holds && result.answer != ANSWER_OPEN)) {
        return false; /* holds on this path only */
    }
    *update = (BoundsUpdate){solver_query_key(query, key, mover), key->check, bounds_unknown()};
    Bounds *bounds = &update->bounds;
    bounds->work = work_of(nodes);
    if (result.answer == ANSWER_OPEN) {
        bounds->target = goal;
        bounds->open[mover == (int)query->attacker] =
            depth < BOUNDS_DEPTH_MAX ? depth + depth % 2 : BOUNDS_DEPTH_MAX;
        return true;
    }
    *(result.answer == ANSWER_YES ? &bounds->lower : &bounds->upper) =
        result.answer == ANSWER_YES ? goal : goal - 1;
    bounds->kos = result.kos;
    return true;
}

void solver_query_store(SolverQuery *query, const HashKey *key, SolverResult result, int depth,
                        uint64_t nodes) {
    BoundsUpdate update;
    if (!solver_query_update(query, key, result, depth, nodes, &update)) {
        return;
    }
    table_count_store(&query->counts.table, solver_context_store(query->context, &update));
    if (query->share.take != NULL && nodes >= query->share.min_nodes) {
        query->share.take(query->share.context, &update);
    }
}
