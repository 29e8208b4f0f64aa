/* The inputs of networks: ladders and areas against slow readings, the rest by diagrams. */
#include "tests/support/oracle/oracle.h"

#include "engine/eval/net/input/features.h"
#include "engine/go/board/benson.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

typedef struct {
    Game *game;
    Ladders *ladders;
    GameSituation situation;
    Features features;
} Fixture;

static void release(void *fixture) {
    ladders_free(((Fixture *)fixture)->ladders);
    free(fixture);
}

static Fixture *fixture_of(Game *game) {
    Fixture *fixture = aligned_alloc(64, (sizeof *fixture + 63) / 64 * 64); /* holds boards */
    cr_assert_not_null(fixture);
    fixture->game = game;
    fixture->ladders = ladders_new();
    cr_assert_not_null(fixture->ladders);
    cleanup_add(fixture, release);
    return fixture;
}

static Fixture *fixture_new(int width, int height, const char *rules) {
    return fixture_of(games_new(width, height, rules));
}

static Fixture *random_fixture(int width, int height, int moves, Rng *rng) {
    return fixture_of(random_game_new(width, height, "tromp-taylor", moves, rng));
}

static Fixture *fixture_set_up(const char *diagram, Color to_move, const char *rules) {
    return fixture_of(games_from(diagram, to_move, rules));
}

static void fixture_play(Fixture *fixture, const char *moves) {
    const Geometry *geometry = fixture->game->geometry;
    char *copy = cleanup_free(strdup(moves)), *rest = copy;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Point p;
        cr_assert(point_from_text(word, geometry->width, geometry->height, &p), "%s", word);
        games_play(fixture->game, fixture->game->board.to_move, p);
    }
}

static const Features *fixture_fill(Fixture *fixture, Symmetry symmetry) {
    situation_from_game(fixture->game, &fixture->situation);
    features_fill(&fixture->situation.situation, symmetry, false, fixture->ladders,
                  &fixture->features);
    return &fixture->features;
}

/* A plane as "A1 C3", in the order of the board's cells from the top left. */
static const char *plane_text(Fixture *fixture, int plane) {
    static char text[4096];
    const Features *features = fixture_fill(fixture, SYMMETRY_IDENTITY);
    const Geometry *geometry = fixture->game->geometry;
    text[0] = '\0';
    for (int cell = 0; cell < features->cell_count; cell++) {
        char name[POINT_TEXT_MAX];
        if ((features->planes[features->image[cell]] >> plane & 1) != 0) {
            point_to_text(geometry->point_of[cell], geometry->height, name);
            snprintf(text + strlen(text), sizeof name + 2, "%s%s", text[0] != '\0' ? " " : "",
                     name);
        }
    }
    return text;
}

/* Planes as "14:C6 D7;17:". */
static void expect_planes(Fixture *fixture, const char *planes) {
    char *copy = cleanup_free(strdup(planes)), *rest = copy;
    for (char *word; (word = strtok_r(rest, ";", &rest)) != NULL;) {
        const int plane = (int)strtol(word, &word, 10);
        const char *got = plane_text(fixture, plane);
        cr_assert_str_eq(got, word + 1, "plane %d is '%s', not '%s'", plane, got, word + 1);
    }
}

static float global(Fixture *fixture, int index) {
    return fixture_fill(fixture, SYMMETRY_IDENTITY)->globals[index];
}

/* ---- Ladders: the same reading without any short cut, on the slow board. ---- */

enum { SLOW_NODES_MAX = 20000 };

static int liberties_of(const Oracle *oracle, int cell, OracleChain *chain) {
    oracle_flood(oracle->width, oracle->height, oracle->now.cells, cell, chain);
    return chain->liberty_count;
}

/* Plays a move. Returns false if it is illegal: a ko, or any suicide. */
static bool slow_play(const Oracle *oracle, Color color, int cell, Oracle *after) {
    *after = oracle_after(oracle, color, cell);
    return cell != oracle->ko && after->now.cells[cell] == color;
}

