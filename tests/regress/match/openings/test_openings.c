/* regress/match/openings: SGF files, their errors, duplicates, and openings drawn at
 * random, compared with positions that are turned and compared cell by cell. */
#include "engine/base/text.h"
#include "hash/random.h"
#include "regress/match/openings/openings.h"
#include "tests/support/position/games.h"
#include "tests/support/program/temporary_path.h"

#include <unistd.h>

/* ---- Files made for the test ---- */

/* The path of a file with these bytes. */
static const char *write_file(const char *bytes, size_t length) {
    char *path = cleanup_free(malloc(TEMPORARY_PATH_MAX));
    temporary_file(path, bytes, length);
    return path;
}

static void release(void *openings) {
    openings_free(openings);
    free(openings);
}

/* Zero, freed at the end of the test. */
static Openings *new_openings(void) {
    Openings *openings = calloc(1, sizeof *openings);
    cleanup_add(openings, release);
    return openings;
}

static bool load_path(const char *path, int side, const char *rules, Openings *openings,
                      Status *status) {
    return openings_load(path, &(OpeningBoard){side, side, rules_find(rules)}, 0, openings, status);
}

/* Loads what must load. */
static Openings *load(const char *text, int width, int height, int moves_max) {
    Openings *openings = new_openings();
    Status status;
    cr_assert(openings_load(write_file(text, strlen(text)),
                            &(OpeningBoard){width, height, &RULE_SETS[0].rules}, moves_max,
                            openings, &status),
              "%s\n%s", text, status.text);
    return openings;
}

/* Loads what must not load: the message is the file's name with that behind it. */
static void expect_error(const char *text, int side, const char *rules, const char *message) {
    const char *path = write_file(text, strlen(text));
    Openings openings;
    Status status;
    cr_assert_not(load_path(path, side, rules, &openings, &status), "%s", text);
    cr_assert_str_eq(status.text, formatted("%s%s", path, message), "%s\n%s", text, status.text);
}

/* An opening as text: "B D4 W Q16 |" with the bar behind the stones that were set up, and who is to
 * move. */
static const char *describe(const Openings *openings, int index) {
    static char text[512];
    const Opening *opening = &openings->items[index];
    char *end = text;
    for (int i = 0; i <= opening->move_count; i++) {
        char vertex[POINT_TEXT_MAX];
        if (i == opening->set_up_count) {
            end += sprintf(end, "| ");
        }
        if (i < opening->move_count) {
            end += sprintf(end, "%c%s ", "BW"[opening->moves[i].color],
                           point_to_text(opening->moves[i].point, openings->height, vertex));
        }
    }
    sprintf(end, "%c", "bw"[opening->to_move]);
    return text;
}

static void expect_opening(const Openings *openings, int index, const char *text) {
    cr_assert_lt(index, openings->count);
    cr_assert_str_eq(describe(openings, index), text, "%d: %s", index, describe(openings, index));
}

static Game *new_game(void) {
    return games_kept(game_new(HASH_DEFAULT_SEED));
}

/* The rules decide what is legal: a ko, and suicide of a stone group. */
Test(openings, rules_decide) {
    static const char SUICIDE[] = "(;SZ[9];W[ai];B[ah];B[bh];B[ci];W[bi])";
    expect_error("(;SZ[9];B[bi];W[ci];B[ah];W[dh];B[bg];W[cg];B[ch];W[bh];B[ch])", 9,
                 "tromp-taylor", ": line 1: move 9: black C2: ko");
    load(SUICIDE, 9, 9, 0); /* Tromp-Taylor */
    expect_error(SUICIDE, 9, "chinese", ": line 1: move 5: white B1: suicide");
}

