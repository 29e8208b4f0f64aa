/* Late endgames beside the solver, which knows the whole board, and beside a plain search of a
 * large board's open points. */
#include "engine/go/board/benson.h"
#include "engine/go/board/score.h"
#include "engine/player/player.h"
#include "engine/solve/play/endgame.h"
#include "engine/solve/play/small_board.h"
#include "tests/support/position/games.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_long(void) {
    return getenv("DIHEDRA_LONG") != NULL;
}

static Game *new_game(int width, int height, KoRule ko, bool suicide) {
    Game *game = games_new(width, height, "tromp-taylor");
    game->rules.ko = ko;
    game->rules.suicide = suicide;
    game->komi = 0;
    return game;
}

/* A random legal move that fills no eye, or a pass. */
static void play_at_random(Game *game, Rng *rng) {
    const Color color = (Color)game->board.to_move;
    Point p = POINT_PASS;
    for (int tries = 0; tries < 60 && p == POINT_PASS && game->board.empty_count > 0; tries++) {
        const Point q = game->board.empty[rng_below(rng, (uint32_t)game->board.empty_count)];
        p = game_check(game, color, q) == MOVE_LEGAL && !board_is_eye(&game->board, color, q)
                ? q
                : POINT_PASS;
    }
    games_play(game, color, p);
}

/* ---- Beside the solver ---- */

typedef struct {
    int known, compared;
} Tally;

/* The whole board's value counts dead stones as they stand until they are taken, so it is the same
 * by best play. */
static void compare_with_solver(const Game *game, Tally *tally) {
    const ExactLimits limits = {
        .deadline = DEADLINE_NEVER, .nodes = 50000, .threads = 1, .table_bytes = 4 << 20};
    int value = 0;
    Endgame *endgame = endgame_new(game, &DEADLINE_NEVER, is_long() ? 100000 : 3000);
    if (endgame == NULL) {
        return;
    }
    int lower, upper;
    const bool is_known = endgame_solve(endgame, &value);
    endgame_find_bounds(endgame, &lower, &upper);
    endgame_free(endgame);
    cr_assert(!is_known || (lower <= value && value <= upper), "%d is not in %d to %d", value,
              lower, upper);
    if (!is_known) {
        return;
    }
    tally->known++;
    SmallBoard *small_board = small_board_new(game, &limits);
    const ExactBounds bounds = small_board_solve(small_board);
    small_board_free(small_board);
    tally->compared += bounds.lower == bounds.upper;
    cr_assert(bounds.lower <= value && value <= bounds.upper,
              "ko %d, suicide %d, %d passes, %s to move: %d, but the solver %d to %d\n%s",
              game->rules.ko, game->rules.suicide, game->board.passes,
              color_name((Color)game->board.to_move), value, bounds.lower, bounds.upper,
              diagram_print_board(&game->board).text);
}

Test(exact_endgame, agrees_with_the_solver_on_small_boards) {
    static const int SIZES[][2] = {{4, 4}, {5, 4}, {5, 5}, {6, 5}, {7, 7}};
    Tally tally = {0, 0};
    Rng rng = rng_new(5);
    Status status;
    const int games = is_long() ? 600 : 15;
    for (int i = 0; i < games; i++) {
        const int *size = SIZES[i % 5];
        Game *game = new_game(size[0], size[1], (KoRule)(i / 5 % 3), i / 15 % 2 != 0);
        while (game->board.passes < 2 && game->move_count < 3 * size[0] * size[1]) {
            play_at_random(game, &rng);
            if (game->board.passes < 2) {
                compare_with_solver(game, &tally);
            }
            if (game->board.passes == 0) { /* and after a pass, with dead stones or without */
                games_play(game, (Color)game->board.to_move, POINT_PASS);
                compare_with_solver(game, &tally);
                cr_assert(game_undo(game, 1, &status));
            }
        }
    }
    cr_assert_gt(tally.compared, is_long() ? 2000 : 20);
}

/* ---- Life that was lost ---- */

/* Plays cells by turns; -1 passes. */
static void play_cells(Game *game, const int *cells, int count) {
    for (int i = 0; i < count; i++) {
        const Color color = (Color)game->board.to_move;
        games_play(game, color, cells[i] < 0 ? POINT_PASS : game->geometry->point_of[cells[i]]);
    }
}

