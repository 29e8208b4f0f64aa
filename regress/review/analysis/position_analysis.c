#include "regress/review/analysis/position_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One move of the report, or its root. Values are from the side to move; NAN: unknown. */
typedef struct {
    Point move, symmetry_of;
    double visits, win_rate, score_lead, score_mean, prior, order;
    int pv_length;
    Point pv[POSITION_ANALYSIS_PV_MAX];
} ReportedMove;

typedef struct {
    const char *rest;
    char word[32]; /* the last word read, cut */
    int width, height;
    double sign; /* 1 or -1: turns values of the side to move into Black's */
    PositionAnalysis *analysis;
    int64_t visits; /* of all moves */
    bool has_root;
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

static bool begins_section(const char *word) {
    return strcmp(word, "info") == 0 || strcmp(word, "rootInfo") == 0 ||
           strcmp(word, "ownership") == 0;
}

/* Reads up to the word that begins the next section, or to the end. */
static void read_info(PositionAnalysisReader *reader, ReportedMove *info) {
    *info = (ReportedMove){.win_rate = NAN, .score_lead = NAN, .score_mean = NAN, .prior = NAN};
    const struct {
        const char *name;
        double *number;
        Point *point;
    } MEMBERS[] = {
        {"visits", &info->visits, NULL},
        {"winrate", &info->win_rate, NULL},
        {"scoreLead", &info->score_lead, NULL},
        {"scoreMean", &info->score_mean, NULL},
        {"prior", &info->prior, NULL},
        {"order", &info->order, NULL},
        {"move", NULL, &info->move},
        {"isSymmetryOf", NULL, &info->symmetry_of},
    };
    while (next_word(reader) && !begins_section(reader->word)) {
        const bool is_pv = strcmp(reader->word, "pv") == 0;
        for (size_t i = 0; i < sizeof MEMBERS / sizeof MEMBERS[0]; i++) {
            if (strcmp(reader->word, MEMBERS[i].name) == 0) {
                if (MEMBERS[i].number != NULL) {
                    next_number(reader, MEMBERS[i].number);
                } else {
                    next_point(reader, MEMBERS[i].point);
                }
                break;
            }
        }
        for (Point point; is_pv && next_point(reader, &point);) {
            if (info->pv_length < POSITION_ANALYSIS_PV_MAX) {
                info->pv[info->pv_length++] = point;
            }
        }
    }
}

static int64_t visits_of(const ReportedMove *info) {
    return info->visits >= 1 && info->visits < 1e15 ? (int64_t)info->visits : 0;
}

/* Older engines report only the mean. */
static double score_of(const ReportedMove *info) {
    return isnan(info->score_lead) ? info->score_mean : info->score_lead;
}

bool position_analysis_is_win_rate(double value) {
    return value >= 0 && value <= 1;
}

static double black_rate(const PositionAnalysisReader *reader, double win_rate) {
    return reader->sign > 0 ? win_rate : 1 - win_rate;
}

/* The best move is the one of order 0, or the first if the engine does not report orders. Moves
 * before it are not kept, nor are those symmetric to another. */
static void take_move(PositionAnalysisReader *reader, const ReportedMove *info) {
    PositionAnalysis *analysis = reader->analysis;
    reader->visits += visits_of(info);
    if (analysis->candidate_count > 0 && info->symmetry_of == analysis->candidates[0].move) {
        if (analysis->image_count < POSITION_ANALYSIS_IMAGES_MAX) {
            analysis->images[analysis->image_count++] = info->move;
        }
        return;
    }
    if (analysis->candidate_count == 0
            ? info->order > 0
            : info->symmetry_of != POINT_NONE ||
                  analysis->candidate_count == POSITION_ANALYSIS_CANDIDATES_MAX) {
        return;
    }
    Candidate *candidate = &analysis->candidates[analysis->candidate_count++];
    *candidate = (Candidate){.move = info->move,
                             .visits = visits_of(info),
                             .win_rate = black_rate(reader, info->win_rate),
                             .score = reader->sign * score_of(info),
                             .prior = info->prior,
                             .pv_length = info->pv_length};
    memcpy(candidate->pv, info->pv, sizeof candidate->pv);
    if (info->pv_length == 0 || info->pv[0] != info->move) {
        candidate->pv[0] = info->move;
        candidate->pv_length = 1;
    }
}

signed char position_analysis_owner(double value) {
    return (signed char)lround(10 * fmin(fmax(value, -1), 1));
}

static bool read_owner(PositionAnalysisReader *reader) {
    const int cells = reader->width * reader->height;
    for (int i = 0; i < cells; i++) {
        double value;
        if (!next_number(reader, &value)) {
            return false;
        }
        reader->analysis->owner[i] = position_analysis_owner(reader->sign * value);
    }
    return reader->analysis->has_owner = true;
}

/* Reads all sections: moves, the root, the ownership. */
static bool read_sections(PositionAnalysisReader *reader) {
    PositionAnalysis *analysis = reader->analysis;
    next_word(reader);
    while (reader->word[0] != '\0') {
        const bool is_move = strcmp(reader->word, "info") == 0;
        const bool is_root = strcmp(reader->word, "rootInfo") == 0;
        ReportedMove info; /* after ownership: nothing of use */
        if (!begins_section(reader->word) || (!is_move && !is_root && !read_owner(reader))) {
            return false;
        }
        read_info(reader, &info);
        if ((is_move && info.move == POINT_NONE) ||
            ((is_move || is_root) && !position_analysis_is_win_rate(info.win_rate))) {
            return false;
        }
        if (is_move) {
            take_move(reader, &info);
        } else if (is_root) {
            reader->has_root = true;
            analysis->visits = visits_of(&info);
            analysis->win_rate = black_rate(reader, info.win_rate);
            analysis->score = reader->sign * score_of(&info);
        }
    }
    return analysis->candidate_count > 0 || reader->has_root;
}

bool position_analysis_read(const char *line, int width, int height, Color to_move,
                            PositionAnalysis *analysis, Status *status) {
    *analysis = (PositionAnalysis){.candidates = {{.move = POINT_NONE}}};
    PositionAnalysisReader reader = {.rest = line,
                                     .width = width,
                                     .height = height,
                                     .sign = to_move == BLACK ? 1 : -1,
                                     .analysis = analysis};
    if (!read_sections(&reader)) {
        return status_fail(status, "not an analysis of a %dx%d board: %.60s", width, height, line);
    }
    /* An engine that reports no root gets the values of its best move, and the other way round. */
    if (!reader.has_root) {
        analysis->win_rate = analysis->candidates[0].win_rate;
        analysis->score = analysis->candidates[0].score;
    }
    if (analysis->candidate_count == 0) {
        analysis->candidates[0].win_rate = analysis->win_rate;
        analysis->candidates[0].score = analysis->score;
    }
    if (analysis->visits == 0) {
        analysis->visits = reader.visits;
    }
    return true;
}

bool position_analysis_agrees(const PositionAnalysis *analysis, Point move) {
    bool agrees = move == analysis->candidates[0].move;
    for (int i = 0; i < analysis->image_count; i++) {
        agrees = agrees || move == analysis->images[i];
    }
    return agrees;
}
