/* Completes a strategy in the builder, and repairs what the check finds. */

#include "engine/solve/proof/reply_map.h"

enum { REPAIR_DEPTH = 41 /* of a search for another move than the one that superko bans */ };

/* ---- Completion ---- */

/* Follows the replies that lack an entry, because an attempt was broken off or because the strategy
 * was made under another ko rule; but not those to boards of the strategy, which superko may ban.
 * If what was assumed has led to one without a move, it is avoided. *is_complete: were there none?
 */
static bool extract_missing(Prover *prover, const ReplyMap *map, bool *is_complete) {
    const bool superko = prover->context->ko != KO_SIMPLE;
    bool ok = true;
    *is_complete = true;
    for (size_t i = 0; ok && i < map->missing_count; i++) {
        const MissingEntry *missing = &map->missing[i];
        if (reply_map_is_reached(map, missing) &&
            (!superko || reply_map_board(map, prover, missing) == BOARD_UNKNOWN)) {
            const Bitboard bitboard = prover_begin_path(prover, &missing->position);
            *is_complete = false;
            ok = extract_winner(prover, &bitboard, 0) ||
                 (prover->assumption > 0 && !solver_is_stopped(prover->solver) &&
                  avoid_position(prover, &bitboard));
        }
    }
    return ok && avoid_lost(prover);
}

bool repair_complete(Prover *prover) {
    bool ok, is_complete;
    do {
        ReplyMap map;
        ok = reply_map_make(&map, prover) && extract_missing(prover, &map, &is_complete);
        if (ok && is_complete) {
            ok = reply_map_rank(&map, prover);
            strategy_builder_keep(&prover->builder, map.is_reached);
        }
        reply_map_free(&map);
    } while (ok && !is_complete);
    return ok;
}

/* ---- Repair ---- */

/* Finds the move that leads from one bitboard to a board; a pass if the board stays. */
static int find_step(const Prover *prover, const Bitboard *from, const SlowBoard *to) {
    MoveSet moves = {solver_context_moves(prover->context, from), true};
    for (;;) {
        const int move = move_set_take(&moves);
        Bitboard next;
        solver_context_play(prover->context, from, move, &next);
        const SlowBoard board =
            prover_slow_board(prover->context->shape, next.stones, prover->winner);
        if (move == BITBOARD_PASS || slow_same(&board, to)) {
            return move;
        }
    }
}

/* The side to move where the path begins: at its end that is the winner if a reply lacks a record,
 * else the loser. */
static Color first_to_move(const Prover *prover, const VerifyFailure *failure) {
    return failure->winner_is_banned == (failure->count % 2 == 0) ? prover->winner
                                                                  : color_opponent(prover->winner);
}

/* Makes the thread's path that of the failure, up to a place of it. Returns the position there. */
static Bitboard go_along(Prover *prover, const VerifyFailure *failure, size_t steps) {
    Path *path = &prover->thread->query.path;
    const Bitboard bitboard =
        prover_bitboard(prover, &failure->boards[0], failure->ko, first_to_move(prover, failure));
    path_begin(path, prover->context, &bitboard);
    for (size_t i = 0; i < steps; i++) {
        path_play(path, prover->context,
                  find_step(prover, path_end(path), &failure->boards[i + 1]));
    }
    return *path_end(path);
}

/* The moves that have been put first before, and gave way to another. */
static void add_promoted(const Prover *prover, const ProverPlace *place, MoveSet *taken) {
    const StrategyEntry *entry = &prover->builder.entries[place->entry];
    for (int i = 0; i < entry->move_count; i++) {
        if ((entry->promoted >> i & 1) != 0) {
            move_set_add(taken, prover_move(prover, entry->moves[i], place->symmetry));
        }
    }
}

/* Goes `steps` moves along the path and finds another move for the winner there than the path
 * takes. At the path's end it is added behind the moves that are banned; earlier on, it is put
 * before them.
 */
