/* The solver's answers beside those of a search without a table. */
#include "tests/support/oracle/plain_solver.h"
#include "tests/support/position/colorings.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/chance.h"
#include "tests/support/program/proof.h"
#include "tests/support/program/temporary_path.h"

static SolverOptions options_of(int width, int height, KoRule ko, bool suicide) {
    SolverOptions options = small_board_options(width, height, ko, suicide);
    options.table_bytes = 1 << 20;
    return options;
}

/* What a comparison did. */
typedef struct {
    long asked, skipped;
} Tally;

/* Asks every question about a position, of the plain search once and of each solver. */
static void compare_questions(Solver *const *solvers, int solver_count, const Rules *rules,
                              const ColorCell *cells, Color to_move, int width, int height,
                              long budget, Tally *tally) {
    const int count = width * height;
    Bitboard bitboard;
    cr_assert(bitboard_set_up(solver_context(solvers[0])->shape, cells, to_move, &bitboard));
    for (int target = -count + 1; target <= count; target++) {
        Oracle oracle;
        oracle_init(&oracle, width, height);
        oracle_set_up(&oracle, cells, to_move);
        long left = budget;
        const PlainAnswer expected = plain_solve(&oracle, rules, target, &left);
        oracle_free(&oracle);
        tally->asked++;
        if (expected == PLAIN_OPEN) {
            tally->skipped++;
            continue;
        }
        for (int i = 0; i < solver_count; i++) {
            solver_set_position(solvers[i], &bitboard, BITBOARD_NONE);
            const SolverAnswer answer = solver_ask(solvers[i], target);
            cr_assert_eq(answer, expected == PLAIN_YES ? ANSWER_YES : ANSWER_NO,
                         "ko %d, suicide %d, %s to move, at least %d: %d\n%s", rules->ko,
                         rules->suicide, color_name(to_move), target, answer,
                         diagram_print(width, height, cells).text);
        }
    }
}

/* Every legal position of the board, both sides to move, all questions, all rules, with pessimistic
 * searches later and at once. */
static void compare_board(int width, int height, long budget, Tally *tally) {
    for (int variant = 0; variant < 6; variant++) {
        SolverOptions options = options_of(width, height, (KoRule)(variant / 2), variant % 2 != 0);
        Solver *solvers[2];
        for (int pessimistic_first = 0; pessimistic_first < 2; pessimistic_first++) {
            options.pessimistic_first = pessimistic_first == 1;
            solvers[pessimistic_first] = solver_kept(&options);
        }
        ColorCell cells[CELL_COUNT_MAX];
        memset(cells, EMPTY, sizeof cells);
        do {
            for (int color = BLACK; color <= WHITE && oracle_cells_legal(width, height, cells);
                 color++) {
                compare_questions(solvers, 2, &options.rules, cells, (Color)color, width, height,
                                  budget, tally);
            }
        } while (colorings_next(cells, width * height));
        cleanup_now(solvers[0]);
        cleanup_now(solvers[1]);
    }
}

static void compare_and_report(int width, int height, long budget, double skipped_at_most) {
    Tally tally = {0, 0};
    compare_board(width, height, budget, &tally);
    cr_assert_leq((double)tally.skipped, skipped_at_most * (double)tally.asked);
}

Test(solve_solver, answers_every_question_on_at_most_four_points) {
    compare_and_report(1, 1, 20000, 0);
    compare_and_report(1, 2, 20000, 0);
    compare_and_report(1, 3, 20000, 0);
    compare_and_report(4, 1, 20000, 0);
    compare_and_report(2, 2, 20000, 0);
}

/* With the short budget two fifths of the questions are beyond the plain search, with the long one
 * a few in a hundred. */
Test(solve_solver, answers_every_question_on_1x5) {
    compare_and_report(1, 5, is_long() ? 1000000 : 1500, is_long() ? 0.05 : 0.5);
}

Test(solve_solver, answers_every_question_on_2x3) {
    if (!is_long()) {
        cr_skip_test("hours of plain search: set DIHEDRA_LONG");
    }
    compare_and_report(2, 3, 20000, 0.6);
}

/* ---- Without draws ---- */

