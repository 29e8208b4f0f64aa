/* Reading: problems of life and death for the goal search, and captures for it and for the reader
 * of single chains. With one thread the numbers of positions are the same on every machine. */
#include <math.h>

#include "engine/base/clock.h"
#include "engine/go/reading/reading.h"
#include "engine/lab/bench/measurement.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"

enum { SIDE = 9, NODES_MAX = 400000 /* for each question */ };

typedef struct {
    const char *name;
    const char *rows[SIDE]; /* from the top; missing ones are empty. X is Black. */
    const char *target;
} ReadingProblem;

static const ReadingProblem LIFE[] = {
    {"three in a row", {". . . X O . . . .", "X X X X O . . . .", "O O O O O . . . ."}, "A8"},
    {"rectangular six in the corner",
     {". . . X O . . . .", ". . . X O . . . .", "X X X X O . . . .", "O O O O O . . . ."},
     "D9"},
    {"the same with two liberties outside",
     {". . . X . O . . .", ". . . X . O . . .", "X X X X O O . . .", "O O O O O . . . ."},
     "D9"},
    {"eight on the edge",
     {"O X . . . . X O .", "O X . . . . X O .", "O X X X X X X O .", "O O O O O O O O ."},
     "B9"},
    {"nine in the corner",
     {". . . X O . . . .", ". . . X O . . . .", ". . . X O . . . .", "X X X X O . . . .",
      "O O O O O . . . ."},
     "D9"},
    {"carpenter's square",
     {". . . X O . . . .", ". . . X O . . . .", ". . . X O . . . .", "X X X O O . . . .",
      "O O O O . . . . ."},
     "D9"},
    {"nine with a white stone",
     {". . . X O . . . .", ". O . X O . . . .", ". . . X O . . . .", "X X X X O . . . .",
      "O O O O O . . . ."},
     "D9"},
    {"twelve with a white stone",
     {". . . . X O . . .", ". . O . X O . . .", ". . . . X O . . .", "X X X X X O . . .",
      "O O O O O O . . ."},
     "E9"},
};

static const ReadingProblem CAPTURES[] = {
    {"ladder",
     {". . . . . . . . .", ". . . . . . . . .", ". . X O . . . . .", ". X O . . . . . .",
      ". . X . . . . . ."},
     "C6"},
    {"net",
     {". . . . . . . . .", ". . X X . . . . .", ". X O . . . . . .", ". X . . . . . . .",
      ". . . . . X . . ."},
     "C7"},
    {"throw-in on the edge",
     {". O O X . . . . .", "X X O X . . . . .", ". X O X . . . . .", ". X X . . . . . ."},
     "C9"},
    {"cutting stones",
     {". . . . . . . . .", ". . X O . . . . .", ". X O X O . . . .", ". . . X O . . . .",
      ". . . . . . . . ."},
     "C7"},
};

enum {
    LIFE_COUNT = sizeof LIFE / sizeof LIFE[0],
    CAPTURE_COUNT = sizeof CAPTURES / sizeof CAPTURES[0],
};

static void set_up(const ReadingProblem *problem, const Geometry *geometry, Board *board,
                   Point *target) {
    ColorCell cells[SIDE * SIDE];
    Status status;
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        const char *row = problem->rows[cell / SIDE];
        const char stone = row == NULL ? '.' : row[2 * (cell % SIDE)];
        cells[cell] = (ColorCell)(stone == 'X' ? BLACK : stone == 'O' ? WHITE : EMPTY);
    }
    board_init(board, geometry);
    bench_require(board_set_up(board, cells, BLACK, &status));
    point_from_text(problem->target, SIDE, SIDE, target);
}

static void make_goal(const Board *board, Point target, bool whole_dragon, Goal *goal) {
    Dragon dragon = {.color = board_color(board, target), .chains = {target}, .chain_count = 1};
    Status status;
    if (whole_dragon) {
        dragon_find(board, target, &dragon);
    }
    dragon_init_goal(&dragon, board, goal);
    if (whole_dragon) {
        region_find(board, goal->targets, goal->target_count, REGION_RADIUS, &goal->playable);
    }
    bench_require(goal_finish(goal, board, &status));
}

/* ---- Life ---- */

