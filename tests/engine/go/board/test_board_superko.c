/* Repetition: superko in diagrams, and game_check and game_repeats against the slow oracle in
 * games, with moves taken back, on boards so small that positions repeat all the time. */
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/games.h"
#include "tests/support/program/chance.h"

static const Rules SIMPLE = {.name = "simple", .ko = KO_SIMPLE};
static const Rules POSITIONAL = {.name = "positional", .ko = KO_POSITIONAL};
static const Rules SITUATIONAL = {.name = "situational", .ko = KO_SITUATIONAL};
static const Rules POSITIONAL_SUICIDE = {.name = "", .ko = KO_POSITIONAL, .suicide = true};
static const Rules SITUATIONAL_SUICIDE = {.name = "", .ko = KO_SITUATIONAL, .suicide = true};
static const Rules SIMPLE_SUICIDE = {.name = "", .ko = KO_SIMPLE, .suicide = true};

static Game *new_game(const Rules *rules, Color to_move, const Diagram *diagram) {
    Game *game = games_set_up(diagram, to_move, "chinese");
    game->rules = *rules;
    return game;
}

/* White adds a stone at a, Black takes the two at b, White takes the one back: the stones are as
 * they were, but now it is Black's turn. */
static MoveCheck check_send_two_return_one(const Rules *rules) {
    const Diagram diagram = diagram_read("a O b O .\n"
                                         "X X O O .\n"
                                         ". . . . .\n");
    Game *game = new_game(rules, WHITE, &diagram);
    games_play(game, WHITE, diagram_point(&diagram, 'a'));
    games_play(game, BLACK, diagram_point(&diagram, 'b'));
    cr_assert_eq(game->board.prisoners[BLACK], 2);
    return game_check(game, WHITE, point_at(1, 0));
}

Test(board_superko, repetitions_in_diagrams) {
    cr_assert_eq(check_send_two_return_one(&SIMPLE), MOVE_LEGAL);
    cr_assert_eq(check_send_two_return_one(&POSITIONAL), MOVE_SUPERKO);
    cr_assert_eq(check_send_two_return_one(&SITUATIONAL), MOVE_LEGAL);
}

/* A pass that takes the button lifts the bans, as in KataGo; another one does not. */
Test(board_superko, the_button_tells_positions_apart) {
    static const char *const SETS[] = {"koPOSITIONALscoreAREAtaxNONEsui0button1",
                                       "koPOSITIONALscoreAREAtaxNONEsui0"};
    const Diagram diagram = diagram_read("a O b O .\n"
                                         "X X O O .\n"
                                         ". . . . .\n");
    for (int i = 0; i < 2; i++) {
        Game *game = games_set_up(&diagram, WHITE, SETS[i]);
        games_play(game, WHITE, diagram_point(&diagram, 'a'));
        games_play(game, BLACK, diagram_point(&diagram, 'b'));
        cr_assert_eq(game_check(game, WHITE, point_at(1, 0)), MOVE_SUPERKO);
        games_play(game, WHITE, POINT_PASS);
        games_play(game, BLACK, POINT_PASS);
        cr_assert_eq(game_check(game, WHITE, point_at(1, 0)), i == 0 ? MOVE_LEGAL : MOVE_SUPERKO);
    }
}

/* The suicide of a lone stone repeats the position with the turn changed. It is reported as
 * suicide, not as superko. Situational superko allows it until that turn has occurred too. */
Test(board_superko, suicide_of_one_stone) {
    Diagram diagram = diagram_read("a O .\n"
                                   "O O .\n"
                                   ". . .\n");
    Point p = diagram_point(&diagram, 'a');
    Game *game = new_game(&POSITIONAL_SUICIDE, BLACK, &diagram);
    cr_assert_eq(game_check(game, BLACK, p), MOVE_SUICIDE);
    game->rules = POSITIONAL;
    cr_assert_eq(game_check(game, BLACK, p), MOVE_SUICIDE);
    game->rules = SITUATIONAL_SUICIDE;
    games_play(game, BLACK, p);
    games_play(game, WHITE, POINT_PASS);
    cr_assert_eq(game_check(game, BLACK, p), MOVE_SUICIDE);
    game->rules = SIMPLE_SUICIDE;
    cr_assert_eq(game_check(game, BLACK, p), MOVE_SUICIDE);
}

/* A different earlier position that happens to have the same hash forbids nothing. */
Test(board_superko, equal_hashes_are_not_enough) {
    Game *game = games_new(3, 3, "tromp-taylor");
    games_play(game, BLACK, point_at(0, 0));
    Board after;
    board_copy(&after, &game->board);
    board_play(&after, WHITE, point_at(1, 1));
    game->past[0].hash = after.hash.lane[0];
    cr_assert_eq(game_check(game, WHITE, point_at(1, 1)), MOVE_LEGAL);
    cr_assert_not(game_repeats(game, WHITE, &after));
}

/* One game on tiny boards, where positions repeat, beside the oracle. */
typedef struct {
    Game *game;
    Oracle oracle;
    SplitMix random;
    int verdicts[MOVE_SUPERKO + 1];
    int rules_differ; /* moves that positional superko forbids and situational superko does not */
    int repeats;      /* repetitions some moves ahead */
} Duel;

static Point point_of(const Duel *duel, int cell) {
    int width = duel->oracle.width;
    return cell == ORACLE_PASS ? POINT_PASS : point_at(cell % width, cell / width);
}

