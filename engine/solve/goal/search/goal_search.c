#include "engine/solve/goal/search/goal_search.h"

#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "engine/solve/goal/search/goal_thread.h"

enum {
    /* A child is searched until its delta exceeds the second best by this share of it, so that the
     * search does not jump between children (J. Pawlewicz, L. Lew, "Improving depth-first
     * pn-search: 1+epsilon trick", 2007). */
    EPSILON_DIVISOR = 4,

    /* With several threads: */
    BUSY_DIVISOR = 2, /* a child that others search counts for so much more of its delta */
    FRESH_NODES =
        64, /* a search of a child that took this many: its siblings are looked up again */
    DECIDED_NODES = 512, /* between looks whether others have decided a position on the path */

    ALONE_NODES = 2000, /* searched by one thread before the others begin */
    PLIES_BYTES = (GOAL_DEPTH_MAX + 1) * sizeof(GoalPly),
};

/* ---- The search of a position (df-pn), and how threads share it ---- */

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
        if (choice.best == NULL || weight < least ||
            (weight == 0 && child->work < choice.best->work)) { /* the shorter proof */
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

/* Searches the position at that depth until one of its numbers reaches the bound (a decided one
 * does) or the limits are reached, and stores the result. */
static void search_position(GoalThread *thread, int depth, GoalNumbers bound, GoalKnowledge *known,
                            Point *move);

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
    search_position(thread, depth + 1, bound, &child->known, &reply);
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

static void search_position(GoalThread *thread, int depth, GoalNumbers bound, GoalKnowledge *known,
                            Point *move) {
    GoalPly *ply = &thread->plies[depth];
    const int64_t before = thread->nodes++;
    goal_thread_expand(thread, depth);
    Choice choice;
    for (;;) {
        goal_thread_leave_out(thread, depth);
        choice = compare_children(thread, ply);
        if (choice.numbers.delta == 0) {
            if (goal_thread_add_relevant(thread, depth, known)) {
                continue;
            }
            break;
        }
        if (choice.numbers.phi >= bound.phi || choice.numbers.delta >= bound.delta ||
            goal_numbers_decided(choice.numbers) || choice.best->at_limit ||
            goal_thread_is_spent(thread) || is_settled(thread, depth)) {
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
        if (child->work > 0 || !goal_thread_simulate(thread, depth, child)) {
            search_child(thread, depth, child, below);
            goal_thread_simulate_others(thread, depth, child);
        }
    }
    if (choice.numbers.phi == 0) {
        goal_thread_judge_won(thread, depth, choice.best, known);
    } else if (choice.numbers.delta != 0) {
        *known = (GoalKnowledge){
            .numbers = choice.numbers, .low = GOAL_NO_ANCHOR, .high = GOAL_NO_ANCHOR};
    }
    *move = choice.numbers.delta == 0 || choice.best == NULL ? POINT_NONE : choice.best->point;
    goal_thread_store(thread, depth, known, *move, thread->nodes - before);
}

/* ---- Searches ---- */

struct GoalSearch {
    GoalShared shared;
    GoalThread threads[TEAM_MAX];
    const GoalThread *decider; /* of the last run, or the first thread */
};

static void thread_clear(GoalThread *thread) {
    eye_rooms_free(thread->eye_rooms);
    if (thread->plies != NULL) {
        pages_free(thread->plies, PLIES_BYTES);
    }
    *thread = (GoalThread){.shared = NULL};
}

/* Returns false, and leaves the thread clear, if out of memory. */
static bool thread_init(GoalThread *thread, GoalShared *shared, int index) {
    thread->shared = shared;
    thread->serial = (uint64_t)index;
    thread->plies = pages_new(PLIES_BYTES, PAGES_SPARSE);
    thread->eye_rooms = eye_rooms_new();
    if (thread->plies == NULL || thread->eye_rooms == NULL) {
        thread_clear(thread);
        return false;
    }
    return true;
}

GoalSearch *goal_search_new(int megabytes) {
    GoalSearch *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    search->shared.table = goal_table_new((size_t)megabytes << 20);
    search->shared.thread_count = 1;
    search->decider = &search->threads[0];
    if (search->shared.table == NULL || !thread_init(&search->threads[0], &search->shared, 0)) {
        goal_search_free(search);
        return NULL;
    }
    return search;
}

bool goal_search_use_threads(GoalSearch *search, int count) {
    search->shared.thread_count = 1;
    for (int i = 0; i < count; i++) {
        GoalThread *thread = &search->threads[i];
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
        thread_clear(&search->threads[i]);
    }
    goal_table_free(search->shared.table);
    free(search);
}

void goal_search_forget(GoalSearch *search) {
    goal_table_forget(search->shared.table);
    for (int i = 0; i < search->shared.thread_count; i++) { /* which keep killers */
        pages_clear(search->threads[i].plies, PLIES_BYTES);
    }
}

static void search_root(void *item) {
    GoalThread *thread = item;
    thread->is_over = false;
    thread->decided_depth = GOAL_DEPTH_MAX;
    search_position(thread, 0, (GoalNumbers){GOAL_INFINITE, GOAL_INFINITE}, &thread->known,
                    &thread->move);
    if (goal_numbers_decided(thread->known.numbers)) {
        atomic_store_explicit(&thread->shared->is_over, true, memory_order_relaxed);
    }
}

/* One thread begins, as most questions are small. Sets search->decider. */
static void search_in_threads(GoalSearch *search, GoalLimits limits) {
    GoalThread *threads = search->threads;
    const int count = search->shared.thread_count;
    search->decider = &threads[0];
    if (count > 1) {
        search->shared.thread_count = 1;
        threads[0].limits.nodes = limits.nodes < ALONE_NODES ? limits.nodes : ALONE_NODES;
    }
    search_root(&threads[0]);
    search->shared.thread_count = count;
    threads[0].limits = limits;
    if (count == 1 || goal_numbers_decided(threads[0].known.numbers) ||
        threads[0].nodes >= limits.nodes || deadline_is_over(limits.deadline)) {
        return;
    }
    for (int i = 1; i < count; i++) {
        threads[i].plies[0].node = threads[0].plies[0].node;
        threads[i].plies[0].key = threads[0].plies[0].key;
        threads[i].plies[0].count = 0;
        threads[i].game = threads[0].game;
        threads[i].limits = threads[0].limits;
    }
    const int done = team_run(search_root, threads, sizeof *threads, count);
    for (int i = 0; i < done; i++) {
        if (goal_numbers_decided(threads[i].known.numbers)) {
            search->decider = &threads[i];
        }
    }
}

GoalResult goal_search_run_node(GoalSearch *search, const GoalGame *game, const GoalNode *node,
                                GoalLimits limits) {
    GoalThread *thread = &search->threads[0];
    GoalPly *root = &thread->plies[0];
    GoalResult result = {.outcome = GOAL_OPEN, .move = POINT_NONE};
    uint64_t zone;
    atomic_store_explicit(&search->shared.is_over, false, memory_order_relaxed);
    atomic_store_explicit(&search->shared.nodes, 0, memory_order_relaxed);
    for (int i = 0; i < search->shared.thread_count; i++) {
        search->threads[i].nodes = search->threads[i].counted = 0;
    }
    thread->game = *game;
    thread->limits = limits;
    root->node = *node;
    root->count = 0;
    root->key = goal_node_key(game, node);
    search->decider = thread;
    result.outcome = goal_node_judge(game, node, &zone);
    if (result.outcome != GOAL_OPEN) {
        thread->known = (GoalKnowledge){.zone = zone};
        result.move =
            result.outcome == goal_outcome_for(game->goal, node->mover) ? POINT_PASS : POINT_NONE;
        return result;
    }
    search_in_threads(search, limits);
    const GoalThread *decider = search->decider;
    result.outcome = goal_thread_outcome(decider, decider->known.numbers, node->mover);
    if (result.outcome != GOAL_OPEN) {
        result.move = decider->move;
        result.ko_met = decider->known.has_ko;
    }
    for (int i = 0; i < search->shared.thread_count; i++) {
        result.nodes += search->threads[i].nodes;
    }
    return result;
}

GoalResult goal_search_run(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                           uint32_t captured, GoalKoRule ko, GoalLimits limits) {
    GoalGame game;
    GoalNode node;
    if (!goal_game_begin(&game, goal, board, ko)) {
        search->threads[0].plies[0].count = 0;
        search->decider = &search->threads[0];
        return (GoalResult){.outcome = GOAL_OPEN, .move = POINT_NONE};
    }
    game.salt ^= limits.trusting; /* so that trusting searches share no entries with others */
    goal_node_set(&game, board, mover, captured, &node);
    GoalResult result = goal_search_run_node(search, &game, &node, limits);
    if (result.outcome != GOAL_OPEN) {
        bit_region_set_zone(&game.region, board, search->decider->known.zone, &result.zone);
    }
    return result;
}

GoalOutcome goal_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone) {
    GoalGame game;
    GoalNode node;
    uint64_t points;
    if (!goal_game_begin(&game, goal, board, (GoalKoRule){.ko = KO_IS_SIMPLE})) {
        return GOAL_OPEN;
    }
    goal_node_set(&game, board, goal->reacher, captured, &node);
    const GoalOutcome outcome = goal_node_judge(&game, &node, &points);
    if (outcome != GOAL_OPEN) {
        bit_region_set_zone(&game.region, board, points, zone);
    }
    return outcome;
}

int goal_search_list_moves(const GoalSearch *search, GoalMove moves[GOAL_POINTS_MAX + 1]) {
    const GoalThread *thread = search->decider;
    const GoalPly *root = &thread->plies[0];
    for (int i = 0; i < root->count; i++) {
        const GoalChild *child = &root->children[i];
        moves[i] = (GoalMove){
            .point = child->point,
            .outcome =
                goal_thread_outcome(thread, child->known.numbers, color_opponent(root->node.mover)),
            .nodes = child->work,
        };
    }
    return root->count;
}

/* The reply that the table holds for the position at that depth, if it is known: the winner's move,
 * or the loser's that took most work. */
static Point find_reply(GoalThread *thread, int depth) {
    GoalPly *ply = &thread->plies[depth], *after = &thread->plies[depth + 1];
    GoalEntry entry;
    if (!goal_thread_find_entry(thread, &ply->node, ply->key, &entry) ||
        !goal_thread_may_use(thread, &entry)) {
        return POINT_NONE;
    }
    if (entry.numbers.delta != 0) {
        return goal_game_find_move(&thread->game, entry.move);
    }
    Point best = POINT_NONE;
    uint32_t most = 0;
    for (int i = 0; i < thread->game.goal->point_count; i++) {
        const Point p = thread->game.goal->points[i];
        bool takes_ko;
        if (goal_thread_play(thread, ply, p, after, &takes_ko) &&
            goal_thread_find_entry(thread, &after->node, goal_node_key(&thread->game, &after->node),
                                   &entry) &&
            goal_thread_may_use(thread, &entry) && entry.numbers.phi == 0 && entry.work > most) {
            most = entry.work;
            best = p;
        }
    }
    return best;
}

int goal_search_find_line(GoalSearch *search, Point *line, int most) {
    GoalThread *thread = &search->threads[0];
    int count = 0;
    while (count < most && count < GOAL_DEPTH_MAX) {
        GoalPly *ply = &thread->plies[count];
        const Point p = find_reply(thread, count);
        bool takes_ko;
        if (p == POINT_NONE ||
            !goal_thread_play(thread, ply, p, &thread->plies[count + 1], &takes_ko)) {
            break;
        }
        line[count++] = p;
        GoalPly *after = &thread->plies[count];
        after->key = goal_node_key(&thread->game, &after->node);
        if (goal_thread_find_on_path(thread, after->key, count - 1) != GOAL_NO_ANCHOR) {
            break;
        }
    }
    return count;
}