/* moves[cell]: a chain in atari beside the target can be taken there. Returns how many. */
static int slow_captures(const Oracle *oracle, int target, bool *moves) {
    const int count = oracle->width * oracle->height;
    const Color attacker = color_opponent((Color)oracle->now.cells[target]);
    int found = 0;
    OracleChain own, other;
    liberties_of(oracle, target, &own);
    memset(moves, 0, (size_t)count);
    for (int cell = 0; cell < count; cell++) {
        int beside[4];
        const int neighbors = oracle_neighbors(oracle->width, oracle->height, cell, beside);
        for (int i = 0; own.stone[cell] && i < neighbors; i++) {
            if (oracle->now.cells[beside[i]] == attacker &&
                liberties_of(oracle, beside[i], &other) == 1) {
                for (int liberty = 0; liberty < count; liberty++) {
                    found += other.liberty[liberty] && !moves[liberty];
                    moves[liberty] |= other.liberty[liberty];
                }
            }
        }
    }
    return found;
}

/* Both liberties are mouths of a ko, joining at either gives at most two liberties, and there is
 * nothing to take. */
static bool slow_double_ko(const Oracle *oracle, int target, const OracleChain *chain) {
    const Color defender = (Color)oracle->now.cells[target];
    bool moves[CELL_COUNT_MAX];
    for (int cell = 0; cell < oracle->width * oracle->height; cell++) {
        if (!chain->liberty[cell]) {
            continue;
        }
        OracleOutcome taken, joined;
        OracleChain after;
        oracle_try(oracle, color_opponent(defender), cell, &taken);
        oracle_try(oracle, defender, cell, &joined);
        if (taken.ko == ORACLE_NO_KO) {
            return false;
        }
        if (joined.suicided == 0) {
            oracle_flood(oracle->width, oracle->height, joined.after.cells, cell, &after);
            if (after.liberty_count > 2) {
                return false;
            }
        }
    }
    return slow_captures(oracle, target, moves) == 0;
}

/* Is the chain at target caught, its owner or the opponent being to move? */
static bool slow_caught(const Oracle *oracle, int target, bool owner_moves, int *nodes) {
    const Color owner = (Color)oracle->now.cells[target];
    bool moves[CELL_COUNT_MAX];
    OracleChain chain;
    const int liberties = liberties_of(oracle, target, &chain);
    if (owner_moves ? liberties >= 2 || oracle->ko != ORACLE_NO_KO : liberties >= 3) {
        return false;
    }
    if (!owner_moves && (liberties <= 1 || slow_double_ko(oracle, target, &chain))) {
        return true;
    }
    memset(moves, 0, sizeof moves);
    if (owner_moves) {
        slow_captures(oracle, target, moves);
    }
    for (int cell = 0; cell < oracle->width * oracle->height; cell++) {
        Oracle after;
        if ((moves[cell] || chain.liberty[cell]) && ++*nodes < SLOW_NODES_MAX &&
            slow_play(oracle, owner_moves ? owner : color_opponent(owner), cell, &after) &&
            slow_caught(&after, target, !owner_moves, nodes) != owner_moves) {
            return !owner_moves;
        }
    }
    return owner_moves;
}

/* Is the chain at target in a ladder by the definition in features.h? moves: how it is caught. */
static bool slow_in_ladder(const Oracle *oracle, int target, bool *moves, int *nodes) {
    OracleChain chain;
    Oracle start = *oracle;
    const int liberties = liberties_of(oracle, target, &chain);
    bool caught = false;
    start.ko = ORACLE_NO_KO;
    memset(moves, 0, CELL_COUNT_MAX);
    if (liberties == 1) {
        return slow_caught(&start, target, true, nodes);
    }
    for (int cell = 0; liberties == 2 && cell < oracle->width * oracle->height; cell++) {
        Oracle after;
        if (chain.liberty[cell] &&
            slow_play(oracle, color_opponent((Color)oracle->now.cells[target]), cell, &after)) {
            after.ko = ORACLE_NO_KO;
            moves[cell] = slow_caught(&after, target, true, nodes);
            caught |= moves[cell];
        }
    }
    return caught;
}

