/* The moves of a position, and what is known of them. */
#include "engine/solve/goal/search/goal_thread.h"

#include "engine/solve/goal/bits/bit_life.h"
#include "engine/solve/goal/bits/bit_shape.h"
#include "engine/solve/goal/link.h"

enum {
    KILLER_BONUS = 1,       /* cost of any other move than the last that won at that depth */
    EYE_POINTS_PLENTY = 12, /* in bits: enough for two eyes */
};

bool goal_thread_play(GoalThread *thread, GoalPly *before, Point p, GoalPly *after,
                      bool *takes_ko) {
    GoalMoveNotes notes;
    const bool is_legal = goal_node_play(&thread->game, &before->node, p, &after->node, &notes);
    before->meets_ban |= notes.forbidden;
    thread->ko_met |= notes.forbidden | notes.takes_ko;
    *takes_ko = notes.takes_ko;
    return is_legal;
}

/* The numbers of a decided position in which mover moves next. */
static GoalNumbers decided_numbers(const GoalThread *thread, GoalOutcome outcome, Color mover) {
    return outcome == goal_outcome_for(thread->game.goal, mover) ? GOAL_WON : GOAL_LOST;
}

GoalOutcome goal_thread_outcome(const GoalThread *thread, GoalNumbers numbers, Color mover) {
    const Color winner = numbers.phi == 0 ? mover : color_opponent(mover);
    return goal_numbers_decided(numbers) ? goal_outcome_for(thread->game.goal, winner) : GOAL_OPEN;
}

static void know_entry(const GoalEntry *entry, GoalKnowledge *known) {
    known->numbers = entry->numbers;
    known->low = entry->low;
    known->high = entry->high;
    known->has_ko = entry->has_ko;
    known->zone = entry->zone;
}

