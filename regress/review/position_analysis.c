#include "regress/review/position_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One move of the report, or its root. Values are from the side to move; NAN: unknown. */
typedef struct {
    Point move, symmetry_of;
    double visits, win_rate, score_lead, score_mean, order;
    int pv_length;
    Point pv[POSITION_ANALYSIS_PV_MAX];
} Told;

typedef struct {
    const char *rest;
    char word[32]; /* the last word read, cut */
    int width, height;
    double sign; /* 1 or -1: turns values of the side to move into Black's */
    PositionAnalysis *analysis;
    int64_t visits; /* of all moves */
    bool has_root, has_best;
} PositionAnalysisReader;

static bool next_word(PositionAnalysisReader *reader) {
    reader->rest += strspn(reader->rest, " \t");
    const size_t length = strcspn(reader->rest, " \t"); /* 0 at the end: then the word is "" */
    const size_t kept = length < sizeof reader->word - 1 ? length : sizeof reader->word - 1;
    memcpy(reader->word, reader->rest, kept);
    reader->word[kept] = '\0';
    reader->rest += length;
    return length > 0;
}

/* Reads the next word if it is a number; otherwise stays before it. */
static bool next_number(PositionAnalysisReader *reader, double *number) {
    const char *start = reader->rest;
    char *end = reader->word;
    const double value = next_word(reader) ? strtod(reader->word, &end) : NAN;
    if (end == reader->word || *end != '\0' || !isfinite(value)) {
        reader->rest = start;
        return false;
    }
    *number = value;
    return true;
}

/* Reads the next word if it is a vertex; otherwise stays before it. */
static bool next_point(PositionAnalysisReader *reader, Point *point) {
    const char *start = reader->rest;
    Point read;
    if (next_word(reader) && point_from_text(reader->word, reader->width, reader->height, &read) &&
        read != POINT_RESIGN) {
        *point = read;
        return true;
    }
    reader->rest = start;
    return false;
}

static void read_pv(PositionAnalysisReader *reader, Told *told) {
    Point point;
    while (next_point(reader, &point)) {
        if (told->pv_length < POSITION_ANALYSIS_PV_MAX) {
            told->pv[told->pv_length++] = point;
        }
    }
}

/* The figure with this name; NULL: none. */
static double *find_figure(Told *told, const char *name) {
    const struct {
        const char *name;
        double *figure;
    } FIGURES[] = {
        {"visits", &told->visits},        {"winrate", &told->win_rate},
        {"scoreLead", &told->score_lead}, {"scoreMean", &told->score_mean},
        {"order", &told->order},
    };
    for (size_t i = 0; i < sizeof FIGURES / sizeof FIGURES[0]; i++) {
        if (strcmp(name, FIGURES[i].name) == 0) {
            return FIGURES[i].figure;
        }
    }
    return NULL;
}

static bool begins_section(const char *word) {
    return strcmp(word, "info") == 0 || strcmp(word, "rootInfo") == 0 ||
           strcmp(word, "ownership") == 0;
}

/* Reads up to the word that begins the next section, or to the end. */
static void read_told(PositionAnalysisReader *reader, Told *told) {
    *told = (Told){.win_rate = NAN, .score_lead = NAN, .score_mean = NAN};
    while (next_word(reader) && !begins_section(reader->word)) {
        double *figure = find_figure(told, reader->word);
        if (figure != NULL) {
            next_number(reader, figure);
        } else if (strcmp(reader->word, "move") == 0) {
            next_point(reader, &told->move);
        } else if (strcmp(reader->word, "isSymmetryOf") == 0) {
            next_point(reader, &told->symmetry_of);
        } else if (strcmp(reader->word, "pv") == 0) {
            read_pv(reader, told);
        }
    }
}

static int64_t visits_of(const Told *told) {
    return told->visits >= 1 && told->visits < 1e15 ? (int64_t)told->visits : 0;
}

/* Older engines report only the mean. */
static double score_of(const Told *told) {
    return isnan(told->score_lead) ? told->score_mean : told->score_lead;
}

bool position_analysis_is_win_rate(double value) {
    return value >= 0 && value <= 1;
}