/* Compares all chains of the fixture's board. Returns how many are in a ladder. */
static int compare_ladders(Fixture *fixture) {
    const Board *board = &fixture->game->board;
    const Geometry *geometry = fixture->game->geometry;
    bool moves[CELL_COUNT_MAX], slow_works[2][CELL_COUNT_MAX] = {{false}};
    Oracle oracle;
    int found = 0, nodes = 0;
    oracle_from_board(&oracle, board);
    const ColorCell *cells = oracle.now.cells;
    const uint8_t *marks = ladders_find(fixture->ladders, board);
    for (int cell = 0; cell < geometry->cell_count && nodes < SLOW_NODES_MAX; cell++) {
        if (cells[cell] == EMPTY) {
            continue;
        }
        const bool expected = slow_in_ladder(&oracle, cell, moves, &nodes);
        const bool got = (marks[cell] & LADDER_CAUGHT) != 0;
        cr_assert(got == expected || nodes >= SLOW_NODES_MAX, "cell %d: %d, not %d\n%s", cell, got,
                  expected, diagram_print_board(board).text);
        found += expected;
        for (int i = 0; i < geometry->cell_count; i++) {
            slow_works[cells[cell]][i] |= moves[i];
        }
    }
    for (int cell = 0; cell < geometry->cell_count && nodes < SLOW_NODES_MAX; cell++) {
        for (int color = 0; color < 2; color++) {
            const bool got = (marks[cell] & LADDER_CATCHES << color) != 0;
            cr_assert_eq(got, slow_works[color][cell], "cell %d\n%s", cell,
                         diagram_print_board(board).text);
        }
    }
    oracle_free(&oracle);
    return found;
}

Test(net_features, ladders_agree_with_slow_reading) {
    Rng rng = rng_new(11);
    const int games = getenv("DIHEDRA_LONG") != NULL ? 3000 : 60;
    int found = 0;
    for (int i = 0; i < games; i++) {
        const int width = 3 + (int)rng_below(&rng, 7), height = 3 + (int)rng_below(&rng, 7);
        const int moves = (int)rng_below(&rng, (uint32_t)(2 * width * height));
        Fixture *fixture = random_fixture(width, height, moves, &rng);
        found += compare_ladders(fixture);
    }
    cr_assert_gt(found, games);
}

/* A memory that has seen all the games, which are more positions than it holds, answers as one that
 * has seen but this game. */
Test(net_features, ladders_are_remembered_rightly) {
    enum { GAMES = 60, MOVES = 60 };
    Ladders *ladders = ladders_new();
    int caught = 0;
    for (int i = 0; i < 2 * GAMES; i++) { /* each twice */
        Rng rng = rng_new((uint64_t)(i % GAMES));
        Fixture *fixture = fixture_new(9 - i % 2, 9, "tromp-taylor");
        const size_t cells = (size_t)fixture->game->geometry->cell_count;
        for (int k = 0; k < MOVES; k++) {
            const uint8_t *marks = ladders_find(ladders, &fixture->game->board);
            cr_assert_arr_eq(marks, ladders_find(fixture->ladders, &fixture->game->board), cells);
            caught += memchr(marks, LADDER_CAUGHT, cells) != NULL;
            games_play(fixture->game, fixture->game->board.to_move,
                       random_game_move(fixture->game, &rng));
        }
    }
    cr_assert_gt(caught, GAMES);
    ladders_free(ladders);
}

/* ---- Areas: the definition in words, with the slow board's flood fill. ---- */

static void slow_claim(const Fixture *fixture, const uint8_t *cells, Color color, uint8_t *owner) {
    const Geometry *geometry = fixture->game->geometry;
    uint8_t life[POINT_COUNT], ground[CELL_COUNT_MAX];
    benson_find(&fixture->game->board, true, life);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const bool is_own = cells[cell] == color;
        ground[cell] = is_own ? (uint8_t)color : EMPTY;
        if (is_own && life[geometry->point_of[cell]] == LIFE_ALIVE) {
            owner[cell] = (uint8_t)color;
        }
    }
    for (int start = 0; start < geometry->cell_count; start++) {
        OracleChain region;
        oracle_flood(geometry->width, geometry->height, ground, start, &region);
        if (ground[start] != EMPTY || !region.touches[color]) {
            continue;
        }
        int inner = 0, enemies = 0, weak = 0;
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            int beside[4], own = 0;
            const int count = oracle_neighbors(geometry->width, geometry->height, cell, beside);
            for (int i = 0; region.stone[cell] && i < count; i++) {
                own += ground[beside[i]] == color;
                weak +=
                    ground[beside[i]] == color && life[geometry->point_of[beside[i]]] != LIFE_ALIVE;
            }
            inner += region.stone[cell] && own == 0;
            enemies += region.stone[cell] && cells[cell] == color_opponent(color);
        }
        const bool whole = weak == 0 && (inner <= 1 || enemies == 0);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            if (region.stone[cell] && (whole || (enemies == 0 && owner[cell] == EMPTY))) {
                owner[cell] = (uint8_t)color;
            }
        }
    }
}

