#include "engine/search/root.h"

/* A win rate: a pass that play_out bars must be better by this than any other move, and a move at a
 * point that is surely someone's better than the pass. */
static const double PASS_GAIN = 0.1;

/* The move filter passes if the policy's share of the pass is above this or, after the opponent's
 * pass, greater than that of any move, but not early: in the opening each of many moves has a small
 * share. It allows sacrifices (throw-ins, and stones that kill by filling an eye) that have at
 * least this part of the greatest share. */
static const double FILTER_PASS_SHARE = 0.5, FILTER_SACRIFICE = 0.1;

bool choose_is_sampled(const SearchLimits *limits) {
    const SamplingParameters *sampling = &limits->sampling;
    return sampling->temperature > 0 || sampling->temperature_early > 0 ||
           (limits->human != NULL && sampling->human_share > 0) || sampling->own_share > 0;
}

bool choose_may_pass(const SearchContext *context) {
    const GraphNode *root = context->root_node;
    const uint32_t least = (uint32_t)context->evaluator->pass_visits * root->edge_count;
    return root_count_playable(context) == 1 ||
           (!context->limits.play_out &&
            (context->root.passes > 0 || root_visits(context) >= least) &&
            !(context->limits.chooses &&
              ending_bars_pass(&context->root, context->game->rules.suicide)));
}

/* ---- The best move ---- */

static void set_choice(const SearchContext *context, const GraphEdge *edge, Point move,
                       SearchResult *result) {
    const GraphValue value = graph_edge_value(context->root_node, edge, context->root.to_move);
    result->move = move;
    result->win_rate = value.win_rate;
    result->score = value.score;
}

/* Returns the root's edge that passes, or -1 if it has none. */
static int find_pass(const SearchContext *context) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    int i = context->root_move_count - 1;
    while (i >= 0 && edges[i].move != POINT_PASS) {
        i--;
    }
    return i;
}

/* With play_out, passes if every other move does harm: fills a seki or an own eye. */
static void pass_after_all(const SearchContext *context, SearchResult *result) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const int pass = find_pass(context);
    if (context->limits.play_out && pass >= 0 && graph_edge_visits(&edges[pass]) > 0) {
        SearchResult passed = *result;
        set_choice(context, &edges[pass], POINT_PASS, &passed);
        if (passed.win_rate > result->win_rate + PASS_GAIN) {
            *result = passed;
        }
    }
}

static bool may_choose(const SearchContext *context, int edge) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    return root_is_playable(context, edge) &&
           (edges[edge].move != POINT_PASS || choose_may_pass(context)) &&
           !root_is_avoided(context, edge);
}

/* For the side to move, -1 to 1; NAN if the edge has no visits. */
static double edge_utility(const SearchContext *context, const GraphEdge *edge) {
    const GraphValue value = graph_edge_value(context->root_node, edge, BLACK);
    return graph_edge_visits(edge) == 0
               ? NAN
               : select_side_utility(&context->selector.scale, value.win_rate, value.score,
                                     context->root.to_move);
}

/* Returns the best choice among the root's edges, or -1. */
static int find_best(const SearchContext *context, bool may_pass) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    RatedEdge rated[GRAPH_EDGES_MAX];
    const int count = root_rate_choices(context, rated);
    const RatedEdge *best = NULL;
    for (int i = 0; i < count; i++) {
        if ((may_pass || rated[i].edge->move != POINT_PASS) &&
            (best == NULL || rated[i].rating > best->rating)) {
            best = &rated[i];
        }
    }
    return best == NULL ? -1 : (int)(best->edge - edges);
}

/* By how much is the root's move better than its pass? Below 0 if it is not, and if it gains less
 * than PASS_GAIN in a point that is surely someone's: that is only a hope of the evaluator, whereas
 * the score after two passes is exact. NAN if one of them has no visits. */
static double gain_over_pass(const SearchContext *context, const GraphEdge *edge,
                             const GraphEdge *pass, bool is_contested) {
    const Color side = context->root.to_move;
    const double gain = (double)graph_edge_value(context->root_node, edge, side).win_rate -
                        (double)graph_edge_value(context->root_node, pass, side).win_rate;
    return is_contested || gain > PASS_GAIN
               ? edge_utility(context, edge) - edge_utility(context, pass)
               : -1;
}

/* Returns the edge to play instead of the pass, or -1: the best choice if it is better than the
 * pass, else the move with the best mean of those with a quarter of its visits that are; and if
 * none is, the best choice as long as the board is open, unless the pass ends the game and wins. */