/* Black lives in the corner, fills A6, loses all there, and lives again; but D6, which would take
 * C6, makes a board of the game. Both sides are in seki below, so Black cannot change the rest of
 * the board without a loss. */
Test(exact_endgame, life_that_came_back_may_not_be_cleaned_up) {
    static const int MOVES[] = {4, -1, 0, 2, 1, -1, 4, -1, 8, -1, 9, -1, 10, -1, 11, -1, 12, -1};
    Tally tally = {0, 0};
    for (int ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
        const Diagram diagram = diagram_read(". X . X . O . O\n"
                                             "X X X X X O O .\n"
                                             "O O O O O O O O\n"
                                             "X X X O O O O O\n"
                                             "X . O X X X X X\n"
                                             ". O O X . X . X\n");
        Game *game = new_game(8, 6, (KoRule)ko, false);
        Status status;
        cr_assert(game_set_up(game, diagram.cells, BLACK, 0, &status));
        play_cells(game, MOVES, sizeof MOVES / sizeof MOVES[0]);
        game->board.passes = 0; /* as after a move that changes nothing here */
        compare_with_solver(game, &tally);
        cr_assert_eq(tally.known, 1, "ko %d", ko);
        cr_assert_eq(tally.compared, 1);
    }
}

/* Games in which eyes are filled, on a board so small that all stones are soon taken. */
Test(exact_endgame, agrees_with_the_solver_where_life_was_lost) {
    Tally tally = {0, 0};
    Rng rng = rng_new(2);
    for (int i = 0; i < 40; i++) {
        Game *game = new_game(2, 3, i % 2 == 0 ? KO_POSITIONAL : KO_SITUATIONAL, i / 2 % 2 != 0);
        while (game->board.passes < 2 && game->move_count < 60) {
            const Color color = (Color)game->board.to_move;
            const uint32_t empty = (uint32_t)game->board.empty_count;
            const Point p = game->board.empty[rng_below(&rng, empty)];
            games_play(game, color, game_check(game, color, p) == MOVE_LEGAL ? p : POINT_PASS);
            if (game->board.passes < 2) {
                compare_with_solver(game, &tally);
            }
        }
    }
    cr_assert_gt(tally.compared, 40);
}

/* ---- Beside a plain search ---- */

enum { SPENT = 10000, GAME_MOVES_MAX = 200, PLAIN_MOVES_MAX = 300 };

typedef struct {
    Game *game;
    const Endgame *endgame;
    uint8_t status[POINT_COUNT]; /* of the stones that are dead from the start */
    long budget;
} Plain;

static int plain_value(Plain *plain, int alpha, int beta);

/* The mover's value after a move. */
static int plain_value_after(Plain *plain, Point move, int alpha, int beta) {
    Game *game = plain->game;
    Status status;
    Board before;
    board_copy(&before, &game->board);
    cr_assert(game_play(game, (Color)before.to_move, move, &status));
    const int value = -plain_value(plain, -beta, -alpha);
    game_return(game, game->move_count - 1, &before);
    return value;
}

/* Every move on the open points by the game's own rules, superko included, and passes. Returns the
 * mover's score within the window, or SPENT once the budget is. */
static int plain_value(Plain *plain, int alpha, int beta) {
    Game *game = plain->game;
    const Color mover = (Color)game->board.to_move;
    if (game->board.passes >= 2) {
        const int score = score_area(&game->board, plain->status, NULL);
        return mover == BLACK ? score : -score;
    }
    if (--plain->budget < 0 || game->move_count > PLAIN_MOVES_MAX) { /* the stack is finite, too */
        plain->budget = -1;
        return SPENT;
    }
    Point moves[CELL_COUNT_MAX];
    int count = 0;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        if (endgame_is_open(plain->endgame, p) && game_check(game, mover, p) == MOVE_LEGAL) {
            moves[count++] = p;
        }
    }
    int best = plain_value_after(plain, POINT_PASS, alpha, beta);
    for (int i = 0; i < count && best < beta && plain->budget >= 0; i++) {
        const int value = plain_value_after(plain, moves[i], best > alpha ? best : alpha, beta);
        best = value > best ? value : best;
    }
    return plain->budget < 0 ? SPENT : best;
}

