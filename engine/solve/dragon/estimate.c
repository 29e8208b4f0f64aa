#include "engine/solve/dragon/estimate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"

enum {
    DEPTH_MAX = 60,     /* moves of a line */
    LINES_PER_NODE = 4, /* those that end in known positions included, per evaluation */
    RADIUS = 5,         /* of the region around each stone, in steps */
    LEAF_NODES = 400,   /* of the goal search at a leaf */
};

static const float PASS_PRIOR = 0.05F, LEAST_PRIOR = 0.004F; /* shares of the policy */
static const float CPUCT = 1.0F, FPU_REDUCTION = 0.15F;

typedef struct {
    Point move;     /* that leads to it */
    bool is_over;   /* the goal is decided: nothing below */
    bool is_proved; /* by a goal search, here or after the mover's best move */
    float prior;
    int first, count; /* children */
    int visits;
    float reached; /* the chance that the goal is reached: a sum over visits */
} EstimateNode;

/* A position on the line from the root. */
typedef struct {
    Board board;
    Color mover;
    int node, passes;
    uint32_t captured; /* targets, a bit each */
} EstimateFrame;

typedef struct {
    const Question *question;
    const Goal *goal; /* of the question */
    EstimateNode *nodes;
    int node_count, capacity;
    EstimateFrame *frames; /* DEPTH_MAX + 1 */
    Point points[CELL_COUNT_MAX];
    int point_count;
    Point stones[CELL_COUNT_MAX]; /* of the targets */
    uint8_t target_of[CELL_COUNT_MAX];
    int stone_count, evaluations;
    LocalEvaluation evaluation;
} Tree;

/* ---- Values ---- */

static float find_lost(const Tree *tree, const EstimateFrame *frame) {
    const float sign = goal_target_color(tree->goal) == BLACK ? 1 : -1;
    float lost = 0;
    for (int i = 0; i < tree->stone_count; i++) {
        const int cell = frame->board.geometry->cell_of[tree->stones[i]];
        lost += frame->captured >> tree->target_of[i] & 1
                    ? 1
                    : (1 - sign * tree->evaluation.ownership[cell]) / 2;
    }
    return lost / (float)tree->stone_count;
}

/* The strongest way from the first target to the second, as strong as its weakest point. */
static float find_joined(const Tree *tree, const EstimateFrame *frame) {
    const Geometry *geometry = frame->board.geometry;
    const float sign = tree->goal->reacher == BLACK ? 1 : -1;
    float strength[POINT_COUNT] = {0};
    strength[tree->goal->targets[0]] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            float own = (1 + sign * tree->evaluation.ownership[cell]) / 2;
            float most = 0;
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(p, k);
                const float way = strength[beside];
                const bool same = board_color(&frame->board, p) == tree->goal->reacher &&
                                  frame->board.chain[p] == frame->board.chain[beside];
                const float through = same || way < own ? way : own;
                most = through > most ? through : most;
            }
            if (most > strength[p]) {
                strength[p] = most;
                changed = true;
            }
        }
    }
    return strength[tree->goal->targets[1]];
}

/* Sets *reached, 0 or 1, if the board shows whether the goal is reached. */
static bool is_over(const Tree *tree, const EstimateFrame *frame, float *reached) {
    const Goal *goal = tree->goal;
    if (goal->kind == GOAL_CONNECT) {
        const Point *chain = frame->board.chain;
        *reached = frame->captured == 0 && chain[goal->targets[0]] == chain[goal->targets[1]];
        return frame->captured != 0 || *reached > 0;
    }
    *reached = 1;
    return frame->captured == (uint32_t)((UINT64_C(1) << goal->target_count) - 1);
}

/* What the mover makes of that: 0..1. */
static float find_utility(const Tree *tree, Color mover, float reached) {
    return mover == tree->goal->reacher ? reached : 1 - reached;
}

static float find_mean(const EstimateNode *node) {
    return node->reached / (float)node->visits;
}

/* ---- Positions ---- */

static void play(const Tree *tree, const EstimateFrame *before, Point p, EstimateFrame *after) {
    board_copy(&after->board, &before->board);
    board_play(&after->board, before->mover, p);
    after->mover = color_opponent(before->mover);
    after->passes = p == POINT_PASS ? before->passes + 1 : 0;
    after->captured = goal_add_captured(tree->goal, &after->board, before->captured);
}

