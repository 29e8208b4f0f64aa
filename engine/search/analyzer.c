#include "engine/search/analyze.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Analyzer *analyzer_new(bool moves_owner) {
    Analyzer *analyzer = calloc(1, sizeof *analyzer);
    if (analyzer == NULL) {
        return NULL;
    }
    Analysis *analysis = &analyzer->analysis;
    analyzer->sums = tally_new(moves_owner);
    analysis->moves_owner =
        moves_owner ? calloc(ANALYSIS_MOVES_MAX, sizeof *analysis->moves_owner) : NULL;
    if (analyzer->sums == NULL || (moves_owner && analysis->moves_owner == NULL)) {
        analyzer_free(analyzer);
        return NULL;
    }
    return analyzer;
}

void analyzer_free(Analyzer *analyzer) {
    if (analyzer != NULL) {
        tally_free(analyzer->sums);
        free(analyzer->analysis.moves_owner);
        free(analyzer);
    }
}

static void merge_tallies(Tally *sums, Tally *const *tallies, int count) {
    memset(&sums->root, 0, sizeof sums->root);
    memset(sums->scores, 0, sizeof sums->scores);
    memset(&sums->owner, 0, sizeof sums->owner);
    if (sums->moves_owner != NULL) {
        for (int i = 0; i < ANALYSIS_MOVES_MAX; i++) {
            if (sums->moves_owner[i].count > 0) { /* a move not visited costs nothing */
                memset(&sums->moves_owner[i], 0, sizeof sums->moves_owner[i]);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        tally_merge(tallies[i], sums);
    }
}

static double stdev_of(int64_t count, double sum, double squares) {
    if (count < 2) {
        return 0;
    }
    const double mean = sum / (double)count;
    return sqrt(fmax(squares / (double)count - mean * mean, 0));
}

static double score_stdev(const TallyScore *sums) {
    return stdev_of(sums->count, sums->score, sums->score_squares);
}

static void set_owner(const TallyOwner *sums, int cell_count, AnalysisOwner *owner) {
    for (int i = 0; i < cell_count; i++) {
        const double count = sums->count > 0 ? (double)sums->count : 1;
        owner->mean[i] = (float)(sums->owner[i] / count);
        owner->stdev[i] = (float)stdev_of(sums->count, sums->owner[i], sums->owner_squares[i]);
    }
}

/* ---- Moves ---- */

/* An edge of the root with its rank. */
typedef struct {
    GraphEdge *edge;
    double rate;
} Ranked;

static int compare_ranked(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->rate != y->rate) {
        return x->rate < y->rate ? 1 : -1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static int rank_edges(GraphEdge *edges, int count, bool black, double lcb_z, Ranked *ranked) {
    const int most_visited = graph_most_visited(edges, count);
    const uint32_t most = most_visited < 0 ? 0 : edges[most_visited].visits;
    for (int i = 0; i < count; i++) {
        ranked[i] = (Ranked){&edges[i], select_rate_choice(&edges[i], most, black, lcb_z)};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, compare_ranked);
    return count;
}

/* The edge's figures and its line of play; false where it cannot be played here. */
static bool set_move(AnalysisMove *move, Worker *worker, GraphEdge *edge, const TallyScore *sums,
                     double lcb_z) {
    const Scene *scene = worker->scene;
    const Color side = (Color)scene->root.to_move;
    const int64_t visits = atomic_load_explicit(&edge->visits, memory_order_acquire);
    const GraphOutlook outlook = graph_outlook(scene->root_node, edge, side);
    *move = (AnalysisMove){
        .symmetry_of = POINT_NONE,
        .visits = visits,
        .win_rate = outlook.win_rate,
        .score = outlook.score,
        .score_stdev = score_stdev(sums),
        .lcb = fmax(0, select_lower_bound(edge, side == BLACK, lcb_z)),
        .prior = edge->prior,
    };
    move->pv_length = descent_follow(worker, edge, move->pv, move->pv_edge_visits, move->pv_visits,
                                     ANALYSIS_PV_MAX);
    move->move = move->pv[0];
    move->all_visits = move->pv_visits[0];
    return move->pv_length > 0;
}

/* Where a symmetry of the root's position takes a point; s is one of its canonical orientation. */
static Point turn_point(const Scene *scene, Symmetry s, Point p) {
    const Geometry *geometry = scene->root.geometry;
    const Symmetry orientation = scene->root_key.key.orientation;
    const Point canonical = geometry_map_point(geometry, orientation, p);
    return geometry_unmap_point(geometry, orientation,
                                geometry_map_image(geometry, orientation, s, canonical));
}

/* The same move and line as a symmetry of the root's position turns them. */
static void turn_move(const Scene *scene, Symmetry s, const AnalysisMove *move,
                      AnalysisMove *turned) {
    *turned = *move;
    turned->symmetry_of = move->move;
    for (int i = 0; i < move->pv_length; i++) {
        turned->pv[i] = turn_point(scene, s, move->pv[i]);
    }
    turned->move = turned->pv[0];
}

static AnalysisOwner turn_owner(const Scene *scene, Symmetry s, const AnalysisOwner *owner) {
    const Geometry *geometry = scene->root.geometry;
    AnalysisOwner turned;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const int to = geometry->cell_of[turn_point(scene, s, geometry->point_of[cell])];
        turned.mean[to] = owner->mean[cell];
        turned.stdev[to] = owner->stdev[cell];
    }
    return turned;
}

/* Lists the images of the last move in the analysis that are other moves; they share its policy. */
static void add_images(Analysis *analysis, const Scene *scene) {
    const unsigned stabilizer = graph_stabilizer(scene->root_node);
    const int first = analysis->count - 1;
    for (Symmetry s = 1; s < SYMMETRY_COUNT; s++) {
        if ((stabilizer >> s & 1) == 0 || scene->allowed != NULL) {
            continue;
        }
        /* Not in the array yet: once every point and pass are listed it has no room left. */
        AnalysisMove turned;
        turn_move(scene, s, &analysis->moves[first], &turned);
        bool is_new =
            game_check(scene->game, (Color)scene->root.to_move, turned.move) == MOVE_LEGAL;
        for (int i = first; i < analysis->count; i++) {
            is_new = is_new && analysis->moves[i].move != turned.move;
        }
        if (is_new) {
            assert(analysis->count < ANALYSIS_MOVES_MAX);
            analysis->moves[analysis->count] = turned;
            if (analysis->moves_owner != NULL) {
                analysis->moves_owner[analysis->count] =
                    turn_owner(scene, s, &analysis->moves_owner[first]);
            }
            analysis->count++;
        }
    }
    for (int i = first; i < analysis->count; i++) {
        analysis->moves[i].prior /= analysis->count - first;
    }
}

void analyze(Analyzer *analyzer, Worker *worker, Tally *const *tallies, int count, double lcb_z) {
    static const double SHOWN_Z = 1.96; /* of the bound that is shown where none decides */
    Analysis *analysis = &analyzer->analysis;
    const Tally *sums = analyzer->sums;
    const Scene *scene = worker->scene;
    const GraphNode *root = scene->root_node;
    const int cells = scene->root.geometry->cell_count;
    const bool black = scene->root.to_move == BLACK;
    merge_tallies(analyzer->sums, tallies, count);
    analysis->color = (Color)scene->root.to_move;
    analysis->key = scene->root_key.key.key;
    analysis->check = scene->root_key.key.check;
    analysis->visits = atomic_load_explicit(&root->visits, memory_order_relaxed);
    analysis->win_rate = black ? root->value : 1 - root->value;
    analysis->score = black ? root->score : -root->score;
    analysis->score_stdev = score_stdev(&sums->root);
    analysis->has_owner = scene->wants_owner;
    set_owner(&sums->owner, cells, &analysis->owner);

    GraphEdge *edges = graph_edges(&scene->graph, root);
    Ranked ranked[ANALYSIS_MOVES_MAX];
    const int edge_count =
        edges == NULL ? 0 : rank_edges(edges, root->edge_count, black, lcb_z, ranked);
    analysis->count = 0;
    for (int i = 0; i < edge_count; i++) {
        const int edge = (int)(ranked[i].edge - edges);
        assert(analysis->count < ANALYSIS_MOVES_MAX);
        if (!descent_is_avoided(scene, ranked[i].edge) &&
            set_move(&analysis->moves[analysis->count], worker, ranked[i].edge, &sums->scores[edge],
                     lcb_z > 0 ? lcb_z : SHOWN_Z)) {
            if (analysis->moves_owner != NULL) {
                set_owner(&sums->moves_owner[edge], cells, &analysis->moves_owner[analysis->count]);
            }
            analysis->count++;
            add_images(analysis, scene);
        }
    }
}
