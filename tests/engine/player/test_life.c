/* What the player proves about groups, and hands to the search and to the counting. */
#include "engine/player/life.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/go/ending/ending.h"
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

/* Three points with the middle taken are dead, four are alive. */
Test(player_life, settled_groups_give_no_hints_but_a_status) {
    static const struct {
        const char *row;
        StoneStatus status;
    } CASES[] = {{". O . X O . . . .\n", STATUS_DEAD},
                 {". X . X O . . . .\n", STATUS_ALIVE},
                 {". . . X O . . . .\n", STATUS_NONE}};
    for (int i = 0; i < 3; i++) {
        char text[sizeof CORNER];
        memcpy(text, CORNER, sizeof text);
        memcpy(text, CASES[i].row, strlen(CASES[i].row));
        const Game *game = games_from(text, WHITE, "chinese");
        LifeReader *reader = life_reader_new();
        const LifeSource source = life_reader_source(reader);
        RootHint hint;
        cr_assert_eq(life_find_hint(reader, &game->board, WHITE, NULL, NULL, NODES, &hint),
                     CASES[i].status == STATUS_NONE);
        cr_assert_eq(source.find(source.context, &game->board, point_at(0, 1), NULL),
                     CASES[i].status);
        life_reader_free(reader);
    }
}

/* White takes G9 by playing at F9, and the rest of its dragon lives. */
Test(player_life, the_life_of_a_dragon_is_not_that_of_each_chain) {
    const Game *game = games_from(". X . X . . X O .\n"
                                  "X X X X X X O O .\n"
                                  "O O O O O O O . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n",
                                  WHITE, "chinese");
    LifeReader *reader = life_reader_new();
    const LifeSource source = life_reader_source(reader);
    cr_assert_eq(source.find(source.context, &game->board, point_at(6, 0), NULL), STATUS_NONE);
    cr_assert_eq(source.find(source.context, &game->board, point_at(1, 0), NULL), STATUS_ALIVE);
    life_reader_free(reader);
}

/* A source is asked about chains that games leave in doubt, and its word counts. */
static StoneStatus claim_dead(const void *context, const Board *board, Point p,
                              const Deadline *deadline) {
    (void)context, (void)board, (void)p, (void)deadline;
    return STATUS_DEAD;
}

Test(player_life, the_counting_believes_a_proof) {
    const Game *game = games_from(CORNER, BLACK, "chinese");
    uint8_t status[POINT_COUNT];
    Ending *ending = ending_new();
    ending_set_life(ending, (LifeSource){.find = claim_dead});
    cr_assert(ending_status(ending, game, NULL, status));
    cr_assert_eq(status[point_at(0, 1)], STATUS_DEAD);
    cr_assert_eq(status[point_at(4, 1)], STATUS_ALIVE);
    ending_free(ending);
}

/* White's large chain lives, though games leave it to Black more often and it looks like a seki. */
Test(player_life, a_proof_outweighs_games_where_there_is_no_seki) {
    const Game *game = games_from("X . X . O X .\n"
                                  "X . X X O X X\n"
                                  ". O X O X X O\n"
                                  ". O O O . X .\n"
                                  "X . . O X X X\n"
                                  "O X X X O O O\n"
                                  "O O O O O . O\n",
                                  BLACK, "chinese");
    uint8_t status[POINT_COUNT];
    LifeReader *reader = life_reader_new();
    Ending *ending = ending_new();
    cr_assert(ending_status(ending, game, NULL, status));
    cr_assert_eq(status[point_at(1, 2)], STATUS_DEAD);
    ending_free(ending);
    ending = ending_new();
    ending_set_life(ending, life_reader_source(reader));
    cr_assert(ending_status(ending, game, NULL, status));
    cr_assert_eq(status[point_at(1, 2)], STATUS_ALIVE);
    ending_free(ending);
    life_reader_free(reader);
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
