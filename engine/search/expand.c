#include "engine/search/search_context.h"

unsigned expand_symmetries(const SearchThread *thread, const Step *step) {
    return step->edge == NULL ? expand_root_symmetries(thread->context)
                              : graph_stabilizer(step->node);
}

unsigned expand_root_symmetries(const SearchContext *context) {
    return context->limits.allowed != NULL ? 1U << SYMMETRY_IDENTITY
                                           : graph_stabilizer(context->root_node);
}

/* ---- Moves ---- */

/* Is the point the least of its images under the position's symmetries? Of equivalent moves only
 * that one gets an edge. */
static bool is_representative(const Geometry *geometry, const GraphNode *node, unsigned stabilizer,
                              Point canonical) {
    for (Symmetry s = 1; s < SYMMETRY_COUNT; s++) {
        if ((stabilizer >> s & 1) &&
            geometry_map_image(geometry, node->orientation, s, canonical) < canonical) {
            return false;
        }
    }
    return true;
}

/* Lists the moves at a root where only some are allowed: each legal one, since not all moves
 * equivalent to it may be allowed, and also one that fills an eye. */
static int list_allowed(const SearchThread *thread, const Step *step, const bool *allowed,
                        Point *moves) {
    const Board *board = &thread->board;
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (allowed[p] &&
            board_is_legal(board, board->to_move, p, thread->context->game->rules.suicide)) {
            moves[count++] = geometry_map_point(board->geometry, step->orientation, p);
        }
    }
    if (count == 0) {
        moves[count++] = POINT_PASS;
    }
    return count;
}

/* Lists the legal moves that fill no own eye, in canonical orientation, and pass. At the root a
 * move that SearchAvoid leaves may fill one. */
static int list_canonical_moves(const SearchThread *thread, const Step *step, Point *moves) {
    const SearchContext *context = thread->context;
    const Board *board = &thread->board;
    const unsigned stabilizer = graph_stabilizer(step->node);
    const bool is_root = step->edge == NULL;
    const SearchAvoid *avoid = is_root ? context->limits.avoid : NULL;
    if (is_root && context->limits.allowed != NULL) {
        return list_allowed(thread, step, context->limits.allowed, moves);
    }
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        const Point canonical = geometry_map_point(board->geometry, step->orientation, p);
        if (board_is_legal(board, board->to_move, p, context->game->rules.suicide) &&
            (!board_is_eye(board, board->to_move, p) ||
             (avoid != NULL && avoid->until[board->to_move][p] == 0)) &&
            is_representative(board->geometry, step->node, stabilizer, canonical)) {
            moves[count++] = canonical;
        }
    }
    moves[count++] = POINT_PASS;
    return count;
}

/* ---- Priors ---- */

/* The policy of a canonical move: the sum over its images under the position's own symmetries. */
static float policy_of(const SearchThread *thread, const Step *step, unsigned stabilizer,
                       Point canonical) {
    const Geometry *geometry = thread->board.geometry;
    Point images[SYMMETRY_COUNT];
    int count = 0;
    float sum = 0;
    for (Symmetry s = 0; s < SYMMETRY_COUNT; s++) {
        if (stabilizer >> s & 1) {
            const Point image = geometry_unmap_image(geometry, step->orientation, s, canonical);
            sum += point_list_add(images, &count, image) ? thread->answer.policy[image] : 0;
        }
    }
    return sum;
}

/* Weights are taken relative to the greatest one, so that that stays above 0, to the power of 1
 * over the temperature. */
static void find_priors(const SearchThread *thread, const Step *step, const Point *moves, int count,
                        float *priors) {
    const unsigned stabilizer = expand_symmetries(thread, step);
    const SearchLimits *limits = &thread->context->limits;
    const bool is_apart = step->edge == NULL && limits->is_root_apart;
    const float temperature = (float)(thread->context->selector.parameters.prior_temperature *
                                      (is_apart ? limits->root.prior_temperature : 1));
    float sum = 0, most = 0;
    for (int i = 0; i < count; i++) {
        priors[i] = policy_of(thread, step, stabilizer, moves[i]);
        most = priors[i] > most ? priors[i] : most;
    }
    for (int i = 0; i < count; i++) {
        priors[i] = temperature == 1 ? priors[i] : powf(priors[i] / most, 1 / temperature);
        sum += priors[i];
    }
    assert(sum > 0 && isfinite(sum));
    for (int i = 0; i < count; i++) {
        priors[i] /= sum;
    }
}

void expand_set_priors(const SearchThread *thread, const Step *step, GraphEdge *edges) {
    Point moves[GRAPH_EDGES_MAX] = {0};
    float priors[GRAPH_EDGES_MAX];
    const int count = step->node->edge_count;
    for (int i = 0; i < count; i++) {
        moves[i] = edges[i].move;
    }
    find_priors(thread, step, moves, count, priors);
    for (int i = 0; i < count; i++) {
        edges[i].prior = priors[i];
    }
}

bool expand_node(SearchThread *thread, const Step *step) {
    Point moves[GRAPH_EDGES_MAX];
    float priors[GRAPH_EDGES_MAX];
    const int count = list_canonical_moves(thread, step, moves);
    find_priors(thread, step, moves, count, priors);
    return graph_expand(&thread->context->graph, step->node, moves, priors, count);
}
