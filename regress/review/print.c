/* A reviewed game as a table for people. */
#include <math.h>

#include "engine/review/reason.h"
#include "regress/review/report.h"

/* Prints Black's win rate after this number of moves, as a number and as a bar with a mark in the
 * middle, and the score. */
static void print_position(const Review *review, int position, FILE *stream) {
    enum { WIDTH = 20 };
    const PositionAnalysis *analysis = &review->analyses[position];
    const int filled = (int)lround((double)WIDTH * analysis->win_rate);
    char bar[WIDTH + 2] = "", score[REVIEW_SCORE_MAX];
    for (int i = 0; i <= WIDTH; i++) {
        const int step = i - (i > WIDTH / 2);
        bar[i] = i == WIDTH / 2 ? '|' : step < filled ? '#' : '.';
    }
    fprintf(stream, "%5.1f%% %s %7s", 100 * analysis->win_rate, bar,
            review_score_text(analysis->score, score));
}

static void print_loss(double loss, double unit, const char *sign, FILE *stream) {
    if (isnan(loss)) {
        fprintf(stream, " %7s", "?");
    } else {
        fprintf(stream, " %6.1f%s", review_tenths(unit * loss), sign);
    }
}

static void print_move(const Review *review, int index, FILE *stream) {
    const GameLineMove *move = &review->line->moves[index];
    const MoveFigures *figures = &review->figures[index];
    char vertex[POINT_TEXT_MAX], best[POINT_TEXT_MAX];
    fprintf(stream, "%4d %c %-5s", index + 1, move->color == BLACK ? 'B' : 'W',
            game_line_vertex(review->line, move->point, vertex));
    print_position(review, index + 1, stream);
    print_loss(figures->loss_points, 1, " ", stream);
    print_loss(figures->loss_win_rate, 100, "%", stream);
    fprintf(stream, " %-3s %s%s\n", REVIEW_GRADES[figures->grade].sign,
            move->fault != NULL ? "illegal; " : "",
            figures->ends_game ? "end"
            : figures->agrees
                ? "="
                : game_line_vertex(review->line, review->analyses[index].candidates[0].move, best));
}

static void print_worst(const Review *review, int index, FILE *stream) {
    enum { SHOWN = 6 };
    char vertex[POINT_TEXT_MAX];
    Text pv = {0}, loss = {0}, more = {0};
    review_add_pv(review, &review->analyses[index].candidates[0], SHOWN, &pv);
    review_add_loss(&review->figures[index], &loss);
    review_add_episode(review, index, &more);
    reason_add_words(review, index, &more);
    fprintf(stream, "  %d %s %s; the engine's choice:%s%s%s\n", index + 1,
            game_line_vertex(review->line, review->line->moves[index].point, vertex),
            text_get(&loss), text_get(&pv), more.length > 0 ? "." : "", text_get(&more));
    text_free(&more);
    text_free(&loss);
    text_free(&pv);
}

/* The key mistakes of a player come before the table. */
static void print_keys(const Review *review, Color color, FILE *stream) {
    const PlayerFigures *player = &review->players[color];
    if (player->key_count > 0) {
        fprintf(stream, "%s's key mistake%s:\n", color_capital_name(color),
                text_plural(player->key_count));
    }
    for (int i = 0; i < player->key_count; i++) {
        print_worst(review, player->keys[i], stream);
    }
}

static void print_player(const Review *review, Color color, FILE *stream) {
    const PlayerFigures *player = &review->players[color];
    fprintf(stream, "%s: %d move%s", color_capital_name(color), player->moves,
            text_plural(player->moves));
    if (player->moves > 0) {
        fprintf(stream, ", %.0f%% the engine's choice", 100.0 * player->agreeing / player->moves);
    }
    for (Grade grade = GRADE_BLUNDER; grade >= GRADE_INACCURACY; grade--) {
        const int count = player->grades[grade];
        if (count > 0) {
            fprintf(stream, ", %d %s", count,
                    count == 1 ? REVIEW_GRADES[grade].name : REVIEW_GRADES[grade].plural);
        }
    }
    if (!isnan(player->mean_loss_points)) {
        fprintf(stream, ", mean loss %.1f points", player->mean_loss_points);
    }
    if (!isnan(player->mean_loss_win_rate)) {
        fprintf(stream, "%s%.1f%%", isnan(player->mean_loss_points) ? ", mean loss " : " and ",
                100 * player->mean_loss_win_rate);
    }
    fputc('\n', stream);
    for (int i = 0; i < player->worst_count && i < REVIEW_WORST_SHOWN; i++) {
        print_worst(review, player->worst[i], stream);
    }
}

void review_print(const Review *review, FILE *stream) {
    const GameLine *line = review->line;
    text_print(review->file, stream);
    fprintf(stream, ": %dx%d, komi %.12g, %d move%s; analysed by ", line->width, line->height,
            line->komi, line->move_count, text_plural(line->move_count));
    text_print(review->name, stream);
    fputc(' ', stream);
    text_print(review->version, stream);
    fprintf(stream, "\n\n");
    print_keys(review, BLACK, stream);
    print_keys(review, WHITE, stream);
    fprintf(stream, "\n%-12s%-28s %7s %7s %7s     %s\n%4d %-7s", "move", "Black wins", "score",
            "points", "loss", "engine's choice", review->first, "");
    print_position(review, review->first, stream);
    fputc('\n', stream);
    for (int i = review->first; i <= review->last; i++) {
        print_move(review, i, stream);
    }
    fputc('\n', stream);
    print_player(review, BLACK, stream);
    print_player(review, WHITE, stream);
}

void review_print_line(const Review *review, const char *page, FILE *stream) {
    text_print(review->file, stream);
    fprintf(stream, ": ");
    for (int color = BLACK; color <= WHITE; color++) {
        const PlayerFigures *player = &review->players[color];
        const char *name = color_capital_name((Color)color);
        const int *grades = player->grades;
        if (player->moves == 0) {
            fprintf(stream, "%s no moves; ", name);
        } else {
            const int mistakes =
                grades[GRADE_MISTAKE] + grades[GRADE_SERIOUS_MISTAKE] + grades[GRADE_BLUNDER];
            fprintf(stream, "%s lost %.2f points a move, %d mistake%s or worse in %d move%s; ",
                    name, player->mean_loss_points, mistakes, text_plural(mistakes), player->moves,
                    text_plural(player->moves));
        }
    }
    text_print(page, stream);
    fputc('\n', stream);
    fflush(stream);
}