Test(openings, sgf_collection) {
    Openings *openings = load("\xEF\xBB\xBF\n(;SZ[9];B[cc];W[gg](;B[cg];W[])(;B[aa]))\n"
                              "(;SZ[9]AB[aa][bb]AW[ii];AE[bb];W[cc])\n"
                              "(;SZ[9]HA[2]AB[cc][gg])\n"
                              "(;SZ[9]HA[2]AB[cc][gg]PL[B])\n"
                              "(;SZ[9]PL[W])\n\n"
                              "(;SZ[9])(;SZ[9];B[ee]C[a move]N[b];;W[ed])\n",
                              9, 9, 0);
    cr_assert_eq(openings->count, 7);
    expect_opening(openings, 0, "| BC7 WG3 BC3 Wpass b");
    expect_opening(openings, 1, "BA9 WJ1 | WC7 b");
    expect_opening(openings, 2, "BC7 BG3 | w");
    expect_opening(openings, 3, "BC7 BG3 | b");
    expect_opening(openings, 4, "| w");
    expect_opening(openings, 5, "| b");
    expect_opening(openings, 6, "| BE5 WE6 b");
}

Test(openings, sgf_up_to_so_many_moves) {
    static const char RECORD[] = "(;SZ[9]AB[aa];B[cc];W[gg];B[cg];W[gc];B[];W[])";
    static const char *const WANTED[] = {"BA9 | BC7 w", "BA9 | BC7 WG3 b", "BA9 | BC7 WG3 BC3 w"};
    for (int moves_max = 1; moves_max <= 3; moves_max++) {
        Openings *openings = load(RECORD, 9, 9, moves_max);
        expect_opening(openings, 0, WANTED[moves_max - 1]);
    }
    expect_error(RECORD, 9, "tromp-taylor",
                 ": line 1: move 6: white pass: a second pass ends the game");
}

Test(openings, sgf_that_is_wrong) {
    static const struct {
        const char *text, *message;
        int side;
    } CASES[] = {
        {"(;SZ[9]\n;B[cc]\n;W[cc])", ": line 3: move 2: white C7: a stone stands there", 9},
        {"(;SZ[9])\n(;SZ[13])", ": line 2: a 13x13 board, not 9x9", 9},
        {"(;B[cc])", ": line 1: a 19x19 board, not 9x9", 9},
        {"(;SZ[9];B[cc]\n;AB[dd])", ": line 2: stones set up after move 1", 9},
        {"(;SZ[2]AB[aa:bb])", ": line 1: the stones around A2 have no liberty", 2},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_error(CASES[i].text, CASES[i].side, "tromp-taylor", CASES[i].message);
    }
}

/* ---- Starting a game ---- */

/* The referee's game and an engine that is told every stone by "play" come to the same position. */
static void expect_start(const Openings *openings, int index) {
    const Opening *opening = &openings->items[index];
    Game *started = new_game(), *told = new_game();
    Status status;
    cr_assert(opening_start(openings, index, started, &status), "%s", status.text);
    cr_assert(game_clear(told, openings->width, openings->height, &status));
    for (int i = 0; i < opening->move_count; i++) {
        const Move move = opening->moves[i];
        cr_assert_eq(board_check(&told->board, move.color, move.point, true), MOVE_LEGAL);
        cr_assert(game_play(told, move.color, move.point, &status));
    }
    const size_t cell_count = (size_t)told->geometry->cell_count;
    uint8_t cells[2][CELL_COUNT_MAX];
    board_get_cells(&started->board, cells[0]);
    board_get_cells(&told->board, cells[1]);
    cr_assert_arr_eq(cells[0], cells[1], cell_count);
    cr_assert_eq(started->board.to_move, opening->to_move);
    cr_assert_eq(started->move_count, opening->move_count - opening->set_up_count);
}

Test(openings, starting_a_game) {
    /* the stones set up stand so close that an unlucky order could seem to capture */
    Openings *openings = load("(;SZ[5]AB[ab][bb][cb][ac][cc][ad][bd][cd]AW[aa][ba][ca][ae][be][ce]"
                              "[db][dc][dd];B[ea];W[ee];B[bc])"
                              "(;SZ[5];B[cc];W[bb];B[];W[dd])(;SZ[5]PL[W])(;SZ[5]HA[3]AB[aa:ac])",
                              5, 5, 0);
    cr_assert_eq(openings->count, 4);
    for (int i = 0; i < openings->count; i++) {
        expect_start(openings, i);
    }
    Game *game = new_game();
    Status status;
    game->rules = *rules_find("chinese");
    game->komi = 6.5;
    cr_assert(opening_start(openings, 0, game, &status));
    cr_assert(opening_start(openings, 3, game, &status));
    cr_assert(game->move_count == 0 && game->handicap == 0 && game->komi == 6.5);
    cr_assert_str_eq(game->rules.name, "chinese");
}

