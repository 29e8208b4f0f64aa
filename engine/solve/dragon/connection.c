#include "engine/solve/dragon/connection.h"

#include "engine/go/board/liberty.h"

enum {
    FAR = 100,     /* no way */
    SLACK_MAX = 4, /* moves by which a way may be longer than the shortest */
    SLACK_STEP = 2,
    WEAK_LIBERTIES = 3, /* of a chain of the opponent that ways may cross */
};

/* How many moves join each point to a chain. */
typedef uint8_t Distances[POINT_COUNT];

static bool is_weak(const Board *board, Point p) {
    Point liberties[WEAK_LIBERTIES + 1];
    return chain_find_liberties(board, p, WEAK_LIBERTIES + 1, liberties) <= WEAK_LIBERTIES;
}

static void find_distances(const Board *board, Point chain, Distances distances) {
    const Color owner = board_color(board, chain);
    memset(distances, FAR, POINT_COUNT);
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            const Color color = board_color(board, p);
            int least = board->chain[p] == board->chain[chain] ? 0 : FAR;
            if (color == color_opponent(owner) && !is_weak(board, p)) {
                continue;
            }
            for (int k = 0; k < 4; k++) {
                const int next = distances[point_beside(p, k)] + (color != owner);
                least = next < least ? next : least;
            }
            changed |= least < distances[p];
            distances[p] = (uint8_t)least;
        }
    }
}

static void add_liberties(const Board *board, Point p, Zone *playable) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, p, liberties);
    for (int i = 0; i < count; i++) {
        zone_add(playable, liberties[i]);
    }
}

/* Makes the goal of connecting the chains over ways that take at most `slack` moves more than the
 * shortest. Returns false if there is no way, or if the region is too large for a search. */
static bool make_goal(const Board *board, Point a, Point b, int slack, Goal *goal) {
    const Geometry *geometry = board->geometry;
    Status status;
    Distances from, to;
    int most = FAR;
    find_distances(board, a, from);
    find_distances(board, b, to);
    for (int i = 0; i < board->empty_count; i++) {
        const int length = from[board->empty[i]] + to[board->empty[i]] + slack;
        most = length < most ? length : most;
    }
    goal_init(goal, board, GOAL_CONNECT, board_color(board, a));
    goal_add_target(goal, board, a);
    goal_add_target(goal, board, b);
    goal->playable = (Zone){0};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (from[p] + to[p] <= most) {
            goal_add_chain(board, p, &goal->playable);
            if (board_color(board, p) != EMPTY && is_weak(board, p)) {
                add_liberties(board, p, &goal->playable);
            }
        }
    }
    return most < FAR && goal_finish(goal, board, &status);
}

/* Searches for a proof that the chains connect with the question's mover first, in regions that
 * grow. Sets the goal to the last of them. */
static GoalAnswer prove(Question *question, Point a, Point b) {
    GoalAnswer found = {.code = GOAL_UNKNOWN, .move = POINT_NONE};
    for (int slack = 0;
         slack <= SLACK_MAX && make_goal(question->board, a, b, slack, &question->goal);
         slack += SLACK_STEP) {
        found = question_prove(question);
        if (found.code == goal_code_of(&question->goal, GOAL_REACHED, question->mover)) {
            break;
        }
    }
    return found;
}

Answer connection_ask(GoalSearch *search, const Board *board, Point a, Point b, Color mover,
                      GoalLimits limits) {
    const bool connects = mover == board_color(board, a);
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    if (board->chain[a] == board->chain[b]) {
        return answer_settled(connects);
    }
    question.limits.trusting = true;
    const GoalAnswer found = prove(&question, a, b);
    if (found.code != goal_code_of(&question.goal, GOAL_REACHED, mover)) {
        return question_decide(&question, found);
    }
    question.mover = color_opponent(mover);
    return connects && prove(&question, a, b).code == GOAL_FAILS
               ? answer_settled(true)
               : (Answer){.code = found.code, .move = found.move};
}