static double black_rate(const PositionAnalysisReader *reader, double win_rate) {
    return reader->sign > 0 ? win_rate : 1 - win_rate;
}

/* Keeps the best move: the one of order 0, or the first if the engine does not report orders. */
static bool take_move(PositionAnalysisReader *reader, const Told *told) {
    PositionAnalysis *analysis = reader->analysis;
    if (told->move == POINT_NONE || !position_analysis_is_win_rate(told->win_rate)) {
        return false;
    }
    reader->visits += visits_of(told);
    if (!reader->has_best && !(told->order > 0)) {
        reader->has_best = true;
        analysis->best = told->move;
        analysis->best_visits = visits_of(told);
        analysis->best_win_rate = black_rate(reader, told->win_rate);
        analysis->best_score = reader->sign * score_of(told);
        analysis->pv_length = told->pv_length;
        memcpy(analysis->pv, told->pv, sizeof analysis->pv);
        if (told->pv_length == 0 || told->pv[0] != told->move) {
            analysis->pv[0] = told->move;
            analysis->pv_length = 1;
        }
    } else if (reader->has_best && told->symmetry_of == analysis->best &&
               analysis->image_count < POSITION_ANALYSIS_IMAGES_MAX) {
        analysis->images[analysis->image_count++] = told->move;
    }
    return true;
}

static bool take_root(PositionAnalysisReader *reader, const Told *told) {
    if (!position_analysis_is_win_rate(told->win_rate)) {
        return false;
    }
    reader->has_root = true;
    reader->analysis->visits = visits_of(told);
    reader->analysis->win_rate = black_rate(reader, told->win_rate);
    reader->analysis->score = reader->sign * score_of(told);
    return true;
}

static bool read_owner(PositionAnalysisReader *reader) {
    const int cells = reader->width * reader->height;
    for (int i = 0; i < cells; i++) {
        double value;
        if (!next_number(reader, &value)) {
            return false;
        }
        reader->analysis->owner[i] = (float)(reader->sign * fmin(fmax(value, -1), 1));
    }
    return reader->analysis->has_owner = true;
}

/* Reads all sections: moves, the root, the ownership. */
static bool read_sections(PositionAnalysisReader *reader) {
    next_word(reader);
    while (reader->word[0] != '\0') {
        const bool is_move = strcmp(reader->word, "info") == 0;
        const bool is_root = strcmp(reader->word, "rootInfo") == 0;
        if (!begins_section(reader->word) || (!is_move && !is_root && !read_owner(reader))) {
            return false;
        }
        Told told; /* after ownership: nothing of use */
        read_told(reader, &told);
        if ((is_move && !take_move(reader, &told)) || (is_root && !take_root(reader, &told))) {
            return false;
        }
    }
    return reader->has_best || reader->has_root;
}

/* If the engine reports no root, takes the values of its best move, and the other way round. */
static void complete(const PositionAnalysisReader *reader, PositionAnalysis *analysis) {
    if (!reader->has_root) {
        analysis->win_rate = analysis->best_win_rate;
        analysis->score = analysis->best_score;
    }
    if (!reader->has_best) {
        analysis->best_win_rate = analysis->win_rate;
        analysis->best_score = analysis->score;
    }
    if (analysis->visits == 0) {
        analysis->visits = reader->visits;
    }
}

bool position_analysis_read(const char *line, int width, int height, Color to_move,
                            PositionAnalysis *analysis, Status *status) {
    *analysis = (PositionAnalysis){.best = POINT_NONE};
    PositionAnalysisReader reader = {.rest = line,
                                     .width = width,
                                     .height = height,
                                     .sign = to_move == BLACK ? 1 : -1,
                                     .analysis = analysis};
    if (!read_sections(&reader)) {
        return status_fail(status, "not an analysis of a %dx%d board: %.60s", width, height, line);
    }
    complete(&reader, analysis);
    return true;
}

bool position_analysis_agrees(const PositionAnalysis *analysis, Point move) {
    bool agrees = move == analysis->best;
    for (int i = 0; i < analysis->image_count; i++) {
        agrees = agrees || move == analysis->images[i];
    }
    return agrees;
}
