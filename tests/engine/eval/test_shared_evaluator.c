/* A network that is asked by many: what it remembers, and that nothing else changes its answers. */
#include "tests/support/network/net_check.h"
#include "tests/support/position/random_game.h"

#include "engine/base/team.h"
#include "engine/eval/shared_evaluator.h"

static SharedEvaluator *share(Network *network, int threads, size_t cache_bytes) {
    const SharedEvaluatorOptions options = {
        .threads = threads, .batch_max = 4, .cache_bytes = cache_bytes, .cache_entries = 1 << 20};
    SharedEvaluator *shared = shared_evaluator_new(network, &options);
    cr_assert_not_null(shared);
    return shared;
}

static void ask_about(SharedEvaluator *shared, const NetworkRequest *request, NetAnswer *answer) {
    Status status;
    cr_assert(shared_evaluator_evaluate(shared, request, answer, &status), "%s", status.text);
}

static void ask(SharedEvaluator *shared, const Game *game, NetAnswer *answer) {
    const NetworkRequest request = {.game = game, .color = game->board.to_move};
    memset(answer, 0, sizeof *answer);
    ask_about(shared, &request, answer);
}

/* Every image of a position is answered by one evaluation, exactly as if it were the first to ask,
 * turned as the image is. */
Test(shared_evaluator, images_share_an_evaluation) {
    static NetAnswer first, alone, again;
    Rng rng = rng_new(1);
    Network *network = net_check_open_small(14, 5);
    for (int round = 0; round < 6; round++) {
        Game *game =
            random_game_new(5 + round % 3, 5, round % 2 ? "japanese" : "aga", 4 * round, &rng);
        SharedEvaluator *shared = share(network, 1, 1 << 20);
        ask(shared, game, &first);
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            Game *image = game_new_image(game, g);
            cr_assert_not_null(image);
            SharedEvaluator *fresh = share(network, 1, 1 << 20);
            ask(fresh, image, &alone);
            ask(shared, image, &again);
            cr_assert_eq(memcmp(&alone, &again, sizeof alone), 0);
            cr_assert_eq(again.lead, first.lead);
            shared_evaluator_free(fresh);
            game_free(image);
        }
        const SharedEvaluatorCounts counts = shared_evaluator_counts(shared);
        cr_assert_eq(counts.evaluations, 1);
        cr_assert_eq(counts.cache.asked, 9);
        cr_assert_eq(counts.cache.found, 8);
        cr_assert_geq(counts.cache.turned, round == 0 ? 0 : 4);
        shared_evaluator_free(shared);
    }
}

/* The network's own answer about one of the images. */
Test(shared_evaluator, answers_are_the_networks) {
    static NetAnswer shared_answer, own;
    Status status;
    Rng rng = rng_new(2);
    Network *network = net_check_open_small(14, 5);
    SharedEvaluator *shared = share(network, 1, 1 << 20);
    for (int round = 0; round < 8; round++) {
        Game *game = random_game_new(7, 6, "chinese", 5 * round, &rng);
        ask(shared, game, &shared_answer);
        double nearest = INFINITY;
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            const NetworkRequest request = {
                .game = game, .color = game->board.to_move, .symmetry = g};
            cr_assert(network_evaluate(network, &request, &own, &status));
            double most = fabs(own.lead - shared_answer.lead);
            for (int cell = 0; cell < 42; cell++) {
                most = fmax(most, (double)fabsf(own.policy[cell] - shared_answer.policy[cell]));
                most =
                    fmax(most, (double)fabsf(own.ownership[cell] - shared_answer.ownership[cell]));
            }
            nearest = fmin(nearest, most);
        }
        cr_assert_lt(nearest, 1e-5);
    }
    shared_evaluator_free(shared);
}

/* Requests differ if any input of the network does. */
Test(shared_evaluator, different_inputs_are_different) {
    static NetAnswer answer;
    Rng rng = rng_new(3);
    Network *network = net_check_open_small(14, 5);
    SharedEvaluator *shared = share(network, 1, 1 << 20);
    Game *game = random_game_new(7, 7, "chinese", 20, &rng);
    NetworkRequest request = {.game = game, .color = game->board.to_move};
    ask_about(shared, &request, &answer);
    game->komi += 1;
    ask_about(shared, &request, &answer);
    game->rules = *rules_find("aga");
    ask_about(shared, &request, &answer);
    request.input.ignores_pre_root_history = true;
    ask_about(shared, &request, &answer);
    request.color = color_opponent(request.color);
    ask_about(shared, &request, &answer);
    request.input.optimism = 0.5;
    ask_about(shared, &request, &answer);
    request.input.playout_doublings = 1;
    ask_about(shared, &request, &answer);
    request.input.playout_doublings = -1;
    ask_about(shared, &request, &answer);
    cr_assert_eq(shared_evaluator_counts(shared).evaluations, 8);
    shared_evaluator_clear(shared);
    ask_about(shared, &request, &answer);
    cr_assert_eq(shared_evaluator_counts(shared).evaluations, 9);
    cr_assert_eq(shared_evaluator_counts(shared).cache.entries, 1);
    shared_evaluator_free(shared);
}

/* ---- Many threads ---- */

enum { EVAL_THREADS = 12, GAMES = 6 };

typedef struct {
    SharedEvaluator *shared;
    Game **games;
    NetAnswer answers[GAMES];
    int number;
} EvalThread;

static void ask_all(void *item) {
    EvalThread *eval_thread = item;
    for (int i = 0; i < GAMES; i++) {
        ask(eval_thread->shared, eval_thread->games[(i + eval_thread->number) % GAMES],
            &eval_thread->answers[(i + eval_thread->number) % GAMES]);
    }
}

/* More threads than may evaluate, with and without a memory. */
Test(shared_evaluator, serves_many_threads) {
    static EvalThread eval_threads[EVAL_THREADS];
    static NetAnswer expected[GAMES];
    Rng rng = rng_new(4);
    Network *network = net_check_open_small(14, 5);
    Game *games[GAMES];
    SharedEvaluator *alone = share(network, 1, 1 << 20);
    for (int i = 0; i < GAMES; i++) {
        games[i] = random_game_new(5 + i % 2, 6, "japanese", 3 * i, &rng);
        ask(alone, games[i], &expected[i]);
    }
    for (int round = 0; round < 6; round++) {
        SharedEvaluator *shared = share(network, 1 + round % 3, round % 4 == 0 ? 1 << 20 : 0);
        for (int i = 0; i < EVAL_THREADS; i++) {
            eval_threads[i].shared = shared;
            eval_threads[i].games = games;
            eval_threads[i].number = i;
        }
        cr_assert_eq(team_run(ask_all, eval_threads, sizeof eval_threads[0], EVAL_THREADS),
                     EVAL_THREADS);
        for (int i = 0; i < EVAL_THREADS; i++) {
            for (int k = 0; k < GAMES; k++) {
                net_check_within("lead", eval_threads[i].answers[k].lead, expected[k].lead, 1e-3);
            }
        }
        const SharedEvaluatorCounts counts = shared_evaluator_counts(shared);
        cr_assert_eq(counts.cache.asked, EVAL_THREADS * GAMES);
        cr_assert_leq(counts.batches, counts.evaluations);
        cr_assert_eq(counts.evaluations + counts.cache.found, EVAL_THREADS * GAMES);
        shared_evaluator_free(shared);
    }
    shared_evaluator_free(alone);
}
