#include "engine/solve/goal/goal_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
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
    uint32_t serial; /* the number of this visit */
    bool meets_ban;  /* a ban on a ko, or the rule for kos, forbids a move here */
    Zone tried;
    bool tried_pass;
    Point killers[2]; /* [color]: the last move that won at this depth */
    int count;
    Child children[CELL_COUNT_MAX + 1];
} Frame;

struct GoalSearch {
    GoalTable *table;
    EyeRooms *eye_rooms;
    Frame *frames; /* DEPTH_MAX + 1 */

    /* The present run. */
    GoalGame game;
    GoalLimits limits;
    uint32_t serial;
    bool ko_met, is_over;
    int64_t nodes;
};

static bool is_decided(GoalNumbers numbers) {
    return numbers.phi == 0 || numbers.delta == 0;
}

/* Plays a move of the position at a frame; see goal_node_play. */
static bool play(GoalSearch *search, Frame *before, Point p, Frame *after, bool *takes_ko) {
    GoalMoveNotes notes;
    const bool is_legal = goal_node_play(&search->game, &before->node, p, &after->node, &notes);
    before->meets_ban |= notes.forbidden;
    search->ko_met |= notes.forbidden | notes.takes_ko;
    *takes_ko = notes.takes_ko;
    return is_legal;
}

/* The numbers that say "the goal is reached" or "held" for the side to move. */
static GoalNumbers numbers_of(const GoalSearch *search, GoalOutcome outcome, Color mover) {
    return (outcome == GOAL_REACHED) == (mover == search->game.goal->reacher) ? WON : LOST;
}

static bool is_held(const GoalSearch *search, GoalNumbers numbers, Color mover) {
    return (mover == search->game.goal->reacher ? numbers.delta : numbers.phi) == 0;
}

static void know_entry(const GoalSearch *search, const GoalEntry *entry, Knowledge *known) {
    known->numbers = entry->numbers;
    known->low = entry->low;
    known->high = entry->high;
    known->has_ko = entry->has_ko;
    if (is_decided(known->numbers)) {
        known->zone = *goal_table_zone(search->table, entry);
    }
}

/* What a result under another rule for kos is worth as a guess. */
static void guess_by_entry(const GoalEntry *entry, Knowledge *known) {
    enum { LIKELY = 1, UNLIKELY = 16 };
    known->numbers = entry->numbers;
    if (is_decided(known->numbers)) {
        known->numbers = entry->numbers.phi == 0 ? (GoalNumbers){LIKELY, UNLIKELY}
                                                 : (GoalNumbers){UNLIKELY, LIKELY};
    }
}

/* Does the entry's result hold under the rule for kos of this run? */
static bool is_usable(const GoalSearch *search, const GoalEntry *entry) {
    return entry->ko == search->game.ko.ko ||
           (!entry->has_ko && is_decided(entry->numbers) && entry->high == GOAL_NO_ANCHOR);
}

/* Looks a position up that is reached from depth. Returns false if nothing usable is known. In bits
 * the rules for kos share the table. */
static bool look_up(GoalSearch *search, uint64_t key, int depth, Knowledge *known, int64_t *work) {
    const GoalEntry *entry = goal_table_find(search->table, key);
    if (entry == NULL) {
        return false;
    }
    const bool is_same = entry->ko == search->game.ko.ko;
    if (is_same && entry->high != GOAL_NO_ANCHOR &&
        (entry->high > depth || search->frames[entry->high].serial != entry->serial)) {
        return false;
    }
    *work = entry->work;
    if (is_usable(search, entry)) {
        know_entry(search, entry, known);
        search->ko_met |= is_same && entry->ko_met;
    } else {
        guess_by_entry(entry, known);
    }
    return true;
}

static int find_on_path(const GoalSearch *search, uint64_t key, int depth) {
    for (int i = depth; i >= 0; i--) {
        if (search->frames[i].key == key) {
            return i;
        }
    }
    return GOAL_NO_ANCHOR;
}

static GoalNumbers guess_in_bits(const GoalSearch *search, const BitShape *shape, Color mover,
                                 int cost) {
    const int points = shape->eye_points;
    const uint32_t kill = (uint32_t)(1 + points), extra = (uint32_t)cost;
    const uint32_t live =
        (uint32_t)(points < EYE_POINTS_PLENTY ? 1 + EYE_POINTS_PLENTY - points : 1);
    return goal_game_side(&search->game, mover) == BIT_ATTACKER ? (GoalNumbers){kill, live + extra}
                                                                : (GoalNumbers){live, kill + extra};
}

