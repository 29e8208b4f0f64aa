#include "gtp/commands/dialects/info_line.h"

#include <inttypes.h>

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

typedef struct {
    const char *key;
    double value;
    int decimals;
} Real;

/* Adds numbers up to one without a key. */
static void add_reals(Text *text, const Real *reals) {
    for (; reals->key != NULL; reals++) {
        text_add(text, " %s ", reals->key);
        text_add_real(text, reals->value, reals->decimals);
    }
}

static void add_figures(Text *text, const char *key, const float *values, int count, int sign) {
    text_add(text, " %s", key);
    for (int i = 0; i < count; i++) {
        text_add(text, " ");
        text_add_real(text, (double)values[i] * sign, 3);
    }
}

static void add_lz_move(Text *text, const AnalysisMove *move, int order, const Geometry *geometry) {
    char vertex[POINT_TEXT_MAX];
    text_add(text, "info move %s visits %lld winrate %.0f prior %.0f lcb %.0f order %d",
             point_to_text(move->move, geometry->height, vertex), (long long)move->visits,
             10000 * move->win_rate, 10000 * move->prior, 10000 * move->lcb, order);
    add_points(text, "pv", move->pv, move->pv_length, geometry);
}

/* KataGo's utility: the win rate on a scale from -1 to 1. */
static double utility(double win_rate) {
    return 2 * win_rate - 1;
}

static void add_root_value(Text *text, double win_rate, double score, double score_stdev) {
    add_reals(text, (const Real[]){{"utility", utility(win_rate), 6},
                                   {"winrate", win_rate, 6},
                                   {"scoreMean", score, 3},
                                   {"scoreStdev", score_stdev, 3},
                                   {"scoreLead", score, 3},
                                   {"scoreSelfplay", score, 3},
                                   {0}});
}

static void add_kata_move(Text *text, const Analysis *analysis, int order, const Geometry *geometry,
                          const InfoLineForm *form) {
    const AnalysisMove *move = &analysis->moves[order];
    char vertex[POINT_TEXT_MAX];
    text_add(text, "info move %s visits %lld edgeVisits %lld",
             point_to_text(move->move, geometry->height, vertex), (long long)move->all_visits,
             (long long)move->visits);
    add_root_value(text, move->win_rate, move->score, move->score_stdev);
    add_reals(text, (const Real[]){{"prior", move->prior, 6},
                                   {"lcb", move->lcb, 6},
                                   {"utilityLcb", utility(move->lcb), 6},
                                   {"weight", (double)move->visits, 1},
                                   {0}});
    if (form->no_result) {
        add_reals(text, (const Real[]){{"noResultValue", move->final.no_result, 6}, {0}});
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
    if (analysis->moves_ownership != NULL && form->moves_ownership) {
        add_figures(text, "movesOwnership", analysis->moves_ownership[order].mean,
                    geometry->cell_count, analysis->color == BLACK ? 1 : -1);
    }
    if (analysis->moves_ownership != NULL && form->moves_ownership_stdev) {
        add_figures(text, "movesOwnershipStdev", analysis->moves_ownership[order].stdev,
                    geometry->cell_count, 1);
    }
}

static void add_root_info(Text *text, const Analysis *analysis) {
    text_add(text, " rootInfo visits %lld", (long long)analysis->visits);
    add_root_value(text, analysis->win_rate, analysis->score, analysis->score_stdev);
    text_add(text,
             " weight %.1f thisHash %016" PRIX64 "%016" PRIX64 " symHash %016" PRIX64 "%016" PRIX64
             " currPlayer %c",
             (double)analysis->visits, analysis->hash[0], analysis->hash[1],
             analysis->symmetric_hash[0], analysis->symmetric_hash[1],
             analysis->color == BLACK ? 'B' : 'W');
}

void info_line_add(const Analysis *analysis, const Geometry *geometry, const InfoLineForm *form,
                   Text *text) {
    for (int i = 0; i < analysis->count && i < form->most_moves; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        if (move->visits == 0 && i > 0 && i >= form->least_moves) {
            break; /* unvisited moves come last; a line has at least one move */
        }
        text_add(text, i > 0 ? " " : "");
        if (form->dialect == INFO_LINE_LZ) {
            add_lz_move(text, move, i, geometry);
        } else {
            add_kata_move(text, analysis, i, geometry, form);
        }
    }
    if (form->root_info) { /* like the next two only KataGo's */
        add_root_info(text, analysis);
    }
    if (analysis->has_ownership && form->ownership) {
        add_figures(text, "ownership", analysis->ownership.mean, geometry->cell_count,
                    analysis->color == BLACK ? 1 : -1);
    }
    if (analysis->has_ownership && form->ownership_stdev) {
        add_figures(text, "ownershipStdev", analysis->ownership.stdev, geometry->cell_count, 1);
    }
    text_add(text, "\n");
}