/* The cells of the position after an opening, as the least of its eight images (or four: 'shape'
 * tells a rectangle from its transpose). */
typedef struct {
    int to_move;
    int shape;
    uint8_t cells[CELL_COUNT_MAX];
} Canonical;

static Canonical turn(const Game *game, Symmetry g) {
    const Geometry *geometry = game->geometry;
    Canonical turned = {.to_move = game->board.to_move,
                        .shape = symmetry_transposes(g) ? geometry->height : geometry->width};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const Point image = geometry_map_point(geometry, g, p);
        turned.cells[point_y(image) * turned.shape + point_x(image)] = game->board.color[p];
    }
    return turned;
}

static Canonical canonical(const Openings *openings, int index) {
    Game *game = new_game();
    Status status;
    cr_assert(opening_start(openings, index, game, &status));
    Canonical least = turn(game, 0);
    for (Symmetry g = 1; g < SYMMETRY_COUNT; g++) {
        const Canonical turned = turn(game, g);
        least = memcmp(&turned, &least, sizeof turned) < 0 ? turned : least;
    }
    return least;
}

static void expect_distinct(const Openings *openings) {
    Canonical *all = calloc((size_t)openings->count, sizeof *all);
    for (int i = 0; i < openings->count; i++) {
        all[i] = canonical(openings, i);
        for (int j = 0; j < i; j++) {
            cr_assert_neq(memcmp(&all[i], &all[j], sizeof all[i]), 0, "%d: %s", i,
                          describe(openings, i));
        }
    }
    free(all);
}

/* ---- Drawn at random ---- */

static Openings *draw(int width, int height, int plies, int count, uint64_t seed) {
    Openings *openings = new_openings();
    Status status;
    cr_assert(openings_sample(&(OpeningBoard){width, height, &RULE_SETS[0].rules}, plies, count,
                              seed, openings, &status),
              "%dx%d: %s", width, height, status.text);
    cr_assert(openings->count == count || width < 10, "%dx%d: %d", width, height, openings->count);
    return openings;
}

static void expect_sensible(const Openings *openings, int index, int plies, int lowest,
                            int highest) {
    const Opening *opening = &openings->items[index];
    cr_assert(opening->move_count == plies && opening->set_up_count == 0);
    Game *game = new_game();
    Status status;
    cr_assert(game_clear(game, openings->width, openings->height, &status));
    for (int i = 0; i < plies; i++) {
        const Point p = opening->moves[i].point;
        const int x = point_x(p) + 1, y = point_y(p) + 1;
        const int sides[4] = {x, y, openings->width + 1 - x, openings->height + 1 - y};
        int line = sides[0];
        for (int j = 1; j < 4; j++) {
            line = sides[j] < line ? sides[j] : line;
        }
        cr_assert(line >= lowest && line <= highest, "line %d", line);
        cr_assert_eq(opening->moves[i].color, i % 2 == 0 ? BLACK : WHITE);
        cr_assert_eq(game_check(game, opening->moves[i].color, p), MOVE_LEGAL);
        cr_assert(game_play(game, opening->moves[i].color, p, &status));
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            const Point q = game->geometry->point_of[cell];
            cr_assert(board_color(&game->board, q) == EMPTY ||
                      board_liberties(&game->board, q, NULL) >= 2);
        }
    }
    cr_assert(game->board.prisoners[BLACK] == 0 && game->board.prisoners[WHITE] == 0);
    cr_assert_eq(game->board.to_move, opening->to_move);
}

