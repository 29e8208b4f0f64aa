#include "engine/solve/goal/search/goal_thread.h"

enum {
    KILLER_BONUS = 1,       /* cost of any other move than the last that won at that depth */
    EYE_POINTS_PLENTY = 12, /* enough for two eyes */
    DEADLINE_NODES = 64,    /* between looks at the clock */
    DISTANCE_MAX = 6,       /* stones that join two chains; what is farther counts as that far */
};

static const GoalKnowledge LOST = {
    .numbers = {GOAL_INFINITE, 0}, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};

bool goal_thread_play(const GoalThread *thread, GoalPly *before, Point p, GoalPly *after,
                      bool *takes_ko) {
    GoalMoveNotes notes;
    const bool is_legal = goal_node_play(&thread->game, &before->node, p, &after->node, &notes);
    before->meets_ban |= notes.forbidden;
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

/* What a result under another rule for kos is worth as a guess. */
static GoalKnowledge guess_by_entry(const GoalEntry *entry) {
    enum { LIKELY = 1, UNLIKELY = 16 };
    GoalNumbers numbers = entry->numbers;
    if (goal_numbers_decided(numbers)) {
        numbers =
            numbers.phi == 0 ? (GoalNumbers){LIKELY, UNLIKELY} : (GoalNumbers){UNLIKELY, LIKELY};
    }
    return (GoalKnowledge){.numbers = numbers, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
}

static bool holds_for_all_rules(const GoalEntry *entry) {
    return !entry->has_ko && goal_numbers_decided(entry->numbers) && entry->high == GOAL_NO_ANCHOR;
}

bool goal_thread_may_use(const GoalThread *thread, const GoalEntry *entry) {
    return entry->ko == thread->game.ko.ko || holds_for_all_rules(entry);
}

bool goal_thread_find_entry(const GoalThread *thread, const GoalNode *node, uint64_t key,
                            GoalEntry *entry) {
    const GoalTable *table = thread->shared->table;
    const uint64_t threats = goal_node_threats_key(&thread->game, node);
    return (threats != 0 && goal_table_find(table, key ^ threats, entry) &&
            holds_for_all_rules(entry)) ||
           goal_table_find(table, key, entry);
}

bool goal_thread_look_up(const GoalThread *thread, const GoalNode *node, uint64_t key, int depth,
                         GoalKnowledge *known, int64_t *work) {
    GoalEntry entry;
    if (!goal_thread_find_entry(thread, node, key, &entry)) {
        return false;
    }
    if (entry.ko == thread->game.ko.ko && entry.high != GOAL_NO_ANCHOR &&
        (entry.high > depth || thread->plies[entry.high].serial != entry.serial)) {
        return false;
    }
    *work = entry.work;
    *known = goal_thread_may_use(thread, &entry)
                 ? (GoalKnowledge){entry.numbers, entry.low, entry.high, entry.has_ko, entry.zone}
                 : guess_by_entry(&entry);
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

/* The fewest stones that join the targets of a connection, or DISTANCE_MAX. */
static int find_distance(const BitRegion *region, const BitPosition *position) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_position_empty(region, position);
    uint64_t reached = bit_set_flood(region, region->targets[0], owner);
    int distance = 0;
    while ((reached & region->targets[1]) == 0 && distance < DISTANCE_MAX) {
        reached |= bit_set_beside(region, reached) & empty;
        reached = bit_set_flood(region, reached, reached | owner);
        distance++;
    }
    return distance;
}

/* The first guess at the numbers of an undecided position, after a move of that cost. */
static GoalNumbers guess(const GoalThread *thread, const GoalNode *node, const BitShape *shape,
                         int cost) {
    const bool connects = thread->game.goal->kind == GOAL_CONNECT;
    const int points =
        connects ? find_distance(&thread->game.region, &node->position) : shape->eye_points;
    const int plenty = connects ? DISTANCE_MAX : EYE_POINTS_PLENTY;
    const uint32_t take = (uint32_t)(1 + points), extra = (uint32_t)cost;
    const uint32_t save = (uint32_t)(points < plenty ? 1 + plenty - points : 1);
    const bool takes = connects ? node->mover == thread->game.goal->reacher
                                : goal_game_side(&thread->game, node->mover) == BIT_ATTACKER;
    return takes ? (GoalNumbers){take, save + extra} : (GoalNumbers){save, take + extra};
}

static void evaluate(const GoalThread *thread, GoalChild *child) {
    const GoalGame *game = &thread->game;
    const GoalNode *node = &child->node;
    GoalKnowledge *known = &child->known;
    BitShape shape = {.is_dead = false};
    GoalOutcome outcome =
        bit_life_judge(&game->region, &node->position, goal_game_side(game, node->mover),
                       node->captured, thread->eye_rooms, &known->zone);
    if (outcome == GOAL_OPEN && thread->limits.trusting && game->goal->kind == GOAL_CONNECT) {
        outcome = bit_link_judge(&game->region, &node->position);
        known->zone = game->region.all;
    } else if (outcome == GOAL_OPEN && game->goal->kind == GOAL_CAPTURE_ALL &&
               bit_escape_find(&game->region, &node->position, goal_game_side(game, node->mover),
                               node->captured, &known->zone)) {
        outcome = GOAL_HELD;
        child->work = 1; /* so that a move to an exit comes before one that waits */
    } else if (outcome == GOAL_OPEN && game->goal->kind != GOAL_CONNECT) {
        shape = bit_shape_find(&game->region, &node->position, node->captured);
        if (shape.is_dead) {
            known->zone = shape.zone;
            outcome = goal_outcome_for(game->goal, color_opponent(goal_target_color(game->goal)));
        }
    }
    known->numbers = outcome != GOAL_OPEN ? decided_numbers(thread, outcome, node->mover)
                                          : guess(thread, node, &shape, child->cost);
}

/* Finds what is known of a child: that it repeats a position, what the table has, or what it shows
 * by itself. */
static void know_child(const GoalThread *thread, int depth, GoalChild *child) {
    const int anchor = goal_thread_find_on_path(thread, child->key, depth);
    if (anchor != GOAL_NO_ANCHOR) {
        child->known.numbers = decided_numbers(thread, GOAL_HELD, child->node.mover);
        child->known.low = child->known.high = anchor;
        child->known.zone = thread->game.region.all;
    } else if (!goal_thread_look_up(thread, &child->node, child->key, depth, &child->known,
                                    &child->work)) {
        evaluate(thread, child);
    }
}

/* Adds a move if it is legal; know_children is left to the caller. */
static void add_child(GoalThread *thread, int depth, Point p, int cost) {
    GoalPly *ply = &thread->plies[depth], *after = &thread->plies[depth + 1];
    GoalChild *child = &ply->children[ply->count];
    if (p != POINT_PASS) {
        ply->tried |= UINT64_C(1) << thread->game.region.index_of[p];
    }
    if (!goal_thread_play(thread, ply, p, after, &child->takes_ko)) {
        return;
    }
    ply->count++;
    child->point = p;
    child->cost = cost;
    child->at_limit = depth + 1 >= GOAL_DEPTH_MAX;
    child->node = after->node;
    child->key = goal_node_key(&thread->game, &child->node);
    child->work = 0;
    child->known.low = child->known.high = GOAL_NO_ANCHOR;
    child->known.has_ko = false;
    child->is_asked = false;
    goal_table_prefetch(thread->shared->table, child->key);
}

/* Finds what is known of the children from the one at `from` on. */
static void know_children(const GoalThread *thread, int depth, int from) {
    GoalPly *ply = &thread->plies[depth];
    for (int i = from; i < ply->count; i++) {
        know_child(thread, depth, &ply->children[i]);
    }
}

/* Begins a visit, without moves. */
static void begin_visit(GoalThread *thread, GoalPly *ply) {
    ply->serial = thread->serial += TEAM_MAX;
    ply->count = 0;
    ply->tried = 0;
    ply->has_null = false;
    ply->relevant = thread->game.region.all;
    ply->nulls = LOST;
    ply->meets_ban = false;
}

GoalChild *goal_thread_expand_by(GoalThread *thread, int depth, Point p) {
    GoalPly *ply = &thread->plies[depth];
    const GoalGame *game = &thread->game;
    const uint64_t empty = bit_position_empty(&game->region, &ply->node.position);
    begin_visit(thread, ply);
    if (p == POINT_PASS || (empty >> game->region.index_of[p] & 1)) {
        add_child(thread, depth, p, 0);
        know_children(thread, depth, 0);
    }
    return ply->count > 0 ? &ply->children[0] : NULL;
}

void goal_thread_expand(GoalThread *thread, int depth) {
    GoalPly *ply = &thread->plies[depth];
    const GoalGame *game = &thread->game;
    const Point killer = ply->killers[ply->node.mover];
    int costs[GOAL_POINTS_MAX];
    begin_visit(thread, ply);
    bit_position_order(&game->region, &ply->node.position, goal_game_side(game, ply->node.mover),
                       ply->node.captured, costs);
    for (uint64_t left = bit_position_empty(&game->region, &ply->node.position); left != 0;
         left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const Point p = game->region.point_of[i];
        if (costs[i] < BIT_COST_OTHER || p == killer) {
            add_child(thread, depth, p, p == killer ? 0 : costs[i] + KILLER_BONUS);
        }
    }
    if (ply->node.mover != game->goal->reacher || ply->node.position.ko != BIT_NO_POINT) {
        add_child(thread, depth, POINT_PASS, BIT_COST_PASS);
    }
    know_children(thread, depth, 0);
}

/* ---- What decided positions amount to, with their zones ---- */

/* What all children of a lost position amount to. */
static void join(GoalKnowledge *known, const GoalKnowledge *other) {
    known->zone |= other->zone;
    known->has_ko |= other->has_ko;
    if (other->high != GOAL_NO_ANCHOR) {
        known->high = other->high > known->high ? other->high : known->high;
        known->low =
            known->low == GOAL_NO_ANCHOR || other->low < known->low ? other->low : known->low;
    }
}

static void join_child(GoalKnowledge *known, const GoalChild *child) {
    join(known, &child->known);
    known->has_ko |= child->takes_ko;
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

/* Is the child, which has lost, null? Sets *known to what the position amounts to if no other move
 * does more. */
static bool find_null(const GoalThread *thread, const GoalPly *ply, const GoalChild *child,
                      GoalKnowledge *known) {
    const BitSide side = goal_game_side(&thread->game, ply->node.mover);
    const BitPosition *before = &ply->node.position, *after = &child->node.position;
    const uint64_t bit = child_bit(thread, child);
    if ((child->known.zone & bit) != 0) {
        return false;
    }
    const uint64_t changed = bit_set_flood(&thread->game.region, bit, after->stones[side]) |
                             (before->stones[1 - side] & ~after->stones[1 - side]);
    *known = LOST;
    join_child(known, child);
    dilate_lost(thread, ply, known);
    return (known->zone & changed) == 0;
}

void goal_thread_leave_out(GoalThread *thread, int depth) {
    GoalPly *ply = &thread->plies[depth];
    uint64_t open = 0;
    for (int i = 0; i < ply->count; i++) {
        const GoalChild *child = &ply->children[i];
        open |= goal_numbers_decided(child->known.numbers) ? 0 : child_bit(thread, child);
    }
    for (int i = 0; i < ply->count; i++) {
        GoalChild *child = &ply->children[i];
        GoalKnowledge known;
        const bool is_pass = child->point == POINT_PASS;
        if (child->known.numbers.phi == 0 && !child->is_asked &&
            (is_pass || (open & ~child->known.zone) != 0)) {
            child->is_asked = true;
            if (find_null(thread, ply, child, &known) && (is_pass || (open & ~known.zone) != 0)) {
                ply->has_null = true;
                ply->relevant &= known.zone;
                join(&ply->nulls, &known);
                open &= known.zone;
            }
        }
    }
    for (int i = 0; i < ply->count; i++) {
        GoalChild *child = &ply->children[i];
        if (!goal_numbers_decided(child->known.numbers) && child->point != POINT_PASS &&
            (child_bit(thread, child) & ply->relevant) == 0) {
            child->known.numbers = GOAL_WON;
            child->is_asked = true;
        }
    }
}

/* All moves tried have lost. If one of them is null, those that are not are answered by themselves,
 * the others as it is. If none is, the reacher has lost, and the holder answers a move outside the
 * zone by a pass: so the zone has the answers to all moves inside it. Returns where moves need to
 * be tried. */
static uint64_t judge_lost(const GoalThread *thread, const GoalPly *ply, GoalKnowledge *known) {
    const BitRegion *region = &thread->game.region;
    uint64_t before;
    *known = ply->nulls;
    if (!ply->has_null) {
        known->zone = goal_is_capture(thread->game.goal)
                          ? bit_position_targets(region, &ply->node.position, ply->node.captured)
                          : region->all;
        dilate_lost(thread, ply, known);
    }
    do {
        before = known->zone & ply->relevant;
        for (int i = 0; i < ply->count; i++) {
            if ((child_bit(thread, &ply->children[i]) & before) != 0) {
                join_child(known, &ply->children[i]);
            }
        }
        dilate_lost(thread, ply, known);
    } while ((known->zone & ply->relevant) != before);
    return before;
}

bool goal_thread_add_relevant(GoalThread *thread, int depth, GoalKnowledge *known) {
    GoalPly *ply = &thread->plies[depth];
    const BitRegion *region = &thread->game.region;
    const int count = ply->count;
    const bool met_ban = ply->meets_ban;
    const uint64_t relevant = judge_lost(thread, ply, known);
    for (uint64_t left = relevant & bit_position_empty(region, &ply->node.position) & ~ply->tried;
         left != 0; left &= left - 1) {
        add_child(thread, depth, region->point_of[__builtin_ctzll(left)], BIT_COST_OTHER);
    }
    know_children(thread, depth, count);
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

/* What rested on a repetition of this position is now settled: the holder never has to leave it. */
static void settle_anchor(GoalKnowledge *known, int depth) {
    if (known->high == GOAL_NO_ANCHOR) {
        return;
    }
    if (known->low >= depth) {
        known->low = known->high = GOAL_NO_ANCHOR;
    } else if (known->high >= depth) {
        known->high = depth - 1;
    }
}

void goal_thread_store(GoalThread *thread, int depth, GoalKnowledge *known, Point move,
                       int64_t work) {
    const GoalPly *ply = &thread->plies[depth];
    if (goal_numbers_decided(known->numbers)) {
        settle_anchor(known, depth);
        /* Who wins although the other side wins all kos wins under the other rules, too: it takes
         * no ko, so no ban strikes it. */
        const bool holds =
            goal_thread_outcome(thread, known->numbers, ply->node.mover) == GOAL_HELD;
        known->has_ko &= thread->game.ko.ko != (holds ? KO_IS_REACHERS : KO_IS_HOLDERS);
    }
    const bool is_general =
        !known->has_ko && known->high == GOAL_NO_ANCHOR && goal_numbers_decided(known->numbers);
    GoalEntry entry = {
        .key = ply->key ^ (is_general ? goal_node_threats_key(&thread->game, &ply->node) : 0),
        .numbers = known->numbers,
        .work = work < (int64_t)UINT32_MAX ? (uint32_t)work : UINT32_MAX,
        .serial = known->high == GOAL_NO_ANCHOR ? 0 : thread->plies[known->high].serial,
        .low = (int16_t)known->low,
        .high = (int16_t)known->high,
        .move = goal_game_name_move(&thread->game, move),
        .has_ko = known->has_ko,
        .ko = thread->game.ko.ko & 3,
        .zone = known->zone,
    };
    goal_table_store(thread->shared->table, &entry);
}

bool goal_thread_is_spent(GoalThread *thread) {
    GoalShared *shared = thread->shared;
    if (thread->nodes % DEADLINE_NODES == 0) {
        const int64_t fresh = thread->nodes - thread->counted;
        const int64_t nodes =
            atomic_fetch_add_explicit(&shared->nodes, fresh, memory_order_relaxed) + fresh;
        thread->counted = thread->nodes;
        thread->is_over |= nodes >= thread->limits.nodes ||
                           deadline_is_over(thread->limits.deadline) ||
                           atomic_load_explicit(&shared->is_over, memory_order_relaxed);
    }
    thread->is_over |= thread->nodes >= thread->limits.nodes;
    return thread->is_over;
}
