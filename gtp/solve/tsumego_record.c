#include "gtp/solve/tsumego_record.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/region.h"

/* ---- Stones that are shut in ---- */

enum {
    OPEN_DISTANCE = 3, /* of a point in the open from the nearest stone */
    CONTACT_COST = 8,  /* of a step to an empty point, for each opponent's stone beside it */
    COST_MAX = 200,
};

/* The cost of the cheapest way from the open to each point. */
typedef uint8_t Ways[POINT_COUNT];

static bool is_far(const Board *board, Point p) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point stone = board->geometry->point_of[cell];
        if (board_color(board, stone) <= WHITE &&
            abs(point_x(p) - point_x(stone)) + abs(point_y(p) - point_y(stone)) < OPEN_DISTANCE) {
            return false;
        }
    }
    return true;
}

/* Lists the open: the largest connected set of points that are far from all stones. */
static int list_open(const Board *board, Point *open) {
    const Geometry *geometry = board->geometry;
    bool is_left[POINT_COUNT] = {false};
    Point points[CELL_COUNT_MAX];
    int most = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        is_left[geometry->point_of[cell]] = is_far(board, geometry->point_of[cell]);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        int count = 0;
        points[count] = geometry->point_of[cell];
        count += is_left[points[0]];
        is_left[points[0]] = false;
        for (int i = 0; i < 4 * count; i++) {
            const Point beside = point_beside(points[i / 4], i % 4);
            if (is_left[beside]) {
                is_left[beside] = false;
                points[count++] = beside;
            }
        }
        if (count > most) {
            most = count;
            memcpy(open, points, (size_t)count * sizeof *open);
        }
    }
    return most;
}

/* What a step to p costs a color. */
static int step_cost(const Board *board, Color color, Point p) {
    int cost = 1;
    if (board_color(board, p) == color) {
        return 0;
    }
    for (int k = 0; k < 4; k++) {
        cost += board_color(board, point_beside(p, k)) == color_opponent(color) ? CONTACT_COST : 0;
    }
    return cost;
}

/* Finds the ways of a color, which may not cross the opponent's stones. */
static void find_ways(const Board *board, Color color, const Point *open, int count, Ways ways) {
    const Geometry *geometry = board->geometry;
    memset(ways, COST_MAX, POINT_COUNT);
    for (int i = 0; i < count; i++) {
        ways[open[i]] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            if (board_color(board, p) == color_opponent(color)) {
                continue;
            }
            const int step = step_cost(board, color, p);
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(p, k);
                if (ways[beside] + step < ways[p]) {
                    ways[p] = (uint8_t)(ways[beside] + step);
                    changed = true;
                }
            }
        }
    }
}

/* How far a color's stones are from the open, on average. */
static double find_depth(const Board *board, Color color, const Ways ways) {
    int sum = 0, stones = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const bool is_own = board_color(board, p) == color;
        sum += is_own ? ways[p] : 0;
        stones += is_own;
    }
    return stones > 0 ? (double)sum / stones : 0;
}

/* Lists the chains of a color that are at least half as far from the open as its farthest, if that
 * one cannot get out without meeting the opponent. */
static int list_enclosed(const Board *board, Color color, const Ways ways, Point *targets) {
    const Geometry *geometry = board->geometry;
    int count = 0, most = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board_color(board, p) == color && ways[p] > most) {
            most = ways[p];
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (most > CONTACT_COST && board_color(board, p) == color && board->chain[p] == p &&
            2 * ways[p] >= most) {
            targets[count++] = p;
        }
    }
    return count;
}

/* Lists the dragon that stands in the smallest closed region. */
static int list_smallest(const Board *board, Point *targets) {
    int least = REGION_CLOSED_MAX + 1, count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) > WHITE || board->chain[p] != p) {
            continue;
        }
        Dragon dragon;
        Zone zone;
        int empty = 0;
        dragon_find(board, p, &dragon);
        if (region_find(board, dragon.chains, dragon.chain_count, REGION_RADIUS, &zone) !=
            REGION_CLOSED) {
            continue;
        }
        for (int i = 0; i < board->empty_count; i++) {
            empty += zone_has(&zone, board->empty[i]);
        }
        if (empty < least) {
            least = empty;
            count = dragon.chain_count;
            memcpy(targets, dragon.chains, (size_t)count * sizeof *targets);
        }
    }
    return count;
}

int guess_targets(const Board *board, Point targets[CELL_COUNT_MAX]) {
    Point open[CELL_COUNT_MAX];
    Ways ways[2];
    const int count = list_open(board, open);
    if (count == 0) {
        return list_smallest(board, targets);
    }
    find_ways(board, BLACK, open, count, ways[BLACK]);
    find_ways(board, WHITE, open, count, ways[WHITE]);
    const Color color =
        find_depth(board, BLACK, ways[BLACK]) > find_depth(board, WHITE, ways[WHITE]) ? BLACK
                                                                                      : WHITE;
    return list_enclosed(board, color, ways[color], targets);
}

