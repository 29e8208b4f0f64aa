/* What a network says of owners, for verdicts: the same whatever else the game is about, and not
 * asked of evaluators that have no opinion. */
#include "engine/eval/evaluator.h"
#include "engine/eval/inside/inside.h"
#include "engine/eval/network.h"
#include "engine/search/search_context.h"
#include "tests/support/position/games.h"
#include "tests/support/position/positions.h"

static void find(OwnershipSource source, const Game *game, float ownership[POINT_COUNT]) {
    memset(ownership, 0, POINT_COUNT * sizeof *ownership);
    cr_assert(source.find(source.context, game, NULL, ownership));
}

Test(ownership, of_a_network_depends_on_the_stones_alone) {
    static const NetworkOptions OPTIONS = {.precision = PRECISION_AUTO};
    if (!inside_exists()) {
        cr_skip_test("this build has no network inside");
    }
    Status status;
    Network *network = network_open(NETWORK_INSIDE, &OPTIONS, &status);
    cr_assert_not_null(network, "%s", status.text);
    const OwnershipSource source = ownership_of_evaluator(network_evaluator(network));
    Game *game = games_from(TAKEN_FOR_SEKI, WHITE, "tromp-taylor");
    float ownership[POINT_COUNT], again[POINT_COUNT];
    find(source, game, ownership);
    cr_assert_lt(ownership[point_at(0, 7)], -0.5F);
    cr_assert_lt(ownership[point_at(4, 7)], -0.5F);
    cr_assert_lt(ownership[point_at(1, 5)], -0.5F);
    cr_assert_gt(ownership[point_at(3, 4)], 0.5F);
    game->komi = -20;
    game->rules.scoring = SCORING_TERRITORY;
    games_play(game, WHITE, POINT_PASS);
    games_play(game, BLACK, POINT_PASS);
    game_set_to_move(game, BLACK);
    find(source, game, again);
    cr_assert_eq(memcmp(ownership, again, sizeof ownership), 0);
    cr_assert_not(source.find(source.context, game, &DEADLINE_NOW, again));
    network_close(network);
}

Test(ownership, is_unknown_to_playouts) {
    cr_assert_null(ownership_of_evaluator(&PLAYOUT_EVALUATOR).find);
}