static PlainAnswer without_draws(const Rules *rules, const ColorCell *cells, Color to_move,
                                 int width, int height, Color color, int goal) {
    Oracle oracle;
    oracle_init(&oracle, width, height);
    oracle_set_up(&oracle, cells, to_move);
    long left = 20000;
    const PlainAnswer answer = plain_solve_without_draws(&oracle, rules, color, goal, &left);
    oracle_free(&oracle);
    return answer;
}

/* Counts what each color that a draw serves reaches, in each `every`th position: [with draws alone,
 * without]. */
static void compare_without_draws(int width, int height, int every, long tally[2]) {
    const SolverOptions options = options_of(width, height, KO_SIMPLE, false);
    Solver *solver = solver_kept(&options);
    ColorCell cells[CELL_COUNT_MAX];
    int place = 0;
    memset(cells, EMPTY, sizeof cells);
    do {
        if (!oracle_cells_legal(width, height, cells) || place++ % every != 0) {
            continue;
        }
        for (Color to_move = BLACK; to_move <= WHITE; to_move++) {
            solver_set_up(solver, cells, to_move, -1);
            cr_assert(solver_solve(solver));
            for (Color color = BLACK; color <= WHITE; color++) {
                const int value = solver_state(solver).lower;
                const int goal = color == BLACK ? value : -value;
                const PlainAnswer expected =
                    without_draws(&options.rules, cells, to_move, width, height, color, goal);
                if (goal > 0 || goal == -width * height || expected == PLAIN_OPEN) {
                    continue;
                }
                solver_ask_without_draws(solver, color, 1000000);
                cr_assert_eq(solver_is_pessimistic(solver, color), expected == PLAIN_YES,
                             "%s to move, %s %+d\n%s", color_name(to_move), color_name(color), goal,
                             diagram_print(width, height, cells).text);
                tally[expected == PLAIN_YES]++;
            }
        }
    } while (colorings_next(cells, width * height));
    cleanup_now(solver);
}

Test(solve_solver, tells_bounds_that_need_draws) {
    long tally[2] = {0, 0};
    compare_without_draws(2, 2, 1, tally);
    compare_without_draws(1, 4, 1, tally);
    compare_without_draws(2, 3, 7, tally);
    cr_assert(tally[0] > 50 && tally[1] > 0, "%ld with draws alone, %ld without", tally[0],
              tally[1]);
}

/* ---- Values ---- */

typedef struct {
    int width, height, psk, ssk, simple;
} KnownValue;

/* Values, with and without suicide alike. psk and simple: ../shared/data/small-boards.tsv, which
 * agrees with the literature; ssk: by this solver. */
static const KnownValue KNOWN[] = {
    {1, 1, 0, 0, 0}, {1, 2, 0, 0, 0}, {1, 3, 3, 3, 3},    {1, 4, 4, 4, 4}, {1, 5, 0, 0, 0},
    {1, 6, 1, 1, 0}, {2, 2, 1, 1, 0}, {2, 3, 0, 0, 0},    {2, 4, 8, 8, 8}, {2, 5, 10, 10, 10},
    {3, 3, 9, 9, 9}, {3, 4, 4, 4, 4}, {3, 5, 15, 15, 15}, {4, 4, 2, 2, 1}, {4, 5, 20, 20, 20},
};

enum { KNOWN_COUNT = sizeof KNOWN / sizeof KNOWN[0] };

static int known_value(const KnownValue *known, KoRule ko) {
    return ko == KO_POSITIONAL ? known->psk : ko == KO_SITUATIONAL ? known->ssk : known->simple;
}

static void expect_value(const KnownValue *known, const SolverOptions *options) {
    Solver *solver = solver_kept(options);
    cr_assert(solver_solve(solver));
    const SolverState state = solver_state(solver);
    const int expected = known_value(known, options->rules.ko);
    cr_assert(state.lower == expected && state.upper == expected,
              "%dx%d, ko %d, suicide %d: %d to %d, expected %d", known->width, known->height,
              options->rules.ko, options->rules.suicide, state.lower, state.upper, expected);
    cleanup_now(solver);
}

