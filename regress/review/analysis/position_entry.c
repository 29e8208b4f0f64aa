#include "regress/review/analysis/position_entry.h"

#include <math.h>
#include <string.h>

/* null for NAN. Numbers keep 12 digits (json_add_text), however often they are written and read. */
static json_t *number_to_json(double value) {
    return isnan(value) ? json_null() : json_real(value);
}

/* null is NAN. */
static bool read_number(const json_t *object, const char *key, double *value) {
    const json_t *found = json_object_get(object, key);
    *value = json_is_null(found) ? NAN : json_number_value(found);
    return json_is_null(found) || json_is_number(found);
}

static bool read_win_rate(const json_t *object, double *value) {
    return read_number(object, "win_rate", value) && position_analysis_is_win_rate(*value);
}

static bool read_visits(const json_t *object, int64_t *visits) {
    const json_t *found = json_object_get(object, "visits");
    *visits = json_integer_value(found);
    return json_is_integer(found) && *visits >= 0;
}

/* ---- Points ---- */

static json_t *points_to_json(const GameLine *line, const Point *points, int count) {
    char vertex[POINT_TEXT_MAX];
    json_t *array = json_new_array();
    for (int i = 0; i < count; i++) {
        json_add_value(array, json_string(game_line_vertex(line, points[i], vertex)));
    }
    return array;
}

static bool read_points(const json_t *array, const GameLine *line, Point *points, int most,
                        int *count) {
    bool ok = json_is_array(array) && json_array_size(array) <= (size_t)most;
    *count = ok ? (int)json_array_size(array) : 0;
    for (int i = 0; ok && i < *count; i++) {
        const char *vertex = json_string_value(json_array_get(array, (size_t)i));
        ok = vertex != NULL && point_from_text(vertex, line->width, line->height, &points[i]) &&
             points[i] != POINT_RESIGN;
    }
    return ok;
}

/* ---- Candidates ---- */

static json_t *candidates_to_json(const PositionAnalysis *analysis, const GameLine *line) {
    json_t *array = json_new_array();
    for (int i = 0; i < analysis->candidate_count; i++) {
        const Candidate *candidate = &analysis->candidates[i];
        json_add_value(
            array, json_new_packed(
                       "{s:I, s:o, s:o, s:o, s:o}", "visits", (json_int_t)candidate->visits,
                       "win_rate", number_to_json(candidate->win_rate), "score",
                       number_to_json(candidate->score), "prior", number_to_json(candidate->prior),
                       "pv", points_to_json(line, candidate->pv, candidate->pv_length)));
    }
    return array;
}

static bool read_candidate(const json_t *json, const GameLine *line, Candidate *candidate) {
    if (!read_visits(json, &candidate->visits) || !read_win_rate(json, &candidate->win_rate) ||
        !read_number(json, "score", &candidate->score) ||
        !read_number(json, "prior", &candidate->prior) ||
        !read_points(json_object_get(json, "pv"), line, candidate->pv, POSITION_ANALYSIS_PV_MAX,
                     &candidate->pv_length)) {
        return false;
    }
    candidate->move = candidate->pv[0];
    return candidate->pv_length > 0;
}

static bool read_candidates(const json_t *array, const GameLine *line, PositionAnalysis *analysis) {
    const size_t count = json_array_size(array);
    bool ok = json_is_array(array) && count <= POSITION_ANALYSIS_CANDIDATES_MAX;
    for (size_t i = 0; ok && i < count; i++) {
        ok = read_candidate(json_array_get(array, i), line, &analysis->candidates[i]);
    }
    analysis->candidate_count = (int)count;
    if (count == 0) {
        analysis->candidates[0] = (Candidate){
            .move = POINT_NONE, .win_rate = analysis->win_rate, .score = analysis->score};
    }
    return ok;
}

/* ---- Ownership: a letter a point, White's to Black's ---- */

static const char OWNER[] = "abcdefghijklmnopqrstu";

static json_t *owner_to_json(const PositionAnalysis *analysis, const GameLine *line) {
    char text[CELL_COUNT_MAX + 1];
    const int count = analysis->has_owner ? line->width * line->height : 0;
    for (int i = 0; i < count; i++) {
        text[i] = OWNER[10 + analysis->owner[i]];
    }
    text[count] = '\0';
    return json_string(text);
}

static bool read_owner(const char *text, const GameLine *line, PositionAnalysis *analysis) {
    const size_t count = (size_t)line->width * (size_t)line->height;
    if (text == NULL || (text[0] != '\0' && strlen(text) != count) ||
        strspn(text, OWNER) != strlen(text)) {
        return false;
    }
    analysis->has_owner = text[0] != '\0';
    for (size_t i = 0; analysis->has_owner && i < count; i++) {
        analysis->owner[i] = (signed char)(text[i] - OWNER[10]);
    }
    return true;
}

/* ---- The whole ---- */

json_t *position_entry_to_json(const PositionEntry *entry, const GameLine *line) {
    const PositionAnalysis *analysis = entry->analysis;
    return json_new_packed(
        "{s:i, s:i, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o}", "position", entry->position, "depth",
        entry->depth, "name", json_new_text(entry->engine_name), "version",
        json_new_text(entry->version), "visits", (json_int_t)analysis->visits, "win_rate",
        number_to_json(analysis->win_rate), "score", number_to_json(analysis->score), "candidates",
        candidates_to_json(analysis, line), "images",
        points_to_json(line, analysis->images, analysis->image_count), "owner",
        owner_to_json(analysis, line));
}

bool position_entry_from_json(const json_t *json, const GameLine *line, PositionEntry *entry,
                              PositionAnalysis *analysis) {
    const json_t *position = json_object_get(json, "position");
    const json_int_t number = json_integer_value(position);
    const json_int_t depth = json_integer_value(json_object_get(json, "depth"));
    *analysis = (PositionAnalysis){0};
    *entry = (PositionEntry){
        .position = (int)number,
        .depth = (int)depth,
        .engine_name = json_string_value(json_object_get(json, "name")),
        .version = json_string_value(json_object_get(json, "version")),
    };
    return json_is_integer(position) && number >= 0 && number <= line->move_count && depth >= 1 &&
           depth <= 2 && entry->engine_name != NULL && entry->version != NULL &&
           read_visits(json, &analysis->visits) && read_win_rate(json, &analysis->win_rate) &&
           read_number(json, "score", &analysis->score) &&
           read_candidates(json_object_get(json, "candidates"), line, analysis) &&
           read_points(json_object_get(json, "images"), line, analysis->images,
                       POSITION_ANALYSIS_IMAGES_MAX, &analysis->image_count) &&
           read_owner(json_string_value(json_object_get(json, "owner")), line, analysis);
}