/* ---- A problem, from the root of a game ---- */

static SgfSize size_of(const Board *board) {
    return (SgfSize){board->geometry->width, board->geometry->height};
}

/* Lists the points of the labels of a node, each once. */
static void list_labels(const SgfNode *node, SgfSize size, Point *points, int *count) {
    const SgfProperty *labels = sgf_node_property(node, "LB");
    for (uint32_t i = 0; labels != NULL && i < labels->value_count; i++) {
        const char *text = labels->values[i].text + strspn(labels->values[i].text, " \t\n\v\f\r");
        if (text[0] >= 'a' && text[0] < 'a' + size.width && text[1] >= 'a' &&
            text[1] < 'a' + size.height) {
            point_list_add(points, count, point_at(text[0] - 'a', text[1] - 'a'));
        }
    }
}

/* Finds the stones that the node marks or, if it marks none, those that are shut in. */
static bool find_targets(const SgfNode *node, const Board *board, Zone *targets, Status *status) {
    static const char *const MARKS[] = {"TR", "SQ", "MA", "CR", NULL}; /* and labels */
    Point points[CELL_COUNT_MAX];
    int count = 0, stones = 0;
    *targets = (Zone){0};
    for (int mark = 0; mark < 5; mark++) {
        count = 0;
        if (MARKS[mark] == NULL) {
            list_labels(node, size_of(board), points, &count);
        } else if (!sgf_node_points(node, MARKS[mark], size_of(board), points, &count, status)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (board_color(board, points[i]) <= WHITE) {
                zone_add(targets, points[i]);
                stones++;
            }
        }
    }
    count = stones > 0 ? 0 : guess_targets(board, points);
    for (int i = 0; i < count; i++) {
        zone_add(targets, points[i]);
    }
    return stones + count > 0 || status_fail(status, "no stone is marked and no group is enclosed");
}

/* Bounds an open region by what the node shows, if the goal can be decided there, or else by a
 * frame if that is asked for. */
static bool bound_region(const SgfNode *node, int frame, Board *board, RecordProblem *problem,
                         Status *status) {
    Point view[CELL_COUNT_MAX];
    int count = 0;
    Goal *goal = &problem->goal, viewed = *goal;
    Board framed;
    Status ignored;
    if (!sgf_node_points(node, "VW", size_of(board), view, &count, status)) {
        return false;
    }
    viewed.playable = (Zone){0};
    for (int i = 0; i < count; i++) {
        zone_add(&viewed.playable, view[i]);
    }
    problem->is_view = region_check_targets(&viewed, board, &ignored) &&
                       goal_finish(&viewed, board, &ignored) && viewed.empty_count > 0;
    *goal = problem->is_view ? viewed : *goal;
    if (problem->is_view || frame == 0) {
        return true;
    }
    if (!region_frame(board, goal->targets, goal->target_count, frame, true, &goal->playable,
                      &framed)) {
        return status_fail(status, "a frame leaves stones without a liberty");
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board->color[p] != framed.color[p]) {
            zone_add(&problem->frame, p);
        }
    }
    board_copy(board, &framed);
    return region_check_targets(goal, board, status) && goal_finish(goal, board, status);
}

/* Sets up the first node that leaves stones, before any move. Returns it, or NULL with a message.
 */
static const SgfNode *set_up(const SgfNode *root, Game *game, Status *status) {
    const Board *board = &game->board;
    Move move = {.color = EMPTY};
    Rules rules = RULE_SETS[0].rules;
    sgf_node_rules(root, &rules);
    if (rules.tax == TAX_ALL) {
        status_fail(status, "problems cannot be solved under rules with a group tax (%s)",
                    rules.name);
        return NULL;
    }
    bool ok = record_start(game, root, status);
    for (const SgfNode *node = root; ok && node != NULL && move.color == EMPTY;
         node = node->first_child) {
        ok = record_set_up(game, node, false, NULL, status);
        if (ok && board->empty_count < board->geometry->cell_count) {
            return node;
        }
        ok = ok && sgf_node_move(node, size_of(board), &move, status);
    }
    if (ok) {
        status_fail(status, "no stones are set up before the first move");
    }
    return NULL;
}

bool record_problem_read(const SgfNode *root, bool any, int frame, Game *game,
                         RecordProblem *problem, Status *status) {
    Board *board = &game->board;
    Goal *goal = &problem->goal;
    Zone targets;
    const SgfNode *node = set_up(root, game, status);
    problem->frame = (Zone){0};
    problem->is_view = false;
    return node != NULL && find_targets(node, board, &targets, status) &&
           region_make_goal(board, &targets, any, NULL, goal, status) &&
           (!goal_is_open(goal, board) ||
            bound_region(sgf_node_property(node, "VW") != NULL ? node : root, frame, board, problem,
                         status));
}

