#include "engine/book/cost.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"

static const double PER_MOVE = 0.45;
static const double PER_LOSS = 4.5, PER_LOSS_3 = 0.75,
                    PER_LOSS_7 = 0.75; /* of winning less losing */
static const double PER_POINT = 0.75, POINTS_MAX = 3;
static const double PER_LOG_PRIOR = 0.75;
static const double PER_CHILD = 0.25, PER_CHILD_SQUARED = 0.05;
static const double PASS_FAVORED = 3.5;
static const double LARGEST_LOSS_BONUS = 0.2;
static const double ERROR_BONUS = 1, SCORE_ERROR_BONUS = 0.03, SHARP_BONUS = 0.15;
static const double EXCESS_PRIOR_BONUS = 2, LEAD_BONUS = 1.5, LEAD_OFFSET = 0.02;
static const double PV_EVEN = 0.03, PV_QUARTER = 0.15, PV_LAST_SHARE = 0.5;
static const double REFUND = 0.8, BONUS_MOST = 0.75;
static const double BETTER_BY = 0.03, BETTER_SHARE = 0.7;
static const double UTILITY_PER_POINT = 0.1, UTILITY_SCALE = 0.04;
static const double FULL_VISITS = 1000;

/* A move of a node, or the moves outside of the book, for the side to move. */
typedef struct {
    const BookEdge *edge; /* NULL: outside */
    double win_loss, upper, score, score_upper, error, score_error, sharp_gap;
    double utility, prior, visits;
    double loss; /* by the upper bounds, in cost */
    double cost; /* from this node */
} Choice;

static double cube(double x) {
    return x * x * x;
}

static double seventh(double x) {
    return cube(x) * cube(x) * x;
}

static Choice choice_of(const BookGraph *graph, const double f[BOOK_FIGURES], Color side) {
    const double sign = side == BLACK ? 1 : -1, errors = 2 * fmax(graph->facts.error_factor, 1e-9);
    Choice choice = {
        .win_loss = sign * f[BOOK_WIN_LOSS],
        .upper = side == BLACK ? f[BOOK_WIN_LOSS_UPPER] : -f[BOOK_WIN_LOSS_LOWER],
        .score = sign * f[BOOK_SCORE],
        .score_upper = side == BLACK ? f[BOOK_SCORE_UPPER] : -f[BOOK_SCORE_LOWER],
        .error = fabs(f[BOOK_WIN_LOSS_UPPER] - f[BOOK_WIN_LOSS_LOWER]) / errors,
        .score_error = fabs(f[BOOK_SCORE_UPPER] - f[BOOK_SCORE_LOWER]) / errors,
        .sharp_gap = fabs(f[BOOK_SHARP_SCORE] - f[BOOK_SCORE]),
    };
    choice.utility = choice.win_loss + UTILITY_PER_POINT * choice.score;
    return choice;
}

static Choice outside_of(const BookGraph *graph, const BookNode *node) {
    const BookValues *own = &node->own;
    const double factor = graph->facts.error_factor;
    const double figures[BOOK_FIGURES] = {
        [BOOK_WIN_LOSS] = own->win_loss,
        [BOOK_WIN_LOSS_LOWER] = own->win_loss - factor * own->win_loss_error,
        [BOOK_WIN_LOSS_UPPER] = own->win_loss + factor * own->win_loss_error,
        [BOOK_SCORE] = own->score,
        [BOOK_SCORE_LOWER] = own->score - factor * own->score_error,
        [BOOK_SCORE_UPPER] = own->score + factor * own->score_error,
        [BOOK_SHARP_SCORE] = own->sharp_score,
    };
    Choice choice = choice_of(graph, figures, book_node_side(node));
    choice.prior = own->prior;
    choice.visits = (double)own->visits;
    return choice;
}

/* The logarithm of a choice's prior, raised towards those of likelier moves that it beats. */
static double boosted_log_prior(const Choice *choice, const Choice *moves, int count) {
    const double own = log(choice->prior + 1e-100);
    double boosted = own;
    for (int i = 0; i < count; i++) {
        const double gain = choice->utility - moves[i].utility;
        if (moves[i].prior > choice->prior && gain > 0) {
            const double share = 0.1 + 0.9 * (2 / (1 + exp(-gain / UTILITY_SCALE)) - 1);
            boosted = fmax(boosted, own + share * (log(moves[i].prior + 1e-100) - own));
        }
    }
    return boosted;
}

static const Choice *find_pass(const Choice *moves, int count) {
    for (int i = 0; i < count; i++) {
        if (moves[i].edge->move == POINT_PASS) {
            return &moves[i];
        }
    }
    return NULL;
}

