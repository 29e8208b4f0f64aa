#include "gtp/solve/tsumego.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/go/board/liberty.h"
#include "engine/solve/problem/region.h"

static void add_vertices(Text *text, const char *name, int height, const Point *points, int count) {
    char vertex[POINT_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        text_add(text, "%s%s", i == 0 ? name : " ", point_to_text(points[i], height, vertex));
    }
    text_add(text, "%s", count > 0 ? "\n" : "");
}

static void add_zone(Text *text, const char *name, const Geometry *geometry, const Zone *zone) {
    Point points[CELL_COUNT_MAX];
    int count = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (zone_has(zone, geometry->point_of[cell])) {
            points[count++] = geometry->point_of[cell];
        }
    }
    add_vertices(text, name, geometry->height, points, count);
}

typedef enum {
    MARK_REPLY,
    MARK_RIGHT, /* reaches the best result */
    MARK_WRONG,
    MARK_UNKNOWN, /* the search reached its limits */
} Mark;

/* The mark of a first move of the side, by its code. */
static Mark mark_of(const ProblemSide *side, const ProblemMove *move) {
    return move->code == GOAL_UNKNOWN          ? MARK_UNKNOWN
           : problem_move_is_right(side, move) ? MARK_RIGHT
                                               : MARK_WRONG;
}

/* Adds the first moves, the best first: a line for those that lead to the same, with the
 * refutations of the wrong ones, and how many are unknown. */
static void add_moves(Text *text, const ProblemSide *side, int height) {
    char vertex[POINT_TEXT_MAX];
    const ProblemMove *before = NULL;
    int unknown = 0;
    for (int i = 0; i < side->move_count; i++) {
        const ProblemMove *move = &side->moves[i];
        const Mark mark = mark_of(side, move);
        if (mark == MARK_UNKNOWN) {
            unknown++;
            continue;
        }
        if (before == NULL || before->rank != move->rank) {
            text_add(text, "%s%s", before == NULL ? "" : "\n",
                     mark == MARK_RIGHT         ? "  right    "
                     : move->code == GOAL_FAILS ? "  wrong    "
                                                : "  worse    ");
            if (mark == MARK_WRONG && move->code != GOAL_FAILS) {
                problem_add_result(text, move->code, move->threats, move->any_threats);
                text_add(text, ": ");
            }
        } else {
            text_add(text, " ");
        }
        text_add(text, "%s", point_to_text(move->point, height, vertex));
        if (mark == MARK_WRONG && move->reply != POINT_NONE) {
            text_add(text, "-%s", point_to_text(move->reply, height, vertex));
        }
        before = move;
    }
    text_add(text, "%s", before == NULL ? "" : "\n");
    if (unknown > 0) {
        text_add(text, "  unknown  %d %smove%s\n", unknown, before == NULL ? "" : "other ",
                 text_plural(unknown));
    }
}

void tsumego_problem_add_side(Text *text, const TsumegoProblem *problem, const ProblemSide *side) {
    const Geometry *geometry = problem->board->geometry;
    const GoalAnswer *answer = &side->answer;
    const bool any = problem->goal->kind == GOAL_CAPTURE_ANY,
               kills = side->mover == problem->goal->reacher;
    text_add(text, "%s first, to %s%s: ", color_name(side->mover), kills ? "kill" : "save",
             problem->goal->target_count == 1 ? ""
             : any == kills                   ? " any of them"
                                              : " all of them");
    problem_add_result(text, answer->code, answer->threats + answer->opponent_threats,
                       answer->any_threats);
    text_add(text, "%s; %" PRId64 " positions\n", side->is_seki ? ", seki" : "", answer->nodes);
    add_moves(text, side, geometry->height);
    add_vertices(text, "  line     ", geometry->height, side->line, side->line_count);
    if (answer->frame > 0) {
        text_add(text, "  frame    at radius %d: no way out is needed\n", answer->frame);
    }
    if (answer->code != GOAL_UNKNOWN) {
        add_zone(text, "  zone     ", geometry, &answer->zone);
    }
}

void tsumego_problem_add_walls(Text *text, const TsumegoProblem *problem) {
    const Board *board = problem->board;
    Point stones[CELL_COUNT_MAX], dead_end;
    Walls walls;
    walls_find(board, &problem->goal->playable, &walls);
    int count = walls_list(&walls, NULL, WALL_ASSUMED, stones);
    add_vertices(text, "assumes these are safe: ", board->geometry->height, stones, count);
    count = walls_list(&walls, NULL, WALL_WEAK, stones);
    add_vertices(text,
                 "assumes the same of these, which may be captured: ", board->geometry->height,
                 stones, count);
    int in_atari = 0;
    for (int i = 0; i < count; i++) {
        if (chain_in_atari(board, stones[i])) {
            stones[in_atari++] = stones[i];
        }
    }
    add_vertices(text, "in atari, so that this is false as it stands: ", board->geometry->height,
                 stones, in_atari);
    count = walls_list_exits(&walls, stones, &dead_end);
    add_vertices(text, "open at ", board->geometry->height, stones, count);
    if (count > 0) {
        text->length--; /* the end of the line */
        text_add(text, ": stones that get there count as safe\n");
    }
}

