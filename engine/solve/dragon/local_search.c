#include "engine/solve/dragon/local_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/go/board/liberty.h"

enum {
    DEPTH_MAX = 60,      /* moves of a line */
    CHOICE_SHARE = 2,    /* a move may be chosen with this part of the most visits */
    ROUNDS_PER_NODE = 4, /* lines, those that end in known positions included, per evaluation */
    RADIUS = 5,          /* of the region around each stone, in steps */
    PROOF_NODES = 400,   /* of a search at a leaf */
};

static const float PASS_PRIOR = 0.05F, LEAST_PRIOR = 0.004F; /* shares of the policy */
static const float CPUCT = 1.0F, FPU_REDUCTION = 0.15F;

typedef struct {
    Point point;
    float prior;
    int child; /* -1: not visited */
} Edge;

typedef struct {
    int first, count; /* edges */
    int visits;
    bool is_over;                  /* the dragons' fate is known: nothing below */
    bool is_proved;                /* by a goal search, here or after the mover's best move */
    bool is_by_ko;                 /* that proof rests on a ko */
    float dead[LOCAL_DRAGONS_MAX]; /* sums over visits */
} Node;

/* A position on the line from the root. */
typedef struct {
    Board board;
    Color mover;
    int node, passes;
    uint64_t captured[LOCAL_DRAGONS_MAX]; /* chains of the dragons, a bit each */
    int threats[2];                       /* [color]: that are left */
} Frame;

typedef struct {
    const LocalQuestion *question;
    int dragon_count;
    LocalResult *result;
    Node *nodes;
    int node_count;
    Edge *edges;
    int edge_count, edge_capacity;
    Frame *frames; /* DEPTH_MAX + 1 */
    Point points[CELL_COUNT_MAX];
    int point_count;
    Point stones[LOCAL_DRAGONS_MAX][CELL_COUNT_MAX];
    uint8_t chain_of[LOCAL_DRAGONS_MAX][CELL_COUNT_MAX]; /* [stone]: its chain's bit */
    int stone_count[LOCAL_DRAGONS_MAX];
    LocalEvaluation evaluation;
    bool failed;
} Tree;

/* ---- The dragons ---- */

static void list_stones(Tree *tree) {
    for (int d = 0; d < tree->dragon_count; d++) {
        const Dragon *dragon = tree->question->dragons[d];
        const Board *board = tree->question->board;
        int count = 0;
        for (int i = 0; i < dragon->chain_count && i < 64; i++) {
            const Point first = dragon->chains[i];
            Point stone = first;
            if (board_color(board, first) != dragon->color) {
                continue;
            }
            do {
                tree->stones[d][count] = stone;
                tree->chain_of[d][count++] = (uint8_t)i;
                stone = board->next[stone];
            } while (stone != first);
        }
        tree->stone_count[d] = count;
    }
}

static void note_captures(const Tree *tree, Frame *frame) {
    for (int d = 0; d < tree->dragon_count; d++) {
        const Dragon *dragon = tree->question->dragons[d];
        for (int i = 0; i < tree->stone_count[d]; i++) {
            if (board_color(&frame->board, tree->stones[d][i]) != dragon->color) {
                frame->captured[d] |= UINT64_C(1) << tree->chain_of[d][i];
            }
        }
    }
}

/* The share of a dragon's stones that are captured or, by the evaluation, will be; without one, -1
 * if some are left. */
static float find_dead(const Tree *tree, const Frame *frame, int d, const LocalEvaluation *by) {
    const Dragon *dragon = tree->question->dragons[d];
    const float sign = dragon->color == BLACK ? 1 : -1;
    float dead = 0;
    for (int i = 0; i < tree->stone_count[d]; i++) {
        if (frame->captured[d] >> tree->chain_of[d][i] & 1) {
            dead += 1;
        } else if (by == NULL) {
            return -1;
        } else {
            const int cell = frame->board.geometry->cell_of[tree->stones[d][i]];
            dead += (1 - sign * by->ownership[cell]) / 2;
        }
    }
    return tree->stone_count[d] == 0 ? 1 : dead / (float)tree->stone_count[d];
}

/* What the side to move makes of the dragons' fates: 0..1. */
static float find_utility(const Tree *tree, Color mover, const float *dead) {
    float sum = 0;
    for (int d = 0; d < tree->dragon_count; d++) {
        sum += tree->question->dragons[d]->color == mover ? 1 - dead[d] : dead[d];
    }
    return sum / (float)tree->dragon_count;
}

/* ---- Moves ---- */

/* Is the move allowed, by the ko that a threat lifts if not otherwise? */
static bool is_allowed(const Frame *frame, Point p) {
    const MoveCheck check = board_check(&frame->board, frame->mover, p, false);
    return check == MOVE_LEGAL || (check == MOVE_KO && frame->threats[frame->mover] > 0);
}

