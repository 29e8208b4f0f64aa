/* The game: undo to the same bits, set-up, handicap and scores; failures change nothing. Repetition
 * is in test_board_superko.c. */
#include "engine/go/board/score.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/games.h"
#include "tests/support/program/chance.h"

/* The part of a board that its size uses; the rest is 0. */
static void copy_used(Board *to, const Board *from) {
    memset(to, 0, sizeof *to);
    board_copy(to, from);
}

enum { MOVES_MAX = 120 };

/* A random move that board_check allows, or a pass. */
static Move choose(const Game *game, SplitMix *random) {
    const Geometry *geometry = game->geometry;
    Color color = (Color)(below(random, 16) == 0 ? below(random, 2) : game->board.to_move);
    for (int tries = 0; tries < 30; tries++) {
        Point p = geometry->point_of[below(random, geometry->cell_count)];
        if (board_check(&game->board, color, p, true) == MOVE_LEGAL) {
            return (Move){.color = color, .point = p};
        }
    }
    return (Move){.color = color, .point = POINT_PASS};
}

/* Starts half of the games from a position reached by random moves. */
static void start_somewhere(Game *game, SplitMix *random) {
    Status status;
    if (below(random, 2) == 0) {
        return;
    }
    Board board;
    board_copy(&board, &game->board);
    for (int i = 0; i < game->geometry->cell_count; i++) {
        Point p = game->geometry->point_of[below(random, game->geometry->cell_count)];
        if (board_check(&board, board.to_move, p, true) == MOVE_LEGAL) {
            board_play(&board, board.to_move, p);
        }
    }
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&board, cells);
    cr_assert(game_set_up(game, cells, board.to_move, 0, &status), "%s", status.text);
}

static void undo_and_compare(Game *game, int count, const Board *boards) {
    Status status;
    int left = game->move_count - count;
    cr_assert(game_undo(game, count, &status));
    cr_assert_eq(game->move_count, left);
    Board now;
    copy_used(&now, &game->board);
    cr_assert(memcmp(&now, &boards[left], sizeof now) == 0, "%dx%d: %d moves back to %d",
              game->geometry->width, game->geometry->height, count, left);
}

/* Sometimes gives the turn away, or away and back, which ends a ko, or sets up a stone. */
static void interfere(Game *game, SplitMix *random, int *kos_ended) {
    const int what = below(random, game->board.ko == POINT_NONE ? 16 : 2),
              cells_most = game->geometry->cell_count;
    const Color color = game->board.to_move;
    Status status;
    if (what <= 1) {
        *kos_ended += game->board.ko != POINT_NONE && what == 1;
        game_set_to_move(game, color_opponent(color));
        game_set_to_move(game, what == 0 ? color_opponent(color) : color);
    } else if (what == 2 && below(random, 8) == 0) {
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(&game->board, cells);
        cells[below(random, cells_most)] = EMPTY;
        cr_assert(game_restart_from(game, cells, color, &status), "%s", status.text);
    }
}

/* Returns how many stones were captured in positions that were then taken back. */
static int play_and_undo(Game *game, Board *boards, SplitMix *random, int *kos_ended) {
    int captured = 0;
    copy_used(&boards[0], &game->board);
    for (int round = 0; round < 6; round++) {
        int moves = below(random, MOVES_MAX + 1 - game->move_count);
        for (int i = 0; i < moves; i++) {
            Status status;
            Move move = choose(game, random);
            cr_assert(game_play(game, move.color, move.point, &status));
            interfere(game, random, kos_ended);
            copy_used(&boards[game->move_count], &game->board);
        }
        int count = below(random, game->move_count + 1);
        int before = game->board.prisoners[BLACK] + game->board.prisoners[WHITE];
        undo_and_compare(game, count, boards);
        captured += before - game->board.prisoners[BLACK] - game->board.prisoners[WHITE];
    }
    undo_and_compare(game, game->move_count, boards);
    return captured;
}

