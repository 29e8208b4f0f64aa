/* What the player proves about groups, and hands to the search. */
#include "engine/player/life.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/player/player.h"
#include "tests/support/position/games.h"

/* Black's corner has three points in a row: B9 decides. */
static const char CORNER[] = ". a . X O . . . .\n"
                             "X X X X O . . . .\n"
                             "O O O O O . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n";

static const int64_t NODES = 100000;

static Point vital_point(void) {
    const Diagram diagram = diagram_read(CORNER);
    return diagram_point(&diagram, 'a');
}

Test(player_life, the_vital_point_is_a_hint_for_either_side) {
    for (Color color = BLACK; color <= WHITE; color = (Color)(color + 1)) {
        const Game *game = games_from(CORNER, color, "chinese");
        LifeReader *reader = life_reader_new();
        RootHint hint;
        cr_assert(life_find_hint(reader, &game->board, color, NULL, NULL, NODES, &hint));
        cr_assert(hint.chance[vital_point()] > 0 && hint.left == 0);
        cr_assert(hint.share > 0 && hint.share < 1);
        cr_assert_not(life_find_hint(reader, &game->board, color, NULL, NULL, 0, &hint));
        life_reader_free(reader);
    }
}

/* Returns the prior with which the player's search looked at the vital point. */
static double vital_prior(double life_share) {
    Game *game = games_from(CORNER, BLACK, "chinese");
    Player player;
    PlayerMove move;
    Status status;
    SearchMove moves[CELL_COUNT_MAX];
    PlayerOptions options = player_default_options();
    double prior = 0;
    options.visits = 400;
    options.memory_mb = 8;
    options.life_share = life_share;
    cr_assert(player_init(&player, NULL));
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    cr_assert(player_choose(&player, &turn, &move, &status), "%s", status.text);
    const int count = search_list_moves(player.search, moves, CELL_COUNT_MAX);
    for (int i = 0; i < count; i++) {
        prior = moves[i].move == vital_point() ? moves[i].prior : prior;
    }
    player_free(&player);
    return prior;
}

Test(player_life, a_hint_raises_the_prior_of_the_move) {
    const double without = vital_prior(0), with = vital_prior(0.1);
    cr_assert(with > without + 0.1, "%g without, %g with", without, with);
}
