#include "gtp/solve/tsumego/tsumego_tree.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/goal/search/goal_node.h"

enum {
    REPLIES = 2,
    DEPTH_MAX = 30,
    NODES = 1500, /* about, of a tree */
};

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const ProblemSide *side;
    GoalGame game;
    GoalLimits limits;
    TsumegoTree *tree;
} Maker;

static int add_node(Maker *maker, int parent, Point move, Color color, TsumegoMark mark,
                    bool is_end) {
    TsumegoTree *tree = maker->tree;
    tree->nodes = memory_grow(tree->nodes, (size_t)tree->count, sizeof *tree->nodes);
    tree->nodes[tree->count] = (TsumegoNode){parent, move, color, mark, is_end};
    return tree->count++;
}

/* Makes `after` the position after a move. Returns false if it is illegal under the rule for kos.
 */
static bool play(const Maker *maker, const GoalNode *before, Point move, GoalNode *after) {
    GoalMoveNotes ignored;
    return goal_node_play(&maker->game, before, move, after, &ignored);
}

/* Replays the moves to a node. Returns its depth. */
static int go_to(const Maker *maker, const Board *root, int node, GoalNode *position) {
    int path[DEPTH_MAX + 2], depth = 0;
    for (int i = node; i > 0; i = maker->tree->nodes[i].parent) {
        path[depth++] = i;
    }
    goal_node_set(&maker->game, root, maker->side->mover, 0, position);
    for (int i = depth - 1; i >= 0; i--) {
        const GoalNode before = *position;
        play(maker, &before, maker->tree->nodes[path[i]].move, position);
    }
    return depth;
}

static GoalOutcome judge(const Maker *maker, const GoalNode *position) {
    Zone zone;
    return goal_judge(maker->goal, &position->board, position->captured, &zone);
}

/* Adds the replies that resist longest to a right move. */
static void add_resistance(Maker *maker, int node, const GoalNode *position) {
    GoalMove moves[CELL_COUNT_MAX + 1];
    const int count = goal_search_list_moves(maker->search, moves);
    bool used[CELL_COUNT_MAX + 1] = {false};
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
        play(maker, position, moves[best].point, &after);
        const bool both_pass =
            moves[best].point == POINT_PASS && maker->tree->nodes[node].move == POINT_PASS;
        add_node(maker, node, moves[best].point, position->mover, TSUMEGO_REPLY,
                 both_pass || judge(maker, &after) != GOAL_OPEN);
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
static void add_move(Maker *maker, int parent, const GoalNode *position, Point move) {
    const Color mover = maker->side->mover, opponent = color_opponent(mover);
    const GoalOutcome wins = goal_outcome_for(maker->goal, mover);
    GoalNode after;
    if (!play(maker, position, move, &after)) {
        return;
    }
    const GoalOutcome shown = judge(maker, &after);
    GoalResult result = {.outcome = shown, .move = POINT_NONE};
    if (shown == GOAL_OPEN) {
        result = goal_search_run(maker->search, maker->goal, &after.board, opponent, after.captured,
                                 maker->game.ko, maker->limits);
    }
    TsumegoMark mark = result.outcome == GOAL_OPEN ? TSUMEGO_UNKNOWN
                       : result.outcome == wins    ? TSUMEGO_RIGHT
                                                   : TSUMEGO_WRONG;
    Point refutation = result.move;
    const ProblemMove *known = parent == 0 ? find_first_move(maker->side, move) : NULL;
    if (known != NULL && known->code != GOAL_UNKNOWN && mark != TSUMEGO_WRONG) {
        const bool is_best = known->code == maker->side->answer.code && known->code != GOAL_FAILS;
        mark = is_best ? TSUMEGO_RIGHT : TSUMEGO_WRONG; /* it may be worse by a ko */
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

static void expand(Maker *maker, const Board *root, int node) {
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
    return (GoalKoRule){.ko = code == GOAL_WINS_KO ? KO_IS_SIMPLE
                              : code == GOAL_WINS  ? goal_kos_of(goal, color_opponent(side->mover))
                                                   : goal_kos_of(goal, side->mover)};
}

void tsumego_tree_make(GoalSearch *search, const Goal *goal, const Board *board,
                       const ProblemSide *side, GoalLimits limits, TsumegoTree *tree) {
    Maker maker = {.search = search, .goal = goal, .side = side, .limits = limits, .tree = tree};
    Board root;
    board_copy(&root, board);
    root.to_move = (uint8_t)side->mover;
    root.ko = POINT_NONE;
    goal_game_begin(&maker.game, goal, board, rule_of(goal, side), GOAL_GAME_ON_BOARD);
    *tree = (TsumegoTree){NULL, 0};
    const bool is_open = side->answer.code != GOAL_UNKNOWN && side->move_count > 0;
    add_node(&maker, -1, POINT_NONE, side->mover, TSUMEGO_REPLY, !is_open);
    for (int i = 0; i < tree->count && tree->count < NODES; i++) {
        const TsumegoNode *node = &tree->nodes[i];
        const bool follows_right = i == 0 || tree->nodes[node->parent].mark == TSUMEGO_RIGHT;
        if (node->mark == TSUMEGO_REPLY && !node->is_end && follows_right) {
            expand(&maker, &root, i);
        }
    }
}

void tsumego_tree_free(TsumegoTree *tree) {
    free(tree->nodes);
}

/* ---- Output ---- */

static void write_children(const TsumegoTree *tree, int parent, SgfWriter *writer) {
    static const char *const COMMENTS[] = {NULL, "Right.", "Wrong.", "Unknown."};
    static const char *const PROPERTIES[] = {NULL, "TE", "BM", NULL};
    /* Right moves first, so that viewers show them as the main line. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = parent + 1; i < tree->count; i++) {
            const TsumegoNode *node = &tree->nodes[i];
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
            write_children(tree, i, writer);
            sgf_writer_close(writer);
        }
    }
}

void tsumego_tree_write_sgf(const TsumegoTree *tree, SgfWriter *writer) {
    write_children(tree, 0, writer);
}

json_t *tsumego_tree_json(const TsumegoTree *tree, const Geometry *geometry) {
    json_t *list = json_new_array();
    char text[POINT_TEXT_MAX];
    for (int i = 0; i < tree->count; i++) {
        const TsumegoNode *node = &tree->nodes[i];
        const char *move = i == 0 ? NULL : point_to_text(node->move, geometry->height, text);
        json_add_value(list, json_new_packed("[i, o, i, i]", node->parent, json_new_text(move),
                                             (int)node->mark, (int)node->is_end));
    }
    return list;
}
