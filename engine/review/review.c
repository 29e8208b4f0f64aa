#include "engine/review/review.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"

enum {
    SURE_VISITS = 200, /* from here on values are told without their uncertainty */
};

const char REVIEW_ENDING[] = ".review.sgf";
const double REVIEW_POINTS[] = {12, 6, 3, 1.5, 0.5};
const double REVIEW_RATES[] = {0.3, 0.2, 0.1, 0.05, 0.02};

const GradeWords REVIEW_GRADES[] = {
    [GRADE_NONE] = {"", "", "", "", NULL, NULL},
    [GRADE_FIND] = {"A", "find", "finds", "!", "TE", "1"},
    [GRADE_SLIP] = {"A", "slip", "slips", "", NULL, NULL},
    [GRADE_INACCURACY] = {"An", "inaccuracy", "inaccuracies", "?!", NULL, NULL},
    [GRADE_MISTAKE] = {"A", "mistake", "mistakes", "?", "DO", ""},
    [GRADE_SERIOUS_MISTAKE] = {"A", "serious mistake", "serious mistakes", "??", "BM", "1"},
    [GRADE_BLUNDER] = {"A", "blunder", "blunders", "???", "BM", "1"},
};

/* ---- Reviews ---- */

void review_init(Review *review, const GameLine *line) {
    const size_t moves = (size_t)line->move_count;
    *review = (Review){.line = line,
                       .last = line->move_count - 1,
                       .analyses = memory_new(moves + 1, sizeof(PositionAnalysis)),
                       .figures = memory_new(moves, sizeof(MoveFigures)),
                       .episodes = memory_new(moves, sizeof(Episode)),
                       .reasons = memory_new(moves, sizeof(json_t *))};
    for (size_t i = 0; i <= moves; i++) {
        review->analyses[i] =
            (PositionAnalysis){.win_rate = NAN,
                               .score = NAN,
                               .candidates = {{.move = POINT_NONE, .win_rate = NAN, .score = NAN}}};
    }
}

void review_free(Review *review) {
    for (int i = 0; review->reasons != NULL && i < review->line->move_count; i++) {
        json_decref(review->reasons[i]);
    }
    free(review->reasons);
    free(review->analyses);
    free(review->figures);
    free(review->episodes);
    *review = (Review){.line = NULL};
}

/* ---- In words ---- */

double review_tenths(double value) {
    return round(10 * value) / 10 + 0.0;
}

const char *review_score_text(double black_score, char text[REVIEW_SCORE_MAX]) {
    if (isnan(black_score)) {
        return "?";
    }
    const double points = review_tenths(black_score);
    const char *sign = points == 0 ? "" : points > 0 ? "B+" : "W+";
    snprintf(text, REVIEW_SCORE_MAX, "%s%.1f", sign, fabs(points));
    return text;
}

void review_add_pv(const Review *review, const Candidate *candidate, int most, Text *text) {
    for (int i = 0; i < candidate->pv_length && i < most; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " %s", game_line_vertex(review->line, candidate->pv[i], vertex));
    }
}

void review_add_value(double win_rate, double score, Text *text) {
    char words[REVIEW_SCORE_MAX];
    text_add(text, "Black wins %.1f%%, score %s", 100 * win_rate, review_score_text(score, words));
}

/* ---- Judging ---- */

/* Returns how many of the thresholds, from the greatest, a loss stays below. */
static int class_of(double loss, const double thresholds[REVIEW_CLASSES]) {
    int index = 0;
    while (index < REVIEW_CLASSES && !(loss > thresholds[index] - 1e-9)) { /* decimals count */
        index++;
    }
    return index;
}

/* The value, or 0 if it may as well be none. */
static double beyond(double value, double uncertainty) {
    return fabs(value) < uncertainty ? 0 : value;
}

/* A move that loses by one measure and gains by the other, at least a slip each, has no grade. */
static Grade grade_of(const MoveFigures *figures) {
    const double rate = beyond(figures->loss_win_rate, figures->uncertain_win_rate);
    const double points =
        beyond(figures->loss_points, figures->uncertain_points) * figures->openness;
    const int by_rate = class_of(fabs(rate), REVIEW_RATES);
    const int by_points = class_of(fabs(points), REVIEW_POINTS); /* none if NAN */
    const int worse = by_rate < by_points ? by_rate : by_points;
    const bool has_both = by_rate < REVIEW_CLASSES && by_points < REVIEW_CLASSES;
    if (figures->agrees || worse == REVIEW_CLASSES || (has_both && rate * points < 0)) {
        return GRADE_NONE;
    }
    const bool is_loss = by_rate < by_points ? rate > 0 : points > 0;
    return is_loss                                     ? (Grade)(GRADE_BLUNDER - worse)
           : worse <= GRADE_BLUNDER - GRADE_INACCURACY ? GRADE_FIND
                                                       : GRADE_NONE;
}

/* The standard deviation of the game's result, 1 if both sides win as often. */
static double openness_of(double win_rate) {
    return 2 * sqrt(win_rate * (1 - win_rate));
}

