#include "engine/search/graph/select.h"

#include <stdlib.h>

/* The points of the board for which rave_equivalence and score_width are given. On a smaller one
 * the utility of a later move says less about its utility now, and there are fewer moves. */
static const float WHOLE_CELLS = 19 * 19;

/* A game begins to count as won if one side wins this often. */
static const double WON_GAME_WIN_RATE = 0.9;

Selector selector_new(const SelectParameters *parameters, int cells) {
    Selector selector = {.parameters = *parameters, .cells = cells};
    selector_center_on_root(&selector, 0.5, 0);
    return selector;
}

void selector_center_on_root(Selector *selector, double root_value, double root_score) {
    const SelectParameters *p = &selector->parameters;
    const double winner = 0.5 + fabs(root_value - 0.5);
    const double won =
        p->won_game_score_width > 0
            ? fmin(fmax((winner - WON_GAME_WIN_RATE) / (1 - WON_GAME_WIN_RATE), 0), 1)
            : 0;
    const double width = p->score_width + won * (p->won_game_score_width - p->score_width);
    selector->scale.share =
        (float)(p->score_share + won * (p->won_game_score_share - p->score_share));
    selector->scale.width = (float)width * (float)selector->cells / WHOLE_CELLS;
    selector->scale.center = (float)(p->score_centering * root_score);
}

/* What the edges of a node share. */
typedef struct {
    float prior_factor, rave_equivalence, unvisited;
    SelectScale scale;
    bool black;
} Selection;

static float visited_prior(const GraphNode *node, const GraphEdge *edges) {
    float sum = 0;
    for (int i = 0; i < node->edge_count; i++) {
        const uint32_t visits = atomic_load_explicit(&edges[i].visits, memory_order_relaxed);
        sum += visits > 0 ? edges[i].prior : 0;
    }
    return sum;
}

static Selection selection_of(const Selector *selector, const SelectNode *from) {
    const SelectParameters *p = &selector->parameters;
    const GraphNode *node = from->node;
    const Color to_move = from->to_move;
    const float visits = (float)atomic_load_explicit(&node->visits, memory_order_relaxed) + 1;
    const float value = atomic_load_explicit(&node->value, memory_order_relaxed);
    const float score = atomic_load_explicit(&node->score, memory_order_relaxed);
    const float boards = (float)selector->cells / WHOLE_CELLS;
    const float utility = select_utility(&selector->scale, value, score);
    const double fpu = from->root == NULL ? p->fpu_reduction : from->root->fpu_reduction;
    const float loss =
        (float)fpu * (p->fpu_by_visited_policy ? sqrtf(visited_prior(node, from->edges)) : 1);
    return (Selection){
        .prior_factor = (float)p->cpuct * sqrtf(visits),
        .rave_equivalence = (float)p->rave_equivalence * boards * boards,
        .unvisited = (to_move == BLACK ? utility : 1 - utility) - loss,
        .scale = selector->scale,
        .black = to_move == BLACK,
    };
}

static inline float own_mean(const Selection *s, const GraphEdge *edge) {
    const float value = atomic_load_explicit(&edge->value, memory_order_relaxed);
    const float score = atomic_load_explicit(&edge->score, memory_order_relaxed);
    const float utility = select_utility(&s->scale, value, score);
    return s->black ? utility : 1 - utility;
}

static inline float rate(const Selection *s, const GraphEdge *edge, float prior) {
    const float visits = (float)graph_edge_visits(edge);
    const float virtual_losses =
        (float)atomic_load_explicit(&edge->virtual_losses, memory_order_relaxed);
    const float tries = visits + virtual_losses;
    float mean = visits > 0 ? own_mean(s, edge) : s->unvisited;
    const uint64_t amaf = atomic_load_explicit(&edge->amaf, memory_order_relaxed);
    const float playouts = (float)(amaf >> 32);
    if (playouts > 0 && s->rave_equivalence > 0) {
        const float black = (float)(uint32_t)amaf / (playouts * (float)GRAPH_AMAF_ONE);
        const float amaf_mean = s->black ? black : 1 - black;
        const float beta = playouts / (playouts + visits + playouts * visits / s->rave_equivalence);
        mean += beta * (amaf_mean - mean);
    }
    /* Virtual losses: threads below it count as lost visits. They take their share of the mean's
     * size, so that a mean below 0, that of an unvisited move in a lost position, falls, too. */
    mean -= fabsf(mean) * (virtual_losses / (tries + 1));
    return mean + s->prior_factor * prior / (1 + tries);
}

/* noise is that of SearchRoot. */
static inline __attribute__((always_inline)) GraphEdge *
best_edge(const Selection *selection, const SelectNode *from, float noise) {
    GraphEdge *edges = from->edges;
    const float power = 1 / (1 + 4 * noise);
    GraphEdge *best = NULL;
    float best_rate = -INFINITY;
    for (int i = 0; i < from->node->edge_count; i++) {
        if (from->excluded != NULL && from->excluded[i]) {
            continue;
        }
        const float prior = noise > 0 ? powf(edges[i].prior, power) : edges[i].prior;
        float rated = rate(selection, &edges[i], prior);
        if (noise > 0 && rng_below(from->rng, 2) == 0) {
            rated += noise / 2 * (float)fabs(rng_normal(from->rng));
        }
        if (rated > best_rate) {
            best_rate = rated;
            best = &edges[i];
        }
    }
    return best;
}

GraphEdge *select_edge(const Selector *selector, const SelectNode *from) {
    const Selection selection = selection_of(selector, from);
    return from->root == NULL ? best_edge(&selection, from, 0)
                              : best_edge(&selection, from, (float)from->root->noise);
}

double select_lower_bound(const GraphEdge *edge, bool black, double z) {
    const double n = (double)graph_edge_visits(edge) + 1;
    const float mean_value = atomic_load_explicit(&edge->value, memory_order_relaxed);
    const float kept = fminf(fmaxf(mean_value, 0), 1); /* no root of a negative below */
    const double value = black ? kept : 1 - kept;
    const double mean = (value * (n - 1) + 0.5) / n;
    return mean - z * sqrt(mean * (1 - mean) / n);
}

double select_lower_utility(const SelectScale *scale, const GraphEdge *edge, bool black, double z) {
    const double share = (double)scale->share;
    const float score = atomic_load_explicit(&edge->score, memory_order_relaxed);
    const double points = (double)select_points(scale, score);
    return 0.5 + (1 - share) * (select_lower_bound(edge, black, z) - 0.5) +
           (black ? points : -points);
}

static int compare_ratings(const void *a, const void *b) {
    const RatedEdge *x = a, *y = b;
    return x->rating != y->rating ? (x->rating < y->rating ? 1 : -1)
                                  : (x->edge > y->edge) - (x->edge < y->edge);
}

void select_sort_edges(RatedEdge *edges, int count) {
    qsort(edges, (size_t)count, sizeof *edges, compare_ratings);
}

double select_rate_choice(const SelectScale *scale, const GraphEdge *edge, uint32_t most,
                          bool black, double z) {
    const uint32_t visits = graph_edge_visits(edge);
    if (z > 0 && select_is_lcb_candidate(visits, most)) {
        return 1 + z + select_lower_utility(scale, edge, black, z);
    }
    return ((double)visits + 0.5 * (double)edge->prior) / (most + 1.0);
}
