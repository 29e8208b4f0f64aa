#include "gtp/report.h"

#include <math.h>

static void add_points(Text *text, const char *key, const Point *points, int count,
                       const Geometry *geometry) {
    text_add(text, " %s", key);
    for (int i = 0; i < count; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " %s", point_to_text(points[i], geometry->height, vertex));
    }
}

static void add_counts(Text *text, const char *key, const int64_t *counts, int count) {
    text_add(text, " %s", key);
    for (int i = 0; i < count; i++) {
        text_add(text, " %lld", (long long)counts[i]);
    }
}

static void add_values(Text *text, const char *key, const float *values, int count, int sign) {
    text_add(text, " %s", key);
    for (int i = 0; i < count; i++) {
        text_add(text, " %.3f", (double)values[i] * sign + 0.0); /* no -0.000 */
    }
}

static void add_owner(Text *text, const AnalysisOwner *owner, const Analysis *analysis, int cells,
                      const char *mean, const char *stdev) {
    if (mean != NULL) {
        add_values(text, mean, owner->mean, cells, analysis->color == BLACK ? 1 : -1);
    }
    if (stdev != NULL) {
        add_values(text, stdev, owner->stdev, cells, 1);
    }
}

static void add_lz_move(Text *text, const AnalysisMove *move, int order, const Geometry *geometry) {
    char vertex[POINT_TEXT_MAX];
    text_add(text, "info move %s visits %lld winrate %.0f prior %.0f lcb %.0f order %d",
             point_to_text(move->move, geometry->height, vertex), (long long)move->visits,
             10000 * move->win_rate, 10000 * move->prior, 10000 * move->lcb, order);
    add_points(text, "pv", move->pv, move->pv_length, geometry);
}

/* What KataGo calls utility: the win rate on a scale of -1 to 1. */
static double utility(double win_rate) {
    return 2 * win_rate - 1;
}

static void add_scores(Text *text, double mean, double stdev) {
    text_add(text, " scoreMean %.3f scoreStdev %.3f scoreLead %.3f scoreSelfplay %.3f", mean, stdev,
             mean, mean);
}

static void add_kata_move(Text *text, const Analysis *analysis, int order, const Geometry *geometry,
                          const ReportForm *form) {
    const AnalysisMove *move = &analysis->moves[order];
    char vertex[POINT_TEXT_MAX];
    text_add(text, "info move %s visits %lld edgeVisits %lld utility %.6f winrate %.6f",
             point_to_text(move->move, geometry->height, vertex), (long long)move->all_visits,
             (long long)move->visits, utility(move->win_rate), move->win_rate);
    add_scores(text, move->score, move->score_stdev);
    text_add(text, " prior %.6f lcb %.6f utilityLcb %.6f weight %.1f", move->prior, move->lcb,
             utility(move->lcb), (double)move->visits);
    if (form->no_result) {
        text_add(text, " noResultValue 0.0");
    }
    text_add(text, " order %d", order);
    if (move->symmetry_of != POINT_NONE) {
        text_add(text, " isSymmetryOf %s",
                 point_to_text(move->symmetry_of, geometry->height, vertex));
    }
    add_points(text, "pv", move->pv, move->pv_length, geometry);
    if (form->pv_visits) {
        add_counts(text, "pvVisits", move->pv_visits, move->pv_length);
    }
    if (form->pv_edge_visits) {
        add_counts(text, "pvEdgeVisits", move->pv_edge_visits, move->pv_length);
    }
    if (analysis->moves_owner != NULL) {
        add_owner(text, &analysis->moves_owner[order], analysis, geometry->cell_count,
                  form->moves_owner ? "movesOwnership" : NULL,
                  form->moves_owner_stdev ? "movesOwnershipStdev" : NULL);
    }
}

static void add_root(Text *text, const Analysis *analysis) {
    text_add(text, " rootInfo visits %lld utility %.6f winrate %.6f", (long long)analysis->visits,
             utility(analysis->win_rate), analysis->win_rate);
    add_scores(text, analysis->score, analysis->score_stdev);
    text_add(text, " weight %.1f symHash %016llX currPlayer %c", (double)analysis->visits,
             (unsigned long long)analysis->key, analysis->color == BLACK ? 'B' : 'W');
}

void report_add(const Analysis *analysis, const Geometry *geometry, const ReportForm *form,
                Text *text) {
    for (int i = 0; i < analysis->count && i < form->most_moves; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        if (move->visits == 0 && i > 0 && i >= form->least_moves) {
            break; /* unvisited moves come last; a line without any is none */
        }
        text_add(text, i > 0 ? " " : "");
        if (form->dialect == REPORT_LZ) {
            add_lz_move(text, move, i, geometry);
        } else {
            add_kata_move(text, analysis, i, geometry, form);
        }
    }
    if (form->dialect == REPORT_KATA) {
        if (form->root_info) {
            add_root(text, analysis);
        }
        if (analysis->has_owner) {
            add_owner(text, &analysis->owner, analysis, geometry->cell_count,
                      form->owner ? "ownership" : NULL,
                      form->owner_stdev ? "ownershipStdev" : NULL);
        }
    }
    text_add(text, "\n");
}