void review_set_analysis(Review *review, int position, const PositionAnalysis *analysis) {
    const GameEnd *end = &review->line->end;
    PositionAnalysis *stored = &review->analyses[position];
    *stored = *analysis;
    if (position > end->first && (end->is_settled || position == review->line->move_count)) {
        stored->score = end->score;
        stored->win_rate = end->score > 0 ? 1 : end->score < 0 ? 0 : 0.5;
    }
}

/* The standard deviation of the win rates or scores of the candidates but for the played move, by
 * visits. */
static double spread_of(const PositionAnalysis *analysis, Point played, bool of_scores) {
    double visits = 0, sum = 0, squares = 0;
    for (int i = 0; i < analysis->candidate_count; i++) {
        const Candidate *candidate = &analysis->candidates[i];
        const double value = of_scores ? candidate->score : candidate->win_rate;
        const double weight = candidate->move == played ? 0 : (double)candidate->visits;
        visits += weight;
        sum += weight * value;
        squares += weight * value * value;
    }
    const double mean = sum / visits;
    return sqrt(fmax(squares / visits - mean * mean, 0)); /* 0 if unknown */
}

/* Sets the losses of a move, whether the engine chose it or not. after: its move is not used. */
static MoveFigures measure(const PositionAnalysis *before, Color color, Point move,
                           const Candidate *after) {
    const Candidate *best = &before->candidates[0];
    const bool is_sure = before->visits >= SURE_VISITS && after->visits >= SURE_VISITS;
    const double sign = color == BLACK ? 1 : -1;
    return (MoveFigures){
        .loss_win_rate = sign * best->win_rate - sign * after->win_rate,
        .loss_points = sign * best->score - sign * after->score,
        .uncertain_win_rate = is_sure ? 0 : spread_of(before, move, false),
        .uncertain_points = is_sure ? 0 : spread_of(before, move, true),
        .openness = fmax(openness_of(best->win_rate), openness_of(after->win_rate)),
        .agrees = position_analysis_agrees(before, move),
        .episode = -1,
    };
}

static MoveFigures measure_move(const Review *review, int index) {
    const GameLineMove *move = &review->line->moves[index];
    const GameLinePosition *next = &review->line->positions[index + 1];
    const PositionAnalysis *after = &review->analyses[index + 1];
    const GameEnd *end = &review->line->end;
    const Candidate value = {
        .visits = after->visits, .win_rate = after->win_rate, .score = after->score};
    MoveFigures figures = measure(&review->analyses[index], move->color, move->point, &value);
    figures.agrees = figures.agrees && move->fault == NULL;
    figures.ends_game = index >= end->first && end->is_settled;
    if (figures.ends_game) {
        figures.loss_win_rate = figures.loss_points = 0;
    } else if (next->is_set_up || next->to_move == move->color) {
        figures.loss_win_rate = figures.loss_points = NAN;
    }
    return figures;
}

double review_difference(const Review *review, int move) {
    const MoveFigures figures = measure_move(review, move);
    const int inaccuracy = GRADE_BLUNDER - GRADE_INACCURACY;
    const double rate = figures.loss_win_rate / REVIEW_RATES[inaccuracy];
    const double points = figures.loss_points * figures.openness / REVIEW_POINTS[inaccuracy];
    return fmax(fmax(fabs(rate), fabs(points)), 0); /* 0 if both are NAN */
}

static MoveFigures judge(MoveFigures figures) {
    if (figures.agrees) {
        figures.loss_win_rate = isnan(figures.loss_win_rate) ? NAN : 0;
        figures.loss_points = isnan(figures.loss_points) ? NAN : 0;
    }
    figures.grade = grade_of(&figures);
    return figures;
}

MoveFigures review_judge_candidate(const Review *review, int position, int candidate) {
    const PositionAnalysis *before = &review->analyses[position];
    const Candidate *after = &before->candidates[candidate];
    return judge(measure(before, review->line->positions[position].to_move, after->move, after));
}

bool review_is_worse(const Review *review, int left, int right) {
    const MoveFigures *a = &review->figures[left], *b = &review->figures[right];
    const double more = a->loss_points * a->openness - b->loss_points * b->openness;
    return a->grade != b->grade        ? a->grade > b->grade
           : more != 0 && !isnan(more) ? more > 0
                                       : a->loss_win_rate > b->loss_win_rate;
}

bool review_counts(const Review *review, int move) {
    const int episode = review->figures[move].episode;
    return episode >= 0 && review->episodes[episode].worst[review->line->moves[move].color] == move;
}

/* Gives candidates that were played the value of the position after them. */
static void reconcile(const Review *review, int index) {
    const PositionAnalysis *after = &review->analyses[index + 1];
    PositionAnalysis *before = &review->analyses[index];
    for (int i = 0; i < before->candidate_count; i++) {
        Candidate *candidate = &before->candidates[i];
        if (candidate->move == review->line->moves[index].point &&
            candidate->visits < after->visits && !isnan(review->figures[index].loss_win_rate)) {
            candidate->visits = after->visits;
            candidate->win_rate = after->win_rate;
            candidate->score = after->score;
        }
    }
}

void review_judge_moves(Review *review) {
    for (int i = review->first; i <= review->last; i++) {
        review->figures[i] = judge(measure_move(review, i));
    }
    for (int i = review->first; i <= review->last; i++) {
        reconcile(review, i);
    }
}