/* Sets loss and cost of a choice of a node whose best bounds are these. */
static void set_cost(Choice *choice, const Choice *best, const Choice *moves, int count,
                     double largest_loss) {
    const Choice *pass = find_pass(moves, count);
    const bool pass_favored = pass != NULL && pass->prior > 0.15 &&
                              pass->prior > 0.8 * choice->prior &&
                              pass->utility > choice->utility - 0.02;
    double lost = PER_LOSS * (best->upper - choice->upper) +
                  PER_LOSS_3 * (cube(best->upper) - cube(choice->upper)) +
                  PER_LOSS_7 * (seventh(best->upper) - seventh(choice->upper));
    lost -= lost > largest_loss ? LARGEST_LOSS_BONUS * (lost - largest_loss) : 0;
    choice->loss = lost + PER_POINT * fmin(best->score_upper - choice->score_upper, POINTS_MAX);
    choice->cost = PER_MOVE + choice->loss -
                   PER_LOG_PRIOR * boosted_log_prior(choice, moves, count) +
                   (pass_favored ? PASS_FAVORED : 0);
}

/* How many of the node's moves count against another: fewer if the moves outside beat them, or are
 * still likely. */
static double counted_moves(const Choice *outside, const Choice *moves, int count) {
    double most = 0.5;
    for (int i = 0; i < count; i++) {
        const double gain = outside->utility - moves[i].utility;
        most += 1.5 * (gain <= 0 ? 1 : 2 - 2 / (1 + exp(-gain / UTILITY_SCALE)));
    }
    return fmin(fmin(count, most), 1 / (outside->prior + 1e-30));
}

/* The cost of a choice that is clearly better than cheaper ones comes near to theirs. */
static double near_those_beaten(const Choice *choice, const Choice *moves, int count) {
    double cheapest = choice->cost;
    for (int i = 0; i < count; i++) {
        if (moves[i].cost < cheapest && choice->win_loss > moves[i].win_loss + BETTER_BY) {
            cheapest = moves[i].cost;
        }
    }
    return choice->cost + BETTER_SHARE * (cheapest - choice->cost);
}

static double pv_share(double win_loss) {
    const double even = fmax(0, 1 - win_loss * win_loss);
    const double off = 0.5 - fabs(win_loss);
    return tanh(PV_EVEN * even + PV_QUARTER * 4 * fmax(0, 0.25 - off * off));
}

static double uncertainty_bonus(const Choice *choice, double sharp_gap) {
    return ERROR_BONUS * choice->error + SCORE_ERROR_BONUS * choice->score_error +
           SHARP_BONUS * sharp_gap;
}

/* The bonus if the moves outside look better than all that are known, as far as these have visits.
 */
static double lead_bonus(const Choice *outside, const Choice *moves, int count) {
    double visits = 0;
    const Choice *best = NULL;
    for (int i = 0; i < count; i++) {
        best = best == NULL || moves[i].win_loss > best->win_loss ? &moves[i] : best;
        visits += moves[i].visits;
    }
    if (best == NULL || outside->win_loss <= best->win_loss) {
        return 0;
    }
    const double share =
        0.5 * (fmin(1, sqrt(best->visits / FULL_VISITS)) + fmin(1, sqrt(visits / FULL_VISITS)));
    return LEAD_BONUS * (outside->win_loss - best->win_loss + LEAD_OFFSET) * share;
}

/* The cost of an expansion, from its base. */
static double expansion_cost(const Choice *outside, const Choice *moves, int count) {
    const double excess = count > 0 ? fmax(0, outside->prior - 1.0 / count) : 0;
    const double bonus =
        uncertainty_bonus(outside, fmin(outside->sharp_gap, 1)) + EXCESS_PRIOR_BONUS * excess;
    return outside->cost - fmin(bonus, BONUS_MOST * outside->cost) -
           SHARP_BONUS * fmax(0, outside->sharp_gap - 1) - lead_bonus(outside, moves, count);
}

/* The choices of one node. */
typedef struct {
    Choice *moves;
    int count;
    Choice outside;
    bool is_open;
    int pv; /* of the moves; -1: outside */
} NodeChoices;

static void set_base_costs(NodeChoices *choices, const Choice *best, const BookCost *cost) {
    double least = INFINITY;
    for (int i = 0; i < choices->count; i++) {
        set_cost(&choices->moves[i], best, choices->moves, choices->count, cost->largest_loss);
        least = fmin(least, choices->moves[i].loss);
    }
    if (choices->is_open) {
        const double n = counted_moves(&choices->outside, choices->moves, choices->count);
        set_cost(&choices->outside, best, choices->moves, choices->count, cost->largest_loss);
        choices->outside.cost += PER_CHILD * n + PER_CHILD_SQUARED * n * n;
        least = fmin(least, choices->outside.loss);
    }
    const double refund = least > 0 && isfinite(least) ? REFUND * least : 0;
    for (int i = 0; i < choices->count; i++) {
        choices->moves[i].cost -= refund;
    }
    choices->outside.cost -= refund;
}

