#include "engine/review/position_analysis.h"

#include <math.h>
#include <stdlib.h>

static const double COUNT_MAX = 1e15; /* of visits and points */

typedef struct {
    const GameLine *line;
    const char *rest;
    char word[32]; /* the last word read, cut */
    bool is_black; /* the report is from Black's side */
    bool ok;       /* false once a value makes no sense */
} ReportReader;

static bool next_word(ReportReader *reader) {
    reader->rest += strspn(reader->rest, " \t\n");
    const size_t length = strcspn(reader->rest, " \t\n"); /* 0 at the end: then the word is "" */
    const size_t kept = length < sizeof reader->word - 1 ? length : sizeof reader->word - 1;
    memcpy(reader->word, reader->rest, kept);
    reader->word[kept] = '\0';
    reader->rest += length;
    return length > 0;
}

/* Reads the next word if it is a number; otherwise stays before it. */
static bool next_number(ReportReader *reader, double *number) {
    const char *start = reader->rest;
    char *end = reader->word;
    *number = next_word(reader) ? strtod(reader->word, &end) : NAN;
    if (end == reader->word || *end != '\0' || !isfinite(*number)) {
        reader->rest = start;
        return false;
    }
    return true;
}

/* Reads a number between two bounds. Returns NAN, and stays before it, if the next word is not a
 * number. */
static double next_value(ReportReader *reader, double least, double most) {
    double value;
    if (!next_number(reader, &value)) {
        return NAN;
    }
    reader->ok = reader->ok && value >= least && value <= most;
    return value;
}

/* Reads the next word if it is a move; otherwise stays before it. */
static bool next_point(ReportReader *reader, Point *point) {
    const char *start = reader->rest;
    if (next_word(reader) &&
        point_from_text(reader->word, reader->line->width, reader->line->height, point) &&
        *point != POINT_RESIGN) {
        return true;
    }
    reader->rest = start;
    return false;
}

static bool begins_section(const char *word) {
    static const char *const SECTIONS[] = {"info", "rootInfo", "ownership", NULL};
    return text_find(word, SECTIONS) >= 0;
}

/* Reads what is known of a move, or of the root, up to the word that begins the next section, or to
 * the end. *original: the move to which it is symmetric, or POINT_NONE. */
static Candidate next_info(ReportReader *reader, Point *original) {
    Candidate info = {.move = POINT_NONE, .win_rate = NAN, .score = NAN, .prior = NAN};
    *original = POINT_NONE;
    while (next_word(reader) && !begins_section(reader->word)) {
        if (strcmp(reader->word, "move") == 0) {
            reader->ok = next_point(reader, &info.move) && reader->ok;
        } else if (strcmp(reader->word, "isSymmetryOf") == 0) {
            next_point(reader, original);
        } else if (strcmp(reader->word, "visits") == 0) {
            info.visits = (int64_t)fmax(next_value(reader, 0, COUNT_MAX), 0); /* 0 if NAN */
        } else if (strcmp(reader->word, "winrate") == 0) {
            info.win_rate = next_value(reader, 0, 1);
        } else if (strcmp(reader->word, "scoreLead") == 0) {
            info.score = next_value(reader, -COUNT_MAX, COUNT_MAX);
        } else if (strcmp(reader->word, "prior") == 0) {
            info.prior = next_value(reader, 0, 1);
        } else if (strcmp(reader->word, "pv") == 0) {
            while (info.pv_length < POSITION_ANALYSIS_PV_MAX &&
                   next_point(reader, &info.pv[info.pv_length])) {
                info.pv_length++;
            }
        }
    }
    reader->ok = reader->ok && !isnan(info.win_rate);
    info.win_rate = reader->is_black ? info.win_rate : 1 - info.win_rate;
    info.score = reader->is_black ? info.score : -info.score;
    return info;
}

/* The best moves, and those that are as good as the first by symmetry. */
static void read_move(ReportReader *reader, PositionAnalysis *analysis, int64_t *visits) {
    Point original;
    Candidate info = next_info(reader, &original);
    *visits += info.visits;
    if (info.pv_length == 0 || info.pv[0] != info.move) {
        info.pv_length = 1;
        info.pv[0] = info.move;
    }
    if (original == POINT_NONE && analysis->candidate_count < POSITION_ANALYSIS_CANDIDATES_MAX) {
        reader->ok = reader->ok && info.move != POINT_NONE;
        analysis->candidates[analysis->candidate_count++] = info;
    } else if (original != POINT_NONE && original == analysis->candidates[0].move &&
               analysis->image_count < POSITION_ANALYSIS_IMAGES_MAX) {
        analysis->images[analysis->image_count++] = info.move;
    }
}

/* Nothing of use comes after it in its section. */
static void read_owners(ReportReader *reader, PositionAnalysis *analysis) {
    const int cells = reader->line->width * reader->line->height;
    int count = 0;
    for (double value; next_number(reader, &value); count++) {
        if (count < cells) {
            const double owner = fmin(fmax(reader->is_black ? value : -value, -1), 1);
            analysis->owner[count] = (signed char)lround(10 * owner);
        }
    }
    analysis->has_owner = count > 0;
    reader->ok = reader->ok && (count == 0 || count == cells);
    while (next_word(reader) && !begins_section(reader->word)) {
    }
}

static void set_values(PositionAnalysis *analysis, const Candidate *root) {
    analysis->visits = root->visits;
    analysis->win_rate = root->win_rate;
    analysis->score = root->score;
}

/* An engine that reports no root gets the values of its best move. */
static bool read_sections(ReportReader *reader, PositionAnalysis *analysis) {
    bool has_root = false;
    int64_t visits = 0;
    *analysis = (PositionAnalysis){.candidates = {{.move = POINT_NONE}}};
    next_word(reader);
    while (reader->ok && begins_section(reader->word)) {
        if (strcmp(reader->word, "ownership") == 0) {
            read_owners(reader, analysis);
        } else if (strcmp(reader->word, "info") == 0) {
            read_move(reader, analysis, &visits);
        } else {
            Point ignored;
            const Candidate root = next_info(reader, &ignored);
            set_values(analysis, &root);
            has_root = true;
        }
    }
    if (!has_root) {
        set_values(analysis, &analysis->candidates[0]);
        analysis->visits = visits;
    }
    if (analysis->candidate_count == 0) {
        analysis->candidates[0].win_rate = analysis->win_rate;
        analysis->candidates[0].score = analysis->score;
    }
    return reader->ok && (has_root || analysis->candidate_count > 0);
}

bool position_analysis_read(const char *report, const GameLine *line, int position,
                            PositionAnalysis *analysis, Status *status) {
    ReportReader reader = {.line = line,
                           .rest = report,
                           .is_black = line->positions[position].to_move == BLACK,
                           .ok = true};
    if (!read_sections(&reader, analysis)) {
        return status_fail(status, "not an analysis of a %dx%d board", line->width, line->height);
    }
    for (int i = 0; i < analysis->candidate_count; i++) {
        Candidate *candidate = &analysis->candidates[i];
        char vertex[POINT_TEXT_MAX];
        candidate->pv_length =
            game_line_count_legal(line, position, candidate->pv, candidate->pv_length);
        if (candidate->pv_length == 0) {
            return status_fail(status, "the engine would play the illegal move %s",
                               game_line_vertex(line, candidate->move, vertex));
        }
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
