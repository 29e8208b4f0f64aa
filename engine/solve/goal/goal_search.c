#include "engine/solve/goal/goal_search.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/base/team.h"
#include "engine/solve/goal/dilate.h"
#include "engine/solve/goal/eye_space.h"
#include "engine/solve/goal/goal_node.h"
#include "engine/solve/goal/goal_table.h"
#include "engine/solve/goal/link.h"

enum {
    DEPTH_MAX = 200, /* moves */
    /* A child is searched until its delta exceeds the second best by this share of it, so that the
     * search does not jump between children (J. Pawlewicz, L. Lew, "Improving depth-first
     * pn-search: 1+epsilon trick", 2007). */
    EPSILON_DIVISOR = 4,
    KILLER_BONUS = 1,       /* cost of any other move than the last that won at that depth */
    DEADLINE_NODES = 64,    /* between looks at the clock */
    EYE_POINTS_PLENTY = 12, /* in bits: enough for two eyes */

    /* With several threads: */
    ALONE_NODES = 2000,   /* searched by one before the others begin */
    BUSY_COUNT = 1 << 14, /* a power of two */
    BUSY_DIVISOR = 2,     /* a child that others search counts for so much more of its delta */
    FRESH_NODES = 64,     /* after so many, the other children are looked up again */
    DECIDED_NODES = 512,  /* between looks whether others have decided a position on the path */
};

static const GoalNumbers WON = {0, GOAL_INFINITE}, LOST = {GOAL_INFINITE, 0};

/* What is known of a position. low and high are those of GoalEntry. */
typedef struct {
    GoalNumbers numbers; /* for the side that moves next */
    int low, high;
    bool has_ko;
    Zone zone; /* if decided */
} Knowledge;

typedef struct {
    Point point;
    bool takes_ko; /* the move took a ko, or broke a ban */
    bool at_limit; /* it cannot be searched any deeper */
    uint64_t key;
    int cost;
    int64_t work;
    BitPosition bits; /* after the move */
    uint32_t captured;
    Knowledge known;
} Child;

/* A position on the path from the root. */
typedef struct {
    GoalNode node;
    uint64_t key;
    uint64_t serial; /* the number of this visit */
    bool meets_ban;  /* a ban on a ko, or the rule for kos, forbids a move here */
    Zone tried;
    bool tried_pass;
    Point killers[2]; /* [color]: the last move that won at this depth */
    int count;
    Child children[CELL_COUNT_MAX + 1];
} Frame;

/* What the threads of a run share. */
typedef struct {
    GoalTable *tables[2]; /* [is it in bits?] */
    GoalLimits limits;
    int thread_count;
    _Atomic bool is_over;             /* the limits are reached, or the root is decided */
    _Atomic int64_t nodes;            /* of all threads, but their last few */
    _Atomic uint8_t busy[BUSY_COUNT]; /* by bits of keys: threads below the position */
} Shared;

/* A thread of a search. */
typedef struct {
    Shared *shared;
    EyeRooms *eye_rooms;
    Frame *frames; /* DEPTH_MAX + 1 */

    /* The present run. */
    GoalTable *table;
    GoalGame game;
    GoalLimits limits;
    uint64_t serial; /* of the last visit; no other thread has the same */
    bool ko_met, is_over;
    int decided_depth; /* of a position on the path that another thread has decided, or DEPTH_MAX */
    int64_t nodes, counted; /* searched, and added to shared->nodes */
    Knowledge known;        /* of the root */
    Point move;
} Thread;

struct GoalSearch {
    Shared shared;
    Thread threads[TEAM_MAX];
    const Thread *decider; /* of the last run, or the first thread */
};

/* Plays a move of the position at a frame; see goal_node_play. */
static bool play(Thread *thread, Frame *before, Point p, Frame *after, bool *takes_ko) {
    GoalMoveNotes notes;
    const bool is_legal = goal_node_play(&thread->game, &before->node, p, &after->node, &notes);
    before->meets_ban |= notes.forbidden;
    thread->ko_met |= notes.forbidden | notes.takes_ko;
    *takes_ko = notes.takes_ko;
    return is_legal;
}

/* The numbers that say "the goal is reached" or "held" for the side to move. */
static GoalNumbers numbers_of(const Thread *thread, GoalOutcome outcome, Color mover) {
    return (outcome == GOAL_REACHED) == (mover == thread->game.goal->reacher) ? WON : LOST;
}

static bool is_held(const Thread *thread, GoalNumbers numbers, Color mover) {
    return (mover == thread->game.goal->reacher ? numbers.delta : numbers.phi) == 0;
}

