#include "gtp/solve/tsumego/tsumego.h"

#include <stdlib.h>

#include "engine/base/memory.h"

enum {
    REPLIES = 2,
    DEPTH_MAX = 30,
    NODES = 1500, /* about, of a tree */
};

typedef struct {
    int parent; /* before this node; -1: the root */
    Point move; /* of the root: POINT_NONE */
    Color color;
    TsumegoMark mark;
    bool is_end; /* nothing is left to play: the goal is reached or refuted */
} TreeNode;

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const ProblemSide *side;
    GoalGame game;
    GoalLimits limits;
    TreeNode *nodes; /* breadth first; the children of a node follow each other */
    int count;
} TreeMaker;

static int add_node(TreeMaker *maker, int parent, Point move, Color color, TsumegoMark mark,
                    bool is_end) {
    maker->nodes = memory_grow(maker->nodes, (size_t)maker->count, sizeof *maker->nodes);
    maker->nodes[maker->count] = (TreeNode){parent, move, color, mark, is_end};
    return maker->count++;
}

/* Replays the moves to a node. Returns its depth. */
static int go_to(const TreeMaker *maker, const Board *root, int node, GoalNode *position) {
    int path[DEPTH_MAX + 2], depth = 0;
    for (int i = node; i > 0; i = maker->nodes[i].parent) {
        path[depth++] = i;
    }
    goal_node_set(&maker->game, root, maker->side->mover, 0, position);
    for (int i = depth - 1; i >= 0; i--) {
        const GoalNode before = *position;
        goal_node_play(&maker->game, &before, maker->nodes[path[i]].move, position, NULL);
    }
    return depth;
}

/* Adds the replies that resist longest to a right move. */
static void add_resistance(TreeMaker *maker, int node, const GoalNode *position) {
    GoalMove moves[GOAL_POINTS_MAX + 1];
    const int count = goal_search_list_moves(maker->search, moves);
    bool used[GOAL_POINTS_MAX + 1] = {false};
    for (int replies = 0; replies < REPLIES; replies++) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            const bool is_better =
                best < 0 || (moves[best].point == POINT_PASS) > (moves[i].point == POINT_PASS) ||
                ((moves[best].point == POINT_PASS) == (moves[i].point == POINT_PASS) &&
                 moves[i].nodes > moves[best].nodes);
            if (!used[i] && is_better) {
                best = i;
            }
        }
        if (best < 0 || (replies > 0 && moves[best].point == POINT_PASS)) {
            return;
        }
        GoalNode after;
        used[best] = true;
        goal_node_play(&maker->game, position, moves[best].point, &after, NULL);
        const bool both_pass =
            moves[best].point == POINT_PASS && maker->nodes[node].move == POINT_PASS;
        add_node(maker, node, moves[best].point, position->mover, TSUMEGO_REPLY,
                 both_pass || goal_node_judge(&maker->game, &after, NULL) != GOAL_OPEN);
    }
}

static const ProblemMove *find_first_move(const ProblemSide *side, Point move) {
    for (int i = 0; i < side->move_count; i++) {
        if (side->moves[i].point == move) {
            return &side->moves[i];
        }
    }
    return NULL;
}

/* Judges a move of the side to solve by a search, or by what is known of first moves, and adds it
 * with replies if it is legal. */
static void add_move(TreeMaker *maker, int parent, const GoalNode *position, Point move) {
    const Color mover = maker->side->mover, opponent = color_opponent(mover);
    const GoalOutcome wins = goal_outcome_for(maker->goal, mover);
    GoalNode after;
    if (!goal_node_play(&maker->game, position, move, &after, NULL)) {
        return;
    }
    const GoalOutcome shown = goal_node_judge(&maker->game, &after, NULL);
    GoalResult result = {.outcome = shown, .move = POINT_NONE};
    if (shown == GOAL_OPEN) {
        result = goal_search_run_node(maker->search, &maker->game, &after, maker->limits);
    }
    TsumegoMark mark = result.outcome == GOAL_OPEN ? TSUMEGO_UNKNOWN
                       : result.outcome == wins    ? TSUMEGO_RIGHT
                                                   : TSUMEGO_WRONG;
    Point refutation = result.move;
    const ProblemMove *known = parent == 0 ? find_first_move(maker->side, move) : NULL;
    if (known != NULL && known->code != GOAL_UNKNOWN && mark != TSUMEGO_WRONG) {
        mark = tsumego_mark_of(maker->side, known); /* it may be worse by a ko */
        refutation = known->reply;
    }
    const int node = add_node(maker, parent, move, mover, mark, shown != GOAL_OPEN);
    if (shown != GOAL_OPEN) {
        return;
    }
    if (result.outcome == wins) {
        add_resistance(maker, node, &after);
    } else if (mark == TSUMEGO_WRONG && refutation != POINT_NONE) {
        add_node(maker, node, refutation, opponent, TSUMEGO_REPLY, true);
    }
}

