/* Tries what refuted one move on other moves. A simulation (Y. Kawano, "Using similar positions to
 * search game trees", 1996) follows a proof in the table, the *model*, from another position: it
 * plays the winner's moves against all replies, and fails where such a move is illegal or a reply
 * is neither known to lose nor answered by the model. What it proves rests on its own positions,
 * with their zones and kos, as if they had been searched. */
#include "engine/solve/goal/search/goal_thread.h"

/* A position in which the winner moves, by the table. */
typedef struct {
    GoalNode node;
    Point win;
} Refutation;

/* Makes a model of a position. Returns false if the table has no win. */
static bool find_model(const GoalThread *thread, const GoalNode *node, Refutation *model) {
    GoalEntry entry;
    if (!goal_thread_find_entry(thread, node, goal_node_key(&thread->game, node), &entry) ||
        entry.numbers.phi != 0) {
        return false;
    }
    *model = (Refutation){*node, goal_game_find_move(&thread->game, entry.move)};
    return true;
}

static bool simulate_child(GoalThread *thread, int depth, GoalChild *child,
                           const Refutation *model);

/* Finds an open reply that the model refutes, a pass first, which may answer others. before: where
 * the loser moves in the model. */
static GoalChild *find_reply(const GoalThread *thread, GoalPly *ply, const GoalNode *before,
                             Refutation *model) {
    for (int i = ply->count - 1; i >= 0; i--) {
        GoalChild *child = &ply->children[i];
        GoalNode after;
        if (!goal_numbers_decided(child->known.numbers) &&
            goal_node_play(&thread->game, before, child->point, &after, NULL) &&
            find_model(thread, &after, model)) {
            return child;
        }
    }
    return NULL;
}

/* Does the side that moves lose? lost: a position of the model in which it has. */
static bool simulate_replies(GoalThread *thread, int depth, const GoalNode *lost,
                             GoalKnowledge *known) {
    GoalPly *ply = &thread->plies[depth];
    const int64_t before = thread->nodes++;
    Refutation model;
    goal_thread_expand(thread, depth);
    for (;;) {
        goal_thread_leave_out(thread, depth);
        bool all_lose = true;
        for (int i = 0; i < ply->count; i++) {
            if (ply->children[i].known.numbers.delta == 0) {
                return false;
            }
            all_lose &= ply->children[i].known.numbers.phi == 0;
        }
        if (all_lose && goal_thread_add_relevant(thread, depth, known)) {
            continue;
        }
        if (all_lose) {
            goal_thread_store(thread, depth, known, POINT_NONE, thread->nodes - before);
            return true;
        }
        GoalChild *reply = find_reply(thread, ply, lost, &model);
        if (reply == NULL || !simulate_child(thread, depth, reply, &model)) {
            return false;
        }
    }
}

static void enter(GoalThread *thread, int depth, const GoalChild *child) {
    thread->plies[depth].node = child->node;
    thread->plies[depth].key = child->key;
}

/* Does the winner's move of the model win after the child, too? */
static bool simulate_child(GoalThread *thread, int depth, GoalChild *child,
                           const Refutation *model) {
    const int64_t before = thread->nodes;
    GoalNode after;
    if (child->at_limit || goal_thread_is_spent(thread)) {
        return false;
    }
    enter(thread, depth + 1, child);
    GoalChild *move = goal_thread_expand_by(thread, depth + 1, model->win);
    bool wins = move != NULL && move->known.numbers.delta == 0;
    if (move != NULL && !goal_numbers_decided(move->known.numbers) && !move->at_limit &&
        goal_node_play(&thread->game, &model->node, model->win, &after, NULL)) {
        enter(thread, depth + 2, move);
        wins = simulate_replies(thread, depth + 2, &after, &move->known);
    }
    child->work += thread->nodes - before;
    if (wins) {
        goal_thread_judge_won(thread, depth + 1, move, &child->known);
        goal_thread_store(thread, depth + 1, &child->known, model->win, child->work);
    }
    return wins;
}

bool goal_thread_simulate(GoalThread *thread, int depth, GoalChild *child) {
    const GoalPly *ply = &thread->plies[depth];
    const GoalChild *hardest = NULL;
    Refutation model;
    for (int i = 0; i < ply->count; i++) {
        const GoalChild *lost = &ply->children[i];
        if (lost->known.numbers.phi == 0 && lost->work > (hardest != NULL ? hardest->work : 0)) {
            hardest = lost;
        }
    }
    return hardest != NULL && find_model(thread, &hardest->node, &model) &&
           simulate_child(thread, depth, child, &model);
}

void goal_thread_simulate_others(GoalThread *thread, int depth, const GoalChild *lost) {
    GoalPly *ply = &thread->plies[depth];
    Refutation model;
    if (lost->known.numbers.phi != 0 || !find_model(thread, &lost->node, &model)) {
        return;
    }
    goal_thread_leave_out(thread, depth);
    for (int i = 0; i < ply->count; i++) {
        if (!goal_numbers_decided(ply->children[i].known.numbers)) {
            simulate_child(thread, depth, &ply->children[i], &model);
        }
    }
}
