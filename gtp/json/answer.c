#include "gtp/json/answer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gtp/json/utility.h"

/* How values turn for the reader. */
typedef struct {
    const AnswerSubject *subject;
    const Analysis *analysis;
    Text *text;
    const Geometry *geometry;
    bool is_mover; /* the reader's side is that of the side to move */
    bool is_black; /* and it is Black */
    double center; /* see utility_center; the mover's */
} Writer;

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

static void add_real(Writer *writer, const char *key, double value) {
    text_add(writer->text, ",\"%s\":", key);
    add_number(writer, value);
}

static void add_whole(Writer *writer, const char *key, int64_t value) {
    text_add(writer->text, ",\"%s\":%lld", key, (long long)value);
}

/* A win rate, or a number whose sign turns with the side, given from the mover's view. */
static double turn_rate(const Writer *writer, double rate) {
    return writer->is_mover ? rate : 1 - rate;
}

static double turn_sign(const Writer *writer, double value) {
    return writer->is_mover ? value : -value;
}

/* Two words as 32 digits. */
static void add_hash(Writer *writer, const char *key, const uint64_t words[2]) {
    text_add(writer->text, ",\"%s\":\"%016" PRIX64 "%016" PRIX64 "\"", key, words[0], words[1]);
}

static void add_point(Writer *writer, Point point) {
    char vertex[POINT_TEXT_MAX];
    text_add(writer->text, "\"%s\"", point_to_text(point, writer->geometry->height, vertex));
}

/* ---- Ownership and policies ---- */