static const struct {
    int width, height, plies, lowest, highest;
} DRAWS[] = {{19, 19, 8, 3, 5}, {13, 13, 6, 3, 5}, {9, 9, 4, 3, 4},   {9, 9, 14, 3, 4},
             {25, 25, 9, 3, 5}, {7, 7, 5, 2, 4},   {5, 5, 4, 2, 3},   {3, 3, 2, 1, 2},
             {13, 9, 5, 3, 4},  {2, 7, 3, 1, 1},   {19, 19, 60, 3, 5}};

Test(openings, drawn_ones_are_sensible_and_distinct) {
    for (size_t k = 0; k < sizeof DRAWS / sizeof DRAWS[0]; k++) {
        Openings *openings = draw(DRAWS[k].width, DRAWS[k].height, DRAWS[k].plies, 60, k);
        for (int i = 0; i < openings->count; i++) {
            expect_sensible(openings, i, DRAWS[k].plies, DRAWS[k].lowest, DRAWS[k].highest);
        }
        expect_distinct(openings);
    }
}

Test(openings, the_seed_decides) {
    Openings *few = draw(9, 9, 6, 20, 5), *many = draw(9, 9, 6, 200, 5),
             *other = draw(9, 9, 6, 20, 6);
    for (int i = 0; i < few->count; i++) {
        for (int j = 0; j < 6; j++) {
            cr_assert_eq(few->items[i].moves[j].point, many->items[i].moves[j].point);
        }
    }
    cr_assert_neq(openings_checksum(few), openings_checksum(many));
    cr_assert_neq(openings_checksum(few), openings_checksum(other));
    /* the same on every machine, and tomorrow: logs of matches rely on it */
    cr_assert_eq(openings_checksum(few), UINT64_C(0xf861d52eb0641591), "%016llx",
                 (unsigned long long)openings_checksum(few));
}

/* One stone on the third or fourth line of 9x9 has five places up to symmetry: C3 C4 C5 D4 D5. */
Test(openings, drawn_ones_end_when_there_are_no_more) {
    cr_assert_eq(draw(9, 9, 1, 23, 1)->count, 5);
    cr_assert_eq(draw(9, 9, 0, 3, 1)->count, 1);
}

Test(openings, no_room_to_draw) {
    static const int BOARDS[][3] = {{1, 1, 1}, {2, 1, 1}, {5, 5, 13}, {9, 9, 60}};
    for (int i = 0; i < 4; i++) {
        Openings openings;
        Status status;
        cr_assert_not(
            openings_sample(&(OpeningBoard){BOARDS[i][0], BOARDS[i][1], &RULE_SETS[0].rules},
                            BOARDS[i][2], 2, 1, &openings, &status));
        cr_assert_str_eq(status.text,
                         formatted("no room for openings of %d move%s on a %dx%d board",
                                   BOARDS[i][2], text_plural(BOARDS[i][2]), BOARDS[i][0],
                                   BOARDS[i][1]));
    }
}

/* ---- Checksum ---- */

Test(openings, checksum_is_of_what_is_played) {
    static const char *const SAME[] = {"(;SZ[9];B[df];W[ee])", "(;SZ[9]C[x];B[df]C[y];;W[ee])"};
    static const char *const OTHER[] = {
        "(;SZ[9];B[ee];W[df])",         "(;SZ[9];B[df];W[ee])(;SZ[9];B[df];W[ee])",
        "(;SZ[9];B[df])(;SZ[9];B[ee])", "(;SZ[9];W[df];B[ee])",
        "(;SZ[9];B[df];W[ee];B[])",     "(;SZ[9]AB[df];W[ee])",
        "(;SZ[9];B[df];W[ee];PL[W])"};
    uint64_t first = 0;
    for (int i = 0; i < 9; i++) {
        Openings *openings = load(i < 2 ? SAME[i] : OTHER[i - 2], 9, 9, 0);
        const uint64_t checksum = openings_checksum(openings);
        first = i == 0 ? checksum : first;
        cr_assert((checksum == first) == (i < 2), "%d", i);
    }
    Openings *wider = load("(;SZ[10:9];B[df];W[ee])", 10, 9, 0);
    cr_assert_neq(openings_checksum(wider), first);
}
