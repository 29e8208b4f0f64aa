/* A judged move in words. */
#include "engine/review/reason.h"

#include <math.h>

enum { SHOWN_MOVES = 10 }; /* of a line of play */

void review_add_loss(const MoveFigures *figures, Text *text) {
    const double rate = review_tenths(100 * figures->loss_win_rate);
    const double points = review_tenths(figures->loss_points);
    text_add(text, "%s %.1f%%", rate < 0 ? "gains" : "loses", fabs(rate));
    if (!isnan(points)) {
        const bool differs = (rate < 0) != (points < 0);
        const char *way = points < 0 ? "gains " : "loses ";
        text_add(text, " and %s%.1f points", differs ? way : "", fabs(points));
    }
    if (figures->uncertain_win_rate > 0 || figures->uncertain_points > 0) {
        text_add(text, " (uncertain by %.1f%% and %.1f points)", 100 * figures->uncertain_win_rate,
                 figures->uncertain_points);
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
        review_add_loss(figures, text);
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
    reason_add_words(review, move, text);
}
