/* The search of a position (df-pn), and how threads share it. */
#include "engine/solve/goal/search/goal_thread.h"

enum {
    /* A child is searched until its delta exceeds the second best by this share of it, so that the
     * search does not jump between children (J. Pawlewicz, L. Lew, "Improving depth-first
     * pn-search: 1+epsilon trick", 2007). */
    EPSILON_DIVISOR = 4,
    DEADLINE_NODES = 64, /* between looks at the clock */

    /* With several threads: */
    BUSY_DIVISOR = 2, /* a child that others search counts for so much more of its delta */
    FRESH_NODES =
        64, /* a search of a child that took this many: its siblings are looked up again */
    DECIDED_NODES = 512, /* between looks whether others have decided a position on the path */
};

typedef struct {
    GoalNumbers numbers;
    GoalChild *best;
    uint32_t second; /* delta of the second best */
} Choice;

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static _Atomic uint8_t *find_busy(const GoalThread *thread, uint64_t key) {
    return &thread->shared->busy[key >> 32 & (GOAL_BUSY_COUNT - 1)];
}

/* A child's delta, and more for each thread that searches it, so that the others turn elsewhere
 * (T. Kaneko, "Parallel depth first proof number search", 2010). */
static uint32_t weigh(const GoalThread *thread, const GoalChild *child) {
    const uint32_t delta = child->known.numbers.delta;
    if (thread->shared->thread_count == 1 || goal_numbers_decided(child->known.numbers)) {
        return delta;
    }
    const uint64_t busy = atomic_load_explicit(find_busy(thread, child->key), memory_order_relaxed);
    const uint64_t weight = delta + busy * (delta / BUSY_DIVISOR + 1);
    return weight < GOAL_INFINITE ? (uint32_t)weight : GOAL_INFINITE - 1;
}

static Choice compare_children(const GoalThread *thread, GoalPly *ply) {
    Choice choice = {.numbers = GOAL_LOST, .second = GOAL_INFINITE};
    uint32_t least = GOAL_INFINITE;
    uint64_t sum = 0;
    for (int i = 0; i < ply->count; i++) {
        GoalChild *child = &ply->children[i];
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
        sum += numbers.phi;
    }
    choice.numbers.delta = sum < GOAL_INFINITE ? (uint32_t)sum : GOAL_INFINITE - 1;
    if (choice.numbers.phi == 0) {
        choice.numbers = GOAL_WON;
    } else if (choice.numbers.delta == 0) {
        choice.numbers = GOAL_LOST;
    }
    return choice;
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

static void store(GoalThread *thread, int depth, const GoalKnowledge *known, Point move,
                  int64_t work) {
    const GoalPly *ply = &thread->plies[depth];
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

static bool is_spent(GoalThread *thread) {
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

/* Looks now and then whether another thread has decided a position on the path. Returns whether the
 * search of the one at that depth is of no more use. */
static bool is_settled(GoalThread *thread, int depth) {
    if (thread->shared->thread_count > 1 && thread->nodes % DECIDED_NODES == 0) {
        for (int i = 1; i <= depth && thread->decided_depth == GOAL_DEPTH_MAX; i++) {
            GoalKnowledge known;
            int64_t work;
            if (goal_thread_look_up(thread, &thread->plies[i].node, thread->plies[i].key, i - 1,
                                    &known, &work) &&
                goal_numbers_decided(known.numbers)) {
                thread->decided_depth = i;
            }
        }
    }
    return thread->decided_depth <= depth;
}

/* What other threads have found about the children meanwhile. */
static void refresh_children(GoalThread *thread, int depth) {
    GoalPly *ply = &thread->plies[depth];
    for (int i = 0; i < ply->count; i++) {
        GoalChild *child = &ply->children[i];
        GoalKnowledge fresh;
        int64_t work;
        if (!goal_numbers_decided(child->known.numbers) &&
            goal_thread_look_up(thread, &child->node, child->key, depth, &fresh, &work)) {
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
static bool holds_for_all_rules(const GoalThread *thread, GoalNumbers numbers, Color mover) {
    const bool holds = goal_thread_outcome(thread, numbers, mover) == GOAL_HELD;
    return thread->game.ko.ko == (holds ? KO_IS_REACHERS : KO_IS_HOLDERS);
}

static void search_child(GoalThread *thread, int depth, GoalChild *child, GoalNumbers bound) {
    const bool is_alone = thread->shared->thread_count == 1;
    const int64_t before = thread->nodes;
    _Atomic uint8_t *busy = find_busy(thread, child->key);
    Point reply;
    thread->plies[depth + 1].node = child->node;
    thread->plies[depth + 1].key = child->key;
    if (!is_alone) {
        atomic_fetch_add_explicit(busy, 1, memory_order_relaxed);
    }
    goal_thread_search(thread, depth + 1, bound, &child->known, &reply);
    if (!is_alone) {
        atomic_fetch_sub_explicit(busy, 1, memory_order_relaxed);
    }
    const int64_t nodes = thread->nodes - before;
    child->work += nodes;
    const bool is_settled_here = thread->decided_depth == depth + 1;
    if (is_settled_here) {
        thread->decided_depth = GOAL_DEPTH_MAX;
    }
    if (!is_alone && (is_settled_here || nodes >= FRESH_NODES)) {
        refresh_children(thread, depth);
    }
}

void goal_thread_search(GoalThread *thread, int depth, GoalNumbers bound, GoalKnowledge *known,
                        Point *move) {
    GoalPly *ply = &thread->plies[depth];
    const int64_t before = thread->nodes++;
    ply->serial = thread->serial += TEAM_MAX;
    goal_thread_expand(thread, depth);
    Choice choice;
    for (;;) {
        choice = compare_children(thread, ply);
        if (choice.numbers.delta == 0) {
            if (goal_thread_add_relevant(thread, depth, known)) {
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
        GoalChild *child = choice.best;
        GoalKnowledge fresh;
        if (goal_thread_look_up(thread, &child->node, child->key, depth, &fresh, &child->work) &&
            (fresh.numbers.phi >= below.phi || fresh.numbers.delta >= below.delta)) {
            child->known = fresh;
            continue;
        }
        search_child(thread, depth, child, below);
    }
    if (choice.numbers.phi == 0) {
        goal_thread_judge_won(thread, depth, choice.best, known);
    } else if (choice.numbers.delta != 0) {
        *known = (GoalKnowledge){
            .numbers = choice.numbers, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    }
    *move = choice.numbers.delta == 0 || choice.best == NULL ? POINT_NONE : choice.best->point;
    if (goal_numbers_decided(known->numbers)) {
        settle_anchor(known, depth);
        known->has_ko &= !holds_for_all_rules(thread, known->numbers, ply->node.mover);
    }
    store(thread, depth, known, *move, thread->nodes - before);
}