static void find_dead(const Game *game, uint8_t status[POINT_COUNT]) {
    uint8_t life[POINT_COUNT];
    benson_find(&game->board, true, life);
    memset(status, STATUS_NONE, POINT_COUNT);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        status[p] = life[p] == LIFE_DEAD ? STATUS_DEAD : STATUS_NONE;
    }
}

/* Is the value that the plain search finds the same? */
static void compare_with_plain(Game *game, long budget, Tally *tally) {
    int value = 0;
    Endgame *endgame = endgame_new(game, &DEADLINE_NEVER, 50000);
    if (endgame == NULL) {
        return;
    }
    if (endgame_solve(endgame, &value)) {
        tally->known++;
        const Color mover = (Color)game->board.to_move;
        const int known = mover == BLACK ? value : -value;
        Plain plain = {.game = game, .endgame = endgame, .budget = budget};
        find_dead(game, plain.status);
        const int found = plain_value(&plain, known - 1, known + 1);
        tally->compared += plain.budget >= 0;
        cr_assert(plain.budget < 0 || found == known,
                  "%s to move, %d passes: %d, but plainly %d\n%s", color_name(mover),
                  game->board.passes, known, found, diagram_print_board(&game->board).text);
    }
    endgame_free(endgame);
}

/* Neutral points between two living sides: the sides fill them by turns. */
Test(exact_endgame, neutral_points_are_shared) {
    static const char ROW[] = "X X X X . O O O O\n";
    for (int filled = 1; filled <= 8; filled++) {
        for (int to_move = BLACK; to_move <= WHITE; to_move++) {
            char text[256] = ". X . X . O . O .\n";
            for (int row = 1; row < 9; row++) {
                strcat(text, row > 8 - filled ? "X X X X X O O O O\n" : ROW);
            }
            const Diagram diagram = diagram_read(text);
            Game *game = new_game(9, 9, KO_POSITIONAL, true);
            Status status;
            cr_assert(game_set_up(game, diagram.cells, (Color)to_move, 0, &status));
            const int open = 9 - filled;
            int value = 0;
            Endgame *endgame = endgame_new(game, &DEADLINE_NEVER, 100000);
            cr_assert_not_null(endgame);
            cr_assert(endgame_solve(endgame, &value));
            cr_assert_eq(value, filled + open % 2 * (to_move == BLACK ? 1 : -1), "%s", text);
            for (int i = 0; i < game->board.empty_count; i++) {
                const Point p = game->board.empty[i];
                cr_assert_eq(endgame_keeps(endgame, p, value, false), endgame_is_open(endgame, p));
            }
            cr_assert_eq(endgame_keeps(endgame, POINT_PASS, value, false), open % 2 == 0,
                         "an even number");
            endgame_free(endgame);
        }
    }
}

/* Games of the engine against itself. */
Test(exact_endgame, agrees_with_a_plain_search_on_9x9) {
    if (!is_long()) {
        cr_skip_test("minutes of plain search: set DIHEDRA_LONG");
    }
    PlayerOptions options = player_default_options();
    Tally tally = {0, 0};
    options.visits = 30;
    options.solve = false;
    options.play_out = true;
    for (int i = 0; i < 180; i++) {
        Game *game = new_game(9, 9, (KoRule)(i % 3), i / 3 % 2 != 0);
        Player player;
        Status status;
        cr_assert(player_init(&player, NULL));
        options.seed = (uint64_t)i + 1;
        while (game->board.passes < 2 && game->move_count < GAME_MOVES_MAX) {
            const Color color = (Color)game->board.to_move;
            const Turn turn = {.game = game, .color = color, .options = &options};
            PlayerMove move;
            cr_assert(player_choose(&player, &turn, &move, &status));
            cr_assert(game_play(game, color, move.move == POINT_RESIGN ? POINT_PASS : move.move,
                                &status));
            if (game->board.passes < 2) {
                compare_with_plain(game, 400000, &tally);
            }
        }
        player_free(&player);
    }
    cr_assert_geq(tally.compared, 200);
}
