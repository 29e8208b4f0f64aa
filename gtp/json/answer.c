#include "gtp/json/answer.h"

#include <stdlib.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"

/* The analysis that an answer is made of, and how its values turn for the reader. */
typedef struct {
    const AnswerSubject *subject;
    const Analysis *analysis;
    const Geometry *geometry;
    bool is_mover; /* the reader's side is the side to move */
    bool is_black; /* and it is Black */
    double center; /* see utility_center; the mover's */
} Writer;

/* ---- Utility ---- */

/* What KataGo calls utility: a result and a score as one number from a side's view, about -1.4 to
 * 1.4, by the default weights of its search (cpp/neuralnet/nninputs.cpp, ScoreValue). */
static const double STATIC_WEIGHT = 0.1, DYNAMIC_WEIGHT = 0.3;
static const double STATIC_SCALE = 2, DYNAMIC_SCALE = 0.75;
static const double CENTER_SHARE = 0.8; /* of the root's score */

/* The score around which KataGo judges others: the root's, drawn towards 0. */
static double utility_center(double root_score, int cells) {
    const double most = sqrt(cells) * DYNAMIC_SCALE, center = root_score * CENTER_SHARE;
    return fmax(root_score - most, fmin(center, root_score + most));
}

/* The mean of 2/pi atan((x - center) / (scale side)) over normally distributed x, by Simpson's rule
 * over three deviations on each side. */
static double mean_value(double score, double stdev, double center, double scale, double side) {
    enum { STEPS = 24 };
    static const double RANGE = 3;
    double sum = 0, weights = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double z = RANGE * (2.0 * i / STEPS - 1);
        const double simpson = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        const double weight = simpson * exp(-z * z / 2);
        sum += weight * atan((score + z * stdev - center) / (scale * side));
        weights += weight;
    }
    return 2 / acos(-1.0) * sum / weights;
}

static double utility_of(double win_rate, double score, double stdev, double center, int cells) {
    const double side = sqrt(cells);
    return 2 * win_rate - 1 + STATIC_WEIGHT * mean_value(score, stdev, 0, STATIC_SCALE, side) +
           DYNAMIC_WEIGHT * mean_value(score, stdev, center, DYNAMIC_SCALE, side);
}

/* ---- Numbers and names ---- */

static json_t *new_number(double value) {
    return memory_check(json_real(isfinite(value) ? value : 0));
}

static void set_value(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new_nocheck(object, key, value) != 0) {
        memory_fail();
    }
}

typedef struct {
    const char *key;
    double value;
} AnswerMember;

/* Sets members up to one without a key. */
static void set_members(json_t *object, const AnswerMember *members) {
    for (; members->key != NULL; members++) {
        set_value(object, members->key, new_number(members->value));
    }
}

/* A win rate, or a number whose sign turns with the side, given from the mover's view. */
static double turn_rate(const Writer *writer, double rate) {
    return writer->is_mover ? rate : 1 - rate;
}

static double turn_sign(const Writer *writer, double value) {
    return writer->is_mover ? value : -value;
}

static json_t *new_point(const Writer *writer, Point point) {
    char vertex[POINT_TEXT_MAX];
    return memory_check(
        json_string_nocheck(point_to_text(point, writer->geometry->height, vertex)));
}

/* ---- Ownership and policies ---- */

/* Sets an array of a figure of each cell. */
static void set_cells(const Writer *writer, json_t *object, const char *key, const float *figures,
                      int sign) {
    json_t *array = json_new_array();
    for (int i = 0; i < writer->geometry->cell_count; i++) {
        json_add_value(array, new_number((double)figures[i] * sign));
    }
    set_value(object, key, array);
}

static void set_ownership(const Writer *writer, json_t *object, const AnalysisOwnership *ownership,
                          bool mean, bool stdev) {
    if (mean) {
        set_cells(writer, object, "ownership", ownership->mean, writer->is_black ? 1 : -1);
    }
    if (stdev) {
        set_cells(writer, object, "ownershipStdev", ownership->stdev, 1);
    }
}

