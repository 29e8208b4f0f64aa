#include "engine/solve/goal/search/goal_search.h"

#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "engine/solve/goal/search/goal_thread.h"

enum {
    ALONE_NODES = 2000, /* searched by one thread before the others begin */
    PLIES_BYTES = (GOAL_DEPTH_MAX + 1) * sizeof(GoalPly),
};

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
    goal_thread_search(thread, 0, (GoalNumbers){GOAL_INFINITE, GOAL_INFINITE}, &thread->known,
                       &thread->move);
    if (goal_numbers_decided(thread->known.numbers)) {
        atomic_store_explicit(&thread->shared->is_over, true, memory_order_relaxed);
    }
}

/* Sets a thread on the question of the first one. */
static void join_thread(GoalThread *thread, const GoalThread *first) {
    GoalPly *root = &thread->plies[0];
    root->node = first->plies[0].node;
    root->key = first->plies[0].key;
    root->count = 0;
    thread->game = first->game;
    thread->limits = first->limits;
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
        join_thread(&threads[i], &threads[0]);
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
