#include "gtp/solve/tsumego_tree.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/goal/dilate.h"

enum {
    REPLIES = 2,
    DEPTH_MAX = 30,
    NODES = 1500, /* about, of a tree */
};

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const ProblemSide *side;
    GoalKoRule ko;
    GoalLimits limits;
    TsumegoTree *tree;
} Maker;

/* The position of a node. */
typedef struct {
    Board board;
    uint32_t captured;
} Position;

static int add_node(Maker *maker, int parent, Point move, Color color, TsumegoMark mark,
                    bool is_end) {
    TsumegoTree *tree = maker->tree;
    tree->nodes = memory_grow(tree->nodes, (size_t)tree->count, sizeof *tree->nodes);
    tree->nodes[tree->count] = (TsumegoNode){parent, move, color, mark, is_end};
    return tree->count++;
}

static void play(const Maker *maker, Position *position, Color color, Point move) {
    if ((Color)position->board.to_move != color) {
        position->board.to_move = (uint8_t)color;
        position->board.ko = POINT_NONE;
    }
    board_play(&position->board, color, move);
    if (maker->ko.ko != KO_IS_SIMPLE) {
        position->board.ko = POINT_NONE;
    }
    if (color != goal_target_color(maker->goal)) {
        position->captured = goal_add_captured(maker->goal, &position->board, position->captured);
    }
}

/* Replays the moves to a node. Returns its depth. */
static int go_to(const Maker *maker, const Board *root, int node, Position *position) {
    int path[DEPTH_MAX + 2], depth = 0;
    for (int i = node; i > 0; i = maker->tree->nodes[i].parent) {
        path[depth++] = i;
    }
    board_copy(&position->board, root);
    position->captured = 0;
    for (int i = depth - 1; i >= 0; i--) {
        play(maker, position, maker->tree->nodes[path[i]].color, maker->tree->nodes[path[i]].move);
    }
    return depth;
}

static GoalOutcome judge(const Maker *maker, const Position *position) {
    Zone zone;
    return goal_judge(maker->goal, &position->board, position->captured, &zone);
}

/* Is the move one that the rule for kos allows? */
static bool may_play(const Maker *maker, const Position *position, Color color, Point move) {
    const GoalKo own = color == maker->goal->reacher ? KO_IS_REACHERS : KO_IS_HOLDERS;
    return board_check(&position->board, color, move, false) == MOVE_LEGAL &&
           (move == POINT_PASS || maker->ko.ko == KO_IS_SIMPLE || maker->ko.ko == own ||
            !move_takes_ko(&position->board, color, move));
}

/* Adds the replies that resist longest to a right move. */
static void add_resistance(Maker *maker, int node, const Position *position, Color opponent) {
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
        Position after = *position;
        used[best] = true;
        play(maker, &after, opponent, moves[best].point);
        const bool both_pass =
            moves[best].point == POINT_PASS && maker->tree->nodes[node].move == POINT_PASS;
        add_node(maker, node, moves[best].point, opponent, TSUMEGO_REPLY,
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
 * with replies. */
static void add_move(Maker *maker, int parent, const Position *position, Point move) {
    const Color mover = maker->side->mover, opponent = color_opponent(mover);
    const GoalOutcome wins = mover == maker->goal->reacher ? GOAL_REACHED : GOAL_HELD;
    Position after = *position;
    play(maker, &after, mover, move);
    const GoalOutcome shown = judge(maker, &after);
    GoalResult result = {.outcome = shown, .move = POINT_NONE};
    if (shown == GOAL_OPEN) {
        result = goal_search_run(maker->search, maker->goal, &after.board, opponent, after.captured,
                                 maker->ko, maker->limits);
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
        add_resistance(maker, node, &after, opponent);
    } else if (mark == TSUMEGO_WRONG && refutation != POINT_NONE) {
        add_node(maker, node, refutation, opponent, TSUMEGO_REPLY, true);
    }
}

static void expand(Maker *maker, const Board *root, int node) {
    Position position;
    const Color mover = maker->side->mover;
    const int depth = go_to(maker, root, node, &position);
    if (depth >= DEPTH_MAX) {
        return;
    }
    /* The reacher gains nothing by a pass but the end of a ban. */
    const bool passes = node == 0 || mover != maker->goal->reacher;
    for (int i = 0; i < maker->goal->point_count + passes; i++) {
        const Point move = i < maker->goal->point_count ? maker->goal->points[i] : POINT_PASS;
        if (may_play(maker, &position, mover, move)) {
            add_move(maker, node, &position, move);
        }
    }
}

/* The rule for kos under which the answer was found: a side that needs the first threat plays as if
 * it had all. */
static GoalKo rule_of(const Maker *maker) {
    const bool reaches = maker->side->mover == maker->goal->reacher;
    const GoalKo own = reaches ? KO_IS_REACHERS : KO_IS_HOLDERS;
    const GoalKo other = reaches ? KO_IS_HOLDERS : KO_IS_REACHERS;
    const GoalCode code = maker->side->answer.code;
    return code == GOAL_WINS ? other : code == GOAL_WINS_KO ? KO_IS_SIMPLE : own;
}

void tsumego_tree_make(GoalSearch *search, const Goal *goal, const Board *board,
                       const ProblemSide *side, GoalLimits limits, TsumegoTree *tree) {
    Maker maker = {.search = search, .goal = goal, .side = side, .limits = limits, .tree = tree};
    Board root;
    board_copy(&root, board);
    root.to_move = (uint8_t)side->mover;
    root.ko = POINT_NONE;
    maker.ko.ko = rule_of(&maker);
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