static void set_policy(const Writer *writer, json_t *object, const char *key,
                       const RawEvaluation *raw) {
    json_t *array = json_new_array();
    for (int cell = 0; cell < writer->geometry->cell_count; cell++) {
        json_add_value(array, new_number(raw->policy[writer->geometry->point_of[cell]]));
    }
    json_add_value(array, new_number(raw->policy[POINT_PASS]));
    set_value(object, key, array);
}

/* ---- Moves ---- */

static void set_counts(json_t *object, const char *key, const int64_t *counts, int count) {
    json_t *array = json_new_array();
    for (int i = 0; i < count; i++) {
        json_add_value(array, json_integer(counts[i]));
    }
    set_value(object, key, array);
}

static void set_line(const Writer *writer, json_t *object, const AnalysisMove *move) {
    const int most = writer->subject->pv_length;
    const int length = move->pv_length < most ? move->pv_length : most;
    json_t *line = json_new_array();
    for (int i = 0; i < length; i++) {
        json_add_value(line, new_point(writer, move->pv[i]));
    }
    set_value(object, "pv", line);
    if (writer->subject->job->query->includes.pv_visits) {
        set_counts(object, "pvVisits", move->pv_visits, length);
        set_counts(object, "pvEdgeVisits", move->pv_edge_visits, length);
    }
}

/* Falls with the order of the moves: visits, unless a move with fewer of them is the better choice.
 */
static int64_t selection_value(const Analysis *analysis, int index) {
    int64_t most = 0;
    for (int i = index; i < analysis->count; i++) {
        most = analysis->moves[i].visits > most ? analysis->moves[i].visits : most;
    }
    return most;
}

static void set_move_values(const Writer *writer, json_t *object, int index) {
    const AnalysisMove *move = &writer->analysis->moves[index];
    const AnalysisFinal *final = &move->final;
    const RawEvaluation *human = writer->subject->human;
    const double utility = utility_of(move->win_rate, final->score, final->stdev, writer->center,
                                      writer->geometry->cell_count);
    const double loss = 2 * (1 + STATIC_WEIGHT + DYNAMIC_WEIGHT) * (move->win_rate - move->lcb);
    const double selection = (double)selection_value(writer->analysis, index);
    set_members(object, (const AnswerMember[]){{"weight", (double)move->all_visits},
                                               {"edgeWeight", (double)move->visits},
                                               {"playSelectionValue", selection},
                                               {"winrate", turn_rate(writer, move->win_rate)},
                                               {"lcb", turn_rate(writer, move->lcb)},
                                               {"utility", turn_sign(writer, utility)},
                                               {"utilityLcb", turn_sign(writer, utility - loss)},
                                               {"scoreLead", turn_sign(writer, move->score)},
                                               {"scoreMean", turn_sign(writer, move->score)},
                                               {"scoreSelfplay", turn_sign(writer, final->score)},
                                               {"scoreStdev", final->stdev},
                                               {"prior", move->prior},
                                               {0}});
    if (human != NULL) {
        set_value(object, "humanPrior", new_number(fmax(0, human->policy[move->move])));
    }
    if (writer->subject->job->query->includes.no_result) {
        set_value(object, "noResultValue", new_number(final->no_result));
    }
}

static json_t *new_move(const Writer *writer, int index, int order) {
    const Analysis *analysis = writer->analysis;
    const AnalysisMove *move = &analysis->moves[index];
    const QueryIncludes *includes = &writer->subject->job->query->includes;
    json_t *object = json_new_object();
    set_value(object, "order", json_integer(order));
    set_value(object, "move", new_point(writer, move->move));
    if (move->symmetry_of != POINT_NONE) {
        set_value(object, "isSymmetryOf", new_point(writer, move->symmetry_of));
    }
    set_value(object, "visits", json_integer(move->all_visits));
    set_value(object, "edgeVisits", json_integer(move->visits));
    set_move_values(writer, object, index);
    set_line(writer, object, move);
    if (analysis->moves_ownership != NULL) {
        set_ownership(writer, object, &analysis->moves_ownership[index], includes->moves_ownership,
                      includes->moves_ownership_stdev);
    }
    return object;
}

/* ---- The root ---- */