static void compare_areas(const Fixture *fixture) {
    const Geometry *geometry = fixture->game->geometry;
    uint8_t cells[CELL_COUNT_MAX], slow[CELL_COUNT_MAX], fast[POINT_COUNT];
    board_get_cells(&fixture->game->board, cells);
    memset(slow, EMPTY, sizeof slow);
    slow_claim(fixture, cells, BLACK, slow);
    slow_claim(fixture, cells, WHITE, slow);
    features_find_area(&fixture->game->board, true, fast);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const uint8_t expected = slow[cell] != EMPTY ? slow[cell] : cells[cell];
        cr_assert_eq(fast[geometry->point_of[cell]], expected, "cell %d\n%s", cell,
                     diagram_print_board(&fixture->game->board).text);
    }
}

Test(net_features, areas_agree_with_the_definition) {
    Rng rng = rng_new(12);
    const int games = getenv("DIHEDRA_LONG") != NULL ? 10000 : 200;
    for (int i = 0; i < games; i++) {
        const int width = 1 + (int)rng_below(&rng, 7), height = 1 + (int)rng_below(&rng, 7);
        const int moves = (int)rng_below(&rng, (uint32_t)(3 * width * height));
        Fixture *fixture = random_fixture(width, height, moves, &rng);
        compare_areas(fixture);
    }
}

/* ---- The rest. ---- */

static void expect_diagram(const char *diagram, Color to_move, const char *rules,
                           const char *planes) {
    Fixture *fixture = fixture_set_up(diagram, to_move, rules);
    expect_planes(fixture, planes);
    compare_ladders(fixture);
    compare_areas(fixture);
}

/* The stone at C6 runs to the lower right, where a stone of its color stands, or does not. Of
 * Black's five stones the two liberties are the mouths of kos. A1 is Black's by area; the black
 * stone there stands in White's unconditional territory, so White has the corner. On the right
 * Black surrounds without living. */
Test(net_features, planes_of_diagrams) {
    expect_diagram(". . . . . . . .\n"
                   ". . X . . . . .\n"
                   ". X O . . . . .\n"
                   ". X . . . . . .\n"
                   ". . . . . . . .\n"
                   ". . . . . . . .\n"
                   ". . . . . . . .\n"
                   ". . . . . . . .\n",
                   BLACK, "tromp-taylor", "14:C6;17:D6;15:C6");
    expect_diagram(". . . . . . . .\n"
                   ". . X . . . . .\n"
                   ". X O . . . . .\n"
                   ". X . . . . . .\n"
                   ". . . . . . . .\n"
                   ". . . . . O . .\n"
                   ". . . . . . . .\n"
                   ". . . . . . . .\n",
                   BLACK, "tromp-taylor", "14:;17:;15:");
    expect_diagram(". . . . . . .\n"
                   ". . . . . . .\n"
                   ". . . . . . .\n"
                   ". . . . . . .\n"
                   ". X X . . . .\n"
                   "X O O . . . .\n"
                   ". X X . . . .\n",
                   BLACK, "tromp-taylor", "14:");
    expect_diagram(". . . . . . .\n"
                   ". . . . . . .\n"
                   ". . . . . . .\n"
                   ". . . . . . .\n"
                   ". X X . . . .\n"
                   "X O . . . . .\n"
                   ". X X . . . .\n",
                   WHITE, "tromp-taylor", "14:B2");
    expect_diagram(". . . . . . .\n"
                   "O . . . . . O\n"
                   "X O O O O O X\n"
                   ". X X X X X .\n",
                   WHITE, "tromp-taylor", "14:A2 G2 B1 C1 D1 E1 F1;17:A1 G1");
    expect_diagram(". O X . O . . . .\n"
                   "O O O O O . X X X\n"
                   ". . . . . . X . .\n",
                   BLACK, "tromp-taylor", "18:G2 H2 J2 G1 H1 J1;19:A3 B3 C3 D3 E3 A2 B2 C2 D2 E2");
    expect_diagram(". O X . O . . . .\n"
                   "O O O O O . X X X\n"
                   ". . . . . . X . .\n",
                   BLACK, "japanese", "18:;19:");
    expect_diagram("X O . . .\n"
                   "X O . . .\n"
                   ". . . . X\n"
                   ". O X . .\n",
                   WHITE, "tromp-taylor", "1:B4 B3 B1;2:A4 A3 E2 C1;3:A4 A3;4:B1 C1;5:B4 B3 E2");
}