static void play(const Tree *tree, const Frame *before, Point p, Frame *after) {
    board_copy(&after->board, &before->board);
    memcpy(after->threats, before->threats, sizeof after->threats);
    if (board_check(&before->board, before->mover, p, false) == MOVE_KO) {
        after->board.ko = POINT_NONE;
        after->threats[before->mover]--;
    }
    board_play(&after->board, before->mover, p);
    after->mover = color_opponent(before->mover);
    after->passes = p == POINT_PASS ? before->passes + 1 : 0;
    memcpy(after->captured, before->captured, sizeof after->captured);
    note_captures(tree, after);
}

static bool add_edge(Tree *tree, Point p, float prior) {
    if (tree->edge_count == tree->edge_capacity) {
        const int capacity = tree->edge_capacity * 2 + 1024;
        Edge *edges = realloc(tree->edges, (size_t)capacity * sizeof *edges);
        if (edges == NULL) {
            return false;
        }
        tree->edges = edges;
        tree->edge_capacity = capacity;
    }
    tree->edges[tree->edge_count++] = (Edge){p, prior, -1};
    return true;
}

static bool expand(Tree *tree, const Frame *frame, Node *node) {
    node->first = tree->edge_count;
    float sum = 0;
    for (int i = 0; i < tree->point_count; i++) {
        const Point p = tree->points[i];
        if (frame->board.color[p] == EMPTY && is_allowed(frame, p)) {
            sum += tree->evaluation.policy[p];
            if (!add_edge(tree, p, tree->evaluation.policy[p])) {
                return false;
            }
        }
    }
    sum = sum > 1e-6F ? sum : 1e-6F;
    node->count = tree->edge_count - node->first;
    for (int i = 0; i < node->count; i++) {
        Edge *edge = &tree->edges[node->first + i];
        edge->prior = edge->prior / sum + LEAST_PRIOR;
    }
    node->count++;
    return add_edge(tree, POINT_PASS, PASS_PRIOR);
}

/* ---- Proofs ---- */

static GoalOutcome prove_by(const Tree *tree, const Frame *frame, GoalKo ko) {
    const LeafProof *proof = &tree->question->proof;
    const GoalLimits limits = {.nodes = PROOF_NODES, .deadline = tree->question->limits->deadline};
    const uint32_t captured =
        goal_add_captured(proof->goal, &frame->board, (uint32_t)frame->captured[0]);
    GoalKoRule rule = {.ko = ko};
    for (int color = 0; color < 2 && ko == KO_IS_SIMPLE; color++) {
        rule.threats[color] = frame->threats[color];
    }
    return goal_search_run(proof->search, proof->goal, &frame->board, frame->mover, captured, rule,
                           limits)
        .outcome;
}

/* First the side that loses by the evaluator wins kos: mostly that decides. Sets *by_ko if it would
 * make a difference if one side won all kos. */
static GoalOutcome prove_without_threats(const Tree *tree, const Frame *frame, float dead,
                                         bool *by_ko) {
    const bool favors_reacher = dead > 0.5F;
    const GoalOutcome outcome =
        prove_by(tree, frame, favors_reacher ? KO_IS_HOLDERS : KO_IS_REACHERS);
    if (outcome == (favors_reacher ? GOAL_REACHED : GOAL_HELD) || outcome == GOAL_OPEN) {
        return outcome;
    }
    const GoalOutcome other =
        prove_by(tree, frame, favors_reacher ? KO_IS_REACHERS : KO_IS_HOLDERS);
    *by_ko = other != outcome && other != GOAL_OPEN;
    return *by_ko ? prove_by(tree, frame, KO_IS_SIMPLE) : other;
}

/* What the position amounts to for the targets with simple kos, or GOAL_OPEN. */
static GoalOutcome prove(const Tree *tree, const Frame *frame, float dead, bool *by_ko) {
    const LeafProof *proof = &tree->question->proof;
    if (proof->search == NULL || tree->node_count == 0) { /* the root's moves are asked for */
        return GOAL_OPEN;
    }
    const GoalOutcome outcome = frame->threats[0] + frame->threats[1] == 0
                                    ? prove_without_threats(tree, frame, dead, by_ko)
                                    : prove_by(tree, frame, KO_IS_SIMPLE);
    return outcome == GOAL_HELD && !proof->trusts_held ? GOAL_OPEN : outcome;
}