static bool repair_at(Prover *prover, const VerifyFailure *failure, size_t steps) {
    const bool is_last = steps + 2 == failure->count;
    const Bitboard bitboard = go_along(prover, failure, steps);
    const ProverPlace place = prover_find(prover, &bitboard);
    if (bitboard.to_move != prover->winner || place.entry == STRATEGY_ENTRY_NONE) {
        return false;
    }
    MoveSet taken = {0, false};
    move_set_add(&taken, find_step(prover, &bitboard, &failure->boards[steps + 1]));
    if (!is_last) {
        add_promoted(prover, &place, &taken);
    }
    const int move =
        extract_search_without(prover, taken, true, REPAIR_DEPTH, prover_search_nodes(prover));
    if (move == BITBOARD_NONE || !extract_move(prover, &bitboard, move, (int)steps)) {
        return false;
    }
    const uint32_t entry = strategy_builder_find(&prover->builder, place.key); /* may have moved */
    const int record_move = prover_record_move(prover, move, place.symmetry);
    return entry != STRATEGY_ENTRY_NONE &&
           (is_last ? strategy_builder_append(&prover->builder, entry, record_move)
                    : strategy_builder_promote(&prover->builder, entry, record_move));
}

/* Adds the entry that is missing at the end of the path, or finds the winner another move, at the
 * last position of the path that has one. */
static bool repair(Prover *prover, const VerifyFailure *failure) {
    bool ok = false;
    if (!failure->winner_is_banned) {
        const size_t steps = failure->count - 1;
        const Bitboard bitboard = go_along(prover, failure, steps);
        ok = extract_winner(prover, &bitboard, (int)steps);
    }
    const size_t first = failure->has_first ? 1 : 0; /* that is the winner's to choose */
    for (size_t steps = failure->count - 1; !ok && steps-- > first;) {
        ok = repair_at(prover, failure, steps);
    }
    return ok;
}

/* The winner's first move that superko does not ban at the end of the thread's path, or
 * BITBOARD_NONE. */
static int find_allowed(const Prover *prover, const ProverPlace *place) {
    const Path *path = &prover->thread->query.path;
    const StrategyEntry *entry = &prover->builder.entries[place->entry];
    for (int i = 0; i < entry->move_count; i++) {
        const int move = prover_move(prover, entry->moves[i], place->symmetry);
        Bitboard next;
        solver_context_play(prover->context, path_end(path), move, &next);
        if (move == BITBOARD_PASS || !path_repeats(path, prover->context->ko, &next)) {
            return move;
        }
    }
    return BITBOARD_NONE;
}

/* Does the strategy still lead along the path and fail there? Repairs of other failures may have
 * changed that. */
static bool is_taken(Prover *prover, const VerifyFailure *failure) {
    Path *path = &prover->thread->query.path;
    go_along(prover, failure, 0);
    for (size_t i = 1; i < failure->count; i++) {
        const Bitboard *bitboard = path_end(path);
        const int step = find_step(prover, bitboard, &failure->boards[i]);
        if (bitboard->to_move == prover->winner && !(failure->has_first && i == 1)) {
            const ProverPlace place = prover_find(prover, bitboard);
            if (place.entry == STRATEGY_ENTRY_NONE) {
                return false;
            }
            const int move = find_allowed(prover, &place);
            if (move != step) {
                return move == BITBOARD_NONE;
            }
        }
        path_play(path, prover->context, step);
    }
    return prover_find(prover, path_end(path)).entry == STRATEGY_ENTRY_NONE;
}

/* The winner must not come to where the path begins. */
static bool go_around(Prover *prover, const VerifyFailure *failure) {
    return !failure->has_first && prover_lose(prover, &failure->boards[0],
                                              first_to_move(prover, failure) == prover->winner);
}

/* Applies a repair to the failures that the strategy still leads to. */
static bool repair_each(Prover *prover, const VerifyFailures *failures,
                        bool (*apply)(Prover *, const VerifyFailure *)) {
    bool ok = false;
    for (size_t i = 0; i < failures->count && !solver_is_stopped(prover->solver); i++) {
        const VerifyFailure *failure = &failures->list[i];
        /* The check enumerates longer paths than a search can take: those are left as they are. */
        ok |= failure->count <= EXTRACT_PLIES_MAX && is_taken(prover, failure) &&
              apply(prover, failure);
    }
    return ok;
}

bool repair_failures(Prover *prover, const VerifyFailures *failures) {
    prover->ignores_ko_bounds = prover->is_repairing = true;
    const bool ok = repair_each(prover, failures, repair) ||
                    (repair_each(prover, failures, go_around) && avoid_lost(prover));
    prover->ignores_ko_bounds = prover->is_repairing = false;
    return ok;
}
