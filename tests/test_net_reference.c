/* The evaluator against KataGo's own answers, from the shared folder. */
#include "engine/eval/net/plain.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What KataGo prints is rounded: points to 3 decimals, probabilities to 6. Our arithmetic differs
 * from its by the order of sums. */
static const double PROBABILITY_ERROR = 2e-5, POINTS_ERROR = 2e-3, OWNERSHIP_ERROR = 5e-5;

static void shared_path(char path[256], const char *name) {
    const char *folder = getenv("DIHEDRA_SHARED");
    snprintf(path, 256, "%s/nets/%s", folder != NULL ? folder : "../shared", name);
    if (access(path, R_OK) != 0) {
        cr_skip_test("no %s", path);
    }
}

static double number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static const char *string(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    cr_assert_not_null(value, "%s", key);
    return value;
}

static Game *play(const json_t *line) {
    const int size = (int)number(line, "size");
    Status status;
    Color color;
    Game *game = game_new(1);
    cr_assert(game != NULL && game_clear(game, size, size, &status));
    game->rules = *rules_find(string(line, "rules"));
    game->komi = number(line, "komi");
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(line, "moves"), i, move) {
        Point p;
        cr_assert(color_from_text(json_string_value(json_array_get(move, 0)), &color) &&
                  point_from_text(json_string_value(json_array_get(move, 1)), size, size, &p) &&
                  game_check(game, color, p) == MOVE_LEGAL && game_play(game, color, p, &status));
    }
    cr_assert(color_from_text(string(line, "to_move"), &color));
    game_set_to_move(game, color);
    return game;
}

/* KataGo mirrors before it transposes, we after; its bits 0 and 1 are our 1 and 0. Where it
 * transposes, the two differences cancel. */
static Symmetry symmetry_of(int katago) {
    return (Symmetry)(katago < 4 ? (katago & 1) << 1 | katago >> 1 : katago);
}

static void expect_near(int line, const char *what, double got, double expected, double error) {
    cr_assert_float_eq(got, expected, error, "line %d, %s: %g, not %g", line, what, got, expected);
}

/* KataGo's outputs are White's. */
static void compare(int line, const NetAnswer *answer, bool for_white, const json_t *outputs) {
    const double sign = for_white ? 1 : -1;
    const json_t *policy = json_object_get(outputs, "policy");
    const json_t *ownership = json_object_get(outputs, "whiteOwnership");
    const double probability = PROBABILITY_ERROR, points = POINTS_ERROR;
    expect_near(line, "whiteWin", for_white ? answer->win : answer->loss,
                number(outputs, "whiteWin"), probability);
    expect_near(line, "whiteLoss", for_white ? answer->loss : answer->win,
                number(outputs, "whiteLoss"), probability);
    expect_near(line, "noResult", answer->no_result, number(outputs, "noResult"), probability);
    expect_near(line, "whiteLead", sign * answer->lead, number(outputs, "whiteLead"), points);
    expect_near(line, "whiteScoreSelfplay", sign * answer->score_mean,
                number(outputs, "whiteScoreSelfplay"), points);
    const double square = number(outputs, "whiteScoreSelfplaySq");
    expect_near(line, "whiteScoreSelfplaySq", answer->score_square, square, points + 1e-4 * square);
    expect_near(line, "varTimeLeft", answer->variance_time, number(outputs, "varTimeLeft"), points);
    expect_near(line, "shorttermWinlossError", answer->winloss_error,
                number(outputs, "shorttermWinlossError"), points);
    expect_near(line, "shorttermScoreError", answer->score_error,
                number(outputs, "shorttermScoreError"), points);
    expect_near(line, "policyPass", (double)answer->pass, number(outputs, "policyPass"),
                probability);
    for (size_t cell = 0; cell < json_array_size(policy); cell++) {
        const json_t *entry = json_array_get(policy, cell);
        cr_assert(!json_is_null(entry) || answer->policy[cell] == 0, "line %d, cell %zu", line,
                  cell);
        expect_near(line, "policy", (double)answer->policy[cell],
                    json_is_null(entry) ? 0 : json_number_value(entry), probability);
        expect_near(line, "whiteOwnership", sign * (double)answer->ownership[cell],
                    json_number_value(json_array_get(ownership, cell)), OWNERSHIP_ERROR);
    }
}

static void evaluate(Plain *plain, int index, const json_t *line) {
    static GameSituation situation;
    static NetAnswer answer;
    Game *game = play(line);
    situation_from_game(game, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation,
                             symmetry_of((int)number(line, "symmetry")), &answer));
    compare(index, &answer, game->board.to_move == WHITE, json_object_get(line, "outputs"));
    game_free(game);
}

/* Every step-th line of the references, and how many there are. */
static void expect_references(const char *network, const char *references, int step, int count) {
    char model_path[256], path[256];
    shared_path(model_path, network);
    shared_path(path, references);
    Status status;
    Model *model = model_load(model_path, &status);
    cr_assert_not_null(model, "%s", status.text);
    Plain *plain = plain_new(model);
    FILE *file = fopen(path, "r");
    cr_assert(plain != NULL && file != NULL);
    int index = 0;
    for (json_t *line; (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; index++) {
        if (index % step == 0) {
            evaluate(plain, index + 1, line);
        }
        json_decref(line);
    }
    cr_assert_eq(index, count);
    fclose(file);
    plain_free(plain);
    model_free(model);
}

/* Instrumented code takes seconds for the larger network: there, every fourth. */
static int reference_step(void) {
#if defined(PLAIN_CRITERION_H)
    return getenv("DIHEDRA_LONG") == NULL ? 4 : 1;
#else
    return 1;
#endif
}

Test(net_reference, g170_b6c96, .timeout = 120) {
    expect_references("g170-b6c96.bin.gz", "reference.jsonl", reference_step(), 80);
}

Test(net_reference, random_v15_nbt, .timeout = 120) {
    expect_references("random-v15-nbt.bin.gz", "random-v15-nbt.reference.jsonl", 1, 27);
}
