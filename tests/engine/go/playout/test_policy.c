/* Playout games by the policy: every move is replayed on a second board and judged by slow rules;
 * groups whose fate is known meet it; each rule finds its move. */
#include "engine/go/playout/policy.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"

/* ---- Judging a move ---- */

/* After a move at p, do stones of color fill all but one point of a region that only the opponent's
 * stones enclose, in a shape that leaves one eye when it is captured? */
static bool fills_an_eye(const Board *board, Color color, Point p) {
    const Geometry *geometry = board->geometry;
    uint8_t cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = cells[cell] == (uint8_t)color_opponent(color) ? BLACK : EMPTY;
    }
    OracleChain region;
    oracle_flood(geometry->width, geometry->height, cells, geometry->cell_of[p], &region);
    int left[CELL_COUNT_MAX], count = 0, empty = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const bool is_open =
            board_color(board, geometry->point_of[cell]) == EMPTY && cell != geometry->cell_of[p];
        empty += region.stone[cell] && is_open;
        if (region.stone[cell] && !is_open) {
            left[count++] = cell;
        }
    }
    if (empty != 1 || count > 5) {
        return false;
    }
    int most = 0, pairs = 0; /* neighbors of one point; of all points, each pair twice */
    for (int i = 0; i < count; i++) {
        int beside[4], neighbors = 0;
        const int around = oracle_neighbors(geometry->width, geometry->height, left[i], beside);
        for (int j = 0; j < around; j++) {
            for (int k = 0; k < count; k++) {
                neighbors += beside[j] == left[k];
            }
        }
        most = neighbors > most ? neighbors : most;
        pairs += neighbors;
    }
    /* The four-point shapes with two eyes are the straight, the bent and the zigzag four: a chain
     * of three pairs without a fork. Of five points only the bulky five (five pairs) and the cross
     * have one vital point that kills. */
    return count <= 3 || (count == 4 ? pairs == 8 || most == 3 : pairs == 10 || most == 4);
}

/* Does the move leave two or more own stones in atari? */
static bool leaves_in_atari(const Board *board, Color color, Point p) {
    Board after;
    board_copy(&after, board);
    board_play(&after, color, p);
    return board_liberties(&after, p, NULL) == 1 && board_chain_stones(&after, p, NULL) >= 2;
}

static bool takes_stones(const Board *board, Color color, Point p) {
    Board after;
    board_copy(&after, board);
    board_play(&after, color, p);
    return after.prisoners[color] > board->prisoners[color];
}

/* Fills no eye of its own and leaves no chain in atari: the policy may always choose it. */
static bool is_safe_move(const Board *board, Color color, Point p) {
    return board_check(board, color, p, false) == MOVE_LEGAL && !board_is_eye(board, color, p) &&
           !leaves_in_atari(board, color, p);
}

/* ---- Replaying ---- */

/* Plays one game and checks each move: it is legal, fills no own eye, and is no self-atari except
 * to take stones or to fill an eye. A pass is made only if no safe move is left. */
static void check_playout(const Board *start, Point last, Point before,
                          const PlayoutPolicyRates *rates, uint64_t seed) {
    const Geometry *geometry = start->geometry;
    Board end, replay;
    PlayoutTrace trace;
    Rng rng = rng_new(seed);
    board_copy(&end, start);
    board_copy(&replay, start);
    const PlayoutResult result = playout_policy_run(rates, &end, last, before, &rng, &trace);
    cr_assert(trace.count == result.moves &&
              trace.count <= playout_move_limit(geometry->cell_count));
    cr_assert_eq(trace.first, start->to_move);
    Color color = trace.first;
    for (int i = 0; i < trace.count; i++) {
        const Point p = trace.moves[i];
        cr_assert_eq(board_check(&replay, color, p, false), MOVE_LEGAL);
        cr_assert(replay.passes < 2);
        for (int k = 0; p == POINT_PASS && k < replay.empty_count; k++) {
            const Point q = replay.empty[k];
            cr_assert_not(is_safe_move(&replay, color, q), "passes with cell %d left\n%s",
                          geometry->cell_of[q], diagram_print_board(&replay).text);
        }
        if (p != POINT_PASS) {
            cr_assert_not(board_is_eye(&replay, color, p));
            cr_assert(!leaves_in_atari(&replay, color, p) || takes_stones(&replay, color, p) ||
                          fills_an_eye(&replay, color, p),
                      "%s at cell %d\n%s", color_name(color), geometry->cell_of[p],
                      diagram_print_board(&replay).text);
        }
        board_play(&replay, color, p);
        color = color_opponent(color);
    }
    cr_assert(replay.passes == 2 || trace.count == playout_move_limit(geometry->cell_count));
    cr_assert_str_eq(diagram_print_board(&replay).text, diagram_print_board(&end).text);
    cr_assert_eq(playout_final_score(&replay), result.score);
}

static const uint8_t SIZES[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2},   {1, 9},   {3, 2},
                                   {5, 5}, {4, 7}, {9, 9}, {13, 13}, {19, 19}, {25, 25}};
enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

/* From all stages of a game, with every rule always asked, with the default rates, with none. */
Test(policy, every_move_is_sound) {
    static const PlayoutPolicyRates ALWAYS = {1, 1, 1, 1, 1}, NEVER = {0};
    const PlayoutPolicyRates *rates[] = {&ALWAYS, &PLAYOUT_POLICY_RATES, &NEVER};
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    for (int i = 0; i < SIZE_COUNT; i++) {
        Geometry *geometry = geometry_kept(SIZES[i][0], SIZES[i][1]);
        const int cells = geometry->cell_count;
        const int rounds = 3 * ((is_long ? 60000 : 1200) / (cells + 10) + 1);
        for (int round = 0; round < rounds; round++) {
            Board start;
            Point last[2];
            Rng rng = rng_new((uint64_t)(1000000 * i) + (uint64_t)round);
            const int moves = (int)rng_below(&rng, (uint32_t)(cells + cells / 2 + 1));
            random_game_play(&start, geometry, moves, &rng, last);
            check_playout(&start, last[0], last[1], rates[round % 3], (uint64_t)round);
        }
    }
}

Test(policy, same_seed_same_game) {
    Geometry *geometry = geometry_kept(9, 9);
    int distinct = 0;
    PlayoutTrace previous = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        PlayoutTrace traces[2];
        for (int i = 0; i < 2; i++) {
            Board board;
            board_init(&board, geometry);
            Rng rng = rng_new(seed);
            playout_policy_run(&PLAYOUT_POLICY_RATES, &board, POINT_NONE, POINT_NONE, &rng,
                               &traces[i]);
        }
        const size_t bytes = (size_t)traces[0].count * sizeof(Point);
        cr_assert(traces[0].count == traces[1].count &&
                  memcmp(traces[0].moves, traces[1].moves, bytes) == 0);
        distinct += memcmp(traces[0].moves, previous.moves, bytes) != 0;
        previous = traces[0];
    }
    cr_assert_eq(distinct, 20);
}

/* ---- Groups whose fate is known ---- */

/* In how many of 100 games does the color own the letter's point at the end? */
static int count_owned(const char *text, Color to_move, char letter, Color owner) {
    enum { PLAYOUTS = 100 };
    const Diagram diagram = diagram_read(text);
    Board start;
    diagram_set_up(&diagram, to_move, &start);
    int owned = 0;
    for (uint64_t seed = 0; seed < PLAYOUTS; seed++) {
        Board board;
        PlayoutTrace trace;
        uint8_t owners[POINT_COUNT];
        Rng rng = rng_new(seed);
        board_copy(&board, &start);
        playout_policy_run(&PLAYOUT_POLICY_RATES, &board, POINT_NONE, POINT_NONE, &rng, &trace);
        playout_owners(&board, owners);
        owned += owners[diagram_point(&diagram, letter)] == (uint8_t)owner;
    }
    return owned;
}

/* White has an eye of three points with a black stone in the middle of it. */
static const char DEAD_THREE[] = "O a X . O X . .\n"
                                 "O O O O O X . X\n"
                                 "X X X X X X X .\n"
                                 ". X . X . . . X\n"
                                 ". . X . . X . .\n";

static const char TWO_EYES[] = "O a O . O X . .\n"
                               "O O O O O X . X\n"
                               "X X X X X X X .\n"
                               ". X . X . . . X\n"
                               ". . X . . X . .\n";

/* Six black and six white stones share two liberties; everything around them is alive. */
static const char SEKI[] = "X O O a X X O . O\n"
                           "X O O . X X O O O\n"
                           "X X O O X X O O .\n"
                           ". X X X O O O O O\n"
                           "X X . X O . O . O\n"
                           ". X X X O O O O .\n";

Test(policy, groups_meet_their_fate) {
    static const struct {
        const char *text;
        Color owner; /* of a in the end */
        int least;   /* of 100 games, with either side to begin */
    } CASES[] = {{DEAD_THREE, BLACK, 90}, {TWO_EYES, WHITE, 100}, {SEKI, EMPTY, 100}};
    for (int i = 0; i < 6; i++) {
        const int owned = count_owned(CASES[i / 2].text, (Color)(i % 2), 'a', CASES[i / 2].owner);
        cr_assert_geq(owned, CASES[i / 2].least, "%s to move\n%s", color_name((Color)(i % 2)),
                      CASES[i / 2].text);
    }
}

/* ---- What a rule finds ---- */

/* White has just played v, and Black u before that if the diagram has it. In how many of 100 games
 * does Black begin at a? */