Test(game, undo_gives_the_same_bits) {
    static const uint8_t SHAPES[][2] = {{1, 1}, {1, 5}, {2, 2},   {2, 7},  {3, 3},  {4, 5},
                                        {5, 5}, {6, 6}, {7, 7},   {9, 9},  {7, 13}, {13, 13},
                                        {3, 4}, {8, 2}, {19, 19}, {7, 25}, {25, 25}};
    SplitMix random = {31};
    int rounds = is_long() ? 300 : 10, captured = 0, kos_ended = 0;
    Board *boards = cleanup_free(aligned_alloc(_Alignof(Board), (MOVES_MAX + 1) * sizeof *boards));
    cr_assert_not_null(boards);
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        for (int round = 0; round < rounds; round++) {
            Game *game = games_new(SHAPES[i][0], SHAPES[i][1], "tromp-taylor");
            start_somewhere(game, &random);
            captured += play_and_undo(game, boards, &random, &kos_ended);
        }
    }
    cr_assert(captured > 1000 && kos_ended > 100, "%d, %d", captured, kos_ended);
}

/* All of a short game. */
typedef struct {
    Game game;
    Move moves[MOVES_MAX];
    Past past[MOVES_MAX];
    ColorCell past_cells[MOVES_MAX * CELL_COUNT_MAX];
} Snapshot;

static Snapshot *take_snapshot(const Game *game) {
    Snapshot *shot = aligned_alloc(_Alignof(Snapshot), sizeof *shot);
    cr_assert(shot != NULL && game->move_count < MOVES_MAX);
    memset(shot, 0, sizeof *shot);
    size_t count = (size_t)game->move_count, cells = (size_t)game->geometry->cell_count;
    memcpy(&shot->game, game, sizeof *game);
    memcpy(shot->moves, game->moves, count * sizeof *game->moves);
    memcpy(shot->past, game->past, (count + 1) * sizeof *game->past);
    memcpy(shot->past_cells, game->past_cells, (count + 1) * cells);
    return shot;
}

static void expect_unchanged(const Game *game, const Snapshot *before) {
    Snapshot *now = cleanup_free(take_snapshot(game));
    cr_assert(memcmp(now, before, sizeof *now) == 0);
}

Test(game, failures_change_nothing) {
    Game *game = games_new(4, 3, "new-zealand");
    Diagram start = diagram_read(". X . O\n"
                                 ". . . O\n"
                                 "O . X .\n");
    Diagram broken = diagram_read("X X O .\n"
                                  "X X O .\n"
                                  "O O . .\n");
    Status status = {.text = ""};
    cr_assert(game_set_up(game, start.cells, WHITE, 2, &status));
    cr_assert_str_eq(status.text, "");
    games_play(game, WHITE, point_at(2, 0));
    games_play(game, BLACK, POINT_PASS);
    Snapshot *before = cleanup_free(take_snapshot(game));

    cr_assert_not(game_undo(game, 3, &status));
    cr_assert_str_not_empty(status.text);
    expect_unchanged(game, before);
    status.text[0] = '\0';
    cr_assert_not(game_set_up(game, broken.cells, BLACK, 5, &status));
    cr_assert_str_not_empty(status.text);
    expect_unchanged(game, before);

    static const int SIZES[][2] = {{0, 9}, {9, 0}, {26, 9}, {9, 26}, {-1, 9}, {1000000, 1000000}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        status.text[0] = '\0';
        cr_assert_not(game_clear(game, SIZES[i][0], SIZES[i][1], &status));
        cr_assert_str_not_empty(status.text);
        expect_unchanged(game, before);
    }
    games_undo(game, 2);
}

/* After a set-up there is nothing to take back, and only itself to repeat. */
Test(game, set_up_starts_afresh) {
    Game *game = games_new(3, 2, "tromp-taylor");
    Status status;
    games_play(game, BLACK, point_at(0, 0));
    games_play(game, WHITE, point_at(2, 0));
    games_play(game, BLACK, point_at(0, 1));
    Diagram diagram = diagram_read("a . .\n"
                                   ". . O\n");
    cr_assert(game_set_up(game, diagram.cells, BLACK, 0, &status));
    cr_assert_eq(game->move_count, 0);
    cr_assert_eq(game->board.to_move, BLACK);
    cr_assert_eq(game_last_move(game), POINT_NONE);
    cr_assert_not(game_undo(game, 1, &status));
    games_play(game, BLACK, diagram_point(&diagram, 'a'));
    games_undo(game, 1);
    cr_assert_str_eq(diagram_print_board(&game->board).text, ". . .\n. . O\n");
    cr_assert_eq(game->board.to_move, BLACK);
    cr_assert(game_repeats(game, BLACK, &game->board));
}