Test(net_features, images_are_images) {
    Rng rng = rng_new(13);
    for (int i = 0; i < 20; i++) {
        const int width = 2 + (int)rng_below(&rng, 8), height = 2 + (int)rng_below(&rng, 8);
        Fixture *fixture = random_fixture(width, height, width * height, &rng);
        const Features plain = *fixture_fill(fixture, SYMMETRY_IDENTITY);
        for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
            const Features *image = fixture_fill(fixture, (Symmetry)symmetry);
            cr_assert_arr_eq(image->globals, plain.globals, sizeof plain.globals);
            cr_assert_eq(image->width, symmetry & SYMMETRY_TRANSPOSE ? height : width);
            for (int cell = 0; cell < plain.cell_count; cell++) {
                const Geometry *geometry = fixture->game->geometry;
                const Point p =
                    geometry_map_point(geometry, (Symmetry)symmetry, geometry->point_of[cell]);
                const int to = point_y(p) * image->width + point_x(p);
                cr_assert_eq(image->image[cell], to);
                cr_assert_eq(image->planes[to], plain.planes[cell]);
                cr_assert_eq(image->legal[cell], plain.legal[cell]);
            }
        }
    }
}

Test(net_features, recent_moves) {
    Fixture *fixture = fixture_new(5, 5, "tromp-taylor");
    fixture_play(fixture, "A1 B2 C3 pass D4 E5");
    expect_planes(fixture, "9:E5;10:D4;11:;12:C3;13:B2");
    cr_assert_eq(global(fixture, 0), 0);
    cr_assert_eq(global(fixture, 2), 1);
    cr_assert_eq(global(fixture, 14), 0);
    game_set_to_move(fixture->game, WHITE); /* whose own move was the last: no history */
    expect_planes(fixture, "9:;10:");
}

Test(net_features, what_went_before_the_end_is_forgotten) {
    Fixture *fixture = fixture_new(5, 5, "tromp-taylor");
    fixture_play(fixture, "A1 B2 pass");
    cr_assert_eq(global(fixture, 0), 1);
    cr_assert_eq(global(fixture, 14), 1);
    expect_planes(fixture, "10:B2");
    fixture_play(fixture, "pass");
    cr_assert_eq(global(fixture, 0), 1);
    cr_assert_eq(global(fixture, 1), 0);
    expect_planes(fixture, "11:");
    fixture_play(fixture, "C3 D4");
    expect_planes(fixture, "9:D4;10:C3");
    cr_assert_eq(global(fixture, 2), 1);
    cr_assert_eq(global(fixture, 3), 0);
    cr_assert_eq(global(fixture, 14), 0);
}

/* A conservative pass hides the moves under area scoring only. */
Test(net_features, conservative_passes) {
    static const char *const RULES[] = {"tromp-taylor", "japanese"};
    for (int i = 0; i < 2; i++) {
        Fixture *fixture = fixture_new(5, 5, RULES[i]);
        Situation *situation = &fixture->situation.situation;
        fixture_play(fixture, "A1 B2 pass");
        situation_from_game(fixture->game, &fixture->situation);
        cr_assert(situation->pass_ends);
        situation_pass_conservatively(situation);
        cr_assert_eq(situation->pass_ends, i == 1);
        cr_assert_eq(situation->recent[0], i == 1 ? POINT_PASS : POINT_NONE);
    }
}

/* Under the simple ko rule a pass ends the game, too, where the same player has passed in the same
 * position before. */
Test(net_features, a_repeated_pass_ends_the_game) {
    Fixture *fixture = fixture_set_up(". X O .\n"
                                      "X . X O\n"
                                      ". X O .\n",
                                      WHITE, "japanese");
    fixture_play(fixture, "B2");
    cr_assert_eq(global(fixture, 14), 0);
    fixture_play(fixture, "pass pass C2 pass pass");
    cr_assert_eq(global(fixture, 14), 1);
    fixture_play(fixture, "B2");
    cr_assert_eq(global(fixture, 14), 1);
    fixture_play(fixture, "A3");
    cr_assert_eq(global(fixture, 14), 0);
}

