#include "tests/support/oracle/net_reference.h"

#include "engine/eval/net/model/model_file.h"
#include "tests/support/network/net_check.h"

#include "tests/support/position/games.h"
#include "tests/support/reader/json_at.h"

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

/* The game of a line of the references, up to the position in question. */
static Game *play_line(const json_t *line) {
    const bool is_square = json_object_get(line, "size") != NULL;
    const int width = (int)json_at(line, is_square ? "size" : "width");
    const int height = (int)json_at(line, is_square ? "size" : "height");
    Status status;
    Color color;
    Game *game = games_new(width, height, json_text_at(line, "rules"));
    game->komi = json_at(line, "komi");
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(line, "moves"), i, move) {
        Point p;
        cr_assert(color_from_text(json_string_value(json_array_get(move, 0)), &color) &&
                  point_from_text(json_string_value(json_array_get(move, 1)), width, height, &p) &&
                  game_check(game, color, p) == MOVE_LEGAL && game_play(game, color, p, &status));
    }
    cr_assert(color_from_text(json_text_at(line, "to_move"), &color));
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
                json_at(outputs, "whiteWin"), probability);
    expect_near(line, "whiteLoss", for_white ? answer->loss : answer->win,
                json_at(outputs, "whiteLoss"), probability);
    expect_near(line, "noResult", answer->no_result, json_at(outputs, "noResult"), probability);
    expect_near(line, "whiteLead", sign * answer->lead, json_at(outputs, "whiteLead"), points);
    expect_near(line, "whiteScoreSelfplay", sign * answer->score_mean,
                json_at(outputs, "whiteScoreSelfplay"), points);
    const double square = json_at(outputs, "whiteScoreSelfplaySq");
    expect_near(line, "whiteScoreSelfplaySq", answer->score_mean_square, square,
                points + 1e-4 * square);
    expect_near(line, "varTimeLeft", answer->variance_time, json_at(outputs, "varTimeLeft"),
                points);
    expect_near(line, "shorttermWinlossError", answer->winloss_error,
                json_at(outputs, "shorttermWinlossError"), points);
    expect_near(line, "shorttermScoreError", answer->score_error,
                json_at(outputs, "shorttermScoreError"), points);
    expect_near(line, "policyPass", (double)answer->pass, json_at(outputs, "policyPass"),
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
        cr_assert(human_profile_read(json_text_at(line, "profile"), &profile, &status), "%s",
                  status.text);
        situation.situation.profile = &profile;
    }
    if (json_object_get(line, "playoutDoublingAdvantage") != NULL) {
        situation.situation.playout_doublings = json_at(line, "playoutDoublingAdvantage");
    }
    cr_assert(evaluate(evaluator, &situation.situation,
                       symmetry_of_katago((int)json_at(line, "symmetry")), &answer));
    compare(index, &answer, game->board.to_move == WHITE, json_object_get(line, "outputs"),
            tolerance);
}

void net_reference_expect(const char *references, NetEvaluate evaluate, void *evaluator, int count,
                          const NetTolerance *tolerance) {
    char path[256];
    net_reference_find(path, references);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    int index = 0;
    for (json_t *line; (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; index++) {
        evaluate_line(evaluate, evaluator, index + 1, line, tolerance);
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
    return model_kept(model);
}