/* ---- The solution as a tree ---- */

enum {
    REPLIES = 2,
    DEPTH_MAX = 30,
    NODES = 1500, /* about, of a tree */
};

typedef enum {
    MARK_REPLY,
    MARK_RIGHT, /* reaches the best result */
    MARK_WRONG,
    MARK_UNKNOWN, /* the search reached its limits */
} Mark;

typedef struct {
    int parent, depth; /* parent: before this node; -1: the root */
    Point move;        /* of the root: POINT_NONE */
    GoalNode after;
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

static int add_node(TreeMaker *maker, int parent, Point move, const GoalNode *after, Mark mark,
                    bool is_end) {
    const int depth = parent < 0 ? 0 : maker->nodes[parent].depth + 1;
    maker->nodes = memory_grow(maker->nodes, (size_t)maker->count, sizeof *maker->nodes);
    maker->nodes[maker->count] = (TreeNode){parent, depth, move, *after, mark, is_end};
    return maker->count++;
}

/* The work that a reply takes; a pass comes last. */
static int64_t resistance_of(const GoalMove *move) {
    return move->point == POINT_PASS ? -1 : move->nodes;
}

/* Adds the replies that resist longest to a right move. */
static void add_resistance(TreeMaker *maker, int node, const GoalNode *position) {
    GoalMove moves[GOAL_POINTS_MAX + 1];
    int count = goal_search_list_moves(maker->search, moves);
    for (int replies = 0; replies < REPLIES && count > 0; replies++) {
        int best = 0;
        for (int i = 1; i < count; i++) {
            best = resistance_of(&moves[i]) > resistance_of(&moves[best]) ? i : best;
        }
        const Point move = moves[best].point;
        if (replies > 0 && move == POINT_PASS) {
            return;
        }
        GoalNode after;
        goal_node_play(&maker->game, position, move, &after, NULL);
        const bool both_pass = move == POINT_PASS && maker->nodes[node].move == POINT_PASS;
        add_node(maker, node, move, &after, MARK_REPLY,
                 both_pass || goal_node_judge(&maker->game, &after, NULL) != GOAL_OPEN);
        memmove(&moves[best], &moves[best + 1], (size_t)(--count - best) * sizeof *moves);
    }
}

/* Judges a move of the side to solve by a search, or by what is known of first moves, and adds it
 * with replies if it is legal. */
static void add_tree_node(TreeMaker *maker, int parent, const GoalNode *position, Point move) {
    const GoalOutcome wins = goal_outcome_for(maker->goal, maker->side->mover);
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
            /* it may be worse by a ko */
            mark = known->is_right ? MARK_RIGHT : MARK_WRONG;
            refutation = known->reply;
        }
    }
    const int node = add_node(maker, parent, move, &after, mark, shown != GOAL_OPEN);
    if (shown != GOAL_OPEN) {
        return;
    }
    if (result.outcome == wins) {
        add_resistance(maker, node, &after);
    } else if (mark == MARK_WRONG && refutation != POINT_NONE) {
        add_node(maker, node, refutation, &after, MARK_REPLY, true);
    }
}

static void expand(TreeMaker *maker, int node) {
    const GoalNode position = maker->nodes[node].after;
    const Goal *goal = maker->goal;
    /* The reacher gains nothing by a pass but the end of a ban. */
    const bool passes = node == 0 || maker->side->mover != goal->reacher;
    for (int i = 0; i < goal->point_count + passes; i++) {
        add_tree_node(maker, node, &position, i < goal->point_count ? goal->points[i] : POINT_PASS);
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
    Board start;
    GoalNode root;
    board_copy(&start, board);
    board_set_to_move(&start, side->mover);
    goal_node_set(&maker->game, &start, side->mover, 0, &root);
    add_node(maker, -1, POINT_NONE, &root, MARK_REPLY, false);
    for (int i = 0; i < maker->count && maker->count < NODES; i++) {
        const TreeNode node = maker->nodes[i];
        const bool follows_right = i == 0 || maker->nodes[node.parent].mark == MARK_RIGHT;
        if (node.mark == MARK_REPLY && !node.is_end && node.depth < DEPTH_MAX && follows_right) {
            expand(maker, i);
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
            sgf_writer_move(writer, (Move){.color = (ColorCell)(maker->nodes[parent].after.mover),
                                           .point = node->move});
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

void record_tree_write(GoalSearch *search, const Goal *goal, const Board *board,
                       const ProblemSide *side, GoalLimits limits, SgfWriter *writer) {
    TreeMaker maker = {.search = search, .goal = goal, .side = side, .limits = limits};
    if (side->answer.code != GOAL_UNKNOWN && side->move_count > 0 &&
        goal_game_begin(&maker.game, goal, board, rule_of(goal, side))) {
        grow_tree(&maker, board);
        write_children(&maker, 0, writer);
    }
    free(maker.nodes);
}