/* In bits. */
static void evaluate_in_bits(const GoalSearch *search, Frame *after, int cost, Child *child) {
    const Goal *goal = search->game.goal;
    uint64_t zone = 0;
    GoalOutcome outcome = bit_region_judge(&search->game.bits, &after->node.bits,
                                           goal_game_side(&search->game, after->node.mover),
                                           after->node.captured, search->eye_rooms, &zone);
    if (outcome == GOAL_OPEN) {
        const BitShape shape =
            bit_region_find_shape(&search->game.bits, &after->node.bits, after->node.captured);
        if (shape.is_dead) {
            zone = shape.zone;
            outcome = goal_is_capture(goal) ? GOAL_REACHED : GOAL_HELD;
        }
        child->known.numbers = guess_in_bits(search, &shape, after->node.mover, cost);
    }
    if (outcome != GOAL_OPEN) {
        child->known.numbers = numbers_of(search, outcome, after->node.mover);
        child->known.zone = (Zone){.bits = {zone}};
    }
}

static void evaluate(const GoalSearch *search, Frame *after, int cost, Child *child) {
    if (goal_game_is_in_bits(&search->game)) {
        evaluate_in_bits(search, after, cost, child);
        return;
    }
    Knowledge *known = &child->known;
    GoalOutcome outcome =
        goal_judge(search->game.goal, &after->node.board, after->node.captured, &known->zone);
    const bool trusting = outcome == GOAL_OPEN && search->limits.trusting;
    if (trusting && search->game.goal->kind == GOAL_CONNECT) {
        outcome = link_judge(search->game.goal, &after->node.board, &known->zone);
    } else if (trusting && goal_is_capture(search->game.goal)) {
        outcome = eye_space_judge(search->game.goal, &after->node.board, after->node.captured,
                                  &known->zone);
    }
    const GoalShortcuts *shortcuts = search->limits.shortcuts;
    if (outcome == GOAL_OPEN && shortcuts != NULL) {
        outcome = shortcuts->judge(shortcuts->context, search->game.goal, &after->node.board,
                                   after->node.mover, after->node.captured);
        known->zone = search->game.goal->playable;
    }
    if (outcome != GOAL_OPEN) {
        known->numbers = numbers_of(search, outcome, after->node.mover);
    } else {
        known->numbers = goal_moves_guess(search->game.goal, &after->node.board, after->node.mover,
                                          after->node.captured, cost);
    }
}

/* Finds what is known of a child: that it repeats a position, what the table has, or what it shows
 * by itself. */
static void know_child(GoalSearch *search, int depth, Frame *after, Child *child) {
    const int anchor = find_on_path(search, child->key, depth);
    if (anchor != GOAL_NO_ANCHOR) {
        child->known.numbers = numbers_of(search, GOAL_HELD, after->node.mover);
        child->known.low = child->known.high = anchor;
        child->known.zone = search->game.playable;
    } else if (!look_up(search, child->key, depth, &child->known, &child->work)) {
        evaluate(search, after, child->cost, child);
    }
}

/* Adds a move if it is legal. In bits know_child is left to the caller. */
static void add_child(GoalSearch *search, int depth, Point p, int cost) {
    Frame *frame = &search->frames[depth], *after = &search->frames[depth + 1];
    if (p == POINT_PASS) {
        frame->tried_pass = true;
    } else {
        zone_add(&frame->tried, goal_game_index(&search->game, p));
    }
    const GoalShortcuts *shortcuts = search->limits.shortcuts;
    Child *child = &frame->children[frame->count];
    if ((shortcuts != NULL && p != POINT_PASS &&
         shortcuts->skips(shortcuts->context, search->game.goal, &frame->node.board,
                          frame->node.mover, p)) ||
        !play(search, frame, p, after, &child->takes_ko)) {
        return;
    }
    frame->count++;
    child->point = p;
    child->cost = cost;
    child->at_limit = depth + 1 >= DEPTH_MAX;
    child->key = goal_node_key(&search->game, &after->node);
    child->work = 0;
    child->known.low = child->known.high = GOAL_NO_ANCHOR;
    child->known.has_ko = false;
    if (goal_game_is_in_bits(&search->game)) {
        goal_table_prefetch(search->table, child->key);
        child->bits = after->node.bits;
        child->captured = after->node.captured;
    } else {
        know_child(search, depth, after, child);
    }
}

