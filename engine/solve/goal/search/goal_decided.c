/* What decided positions amount to, with their zones. */
#include "engine/solve/goal/bits/bit_zone.h"
#include "engine/solve/goal/search/goal_thread.h"

static const GoalKnowledge LOST = {
    .numbers = {GOAL_INFINITE, 0}, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};

/* What all children of a lost position amount to. */
static void join_child(GoalKnowledge *known, const GoalChild *child) {
    const GoalKnowledge *other = &child->known;
    known->zone |= other->zone;
    known->has_ko |= other->has_ko | child->takes_ko;
    if (other->high != GOAL_NO_ANCHOR) {
        known->high = other->high > known->high ? other->high : known->high;
        known->low =
            known->low == GOAL_NO_ANCHOR || other->low < known->low ? other->low : known->low;
    }
}

/* The point of a child in the region, or none for a pass. */
static uint64_t child_bit(const GoalThread *thread, const GoalChild *child) {
    return child->point == POINT_PASS ? 0
                                      : UINT64_C(1) << thread->game.region.index_of[child->point];
}

/* Makes the zone the whole region if the argument for zones does not hold. */
static void widen_zone(const GoalThread *thread, const GoalPly *ply, GoalKnowledge *known) {
    const bool bans = thread->game.ko.ko == KO_IS_SIMPLE;
    if ((bans && (known->has_ko || ply->meets_ban)) || known->high != GOAL_NO_ANCHOR) {
        known->zone = thread->game.region.all;
    }
    known->has_ko |= ply->meets_ban;
}

/* A zone that is smaller because the loser may take no ko has met one. */
static void dilate_lost(const GoalThread *thread, const GoalPly *ply, GoalKnowledge *known) {
    const GoalGame *game = &thread->game;
    const BitSide winner = goal_game_side(game, color_opponent(ply->node.mover));
    const bool takes_kos = goal_game_may_take_kos(game, ply->node.mover);
    const uint64_t larger =
        bit_zone_dilate(&game->region, &ply->node.position, winner, true, true, known->zone);
    if (!takes_kos) {
        known->zone =
            bit_zone_dilate(&game->region, &ply->node.position, winner, true, false, known->zone);
    }
    known->has_ko |= !takes_kos && larger != known->zone;
    known->zone = takes_kos ? larger : known->zone;
    widen_zone(thread, ply, known);
}

/* The holder has lost by all moves tried, a pass among them. A move outside the zone of the proof
 * against the pass is no better than the pass. Returns the moves that need to be tried. */
static uint64_t judge_holder_lost(const GoalThread *thread, const GoalPly *ply,
                                  GoalKnowledge *known) {
    *known = LOST;
    for (int i = 0; i < ply->count; i++) {
        if (ply->children[i].point == POINT_PASS) {
            join_child(known, &ply->children[i]);
        }
    }
    dilate_lost(thread, ply, known);
    const uint64_t relevant = known->zone;
    for (int i = 0; i < ply->count; i++) {
        if ((child_bit(thread, &ply->children[i]) & relevant) != 0) {
            join_child(known, &ply->children[i]);
        }
    }
    dilate_lost(thread, ply, known);
    return relevant;
}

/* The reacher has lost by all moves tried. The holder answers a move outside the zone by a pass, so
 * the zone has the answers to all moves inside it. */
static uint64_t judge_reacher_lost(const GoalThread *thread, const GoalPly *ply,
                                   GoalKnowledge *known) {
    const BitRegion *region = &thread->game.region;
    uint64_t before;
    *known = LOST;
    known->zone = goal_is_capture(thread->game.goal)
                      ? bit_position_targets(region, &ply->node.position, ply->node.captured)
                      : region->all;
    dilate_lost(thread, ply, known);
    do {
        before = known->zone;
        for (int i = 0; i < ply->count; i++) {
            const GoalChild *child = &ply->children[i];
            if (child->point == POINT_PASS || (child_bit(thread, child) & before) != 0) {
                join_child(known, child);
            }
        }
        dilate_lost(thread, ply, known);
    } while (known->zone != before);
    return known->zone;
}

bool goal_thread_add_relevant(GoalThread *thread, int depth, GoalKnowledge *known) {
    GoalPly *ply = &thread->plies[depth];
    const BitRegion *region = &thread->game.region;
    const int count = ply->count;
    const bool met_ban = ply->meets_ban;
    const uint64_t relevant = ply->node.mover == thread->game.goal->reacher
                                  ? judge_reacher_lost(thread, ply, known)
                                  : judge_holder_lost(thread, ply, known);
    for (uint64_t left = relevant & bit_position_empty(region, &ply->node.position) & ~ply->tried;
         left != 0; left &= left - 1) {
        goal_thread_add_child(thread, depth, region->point_of[__builtin_ctzll(left)],
                              BIT_COST_OTHER);
    }
    goal_thread_know_children(thread, depth, count);
    return ply->count > count || ply->meets_ban != met_ban;
}

void goal_thread_judge_won(GoalThread *thread, int depth, const GoalChild *best,
                           GoalKnowledge *known) {
    GoalPly *ply = &thread->plies[depth];
    const GoalGame *game = &thread->game;
    const BitSide winner = goal_game_side(game, ply->node.mover);
    *known = best->known;
    known->numbers = GOAL_WON;
    ply->killers[ply->node.mover] = best->point;
    known->has_ko |= best->takes_ko;
    if (best->point != POINT_PASS) {
        known->zone |= child_bit(thread, best); /* so that the move is no suicide */
        known->zone = bit_zone_dilate(&game->region, &best->node.position, winner, true,
                                      goal_game_may_take_kos(game, best->node.mover), known->zone);
        known->zone = bit_zone_dilate_move(&game->region, &ply->node.position, winner,
                                           game->region.index_of[best->point], known->zone);
    }
    known->zone =
        bit_zone_dilate(&game->region, &ply->node.position, winner, false, true, known->zone);
    widen_zone(thread, ply, known);
}