static int find_instead_of_pass(const SearchContext *context) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const Deadline cancelled = {.at = INFINITY, .cancel = context->deadline.cancel};
    const int pass = find_pass(context), other = find_best(context, false);
    bool contested[POINT_COUNT];
    if (!context->limits.chooses || pass < 0 || other < 0) {
        return -1;
    }
    const bool is_open = ending_is_open(context->ending, context->game, &cancelled, contested);
    const uint32_t most = graph_edge_visits(&edges[other]);
    const bool is_wrong = is_open && (context->root.passes == 0 ||
                                      !ending_pass_wins(context->ending, context->game,
                                                        context->root.to_move, &cancelled));
    int found = is_wrong ? other : -1;
    double best = 0;
    for (int i = 0; i < context->root_move_count; i++) {
        const bool is_candidate =
            may_choose(context, i) && select_is_lcb_candidate(graph_edge_visits(&edges[i]), most);
        const double gain = is_candidate ? gain_over_pass(context, &edges[i], &edges[pass],
                                                          contested[context->root_moves[i]])
                                         : -1;
        if (gain > best) {
            best = i == other ? INFINITY : gain;
            found = i;
        }
    }
    return found;
}

/* If the search wants to pass, there may be something better. */
static void choose_best(const SearchContext *context, SearchResult *result) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const bool may_pass = choose_may_pass(context);
    const int pass = find_pass(context);
    int best = find_best(context, may_pass);
    if (context->limits.chooses && may_pass && pass >= 0 &&
        (best == pass || root_most_visited(context) == pass)) {
        const int instead = find_instead_of_pass(context);
        best = instead >= 0 ? instead : pass;
    }
    if (best >= 0) {
        set_choice(context, &edges[best], context->root_moves[best], result);
    }
    pass_after_all(context, result);
}

/* ---- A sampled move ---- */

/* The moves that may be sampled. */
typedef struct {
    const SamplingParameters *sampling;
    const RootPolicy *policy; /* that the chances follow */
    Point first;              /* its first choice */
    SamplingMove moves[GRAPH_EDGES_MAX];
    int edges[GRAPH_EDGES_MAX]; /* [move], shared by equivalent moves; -1: it has none */
    int count;
} MoveCandidates;

/* Sets edge_of[point] for the moves that the root's edges stand for, -1 for others. */
static void find_edges(const SearchContext *context, int edge_of[POINT_COUNT]) {
    const Geometry *geometry = context->root.geometry;
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const Symmetry orientation = context->root_key.key.orientation;
    const unsigned stabilizer = expand_root_symmetries(context);
    for (int p = 0; p < POINT_COUNT; p++) {
        edge_of[p] = -1;
    }
    for (int i = 0; i < context->root_move_count; i++) {
        for (Symmetry s = 0; s < SYMMETRY_COUNT; s++) {
            if (stabilizer >> s & 1) {
                edge_of[geometry_unmap_image(geometry, orientation, s, edges[i].move)] = i;
            }
        }
    }
}

/* Does the move filter exclude this move? A move without an edge fills an own eye. The policy's
 * first choice may be self-atari. */
static bool is_filtered_out(const SearchContext *context, const MoveCandidates *candidates, Point p,
                            int edge) {
    const double *share = candidates->policy->share;
    const Point first = candidates->first;
    const Color side = context->root.to_move;
    if (p == POINT_PASS) {
        return true; /* see passes_by_filter */
    }
    if (edge < 0 || p == first) {
        return edge < 0;
    }
    return playout_policy_is_bad_self_atari(&context->root, side, p) ||
           (playout_policy_is_self_atari(&context->root, side, p) &&
            share[p] < FILTER_SACRIFICE * share[first]);
}

static bool may_sample(const SearchContext *context, const MoveCandidates *candidates, Point p,
                       int edge) {
    if (candidates->sampling->move_filter && is_filtered_out(context, candidates, p, edge)) {
        return false;
    }
    if (p == POINT_PASS) {
        return edge >= 0 && may_choose(context, edge);
    }
    const Color side = context->root.to_move;
    return game_check(context->game, side, p) == MOVE_LEGAL &&
           (context->limits.allowed == NULL || context->limits.allowed[p]) &&
           (context->limits.avoid == NULL || context->limits.avoid->until[side][p] == 0);
}

static void add_candidate_edge(const SearchContext *context, MoveCandidates *candidates, Point p,
                               int edge) {
    if (!may_sample(context, candidates, p, edge)) {
        return;
    }
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const bool is_searched = edge >= 0 && context->root_moves[edge] == p;
    candidates->edges[candidates->count] = edge;
    candidates->moves[candidates->count++] =
        (SamplingMove){.move = p,
                       .weight = is_searched ? graph_edge_visits(&edges[edge]) : 0,
                       .human = candidates->policy->share[p],
                       .utility = edge >= 0 ? edge_utility(context, &edges[edge]) : NAN};
}

static void list_candidates(const SearchContext *context, const RootPolicy *policy,
                            MoveCandidates *candidates) {
    const Board *board = &context->root;
    int edge_of[POINT_COUNT];
    find_edges(context, edge_of);
    candidates->policy = policy;
    candidates->first = root_policy_best(policy);
    candidates->count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        add_candidate_edge(context, candidates, p, edge_of[p]);
    }
    add_candidate_edge(context, candidates, POINT_PASS, edge_of[POINT_PASS]);
}

/* Raises the visits of the best choice by lower bounds above those of each other move: by the
 * square of the factor by which the other's error would have to be wider to make up for the
 * difference, at most 25 (KataGo, cpp/search/searchresults.cpp). */