/* In bits. */
static void add_children_in_bits(GoalSearch *search, int depth) {
    const Frame *frame = &search->frames[depth];
    const Point killer = frame->killers[frame->node.mover];
    int costs[BIT_POINTS_MAX];
    bit_region_order(&search->game.bits, &frame->node.bits,
                     goal_game_side(&search->game, frame->node.mover), frame->node.captured, costs);
    for (uint64_t left = bit_region_empty(&search->game.bits, &frame->node.bits); left != 0;
         left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const Point p = search->game.goal->points[i];
        const int cost = search->limits.without_ordering ? 0 : costs[i] + KILLER_BONUS;
        if (costs[i] < BIT_COST_OTHER || p == killer) {
            add_child(search, depth, p, p == killer ? 0 : cost);
        }
    }
}

/* In bits: what is known of the children from the one at `from` on. */
static void know_children_in_bits(GoalSearch *search, int depth, int from) {
    Frame *frame = &search->frames[depth], *after = &search->frames[depth + 1];
    for (int i = from; goal_game_is_in_bits(&search->game) && i < frame->count; i++) {
        after->node.bits = frame->children[i].bits;
        after->node.captured = frame->children[i].captured;
        after->node.mover = color_opponent(frame->node.mover);
        know_child(search, depth, after, &frame->children[i]);
    }
}

/* Generates the moves that come to mind. The holder always considers a pass. The reacher does so
 * only to lift a ban: otherwise the holder passes, too, and nothing has changed. */