static void know_entry(const GoalEntry *entry, Knowledge *known) {
    known->numbers = entry->numbers;
    known->low = entry->low;
    known->high = entry->high;
    known->has_ko = entry->has_ko;
    known->zone = entry->zone;
}

/* What a result under another rule for kos is worth as a guess. */
static void guess_by_entry(const GoalEntry *entry, Knowledge *known) {
    enum { LIKELY = 1, UNLIKELY = 16 };
    known->numbers = entry->numbers;
    if (goal_numbers_decided(known->numbers)) {
        known->numbers = entry->numbers.phi == 0 ? (GoalNumbers){LIKELY, UNLIKELY}
                                                 : (GoalNumbers){UNLIKELY, LIKELY};
    }
}

/* Does the entry's result hold under the rule for kos of this run? */
static bool is_usable(const Thread *thread, const GoalEntry *entry) {
    return entry->ko == thread->game.ko.ko ||
           (!entry->has_ko && goal_numbers_decided(entry->numbers) &&
            entry->high == GOAL_NO_ANCHOR);
}

/* Looks a position up that is reached from depth. Returns false if nothing usable is known. In bits
 * the rules for kos share the table. */
static bool look_up(Thread *thread, uint64_t key, int depth, Knowledge *known, int64_t *work) {
    GoalEntry entry = {.zone = {{0}}};
    if (!goal_table_find(thread->table, key, &entry)) {
        return false;
    }
    const bool is_same = entry.ko == thread->game.ko.ko;
    if (is_same && entry.high != GOAL_NO_ANCHOR &&
        (entry.high > depth || thread->frames[entry.high].serial != entry.serial)) {
        return false;
    }
    *work = entry.work;
    if (is_usable(thread, &entry)) {
        know_entry(&entry, known);
        thread->ko_met |= is_same && entry.ko_met;
    } else {
        guess_by_entry(&entry, known);
    }
    return true;
}

static int find_on_path(const Thread *thread, uint64_t key, int depth) {
    for (int i = depth; i >= 0; i--) {
        if (thread->frames[i].key == key) {
            return i;
        }
    }
    return GOAL_NO_ANCHOR;
}

static GoalNumbers guess_in_bits(const Thread *thread, const BitShape *shape, Color mover,
                                 int cost) {
    const int points = shape->eye_points;
    const uint32_t kill = (uint32_t)(1 + points), extra = (uint32_t)cost;
    const uint32_t live =
        (uint32_t)(points < EYE_POINTS_PLENTY ? 1 + EYE_POINTS_PLENTY - points : 1);
    return goal_game_side(&thread->game, mover) == BIT_ATTACKER ? (GoalNumbers){kill, live + extra}
                                                                : (GoalNumbers){live, kill + extra};
}

/* In bits. */
static void evaluate_in_bits(const Thread *thread, Frame *after, int cost, Child *child) {
    const Goal *goal = thread->game.goal;
    uint64_t zone = 0;
    GoalOutcome outcome = bit_region_judge(&thread->game.bits, &after->node.bits,
                                           goal_game_side(&thread->game, after->node.mover),
                                           after->node.captured, thread->eye_rooms, &zone);
    if (outcome == GOAL_OPEN) {
        const BitShape shape =
            bit_region_find_shape(&thread->game.bits, &after->node.bits, after->node.captured);
        if (shape.is_dead) {
            zone = shape.zone;
            outcome = goal_is_capture(goal) ? GOAL_REACHED : GOAL_HELD;
        }
        child->known.numbers = guess_in_bits(thread, &shape, after->node.mover, cost);
    }
    if (outcome != GOAL_OPEN) {
        child->known.numbers = numbers_of(thread, outcome, after->node.mover);
        child->known.zone = (Zone){.bits = {zone}};
    }
}

static void evaluate(const Thread *thread, Frame *after, int cost, Child *child) {
    if (goal_game_is_in_bits(&thread->game)) {
        evaluate_in_bits(thread, after, cost, child);
        return;
    }
    Knowledge *known = &child->known;
    GoalOutcome outcome =
        goal_judge(thread->game.goal, &after->node.board, after->node.captured, &known->zone);
    const bool trusting = outcome == GOAL_OPEN && thread->limits.trusting;
    if (trusting && thread->game.goal->kind == GOAL_CONNECT) {
        outcome = link_judge(thread->game.goal, &after->node.board, &known->zone);
    } else if (trusting && goal_is_capture(thread->game.goal)) {
        outcome = eye_space_judge(thread->game.goal, &after->node.board, after->node.captured,
                                  &known->zone);
    }
    const GoalShortcuts *shortcuts = thread->limits.shortcuts;
    if (outcome == GOAL_OPEN && shortcuts != NULL) {
        outcome = shortcuts->judge(shortcuts->context, thread->game.goal, &after->node.board,
                                   after->node.mover, after->node.captured);
        known->zone = thread->game.goal->playable;
    }
    if (outcome != GOAL_OPEN) {
        known->numbers = numbers_of(thread, outcome, after->node.mover);
    } else {
        known->numbers = goal_moves_guess(thread->game.goal, &after->node.board, after->node.mover,
                                          after->node.captured, cost);
    }
}

