#include "engine/search/search_context.h"

#include <stdlib.h>
#include <string.h>

#include "engine/search/descent.h"
#include "engine/search/root.h"

/* Standard errors of the lower bounds shown if the choice uses none. */
static const double SHOWN_Z = 1.96;

Analyzer *analyzer_new(bool moves_ownership) {
    Analyzer *analyzer = calloc(1, sizeof *analyzer);
    if (analyzer == NULL) {
        return NULL;
    }
    Analysis *analysis = &analyzer->analysis;
    analyzer->sums = root_statistics_new(moves_ownership);
    analysis->moves_ownership =
        moves_ownership ? calloc(ANALYSIS_MOVES_MAX, sizeof *analysis->moves_ownership) : NULL;
    if (analyzer->sums == NULL || (moves_ownership && analysis->moves_ownership == NULL)) {
        analyzer_free(analyzer);
        return NULL;
    }
    return analyzer;
}

void analyzer_free(Analyzer *analyzer) {
    if (analyzer != NULL) {
        root_statistics_free(analyzer->sums);
        free(analyzer->analysis.moves_ownership);
        free(analyzer);
    }
}

static void merge_statistics(RootStatistics *sums, RootStatistics *const *statistics, int count) {
    memset(&sums->root, 0, sizeof sums->root);
    memset(sums->scores, 0, sizeof sums->scores);
    memset(&sums->ownership, 0, sizeof sums->ownership);
    if (sums->moves_ownership != NULL) {
        for (int i = 0; i < ANALYSIS_MOVES_MAX; i++) {
            if (sums->moves_ownership[i].count > 0) { /* unvisited moves cost nothing */
                memset(&sums->moves_ownership[i], 0, sizeof sums->moves_ownership[i]);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        root_statistics_merge(statistics[i], sums);
    }
}

static double stdev_of(double count, double sum, double squares) {
    const double mean = sum / count;
    return count < 2 ? 0 : sqrt(fmax(squares / count - mean * mean, 0));
}

static double score_stdev(const ScoreStatistics *sums) {
    return stdev_of(sums->count, sums->score, sums->score_squares);
}

static AnalysisFinal final_of(const ScoreStatistics *sums, bool black) {
    const double count = fmax(sums->count, 1);
    const double mean = sums->final_score / count;
    return (AnalysisFinal){.score = black ? mean : -mean,
                           .stdev = sqrt(fmax(sums->final_squares / count - mean * mean, 0)),
                           .no_result = sums->no_result / count};
}

static void set_ownership(const OwnershipStatistics *sums, int cell_count,
                          AnalysisOwnership *ownership) {
    const double count = fmax(sums->count, 1);
    for (int i = 0; i < cell_count; i++) {
        ownership->mean[i] = (float)(sums->ownership[i] / count);
        ownership->stdev[i] =
            (float)stdev_of(sums->count, sums->ownership[i], sums->ownership_squares[i]);
    }
}

/* ---- Moves ---- */

/* Sets the edge's figures and its line of play. */
static void set_move(AnalysisMove *move, SearchThread *thread, GraphEdge *edge,
                     const ScoreStatistics *sums, const AnalysisFinal *root) {
    const SearchContext *context = thread->context;
    const double lcb_z = context->limits.lcb_z > 0 ? context->limits.lcb_z : SHOWN_Z;
    const Color side = context->root.to_move;
    const int64_t visits = graph_edge_visits(edge);
    const GraphValue value = graph_edge_value(context->root_node, edge, side);
    *move = (AnalysisMove){
        .symmetry_of = POINT_NONE,
        .visits = visits,
        .win_rate = value.win_rate,
        .score = value.score,
        .score_stdev = score_stdev(sums),
        .final = sums->count > 0 ? final_of(sums, side == BLACK) : *root,
        .lcb = fmax(0, select_lower_bound(edge, side == BLACK, lcb_z)),
        .prior = edge->prior,
    };
    move->pv_length = descent_find_pv(thread, edge, move->pv, move->pv_edge_visits, move->pv_visits,
                                      ANALYSIS_PV_MAX);
    move->move = move->pv[0];
    move->all_visits = move->pv_visits[0];
}

/* Returns the image of a point under s, a symmetry of the root's position in canonical orientation.
 */
static Point turn_point(const SearchContext *context, Symmetry s, Point p) {
    const Geometry *geometry = context->root.geometry;
    const Symmetry orientation = context->root_key.key.orientation;
    return geometry_unmap_image(geometry, orientation, s,
                                geometry_map_point(geometry, orientation, p));
}

/* Turns a move and its line by a symmetry of the root's position. */
static void turn_move(const SearchContext *context, Symmetry s, const AnalysisMove *move,
                      AnalysisMove *turned) {
    *turned = *move;
    turned->symmetry_of = move->move;
    for (int i = 0; i < move->pv_length; i++) {
        turned->pv[i] = turn_point(context, s, move->pv[i]);
    }
    turned->move = turned->pv[0];
}

static AnalysisOwnership turn_ownership(const SearchContext *context, Symmetry s,
                                        const AnalysisOwnership *ownership) {
    const Geometry *geometry = context->root.geometry;
    AnalysisOwnership turned;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const int to = geometry->cell_of[turn_point(context, s, geometry->point_of[cell])];
        turned.mean[to] = ownership->mean[cell];
        turned.stdev[to] = ownership->stdev[cell];
    }
    return turned;
}

/* Adds the images of the last move that differ from it. They share its policy. */
static void add_symmetric_moves(Analysis *analysis, const SearchContext *context) {
    const unsigned stabilizer = graph_stabilizer(context->root_node);
    const int first = analysis->count - 1;
    for (Symmetry s = 1; s < SYMMETRY_COUNT; s++) {
        if ((stabilizer >> s & 1) == 0 || context->limits.allowed != NULL) {
            continue;
        }
        /* Not made in the array, which is full once every point and pass are listed. */
        AnalysisMove turned;
        turn_move(context, s, &analysis->moves[first], &turned);
        bool is_new = game_check(context->game, context->root.to_move, turned.move) == MOVE_LEGAL;
        for (int i = first; i < analysis->count; i++) {
            is_new = is_new && analysis->moves[i].move != turned.move;
        }
        if (is_new) {
            assert(analysis->count < ANALYSIS_MOVES_MAX);
            analysis->moves[analysis->count] = turned;
            if (analysis->moves_ownership != NULL) {
                analysis->moves_ownership[analysis->count] =
                    turn_ownership(context, s, &analysis->moves_ownership[first]);
            }
            analysis->count++;
        }
    }
    for (int i = first; i < analysis->count; i++) {
        analysis->moves[i].prior /= analysis->count - first;
    }
}

static void set_hashes(Analysis *analysis, const Board *root, const Rules *rules) {
    HashState state = board_hash_state(root, rules);
    HashLanes lanes;
    state.passes = 0;
    state.rules = 0;
    hash_lanes_add_state(&root->geometry->hash, &root->hash, &state, &lanes);
    const HashKey key = hash_key_of_lanes(&lanes);
    analysis->hash[0] = lanes.lane[SYMMETRY_IDENTITY];
    analysis->hash[1] = lanes.lane[SYMMETRY_QUARTER_TURN];
    analysis->symmetric_hash[0] = key.key;
    analysis->symmetric_hash[1] = key.check;
}

static void set_root_figures(Analysis *analysis, const SearchContext *context,
                             const RootStatistics *sums) {
    const Color side = context->root.to_move;
    const GraphValue value = graph_node_value(context->root_node, side);
    analysis->color = side;
    set_hashes(analysis, &context->root, &context->game->rules);
    analysis->visits = root_visits(context);
    analysis->win_rate = value.win_rate;
    analysis->score = value.score;
    analysis->score_stdev = score_stdev(&sums->root);
    analysis->final = final_of(&sums->root, side == BLACK);
    analysis->has_ownership = context->wants_ownership;
    set_ownership(&sums->ownership, context->root.geometry->cell_count, &analysis->ownership);
}

/* Evaluates the root, whose position the graph knew so well that no playout was evaluated. The
 * thread's own random numbers are for the search. */
static void evaluate_known_root(SearchThread *thread) {
    const SearchContext *context = thread->context;
    Rng rng = rng_new(context->limits.seed);
    descent_start(thread);
    EvalRequest request = descent_request(thread, false);
    request.wants_ownership = context->wants_ownership;
    request.rng = &rng;
    context->evaluator->evaluate(context->evaluator, &request, &thread->answer);
    root_statistics_add(thread->statistics, -1, &thread->answer, context->wants_ownership,
                        context->root.geometry->cell_count);
}

void analyzer_run(Analyzer *analyzer, SearchThread *thread, RootStatistics *const *statistics) {
    Analysis *analysis = &analyzer->analysis;
    const RootStatistics *sums = analyzer->sums;
    const SearchContext *context = thread->context;
    const GraphEdge *edges = graph_edges(&context->graph, context->root_node);
    merge_statistics(analyzer->sums, statistics, context->limits.threads);
    if (sums->root.count == 0) {
        evaluate_known_root(thread);
        merge_statistics(analyzer->sums, statistics, context->limits.threads);
    }
    set_root_figures(analysis, context, sums);
    RatedEdge rated[GRAPH_EDGES_MAX];
    const int rated_count = root_rate_choices(context, rated);
    select_sort_edges(rated, rated_count);
    analysis->count = 0;
    for (int i = 0; i < rated_count; i++) {
        const int edge = (int)(rated[i].edge - edges);
        assert(analysis->count < ANALYSIS_MOVES_MAX);
        set_move(&analysis->moves[analysis->count], thread, rated[i].edge, &sums->scores[edge],
                 &analysis->final);
        if (analysis->moves_ownership != NULL) {
            set_ownership(&sums->moves_ownership[edge], context->root.geometry->cell_count,
                          &analysis->moves_ownership[analysis->count]);
        }
        analysis->count++;
        add_symmetric_moves(analysis, context);
    }
}
