/* What decided positions amount to, with their zones. */
#include "engine/solve/goal/search/goal_thread.h"

#include "engine/solve/goal/dilate.h"

/* What all children of a lost position amount to. */
static void join_child(GoalKnowledge *known, const GoalChild *child, bool with_zone) {
    const GoalKnowledge *other = &child->known;
    if (with_zone) {
        zone_join(&known->zone, &other->zone);
    }
    known->has_ko |= other->has_ko | child->takes_ko;
    if (other->high != GOAL_NO_ANCHOR) {
        known->high = other->high > known->high ? other->high : known->high;
        known->low =
            known->low == GOAL_NO_ANCHOR || other->low < known->low ? other->low : known->low;
    }
}

static bool is_in(const GoalThread *thread, const Zone *zone, Point p) {
    return zone_has(zone, goal_game_index(&thread->game, p));
}

static const GoalChild *find_pass(const GoalPly *ply) {
    for (int i = 0; i < ply->count; i++) {
        if (ply->children[i].point == POINT_PASS) {
            return &ply->children[i];
        }
    }
    return NULL;
}

/* Makes the zone the whole region if the argument for zones does not hold. */
static void widen_zone(const GoalThread *thread, const GoalPly *ply, GoalKnowledge *known) {
    const bool bans = thread->game.ko.ko == KO_IS_SIMPLE;
    if ((bans && (known->has_ko || ply->meets_ban)) || known->high != GOAL_NO_ANCHOR ||
        thread->limits.without_zones) {
        known->zone = thread->game.playable;
    }
    known->has_ko |= ply->meets_ban;
}

/* A zone that is smaller because the loser may take no ko has met one. */
static void dilate_lost(GoalThread *thread, const GoalPly *ply, GoalKnowledge *known) {
    const Color winner = color_opponent(ply->node.mover);
    const bool takes_kos = goal_game_may_take_kos(&thread->game, ply->node.mover);
    Zone larger = known->zone;
    goal_node_dilate(&thread->game, &ply->node, winner, true, takes_kos, &known->zone);
    if (!takes_kos) {
        goal_node_dilate(&thread->game, &ply->node, winner, true, true, &larger);
        const bool differs = !zone_equals(&larger, &known->zone);
        known->has_ko |= differs;
        thread->ko_met |= differs;
    }
    widen_zone(thread, ply, known);
    if (ply->skips_moves) { /* what those moves would have changed is in no zone */
        known->zone = thread->game.playable;
    }
}

/* The holder has lost by all moves tried, a pass among them. A move outside the zone of the proof
 * against the pass is no better than the pass. Sets *relevant to the moves that need to be tried.
 */
static void judge_holder_lost(GoalThread *thread, GoalPly *ply, GoalKnowledge *known,
                              Zone *relevant) {
    const GoalChild *pass = find_pass(ply);
    *known = (GoalKnowledge){.numbers = GOAL_LOST, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    join_child(known, pass, true);
    dilate_lost(thread, ply, known);
    *relevant = known->zone;
    for (int i = 0; i < ply->count; i++) {
        const GoalChild *child = &ply->children[i];
        if (child->point != POINT_PASS && is_in(thread, relevant, child->point)) {
            join_child(known, child, true);
        }
    }
    dilate_lost(thread, ply, known);
}

/* The reacher has lost by all moves tried. The holder answers a move outside the zone by a pass, so
 * the zone has the answers to all moves inside it. */
static void judge_reacher_lost(GoalThread *thread, GoalPly *ply, GoalKnowledge *known,
                               Zone *relevant) {
    Zone before;
    *known = (GoalKnowledge){.numbers = GOAL_LOST, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    if (goal_is_capture(thread->game.goal)) {
        goal_node_add_targets(&thread->game, &ply->node, &known->zone);
    } else {
        known->zone = thread->game.playable;
    }
    dilate_lost(thread, ply, known);
    do {
        before = known->zone;
        for (int i = 0; i < ply->count; i++) {
            const GoalChild *child = &ply->children[i];
            if (child->point == POINT_PASS || is_in(thread, &before, child->point)) {
                join_child(known, child, true);
            }
        }
        dilate_lost(thread, ply, known);
    } while (!zone_equals(&before, &known->zone));
    *relevant = known->zone;
}

bool goal_thread_add_relevant(GoalThread *thread, int depth, GoalKnowledge *known) {
    GoalPly *ply = &thread->plies[depth];
    const int count = ply->count;
    Zone relevant;
    const bool met_ban = ply->meets_ban, skipped_moves = ply->skips_moves;
    if (ply->node.mover == thread->game.goal->reacher) {
        judge_reacher_lost(thread, ply, known, &relevant);
    } else {
        judge_holder_lost(thread, ply, known, &relevant);
    }
    for (int i = 0; i < thread->game.goal->point_count; i++) {
        const Point p = thread->game.goal->points[i];
        if (goal_node_is_empty(&thread->game, &ply->node, p) && is_in(thread, &relevant, p) &&
            !is_in(thread, &ply->tried, p)) {
            goal_thread_add_child(thread, depth, p, GOAL_COST_OTHER);
        }
    }
    goal_thread_know_children(thread, depth, count);
    return ply->count > count || ply->meets_ban != met_ban || ply->skips_moves != skipped_moves;
}

void goal_thread_judge_won(GoalThread *thread, int depth, const GoalChild *best,
                           GoalKnowledge *known) {
    GoalPly *ply = &thread->plies[depth], *after = &thread->plies[depth + 1];
    *known = best->known;
    known->numbers = GOAL_WON;
    ply->killers[ply->node.mover] = best->point;
    known->has_ko |= best->takes_ko;
    if (best->point != POINT_PASS) {
        bool takes_ko;
        goal_thread_play(thread, ply, best->point, after, &takes_ko);
        zone_add(&known->zone,
                 goal_game_index(&thread->game, best->point)); /* so that the move is no suicide */
        goal_node_dilate(&thread->game, &after->node, ply->node.mover, true,
                         goal_game_may_take_kos(&thread->game, after->node.mover), &known->zone);
        goal_node_dilate_move(&thread->game, &ply->node, best->point, &known->zone);
    }
    goal_node_dilate(&thread->game, &ply->node, ply->node.mover, false, true, &known->zone);
    widen_zone(thread, ply, known);
}
