#include "engine/solve/proof/repair.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/proof/avoid.h"
#include "engine/solve/proof/extract.h"
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
            (!superko || reply_map_board(map, prover, missing) == KEY_UNKNOWN)) {
            const Bitboard bitboard = prover_begin_path(prover, &missing->position);
            *is_complete = false;
            ok = extract_winner(prover, &bitboard, 0) ||
                 (prover->assumption > 0 && !solver_is_stopped(prover->solver) &&
                  avoid_position(prover, &bitboard));
        }
    }
    return ok && avoid_refuted(prover);
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

/* Finds the move that leads from one bitboard to a board; a pass if the board stays. One must. */
static int find_step(const Prover *prover, const Bitboard *from, const SlowBoard *to) {
    MoveSet moves = {solver_context_moves(prover->context, from), true};
    for (;;) {
        const int move = move_set_take(&moves);
        Bitboard next;
        solver_context_play(prover->context, from, move, &next);
        const SlowBoard board =
            prover_slow_board(prover->context->shape, next.stones, prover->winner);
        const bool leads_there = whole_is_same(&board, to);
        if (leads_there || move == BITBOARD_PASS) { /* the pass comes last */
            assert(leads_there);
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
static bool repair_failure(Prover *prover, const VerifyFailure *failure) {
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
static bool still_fails(Prover *prover, const VerifyFailure *failure) {
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
    return !failure->has_first && prover_refute(prover, &failure->boards[0],
                                                first_to_move(prover, failure) == prover->winner);
}

/* Applies a repair to the failures that the strategy still leads to. */
static bool repair_each(Prover *prover, const VerifyFailures *failures,
                        bool (*apply)(Prover *, const VerifyFailure *)) {
    bool ok = false;
    for (size_t i = 0; i < failures->count && !solver_is_stopped(prover->solver); i++) {
        const VerifyFailure *failure = &failures->list[i];
        /* The check enumerates longer paths than a search can take: those are left as they are. */
        ok |= failure->count <= EXTRACT_PLIES_MAX && still_fails(prover, failure) &&
              apply(prover, failure);
    }
    return ok;
}

/* ---- What repairs may have brought near a cycle ---- */

/* The rank of the cyclic component that a path lies in: that of its last ranked position. Returns
 * the greatest rank if no position is ranked. */
static int rank_of_component(Prover *prover, const VerifyFailure *failure) {
    size_t after = failure->winner_is_banned ? 2 : 3; /* boards from the position to the end */
    for (; after <= failure->count && failure->count <= EXTRACT_PLIES_MAX; after += 2) {
        const Bitboard bitboard = go_along(prover, failure, failure->count - after);
        const uint32_t number = prover_find(prover, &bitboard).entry;
        if (number != STRATEGY_ENTRY_NONE && prover->builder.entries[number].is_ranked) {
            return prover->builder.entries[number].rank;
        }
    }
    return UINT16_MAX;
}

/* Those to follow. */
typedef struct {
    const Prover *prover;
    int rank;
    bool *is_met; /* [entry] */
    uint32_t *list;
    size_t count;
} Region;

static void meet(Region *region, uint32_t number) {
    const StrategyEntry *entry = &region->prover->builder.entries[number];
    if (!region->is_met[number] && (!entry->is_ranked || entry->rank > region->rank)) {
        region->is_met[number] = true;
        region->list = memory_grow(region->list, region->count, sizeof *region->list);
        region->list[region->count++] = number;
    }
}

static void meet_replies(Region *region, uint32_t number, int place) {
    const Prover *prover = region->prover;
    int move;
    const Bitboard bitboard = prover_decode_entry(prover, number, place, &move);
    Bitboard next;
    solver_context_play(prover->context, &bitboard, move, &next);
    if (prover_is_secure(prover, &next)) {
        return;
    }
    Bitboard after[PROVER_REPLIES_MAX];
    uint32_t entries[PROVER_REPLIES_MAX];
    const int count = prover_find_replies(prover, &next, move == BITBOARD_PASS, after, entries);
    for (int i = 0; i < count; i++) {
        if (entries[i] != STRATEGY_ENTRY_NONE) {
            meet(region, entries[i]);
        }
    }
}

/* Marks the entries that may lie on new cycles through the components with failures, none of which
 * has a lower rank than this: what changed entries lead to, as far as that may lead back to such a
 * component. Moves that were not changed lead from no rank to a higher one, and from component to
 * component to lower ones. */
static void mark_near_cycles(Prover *prover, int rank) {
    StrategyBuilder *builder = &prover->builder;
    Region region = {.prover = prover,
                     .rank = rank,
                     .is_met = memory_new(builder->count, sizeof *region.is_met)};
    for (uint32_t i = 0; i < builder->count; i++) {
        if (!builder->entries[i].is_ranked) {
            meet(&region, i);
        }
    }
    while (region.count > 0 && !solver_is_stopped(prover->solver)) {
        const uint32_t number = region.list[--region.count];
        builder->entries[number].is_near_cycle = true;
        for (int place = 0; place < builder->entries[number].move_count; place++) {
            meet_replies(&region, number, place);
        }
    }
    free(region.list);
    free(region.is_met);
}

/* Marks the entries at the ends of paths where the check knew of none. */
static bool mark_ends(Prover *prover, const VerifyFailures *failures) {
    bool is_any = false;
    for (size_t i = 0; i < failures->count; i++) {
        const VerifyFailure *failure = &failures->list[i];
        if (failure->winner_is_banned || failure->count > EXTRACT_PLIES_MAX) {
            continue;
        }
        const Bitboard bitboard = go_along(prover, failure, failure->count - 1);
        const uint32_t number = prover_find(prover, &bitboard).entry;
        if (number != STRATEGY_ENTRY_NONE && !prover->builder.entries[number].is_near_cycle) {
            prover->builder.entries[number].is_near_cycle = true;
            is_any = true;
        }
    }
    return is_any;
}

bool repair_failures(Prover *prover, const VerifyFailures *failures) {
    const bool is_marked = mark_ends(prover, failures);
    int rank = UINT16_MAX;
    for (size_t i = 0; i < failures->count; i++) {
        const int other = rank_of_component(prover, &failures->list[i]);
        rank = other < rank ? other : rank;
    }
    prover->ignores_ko_bounds = prover->is_repairing = true;
    const bool ok = repair_each(prover, failures, repair_failure) ||
                    (repair_each(prover, failures, go_around) && avoid_refuted(prover));
    prover->ignores_ko_bounds = prover->is_repairing = false;
    if (ok) {
        mark_near_cycles(prover, rank);
    }
    return ok || is_marked;
}
