#include "regress/review/review.h"

#include <math.h>
#include <stdio.h>

enum { SHOWN_MOVES = 10 }; /* of a line of play, in descriptions */

/* Black's value, seen from a side. */
static double win_rate_of(double black_win_rate, Color color) {
    return color == BLACK ? black_win_rate : 1 - black_win_rate;
}

static double score_of(double black_score, Color color) {
    return color == BLACK ? black_score : -black_score;
}

const char *review_grade_name(Grade grade) {
    static const char *const NAMES[] = {"", "find", "mistake", "blunder"};
    return NAMES[grade];
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

void review_add_pv(const Review *review, const PositionAnalysis *analysis, int most, Text *text) {
    for (int i = 0; i < analysis->pv_length && i < most; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " %s", point_to_text(analysis->pv[i], review->line->height, vertex));
    }
}

void review_describe_position(const Review *review, int position, Text *text) {
    const PositionAnalysis *analysis = &review->analyses[position];
    char score[REVIEW_SCORE_MAX];
    text_add(text, "Black wins %.1f%%, score %s, %lld visit%s.", 100 * analysis->win_rate,
             review_score_text(analysis->score, score), (long long)analysis->visits,
             text_plural(analysis->visits));
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
    static const char *const VERDICTS[] = {"The move", "A find: the move", "A mistake: the move",
                                           "A blunder: the move"};
    const MoveFigures *figures = &review->figures[move];
    const PositionAnalysis *before = &review->analyses[move];
    if (!isnan(figures->loss_win_rate)) {
        text_add(text, "%s ", VERDICTS[figures->grade]);
        describe_loss(figures, text);
        text_add(text, ". ");
    }
    if (figures->agrees) {
        text_add(text, "It is the engine's choice.");
    } else if (before->best != POINT_NONE) {
        char score[REVIEW_SCORE_MAX];
        text_add(text, "The engine's choice:");
        review_add_pv(review, before, SHOWN_MOVES, text);
        text_add(text, " (Black wins %.1f%%, score %s).", 100 * before->best_win_rate,
                 review_score_text(before->best_score, score));
    }
}

/* ---- Judging ---- */

/* Engines report win rates in decimals: a loss of exactly the threshold must reach it. */
static bool reaches(double loss, double threshold) {
    return loss > threshold - 1e-9;
}

static Grade grade_of(const Review *review, const MoveFigures *figures) {
    const double loss = figures->loss_win_rate;
    if (isnan(loss)) {
        return GRADE_NONE;
    }
    if (reaches(-loss, review->blunder)) {
        return GRADE_FIND;
    }
    if (figures->agrees || !reaches(loss, review->blunder / 2)) {
        return GRADE_NONE;
    }
    return reaches(loss, review->blunder) ? GRADE_BLUNDER : GRADE_MISTAKE;
}

static MoveFigures judge_move(const Review *review, int index) {
    const LineMove *move = &review->line->moves[index];
    const LinePosition *next = &review->line->positions[index + 1];
    const PositionAnalysis *before = &review->analyses[index],
                           *after = &review->analyses[index + 1];
    MoveFigures figures = {NAN, NAN, position_analysis_agrees(before, move->point), GRADE_NONE};
    if (!next->is_set_up && next->to_move != move->color) {
        figures.loss_win_rate = win_rate_of(before->best_win_rate, move->color) -
                                win_rate_of(after->win_rate, move->color);
        figures.loss_points =
            score_of(before->best_score, move->color) - score_of(after->score, move->color);
    }
    figures.grade = grade_of(review, &figures);
    return figures;
}

/* Inserts the move among the worst, if it is one of them. */
static void rank_worst(PlayerFigures *player, const MoveFigures *figures, int index) {
    const double loss = figures[index].loss_win_rate;
    if (figures[index].agrees || !(loss > 0)) {
        return;
    }
    int place = player->worst_count;
    while (place > 0 && figures[player->worst[place - 1]].loss_win_rate < loss) {
        place--;
    }
    if (place == REVIEW_WORST_MAX) {
        return;
    }
    player->worst_count += player->worst_count < REVIEW_WORST_MAX;
    for (int i = player->worst_count - 1; i > place; i--) {
        player->worst[i] = player->worst[i - 1];
    }
    player->worst[place] = index;
}

/* The mean of the known losses, gains counted as 0. */
typedef struct {
    double sum;
    int count;
} Mean;

static void mean_add(Mean *mean, double loss) {
    if (!isnan(loss)) {
        mean->sum += fmax(loss, 0);
        mean->count++;
    }
}

static double mean_of(const Mean *mean) {
    return mean->count == 0 ? NAN : mean->sum / mean->count;
}

static PlayerFigures judge_player(const Review *review, Color color) {
    PlayerFigures player = {0};
    Mean win_rate = {0}, points = {0};
    for (int i = review->first; i <= review->last; i++) {
        const MoveFigures *figures = &review->figures[i];
        if (review->line->moves[i].color == color) {
            player.moves++;
            player.agreeing += figures->agrees;
            player.mistakes += figures->grade == GRADE_MISTAKE;
            player.blunders += figures->grade == GRADE_BLUNDER;
            mean_add(&win_rate, figures->loss_win_rate);
            mean_add(&points, figures->loss_points);
            rank_worst(&player, review->figures, i);
        }
    }
    player.mean_loss_win_rate = mean_of(&win_rate);
    player.mean_loss_points = mean_of(&points);
    player.has_rank = rank_estimate(&review->ranks[color], &player.rank);
    return player;
}

void review_judge(Review *review) {
    for (int i = review->first; i <= review->last; i++) {
        review->figures[i] = judge_move(review, i);
    }
    for (int color = BLACK; color <= WHITE; color++) {
        review->players[color] = judge_player(review, (Color)color);
    }
}