static void raise_best(const SearchContext *context, MoveCandidates *candidates) {
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    const SelectScale *scale = &context->selector.scale;
    const bool black = context->root.to_move == BLACK;
    const int best = find_best(context, choose_may_pass(context));
    double raised = 0;
    for (int i = 0; best >= 0 && context->limits.lcb_z > 0 && i < candidates->count; i++) {
        if (candidates->moves[i].weight > 0 && candidates->edges[i] != best) {
            const GraphEdge *edge = &edges[candidates->edges[i]];
            const double bound = select_lower_utility(scale, edge, black, context->limits.lcb_z);
            const double radius = select_lower_utility(scale, edge, black, 0) - bound;
            const double excess =
                select_lower_utility(scale, &edges[best], black, context->limits.lcb_z) - bound;
            const double wider = (radius + excess) / (radius + 0.2 * excess);
            raised = fmax(raised, excess > 0 ? wider * wider * candidates->moves[i].weight : 0);
        }
    }
    for (int i = 0; i < candidates->count; i++) {
        if (candidates->edges[i] == best && candidates->moves[i].weight > 0) {
            candidates->moves[i].weight = fmax(candidates->moves[i].weight, raised);
        }
    }
}

/* Weighs the moves by visits, or by the policy if no move has any. Returns false if no move has a
 * weight. */
static bool set_weights(const SearchContext *context, const RootPolicy *own,
                        MoveCandidates *candidates) {
    double sum = 0;
    raise_best(context, candidates);
    for (int i = 0; i < candidates->count; i++) {
        sum += candidates->moves[i].weight;
    }
    for (int i = 0; sum == 0 && own->is_known && i < candidates->count; i++) {
        candidates->moves[i].weight = own->share[candidates->moves[i].move];
    }
    for (int i = 0; i < candidates->count; i++) {
        sum += candidates->moves[i].weight;
    }
    return sum > 0;
}

/* Returns the policy that the chances follow, and sets its share. */
static const RootPolicy *follow_policy(const ChoosePolicies *policies,
                                       SamplingParameters *parameters) {
    if (policies->human.is_known || parameters->own_share == 0) {
        return &policies->human;
    }
    parameters->human_share = parameters->own_share;
    return &policies->own;
}

/* With the move filter, passes only if the policy is sure of it or every other move is excluded: a
 * pass sampled by a small share would end many games early. */
static bool passes_by_filter(const SearchContext *context, const MoveCandidates *candidates) {
    const RootPolicy *policy = candidates->policy;
    const bool is_sure = policy->is_known &&
                         !ending_is_early(&context->root, context->game->rules.suicide) &&
                         (policy->share[POINT_PASS] > FILTER_PASS_SHARE ||
                          (context->root.passes > 0 && candidates->first == POINT_PASS));
    const int pass = find_pass(context);
    return candidates->sampling->move_filter && (is_sure || candidates->count == 0) && pass >= 0 &&
           may_choose(context, pass);
}

/* Makes the weights of the moves their chances. Returns false if there is nothing to sample. */
static bool find_chances(const SearchContext *context, const SamplingParameters *sampling,
                         const ChoosePolicies *policies, MoveCandidates *candidates) {
    const double temperature = sampling_temperature(sampling, context->game->move_count,
                                                    context->root.geometry->cell_count);
    SamplingParameters parameters = *sampling;
    const RootPolicy *followed = follow_policy(policies, &parameters);
    candidates->sampling = sampling;
    list_candidates(context, followed, candidates);
    if (passes_by_filter(context, candidates)) {
        candidates->moves[0] = (SamplingMove){.move = POINT_PASS, .weight = 1};
        candidates->count = 1;
        return true;
    }
    if (!set_weights(context, &policies->own, candidates)) {
        return false;
    }
    sampling_find_chances(&parameters, temperature, followed->is_known, candidates->moves,
                          candidates->count);
    return true;
}

static bool choose_sampled(const SearchContext *context, const ChoosePolicies *policies,
                           SearchResult *result) {
    const GraphValue value = graph_node_value(context->root_node, context->root.to_move);
    Rng rng = rng_new(hash_mix(context->limits.sampling_seed));
    MoveCandidates candidates;
    if (!find_chances(context, &context->limits.sampling, policies, &candidates)) {
        return false;
    }
    int drawn = sampling_choose_index(candidates.moves, candidates.count, &rng);
    if (candidates.moves[drawn].move == POINT_PASS && !context->limits.sampling.move_filter &&
        ((context->limits.chooses &&
          ending_bars_pass(&context->root, context->game->rules.suicide)) ||
         find_instead_of_pass(context) >= 0)) {
        candidates.moves[drawn].weight = 0; /* another is drawn, if there is one */
        drawn = sampling_choose_index(candidates.moves, candidates.count, &rng);
    }
    result->move = candidates.moves[drawn].move;
    result->win_rate = value.win_rate;
    result->score = value.score;
    return true;
}

void choose_move(const SearchContext *context, const ChoosePolicies *policies,
                 SearchResult *result) {
    if (!choose_is_sampled(&context->limits) || !choose_sampled(context, policies, result)) {
        choose_best(context, result);
    }
}