/* The third time in one position without a pass between: no result, under the simple ko rule. */
Test(net_features, a_long_cycle_ends_the_game) {
    Fixture *fixture = fixture_set_up(". X O . . X O . . X O .\n"
                                      "X . X O X O . O X . X O\n"
                                      ". X O . . X O . . X O .\n",
                                      WHITE, "japanese");
    fixture_play(fixture, "B2 G2 K2 C2 F2 L2 B2 G2 K2 C2 F2");
    expect_planes(fixture, "10:C2");
    fixture_play(fixture, "L2");
    expect_planes(fixture, "9:L2;10:");
    fixture_play(fixture, "D1");
    expect_planes(fixture, "9:D1;10:L2;11:");
}

Test(net_features, ko_superko_and_suicide) {
    Fixture *fixture = fixture_set_up(". X O .\n"
                                      "X . X O\n"
                                      ". X O .\n",
                                      WHITE, "tromp-taylor");
    fixture_play(fixture, "B2");
    expect_planes(fixture, "6:C2");
    cr_assert_not(fixture->features.legal[6]);
    fixture_play(fixture, "pass pass"); /* the simple ko is over, superko is not */
    expect_planes(fixture, "6:C2");
    cr_assert_not(fixture->features.legal[6]);
    fixture->game->rules.ko = KO_SIMPLE;
    expect_planes(fixture, "6:");
    cr_assert(fixture->features.legal[6]);
    fixture = fixture_set_up(". O . O\n"
                             "O O O X\n"
                             ". O X .\n",
                             BLACK, "tromp-taylor");
    expect_planes(fixture, "6:");
    cr_assert_not(fixture->features.legal[0]); /* a lone stone's suicide */
    cr_assert(fixture->features.legal[11]);
}

typedef struct {
    const char *rules;
    int width;
    Color mover;
    double komi;
    float global5, global6, global7, global8, global9, global18;
} Globals;

/* The parity wave by hand: on 81 points komi 7 can be a draw, 8 cannot. */
static const Globals GLOBALS[] = {
    {"tromp-taylor", 9, WHITE, 7, 0.35F, 1, 0.5F, 1, 0, 0},
    {"tromp-taylor", 9, WHITE, 7.5, 0.375F, 1, 0.5F, 1, 0, 0.5F},
    {"tromp-taylor", 9, WHITE, 8, 0.4F, 1, 0.5F, 1, 0, 0},
    {"tromp-taylor", 9, BLACK, 7.5, -0.375F, 1, 0.5F, 1, 0, -0.5F},
    {"chinese", 8, WHITE, 6.5, 0.325F, 1, 0.5F, 0, 0, 0.5F},
    {"new-zealand", 8, BLACK, 6.5, -0.325F, 1, -0.5F, 1, 0, -0.5F},
    {"japanese", 9, BLACK, 6.5, -0.325F, 0, 0, 0, 1, 0},
    {"tromp-taylor", 9, WHITE, 500, 5.05F, 1, 0.5F, 1, 0, 0},
};

Test(net_features, rules_and_komi) {
    for (size_t i = 0; i < sizeof GLOBALS / sizeof GLOBALS[0]; i++) {
        const Globals *line = &GLOBALS[i];
        Fixture *fixture = fixture_new(line->width, line->width, line->rules);
        fixture->game->komi = line->komi;
        game_set_to_move(fixture->game, line->mover);
        const float *got = fixture_fill(fixture, SYMMETRY_IDENTITY)->globals;
        cr_assert_float_eq(got[5], line->global5, 1e-6F, "line %zu", i);
        cr_assert_float_eq(got[18], line->global18, 1e-6F, "line %zu: %g", i, (double)got[18]);
        cr_assert_eq(got[6], line->global6, "line %zu", i);
        cr_assert_eq(got[7], line->global7, "line %zu", i);
        cr_assert_eq(got[8], line->global8, "line %zu", i);
        cr_assert_eq(got[9], line->global9, "line %zu", i);
        cr_assert_eq(got[10], line->global9, "line %zu", i);
    }
}

/* As in KataGo before its second cleanup phase: no territory is shown, so a network that was
 * trained without points beside chains in atari sees the same. */
