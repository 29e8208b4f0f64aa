/* The rules of selection against a slow version of the formulas of select.h. */
#include "engine/search/graph/select.h"

#include <criterion/criterion.h>
#include <string.h>

enum { EDGES = 12 };

static double real_below(Rng *rng, double limit) {
    return limit * rng_below(rng, 1 << 20) / (1 << 20);
}

/* A node and edges with any history; some edges unvisited, some known by AMAF alone. */
static void fill(GraphNode *node, GraphEdge *edges, Rng *rng) {
    memset(node, 0, sizeof *node);
    memset(edges, 0, EDGES * sizeof *edges);
    node->edge_count = EDGES;
    node->visits = rng_below(rng, 100000);
    node->value = (float)real_below(rng, 1);
    node->score = (float)(real_below(rng, 200) - 100);
    for (int i = 0; i < EDGES; i++) {
        edges[i].visits = rng_below(rng, 3) == 0 ? 0 : rng_below(rng, 2000);
        edges[i].virtual_losses = (uint16_t)(rng_below(rng, 3) == 0 ? rng_below(rng, 4) : 0);
        edges[i].value = (float)real_below(rng, 1);
        edges[i].score = (float)(real_below(rng, 200) - 100);
        edges[i].prior = (float)real_below(rng, 0.2);
        const uint32_t playouts = rng_below(rng, 4) == 0 ? 0 : rng_below(rng, 3000);
        for (uint32_t k = 0; k < playouts; k++) {
            graph_add_amaf(&edges[i], (k * 7 + (uint32_t)i) % 10 < 4 ? 1.0F : 0.25F);
        }
    }
}

/* The root: Black wins half as often as where games begin to be decided. */
static const double ROOT_VALUE = 0.05, ROOT_SCORE = 12.5;

static Selector selector_of(const SelectParameters *parameters) {
    Selector selector = selector_new(parameters, 81);
    selector_center_on_root(&selector, ROOT_VALUE, ROOT_SCORE);
    return selector;
}

/* Between a share or width of open games and that of decided ones. */
static double half_way(const SelectParameters *p, double open, double won) {
    return p->won_game_score_width > 0 ? (open + won) / 2 : open;
}

static double utility(const SelectParameters *p, double win, double score) {
    const double lead = score - p->score_centering * ROOT_SCORE;
    const double share = half_way(p, p->score_share, p->won_game_score_share);
    const double width = half_way(p, p->score_width, p->won_game_score_width);
    const double points = 0.5 * lead / (width * 81 / 361 + fabs(lead));
    return 0.5 + (1 - share) * (win - 0.5) + share * points;
}

/* Select.h's rule, for the side to move. */
static double slow_rate(const SelectParameters *p, const GraphNode *node, const GraphEdge *edge,
                        Color to_move) {
    const double n = edge->visits, tries = n + edge->virtual_losses;
    const double of_node = utility(p, node->value, node->score);
    const double of_edge = utility(p, edge->value, edge->score);
    double mean = to_move == BLACK ? of_edge : 1 - of_edge;
    mean = n > 0 ? mean : (to_move == BLACK ? of_node : 1 - of_node) - p->fpu_reduction;
    const double playouts = (double)(edge->amaf >> 32);
    if (playouts > 0 && p->rave_equivalence > 0) {
        const double black = (double)(edge->amaf & UINT32_MAX) / (double)GRAPH_AMAF_ONE / playouts;
        const double amaf = to_move == BLACK ? black : 1 - black;
        const double whole = p->rave_equivalence * 81 / 361 * 81 / 361;
        const double beta = playouts / (playouts + n + playouts * n / whole);
        mean = (1 - beta) * mean + beta * amaf;
    }
    mean -= fabs(mean) * (1 - (n + 1) / (tries + 1)); /* threads below count as lost */
    return mean + p->cpuct * edge->prior * sqrt(node->visits + 1.0) / (1 + tries);
}

static const SelectParameters RULES_OF_SELECTION[] = {
    {.cpuct = 1.5,
     .rave_equivalence = 1000,
     .fpu_reduction = 0.05,
     .score_share = 0.05,
     .score_width = 361},
    {.cpuct = 1, .fpu_reduction = 0.2, .score_width = 361},        /* PUCT */
    {.cpuct = 0.1, .fpu_reduction = -1, .score_width = 361},       /* all first */
    {.rave_equivalence = 1, .score_share = 1, .score_width = 361}, /* by points alone */
    {.cpuct = 1, .score_share = 0.3, .score_width = 25, .score_centering = 0.8},
    {.cpuct = 1,
     .score_share = 0.2,
     .score_width = 60,
     .score_centering = 1,
     .won_game_score_share = 0.5,
     .won_game_score_width = 20},
};

enum { RULE_COUNT = sizeof RULES_OF_SELECTION / sizeof RULES_OF_SELECTION[0] };

static const GraphEdge *choose(const Selector *selector, const GraphNode *node, GraphEdge *edges,
                               Color to_move, const bool *excluded) {
    return select_edge(selector, &(SelectNode){node, edges, to_move, excluded, NULL, NULL});
}

