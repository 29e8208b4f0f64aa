#include "regress/review/review.h"

#include <math.h>

enum { SHOWN_MOVES = 10 }; /* of a line of play, in descriptions */

#define GRADE(name, points, rate) points,
const double REVIEW_POINTS[] = {
#include "page/grades.js"
};
#undef GRADE
#define GRADE(name, points, rate) rate,
const double REVIEW_RATES[] = {
#include "page/grades.js"
};
#undef GRADE

/* Black's value, seen from a side. */
static double win_rate_of(double black_win_rate, Color color) {
    return color == BLACK ? black_win_rate : 1 - black_win_rate;
}

static double score_of(double black_score, Color color) {
    return color == BLACK ? black_score : -black_score;
}

const GradeWords REVIEW_GRADES[] = {
    [GRADE_NONE] = {"", "", "", "", NULL, NULL},
    [GRADE_FIND] = {"A", "find", "finds", "!", "TE", "1"},
    [GRADE_SLIP] = {"A", "slip", "slips", "", NULL, NULL},
    [GRADE_INACCURACY] = {"An", "inaccuracy", "inaccuracies", "?!", NULL, NULL},
    [GRADE_MISTAKE] = {"A", "mistake", "mistakes", "?", "DO", ""},
    [GRADE_SERIOUS_MISTAKE] = {"A", "serious mistake", "serious mistakes", "??", "BM", "1"},
    [GRADE_BLUNDER] = {"A", "blunder", "blunders", "???", "BM", "1"},
};

const char *review_phase_name(Phase phase) {
    static const char *const NAMES[] = {"opening", "middle game", "endgame"};
    return NAMES[phase];
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

/* "loses 12.5% and 3.0 points", "loses 1.2% and gains 0.4 points", "gains 3.0%". */
static void describe_loss(const MoveFigures *figures, Text *text) {
    const double rate = review_tenths(100 * figures->loss_win_rate);
    const double points = review_tenths(figures->loss_points);
    text_add(text, "%s %.1f%%", rate < 0 ? "gains" : "loses", fabs(rate));
    if (!isnan(points)) {
        const bool differs = (rate < 0) != (points < 0);
        const char *way = points < 0 ? "gains " : "loses ";
        text_add(text, " and %s%.1f points", differs ? way : "", fabs(points));
    }
}

void review_describe_move(const Review *review, int move, Text *text) {
    const MoveFigures *figures = &review->figures[move];
    const GradeWords *words = &REVIEW_GRADES[figures->grade];
    const Candidate *best = &review->analyses[move].candidates[0];
    if (figures->agrees || figures->ends_game) {
        text_add(text,
                 figures->ends_game ? "The game is over." : "The move is the engine's choice.");
        return;
    }
    if (review->line->moves[move].fault != NULL) {
        text_add(text, "The move is illegal: it %s. ", review->line->moves[move].fault);
    }
    if (!isnan(figures->loss_win_rate)) {
        text_add(text, figures->grade == GRADE_NONE ? "The move " : "%s %s: the move ",
                 words->article, words->name);
        describe_loss(figures, text);
        text_add(text, ". ");
    }
    if (best->move != POINT_NONE) {
        text_add(text, "The engine's choice:");
        review_add_pv(review, best, SHOWN_MOVES, text);
        text_add(text, " (");
        review_add_value(best->win_rate, best->score, text);
        text_add(text, ").");
    }
    review_add_episode(review, move, text);
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

/* A move that loses by one measure and gains by the other, at least a slip each, has no grade. */
static Grade grade_of(const MoveFigures *figures) {
    const double rate = figures->loss_win_rate, points = figures->loss_points * figures->openness;
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

/* Sets the losses of a move as the analyses have them, whether the engine chose it or not. */
static MoveFigures measure_move(const Review *review, int index) {
    const GameLineMove *move = &review->line->moves[index];
    const GameLinePosition *next = &review->line->positions[index + 1];
    const PositionAnalysis *before = &review->analyses[index],
                           *after = &review->analyses[index + 1];
    const Candidate *best = &before->candidates[0];
    const GameEnd *end = &review->line->end;
    MoveFigures figures = {
        .loss_win_rate = NAN,
        .loss_points = NAN,
        .openness = fmax(openness_of(best->win_rate), openness_of(after->win_rate)),
        .agrees = move->fault == NULL && position_analysis_agrees(before, move->point),
        .ends_game = index >= end->first && end->is_settled};
    if (figures.ends_game) {
        figures.loss_win_rate = figures.loss_points = 0;
    } else if (!next->is_set_up && next->to_move != move->color) {
        figures.loss_win_rate =
            win_rate_of(best->win_rate, move->color) - win_rate_of(after->win_rate, move->color);
        figures.loss_points =
            score_of(best->score, move->color) - score_of(after->score, move->color);
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

static MoveFigures judge_move(const Review *review, int move) {
    MoveFigures figures = measure_move(review, move);
    if (figures.agrees) {
        figures.loss_win_rate = isnan(figures.loss_win_rate) ? NAN : 0;
        figures.loss_points = isnan(figures.loss_points) ? NAN : 0;
    }
    figures.grade = grade_of(&figures);
    return figures;
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

static Phase phase_of(const GameLine *line, int move) {
    const int area = line->width * line->height;
    return move * 361 < 50 * area    ? PHASE_OPENING
           : move * 361 < 150 * area ? PHASE_MIDDLE_GAME
                                     : PHASE_ENDGAME;
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

/* Inserts the worst move of an episode among the worst of its player, if it is one of them. */
static void rank_worst(const Review *review, PlayerFigures *player, int move) {
    int place = player->worst_count;
    while (place > 0 && review_is_worse(review, move, player->worst[place - 1])) {
        place--;
    }
    if (place == REVIEW_WORST_MAX) {
        return;
    }
    player->worst_count += player->worst_count < REVIEW_WORST_MAX;
    for (int i = player->worst_count - 1; i > place; i--) {
        player->worst[i] = player->worst[i - 1];
    }
    player->worst[place] = move;
}

static PlayerFigures judge_player(const Review *review, Color color) {
    PlayerFigures player = {.mean_loss_win_rate = 0};
    int win_rates = 0, points = 0; /* known losses */
    for (int i = review->first; i <= review->last; i++) {
        const MoveFigures *figures = &review->figures[i];
        if (review->line->moves[i].color == color) {
            player.moves++;
            player.agreeing += figures->agrees;
            player.grades[figures->grade] +=
                figures->grade == GRADE_FIND || review_counts(review, i);
            player.mean_loss_win_rate += fmax(figures->loss_win_rate, 0); /* 0 if NAN */
            player.mean_loss_points += fmax(figures->loss_points, 0);
            player.phase_moves[phase_of(review->line, i)]++;
            player.phase_points[phase_of(review->line, i)] += fmax(figures->loss_points, 0);
            win_rates += !isnan(figures->loss_win_rate);
            points += !isnan(figures->loss_points);
            if (review_counts(review, i)) {
                rank_worst(review, &player, i);
            }
        }
    }
    player.mean_loss_win_rate /= win_rates; /* NAN if no loss is known */
    player.mean_loss_points /= points;
    return player;
}

void review_judge(Review *review) {
    for (int i = review->first; i <= review->last; i++) {
        review->figures[i] = judge_move(review, i);
    }
    for (int i = review->first; i <= review->last; i++) {
        reconcile(review, i);
    }
    review_find_episodes(review);
    for (int color = BLACK; color <= WHITE; color++) {
        review->players[color] = judge_player(review, (Color)color);
    }
    review_choose_keys(review);
}
