/* Reading: problems of life and death for the goal search. With one thread the numbers of positions
 * are the same on every machine. */
#include <math.h>

#include "engine/base/clock.h"
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

enum { LIFE_COUNT = sizeof LIFE / sizeof LIFE[0] };

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

BenchReading bench_reading(int index, int threads, int megabytes) {
    Geometry *geometry = memory_check(geometry_new(SIDE, SIDE, HASH_DEFAULT_SEED));
    GoalSearch *search = memory_check(goal_search_new(megabytes));
    bench_require(goal_search_use_threads(search, threads));
    const GoalLimits limits = {.nodes = NODES_MAX};
    Board board;
    Point target;
    Dragon dragon;
    Goal goal;
    ProblemSide kills, saves;
    Status status;
    set_up(&LIFE[index], geometry, &board, &target);
    dragon_find(&board, target, &dragon);
    dragon_init_goal(&dragon, &board, &goal);
    region_find(&board, goal.targets, goal.target_count, REGION_RADIUS, &goal.playable);
    bench_require(goal_finish(&goal, &board, &status));
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

bool bench_measure_reading(Bench *bench) {
    for (int i = 0; i < LIFE_COUNT; i++) {
        const BenchReading row = bench_reading(i, bench->options.threads, bench->options.megabytes);
        const Figure cells[] = {
            {"problem", 0, 0, row.name},
            {"status", 0, 0, row.status},
            {"nodes", (double)row.nodes, 0, NULL},
            {"seconds", row.seconds, 3, NULL},
            {"nodes_per_s", row.seconds > 0 ? (double)row.nodes / row.seconds : NAN, 0, NULL},
            {0},
        };
        figures_add_row(bench->json, "problems", i == 0, cells);
    }
    return true;
}
