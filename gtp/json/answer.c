#include "gtp/json/answer.h"

#include <string.h>

/* An answer while it is written, and how its values turn for the reader. */
typedef struct {
    const AnswerSubject *subject;
    const Analysis *analysis;
    Text *text;
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

/* A number with 8 digits, which is never mistaken for a whole one. */
static void add_number(Writer *writer, double value) {
    Text *text = writer->text;
    const size_t start = text->length;
    text_add(text, "%.8g", isfinite(value) ? value : 0);
    if (strpbrk(text->bytes + start, ".e") == NULL) {
        text_add(text, ".0");
    }
}

typedef struct {
    const char *key;
    double value;
} AnswerMember;

/* Adds members up to one without a key. */
static void add_members(Writer *writer, const AnswerMember *members) {
    for (; members->key != NULL; members++) {
        text_add(writer->text, ",\"%s\":", members->key);
        add_number(writer, members->value);
    }
}

/* A win rate, or a number whose sign turns with the side, given from the mover's view. */
static double turn_rate(const Writer *writer, double rate) {
    return writer->is_mover ? rate : 1 - rate;
}

static double turn_sign(const Writer *writer, double value) {
    return writer->is_mover ? value : -value;
}

static void add_point(Writer *writer, Point point) {
    char vertex[POINT_TEXT_MAX];
    text_add(writer->text, "\"%s\"", point_to_text(point, writer->geometry->height, vertex));
}

/* ---- Ownership and policies ---- */

/* Adds a figure of each cell. */
static void add_cells(Writer *writer, const char *key, const float *figures, int sign) {
    text_add(writer->text, ",\"%s\":[", key);
    for (int i = 0; i < writer->geometry->cell_count; i++) {
        text_add(writer->text, i > 0 ? "," : "");
        add_number(writer, (double)figures[i] * sign);
    }
    text_add(writer->text, "]");
}

static void add_ownership(Writer *writer, const AnalysisOwnership *ownership, bool mean,
                          bool stdev) {
    if (mean) {
        add_cells(writer, "ownership", ownership->mean, writer->is_black ? 1 : -1);
    }
    if (stdev) {
        add_cells(writer, "ownershipStdev", ownership->stdev, 1);
    }
}

static void add_policy(Writer *writer, const char *key, const RawEvaluation *raw) {
    text_add(writer->text, ",\"%s\":[", key);
    for (int cell = 0; cell < writer->geometry->cell_count; cell++) {
        add_number(writer, raw->policy[writer->geometry->point_of[cell]]);
        text_add(writer->text, ",");
    }
    add_number(writer, raw->policy[POINT_PASS]);
    text_add(writer->text, "]");
}

/* ---- Moves ---- */

static void add_counts(Writer *writer, const char *key, const int64_t *counts, int count) {
    text_add(writer->text, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        text_add(writer->text, "%s%lld", i > 0 ? "," : "", (long long)counts[i]);
    }
    text_add(writer->text, "]");
}

static void add_line(Writer *writer, const AnalysisMove *move) {
    const int most = writer->subject->pv_length;
    const int length = move->pv_length < most ? move->pv_length : most;
    text_add(writer->text, ",\"pv\":[");
    for (int i = 0; i < length; i++) {
        text_add(writer->text, i > 0 ? "," : "");
        add_point(writer, move->pv[i]);
    }
    text_add(writer->text, "]");
    if (writer->subject->job->query->includes.pv_visits) {
        add_counts(writer, "pvVisits", move->pv_visits, length);
        add_counts(writer, "pvEdgeVisits", move->pv_edge_visits, length);
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

static void add_move_values(Writer *writer, const AnalysisMove *move) {
    const AnalysisFinal *final = &move->final;
    const RawEvaluation *human = writer->subject->human;
    const double utility = utility_of(move->win_rate, final->score, final->stdev, writer->center,
                                      writer->geometry->cell_count);
    const double loss = 2 * (1 + STATIC_WEIGHT + DYNAMIC_WEIGHT) * (move->win_rate - move->lcb);
    add_members(writer, (const AnswerMember[]){{"winrate", turn_rate(writer, move->win_rate)},
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
        add_members(writer, (const AnswerMember[]){
                                {"humanPrior", fmax(0, human->policy[move->move])}, {0}});
    }
    if (writer->subject->job->query->includes.no_result) {
        add_members(writer, (const AnswerMember[]){{"noResultValue", final->no_result}, {0}});
    }
}

static void add_move(Writer *writer, int index, int order) {
    const Analysis *analysis = writer->analysis;
    const AnalysisMove *move = &analysis->moves[index];
    const QueryIncludes *includes = &writer->subject->job->query->includes;
    text_add(writer->text, "%s{\"order\":%d,\"move\":", order > 0 ? "," : "", order);
    add_point(writer, move->move);
    if (move->symmetry_of != POINT_NONE) {
        text_add(writer->text, ",\"isSymmetryOf\":");
        add_point(writer, move->symmetry_of);
    }
    text_add(writer->text, ",\"visits\":%lld,\"edgeVisits\":%lld", (long long)move->all_visits,
             (long long)move->visits);
    add_members(writer, (const AnswerMember[]){
                            {"weight", (double)move->all_visits},
                            {"edgeWeight", (double)move->visits},
                            {"playSelectionValue", (double)selection_value(analysis, index)},
                            {0}});
    add_move_values(writer, move);
    add_line(writer, move);
    if (analysis->moves_ownership != NULL) {
        add_ownership(writer, &analysis->moves_ownership[index], includes->moves_ownership,
                      includes->moves_ownership_stdev);
    }
    text_add(writer->text, "}");
}

/* ---- The root ---- */

static double raw_stdev(const RawEvaluation *raw) {
    return sqrt(fmax(raw->score_mean_square - raw->score_mean * raw->score_mean, 0));
}

static void add_root(Writer *writer) {
    const RawEvaluation *raw = writer->subject->raw, *human = writer->subject->human;
    const bool black = writer->is_black;
    const Analysis *analysis = writer->analysis;
    const AnalysisFinal *final = &analysis->final;
    const double utility = utility_of(analysis->win_rate, final->score, final->stdev,
                                      writer->center, writer->geometry->cell_count);
    /* Without KataGo's thisHash and symHash: Ogatak compares thisHash with KataGo's own value. */
    text_add(writer->text, ",\"rootInfo\":{\"currentPlayer\":\"%s\",\"visits\":%lld",
             analysis->color == BLACK ? "B" : "W", (long long)analysis->visits);
    add_members(writer, (const AnswerMember[]){{"weight", (double)analysis->visits},
                                               {"winrate", turn_rate(writer, analysis->win_rate)},
                                               {"scoreLead", turn_sign(writer, analysis->score)},
                                               {"scoreSelfplay", turn_sign(writer, final->score)},
                                               {"scoreStdev", final->stdev},
                                               {"utility", turn_sign(writer, utility)},
                                               {0}});
    add_members(writer, (const AnswerMember[]){
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
        add_members(writer, (const AnswerMember[]){
                                {"humanWinrate", black ? human->win : 1 - human->win},
                                {"humanScoreMean", black ? human->score_mean : -human->score_mean},
                                {"humanScoreStdev", raw_stdev(human)},
                                {"humanStWrError", human->winloss_error / 2},
                                {"humanStScoreError", human->score_error},
                                {0}});
    }
    text_add(writer->text, "}");
}

void answer_add(const AnswerSubject *subject, const Analysis *analysis, Text *text) {
    const QueryIncludes *includes = &subject->job->query->includes;
    const bool follows_mover = subject->view == VIEW_MOVER;
    const Geometry *geometry = subject->game->geometry;
    Writer writer = {
        .subject = subject,
        .analysis = analysis,
        .text = text,
        .geometry = geometry,
        .is_mover = follows_mover || (Color)subject->view == analysis->color,
        .is_black = follows_mover ? analysis->color == BLACK : subject->view == VIEW_BLACK,
        .center = utility_center(analysis->final.score, geometry->cell_count),
    };
    int order = 0;
    text_add(text, "{\"id\":%s,\"turnNumber\":%d,\"isDuringSearch\":%s,\"moveInfos\":[",
             subject->job->query->id, subject->job->turn, analysis->is_last ? "false" : "true");
    for (int i = 0; i < analysis->count; i++) {
        if (analysis->moves[i].visits > 0) {
            add_move(&writer, i, order++);
        }
    }
    text_add(text, "]");
    add_root(&writer);
    if (includes->policy) {
        add_policy(&writer, "policy", subject->raw);
        if (subject->human != NULL) {
            add_policy(&writer, "humanPolicy", subject->human);
        }
    }
    add_ownership(&writer, &analysis->ownership, includes->ownership, includes->ownership_stdev);
    text_add(text, "}\n");
}

void answer_add_nothing(const QueryJob *job, Text *text) {
    text_add(text, "{\"id\":%s,\"turnNumber\":%d,\"isDuringSearch\":false,\"noResults\":true}\n",
             job->query->id, job->turn);
}