Test(net_features, territory_without_tax) {
    Fixture *fixture = fixture_set_up("X X O .\n"
                                      ". X O O\n"
                                      "X O . O\n",
                                      BLACK, "japanese");
    fixture->game->rules.tax = TAX_NONE;
    const Features features = *fixture_fill(fixture, SYMMETRY_IDENTITY);
    cr_assert_eq(features.globals[9], 1);
    cr_assert_eq(features.globals[10], 0);
    expect_planes(fixture, "18:;19:");
    fixture->game->rules.excludes_atari = true;
    const Features *same = fixture_fill(fixture, SYMMETRY_IDENTITY);
    cr_assert_arr_eq(same->planes, features.planes, sizeof features.planes[0] * 12);
    cr_assert_arr_eq(same->globals, features.globals, sizeof features.globals);
}

/* Area is shown without eyes in seki: the left groups live, those on the right touch a dame. */
Test(net_features, taxes) {
    static const char STONES[] = ". X O . O X . X .\n"
                                 "X X O O O X X O O\n"
                                 ". X O . O X X O .\n";
    static const struct {
        const char *rules;
        float seki, group, territory;
        const char *planes;
    } CASES[] = {
        {"chinese", 0, 0, 0, "18:A3 B3 F3 G3 H3 A2 B2 F2 G2 A1 B1 F1 G1;"},
        {"koPOSITIONALscoreAREAtaxSEKIsui0", 1, 0, 0, "18:A3 B3 F3 H3 A2 B2 F2 G2 A1 B1 F1 G1;"},
        {"stone-scoring", 1, 1, 0, "18:A3 B3 F3 H3 A2 B2 F2 G2 A1 B1 F1 G1;"},
        {"ancient-territory", 1, 1, 1, "18:;19:"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Fixture *fixture = fixture_set_up(STONES, BLACK, CASES[i].rules);
        expect_planes(fixture, CASES[i].planes);
        cr_assert_eq(global(fixture, 10), CASES[i].seki, "%s", CASES[i].rules);
        cr_assert_eq(global(fixture, 11), CASES[i].group, "%s", CASES[i].rules);
        cr_assert_eq(global(fixture, 9), CASES[i].territory, "%s", CASES[i].rules);
    }
}

/* The button is shown while it is free. Then it is in the komi, and only the passes after the one
 * that took it end the game. */
Test(net_features, button) {
    Fixture *fixture = fixture_new(5, 5, "aga-button");
    fixture->game->komi = 7;
    fixture_play(fixture, "C3");
    cr_assert(global(fixture, 17) == 1 && global(fixture, 14) == 0);
    fixture_play(fixture, "pass");
    cr_assert(global(fixture, 17) == 0 && global(fixture, 14) == 0 && global(fixture, 0) == 1);
    cr_assert_float_eq(global(fixture, 5), -7.5F / 20, 1e-6F);
    fixture_play(fixture, "pass");
    cr_assert_eq(global(fixture, 14), 1);
    cr_assert_float_eq(global(fixture, 5), 7.5F / 20, 1e-6F);
}

/* Under territory scoring each stone played gives the other side a point. */
Test(net_features, territory_komi_counts_the_moves) {
    Fixture *fixture = fixture_set_up("X X O .\n"
                                      ". . . .\n"
                                      ". . . .\n",
                                      BLACK, "japanese");
    fixture->game->komi = 6.5;
    fixture_play(fixture, "A1 pass B1");
    cr_assert_float_eq(global(fixture, 5), (6.5F + 1 + 2) / 20, 1e-6F);
}

Test(net_features, profile_of_the_mover) {
    Fixture *fixture = fixture_new(9, 9, "tromp-taylor");
    HumanProfile profile;
    Status status;
    cr_assert(human_profile_read("rank_6k_2d", &profile, &status), "%s", status.text);
    memset(fixture->features.metadata, 0xff, sizeof fixture->features.metadata);
    const float *nobody = fixture_fill(fixture, SYMMETRY_IDENTITY)->metadata;
    for (int i = 0; i < HUMAN_PROFILE_INPUTS; i++) {
        cr_assert_eq(nobody[i], 0, "input %d", i);
    }
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        float expected[HUMAN_PROFILE_INPUTS];
        game_set_to_move(fixture->game, mover);
        situation_from_game(fixture->game, &fixture->situation);
        fixture->situation.situation.profile = &profile;
        features_fill(&fixture->situation.situation, 3, false, fixture->ladders,
                      &fixture->features);
        human_profile_inputs(&profile, mover, 81, expected);
        cr_assert_arr_eq(fixture->features.metadata, expected, sizeof expected);
    }
}