void tsumego_problem_add(Text *text, const TsumegoProblem *problem) {
    const Goal *goal = problem->goal;
    const Geometry *geometry = problem->board->geometry;
    ProblemSide *const *sides = problem->sides;
    static const char *const WIDER[] = {
        "", "wider: the same in the widest region that fits\n",
        "wider: this is the widest region that fits; a narrower one said something else\n",
        "wider: not decided in the widest region that fits\n"};
    text_add(text, "%s", color_name(goal_target_color(goal)));
    add_vertices(text, " at ", geometry->height, goal->targets, goal->target_count);
    if (sides[0] != NULL && sides[1] != NULL) {
        text->length--;
        text_add(text, ": ");
        problem_add_status(text, sides[0], sides[1]);
        text_add(text, "\n");
    }
    problem_add_sentence(text, goal, problem->board, sides[0], sides[1]);
    text_add(text, "\n");
    add_zone(text, "region ", geometry, &goal->playable);
    add_zone(text, "frame ", geometry, problem->frame);
    text_add(text, "%s", WIDER[problem->wider]);
    tsumego_problem_add_walls(text, problem);
}

/* ---- The solution as a tree ---- */

enum {
    REPLIES = 2,
    DEPTH_MAX = 30,
    NODES = 1500, /* about, of a tree */
};

typedef struct {
    int parent; /* before this node; -1: the root */
    Point move; /* of the root: POINT_NONE */
    Color color;
    Mark mark;
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

static int add_node(TreeMaker *maker, int parent, Point move, Color color, Mark mark, bool is_end) {
    maker->nodes = memory_grow(maker->nodes, (size_t)maker->count, sizeof *maker->nodes);
    maker->nodes[maker->count] = (TreeNode){parent, move, color, mark, is_end};
    return maker->count++;
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
        add_node(maker, node, moves[best].point, position->mover, MARK_REPLY,
                 both_pass || goal_node_judge(&maker->game, &after, NULL) != GOAL_OPEN);
    }
}

/* Judges a move of the side to solve by a search, or by what is known of first moves, and adds it
 * with replies if it is legal. */
static void add_tree_node(TreeMaker *maker, int parent, const GoalNode *position, Point move) {
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
    Mark mark = result.outcome == GOAL_OPEN ? MARK_UNKNOWN
                : result.outcome == wins    ? MARK_RIGHT
                                            : MARK_WRONG;
    Point refutation = result.move;
    for (int i = 0; parent == 0 && i < maker->side->move_count; i++) {
        const ProblemMove *known = &maker->side->moves[i];
        if (known->point == move && known->code != GOAL_UNKNOWN && mark != MARK_WRONG) {
            mark = mark_of(maker->side, known); /* it may be worse by a ko */
            refutation = known->reply;
        }
    }
    const int node = add_node(maker, parent, move, mover, mark, shown != GOAL_OPEN);
    if (shown != GOAL_OPEN) {
        return;
    }
    if (result.outcome == wins) {
        add_resistance(maker, node, &after);
    } else if (mark == MARK_WRONG && refutation != POINT_NONE) {
        add_node(maker, node, refutation, opponent, MARK_REPLY, true);
    }
}

static void expand(TreeMaker *maker, const Board *root, int node) {
    GoalNode position;
    int path[DEPTH_MAX + 2], depth = 0; /* the moves to the node, the last one first */
    for (int i = node; i > 0; i = maker->nodes[i].parent) {
        path[depth++] = i;
    }
    if (depth >= DEPTH_MAX) {
        return;
    }
    goal_node_set(&maker->game, root, maker->side->mover, 0, &position);
    for (int i = depth - 1; i >= 0; i--) {
        const GoalNode before = position;
        goal_node_play(&maker->game, &before, maker->nodes[path[i]].move, &position, NULL);
    }
    /* The reacher gains nothing by a pass but the end of a ban. */
    const bool passes = node == 0 || maker->side->mover != maker->goal->reacher;
    for (int i = 0; i < maker->goal->point_count + passes; i++) {
        add_tree_node(maker, node, &position,
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

static void grow_tree(TreeMaker *maker, const Board *board) {
    const ProblemSide *side = maker->side;
    Board root;
    board_copy(&root, board);
    root.to_move = (uint8_t)side->mover;
    root.ko = POINT_NONE;
    add_node(maker, -1, POINT_NONE, side->mover, MARK_REPLY, false);
    for (int i = 0; i < maker->count && maker->count < NODES; i++) {
        const TreeNode node = maker->nodes[i];
        const bool follows_right = i == 0 || maker->nodes[node.parent].mark == MARK_RIGHT;
        if (node.mark == MARK_REPLY && !node.is_end && follows_right) {
            expand(maker, &root, i);
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
                (node->mark == MARK_WRONG || node->mark == MARK_UNKNOWN) != (pass == 1)) {
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
        grow_tree(&maker, board);
        write_children(&maker, 0, writer);
    }
    free(maker.nodes);
}