static void expect_checks(Duel *duel) {
    const Oracle *oracle = &duel->oracle;
    const Rules *rules = &duel->game->rules;
    for (int i = 0; i < 2 * oracle->width * oracle->height; i++) {
        Color color = (Color)(i & 1);
        MoveCheck right = oracle_check(oracle, rules, color, i / 2);
        if (game_check(duel->game, color, point_of(duel, i / 2)) != right) {
            cr_assert_fail("move %d: %s at cell %d, should be %d:\n%s", duel->game->move_count,
                           color_name(color), i / 2, right,
                           diagram_print(oracle->width, oracle->height, oracle->now.cells).text);
        }
        duel->verdicts[right]++;
        Rules other = *rules;
        other.ko = KO_SITUATIONAL;
        duel->rules_differ += right == MOVE_SUPERKO && rules->ko == KO_POSITIONAL &&
                              oracle_check(oracle, &other, color, i / 2) == MOVE_LEGAL;
    }
}

/* A random cell that is legal, superko aside unless heed_superko; ORACLE_PASS if a few tries find
 * none. */
static int choose_cell(Duel *duel, Color color, bool heed_superko) {
    const Oracle *oracle = &duel->oracle;
    Rules rules = duel->game->rules;
    rules.ko = heed_superko ? rules.ko : KO_SIMPLE;
    for (int tries = 0; tries < 20; tries++) {
        int cell = below(&duel->random, oracle->width * oracle->height);
        if (oracle_check(oracle, &rules, color, cell) == MOVE_LEGAL) {
            return cell;
        }
    }
    return ORACLE_PASS;
}

/* Boards some moves ahead of the game, as a search reaches them, checked against its history. */
static void expect_repeats_ahead(Duel *duel) {
    Board ahead;
    board_copy(&ahead, &duel->game->board);
    const Geometry *geometry = duel->game->geometry;
    for (int i = 0; i < 6; i++) {
        Color color = ahead.to_move;
        Point p = geometry->point_of[below(&duel->random, geometry->cell_count)];
        if (board_check(&ahead, color, p, duel->game->rules.suicide) != MOVE_LEGAL) {
            p = POINT_PASS;
        }
        board_play(&ahead, color, p);
        OraclePosition position = {.to_move = ahead.to_move};
        board_get_cells(&ahead, position.cells);
        bool right = oracle_repeats(&duel->oracle, duel->game->rules.ko, &position);
        duel->repeats += right;
        if (game_repeats(duel->game, duel->oracle.now.to_move, &ahead) != right) {
            cr_assert_fail("%d moves past move %d", i + 1, duel->game->move_count);
        }
    }
}

/* Takes a few moves back; the oracle replays the game without them. */
static void take_back(Duel *duel) {
    Game *game = duel->game;
    Status status;
    cr_assert(game_undo(game, below(&duel->random, game->move_count + 1), &status));
    oracle_free(&duel->oracle);
    oracle_from_game(&duel->oracle, game);
}

static void play_tiny_game(Duel *duel) {
    Status status;
    for (int move = 0; move < 60; move++) {
        expect_checks(duel);
        expect_repeats_ahead(duel);
        Color color = duel->oracle.now.to_move;
        if (below(&duel->random, 12) == 0) {
            color = color_opponent(color);
        }
        int cell = choose_cell(duel, color, below(&duel->random, 10) != 0);
        cr_assert(game_play(duel->game, color, point_of(duel, cell), &status));
        oracle_play(&duel->oracle, color, cell);
        if (below(&duel->random, 40) == 0) {
            color = color_opponent(duel->oracle.now.to_move);
            game_set_to_move(duel->game, color);
            oracle_set_to_move(&duel->oracle, color);
        }
        if (below(&duel->random, 30) == 0) {
            take_back(duel);
        }
    }
}

static void play_tiny_games(const Rules *rules, uint64_t seed) {
    static const uint8_t SHAPES[][2] = {{2, 2}, {2, 3}, {3, 3}, {1, 5}, {5, 1}, {1, 2}, {3, 4}};
    int games = is_long() ? 1000 : 40;
    Duel duel = {.random = {seed}};
    for (int i = 0; i < games * (int)(sizeof SHAPES / sizeof SHAPES[0]); i++) {
        const uint8_t *shape = SHAPES[i / games];
        duel.game = games_new(shape[0], shape[1], "chinese");
        duel.game->rules = *rules;
        oracle_init(&duel.oracle, shape[0], shape[1]);
        play_tiny_game(&duel);
        oracle_free(&duel.oracle);
        cleanup_now(duel.game);
    }
    bool superko = rules->ko != KO_SIMPLE;
    cr_assert((duel.verdicts[MOVE_SUPERKO] > 500) == superko);
    cr_assert((duel.repeats > 500) == superko);
    cr_assert((duel.rules_differ > 50) == (rules->ko == KO_POSITIONAL));
    cr_assert_gt(duel.verdicts[MOVE_KO], 50);
    cr_assert_gt(duel.verdicts[MOVE_SUICIDE], 50);
}

Test(board_superko, tiny_games) {
    static const Rules *const KINDS[] = {&SIMPLE,      &SIMPLE_SUICIDE,
                                         &POSITIONAL,  &POSITIONAL_SUICIDE,
                                         &SITUATIONAL, &SITUATIONAL_SUICIDE};
    for (uint64_t i = 0; i < 6; i++) {
        play_tiny_games(KINDS[i], i + 1);
    }
}