static void expect_values(int cells_most, size_t table_bytes) {
    for (int i = 0; i < KNOWN_COUNT; i++) {
        for (int variant = 0; variant < 6; variant++) {
            SolverOptions options = options_of(KNOWN[i].width, KNOWN[i].height,
                                               (KoRule)(variant / 2), variant % 2 != 0);
            options.table_bytes = table_bytes;
            if (KNOWN[i].width * KNOWN[i].height <= cells_most) {
                expect_value(&KNOWN[i], &options);
            }
        }
    }
}

Test(solve_solver, knows_the_values_of_small_boards) {
    expect_values(is_long() ? 20 : 12, (size_t)(is_long() ? 1024 : 8) << 20);
}

/* 3x4 and 2x5, by each ko rule. */
static void expect_values_with(const SolverOptions *changed) {
    static const int BOARDS[] = {6, 9, 11};
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        for (int ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
            SolverOptions options = *changed;
            options.width = KNOWN[BOARDS[i]].width;
            options.height = KNOWN[BOARDS[i]].height;
            options.rules.ko = (KoRule)ko;
            expect_value(&KNOWN[BOARDS[i]], &options);
        }
    }
}

Test(solve_solver, values_are_the_same_without_each_technique) {
    SolverOptions options = options_of(1, 1, KO_SIMPLE, false);
    bool *const techniques[] = {
        &options.use.symmetry,  &options.use.exchange,      &options.use.cutoff,
        &options.use.life,      &options.use.reduction,     &options.use.threats,
        &options.use.extension, &options.use.learned_order, &options.use.path_bounds};
    options.table_bytes = 16 << 20;
    for (size_t i = 0; i < sizeof techniques / sizeof techniques[0]; i++) {
        *techniques[i] = false;
        expect_values_with(&options);
        *techniques[i] = true;
    }
}

Test(solve_solver, values_are_the_same_with_other_seeds_threads_and_tables) {
    for (int i = 0; i < 8; i++) {
        SolverOptions options = options_of(1, 1, KO_SIMPLE, false);
        options.pessimistic_first = i >= 6;
        options.use.exchange = i != 7;
        options.hash_seed = i < 3 ? (uint64_t)i : HASH_DEFAULT_SEED;
        options.threads = i == 3 ? 2 : i == 4 ? 3 : 1;
        options.table_bytes = i == 5 ? 1 << 16 : 1 << 20;
        expect_values_with(&options);
    }
}

/* ---- Late positions ---- */

/* Plays moves that fill no eye and compares what is left with the plain search. */
static void compare_late(int width, int height, int games, long budget, Tally *tally) {
    Geometry *geometry = geometry_kept(width, height);
    Rng rng = rng_new((uint64_t)(width * 100 + height));
    for (int game = 0; game < games; game++) {
        SolverOptions options = options_of(width, height, (KoRule)(game % 3), game / 3 % 2 != 0);
        options.pessimistic_first = game / 6 % 2 != 0;
        Solver *solver = solver_kept(&options);
        Board board;
        ColorCell cells[CELL_COUNT_MAX];
        random_game_play(&board, geometry, 3 * width * height, &rng, NULL);
        board_get_cells(&board, cells);
        compare_questions(&solver, 1, &options.rules, cells, board.to_move, width, height, budget,
                          tally);
        cleanup_now(solver);
    }
}

Test(solve_solver, agrees_on_late_positions) {
    static const int SIZES[][2] = {{3, 3}, {3, 4}, {4, 4}, {4, 5}, {5, 5}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Tally tally = {0, 0};
        compare_late(SIZES[i][0], SIZES[i][1], is_long() ? 200 : 12, is_long() ? 50000 : 1500,
                     &tally);
        cr_assert_lt(tally.skipped, tally.asked);
    }
}

/* ---- Positions ---- */

Test(solve_solver, a_first_move_and_its_history_count) {
    SolverOptions options = options_of(3, 3, KO_POSITIONAL, false);
    Solver *solver = solver_kept(&options);
    const Bitboard empty = *solver_start(solver);
    static const int VALUES[][2] = {{0, -9}, {1, 3}, {4, 9}}; /* corner, side, center */
    for (int i = 0; i < 3; i++) {
        solver_set_position(solver, &empty, solver_context(solver)->shape->spot_of[VALUES[i][0]]);
        cr_assert(solver_solve(solver));
        cr_assert_eq(solver_state(solver).lower, VALUES[i][1]);
    }
}