Test(select, takes_the_best_by_the_formula) {
    Rng rng = rng_new(1);
    int chosen[EDGES] = {0};
    for (int round = 0; round < 400; round++) {
        const SelectParameters *p = &RULES_OF_SELECTION[round % RULE_COUNT];
        const Selector selector = selector_of(p);
        const Color to_move = rng_below(&rng, 2) == 0 ? BLACK : WHITE;
        GraphNode node;
        GraphEdge edges[EDGES];
        bool excluded[EDGES];
        fill(&node, edges, &rng);
        double best = -INFINITY;
        for (int i = 0; i < EDGES; i++) {
            excluded[i] = round % 2 == 1 && rng_below(&rng, 2) == 0 && i > 0;
            const double rate = slow_rate(p, &node, &edges[i], to_move);
            best = !excluded[i] && rate > best ? rate : best;
        }
        const GraphEdge *edge =
            choose(&selector, &node, edges, to_move, round % 2 == 1 ? excluded : NULL);
        cr_assert_not_null(edge);
        cr_assert(round % 2 == 0 || !excluded[edge - edges]);
        cr_assert_float_eq(slow_rate(p, &node, edge, to_move), best, 1e-4, "round %d", round);
        chosen[edge - edges]++;
    }
    for (int i = 0; i < EDGES; i++) {
        cr_assert_gt(chosen[i], 0);
    }
}

/* Threads spread out: of two equal edges the one with a thread below it waits. */
Test(select, avoids_where_a_thread_is) {
    GraphNode node = {.visits = 20, .value = 0.5F, .edge_count = 2};
    GraphEdge edges[2] = {{.visits = 10, .value = 0.5F, .prior = 0.5F, .virtual_losses = 1},
                          {.visits = 10, .value = 0.5F, .prior = 0.5F}};
    for (int i = 0; i < RULE_COUNT; i++) {
        for (int color = BLACK; color <= WHITE; color++) {
            const Selector selector = selector_of(&RULES_OF_SELECTION[i]);
            cr_assert_eq(choose(&selector, &node, edges, (Color)color, NULL), &edges[1]);
        }
    }
}

Test(select, points_count_for_more_in_decided_games) {
    static const struct {
        double value, share, width;
    } ROOTS[] = {{0.5, 0.2, 60},   {0.1, 0.2, 60},   {0.9, 0.2, 60},
                 {0.95, 0.35, 40}, {0.05, 0.35, 40}, {0, 0.5, 20},
                 {1, 0.5, 20},     {1.001, 0.5, 20}, {-0.001, 0.5, 20}};
    SelectParameters parameters = {.score_share = 0.2,
                                   .score_width = 60,
                                   .won_game_score_share = 0.5,
                                   .won_game_score_width = 20};
    for (size_t i = 0; i < sizeof ROOTS / sizeof ROOTS[0]; i++) {
        Selector selector = selector_new(&parameters, 361);
        selector_center_on_root(&selector, ROOTS[i].value, 0);
        cr_assert_float_eq(selector.scale.share, ROOTS[i].share, 1e-6, "%g", ROOTS[i].value);
        cr_assert_float_eq(selector.scale.width, ROOTS[i].width, 1e-4, "%g", ROOTS[i].value);
    }
    parameters.won_game_score_width = 0;
    Selector without = selector_new(&parameters, 361);
    selector_center_on_root(&without, 1, 0);
    cr_assert_float_eq(without.scale.share, 0.2, 1e-6);
    cr_assert_float_eq(without.scale.width, 60, 1e-6);
}

/* Among moves that win as surely, the one with more points is chosen, for either side. */
Test(select, points_decide_between_equals) {
    const SelectScale scale = {.share = 0.3F, .width = 25, .center = 30};
    const GraphEdge more = {.visits = 500, .value = 0.999F, .score = 32},
                    less = {.visits = 600, .value = 0.999F, .score = 30};
    cr_assert_gt(select_rate_choice(&scale, &more, 600, true, 2),
                 select_rate_choice(&scale, &less, 600, true, 2));
    cr_assert_lt(select_rate_choice(&scale, &more, 600, false, 2),
                 select_rate_choice(&scale, &less, 600, false, 2));
}

/* ---- The root ---- */

/* Without noise the root is searched as other nodes are, but for its own loss of unvisited moves.
 * With noise, unlikely moves are looked at, too. */
Test(select, roots_can_be_searched_more_widely) {
    static GraphEdge edges[20];
    GraphNode node = {.visits = 200, .value = 0.5F, .edge_count = 20};
    const SelectParameters parameters = {
        .cpuct = 0.5,
        .fpu_reduction = 0.1,
        .fpu_by_visited_policy = true,
        .prior_temperature = 1,
        .score_width = 361,
    };
    const Selector selector = selector_of(&parameters);
    for (int i = 0; i < 20; i++) {
        edges[i] = (GraphEdge){.visits = i == 0 ? 100 : 10, .value = i == 0 ? 0.5F : 0.48F};
        edges[i].prior = i == 0 ? 0.9F : 0.1F / 19;
    }
    Rng rng = rng_new(1);
    SearchRoot root = {.fpu_reduction = 0.1, .prior_temperature = 1};
    cr_assert_eq(select_edge(&selector, &(SelectNode){&node, edges, BLACK, NULL, &root, &rng}),
                 choose(&selector, &node, edges, BLACK, NULL));
    int others = 0;
    root.noise = 0.2;
    for (int i = 0; i < 1000; i++) {
        others +=
            select_edge(&selector, &(SelectNode){&node, edges, BLACK, NULL, &root, &rng}) != edges;
    }
    cr_assert_gt(others, 300);
    bool excluded[20] = {true};
    cr_assert_neq(select_edge(&selector, &(SelectNode){&node, edges, BLACK, excluded, &root, &rng}),
                  edges);
}