static void expand(GoalSearch *search, int depth) {
    Frame *frame = &search->frames[depth];
    frame->count = 0;
    frame->tried = (Zone){0};
    frame->tried_pass = frame->meets_ban = false;
    if (goal_game_is_in_bits(&search->game)) {
        add_children_in_bits(search, depth);
    } else {
        GoalMoveList list;
        goal_moves_find(search->game.goal, &frame->node.board, frame->node.mover,
                        frame->node.captured, &list);
        if (search->limits.shortcuts != NULL) {
            search->limits.shortcuts->add_moves(search->limits.shortcuts->context,
                                                search->game.goal, &frame->node.board,
                                                frame->node.mover, &list);
        }
        const Point killer = frame->killers[frame->node.mover];
        for (int i = 0; i < list.count; i++) {
            const int cost = search->limits.without_ordering ? 0 : list.costs[i] + KILLER_BONUS;
            add_child(search, depth, list.points[i], list.points[i] == killer ? 0 : cost);
        }
    }
    if (frame->node.mover != search->game.goal->reacher ||
        goal_node_has_ban(&search->game, &frame->node)) {
        add_child(search, depth, POINT_PASS, GOAL_MOVES_PASS_COST);
    }
    know_children_in_bits(search, depth, 0);
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

static bool is_in(const GoalSearch *search, const Zone *zone, Point p) {
    return zone_has(zone, goal_game_index(&search->game, p));
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
static void widen_zone(const GoalSearch *search, const Frame *frame, Knowledge *known) {
    const bool bans = search->game.ko.ko == KO_IS_SIMPLE;
    if ((bans && (known->has_ko || frame->meets_ban)) || known->high != GOAL_NO_ANCHOR ||
        search->limits.without_zones) {
        known->zone = search->game.playable;
    }
    known->has_ko |= frame->meets_ban;
}

/* A zone that is smaller because the loser may take no ko has met one. */
static void dilate_lost(GoalSearch *search, const Frame *frame, Knowledge *known) {
    const Color winner = color_opponent(frame->node.mover);
    const bool takes_kos = goal_game_may_take_kos(&search->game, frame->node.mover);
    Zone larger = known->zone;
    goal_node_dilate(&search->game, &frame->node, winner, true, takes_kos, &known->zone);
    if (!takes_kos) {
        goal_node_dilate(&search->game, &frame->node, winner, true, true, &larger);
        const bool differs = !zone_equals(&larger, &known->zone);
        known->has_ko |= differs;
        search->ko_met |= differs;
    }
    widen_zone(search, frame, known);
}

/* The holder has lost by all moves tried, a pass among them. A move outside the zone of the proof
 * against the pass is no better than the pass. Sets *relevant to the moves that need to be tried.
 */
static void judge_holder_lost(GoalSearch *search, Frame *frame, Knowledge *known, Zone *relevant) {
    const Child *pass = find_pass(frame);
    *known = (Knowledge){.numbers = LOST, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    join_child(known, pass, true);
    dilate_lost(search, frame, known);
    *relevant = known->zone;
    for (int i = 0; i < frame->count; i++) {
        const Child *child = &frame->children[i];
        if (child->point != POINT_PASS && is_in(search, relevant, child->point)) {
            join_child(known, child, true);
        }
    }
    dilate_lost(search, frame, known);
}

/* The reacher has lost by all moves tried. The holder answers a move outside the zone by a pass, so
 * the zone has the answers to all moves inside it. */
static void judge_reacher_lost(GoalSearch *search, Frame *frame, Knowledge *known, Zone *relevant) {
    Zone before;
    *known = (Knowledge){.numbers = LOST, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    if (goal_is_capture(search->game.goal)) {
        goal_node_add_targets(&search->game, &frame->node, &known->zone);
    } else {
        known->zone = search->game.playable;
    }
    dilate_lost(search, frame, known);
    do {
        before = known->zone;
        for (int i = 0; i < frame->count; i++) {
            const Child *child = &frame->children[i];
            if (child->point == POINT_PASS || is_in(search, &before, child->point)) {
                join_child(known, child, true);
            }
        }
        dilate_lost(search, frame, known);
    } while (!zone_equals(&before, &known->zone));
    *relevant = known->zone;
}

/* All moves tried have lost. Adds those that could still help. Returns false, with what is known
 * now, if there are none. */
static bool add_relevant(GoalSearch *search, int depth, Knowledge *known) {
    Frame *frame = &search->frames[depth];
    const int count = frame->count;
    Zone relevant;
    const bool met_ban = frame->meets_ban;
    if (frame->node.mover == search->game.goal->reacher) {
        judge_reacher_lost(search, frame, known, &relevant);
    } else {
        judge_holder_lost(search, frame, known, &relevant);
    }
    for (int i = 0; i < search->game.goal->point_count; i++) {
        const Point p = search->game.goal->points[i];
        if (goal_node_is_empty(&search->game, &frame->node, p) && is_in(search, &relevant, p) &&
            !is_in(search, &frame->tried, p)) {
            add_child(search, depth, p, GOAL_MOVES_RELEVANT_COST);
        }
    }
    know_children_in_bits(search, depth, count);
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

/* delta is the sum of the children's phi or, where that grows too fast because lines transpose, the
 * greatest of them plus one for each other open child (T. Ueda, T. Hashimoto, J. Hashimoto, H.
 * Iida, "Weak proof-number search", 2008). */
static Choice compare_children(Frame *frame, bool is_sum) {
    Choice choice = {.numbers = LOST, .second = GOAL_INFINITE};
    uint32_t greatest = 0, open = 0;
    uint64_t sum = 0;
    for (int i = 0; i < frame->count; i++) {
        Child *child = &frame->children[i];
        const GoalNumbers numbers = child->known.numbers;
        if (choice.best == NULL || numbers.delta < choice.numbers.phi) {
            choice.second = choice.numbers.phi;
            choice.numbers.phi = numbers.delta;
            choice.best = child;
        } else {
            choice.second = lesser(choice.second, numbers.delta);
        }
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
static void judge_won(GoalSearch *search, int depth, const Child *best, Knowledge *known) {
    Frame *frame = &search->frames[depth], *after = &search->frames[depth + 1];
    *known = best->known;
    known->numbers = WON;
    frame->killers[frame->node.mover] = best->point;
    known->has_ko |= best->takes_ko;
    if (best->point != POINT_PASS) {
        bool takes_ko;
        play(search, frame, best->point, after, &takes_ko);
        zone_add(&known->zone,
                 goal_game_index(&search->game, best->point)); /* so that the move is no suicide */
        goal_node_dilate(&search->game, &after->node, frame->node.mover, true,
                         goal_game_may_take_kos(&search->game, after->node.mover), &known->zone);
        goal_node_dilate_move(&search->game, &frame->node, best->point, &known->zone);
    }
    goal_node_dilate(&search->game, &frame->node, frame->node.mover, false, true, &known->zone);
    widen_zone(search, frame, known);
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

static void store(GoalSearch *search, int depth, const Knowledge *known, Point move, int64_t work) {
    const Frame *frame = &search->frames[depth];
    GoalEntry entry = {
        .key = frame->key,
        .numbers = known->numbers,
        .work = work < (int64_t)UINT32_MAX ? (uint32_t)work : UINT32_MAX,
        .serial = known->high == GOAL_NO_ANCHOR ? 0 : search->frames[known->high].serial,
        .low = (int16_t)known->low,
        .high = (int16_t)known->high,
        .move = move,
        .has_ko = known->has_ko,
        .ko_met = search->ko_met,
        .ko = search->game.ko.ko & 3,
    };
    goal_table_store(search->table, &entry, is_decided(known->numbers) ? &known->zone : NULL);
}

static bool is_spent(GoalSearch *search) {
    if (search->nodes >= search->limits.nodes ||
        (search->nodes % DEADLINE_NODES == 0 && deadline_is_over(search->limits.deadline))) {
        search->is_over = true;
    }
    return search->is_over;
}

/* Does the side win although the other side wins all kos? Then it also wins under the other rules:
 * it takes no ko, so no ban strikes it. */
static bool holds_for_all_rules(const GoalSearch *search, GoalNumbers numbers, Color mover) {
    return search->game.ko.ko == (is_held(search, numbers, mover) ? KO_IS_REACHERS : KO_IS_HOLDERS);
}

/* Searches the position at that depth until one of its numbers reaches the bound (a decided one
 * does) or the limits are reached, and stores the result. */
static void search_position(GoalSearch *search, int depth, GoalNumbers bound, Knowledge *known,
                            Point *move) {
    Frame *frame = &search->frames[depth];
    const int64_t before = search->nodes++;
    frame->serial = ++search->serial;
    expand(search, depth);
    Choice choice;
    for (;;) {
        choice = compare_children(frame, goal_game_is_in_bits(&search->game));
        if (choice.numbers.delta == 0) {
            if (add_relevant(search, depth, known)) {
                continue;
            }
            break;
        }
        if (choice.numbers.phi >= bound.phi || choice.numbers.delta >= bound.delta ||
            is_decided(choice.numbers) || choice.best->at_limit || is_spent(search)) {
            break;
        }
        const GoalNumbers below = {
            .phi = lesser(bound.delta - choice.numbers.delta + choice.best->known.numbers.phi,
                          GOAL_INFINITE),
            .delta = lesser(bound.phi, choice.second + choice.second / EPSILON_DIVISOR + 1),
        };
        Child *child = choice.best;
        Knowledge fresh;
        if (look_up(search, child->key, depth, &fresh, &child->work) &&
            (fresh.numbers.phi >= below.phi || fresh.numbers.delta >= below.delta)) {
            child->known = fresh;
            continue;
        }
        bool takes_ko;
        Point reply;
        const int64_t nodes = search->nodes;
        play(search, frame, child->point, &search->frames[depth + 1], &takes_ko);
        search->frames[depth + 1].key = child->key;
        search_position(search, depth + 1, below, &child->known, &reply);
        child->work += search->nodes - nodes;
    }
    if (choice.numbers.phi == 0) {
        judge_won(search, depth, choice.best, known);
    } else if (choice.numbers.delta != 0) {
        *known =
            (Knowledge){.numbers = choice.numbers, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    }
    *move = choice.numbers.delta == 0 || choice.best == NULL ? POINT_NONE : choice.best->point;
    if (is_decided(known->numbers)) {
        settle_anchor(known, depth);
        known->has_ko &= !holds_for_all_rules(search, known->numbers, frame->node.mover);
    }
    store(search, depth, known, *move, search->nodes - before);
}

/* ---- Runs ---- */

GoalSearch *goal_search_new(int megabytes) {
    GoalSearch *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    search->table = goal_table_new(megabytes);
    search->frames = pages_new((DEPTH_MAX + 1) * sizeof *search->frames, PAGES_SPARSE);
    search->eye_rooms = eye_rooms_new();
    if (search->table == NULL || search->frames == NULL || search->eye_rooms == NULL) {
        goal_search_free(search);
        return NULL;
    }
    return search;
}

void goal_search_free(GoalSearch *search) {
    if (search != NULL) {
        goal_table_free(search->table);
        eye_rooms_free(search->eye_rooms);
        if (search->frames != NULL) {
            pages_free(search->frames, (DEPTH_MAX + 1) * sizeof *search->frames);
        }
        free(search);
    }
}

static void begin(GoalSearch *search, const Goal *goal, const Board *board, GoalKoRule ko,
                  GoalLimits limits) {
    const int variant = limits.without_zones + 2 * limits.trusting + 4 * (limits.shortcuts != NULL);
    goal_game_begin(&search->game, goal, board, ko, variant);
    search->limits = limits;
    search->ko_met = search->is_over = false;
    search->nodes = 0;
}

GoalResult goal_search_run(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                           uint32_t captured, GoalKoRule ko, GoalLimits limits) {
    assert(goal->point_count > 0);
    begin(search, goal, board, ko, limits);
    Frame *root = &search->frames[0];
    goal_node_set(&search->game, board, mover, captured, &root->node);
    root->count = 0;
    root->key = goal_node_key(&search->game, &root->node);
    GoalResult result = {.outcome = GOAL_OPEN, .move = POINT_NONE};
    result.outcome = goal_judge(goal, board, captured, &result.zone);
    if (result.outcome != GOAL_OPEN) {
        result.move = numbers_of(search, result.outcome, mover).phi == 0 ? POINT_PASS : POINT_NONE;
        return result;
    }
    Knowledge known;
    search_position(search, 0, (GoalNumbers){GOAL_INFINITE, GOAL_INFINITE}, &known, &result.move);
    if (is_decided(known.numbers)) {
        result.outcome = is_held(search, known.numbers, mover) ? GOAL_HELD : GOAL_REACHED;
        result.zone = known.zone;
        if (goal_game_is_in_bits(&search->game)) {
            bit_region_set_zone(&search->game.bits, board, &known.zone, &result.zone);
        }
    } else {
        result.move = POINT_NONE;
    }
    result.ko_met = goal_game_is_in_bits(&search->game) && result.outcome != GOAL_OPEN
                        ? known.has_ko
                        : search->ko_met;
    result.nodes = search->nodes;
    return result;
}

int goal_search_list_moves(const GoalSearch *search, GoalMove moves[CELL_COUNT_MAX + 1]) {
    const Frame *root = &search->frames[0];
    for (int i = 0; i < root->count; i++) {
        const Child *child = &root->children[i];
        const GoalNumbers numbers = child->known.numbers;
        const Color next = color_opponent(root->node.mover);
        moves[i] = (GoalMove){
            .point = child->point,
            .outcome = !is_decided(numbers)             ? GOAL_OPEN
                       : is_held(search, numbers, next) ? GOAL_HELD
                                                        : GOAL_REACHED,
            .nodes = child->work,
        };
    }
    return root->count;
}

/* The reply that the table holds for the position at that depth, if it is known: the winner's move,
 * or the loser's that took most work. */
static Point find_reply(GoalSearch *search, int depth) {
    Frame *frame = &search->frames[depth], *after = &search->frames[depth + 1];
    const GoalEntry *entry = goal_table_find(search->table, frame->key);
    if (entry == NULL || !is_usable(search, entry) || entry->numbers.delta != 0) {
        return entry == NULL || !is_usable(search, entry) ? POINT_NONE : entry->move;
    }
    Point best = POINT_NONE;
    uint32_t most = 0;
    for (int i = 0; i < search->game.goal->point_count; i++) {
        const Point p = search->game.goal->points[i];
        bool takes_ko;
        if (!play(search, frame, p, after, &takes_ko)) {
            continue;
        }
        const GoalEntry *reply =
            goal_table_find(search->table, goal_node_key(&search->game, &after->node));
        if (reply != NULL && is_usable(search, reply) && reply->numbers.phi == 0 &&
            reply->work > most) {
            most = reply->work;
            best = p;
        }
    }
    return best;
}

int goal_search_find_line(GoalSearch *search, Point *line, int most) {
    int count = 0;
    while (count < most && count < DEPTH_MAX) {
        Frame *frame = &search->frames[count];
        const Point p = find_reply(search, count);
        bool takes_ko;
        if (p == POINT_NONE || !play(search, frame, p, &search->frames[count + 1], &takes_ko)) {
            break;
        }
        line[count++] = p;
        Frame *after = &search->frames[count];
        after->key = goal_node_key(&search->game, &after->node);
        if (find_on_path(search, after->key, count - 1) != GOAL_NO_ANCHOR) {
            break;
        }
    }
    return count;
}
