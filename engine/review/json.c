/* A judged game as JSON. */
#include "engine/review/reason.h"

enum { RATE_DECIMALS = 6, SCORE_DECIMALS = 3 };

static json_t *pv_to_json(const Review *review, const Candidate *candidate) {
    char vertex[POINT_TEXT_MAX];
    json_t *pv = json_new_array();
    for (int i = 0; i < candidate->pv_length; i++) {
        json_add_value(pv, json_string(game_line_vertex(review->line, candidate->pv[i], vertex)));
    }
    return pv;
}

static json_t *candidate_to_json(const Review *review, const Candidate *candidate) {
    char vertex[POINT_TEXT_MAX];
    return json_new_packed("{s:s, s:I, s:o, s:o, s:o, s:o}", "move",
                           game_line_vertex(review->line, candidate->move, vertex), "visits",
                           (json_int_t)candidate->visits, "black_win_rate",
                           json_new_figure(candidate->win_rate, RATE_DECIMALS),
                           "black_score_points", json_new_figure(candidate->score, SCORE_DECIMALS),
                           "prior", json_new_figure(candidate->prior, RATE_DECIMALS), "pv",
                           pv_to_json(review, candidate));
}

static json_t *position_to_json(const Review *review, int position) {
    const PositionAnalysis *analysis = &review->analyses[position];
    json_t *candidates = json_new_array();
    for (int i = 0; i < analysis->candidate_count; i++) {
        json_add_value(candidates, candidate_to_json(review, &analysis->candidates[i]));
    }
    return json_new_packed("{s:i, s:s, s:I, s:o, s:o, s:o}", "after_move", position, "to_move",
                           color_name(review->line->positions[position].to_move), "visits",
                           (json_int_t)analysis->visits, "black_win_rate",
                           json_new_figure(analysis->win_rate, RATE_DECIMALS), "black_score_points",
                           json_new_figure(analysis->score, SCORE_DECIMALS), "candidates",
                           candidates);
}

/* Moves as people number them. */
static json_t *moves_to_json(const int *moves, int count) {
    json_t *array = json_new_array();
    for (int i = 0; i < count; i++) {
        json_add_value(array, json_integer(moves[i] + 1));
    }
    return array;
}

json_t *review_figures_to_json(const MoveFigures *figures) {
    return json_new_packed(
        "{s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:s?}", "agrees", figures->agrees, "ends_game",
        figures->ends_game, "loss_win_rate", json_new_figure(figures->loss_win_rate, RATE_DECIMALS),
        "loss_points", json_new_figure(figures->loss_points, SCORE_DECIMALS),
        "uncertainty_win_rate", json_new_figure(figures->uncertain_win_rate, RATE_DECIMALS),
        "uncertainty_points", json_new_figure(figures->uncertain_points, SCORE_DECIMALS),
        "openness", json_new_figure(figures->openness, SCORE_DECIMALS), "grade",
        figures->grade == GRADE_NONE ? NULL : REVIEW_GRADES[figures->grade].name);
}

static json_t *left_to_json(const Review *review, int move) {
    const LeftPoint left = review_find_left_point(review, move);
    return review_counts(review, move)
               ? json_new_packed("{s:i, s:i, s:b}", "first", left.first + 1, "last", left.last + 1,
                                 "by_both", left.by_both)
               : json_null();
}

json_t *review_move_to_json(const Review *review, int index) {
    const GameLineMove *move = &review->line->moves[index];
    const MoveFigures *figures = &review->figures[index];
    const Episode *episode = figures->episode < 0 ? NULL : &review->episodes[figures->episode];
    char vertex[POINT_TEXT_MAX];
    json_t *object = json_new_packed(
        "{s:i, s:s, s:s, s:s?}", "move", index + 1, "color", color_name(move->color), "vertex",
        game_line_vertex(review->line, move->point, vertex), "fault", move->fault);
    json_t *figures_object = review_figures_to_json(figures);
    json_object_update(object, figures_object);
    json_decref(figures_object);
    json_set_packed(object, "{s:o, s:o, s:o}", "episode",
                    episode == NULL ? json_null()
                                    : moves_to_json((int[]){episode->first, episode->last}, 2),
                    "left", left_to_json(review, index), "reason", reason_of(review, index));
    return object;
}

static json_t *phases_to_json(const PlayerFigures *player) {
    static const char *const NAMES[] = {"opening", "middle game", "endgame"};
    json_t *phases = json_new_array();
    for (Phase phase = 0; phase < PHASE_COUNT; phase++) {
        json_add_value(
            phases, json_new_packed("{s:s, s:i, s:o}", "phase", NAMES[phase], "moves",
                                    player->phase_moves[phase], "loss_points",
                                    json_new_figure(player->phase_points[phase], SCORE_DECIMALS)));
    }
    return phases;
}

json_t *review_player_to_json(const PlayerFigures *player) {
    json_t *grades = json_new_object();
    for (Grade grade = GRADE_BLUNDER; grade >= GRADE_FIND; grade--) {
        json_set_value(grades, REVIEW_GRADES[grade].name, json_integer(player->grades[grade]));
    }
    return json_new_packed("{s:o, s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "key_moves",
                           moves_to_json(player->keys, player->key_count), "moves", player->moves,
                           "agreeing", player->agreeing, "grades", grades, "mean_loss_win_rate",
                           json_new_figure(player->mean_loss_win_rate, RATE_DECIMALS),
                           "mean_loss_points",
                           json_new_figure(player->mean_loss_points, SCORE_DECIMALS), "phases",
                           phases_to_json(player), "worst_moves",
                           moves_to_json(player->worst, player->worst_count < REVIEW_WORST_SHOWN
                                                            ? player->worst_count
                                                            : REVIEW_WORST_SHOWN));
}

static json_t *numbers_to_json(const double *numbers, int count) {
    json_t *array = json_new_array();
    for (int i = 0; i < count; i++) {
        json_add_value(array, json_new_figure(numbers[i], RATE_DECIMALS));
    }
    return array;
}

json_t *review_to_json(const Review *review) {
    const GameLine *line = review->line;
    json_t *moves = json_new_array(), *positions = json_new_array();
    for (int i = review->first; i <= review->last; i++) {
        json_add_value(moves, review_move_to_json(review, i));
    }
    for (int i = review->first; i <= review->last + 1; i++) {
        json_add_value(positions, position_to_json(review, i));
    }
    return json_new_packed(
        "{s:o, s:o, s:o, s:i, s:i, s:o, s:i, s:s?, s:o, s:o, s:o, s:o, s:o, s:o}", "file",
        json_new_text(review->file), "name", json_new_text(review->name), "version",
        json_new_text(review->version), "width", line->width, "height", line->height, "komi",
        json_new_figure(line->komi, 6), "handicap", line->handicap, "rules", line->rules, "points",
        numbers_to_json(REVIEW_POINTS, REVIEW_CLASSES), "rates",
        numbers_to_json(REVIEW_RATES, REVIEW_CLASSES), "black",
        review_player_to_json(&review->players[BLACK]), "white",
        review_player_to_json(&review->players[WHITE]), "moves", moves, "positions", positions);
}
