#include "regress/review/print.h"

#include <math.h>

/* ---- Text ---- */

/* Prints Black's win rate as a number and as a bar with a mark in the middle. */
static void print_win_rate(double win_rate, FILE *stream) {
    enum { WIDTH = 20 };
    char bar[WIDTH + 2];
    const int filled = (int)lround((double)WIDTH * win_rate);
    for (int i = 0; i <= WIDTH; i++) {
        const int step = i - (i > WIDTH / 2);
        bar[i] = i == WIDTH / 2 ? '|' : step < filled ? '#' : '.';
    }
    bar[WIDTH + 1] = '\0';
    fprintf(stream, "%5.1f%% %s", 100 * win_rate, bar);
}

/* Prints the position after this number of moves. */
static void print_position(const Review *review, int position, FILE *stream) {
    const PositionAnalysis *analysis = &review->analyses[position];
    char score[REVIEW_SCORE_MAX];
    print_win_rate(analysis->win_rate, stream);
    fprintf(stream, " %7s", review_score_text(analysis->score, score));
}

static void print_loss(double loss, double unit, const char *sign, FILE *stream) {
    if (isnan(loss)) {
        fprintf(stream, " %7s", "?");
    } else {
        fprintf(stream, " %6.1f%s", review_tenths(unit * loss), sign);
    }
}

static void print_move(const Review *review, int index, FILE *stream) {
    static const char *const SIGNS[] = {"", "!", "?", "??"};
    const LineMove *move = &review->line->moves[index];
    const MoveFigures *figures = &review->figures[index];
    char vertex[POINT_TEXT_MAX], best[POINT_TEXT_MAX];
    fprintf(stream, "%4d %c %-5s", index + 1, move->color == BLACK ? 'B' : 'W',
            line_vertex(review->line, move->point, vertex));
    print_position(review, index + 1, stream);
    print_loss(figures->loss_win_rate, 100, "%", stream);
    print_loss(figures->loss_points, 1, " ", stream);
    fprintf(stream, " %-2s %s\n", SIGNS[figures->grade],
            figures->agrees ? "=" : line_vertex(review->line, review->analyses[index].best, best));
}

static void print_count(int count, const char *what, FILE *stream) {
    fprintf(stream, ", %d %s%s", count, what, text_plural(count));
}

static void print_worst(const Review *review, int index, FILE *stream) {
    enum { SHOWN = 6 };
    char vertex[POINT_TEXT_MAX];
    Text pv = {0};
    review_add_pv(review, &review->analyses[index], SHOWN, &pv);
    fprintf(stream, "  %d %s lost %.1f%%; the engine's choice:%s\n", index + 1,
            line_vertex(review->line, review->line->moves[index].point, vertex),
            100 * review->figures[index].loss_win_rate, text_get(&pv));
    text_free(&pv);
}

static void print_player(const Review *review, Color color, FILE *stream) {
    const PlayerFigures *player = &review->players[color];
    fprintf(stream, "%s: %d move%s", color == BLACK ? "Black" : "White", player->moves,
            text_plural(player->moves));
    if (player->moves > 0) {
        fprintf(stream, ", %.0f%% the engine's choice", 100.0 * player->agreeing / player->moves);
        print_count(player->mistakes, "mistake", stream);
        print_count(player->blunders, "blunder", stream);
    }
    if (!isnan(player->mean_loss_win_rate)) {
        fprintf(stream, ", mean loss %.1f%%", 100 * player->mean_loss_win_rate);
    }
    if (!isnan(player->mean_loss_points)) {
        fprintf(stream, " and %.1f points", player->mean_loss_points);
    }
    fputc('\n', stream);
    if (player->has_rank) {
        Text rank = {0};
        rank_estimate_describe(&review->ranks[color], &player->rank, &rank);
        fprintf(stream, "  plays like %s\n", text_get(&rank));
        text_free(&rank);
    }
    for (int i = 0; i < player->worst_count; i++) {
        print_worst(review, player->worst[i], stream);
    }
}

void review_print_text(const Review *review, FILE *stream) {
    const GameLine *line = review->line;
    fprintf(stream, "%s: %dx%d, komi %.12g, %d move%s; analysed by %s %s\n\n", review->file,
            line->width, line->height, line->komi, line->move_count, text_plural(line->move_count),
            review->name, review->version);
    fprintf(stream, "%-12s%-28s %7s %7s %7s    %s\n", "move", "Black wins", "score", "loss",
            "points", "engine's choice");
    fprintf(stream, "%4d %-7s", review->first, "");
    print_position(review, review->first, stream);
    fputc('\n', stream);
    for (int i = review->first; i <= review->last; i++) {
        print_move(review, i, stream);
    }
    fputc('\n', stream);
    print_player(review, BLACK, stream);
    print_player(review, WHITE, stream);
}

/* ---- JSON ---- */

enum { RATE_DECIMALS = 6, SCORE_DECIMALS = 3 };