/* What is noted of one first move, as another one finds it. */
static void expect_note(const char *text, int cell, int other_cell, bool is_shared) {
    const Diagram diagram = diagram_read(text);
    const SolverOptions options = options_of(diagram.width, diagram.height, KO_POSITIONAL, false);
    Solver *solver = solver_kept(&options);
    const int count = diagram.width * diagram.height;
    char path[TEMPORARY_PATH_MAX];
    Status error;
    double seconds;
    solver_set_up(solver, diagram.cells, BLACK, cell);
    cr_assert_eq(solver_ask(solver, count), ANSWER_NO);
    temporary_path(path);
    cr_assert(solver_save(solver, 1, 1 << 16, path, &error), "%s", error.text);
    solver_set_up(solver, diagram.cells, BLACK, other_cell);
    cr_assert(solver_load(solver, path, &seconds, &error), "%s", error.text);
    cr_assert_eq(solver_state(solver).upper < count, is_shared, "%s", text);
    cleanup_now(solver);
}

/* The boards after these moves are images of each other, by a quarter turn. On 4x4 the boards
 * before them, which superko bans, are not. */
Test(solve_solver, a_note_holds_for_moves_with_the_same_history) {
    expect_note("X . .\n"
                ". . .\n"
                ". . .\n",
                2, 6, true);
    expect_note("X O . .\n"
                ". . . O\n"
                "O . . .\n"
                ". . O .\n",
                3, 12, false);
}

/* Black fills an eye and loses all stones. When it lives again, White may have left it no way to
 * clean up but by a board that superko bans: the one before the first move. */
Test(solve_solver, life_that_came_back_may_not_be_cleaned_up) {
    const Diagram diagram = diagram_read(". X X\n"
                                         "X X X\n"
                                         "X X .\n");
    for (int has_life = 0; has_life < 2; has_life++) {
        for (int ko = KO_POSITIONAL; ko <= KO_SITUATIONAL; ko++) {
            SolverOptions options = options_of(3, 3, (KoRule)ko, false);
            options.use.life = has_life != 0;
            Solver *solver = solver_kept(&options);
            solver_set_up(solver, diagram.cells, BLACK, 0);
            cr_assert(solver_solve(solver));
            cr_assert_eq(solver_state(solver).lower, ko == KO_POSITIONAL ? 6 : 9);
            cleanup_now(solver);
        }
    }
}

Test(solve_solver, stops_when_told) {
    const SolverOptions options = options_of(5, 5, KO_POSITIONAL, false);
    Solver *solver = solver_kept(&options);
    solver_stop(solver);
    cr_assert_not(solver_solve(solver));
    cr_assert_eq(solver_state(solver).lower, -25);
    cr_assert_eq(solver_state(solver).upper, 25);
}

/* ---- What is shown while threads search ---- */

typedef struct {
    Solver *solver;
    uint64_t nodes;
    int calls;
} Shown;

static void show(void *context) {
    Shown *shown = context;
    const SolverState state = solver_state(shown->solver);
    cr_assert_geq(state.nodes, shown->nodes);
    cr_assert_lt(state.lower, state.upper);
    shown->nodes = state.nodes;
    shown->calls++;
}

Test(solve_solver, counts_grow_while_threads_search) {
    SolverOptions options = options_of(4, 4, KO_SIMPLE, false);
    options.threads = 2;
    options.table_bytes = 1 << 20;
    Shown shown = {.solver = solver_kept(&options)};
    solver_context(shown.solver)->tick = show;
    solver_context(shown.solver)->tick_context = &shown;
    cr_assert(solver_solve(shown.solver));
    cr_assert_gt(shown.calls, 0);
    cr_assert_gt(shown.nodes, 0);
    cr_assert_geq(solver_state(shown.solver).nodes, shown.nodes);
    cleanup_now(shown.solver);
}
