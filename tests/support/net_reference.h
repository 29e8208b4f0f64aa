/* KataGo's own answers, from the shared folder, and how an evaluator is compared with them. */
#ifndef TESTS_SUPPORT_NET_REFERENCE_H
#define TESTS_SUPPORT_NET_REFERENCE_H

#include "engine/eval/net/answer.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How far an answer may be from KataGo's. */
typedef struct {
    double probability, points, ownership;
} NetTolerance;

/* What answers: one position, one of its images. */
typedef bool (*NetEvaluate)(void *evaluator, const Situation *situation, Symmetry symmetry,
                            NetAnswer *answer);

static inline void net_shared_path(char path[256], const char *name) {
    const char *folder = getenv("DIHEDRA_SHARED");
    snprintf(path, 256, "%s/nets/%s", folder != NULL ? folder : "../shared", name);
    if (access(path, R_OK) != 0) {
        cr_skip_test("no %s", path);
    }
}

static inline double net_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static inline const char *net_string(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    cr_assert_not_null(value, "%s", key);
    return value;
}

static inline Game *net_reference_play(const json_t *line) {
    const int size = (int)net_number(line, "size");
    Status status;
    Color color;
    Game *game = game_new(1);
    cr_assert(game != NULL && game_clear(game, size, size, &status));
    game->rules = *rules_find(net_string(line, "rules"));
    game->komi = net_number(line, "komi");
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(line, "moves"), i, move) {
        Point p;
        cr_assert(color_from_text(json_string_value(json_array_get(move, 0)), &color) &&
                  point_from_text(json_string_value(json_array_get(move, 1)), size, size, &p) &&
                  game_check(game, color, p) == MOVE_LEGAL && game_play(game, color, p, &status));
    }
    cr_assert(color_from_text(net_string(line, "to_move"), &color));
    game_set_to_move(game, color);
    return game;
}

/* KataGo mirrors before it transposes, we after; its bits 0 and 1 are our 1 and 0. Where it
 * transposes, the two differences cancel. */
static inline Symmetry net_symmetry_of(int katago) {
    return (Symmetry)(katago < 4 ? (katago & 1) << 1 | katago >> 1 : katago);
}

static inline void net_expect_near(int line, const char *what, double got, double expected,
                                   double error) {
    cr_assert_float_eq(got, expected, error, "line %d, %s: %g, not %g", line, what, got, expected);
}

/* KataGo's outputs are White's. */
static inline void net_reference_compare(int line, const NetAnswer *answer, bool for_white,
                                         const json_t *outputs, const NetTolerance *tolerance) {
    const double sign = for_white ? 1 : -1;
    const json_t *policy = json_object_get(outputs, "policy");
    const json_t *ownership = json_object_get(outputs, "whiteOwnership");
    const double probability = tolerance->probability, points = tolerance->points;
    net_expect_near(line, "whiteWin", for_white ? answer->win : answer->loss,
                    net_number(outputs, "whiteWin"), probability);
    net_expect_near(line, "whiteLoss", for_white ? answer->loss : answer->win,
                    net_number(outputs, "whiteLoss"), probability);
    net_expect_near(line, "noResult", answer->no_result, net_number(outputs, "noResult"),
                    probability);
    net_expect_near(line, "whiteLead", sign * answer->lead, net_number(outputs, "whiteLead"),
                    points);
    net_expect_near(line, "whiteScoreSelfplay", sign * answer->score_mean,
                    net_number(outputs, "whiteScoreSelfplay"), points);
    const double square = net_number(outputs, "whiteScoreSelfplaySq");
    net_expect_near(line, "whiteScoreSelfplaySq", answer->score_square, square,
                    points + 1e-4 * square);
    net_expect_near(line, "varTimeLeft", answer->variance_time, net_number(outputs, "varTimeLeft"),
                    points);
    net_expect_near(line, "shorttermWinlossError", answer->winloss_error,
                    net_number(outputs, "shorttermWinlossError"), points);
    net_expect_near(line, "shorttermScoreError", answer->score_error,
                    net_number(outputs, "shorttermScoreError"), points);
    net_expect_near(line, "policyPass", (double)answer->pass, net_number(outputs, "policyPass"),
                    probability);
    for (size_t cell = 0; cell < json_array_size(policy); cell++) {
        const json_t *entry = json_array_get(policy, cell);
        cr_assert(!json_is_null(entry) || answer->policy[cell] == 0, "line %d, cell %zu", line,
                  cell);
        net_expect_near(line, "policy", (double)answer->policy[cell],
                        json_is_null(entry) ? 0 : json_number_value(entry), probability);
        net_expect_near(line, "whiteOwnership", sign * (double)answer->ownership[cell],
                        json_number_value(json_array_get(ownership, cell)), tolerance->ownership);
    }
}

static inline void net_reference_evaluate(NetEvaluate evaluate, void *evaluator, int index,
                                          const json_t *line, const NetTolerance *tolerance) {
    static GameSituation situation;
    static NetAnswer answer;
    Game *game = net_reference_play(line);
    situation_from_game(game, &situation);
    cr_assert(evaluate(evaluator, &situation.situation,
                       net_symmetry_of((int)net_number(line, "symmetry")), &answer));
    net_reference_compare(index, &answer, game->board.to_move == WHITE,
                          json_object_get(line, "outputs"), tolerance);
    game_free(game);
}

/* Every step-th line of the references, and how many there are. */
static inline void net_reference_expect(const char *references, NetEvaluate evaluate,
                                        void *evaluator, int step, int count,
                                        const NetTolerance *tolerance) {
    char path[256];
    net_shared_path(path, references);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    int index = 0;
    for (json_t *line; (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; index++) {
        if (index % step == 0) {
            net_reference_evaluate(evaluate, evaluator, index + 1, line, tolerance);
        }
        json_decref(line);
    }
    cr_assert_eq(index, count);
    fclose(file);
}

static inline Model *net_shared_model(const char *network) {
    char path[256];
    Status status;
    net_shared_path(path, network);
    Model *model = model_load(path, &status);
    cr_assert_not_null(model, "%s", status.text);
    return model;
}

#endif
