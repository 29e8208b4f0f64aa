/* A network as an evaluator: its answers are those of the slow evaluator from Black's view. */
#include "tests/support/network/net_check.h"
#include "tests/support/position/random_game.h"

#include "tests/support/network/plain.h"

/* Random numbers by which the network sees that image. */
static Rng rng_for(Symmetry symmetry) {
    Rng rng, copy;
    uint64_t seed = 0;
    do {
        rng = copy = rng_new(++seed);
    } while (rng_below(&copy, SYMMETRY_COUNT) != symmetry);
    return rng;
}

/* A request about the position after a path of moves in a game. */
typedef struct {
    _Alignas(64) Board board;
    Game *game;
    Point path[4];
    int length;
    Rng rng;
} Asked;

static Asked *asked_new(int width, int height, int moves, int length, Rng *rng) {
    Asked *asked = aligned_alloc(64, (sizeof *asked + 63) / 64 * 64);
    cr_assert_not_null(asked);
    cleanup_free(asked);
    asked->game = random_game_new(width, height, "japanese", moves, rng);
    asked->length = length;
    asked->rng = rng_for(SYMMETRY_IDENTITY);
    board_copy(&asked->board, &asked->game->board);
    for (int i = 0; i < length; i++) {
        const Color mover = asked->board.to_move;
        const Point p = asked->board.empty[rng_below(rng, (uint32_t)asked->board.empty_count)];
        asked->path[i] = board_check(&asked->board, mover, p, false) == MOVE_LEGAL ? p : POINT_PASS;
        board_play(&asked->board, mover, asked->path[i]);
    }
    return asked;
}

static EvalRequest request_of(Asked *asked) {
    return (EvalRequest){.game = asked->game,
                         .board = &asked->board,
                         .path = asked->path,
                         .path_length = asked->length,
                         .wants_policy = true,
                         .wants_ownership = true,
                         .rng = &asked->rng};
}

/* Expects the slow evaluator's answer to the same position, from Black's view. */
static void expect_plain_answer(Asked *asked, Symmetry symmetry, const EvalAnswer *answer) {
    static GameSituation situation;
    static NetAnswer expected;
    Status status;
    const NetSpec spec = net_spec_small(14, 5);
    Model *model = net_check_read(&spec);
    Plain *plain = plain_new(model);
    for (int i = 0; i < asked->length; i++) {
        Game *game = asked->game;
        cr_assert(game_play(game, game->board.to_move, asked->path[i], &status));
    }
    situation_from_game(asked->game, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, symmetry, 0, &expected));
    const bool is_black = asked->board.to_move == BLACK;
    const double win = (is_black ? expected.win : expected.loss) + expected.no_result / 2;
    net_check_within("win", (double)answer->win, win, 2e-4);
    net_check_within("score", (double)answer->lead, is_black ? expected.lead : -expected.lead,
                     2e-3);
    const Geometry *geometry = asked->game->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const float policy = answer->policy[geometry->point_of[cell]];
        cr_assert_gt(policy, 0);
        net_check_within("policy", (double)policy, (double)expected.policy[cell], 2e-4);
        net_check_within("owner", (double)answer->ownership[cell],
                         (double)(is_black ? expected.ownership[cell] : -expected.ownership[cell]),
                         2e-4);
    }
    net_check_within("pass", (double)answer->policy[POINT_PASS], (double)expected.pass, 2e-4);
    cr_assert_eq(answer->trace.count, 0);
}

Test(network, answers_as_black_sees_it) {
    static EvalAnswer answer;
    Rng rng = rng_new(1);
    Network *network = net_check_open_small(14, 5);
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        Asked *asked = asked_new(5, 4, 6 + symmetry, symmetry % 5, &rng);
        asked->rng = rng_for((Symmetry)symmetry);
        const EvalRequest request = request_of(asked);
        const Evaluator *evaluator = network_evaluator(network);
        evaluator->evaluate(evaluator, &request, &answer);
        expect_plain_answer(asked, (Symmetry)symmetry, &answer);
    }
}

/* As many images as there is time for: one if the deadline is past or cancelled, all if far. */
Test(network, averages_no_more_images_than_there_is_time_for) {
    Rng rng = rng_new(13);
    Network *network = net_check_open_small(14, 5);
    const Evaluator *evaluator = network_evaluator(network);
    _Atomic bool told = true, untold = false;
    const Deadline over = {.at = 0}, cancelled = {.at = INFINITY, .cancel = &told};
    const Deadline far = {.at = INFINITY, .cancel = &untold};
    static const int IMAGES[] = {1, 8, 8, 8, 8};
    const Deadline *const deadlines[] = {NULL, &over, &cancelled, &far, NULL};
    static EvalAnswer answers[5];
    Asked *asked = asked_new(7, 6, 12, 0, &rng);
    for (int i = 0; i < 5; i++) {
        EvalRequest request = request_of(asked);
        request.symmetries = IMAGES[i];
        request.deadline = deadlines[i];
        evaluator->evaluate(evaluator, &request, &answers[i]);
    }
    cr_assert(answers[1].win == answers[0].win && answers[2].win == answers[0].win);
    cr_assert_eq(memcmp(answers[1].policy, answers[0].policy, sizeof answers[0].policy), 0);
    cr_assert(answers[3].win == answers[4].win && answers[3].win != answers[0].win);
}

/* Only a position whose answer is not finite is answered by an even game. */
Test(network, a_position_that_is_not_finite_stands_alone) {
    static EvalAnswer answer;
    const NetSpec spec = net_spec_fragile();
    Rng rng = rng_new(6);
    Status status;
    Network *network = net_check_open(&spec, &status);
    cr_assert_not_null(network, "%s", status.text);
    const Evaluator *evaluator = network_evaluator(network);
    const double white = (exp(1) + 0.5) / (exp(1) + 2); /* half of no result counts as a win */
    for (int i = 0; i < 4; i++) {
        Asked *asked = asked_new(5, 4, 1 + i % 2, 0, &rng); /* White has none, then Black has one */
        const EvalRequest request = request_of(asked);
        evaluator->evaluate(evaluator, &request, &answer);
        net_check_within("win", (double)answer.win, i % 2 == 0 ? 1 - white : 0.5, 1e-5);
    }
}

Test(network, refuses_what_is_no_network) {
    const NetworkOptions options = {.precision = PRECISION_FP32};
    Status status;
    cr_assert_null(network_open("/nowhere/at/all", &options, &status));
    cr_assert_str_eq(status.text, "/nowhere/at/all: No such file or directory");
    NetSpec spec = net_spec_small(12, 2);
    spec.scale = 1e38F;
    cr_assert_null(net_check_open(&spec, &status));
    expect_in(status.text, "the network's answers are not finite");
}