/* What a result under another rule for kos is worth as a guess. */
static void guess_by_entry(const GoalEntry *entry, GoalKnowledge *known) {
    enum { LIKELY = 1, UNLIKELY = 16 };
    *known =
        (GoalKnowledge){.numbers = entry->numbers, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    if (goal_numbers_decided(known->numbers)) {
        known->numbers = entry->numbers.phi == 0 ? (GoalNumbers){LIKELY, UNLIKELY}
                                                 : (GoalNumbers){UNLIKELY, LIKELY};
    }
}

bool goal_thread_may_use(const GoalThread *thread, const GoalEntry *entry) {
    return entry->ko == thread->game.ko.ko ||
           (!entry->has_ko && goal_numbers_decided(entry->numbers) &&
            entry->high == GOAL_NO_ANCHOR);
}

bool goal_thread_look_up(GoalThread *thread, uint64_t key, int depth, GoalKnowledge *known,
                         int64_t *work) {
    GoalEntry entry = {.zone = {{0}}};
    if (!goal_table_find(thread->table, key, &entry)) {
        return false;
    }
    const bool is_same = entry.ko == thread->game.ko.ko;
    if (is_same && entry.high != GOAL_NO_ANCHOR &&
        (entry.high > depth || thread->plies[entry.high].serial != entry.serial)) {
        return false;
    }
    *work = entry.work;
    if (goal_thread_may_use(thread, &entry)) {
        know_entry(&entry, known);
        thread->ko_met |= is_same && entry.ko_met;
    } else {
        guess_by_entry(&entry, known);
    }
    return true;
}

int goal_thread_find_on_path(const GoalThread *thread, uint64_t key, int depth) {
    for (int i = depth; i >= 0; i--) {
        if (thread->plies[i].key == key) {
            return i;
        }
    }
    return GOAL_NO_ANCHOR;
}

static GoalNumbers guess_in_bits(const GoalThread *thread, const BitShape *shape, Color mover,
                                 int cost) {
    const int points = shape->eye_points;
    const uint32_t kill = (uint32_t)(1 + points), extra = (uint32_t)cost;
    const uint32_t live =
        (uint32_t)(points < EYE_POINTS_PLENTY ? 1 + EYE_POINTS_PLENTY - points : 1);
    return goal_game_side(&thread->game, mover) == BIT_ATTACKER ? (GoalNumbers){kill, live + extra}
                                                                : (GoalNumbers){live, kill + extra};
}

/* In bits. */
static void evaluate_in_bits(const GoalThread *thread, GoalPly *after, int cost, GoalChild *child) {
    const Goal *goal = thread->game.goal;
    uint64_t zone = 0;
    GoalOutcome outcome = bit_life_judge(&thread->game.bits, &after->node.bits,
                                         goal_game_side(&thread->game, after->node.mover),
                                         after->node.captured, thread->eye_rooms, &zone);
    if (outcome == GOAL_OPEN) {
        const BitShape shape =
            bit_shape_find(&thread->game.bits, &after->node.bits, after->node.captured);
        if (shape.is_dead) {
            zone = shape.zone;
            outcome = goal_outcome_for(goal, color_opponent(goal_target_color(goal)));
        }
        child->known.numbers = guess_in_bits(thread, &shape, after->node.mover, cost);
    }
    if (outcome != GOAL_OPEN) {
        child->known.numbers = decided_numbers(thread, outcome, after->node.mover);
        child->known.zone = (Zone){.bits = {zone}};
    }
}

static void evaluate(const GoalThread *thread, GoalPly *after, int cost, GoalChild *child) {
    if (goal_game_is_in_bits(&thread->game)) {
        evaluate_in_bits(thread, after, cost, child);
        return;
    }
    GoalKnowledge *known = &child->known;
    GoalOutcome outcome =
        goal_judge(thread->game.goal, &after->node.board, after->node.captured, &known->zone);
    if (outcome == GOAL_OPEN && thread->limits.trusting &&
        thread->game.goal->kind == GOAL_CONNECT) {
        outcome = link_judge(thread->game.goal, &after->node.board, &known->zone);
    }
    const GoalShortcuts *shortcuts = thread->limits.shortcuts;
    if (outcome == GOAL_OPEN && shortcuts != NULL) {
        outcome = shortcuts->judge(shortcuts->context, thread->game.goal, &after->node.board,
                                   after->node.mover, after->node.captured);
        known->zone = thread->game.goal->playable;
    }
    if (outcome != GOAL_OPEN) {
        known->numbers = decided_numbers(thread, outcome, after->node.mover);
    } else {
        known->numbers = goal_moves_guess(thread->game.goal, &after->node.board, after->node.mover,
                                          after->node.captured, cost);
    }
}

/* Finds what is known of a child: that it repeats a position, what the table has, or what it shows
 * by itself. */
static void know_child(GoalThread *thread, int depth, GoalPly *after, GoalChild *child) {
    const int anchor = goal_thread_find_on_path(thread, child->key, depth);
    if (anchor != GOAL_NO_ANCHOR) {
        child->known.numbers = decided_numbers(thread, GOAL_HELD, after->node.mover);
        child->known.low = child->known.high = anchor;
        child->known.zone = thread->game.playable;
    } else if (!goal_thread_look_up(thread, child->key, depth, &child->known, &child->work)) {
        evaluate(thread, after, child->cost, child);
    }
}

void goal_thread_add_child(GoalThread *thread, int depth, Point p, int cost) {
    GoalPly *ply = &thread->plies[depth], *after = &thread->plies[depth + 1];
    if (p != POINT_PASS) {
        zone_add(&ply->tried, goal_game_index(&thread->game, p));
    }
    const GoalShortcuts *shortcuts = thread->limits.shortcuts;
    GoalChild *child = &ply->children[ply->count];
    if (shortcuts != NULL && p != POINT_PASS &&
        shortcuts->skips(shortcuts->context, thread->game.goal, &ply->node.board, ply->node.mover,
                         p)) {
        ply->skips_moves = true;
        return;
    }
    if (!goal_thread_play(thread, ply, p, after, &child->takes_ko)) {
        return;
    }
    ply->count++;
    child->point = p;
    child->cost = cost;
    child->at_limit = depth + 1 >= GOAL_DEPTH_MAX;
    child->key = goal_node_key(&thread->game, &after->node);
    child->work = 0;
    child->known.low = child->known.high = GOAL_NO_ANCHOR;
    child->known.has_ko = false;
    if (goal_game_is_in_bits(&thread->game)) {
        goal_table_prefetch(thread->table, child->key);
        child->bits = after->node.bits;
        child->captured = after->node.captured;
    } else {
        know_child(thread, depth, after, child);
    }
}

/* In bits. */
static void add_children_in_bits(GoalThread *thread, int depth) {
    const GoalPly *ply = &thread->plies[depth];
    const Point killer = ply->killers[ply->node.mover];
    int costs[BIT_POINTS_MAX];
    bit_position_order(&thread->game.bits, &ply->node.bits,
                       goal_game_side(&thread->game, ply->node.mover), ply->node.captured, costs);
    for (uint64_t left = bit_position_empty(&thread->game.bits, &ply->node.bits); left != 0;
         left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const Point p = thread->game.bits.point_of[i];
        const int cost = thread->limits.without_ordering ? 0 : costs[i] + KILLER_BONUS;
        if (costs[i] < GOAL_COST_OTHER || p == killer) {
            goal_thread_add_child(thread, depth, p, p == killer ? 0 : cost);
        }
    }
}

void goal_thread_know_children(GoalThread *thread, int depth, int from) {
    GoalPly *ply = &thread->plies[depth], *after = &thread->plies[depth + 1];
    for (int i = from; goal_game_is_in_bits(&thread->game) && i < ply->count; i++) {
        after->node.bits = ply->children[i].bits;
        after->node.captured = ply->children[i].captured;
        after->node.mover = color_opponent(ply->node.mover);
        know_child(thread, depth, after, &ply->children[i]);
    }
}

void goal_thread_expand(GoalThread *thread, int depth) {
    GoalPly *ply = &thread->plies[depth];
    ply->count = 0;
    ply->tried = (Zone){0};
    ply->meets_ban = false;
    ply->skips_moves = false;
    if (goal_game_is_in_bits(&thread->game)) {
        add_children_in_bits(thread, depth);
    } else {
        GoalMoveList list;
        goal_moves_find(thread->game.goal, &ply->node.board, ply->node.mover, ply->node.captured,
                        &list);
        if (thread->limits.shortcuts != NULL) {
            thread->limits.shortcuts->add_moves(thread->limits.shortcuts->context,
                                                thread->game.goal, &ply->node.board,
                                                ply->node.mover, &list);
        }
        const Point killer = ply->killers[ply->node.mover];
        for (int i = 0; i < list.count; i++) {
            const int cost = thread->limits.without_ordering ? 0 : list.costs[i] + KILLER_BONUS;
            goal_thread_add_child(thread, depth, list.points[i],
                                  list.points[i] == killer ? 0 : cost);
        }
    }
    if (ply->node.mover != thread->game.goal->reacher ||
        goal_node_has_ban(&thread->game, &ply->node)) {
        goal_thread_add_child(thread, depth, POINT_PASS, GOAL_COST_PASS);
    }
    goal_thread_know_children(thread, depth, 0);
}