static void add_life(json_t *json, const ReadingProblem *problem, const BenchReading *row) {
    const double rate = row->seconds > 0 ? (double)row->nodes / row->seconds : NAN;
    if (json == NULL) {
        printf("| %s | %s | %lld | %.3f | %.0f |\n", problem->name, row->status,
               (long long)row->nodes, row->seconds, rate);
        fflush(stdout);
        return;
    }
    json_add_value(json_object_get(json, "problems"),
                   json_new_packed("{s:s, s:s, s:I, s:o, s:o}", "problem", problem->name, "status",
                                   row->status, "nodes", (json_int_t)row->nodes, "seconds",
                                   json_new_figure(row->seconds, 3), "nodes_per_s",
                                   json_new_figure(rate, 0)));
}

BenchReading bench_reading(int index, int threads, int megabytes, BenchReadingTechnique without) {
    Geometry *geometry = memory_check(geometry_new(SIDE, SIDE, HASH_DEFAULT_SEED));
    GoalSearch *search = memory_check(goal_search_new(megabytes));
    bench_require(goal_search_use_threads(search, threads));
    const GoalLimits limits = {.nodes = NODES_MAX,
                               .without_zones = without == BENCH_READING_ZONES,
                               .without_ordering = without == BENCH_READING_ORDERING};
    Board board;
    Point target;
    Goal goal;
    ProblemSide kills, saves;
    set_up(&LIFE[index], geometry, &board, &target);
    make_goal(&board, target, true, &goal);
    const double start = clock_seconds();
    problem_solve(search, &goal, &board, goal.reacher, limits, &kills);
    problem_solve(search, &goal, &board, goal_target_color(&goal), limits, &saves);
    const double seconds = clock_seconds() - start;
    goal_search_free(search);
    geometry_free(geometry);
    return (BenchReading){.name = LIFE[index].name,
                          .status = problem_status_name(problem_status(&kills, &saves)),
                          .nodes = kills.answer.nodes + saves.answer.nodes,
                          .seconds = seconds};
}

/* ---- Captures ---- */

static void measure_capture(json_t *json, const Geometry *geometry, const ReadingProblem *problem) {
    Board board;
    Point target;
    Goal goal;
    set_up(problem, geometry, &board, &target);
    make_goal(&board, target, false, &goal);
    Reader *reader = memory_check(reader_new());
    GoalSearch *search = memory_check(goal_search_new(1));
    const double start = clock_seconds();
    const ReadingResult read = reading_attack(reader, &board, target, reading_default_limits());
    const double middle = clock_seconds();
    const GoalAnswer answer =
        goal_answer(search, &goal, &board, goal.reacher, 0, (GoalLimits){.nodes = NODES_MAX});
    const double end = clock_seconds();
    reader_free(reader);
    goal_search_free(search);
    if (json == NULL) {
        printf("| %s | %d | %d | %.4f | %d | %lld | %.4f |\n", problem->name, (int)read.code,
               read.nodes, middle - start, (int)answer.code, (long long)answer.nodes, end - middle);
        return;
    }
    json_add_value(json_object_get(json, "captures"),
                   json_new_packed("{s:s, s:i, s:i, s:o, s:i, s:I, s:o}", "capture", problem->name,
                                   "reader_code", (int)read.code, "reader_nodes", read.nodes,
                                   "reader_seconds", json_new_figure(middle - start, 4),
                                   "goal_code", (int)answer.code, "goal_nodes",
                                   (json_int_t)answer.nodes, "goal_seconds",
                                   json_new_figure(end - middle, 4)));
}

static void measure_captures(json_t *json) {
    Geometry *geometry = memory_check(geometry_new(SIDE, SIDE, HASH_DEFAULT_SEED));
    if (json == NULL) {
        printf(
            "\nCaptures, the attacker first: by the reader of single chains, by the goal search\n\n"
            "| capture | code | nodes | s | code | nodes | s |\n"
            "| --- | --- | --- | --- | --- | --- | --- |\n");
    } else {
        json_set_value(json, "captures", json_new_array());
    }
    for (int i = 0; i < CAPTURE_COUNT; i++) {
        measure_capture(json, geometry, &CAPTURES[i]);
    }
    geometry_free(geometry);
}

bool bench_measure_reading(Bench *bench) {
    const BenchOptions *options = &bench->options;
    if (bench->json == NULL) {
        printf("| problem | status | nodes | s | nodes/s |\n"
               "| --- | --- | --- | --- | --- |\n");
    } else {
        json_set_value(bench->json, "problems", json_new_array());
    }
    for (int i = 0; i < LIFE_COUNT; i++) {
        const BenchReading row = bench_reading(i, options->threads, options->megabytes,
                                               (BenchReadingTechnique)options->without);
        add_life(bench->json, &LIFE[i], &row);
    }
    measure_captures(bench->json);
    if (bench->json == NULL) {
        printf("\n");
    }
    return true;
}