static void add_ownership(Writer *writer, const AnalysisOwnership *ownership, bool mean,
                          bool stdev) {
    const int cells = writer->geometry->cell_count;
    if (mean) {
        text_add(writer->text, ",\"ownership\":[");
        for (int i = 0; i < cells; i++) {
            text_add(writer->text, i > 0 ? "," : "");
            add_number(writer,
                       (double)(writer->is_black ? ownership->mean[i] : -ownership->mean[i]));
        }
        text_add(writer->text, "]");
    }
    if (stdev) {
        text_add(writer->text, ",\"ownershipStdev\":[");
        for (int i = 0; i < cells; i++) {
            text_add(writer->text, i > 0 ? "," : "");
            add_number(writer, (double)ownership->stdev[i]);
        }
        text_add(writer->text, "]");
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
    const int most = writer->subject->line_moves;
    const int length = move->pv_length < most ? move->pv_length : most;
    text_add(writer->text, ",\"pv\":[");
    for (int i = 0; i < length; i++) {
        text_add(writer->text, i > 0 ? "," : "");
        add_point(writer, move->pv[i]);
    }
    text_add(writer->text, "]");
    if (writer->subject->job->query->includes.line_visits) {
        add_counts(writer, "pvVisits", move->pv_visits, length);
        add_counts(writer, "pvEdgeVisits", move->pv_edge_visits, length);
    }
}

/* The number by which moves are ordered falls with the order: visits, unless a move with fewer of
 * them is the better choice. */
static int64_t selection_value(const Analysis *analysis, int index) {
    int64_t most = 0;
    for (int i = index; i < analysis->count; i++) {
        most = analysis->moves[i].visits > most ? analysis->moves[i].visits : most;
    }
    return most;
}

static void add_move_values(Writer *writer, const AnalysisMove *move) {
    const AnalysisFinal *final = &move->final;
    const double utility = utility_of(move->win_rate, final->score, final->stdev, writer->center,
                                      writer->geometry->cell_count);
    const double lower = utility_lower(utility, move->win_rate - move->lcb);
    add_real(writer, "winrate", turn_rate(writer, move->win_rate));
    add_real(writer, "lcb", turn_rate(writer, move->lcb));
    add_real(writer, "utility", turn_sign(writer, utility));
    add_real(writer, "utilityLcb", turn_sign(writer, lower));
    add_real(writer, "scoreLead", turn_sign(writer, move->score));
    add_real(writer, "scoreMean", turn_sign(writer, move->score));
    add_real(writer, "scoreSelfplay", turn_sign(writer, final->score));
    add_real(writer, "scoreStdev", final->stdev);
    add_real(writer, "prior", move->prior);
    if (writer->subject->human != NULL) {
        add_real(writer, "humanPrior", fmax(0, writer->subject->human->policy[move->move]));
    }
    if (writer->subject->job->query->includes.no_result) {
        add_real(writer, "noResultValue", final->no_result);
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
    add_whole(writer, "visits", move->all_visits);
    add_whole(writer, "edgeVisits", move->visits);
    add_real(writer, "weight", (double)move->all_visits);
    add_real(writer, "edgeWeight", (double)move->visits);
    add_real(writer, "playSelectionValue", (double)selection_value(analysis, index));
    add_move_values(writer, move);
    add_line(writer, move);
    if (analysis->moves_ownership != NULL) {
        add_ownership(writer, &analysis->moves_ownership[index], includes->moves_ownership,
                      includes->moves_ownership_stdev);
    }
    text_add(writer->text, "}");
}

static void add_moves(Writer *writer) {
    int order = 0;
    text_add(writer->text, ",\"moveInfos\":[");
    for (int i = 0; i < writer->analysis->count; i++) {
        if (writer->analysis->moves[i].visits > 0) {
            add_move(writer, i, order++);
        }
    }
    text_add(writer->text, "]");
}

/* ---- The root ---- */

static double raw_stdev(const RawEvaluation *raw) {
    return sqrt(fmax(raw->score_squares - raw->score * raw->score, 0));
}

static void add_raw(Writer *writer, const RawEvaluation *raw) {
    const bool black = writer->is_black;
    add_real(writer, "rawWinrate", black ? raw->win : 1 - raw->win);
    add_real(writer, "rawLead", black ? raw->lead : -raw->lead);
    add_real(writer, "rawScoreSelfplay", black ? raw->score : -raw->score);
    add_real(writer, "rawScoreSelfplayStdev", raw_stdev(raw));
    add_real(writer, "rawNoResultProb", raw->no_result);
    add_real(writer, "rawStWrError", raw->winloss_error / 2);
    add_real(writer, "rawStScoreError", raw->score_error);
    add_real(writer, "rawVarTimeLeft", raw->variance_time);
}

static void add_human(Writer *writer, const RawEvaluation *human) {
    const bool black = writer->is_black;
    add_real(writer, "humanWinrate", black ? human->win : 1 - human->win);
    add_real(writer, "humanScoreMean", black ? human->score : -human->score);
    add_real(writer, "humanScoreStdev", raw_stdev(human));
    add_real(writer, "humanStWrError", human->winloss_error / 2);
    add_real(writer, "humanStScoreError", human->score_error);
}

static void add_root(Writer *writer) {
    const Analysis *analysis = writer->analysis;
    const AnalysisFinal *final = &analysis->final;
    const double utility = utility_of(analysis->win_rate, final->score, final->stdev,
                                      writer->center, writer->geometry->cell_count);
    text_add(writer->text, ",\"rootInfo\":{\"currentPlayer\":\"%s\"",
             analysis->color == BLACK ? "B" : "W");
    add_hash(writer, "thisHash", analysis->hash);
    add_hash(writer, "symHash", analysis->symmetric_hash);
    add_whole(writer, "visits", analysis->visits);
    add_real(writer, "weight", (double)analysis->visits);
    add_real(writer, "winrate", turn_rate(writer, analysis->win_rate));
    add_real(writer, "scoreLead", turn_sign(writer, analysis->score));
    add_real(writer, "scoreSelfplay", turn_sign(writer, final->score));
    add_real(writer, "scoreStdev", final->stdev);
    add_real(writer, "utility", turn_sign(writer, utility));
    add_raw(writer, writer->subject->raw);
    if (writer->subject->human != NULL) {
        add_human(writer, writer->subject->human);
    }
    text_add(writer->text, "}");
}

static void add_head(const QueryJob *job, bool is_during, Text *text) {
    text_add(text, "{\"id\":%s,\"turnNumber\":%d,\"isDuringSearch\":%s", job->query->id, job->turn,
             is_during ? "true" : "false");
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
    add_head(subject->job, !analysis->is_last, text);
    add_moves(&writer);
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

static void append(Text *text, const char *word) {
    text_append(text, word, strlen(word));
}

void answer_add_nothing(const QueryJob *job, Text *text) {
    char digits[12], *digit = digits + sizeof digits - 1; /* printf would take most of the time */
    *digit = '\0';
    int rest = job->turn;
    do {
        *--digit = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    append(text, "{\"id\":");
    append(text, job->query->id);
    append(text, ",\"turnNumber\":");
    append(text, digit);
    append(text, ",\"isDuringSearch\":false,\"noResults\":true}\n");
}