static double raw_stdev(const RawEvaluation *raw) {
    return sqrt(fmax(raw->score_mean_square - raw->score_mean * raw->score_mean, 0));
}

static json_t *new_root(const Writer *writer) {
    const RawEvaluation *raw = writer->subject->raw, *human = writer->subject->human;
    const bool black = writer->is_black;
    const Analysis *analysis = writer->analysis;
    const AnalysisFinal *final = &analysis->final;
    const double utility = utility_of(analysis->win_rate, final->score, final->stdev,
                                      writer->center, writer->geometry->cell_count);
    /* Without KataGo's thisHash and symHash: Ogatak compares thisHash with KataGo's own value. */
    json_t *object = json_new_object();
    set_value(object, "currentPlayer", json_string(analysis->color == BLACK ? "B" : "W"));
    set_value(object, "visits", json_integer(analysis->visits));
    set_members(object, (const AnswerMember[]){
                            {"weight", (double)analysis->visits},
                            {"winrate", turn_rate(writer, analysis->win_rate)},
                            {"scoreLead", turn_sign(writer, analysis->score)},
                            {"scoreSelfplay", turn_sign(writer, final->score)},
                            {"scoreStdev", final->stdev},
                            {"utility", turn_sign(writer, utility)},
                            {"rawWinrate", black ? raw->win : 1 - raw->win},
                            {"rawLead", black ? raw->lead : -raw->lead},
                            {"rawScoreSelfplay", black ? raw->score_mean : -raw->score_mean},
                            {"rawScoreSelfplayStdev", raw_stdev(raw)},
                            {"rawNoResultProb", raw->no_result},
                            {"rawStWrError", raw->winloss_error / 2},
                            {"rawStScoreError", raw->score_error},
                            {"rawVarTimeLeft", raw->variance_time},
                            {0}});
    if (human != NULL) {
        set_members(object, (const AnswerMember[]){
                                {"humanWinrate", black ? human->win : 1 - human->win},
                                {"humanScoreMean", black ? human->score_mean : -human->score_mean},
                                {"humanScoreStdev", raw_stdev(human)},
                                {"humanStWrError", human->winloss_error / 2},
                                {"humanStScoreError", human->score_error},
                                {0}});
    }
    return object;
}

void answer_add(const AnswerSubject *subject, const Analysis *analysis, Text *text) {
    const QueryIncludes *includes = &subject->job->query->includes;
    const bool follows_mover = subject->view == VIEW_MOVER;
    const Geometry *geometry = subject->game->geometry;
    Writer writer = {
        .subject = subject,
        .analysis = analysis,
        .geometry = geometry,
        .is_mover = follows_mover || (Color)subject->view == analysis->color,
        .is_black = follows_mover ? analysis->color == BLACK : subject->view == VIEW_BLACK,
        .center = utility_center(analysis->final.score, geometry->cell_count),
    };
    int order = 0;
    json_t *object = json_new_object(), *moves = json_new_array();
    set_value(object, "turnNumber", json_integer(subject->job->turn));
    set_value(object, "isDuringSearch", json_boolean(!analysis->is_last));
    set_value(object, "moveInfos", moves);
    for (int i = 0; i < analysis->count; i++) {
        if (analysis->moves[i].visits > 0) {
            json_add_value(moves, new_move(&writer, i, order++));
        }
    }
    set_value(object, "rootInfo", new_root(&writer));
    if (includes->policy) {
        set_policy(&writer, object, "policy", subject->raw);
        if (subject->human != NULL) {
            set_policy(&writer, object, "humanPolicy", subject->human);
        }
    }
    set_ownership(&writer, object, &analysis->ownership, includes->ownership,
                  includes->ownership_stdev);
    char *line = json_new_dump(object, JSON_COMPACT | JSON_REAL_PRECISION(8));
    text_add(text, "{\"id\":%s,%s\n", subject->job->query->id, line + 1);
    free(line);
    json_decref(object);
}

void answer_add_nothing(const QueryJob *job, Text *text) {
    text_add(text, "{\"id\":%s,\"turnNumber\":%d,\"isDuringSearch\":false,\"noResults\":true}\n",
             job->query->id, job->turn);
}