/* Evaluates a new position. Returns its node, or -1 on failure. */
static int add_node(Tree *tree, Frame *frame, float *dead) {
    Node *node = &tree->nodes[tree->node_count];
    *node = (Node){.first = tree->edge_count};
    bool is_over = true;
    for (int d = 0; d < tree->dragon_count; d++) {
        dead[d] = find_dead(tree, frame, d, NULL);
        is_over &= dead[d] >= 0;
    }
    node->is_over = is_over || frame->passes >= 2;
    if (!is_over) {
        const LocalEvaluator *evaluator = tree->question->limits->evaluator;
        if (!evaluator->evaluate(evaluator->context, &frame->board, frame->mover,
                                 &tree->evaluation)) {
            return -1;
        }
        tree->result->evaluations++;
        for (int d = 0; d < tree->dragon_count; d++) {
            dead[d] = find_dead(tree, frame, d, &tree->evaluation);
        }
        const GoalOutcome outcome = prove(tree, frame, dead[0], &node->is_by_ko);
        if (outcome != GOAL_OPEN) {
            dead[0] = outcome == GOAL_REACHED;
            node->is_over = node->is_proved = true;
        }
        if (!node->is_over && !expand(tree, frame, node)) {
            return -1;
        }
    }
    return tree->node_count++;
}

/* How likely the dragons die after a node that was visited. */
static void find_mean(const Node *node, float mean[LOCAL_DRAGONS_MAX]) {
    for (int d = 0; d < LOCAL_DRAGONS_MAX; d++) {
        mean[d] = node->dead[d] / (float)node->visits;
    }
}

static Edge *select_edge(const Tree *tree, const Node *node, Color mover) {
    const float total = sqrtf((float)node->visits);
    float mean[LOCAL_DRAGONS_MAX];
    find_mean(node, mean);
    const float unvisited = find_utility(tree, mover, mean) - FPU_REDUCTION;
    Edge *best = NULL;
    float most = -1000;
    for (int i = 0; i < node->count; i++) {
        Edge *edge = &tree->edges[node->first + i];
        float value = unvisited;
        int visits = 0;
        if (edge->child >= 0) {
            const Node *child = &tree->nodes[edge->child];
            visits = child->visits;
            find_mean(child, mean);
            value = find_utility(tree, mover, mean);
        }
        value += CPUCT * edge->prior * total / (float)(1 + visits);
        if (value > most) {
            most = value;
            best = edge;
        }
    }
    return best;
}

/* Does the move to a position win, by a proof, for the side that makes it? */
static bool wins(const Tree *tree, const Node *child, Color mover) {
    float mean[LOCAL_DRAGONS_MAX];
    find_mean(child, mean);
    return child->is_proved && find_utility(tree, mover, mean) > 0.5F;
}

/* The mover of the frame has a move that wins. The root's moves are compared all the same. */
static void prove_by_move(Tree *tree, const Frame *frame, const float *dead) {
    Node *node = &tree->nodes[frame->node];
    node->is_by_ko = tree->nodes[frame[1].node].is_by_ko;
    if (frame->node == 0) {
        return;
    }
    node->is_over = node->is_proved = true;
    for (int d = 0; d < LOCAL_DRAGONS_MAX; d++) {
        node->dead[d] = dead[d] * (float)node->visits;
    }
}

/* Follows one line to a new position. Returns false on failure. */
static bool run_line(Tree *tree) {
    float dead[LOCAL_DRAGONS_MAX] = {0};
    int depth = 0;
    for (;; depth++) {
        Frame *frame = &tree->frames[depth];
        const Node *node = &tree->nodes[frame->node];
        if (node->is_over || depth == DEPTH_MAX) {
            find_mean(node, dead);
            break;
        }
        Edge *edge = select_edge(tree, node, frame->mover);
        Frame *after = &tree->frames[depth + 1];
        play(tree, frame, edge->point, after);
        if (edge->child < 0) {
            const int place = (int)(edge - tree->edges);
            const int child = add_node(tree, after, dead);
            if (child < 0) {
                return false;
            }
            tree->edges[place].child = after->node = child;
            depth++;
            break;
        }
        after->node = edge->child;
    }
    for (int i = 0; i <= depth; i++) {
        Node *node = &tree->nodes[tree->frames[i].node];
        node->visits++;
        for (int d = 0; d < LOCAL_DRAGONS_MAX; d++) {
            node->dead[d] += dead[d];
        }
    }
    if (depth > 0 &&
        wins(tree, &tree->nodes[tree->frames[depth].node], tree->frames[depth - 1].mover)) {
        prove_by_move(tree, &tree->frames[depth - 1], dead);
    }
    return true;
}

static void list_moves(const Tree *tree, LocalResult *result) {
    const Node *root = &tree->nodes[0];
    for (int i = 0; i < root->count; i++) {
        const Edge *edge = &tree->edges[root->first + i];
        if (edge->child < 0) {
            continue;
        }
        const Node *child = &tree->nodes[edge->child];
        LocalMove move = {.move = edge->point,
                          .visits = child->visits,
                          .is_proved = wins(tree, child, tree->question->mover)};
        find_mean(child, move.dead);
        int place = result->move_count;
        while (place > 0 && result->moves[place - 1].visits < move.visits) {
            if (place < LOCAL_MOVES_MAX) {
                result->moves[place] = result->moves[place - 1];
            }
            place--;
        }
        if (place < LOCAL_MOVES_MAX) {
            result->moves[place] = move;
            result->move_count += result->move_count < LOCAL_MOVES_MAX;
        }
    }
}

