/* The ladder of the solver: questions about small boards, from 3x3 to 4x5, each with an empty table
 * of a fixed size and one thread, so that the numbers of positions are the same on every machine.
 */
#include <math.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/lab/bench/bench.h"
#include "engine/solve/solver.h"

typedef struct {
    const char *name;
    int width, height;
    KoRule ko;
    int target;    /* does Black reach it? */
    int megabytes; /* of the table */
} BenchProblem;

enum {
    LADDER_COUNT = 10, /* questions */
    QUICK_COUNT = 8,   /* those of them that take less than a second or so */
};

static const BenchProblem LADDER[LADDER_COUNT] = {
    {"3x3 >= 9, psk", 3, 3, KO_POSITIONAL, 9, 1},
    {"3x4 >= 4, psk", 3, 4, KO_POSITIONAL, 4, 8},
    {"3x4 >= 5, psk", 3, 4, KO_POSITIONAL, 5, 8},
    {"3x5 >= 15, simple ko", 3, 5, KO_SIMPLE, 15, 64},
    {"3x5 >= 15, psk", 3, 5, KO_POSITIONAL, 15, 64},
    {"4x4 >= 1, simple ko", 4, 4, KO_SIMPLE, 1, 64},
    {"4x4 >= 2, psk", 4, 4, KO_POSITIONAL, 2, 64},
    {"4x4 >= 3, psk", 4, 4, KO_POSITIONAL, 3, 64},
    {"4x5 >= 20, simple ko", 4, 5, KO_SIMPLE, 20, 1024},
    {"4x5 >= 20, psk", 4, 5, KO_POSITIONAL, 20, 1024},
};

const char *const BENCH_TECHNIQUE_NAMES[] = {"nothing", "symmetry",  "exchange", "cutoff",
                                             "life",    "reduction", "threats",  "extension",
                                             "order",   "paths",     NULL};
_Static_assert(sizeof(SolverTechniques) == BENCH_TECHNIQUE_COUNT - 1, "a name for each");

BenchSolve bench_solve(int row, int without) {
    bool techniques[BENCH_TECHNIQUE_COUNT]; /* as in SolverTechniques, after "nothing" */
    memset(techniques, true, sizeof techniques);
    techniques[without] = false;
    const BenchProblem *problem = &LADDER[row];
    SolverOptions options = {.width = problem->width,
                             .height = problem->height,
                             .rules = RULE_SETS[0].rules,
                             .hash_seed = HASH_DEFAULT_SEED,
                             .threads = 1,
                             .table_bytes = (size_t)problem->megabytes << 20};
    memcpy(&options.use, &techniques[1], sizeof options.use);
    options.rules.ko = problem->ko;
    options.rules.suicide = false;
    Solver *solver = memory_check(solver_new(&options));
    const double start = clock_seconds();
    const SolverAnswer answer = solver_ask(solver, problem->target);
    const SolverState state = solver_state(solver);
    const double seconds = clock_seconds() - start;
    solver_free(solver);
    return (BenchSolve){.name = problem->name,
                        .is_answered = answer != ANSWER_OPEN,
                        .is_yes = answer == ANSWER_YES,
                        .nodes = state.nodes,
                        .generated = state.generated,
                        .seconds = seconds};
}

bool bench_measure_solve(Bench *bench) {
    const int count = bench->options.quick ? QUICK_COUNT : LADDER_COUNT;
    for (int i = 0; i < count; i++) {
        const BenchSolve row = bench_solve(i, bench->options.without);
        const Figure cells[] = {
            {"question", 0, 0, row.name},
            {"answer", 0, 0,
             !row.is_answered ? "open"
             : row.is_yes     ? "yes"
                              : "no"},
            {"nodes", (double)row.nodes, 0, NULL},
            {"generated", (double)row.generated, 0, NULL},
            {"seconds", row.seconds, 3, NULL},
            {"nodes_per_s", row.seconds > 0 ? (double)row.nodes / row.seconds : NAN, 0, NULL},
            {0},
        };
        figures_add_row(bench->json, "questions", i == 0, cells);
    }
    return true;
}