/* Finds what is known of a child: that it repeats a position, what the table has, or what it shows
 * by itself. */
static void know_child(Thread *thread, int depth, Frame *after, Child *child) {
    const int anchor = find_on_path(thread, child->key, depth);
    if (anchor != GOAL_NO_ANCHOR) {
        child->known.numbers = numbers_of(thread, GOAL_HELD, after->node.mover);
        child->known.low = child->known.high = anchor;
        child->known.zone = thread->game.playable;
    } else if (!look_up(thread, child->key, depth, &child->known, &child->work)) {
        evaluate(thread, after, child->cost, child);
    }
}

/* Adds a move if it is legal. In bits know_child is left to the caller. */
static void add_child(Thread *thread, int depth, Point p, int cost) {
    Frame *frame = &thread->frames[depth], *after = &thread->frames[depth + 1];
    if (p == POINT_PASS) {
        frame->tried_pass = true;
    } else {
        zone_add(&frame->tried, goal_game_index(&thread->game, p));
    }
    const GoalShortcuts *shortcuts = thread->limits.shortcuts;
    Child *child = &frame->children[frame->count];
    if ((shortcuts != NULL && p != POINT_PASS &&
         shortcuts->skips(shortcuts->context, thread->game.goal, &frame->node.board,
                          frame->node.mover, p)) ||
        !play(thread, frame, p, after, &child->takes_ko)) {
        return;
    }
    frame->count++;
    child->point = p;
    child->cost = cost;
    child->at_limit = depth + 1 >= DEPTH_MAX;
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
static void add_children_in_bits(Thread *thread, int depth) {
    const Frame *frame = &thread->frames[depth];
    const Point killer = frame->killers[frame->node.mover];
    int costs[BIT_POINTS_MAX];
    bit_region_order(&thread->game.bits, &frame->node.bits,
                     goal_game_side(&thread->game, frame->node.mover), frame->node.captured, costs);
    for (uint64_t left = bit_region_empty(&thread->game.bits, &frame->node.bits); left != 0;
         left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const Point p = thread->game.goal->points[i];
        const int cost = thread->limits.without_ordering ? 0 : costs[i] + KILLER_BONUS;
        if (costs[i] < BIT_COST_OTHER || p == killer) {
            add_child(thread, depth, p, p == killer ? 0 : cost);
        }
    }
}

/* In bits: what is known of the children from the one at `from` on. */
static void know_children_in_bits(Thread *thread, int depth, int from) {
    Frame *frame = &thread->frames[depth], *after = &thread->frames[depth + 1];
    for (int i = from; goal_game_is_in_bits(&thread->game) && i < frame->count; i++) {
        after->node.bits = frame->children[i].bits;
        after->node.captured = frame->children[i].captured;
        after->node.mover = color_opponent(frame->node.mover);
        know_child(thread, depth, after, &frame->children[i]);
    }
}

/* Generates the moves that come to mind. The holder always considers a pass. The reacher does so
 * only to lift a ban: otherwise the holder passes, too, and nothing has changed. */
static void expand(Thread *thread, int depth) {
    Frame *frame = &thread->frames[depth];
    frame->count = 0;
    frame->tried = (Zone){0};
    frame->tried_pass = frame->meets_ban = false;
    if (goal_game_is_in_bits(&thread->game)) {
        add_children_in_bits(thread, depth);
    } else {
        GoalMoveList list;
        goal_moves_find(thread->game.goal, &frame->node.board, frame->node.mover,
                        frame->node.captured, &list);
        if (thread->limits.shortcuts != NULL) {
            thread->limits.shortcuts->add_moves(thread->limits.shortcuts->context,
                                                thread->game.goal, &frame->node.board,
                                                frame->node.mover, &list);
        }
        const Point killer = frame->killers[frame->node.mover];
        for (int i = 0; i < list.count; i++) {
            const int cost = thread->limits.without_ordering ? 0 : list.costs[i] + KILLER_BONUS;
            add_child(thread, depth, list.points[i], list.points[i] == killer ? 0 : cost);
        }
    }
    if (frame->node.mover != thread->game.goal->reacher ||
        goal_node_has_ban(&thread->game, &frame->node)) {
        add_child(thread, depth, POINT_PASS, GOAL_MOVES_PASS_COST);
    }
    know_children_in_bits(thread, depth, 0);
}

/* ---- Zones of lost positions ---- */

/* What all children of a lost position amount to. */
static void join_child(Knowledge *known, const Child *child, bool with_zone) {
    const Knowledge *other = &child->known;
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

static bool is_in(const Thread *thread, const Zone *zone, Point p) {
    return zone_has(zone, goal_game_index(&thread->game, p));
}

static const Child *find_pass(const Frame *frame) {
    for (int i = 0; i < frame->count; i++) {
        if (frame->children[i].point == POINT_PASS) {
            return &frame->children[i];
        }
    }
    return NULL;
}

/* Makes the zone the whole region if the argument for zones does not hold. */
static void widen_zone(const Thread *thread, const Frame *frame, Knowledge *known) {
    const bool bans = thread->game.ko.ko == KO_IS_SIMPLE;
    if ((bans && (known->has_ko || frame->meets_ban)) || known->high != GOAL_NO_ANCHOR ||
        thread->limits.without_zones) {
        known->zone = thread->game.playable;
    }
    known->has_ko |= frame->meets_ban;
}

/* A zone that is smaller because the loser may take no ko has met one. */
static void dilate_lost(Thread *thread, const Frame *frame, Knowledge *known) {
    const Color winner = color_opponent(frame->node.mover);
    const bool takes_kos = goal_game_may_take_kos(&thread->game, frame->node.mover);
    Zone larger = known->zone;
    goal_node_dilate(&thread->game, &frame->node, winner, true, takes_kos, &known->zone);
    if (!takes_kos) {
        goal_node_dilate(&thread->game, &frame->node, winner, true, true, &larger);
        const bool differs = !zone_equals(&larger, &known->zone);
        known->has_ko |= differs;
        thread->ko_met |= differs;
    }
    widen_zone(thread, frame, known);
}

/* The holder has lost by all moves tried, a pass among them. A move outside the zone of the proof
 * against the pass is no better than the pass. Sets *relevant to the moves that need to be tried.
 */
static void judge_holder_lost(Thread *thread, Frame *frame, Knowledge *known, Zone *relevant) {
    const Child *pass = find_pass(frame);
    *known = (Knowledge){.numbers = LOST, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    join_child(known, pass, true);
    dilate_lost(thread, frame, known);
    *relevant = known->zone;
    for (int i = 0; i < frame->count; i++) {
        const Child *child = &frame->children[i];
        if (child->point != POINT_PASS && is_in(thread, relevant, child->point)) {
            join_child(known, child, true);
        }
    }
    dilate_lost(thread, frame, known);
}

/* The reacher has lost by all moves tried. The holder answers a move outside the zone by a pass, so
 * the zone has the answers to all moves inside it. */
static void judge_reacher_lost(Thread *thread, Frame *frame, Knowledge *known, Zone *relevant) {
    Zone before;
    *known = (Knowledge){.numbers = LOST, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    if (goal_is_capture(thread->game.goal)) {
        goal_node_add_targets(&thread->game, &frame->node, &known->zone);
    } else {
        known->zone = thread->game.playable;
    }
    dilate_lost(thread, frame, known);
    do {
        before = known->zone;
        for (int i = 0; i < frame->count; i++) {
            const Child *child = &frame->children[i];
            if (child->point == POINT_PASS || is_in(thread, &before, child->point)) {
                join_child(known, child, true);
            }
        }
        dilate_lost(thread, frame, known);
    } while (!zone_equals(&before, &known->zone));
    *relevant = known->zone;
}

/* All moves tried have lost. Adds those that could still help. Returns false, with what is known
 * now, if there are none. */
static bool add_relevant(Thread *thread, int depth, Knowledge *known) {
    Frame *frame = &thread->frames[depth];
    const int count = frame->count;
    Zone relevant;
    const bool met_ban = frame->meets_ban;
    if (frame->node.mover == thread->game.goal->reacher) {
        judge_reacher_lost(thread, frame, known, &relevant);
    } else {
        judge_holder_lost(thread, frame, known, &relevant);
    }
    for (int i = 0; i < thread->game.goal->point_count; i++) {
        const Point p = thread->game.goal->points[i];
        if (goal_node_is_empty(&thread->game, &frame->node, p) && is_in(thread, &relevant, p) &&
            !is_in(thread, &frame->tried, p)) {
            add_child(thread, depth, p, GOAL_MOVES_RELEVANT_COST);
        }
    }
    know_children_in_bits(thread, depth, count);
    return frame->count > count || frame->meets_ban != met_ban;
}

/* ---- Search ---- */

typedef struct {
    GoalNumbers numbers;
    Child *best;
    uint32_t second; /* delta of the second best */
} Choice;

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static _Atomic uint8_t *find_busy(const Thread *thread, uint64_t key) {
    return &thread->shared->busy[key >> 32 & (BUSY_COUNT - 1)];
}

/* A child's delta, and more for each thread that searches it, so that the others turn elsewhere
 * (T. Kaneko, "Parallel depth first proof number search", 2010). */
static uint32_t weigh(const Thread *thread, const Child *child) {
    const uint32_t delta = child->known.numbers.delta;
    if (thread->shared->thread_count == 1 || goal_numbers_decided(child->known.numbers)) {
        return delta;
    }
    const uint32_t busy = atomic_load_explicit(find_busy(thread, child->key), memory_order_relaxed);
    return lesser(delta + busy * (delta / BUSY_DIVISOR + 1), GOAL_INFINITE - 1);
}

/* delta is the sum of the children's phi or, where that grows too fast because lines transpose, the
 * greatest of them plus one for each other open child (T. Ueda, T. Hashimoto, J. Hashimoto, H.
 * Iida, "Weak proof-number search", 2008). */
static Choice compare_children(const Thread *thread, Frame *frame) {
    const bool is_sum = goal_game_is_in_bits(&thread->game);
    Choice choice = {.numbers = LOST, .second = GOAL_INFINITE};
    uint32_t greatest = 0, open = 0, least = GOAL_INFINITE;
    uint64_t sum = 0;
    for (int i = 0; i < frame->count; i++) {
        Child *child = &frame->children[i];
        const GoalNumbers numbers = child->known.numbers;
        const uint32_t weight = weigh(thread, child);
        if (choice.best == NULL || weight < least) {
            choice.second = least;
            least = weight;
            choice.best = child;
        } else {
            choice.second = lesser(choice.second, weight);
        }
        choice.numbers.phi = lesser(choice.numbers.phi, numbers.delta);
        greatest = numbers.phi > greatest ? numbers.phi : greatest;
        open += numbers.phi != 0;
        sum += numbers.phi;
    }
    const uint64_t delta = is_sum ? sum : (uint64_t)greatest + open - 1;
    choice.numbers.delta = open == 0               ? 0
                           : delta < GOAL_INFINITE ? (uint32_t)delta
                                                   : GOAL_INFINITE - 1;
    if (choice.numbers.phi == 0) {
        choice.numbers = WON;
    } else if (choice.numbers.delta == 0) {
        choice.numbers = LOST;
    }
    return choice;
}

/* The position is won by the child. */
static void judge_won(Thread *thread, int depth, const Child *best, Knowledge *known) {
    Frame *frame = &thread->frames[depth], *after = &thread->frames[depth + 1];
    *known = best->known;
    known->numbers = WON;
    frame->killers[frame->node.mover] = best->point;
    known->has_ko |= best->takes_ko;
    if (best->point != POINT_PASS) {
        bool takes_ko;
        play(thread, frame, best->point, after, &takes_ko);
        zone_add(&known->zone,
                 goal_game_index(&thread->game, best->point)); /* so that the move is no suicide */
        goal_node_dilate(&thread->game, &after->node, frame->node.mover, true,
                         goal_game_may_take_kos(&thread->game, after->node.mover), &known->zone);
        goal_node_dilate_move(&thread->game, &frame->node, best->point, &known->zone);
    }
    goal_node_dilate(&thread->game, &frame->node, frame->node.mover, false, true, &known->zone);
    widen_zone(thread, frame, known);
}

/* What rested on a repetition of this position is now settled: the holder never has to leave it. */
static void settle_anchor(Knowledge *known, int depth) {
    if (known->high == GOAL_NO_ANCHOR) {
        return;
    }
    if (known->low >= depth) {
        known->low = known->high = GOAL_NO_ANCHOR;
    } else if (known->high >= depth) {
        known->high = depth - 1;
    }
}

static void store(Thread *thread, int depth, const Knowledge *known, Point move, int64_t work) {
    const Frame *frame = &thread->frames[depth];
    GoalEntry entry = {
        .key = frame->key,
        .numbers = known->numbers,
        .work = work < (int64_t)UINT32_MAX ? (uint32_t)work : UINT32_MAX,
        .serial = known->high == GOAL_NO_ANCHOR ? 0 : thread->frames[known->high].serial,
        .low = (int16_t)known->low,
        .high = (int16_t)known->high,
        .move = move,
        .has_ko = known->has_ko,
        .ko_met = thread->ko_met,
        .ko = thread->game.ko.ko & 3,
        .zone = known->zone,
    };
    goal_table_store(thread->table, &entry);
}

static bool is_spent(Thread *thread) {
    Shared *shared = thread->shared;
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

/* Looks now and then whether another thread has decided a position on the path. Returns whether the
 * search of the one at that depth is of no more use. */
static bool is_settled(Thread *thread, int depth) {
    if (thread->shared->thread_count > 1 && thread->nodes % DECIDED_NODES == 0) {
        for (int i = 1; i <= depth && thread->decided_depth == DEPTH_MAX; i++) {
            Knowledge known;
            int64_t work;
            if (look_up(thread, thread->frames[i].key, i - 1, &known, &work) &&
                goal_numbers_decided(known.numbers)) {
                thread->decided_depth = i;
            }
        }
    }
    return thread->decided_depth <= depth;
}

/* What other threads have found about the children meanwhile. */
static void refresh_children(Thread *thread, int depth) {
    Frame *frame = &thread->frames[depth];
    for (int i = 0; i < frame->count; i++) {
        Child *child = &frame->children[i];
        Knowledge fresh;
        int64_t work;
        if (!goal_numbers_decided(child->known.numbers) &&
            look_up(thread, child->key, depth, &fresh, &work)) {
            child->known = fresh;
        }
    }
}

/* The bound for the search of the best child. */
static GoalNumbers find_bound(GoalNumbers bound, const Choice *choice) {
    const GoalNumbers best = choice->best->known.numbers;
    GoalNumbers below = {
        .phi = lesser(bound.delta - choice->numbers.delta + best.phi, GOAL_INFINITE),
        .delta = lesser(bound.phi, choice->second + choice->second / EPSILON_DIVISOR + 1),
    };
    if (below.delta <= best.delta) { /* another thread searches a better child */
        below.delta = best.delta + best.delta / EPSILON_DIVISOR + 1;
    }
    return below;
}

/* Does the side win although the other side wins all kos? Then it also wins under the other rules:
 * it takes no ko, so no ban strikes it. */
static bool holds_for_all_rules(const Thread *thread, GoalNumbers numbers, Color mover) {
    return thread->game.ko.ko == (is_held(thread, numbers, mover) ? KO_IS_REACHERS : KO_IS_HOLDERS);
}

static void search_position(Thread *thread, int depth, GoalNumbers bound, Knowledge *known,
                            Point *move);

static void search_child(Thread *thread, int depth, Child *child, GoalNumbers bound) {
    const bool is_alone = thread->shared->thread_count == 1;
    const int64_t before = thread->nodes;
    _Atomic uint8_t *busy = find_busy(thread, child->key);
    bool takes_ko;
    Point reply;
    play(thread, &thread->frames[depth], child->point, &thread->frames[depth + 1], &takes_ko);
    thread->frames[depth + 1].key = child->key;
    if (!is_alone) {
        atomic_fetch_add_explicit(busy, 1, memory_order_relaxed);
    }
    search_position(thread, depth + 1, bound, &child->known, &reply);
    if (!is_alone) {
        atomic_fetch_sub_explicit(busy, 1, memory_order_relaxed);
    }
    const int64_t nodes = thread->nodes - before;
    child->work += nodes;
    const bool is_settled_here = thread->decided_depth == depth + 1;
    if (is_settled_here) {
        thread->decided_depth = DEPTH_MAX;
    }
    if (!is_alone && (is_settled_here || nodes >= FRESH_NODES)) {
        refresh_children(thread, depth);
    }
}

/* Searches the position at that depth until one of its numbers reaches the bound (a decided one
 * does) or the limits are reached, and stores the result. */
static void search_position(Thread *thread, int depth, GoalNumbers bound, Knowledge *known,
                            Point *move) {
    Frame *frame = &thread->frames[depth];
    const int64_t before = thread->nodes++;
    frame->serial = thread->serial += TEAM_MAX;
    expand(thread, depth);
    Choice choice;
    for (;;) {
        choice = compare_children(thread, frame);
        if (choice.numbers.delta == 0) {
            if (add_relevant(thread, depth, known)) {
                continue;
            }
            break;
        }
        if (choice.numbers.phi >= bound.phi || choice.numbers.delta >= bound.delta ||
            goal_numbers_decided(choice.numbers) || choice.best->at_limit || is_spent(thread) ||
            is_settled(thread, depth)) {
            break;
        }
        const GoalNumbers below = find_bound(bound, &choice);
        Child *child = choice.best;
        Knowledge fresh;
        if (look_up(thread, child->key, depth, &fresh, &child->work) &&
            (fresh.numbers.phi >= below.phi || fresh.numbers.delta >= below.delta)) {
            child->known = fresh;
            continue;
        }
        search_child(thread, depth, child, below);
    }
    if (choice.numbers.phi == 0) {
        judge_won(thread, depth, choice.best, known);
    } else if (choice.numbers.delta != 0) {
        *known =
            (Knowledge){.numbers = choice.numbers, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    }
    *move = choice.numbers.delta == 0 || choice.best == NULL ? POINT_NONE : choice.best->point;
    if (goal_numbers_decided(known->numbers)) {
        settle_anchor(known, depth);
        known->has_ko &= !holds_for_all_rules(thread, known->numbers, frame->node.mover);
    }
    store(thread, depth, known, *move, thread->nodes - before);
}

/* ---- Runs ---- */

static bool thread_init(Thread *thread, Shared *shared, int index) {
    thread->shared = shared;
    thread->serial = (uint64_t)index;
    thread->frames = pages_new((DEPTH_MAX + 1) * sizeof *thread->frames, PAGES_SPARSE);
    thread->eye_rooms = eye_rooms_new();
    return thread->frames != NULL && thread->eye_rooms != NULL;
}

GoalSearch *goal_search_new(int megabytes) {
    GoalSearch *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    const size_t bytes = ((size_t)megabytes << 20) / 2;
    search->shared.tables[false] = goal_table_new(bytes, sizeof(Zone) / sizeof(uint64_t));
    search->shared.tables[true] = goal_table_new(bytes, BIT_POINTS_MAX / 64);
    search->shared.thread_count = 1;
    search->decider = &search->threads[0];
    if (search->shared.tables[false] == NULL || search->shared.tables[true] == NULL ||
        !thread_init(&search->threads[0], &search->shared, 0)) {
        goal_search_free(search);
        return NULL;
    }
    return search;
}

bool goal_search_use_threads(GoalSearch *search, int count) {
    search->shared.thread_count = 1;
    for (int i = 0; i < count; i++) {
        Thread *thread = &search->threads[i];
        if (thread->shared == NULL && !thread_init(thread, &search->shared, i)) {
            return false;
        }
    }
    search->shared.thread_count = count;
    return true;
}

void goal_search_free(GoalSearch *search) {
    if (search == NULL) {
        return;
    }
    for (int i = 0; i < TEAM_MAX; i++) {
        const Thread *thread = &search->threads[i];
        eye_rooms_free(thread->eye_rooms);
        if (thread->frames != NULL) {
            pages_free(thread->frames, (DEPTH_MAX + 1) * sizeof *thread->frames);
        }
    }
    goal_table_free(search->shared.tables[false]);
    goal_table_free(search->shared.tables[true]);
    free(search);
}

static void search_root(void *item) {
    Thread *thread = item;
    thread->is_over = false;
    thread->decided_depth = DEPTH_MAX;
    search_position(thread, 0, (GoalNumbers){GOAL_INFINITE, GOAL_INFINITE}, &thread->known,
                    &thread->move);
    if (goal_numbers_decided(thread->known.numbers)) {
        atomic_store_explicit(&thread->shared->is_over, true, memory_order_relaxed);
    }
}

/* One thread begins, as most questions are small. Sets search->decider. */
static void search_in_threads(GoalSearch *search, GoalLimits limits) {
    Thread *threads = search->threads;
    const int count = search->shared.thread_count;
    search->decider = &threads[0];
    if (count > 1) {
        search->shared.thread_count = 1;
        threads[0].limits.nodes = limits.nodes < ALONE_NODES ? limits.nodes : ALONE_NODES;
    }
    search_root(&threads[0]);
    search->shared.thread_count = count;
    threads[0].limits = limits;
    if (count == 1 || goal_numbers_decided(threads[0].known.numbers)) {
        return;
    }
    const int done = team_run(search_root, threads, sizeof *threads, count);
    for (int i = 0; i < done; i++) {
        if (goal_numbers_decided(threads[i].known.numbers)) {
            search->decider = &threads[i];
        }
    }
}

GoalResult goal_search_run(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                           uint32_t captured, GoalKoRule ko, GoalLimits limits) {
    assert(goal->point_count > 0);
    const int variant = limits.without_zones + 2 * limits.trusting + 4 * (limits.shortcuts != NULL);
    GoalResult result = {.outcome = GOAL_OPEN, .move = POINT_NONE};
    atomic_store_explicit(&search->shared.is_over, false, memory_order_relaxed);
    atomic_store_explicit(&search->shared.nodes, 0, memory_order_relaxed);
    for (int i = 0; i < search->shared.thread_count; i++) {
        Thread *thread = &search->threads[i];
        Frame *root = &thread->frames[0];
        goal_game_begin(&thread->game, goal, board, ko, variant);
        goal_node_set(&thread->game, board, mover, captured, &root->node);
        root->count = 0;
        root->key = goal_node_key(&thread->game, &root->node);
        thread->table = search->shared.tables[goal_game_is_in_bits(&thread->game)];
        thread->limits = limits;
        thread->ko_met = false;
        thread->nodes = thread->counted = 0;
    }
    search->decider = &search->threads[0];
    result.outcome = goal_judge(goal, board, captured, &result.zone);
    if (result.outcome != GOAL_OPEN) {
        result.move =
            numbers_of(search->decider, result.outcome, mover).phi == 0 ? POINT_PASS : POINT_NONE;
        return result;
    }
    search_in_threads(search, limits);
    const Thread *decider = search->decider;
    const bool in_bits = goal_game_is_in_bits(&decider->game);
    if (goal_numbers_decided(decider->known.numbers)) {
        result.outcome = is_held(decider, decider->known.numbers, mover) ? GOAL_HELD : GOAL_REACHED;
        result.zone = decider->known.zone;
        result.move = decider->move;
        if (in_bits) {
            bit_region_set_zone(&decider->game.bits, board, &decider->known.zone, &result.zone);
        }
    }
    result.ko_met = in_bits && result.outcome != GOAL_OPEN && decider->known.has_ko;
    for (int i = 0; i < search->shared.thread_count; i++) {
        result.nodes += search->threads[i].nodes;
        result.ko_met |= (!in_bits || result.outcome == GOAL_OPEN) && search->threads[i].ko_met;
    }
    return result;
}

int goal_search_list_moves(const GoalSearch *search, GoalMove moves[CELL_COUNT_MAX + 1]) {
    const Thread *thread = search->decider;
    const Frame *root = &thread->frames[0];
    for (int i = 0; i < root->count; i++) {
        const Child *child = &root->children[i];
        const GoalNumbers numbers = child->known.numbers;
        const Color next = color_opponent(root->node.mover);
        moves[i] = (GoalMove){
            .point = child->point,
            .outcome = !goal_numbers_decided(numbers)   ? GOAL_OPEN
                       : is_held(thread, numbers, next) ? GOAL_HELD
                                                        : GOAL_REACHED,
            .nodes = child->work,
        };
    }
    return root->count;
}

/* The reply that the table holds for the position at that depth, if it is known: the winner's move,
 * or the loser's that took most work. */
static Point find_reply(Thread *thread, int depth) {
    Frame *frame = &thread->frames[depth], *after = &thread->frames[depth + 1];
    GoalEntry entry;
    if (!goal_table_find(thread->table, frame->key, &entry) || !is_usable(thread, &entry)) {
        return POINT_NONE;
    }
    if (entry.numbers.delta != 0) {
        return entry.move;
    }
    Point best = POINT_NONE;
    uint32_t most = 0;
    for (int i = 0; i < thread->game.goal->point_count; i++) {
        const Point p = thread->game.goal->points[i];
        bool takes_ko;
        if (play(thread, frame, p, after, &takes_ko) &&
            goal_table_find(thread->table, goal_node_key(&thread->game, &after->node), &entry) &&
            is_usable(thread, &entry) && entry.numbers.phi == 0 && entry.work > most) {
            most = entry.work;
            best = p;
        }
    }
    return best;
}

int goal_search_find_line(GoalSearch *search, Point *line, int most) {
    Thread *thread = &search->threads[0];
    int count = 0;
    while (count < most && count < DEPTH_MAX) {
        Frame *frame = &thread->frames[count];
        const Point p = find_reply(thread, count);
        bool takes_ko;
        if (p == POINT_NONE || !play(thread, frame, p, &thread->frames[count + 1], &takes_ko)) {
            break;
        }
        line[count++] = p;
        Frame *after = &thread->frames[count];
        after->key = goal_node_key(&thread->game, &after->node);
        if (find_on_path(thread, after->key, count - 1) != GOAL_NO_ANCHOR) {
            break;
        }
    }
    return count;
}