static int count_first(const char *text, const PlayoutPolicyRates *rates) {
    const Diagram diagram = diagram_read(text);
    Board start;
    diagram_set_up(&diagram, BLACK, &start);
    const Point last = diagram_point(&diagram, 'v'), a = diagram_point(&diagram, 'a');
    const Point before = diagram.letter['u' - 'a'] >= 0 ? diagram_point(&diagram, 'u') : POINT_PASS;
    board_play(&start, BLACK, before);
    board_play(&start, WHITE, last);
    int count = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        Board board;
        PlayoutTrace trace;
        Rng rng = rng_new(seed);
        board_copy(&board, &start);
        playout_policy_run(rates, &board, last, before, &rng, &trace);
        count += trace.moves[0] == a;
    }
    return count;
}

/* What the rule alone finds, in every game. */
static void expect_first(const char *text, PlayoutPolicyRates rates, bool found) {
    static const PlayoutPolicyRates NEVER = {0};
    const int with = count_first(text, &rates), without = count_first(text, &NEVER);
    cr_assert(without < 30 && (found ? with == 100 : with < 30), "%d with the rule, %d without\n%s",
              with, without, text);
}

Test(policy, rules_find_their_moves) {
    expect_first(". . . . .\n" /* the last stone is taken */
                 ". . X . .\n"
                 ". X v a .\n"
                 ". . X . .\n"
                 ". . . . .\n",
                 (PlayoutPolicyRates){.capture = 1}, true);
    expect_first(". . . . . . .\n" /* a stone runs unless a ladder waits */
                 ". . . . . . .\n"
                 ". . v . . . .\n"
                 ". O X a . . .\n"
                 ". . O . . . .\n"
                 ". . . . . . .\n",
                 (PlayoutPolicyRates){.escape = 1}, true);
    expect_first(". . . . . . .\n"
                 ". . . . . . .\n"
                 ". . v . . . .\n"
                 ". O X a . . .\n"
                 ". . O O . . .\n"
                 ". . . . . . .\n",
                 (PlayoutPolicyRates){.escape = 1}, false);
    expect_first(". . . . . . .\n" /* a ladder begins */
                 ". . . . . . .\n"
                 ". . . . . . .\n"
                 ". . a . . . .\n"
                 "X X v . . . .\n"
                 "X O O X . . .\n"
                 ". X X . . . .\n",
                 (PlayoutPolicyRates){.attack = 1}, true);
    expect_first(". . . . . . .\n" /* a shape */
                 ". . . . . . .\n"
                 ". . O X O . .\n"
                 ". . v a . . .\n"
                 ". . . . . . .\n"
                 ". . . . . . .\n",
                 (PlayoutPolicyRates){.shape = 1}, true);
    expect_first(". a . v X . .\n" /* a T with a long stem lives with either side first */
                 "O . O O X . .\n"
                 "O . O X X . .\n"
                 "O O O X . . .\n"
                 "X X X X . . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, false);
    expect_first(". a . v X . .\n" /* three in a row */
                 "O O O O X . .\n"
                 "X X X X X . .\n"
                 ". . . . . . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, true);
    expect_first(". a . X v X .\n" /* no eye */
                 ". . . O O X .\n"
                 "O O O O X X .\n"
                 "X X X X X . .\n"
                 ". . . . . . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, false);
    expect_first(". a . v X . .\n" /* a bent four */
                 ". O O O X . .\n"
                 "O O X X X . .\n"
                 "X X X . . . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, false);
    expect_first(". . v O X . .\n" /* a bulky five */
                 ". a . O X . .\n"
                 "O O O O X . .\n"
                 "X X X X X . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, true);
    expect_first(". . v O X . .\n" /* a rabbity six */
                 ". a . O X . .\n"
                 "O . O O X . .\n"
                 "O O O X X . .\n"
                 "X X X X . . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, true);
    expect_first(". a . v X . .\n" /* no eye */
                 "X O O O X . .\n"
                 "X X X X X . .\n"
                 ". . . . . . .\n",
                 (PlayoutPolicyRates){.nakade = 1}, false);
}

/* ---- Rare boards ---- */

/* A ko is not retaken at once, though that would capture the last move. In the second position
 * Black has to pass; then White may fill it. */
Test(policy, a_ko_is_respected) {
    static const char *const POSITIONS[] = {". X O . .\n"
                                            "X a X O .\n"
                                            ". X O . .\n"
                                            ". . . . .\n",
                                            ". X X X O O O .\n"
                                            "X X X X O O O O\n"
                                            "X . X a X O . O\n"
                                            "X X X X O O O O\n"
                                            ". X X X O O O .\n"};
    const PlayoutPolicyRates always = {1, 1, 1, 1, 1};
    for (int i = 0; i < 2; i++) {
        const Diagram diagram = diagram_read(POSITIONS[i]);
        Board start;
        diagram_set_up(&diagram, WHITE, &start);
        const Point ko = diagram_point(&diagram, 'a');
        board_play(&start, WHITE, ko);
        cr_assert_neq(start.ko, POINT_NONE);
        for (uint64_t seed = 0; seed < 50; seed++) {
            check_playout(&start, ko, POINT_NONE, seed % 2 == 0 ? &always : &PLAYOUT_POLICY_RATES,
                          seed);
        }
    }
}
