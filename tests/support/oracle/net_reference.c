#include "tests/support/oracle/net_reference.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void net_reference_find(char path[256], const char *name) {
    const char *folder = getenv("DIHEDRA_SHARED");
    if (strchr(name, '/') != NULL) {
        snprintf(path, 256, "%s", name);
    } else {
        snprintf(path, 256, "%s/nets/%s", folder != NULL ? folder : "../shared", name);
    }
    if (access(path, R_OK) != 0) {
        cr_skip_test("no %s", path);
    }
}

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static const char *string_of(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    cr_assert_not_null(value, "%s", key);
    return value;
}

/* The game of a line of the references, up to the position in question. */
static Game *play_line(const json_t *line) {
    const bool is_square = json_object_get(line, "size") != NULL;
    const int width = (int)number_of(line, is_square ? "size" : "width");
    const int height = (int)number_of(line, is_square ? "size" : "height");
    Status status;
    Color color;
    Game *game = game_new(1);
    cr_assert(game != NULL && game_clear(game, width, height, &status));
    game->rules = *rules_find(string_of(line, "rules"));
    game->komi = number_of(line, "komi");
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(line, "moves"), i, move) {
        Point p;
        cr_assert(color_from_text(json_string_value(json_array_get(move, 0)), &color) &&
                  point_from_text(json_string_value(json_array_get(move, 1)), width, height, &p) &&
                  game_check(game, color, p) == MOVE_LEGAL && game_play(game, color, p, &status));
    }
    cr_assert(color_from_text(string_of(line, "to_move"), &color));
    game_set_to_move(game, color);
    return game;
}

/* KataGo mirrors before it transposes, we after; its bits 0 and 1 are our 1 and 0. If it
 * transposes, the two differences cancel. */
static Symmetry symmetry_of_katago(int katago) {
    return (Symmetry)(katago < 4 ? (katago & 1) << 1 | katago >> 1 : katago);
}

static void expect_near(int line, const char *what, double got, double expected, double error) {
    cr_assert_float_eq(got, expected, error, "line %d, %s: %g, not %g", line, what, got, expected);
}

/* KataGo's outputs are White's. */
static void compare(int line, const NetAnswer *answer, bool for_white, const json_t *outputs,
                    const NetTolerance *tolerance) {
    const double sign = for_white ? 1 : -1;
    const json_t *policy = json_object_get(outputs, "policy");
    const json_t *ownership = json_object_get(outputs, "whiteOwnership");
    const double probability = tolerance->probability, points = tolerance->points;
    expect_near(line, "whiteWin", for_white ? answer->win : answer->loss,
                number_of(outputs, "whiteWin"), probability);
    expect_near(line, "whiteLoss", for_white ? answer->loss : answer->win,
                number_of(outputs, "whiteLoss"), probability);
    expect_near(line, "noResult", answer->no_result, number_of(outputs, "noResult"), probability);
    expect_near(line, "whiteLead", sign * answer->lead, number_of(outputs, "whiteLead"), points);
    expect_near(line, "whiteScoreSelfplay", sign * answer->score_mean,
                number_of(outputs, "whiteScoreSelfplay"), points);
    const double square = number_of(outputs, "whiteScoreSelfplaySq");
    expect_near(line, "whiteScoreSelfplaySq", answer->score_square, square, points + 1e-4 * square);
    expect_near(line, "varTimeLeft", answer->variance_time, number_of(outputs, "varTimeLeft"),
                points);
    expect_near(line, "shorttermWinlossError", answer->winloss_error,
                number_of(outputs, "shorttermWinlossError"), points);
    expect_near(line, "shorttermScoreError", answer->score_error,
                number_of(outputs, "shorttermScoreError"), points);
    expect_near(line, "policyPass", (double)answer->pass, number_of(outputs, "policyPass"),
                probability);
    for (size_t cell = 0; cell < json_array_size(policy); cell++) {
        const json_t *entry = json_array_get(policy, cell);
        cr_assert(!json_is_null(entry) || answer->policy[cell] == 0, "line %d, cell %zu", line,
                  cell);
        expect_near(line, "policy", (double)answer->policy[cell],
                    json_is_null(entry) ? 0 : json_number_value(entry), probability);
        expect_near(line, "whiteOwnership", sign * (double)answer->ownership[cell],
                    json_number_value(json_array_get(ownership, cell)), tolerance->ownership);
    }
}

static void evaluate_line(NetEvaluate evaluate, void *evaluator, int index, const json_t *line,
                          const NetTolerance *tolerance) {
    static GameSituation situation;
    static NetAnswer answer;
    HumanProfile profile;
    Status status;
    Game *game = play_line(line);
    situation_from_game(game, &situation);
    if (json_object_get(line, "profile") != NULL) {
        cr_assert(human_profile_read(string_of(line, "profile"), &profile, &status), "%s",
                  status.text);
        situation.situation.profile = &profile;
    }
    if (json_object_get(line, "playoutDoublingAdvantage") != NULL) {
        situation.situation.playout_doublings = number_of(line, "playoutDoublingAdvantage");
    }
    cr_assert(evaluate(evaluator, &situation.situation,
                       symmetry_of_katago((int)number_of(line, "symmetry")), &answer));
    compare(index, &answer, game->board.to_move == WHITE, json_object_get(line, "outputs"),
            tolerance);
    game_free(game);
}

void net_reference_expect(const char *references, NetEvaluate evaluate, void *evaluator, int step,
                          int count, const NetTolerance *tolerance) {
    char path[256];
    net_reference_find(path, references);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    int index = 0;
    for (json_t *line; (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; index++) {
        if (index % step == 0) {
            evaluate_line(evaluate, evaluator, index + 1, line, tolerance);
        }
        json_decref(line);
    }
    cr_assert_eq(index, count);
    fclose(file);
}

Model *net_reference_model(const char *network) {
    char path[256];
    Status status;
    net_reference_find(path, network);
    Model *model = model_load(path, &status);
    cr_assert_not_null(model, "%s", status.text);
    return model;
}