static double score(const Game *game) {
    const uint8_t dead[POINT_COUNT] = {0};
    return game_score(game, dead);
}

/* Fifteen points are Black's, nine White's, three neutral. The bonus is White's under territory
 * rules, too. */
Test(game, handicap_and_score) {
    static const struct {
        const char *rules;
        HandicapBonus bonus;
        double points[4]; /* for 0 to 3 stones */
    } CASES[] = {{"tromp-taylor", HANDICAP_BONUS_NONE, {0, 0, 0, 0}},
                 {"chinese", HANDICAP_BONUS_N, {0, 0, 2, 3}},
                 {"aga", HANDICAP_BONUS_N_MINUS_1, {0, 0, 1, 2}},
                 {"japanese", HANDICAP_BONUS_NONE, {0, 0, 0, 0}},
                 {"japanese", HANDICAP_BONUS_N, {0, 0, 2, 3}},
                 {"japanese", HANDICAP_BONUS_N_MINUS_1, {0, 0, 1, 2}}};
    const Diagram diagram = diagram_read(". . . . X . O . .\n"
                                         ". . . . X . O . .\n"
                                         ". . . . X . O . .\n");
    Status status;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game *game = games_new(9, 3, CASES[i].rules);
        game->rules.bonus = CASES[i].bonus;
        game->komi = 0.5;
        for (int handicap = 0; handicap <= 3; handicap++) {
            cr_assert(game_set_up(game, diagram.cells, WHITE, handicap, &status));
            cr_assert(game->handicap == handicap && game->board.to_move == WHITE);
            cr_assert_eq(score(game), 6 - 0.5 - CASES[i].points[handicap], "%s, %d stones",
                         CASES[i].rules, handicap);
        }
        cr_assert(game_clear(game, 9, 3, &status));
        cr_assert(game->handicap == 0 && score(game) == -0.5);
    }
}

/* Area is as the oracle counts it. Area, and a point for each stone of the opponent, make
 * territory; also after a restart. */
Test(game, area_with_white_komi_is_the_score) {
    SplitMix random = {43};
    for (int round = 0; round < 600; round++) {
        const int width = 1 + below(&random, 9), height = 1 + below(&random, 9);
        Game *game = games_new(width, height, round % 2 == 0 ? "japanese" : "aga");
        game->rules.bonus = (HandicapBonus)(round % 3);
        Status status;
        ColorCell cells[CELL_COUNT_MAX];
        for (int cell = 0; cell < width * height; cell++) {
            cells[cell] = cell == 0 && width * height > 2 ? WHITE : EMPTY;
        }
        cr_assert(game_set_up(game, cells, BLACK, 0, &status), "%s", status.text);
        game->komi = 5.5;
        game->handicap = 3;
        for (int i = below(&random, 2 * width * height + 1); i > 0; i--) {
            const Move move = choose(game, &random);
            cr_assert(game_play(game, move.color, move.point, &status));
            if (below(&random, 20) == 0) {
                board_get_cells(&game->board, cells);
                cr_assert(game_restart_from(game, cells, color_opponent(move.color), &status));
            }
        }
        const int area = round % 2 == 0 ? score_by_rules(&game->board, NULL, &game->rules, NULL)
                                        : score_area(&game->board, NULL, NULL);
        board_get_cells(&game->board, cells);
        Oracle oracle;
        oracle_init(&oracle, width, height);
        oracle_set_up(&oracle, cells, BLACK);
        cr_assert(round % 2 == 0 || area == oracle_area(&oracle), "\n%s",
                  diagram_print(width, height, cells).text);
        oracle_free(&oracle);
        cr_assert_eq(area - game_white_komi(game), score(game), "%dx%d", width, height);
    }
}