static bool reserve(Tree *tree, int count) {
    if (tree->node_count + count > tree->capacity) {
        const int capacity = tree->capacity * 2 + count + 1024;
        EstimateNode *nodes = realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
        if (nodes == NULL) {
            return false;
        }
        tree->nodes = nodes;
        tree->capacity = capacity;
    }
    return true;
}

/* Adds the children of a position by the evaluation. */
static bool expand(Tree *tree, const EstimateFrame *frame) {
    if (!reserve(tree, tree->point_count + 1)) {
        return false;
    }
    const int first = tree->node_count;
    float sum = 1e-6F;
    for (int i = 0; i < tree->point_count; i++) {
        const Point p = tree->points[i];
        if (frame->board.color[p] == EMPTY &&
            board_check(&frame->board, frame->mover, p, false) == MOVE_LEGAL) {
            sum += tree->evaluation.policy[p];
            tree->nodes[tree->node_count++] =
                (EstimateNode){.move = p, .prior = tree->evaluation.policy[p]};
        }
    }
    for (int i = first; i < tree->node_count; i++) {
        tree->nodes[i].prior = tree->nodes[i].prior / sum + LEAST_PRIOR;
    }
    tree->nodes[tree->node_count++] = (EstimateNode){.move = POINT_PASS, .prior = PASS_PRIOR};
    tree->nodes[frame->node].first = first;
    tree->nodes[frame->node].count = tree->node_count - first;
    return true;
}

static GoalOutcome prove(const Tree *tree, const EstimateFrame *frame) {
    const GoalLimits limits = {.nodes = LEAF_NODES, .deadline = tree->question->limits.deadline};
    if (frame->node == 0) { /* its moves are asked for */
        return GOAL_OPEN;
    }
    const GoalOutcome outcome =
        goal_search_run(tree->question->search, tree->goal, &frame->board, frame->mover,
                        frame->captured, (GoalKoRule){.ko = KO_IS_SIMPLE}, limits)
            .outcome;
    return outcome == GOAL_HELD && !tree->question->is_closed ? GOAL_OPEN : outcome;
}

/* Evaluates a position at its first visit. */
static bool visit(Tree *tree, const EstimateFrame *frame, float *reached) {
    const LocalEvaluator *evaluator = tree->question->limits.evaluator;
    bool over = is_over(tree, frame, reached), proved = false;
    if (!over) {
        if (!evaluator->evaluate(evaluator->context, &frame->board, frame->mover,
                                 &tree->evaluation)) {
            return false;
        }
        tree->evaluations++;
        *reached =
            tree->goal->kind == GOAL_CONNECT ? find_joined(tree, frame) : find_lost(tree, frame);
        over = frame->passes >= 2;
        const GoalOutcome outcome = prove(tree, frame);
        if (outcome != GOAL_OPEN) {
            *reached = outcome == GOAL_REACHED;
            over = proved = true;
        }
        if (!over && !expand(tree, frame)) {
            return false;
        }
    }
    tree->nodes[frame->node].is_over = over;
    tree->nodes[frame->node].is_proved = proved;
    return true;
}

/* ---- Search ---- */

