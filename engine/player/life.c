#include "engine/player/life.h"

#include <math.h>
#include <stdlib.h>

#include "engine/go/board/benson.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/goal_answer.h"
#include "engine/solve/problem/region.h"

enum {
    MEGABYTES = 16,     /* of the table */
    HINT_NODES = 10000, /* for a question of the player: some 40 ms */
    GROUPS_MAX = 24,    /* to ask about in a position */
};

/* Of the root's priors, for all hints together; a small group is worth less. */
static const double HINT_SHARE = 0.25, FULL_SHARE_STONES = 8;

struct LifeReader {
    GoalSearch *search;
};

LifeReader *life_reader_new(void) {
    LifeReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->search = goal_search_new(MEGABYTES);
    if (reader->search == NULL) {
        life_reader_free(reader);
        return NULL;
    }
    return reader;
}

void life_reader_free(LifeReader *reader) {
    if (reader != NULL) {
        goal_search_free(reader->search);
        free(reader);
    }
}

/* Makes "capture the dragon at p" a goal. Returns false if its region is not closed. */
static bool make_goal(const Board *board, const Dragon *dragon, Goal *goal) {
    Status ignored;
    return dragon_init_goal(dragon, board, goal) &&
           region_find(board, goal->targets, goal->target_count, REGION_RADIUS, &goal->playable) ==
               REGION_CLOSED &&
           goal_finish(goal, board, &ignored);
}

typedef struct {
    Dragon dragon;
    int stones;
    double doubt; /* 0 to 1: none to full */
} Group;

static void measure_group(const Board *board, const float *ownership, Group *group) {
    double sum = 0;
    group->stones = 0;
    for (int i = 0; i < group->dragon.chain_count; i++) {
        Point stones[CELL_COUNT_MAX];
        const int count = board_chain_stones(board, group->dragon.chains[i], stones);
        for (int k = 0; k < count; k++) {
            sum += ownership == NULL ? 0 : (double)ownership[stones[k]];
        }
        group->stones += count;
    }
    group->doubt = 1 - fabs(sum) / group->stones;
}

/* Most doubt first, then most stones. */
static int compare_groups(const void *a, const void *b) {
    const Group *left = a, *right = b;
    if (left->doubt != right->doubt) {
        return left->doubt > right->doubt ? -1 : 1;
    }
    return right->stones - left->stones;
}

/* Lists the groups that are not alive unconditionally. Returns their number. */
static int list_groups(const Board *board, const float *ownership, Group groups[GROUPS_MAX]) {
    uint8_t life[POINT_COUNT];
    bool listed[POINT_COUNT] = {false}; /* [chain] */
    int count = 0;
    benson_find(board, false, life);
    for (int cell = 0; cell < board->geometry->cell_count && count < GROUPS_MAX; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board->color[p] == EMPTY || listed[board->chain[p]] || life[p] != LIFE_UNDECIDED) {
            continue;
        }
        Group *group = &groups[count++];
        dragon_find(board, p, &group->dragon);
        for (int i = 0; i < group->dragon.chain_count; i++) {
            listed[board->chain[group->dragon.chains[i]]] = true;
        }
        measure_group(board, ownership, group);
    }
    qsort(groups, (size_t)count, sizeof *groups, compare_groups);
    return count;
}

static bool succeeds(GoalCode code) {
    return code == GOAL_WINS || code == GOAL_WINS_KO;
}

/* Finds the move of color that decides about the group, or POINT_NONE. Adds to *nodes. */
static Point find_decisive(GoalSearch *search, const Board *board, Color color, const Group *group,
                           GoalLimits limits, int64_t *nodes) {
    Goal goal;
    if (!make_goal(board, &group->dragon, &goal)) {
        return POINT_NONE;
    }
    const GoalAnswer other = goal_answer(search, &goal, board, color_opponent(color), 0, limits);
    *nodes += other.nodes;
    if (!succeeds(other.code)) {
        return POINT_NONE;
    }
    const GoalAnswer own = goal_answer(search, &goal, board, color, 0, limits);
    *nodes += own.nodes;
    return succeeds(own.code) && point_is_move(own.move) ? own.move : POINT_NONE;
}

bool life_find_hint(LifeReader *reader, const Board *board, Color color, const float *ownership,
                    const Deadline *deadline, int64_t nodes, RootHint *hint) {
    Group groups[GROUPS_MAX];
    const int count = list_groups(board, ownership, groups);
    *hint = (RootHint){.share = 0};
    for (int i = 0; i < count && nodes > 0 && !deadline_is_over(deadline); i++) {
        const GoalLimits limits = {.nodes = nodes < HINT_NODES ? nodes : HINT_NODES,
                                   .deadline = deadline};
        int64_t used = 0;
        const Point move = find_decisive(reader->search, board, color, &groups[i], limits, &used);
        if (move != POINT_NONE) {
            const double share = HINT_SHARE * fmin(1, groups[i].stones / FULL_SHARE_STONES);
            hint->chance[move] += (float)share;
            hint->share = fmin(hint->share + share, HINT_SHARE);
        }
        nodes -= used;
    }
    return hint->share > 0;
}