/* After moves that the caller did not want to keep. */
Test(game, returns_to_a_board_that_was_kept) {
    Game *game = games_new(5, 5, "chinese");
    Board before;
    games_play(game, BLACK, point_at(2, 2));
    board_copy(&before, &game->board);
    games_play(game, WHITE, point_at(1, 1));
    games_play(game, BLACK, point_at(3, 3));
    game_return(game, 1, &before);
    cr_assert_eq(game->move_count, 1);
    cr_assert_eq(game_last_move(game), point_at(2, 2));
    cr_assert_eq(board_color(&game->board, point_at(1, 1)), EMPTY);
    games_play(game, WHITE, point_at(1, 1));
}

/* ---- The button ---- */

/* The first pass takes it and is no pass of the end; a game that ends before gives it to the side
 * to move. Undo, images and set-ups in mid-game keep what it was. */
Test(game, the_first_pass_takes_the_button) {
    for (Color taker = BLACK; taker <= WHITE; taker++) {
        const double half = taker == BLACK ? 0.5 : -0.5;
        const Button held = taker == BLACK ? BUTTON_BLACK : BUTTON_WHITE;
        Game *game = games_new(3, 3, "aga-button");
        game->komi = 2;
        game_set_to_move(game, taker);
        cr_assert_eq(score(game), -2 + half);
        games_play(game, taker, POINT_PASS);
        cr_assert(game->board.button == held && game->board.passes == 0);
        games_play(game, color_opponent(taker), POINT_PASS);
        games_play(game, taker, POINT_PASS);
        cr_assert(game->board.button == held && game->board.passes == 2);
        cr_assert_eq(score(game), -2 + half);
        Game *image = games_kept(game_new_image(game, 3));
        cr_assert(image->board.button == held && image->board.passes == 2);
        games_undo(game, 2);
        cr_assert(game->board.button == held && game->board.passes == 0);
        ColorCell cells[CELL_COUNT_MAX];
        Status status;
        board_get_cells(&game->board, cells);
        cr_assert(game_restart_from(game, cells, BLACK, &status));
        games_play(game, BLACK, POINT_PASS);
        games_undo(game, 1);
        cr_assert(game->board.button == held && game->board.passes == 0);
        cr_assert(game_clear(game, 3, 3, &status));
        cr_assert_eq(game->board.button, BUTTON_FREE);
    }
}

/* Under rules that value them differently, equal stones have different keys; so they do whoever has
 * the button. */
Test(game, rules_and_button_are_in_the_key) {
    static const char *const SETS[] = {"chinese-simple-ko",
                                       "stone-scoring",
                                       "japanese",
                                       "ancient-territory",
                                       "koSIMPLEscoreAREAtaxSEKIsui0",
                                       "koSIMPLEscoreTERRITORYtaxNONEsui0",
                                       "aga",
                                       "aga-button",
                                       "koSITUATIONALscoreAREAtaxALLsui0button1"};
    enum { SET_COUNT = sizeof SETS / sizeof SETS[0] };
    uint64_t keys[3 * SET_COUNT];
    int count = 0;
    for (int i = 0; i < SET_COUNT; i++) {
        for (int passer = BLACK; passer <= EMPTY; passer++) {
            Game *game = games_new(5, 5, SETS[i]);
            games_play(game, BLACK, point_at(1, 2));
            if (game->board.button == BUTTON_FREE && passer != EMPTY) {
                game_set_to_move(game, (Color)passer);
                games_play(game, (Color)passer, POINT_PASS);
                game_set_to_move(game, WHITE);
            } else if (passer != EMPTY) {
                continue;
            }
            keys[count] = board_key(&game->board, &game->rules).key;
            for (int other = 0; other < count; other++) {
                cr_assert_neq(keys[count], keys[other], "%s", SETS[i]);
            }
            count++;
        }
    }
    cr_assert_eq(count, SET_COUNT + 4);
}
