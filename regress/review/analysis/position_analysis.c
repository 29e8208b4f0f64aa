#include "regress/review/analysis/position_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reports of kata-analyze ---- */

typedef struct {
    const char *rest;
    char word[32]; /* the last word read, cut */
    bool is_black;
} ReportReader;

static bool next_word(ReportReader *reader) {
    reader->rest += strspn(reader->rest, " \t");
    const size_t length = strcspn(reader->rest, " \t"); /* 0 at the end: then the word is "" */
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

static json_t *next_points(ReportReader *reader) {
    json_t *points = json_new_array();
    Point ignored;
    const char *start = reader->rest;
    while (next_word(reader) &&
           point_from_text(reader->word, BOARD_SIDE_MAX, BOARD_SIDE_MAX, &ignored)) {
        json_add_value(points, json_string(reader->word));
        start = reader->rest;
    }
    reader->rest = start;
    return points;
}

static json_t *next_owners(ReportReader *reader) {
    json_t *owners = json_new_array();
    for (double value; next_number(reader, &value);) {
        json_add_value(owners, json_real(reader->is_black ? value : -value));
    }
    return owners;
}

static bool begins_section(const char *word) {
    return strcmp(word, "info") == 0 || strcmp(word, "rootInfo") == 0 ||
           strcmp(word, "ownership") == 0;
}

/* Reads what is known up to the word that begins the next section, or to the end. */
static json_t *next_info(ReportReader *reader) {
    static const char *const NUMBERS[] = {"visits", "winrate", "scoreLead", "prior", NULL};
    static const char *const POINTS[] = {"move", "isSymmetryOf", NULL};
    json_t *info = json_new_object();
    while (next_word(reader) && !begins_section(reader->word)) {
        const int number = text_find(reader->word, NUMBERS),
                  point = text_find(reader->word, POINTS);
        double value;
        if (number >= 0 && next_number(reader, &value)) {
            const bool is_rate = strcmp(NUMBERS[number], "winrate") == 0;
            const bool is_score = strcmp(NUMBERS[number], "scoreLead") == 0;
            value = reader->is_black ? value : is_rate ? 1 - value : is_score ? -value : value;
            json_set_value(info, NUMBERS[number], json_real(value));
        } else if (point >= 0 && next_word(reader)) {
            json_set_text(info, POINTS[point], reader->word);
        } else if (strcmp(reader->word, "pv") == 0) {
            json_set_value(info, "pv", next_points(reader));
        }
    }
    return info;
}

/* An engine that reports no root gets the values of its best move. */
static json_t *root_of(const json_t *moves) {
    json_t *root = json_copy(json_array_get(moves, 0)), *move;
    double visits = 0;
    size_t i;
    json_array_foreach(moves, i, move) {
        visits += json_number_value(json_object_get(move, "visits"));
    }
    json_set_value(root, "visits", json_real(visits));
    return root;
}

json_t *position_analysis_parse(const char *report, Color to_move) {
    ReportReader reader = {.rest = report, .is_black = to_move == BLACK};
    json_t *object = json_new_object(), *moves = json_new_array();
    next_word(&reader);
    while (begins_section(reader.word)) {
        if (strcmp(reader.word, "ownership") == 0) {
            json_set_value(object, "ownership", next_owners(&reader));
            json_decref(next_info(&reader)); /* nothing of use comes after it */
        } else if (strcmp(reader.word, "rootInfo") == 0) {
            json_set_value(object, "rootInfo", next_info(&reader));
        } else {
            json_add_value(moves, next_info(&reader));
        }
    }
    if (json_object_get(object, "rootInfo") == NULL && json_array_size(moves) > 0) {
        json_set_value(object, "rootInfo", root_of(moves));
    }
    json_set_value(object, "moveInfos", moves);
    return object;
}

/* ---- Reading ---- */

/* Reads a number between two bounds; absent or null: NAN, which is_needed forbids. */
static bool read_number(const json_t *object, const char *key, bool is_needed, double least,
                        double most, double *value) {
    const json_t *found = json_object_get(object, key);
    *value = json_is_number(found) ? json_number_value(found) : NAN;
    return json_is_number(found) ? *value >= least && *value <= most
                                 : !is_needed && (found == NULL || json_is_null(found));
}

static bool read_values(const json_t *info, int64_t *visits, double *win_rate, double *score) {
    double number;
    const bool ok = read_number(info, "visits", false, 0, 1e15, &number) &&
                    read_number(info, "winrate", true, 0, 1, win_rate) &&
                    read_number(info, "scoreLead", false, -1e15, 1e15, score);
    *visits = ok && !isnan(number) ? (int64_t)number : 0;
    return ok;
}

static bool read_point(const json_t *value, const GameLine *line, Point *point) {
    return json_is_string(value) &&
           point_from_text(json_string_value(value), line->width, line->height, point) &&
           *point != POINT_RESIGN;
}

static bool read_candidate(const json_t *info, const GameLine *line, Candidate *candidate) {
    const json_t *pv = json_object_get(info, "pv");
    *candidate = (Candidate){0};
    if (!read_point(json_object_get(info, "move"), line, &candidate->move) ||
        !read_values(info, &candidate->visits, &candidate->win_rate, &candidate->score) ||
        !read_number(info, "prior", false, 0, 1, &candidate->prior)) {
        return false;
    }
    int count = 0;
    while (count < POSITION_ANALYSIS_PV_MAX &&
           read_point(json_array_get(pv, (size_t)count), line, &candidate->pv[count])) {
        count++;
    }
    candidate->pv_length = count > 0 && candidate->pv[0] == candidate->move ? count : 1;
    candidate->pv[0] = candidate->move;
    return true;
}

/* The best moves, and those that are as good as the first by symmetry. */
static bool read_moves(const json_t *infos, const GameLine *line, PositionAnalysis *analysis) {
    Candidate *candidates = analysis->candidates;
    candidates[0] =
        (Candidate){.move = POINT_NONE, .win_rate = analysis->win_rate, .score = analysis->score};
    for (size_t i = 0; i < json_array_size(infos); i++) {
        const json_t *info = json_array_get(infos, i);
        Point original = POINT_NONE, image;
        read_point(json_object_get(info, "isSymmetryOf"), line, &original);
        if (original != POINT_NONE) {
            if (original == candidates[0].move &&
                analysis->image_count < POSITION_ANALYSIS_IMAGES_MAX &&
                read_point(json_object_get(info, "move"), line, &image)) {
                analysis->images[analysis->image_count++] = image;
            }
        } else if (analysis->candidate_count < POSITION_ANALYSIS_CANDIDATES_MAX &&
                   !read_candidate(info, line, &candidates[analysis->candidate_count++])) {
            return false;
        }
    }
    return true;
}

bool position_analysis_read(const json_t *object, const GameLine *line, int position,
                            PositionAnalysis *analysis, Status *status) {
    const json_t *owner = json_object_get(object, "ownership");
    const size_t cells = (size_t)(line->width * line->height);
    *analysis = (PositionAnalysis){.has_owner = json_array_size(owner) > 0};
    for (size_t cell = 0; analysis->has_owner && cell < cells; cell++) {
        const double value = json_number_value(json_array_get(owner, cell));
        analysis->owner[cell] = (signed char)lround(10 * fmin(fmax(value, -1), 1));
    }
    if ((analysis->has_owner && json_array_size(owner) != cells) ||
        !read_values(json_object_get(object, "rootInfo"), &analysis->visits, &analysis->win_rate,
                     &analysis->score) ||
        !read_moves(json_object_get(object, "moveInfos"), line, analysis)) {
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