/* Brings the best move to the front. */
static void choose(const Tree *tree, LocalResult *result) {
    int best = 0;
    float most = -1;
    for (int i = 0; i < result->move_count; i++) {
        const LocalMove *move = &result->moves[i];
        const float utility =
            find_utility(tree, tree->question->mover, move->dead) + (float)move->is_proved;
        if ((move->visits * CHOICE_SHARE >= result->moves[0].visits || move->is_proved) &&
            utility > most) {
            most = utility;
            best = i;
        }
    }
    const LocalMove chosen = result->moves[best];
    memmove(&result->moves[1], &result->moves[0], (size_t)best * sizeof chosen);
    result->moves[0] = chosen;
}

/* Does the best move take a ko, or one of the moves that follow it by the most visits, or does a
 * proof that they lead to rest on one? */
static bool has_ko_on_line(Tree *tree, Point best) {
    Frame *frame = tree->frames;
    for (int depth = 0; depth < DEPTH_MAX; depth++, frame++) {
        const Node *node = &tree->nodes[frame->node];
        const Edge *chosen = NULL;
        for (int i = 0; i < node->count; i++) {
            const Edge *edge = &tree->edges[node->first + i];
            if (edge->child >= 0 &&
                (depth == 0 ? edge->point == best
                            : chosen == NULL || tree->nodes[edge->child].visits >
                                                    tree->nodes[chosen->child].visits)) {
                chosen = edge;
            }
        }
        if (chosen == NULL) {
            return false;
        }
        play(tree, frame, chosen->point, &frame[1]);
        frame[1].node = chosen->child;
        if (frame[1].board.ko != POINT_NONE || tree->nodes[chosen->child].is_by_ko) {
            return true;
        }
    }
    return false;
}

/* Is the cell near a stone of the dragons? */
static bool is_near(const Tree *tree, const Geometry *geometry, int cell) {
    for (int d = 0; d < tree->dragon_count; d++) {
        for (int i = 0; i < tree->stone_count[d]; i++) {
            const int other = geometry->cell_of[tree->stones[d][i]], width = geometry->width;
            if (abs(cell % width - other % width) + abs(cell / width - other / width) <= RADIUS) {
                return true;
            }
        }
    }
    return false;
}

static bool begin(Tree *tree) {
    const LocalQuestion *question = tree->question;
    const Geometry *geometry = question->board->geometry;
    Frame *root = tree->frames;
    list_stones(tree);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (is_near(tree, geometry, cell)) {
            tree->points[tree->point_count++] = geometry->point_of[cell];
        }
    }
    board_copy(&root->board, question->board);
    if ((Color)question->board->to_move != question->mover) {
        root->board.ko = POINT_NONE;
    }
    root->mover = question->mover;
    memcpy(root->threats, question->threats, sizeof root->threats);
    float dead[LOCAL_DRAGONS_MAX] = {0};
    root->node = add_node(tree, root, dead);
    if (root->node < 0) {
        return false;
    }
    tree->nodes[0].visits = 1;
    memcpy(tree->nodes[0].dead, dead, sizeof dead);
    return true;
}

bool local_search_run(const LocalQuestion *question, LocalResult *result) {
    const GoalLimits *limits = question->limits;
    const int lines = limits->evaluations * ROUNDS_PER_NODE;
    *result = (LocalResult){0};
    if (limits->evaluator == NULL || lines == 0) {
        return false;
    }
    Tree *tree = calloc(1, sizeof *tree);
    bool ok = tree != NULL;
    if (ok) {
        tree->question = question;
        tree->dragon_count = question->dragons[1] == NULL ? 1 : 2;
        tree->result = result;
        tree->nodes = malloc(((size_t)lines + 2) * sizeof *tree->nodes);
        tree->frames = aligned_new((DEPTH_MAX + 2) * sizeof *tree->frames);
        ok = tree->nodes != NULL && tree->frames != NULL && begin(tree);
        for (int i = 0; ok && i < lines && result->evaluations < limits->evaluations &&
                        !deadline_is_over(limits->deadline);
             i++) {
            ok = run_line(tree);
        }
        if (ok) {
            list_moves(tree, result);
            choose(tree, result);
            result->ko_on_line =
                result->move_count > 0 && has_ko_on_line(tree, result->moves[0].move);
        }
        free(tree->nodes);
        free(tree->edges);
        aligned_free(tree->frames);
    }
    free(tree);
    return ok && result->move_count > 0;
}