/* Costs of moves and of an expansion, from the node. */
static void price(NodeChoices *choices, const Choice *best, BookCost *cost) {
    set_base_costs(choices, best, cost);
    for (int i = 0; i < choices->count; i++) { /* in order, as those before have changed */
        choices->moves[i].cost =
            near_those_beaten(&choices->moves[i], choices->moves, choices->count);
    }
    choices->outside.cost = near_those_beaten(&choices->outside, choices->moves, choices->count);
    for (int i = 0; i < choices->count; i++) {
        Choice *move = &choices->moves[i];
        move->cost -= fmin(uncertainty_bonus(move, move->sharp_gap), BONUS_MOST * move->cost);
        if (i == choices->pv && move->cost > 0) {
            move->cost -= (1 - PV_LAST_SHARE) * move->cost * pv_share(move->win_loss);
        }
    }
    cost->expansion = INFINITY;
    if (choices->is_open) {
        cost->expansion = expansion_cost(&choices->outside, choices->moves, choices->count);
        const double scale =
            cost->expansion + PV_LAST_SHARE * fmax(0, cost->from_root - cost->from_root_pv);
        if (choices->pv < 0 && scale > 0) {
            cost->expansion -= scale * pv_share(choices->outside.win_loss);
        }
    }
}

static void find_choices(const BookGraph *graph, uint32_t index, NodeChoices *choices) {
    const BookNode *node = &graph->nodes[index];
    double best = -INFINITY;
    choices->count = node->edge_count;
    choices->is_open = (node->flags & BOOK_NOT_OPEN) == 0;
    choices->outside = outside_of(graph, node);
    choices->pv = -1;
    for (int i = 0; i < node->edge_count; i++) {
        const BookNode *child = &graph->nodes[node->edges[i].child];
        Choice *move = &choices->moves[i];
        *move = choice_of(graph, child->figures, book_node_side(node));
        move->edge = &node->edges[i];
        move->prior = node->edges[i].prior;
        move->visits = child->visits;
        choices->pv = move->win_loss > best ? i : choices->pv;
        best = fmax(best, move->win_loss);
    }
    choices->pv = choices->is_open && choices->outside.win_loss > best ? -1 : choices->pv;
}

/* Lowers the costs of what the node leads to. */
static void relax(const BookGraph *graph, uint32_t index, const NodeChoices *choices,
                  BookCost *costs) {
    const BookNode *node = &graph->nodes[index];
    for (int i = 0; i < node->edge_count; i++) {
        BookCost *child = &costs[node->edges[i].child];
        const double from_root = costs[index].from_root + choices->moves[i].cost;
        if (from_root < child->from_root) {
            child->from_root = from_root;
            child->largest_loss = fmax(costs[index].largest_loss, choices->moves[i].loss);
        }
        if (i == choices->pv) {
            child->from_root_pv = fmin(child->from_root_pv, costs[index].from_root_pv);
        }
    }
}

void book_costs_set(const BookGraph *graph, BookCost *costs) {
    uint32_t count;
    uint32_t *order = book_graph_order(graph, &count);
    Choice moves[GRAPH_EDGES_MAX];
    NodeChoices choices = {.moves = moves};
    for (uint32_t i = 0; i < graph->node_count; i++) {
        costs[i] = (BookCost){INFINITY, INFINITY, 0, INFINITY};
    }
    costs[BOOK_ROOT] = (BookCost){0, 0, 0, INFINITY};
    for (uint32_t i = count; i-- > 0;) {
        const BookNode *node = &graph->nodes[order[i]];
        BookCost *cost = &costs[order[i]];
        cost->from_root_pv = fmin(cost->from_root_pv, cost->from_root);
        find_choices(graph, order[i], &choices);
        const Choice best = choice_of(graph, node->figures, book_node_side(node));
        price(&choices, &best, cost);
        relax(graph, order[i], &choices, costs);
    }
    free(order);
}

double book_prior_left(const BookGraph *graph, uint32_t node) {
    double left = 1;
    for (int i = 0; i < graph->nodes[node].edge_count; i++) {
        left -= graph->nodes[node].edges[i].prior;
    }
    return fmax(left, 0);
}

/* ---- Choosing ---- */

typedef struct {
    double cost;
    uint64_t key;
    uint32_t node;
} Candidate;

static int compare_candidates(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    const int by_cost = (x->cost > y->cost) - (x->cost < y->cost);
    return by_cost != 0 ? by_cost : (x->key > y->key) - (x->key < y->key);
}

int book_costs_select(const BookGraph *graph, const BookCost *costs, uint32_t *nodes, int max) {
    Candidate *candidates = memory_new(graph->node_count, sizeof *candidates);
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const double cost = costs[i].from_root + costs[i].expansion;
        if (isfinite(cost)) {
            candidates[count++] = (Candidate){cost, graph->nodes[i].key, i};
        }
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    const int listed = count < (uint32_t)max ? (int)count : max;
    for (int i = 0; i < listed; i++) {
        nodes[i] = candidates[i].node;
    }
    free(candidates);
    return listed;
}