static int select_child(const Tree *tree, const EstimateFrame *frame) {
    const EstimateNode *node = &tree->nodes[frame->node];
    const float total = sqrtf((float)node->visits);
    const float unvisited = find_utility(tree, frame->mover, find_mean(node)) - FPU_REDUCTION;
    int best = node->first;
    float most = -1000;
    for (int i = node->first; i < node->first + node->count; i++) {
        const EstimateNode *child = &tree->nodes[i];
        const float value =
            (child->visits > 0 ? find_utility(tree, frame->mover, find_mean(child)) : unvisited) +
            CPUCT * child->prior * total / (float)(1 + child->visits);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

/* A move that wins by a proof decides the position before it. The root's moves are compared all the
 * same. */
static void back_up_proof(Tree *tree, int depth) {
    const EstimateNode *child = &tree->nodes[tree->frames[depth].node];
    if (depth < 2 || !child->is_proved ||
        find_utility(tree, tree->frames[depth - 1].mover, find_mean(child)) < 0.5F) {
        return;
    }
    EstimateNode *node = &tree->nodes[tree->frames[depth - 1].node];
    node->is_over = node->is_proved = true;
    node->reached = find_mean(child) * (float)node->visits;
}

/* Follows one line to a new position. Returns false on failure. */
static bool run_line(Tree *tree) {
    float reached = 0;
    int depth = 0;
    for (;; depth++) {
        const EstimateFrame *frame = &tree->frames[depth];
        const EstimateNode *node = &tree->nodes[frame->node];
        if (node->visits == 0) {
            if (!visit(tree, frame, &reached)) {
                return false;
            }
            break;
        }
        if (node->is_over || depth == DEPTH_MAX) {
            reached = find_mean(node);
            break;
        }
        const int child = select_child(tree, frame);
        play(tree, frame, tree->nodes[child].move, &tree->frames[depth + 1]);
        tree->frames[depth + 1].node = child;
    }
    for (int i = 0; i <= depth; i++) {
        EstimateNode *node = &tree->nodes[tree->frames[i].node];
        node->visits++;
        node->reached += reached;
    }
    back_up_proof(tree, depth);
    return true;
}

static int compare_visits(const void *a, const void *b) {
    const EstimateNode *one = a, *other = b;
    return other->visits - one->visits;
}

/* Sorts the root's children, and takes the best move and those with the most visits.
 * Returns false if none was visited. */
static bool choose(const Tree *tree, Estimate *estimate) {
    EstimateNode *nodes = &tree->nodes[tree->nodes[0].first];
    const int count = tree->nodes[0].count;
    int best = 0;
    qsort(nodes, (size_t)count, sizeof *nodes, compare_visits);
    estimate->success = -1;
    for (int i = 0; i < count && nodes[i].visits > 0; i++) {
        const float success = find_utility(tree, tree->question->mover, find_mean(&nodes[i]));
        if (((nodes[i].is_proved && success > 0.5F) || 2 * nodes[i].visits >= nodes[0].visits) &&
            success > estimate->success) {
            best = i;
            estimate->success = success;
        }
    }
    const EstimateNode chosen = nodes[best];
    memmove(&nodes[1], &nodes[0], (size_t)best * sizeof chosen);
    nodes[0] = chosen;
    for (int i = 0; i < count && nodes[i].visits > 0 && i < ESTIMATE_MOVES_MAX; i++) {
        estimate->moves[estimate->move_count++] = nodes[i].move;
    }
    return estimate->move_count > 0;
}

static bool is_near(const Tree *tree, const Geometry *geometry, int cell) {
    const int width = geometry->width;
    for (int i = 0; i < tree->stone_count; i++) {
        const int other = geometry->cell_of[tree->stones[i]];
        if (abs(cell % width - other % width) + abs(cell / width - other / width) <= RADIUS) {
            return true;
        }
    }
    return false;
}

static void begin(Tree *tree) {
    const Goal *goal = tree->goal;
    const Board *board = tree->question->board;
    const Geometry *geometry = board->geometry;
    EstimateFrame *root = tree->frames;
    for (int i = 0; i < goal->target_count; i++) {
        Point stone = goal->targets[i];
        do {
            tree->stones[tree->stone_count] = stone;
            tree->target_of[tree->stone_count++] = (uint8_t)i;
            stone = board->next[stone];
        } while (stone != goal->targets[i]);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (is_near(tree, geometry, cell)) {
            tree->points[tree->point_count++] = geometry->point_of[cell];
        }
    }
    board_copy(&root->board, board);
    root->mover = tree->question->mover;
    root->board.ko = board->to_move == root->mover ? board->ko : POINT_NONE;
    root->passes = root->node = 0;
    root->captured = 0;
    tree->nodes[tree->node_count++] = (EstimateNode){.move = POINT_PASS};
}

bool estimate_goal(const Question *question, Estimate *estimate) {
    const GoalLimits *limits = &question->limits;
    *estimate = (Estimate){0};
    Tree *tree = limits->evaluator == NULL ? NULL : calloc(1, sizeof *tree);
    if (tree == NULL) {
        return false;
    }
    tree->question = question;
    tree->goal = &question->goal;
    tree->frames = aligned_new((DEPTH_MAX + 1) * sizeof *tree->frames);
    bool ok = tree->frames != NULL && reserve(tree, 1);
    if (ok) {
        begin(tree);
    }
    for (int i = 0; ok && i < LINES_PER_NODE * limits->evaluations &&
                    tree->evaluations < limits->evaluations && !deadline_is_over(limits->deadline);
         i++) {
        ok = run_line(tree);
    }
    ok = ok && choose(tree, estimate);
    free(tree->nodes);
    aligned_free(tree->frames);
    free(tree);
    return ok;
}