static json_t *pv_to_json(const Review *review, const PositionAnalysis *analysis) {
    json_t *pv = json_new_array();
    for (int i = 0; i < analysis->pv_length; i++) {
        char vertex[POINT_TEXT_MAX];
        json_add_value(pv, json_string(line_vertex(review->line, analysis->pv[i], vertex)));
    }
    return pv;
}

static json_t *position_to_json(const Review *review, int position) {
    const PositionAnalysis *analysis = &review->analyses[position];
    const Color to_move = review->line->positions[position].to_move;
    json_t *object = json_new_object();
    char vertex[POINT_TEXT_MAX];
    json_set_figure(object, "after_move", position, 0);
    json_set_text(object, "to_move", color_name(to_move));
    json_set_figure(object, "visits", (double)analysis->visits, 0);
    json_set_figure(object, "black_win_rate", analysis->win_rate, RATE_DECIMALS);
    json_set_figure(object, "black_score_points", analysis->score, SCORE_DECIMALS);
    json_set_text(object, "best",
                  analysis->best == POINT_NONE ? NULL
                                               : line_vertex(review->line, analysis->best, vertex));
    json_set_figure(object, "best_visits", (double)analysis->best_visits, 0);
    json_set_figure(object, "best_black_win_rate", analysis->best_win_rate, RATE_DECIMALS);
    json_set_figure(object, "best_black_score_points", analysis->best_score, SCORE_DECIMALS);
    json_set_value(object, "pv", pv_to_json(review, analysis));
    return object;
}

static json_t *move_to_json(const Review *review, int index) {
    const LineMove *move = &review->line->moves[index];
    const MoveFigures *figures = &review->figures[index];
    json_t *object = json_new_object();
    char vertex[POINT_TEXT_MAX];
    json_set_figure(object, "move", index + 1, 0);
    json_set_text(object, "color", color_name(move->color));
    json_set_text(object, "vertex", line_vertex(review->line, move->point, vertex));
    json_set_value(object, "agrees", json_boolean(figures->agrees));
    json_set_figure(object, "loss_win_rate", figures->loss_win_rate, RATE_DECIMALS);
    json_set_figure(object, "loss_points", figures->loss_points, SCORE_DECIMALS);
    json_set_text(object, "grade",
                  figures->grade == GRADE_NONE ? NULL : review_grade_name(figures->grade));
    return object;
}

static json_t *rank_to_json(const RankEvidence *evidence, const PlayerFigures *player) {
    if (!player->has_rank) {
        return json_null();
    }
    json_t *object = json_new_object();
    json_set_text(object, "rank", evidence->names[player->rank.rank]);
    json_set_text(object, "low", evidence->names[player->rank.low]);
    json_set_text(object, "high", evidence->names[player->rank.high]);
    json_set_figure(object, "moves", evidence->moves, 0);
    return object;
}

static json_t *player_to_json(const Review *review, Color color) {
    const PlayerFigures *player = &review->players[color];
    json_t *object = json_new_object(), *worst = json_new_array();
    json_set_figure(object, "moves", player->moves, 0);
    json_set_figure(object, "agreeing", player->agreeing, 0);
    json_set_figure(object, "mistakes", player->mistakes, 0);
    json_set_figure(object, "blunders", player->blunders, 0);
    json_set_figure(object, "mean_loss_win_rate", player->mean_loss_win_rate, RATE_DECIMALS);
    json_set_figure(object, "mean_loss_points", player->mean_loss_points, SCORE_DECIMALS);
    json_set_value(object, "rank", rank_to_json(&review->ranks[color], player));
    json_set_value(object, "worst_moves", worst);
    for (int i = 0; i < player->worst_count; i++) {
        json_add_value(worst, json_integer(player->worst[i] + 1));
    }
    return object;
}

json_t *review_print_json(const Review *review) {
    const GameLine *line = review->line;
    json_t *object = json_new_object(), *moves = json_new_array(), *positions = json_new_array();
    json_set_text(object, "file", review->file);
    json_set_text(object, "name", review->name);
    json_set_text(object, "version", review->version);
    json_set_figure(object, "width", line->width, 0);
    json_set_figure(object, "height", line->height, 0);
    json_set_figure(object, "komi", line->komi, 6);
    json_set_figure(object, "handicap", line->handicap, 0);
    json_set_text(object, "rules", line->rules == NULL ? NULL : line->rules->name);
    json_set_figure(object, "blunder_win_rate", review->blunder, RATE_DECIMALS);
    json_set_value(object, "black", player_to_json(review, BLACK));
    json_set_value(object, "white", player_to_json(review, WHITE));
    json_set_value(object, "moves", moves);
    json_set_value(object, "positions", positions);
    for (int i = review->first; i <= review->last; i++) {
        json_add_value(moves, move_to_json(review, i));
    }
    for (int i = review->first; i <= review->last + 1; i++) {
        json_add_value(positions, position_to_json(review, i));
    }
    return object;
}