static void expand_tree(TreeMaker *maker, const Board *root, int node) {
    GoalNode position;
    const int depth = go_to(maker, root, node, &position);
    if (depth >= DEPTH_MAX) {
        return;
    }
    /* The reacher gains nothing by a pass but the end of a ban. */
    const bool passes = node == 0 || maker->side->mover != maker->goal->reacher;
    for (int i = 0; i < maker->goal->point_count + passes; i++) {
        add_move(maker, node, &position,
                 i < maker->goal->point_count ? maker->goal->points[i] : POINT_PASS);
    }
}

/* The rule for kos under which the answer was found: a side that needs the first threat plays as if
 * it had all. */
static GoalKoRule rule_of(const Goal *goal, const ProblemSide *side) {
    const GoalCode code = side->answer.code;
    return (GoalKoRule){.ko = code == GOAL_WINS_KO || side->answer.any_threats ? KO_IS_SIMPLE
                              : code == GOAL_WINS ? goal_kos_of(goal, color_opponent(side->mover))
                                                  : goal_kos_of(goal, side->mover)};
}

static void grow(TreeMaker *maker, const Board *board) {
    const ProblemSide *side = maker->side;
    Board root;
    board_copy(&root, board);
    root.to_move = (uint8_t)side->mover;
    root.ko = POINT_NONE;
    add_node(maker, -1, POINT_NONE, side->mover, TSUMEGO_REPLY, false);
    for (int i = 0; i < maker->count && maker->count < NODES; i++) {
        const TreeNode node = maker->nodes[i];
        const bool follows_right = i == 0 || maker->nodes[node.parent].mark == TSUMEGO_RIGHT;
        if (node.mark == TSUMEGO_REPLY && !node.is_end && follows_right) {
            expand_tree(maker, &root, i);
        }
    }
}

static void write_children(const TreeMaker *maker, int parent, SgfWriter *writer) {
    static const char *const COMMENTS[] = {NULL, "Right.", "Wrong.", "Unknown."};
    static const char *const PROPERTIES[] = {NULL, "TE", "BM", NULL};
    /* Right moves first, so that viewers show them as the main line. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = parent + 1; i < maker->count; i++) {
            const TreeNode *node = &maker->nodes[i];
            if (node->parent != parent ||
                (node->mark == TSUMEGO_WRONG || node->mark == TSUMEGO_UNKNOWN) != (pass == 1)) {
                continue;
            }
            sgf_writer_open(writer);
            sgf_writer_node(writer);
            sgf_writer_move(writer, (Move){.color = (ColorCell)node->color, .point = node->move});
            if (PROPERTIES[node->mark] != NULL) {
                sgf_writer_text(writer, PROPERTIES[node->mark], "1");
            }
            if (COMMENTS[node->mark] != NULL) {
                sgf_writer_text(writer, "C", COMMENTS[node->mark]);
            }
            write_children(maker, i, writer);
            sgf_writer_close(writer);
        }
    }
}

void tsumego_tree_write(GoalSearch *search, const Goal *goal, const Board *board,
                        const ProblemSide *side, GoalLimits limits, SgfWriter *writer) {
    TreeMaker maker = {.search = search, .goal = goal, .side = side, .limits = limits};
    if (side->answer.code != GOAL_UNKNOWN && side->move_count > 0 &&
        goal_game_begin(&maker.game, goal, board, rule_of(goal, side))) {
        grow(&maker, board);
        write_children(&maker, 0, writer);
    }
    free(maker.nodes);
}
