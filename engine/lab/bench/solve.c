/* The ladder of the solver: questions about small boards, from 3x3 to 4x5, each with an empty table
 * of a fixed size and one thread, so that the numbers of positions are the same on every machine.
 */
#include <math.h>

#include "engine/base/clock.h"
#include "engine/lab/bench/measurement.h"
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

static SolverTechniques techniques_without(BenchSolveTechnique without) {
    SolverTechniques use = SOLVER_ALL_TECHNIQUES;
    use.symmetry = without != BENCH_SOLVE_SYMMETRY;
    use.exchange = without != BENCH_SOLVE_EXCHANGE;
    use.cutoff = without != BENCH_SOLVE_CUTOFF;
    use.life = without != BENCH_SOLVE_LIFE;
    use.reduction = without != BENCH_SOLVE_REDUCTION;
    use.threats = without != BENCH_SOLVE_THREATS;
    use.extension = without != BENCH_SOLVE_EXTENSION;
    use.learned_order = without != BENCH_SOLVE_ORDER;
    use.path_bounds = without != BENCH_SOLVE_PATH_BOUNDS;
    return use;
}

BenchSolve bench_solve(int row, BenchSolveTechnique without) {
    const BenchProblem *problem = &LADDER[row];
    SolverOptions options = {.width = problem->width,
                             .height = problem->height,
                             .rules = RULES[0],
                             .use = techniques_without(without),
                             .hash_seed = HASH_DEFAULT_SEED,
                             .threads = 1,
                             .table_bytes = (size_t)problem->megabytes << 20};
    options.rules.ko = problem->ko;
    options.rules.suicide = false;
    Solver *solver = memory_check(solver_new(&options));
    const double start = clock_seconds();
    const Answer answer = solver_ask(solver, problem->target);
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

static void add_row(json_t *json, BenchSolve row) {
    const double rate = row.seconds > 0 ? (double)row.nodes / row.seconds : NAN;
    if (json == NULL) {
        printf("| %s | %s | %llu | %llu | %.3f | %.0f |\n", row.name,
               !row.is_answered ? "open"
               : row.is_yes     ? "yes"
                                : "no",
               (unsigned long long)row.nodes, (unsigned long long)row.generated, row.seconds, rate);
        fflush(stdout);
        return;
    }
    json_add_value(
        json_object_get(json, "questions"),
        json_new_packed("{s:s, s:o, s:I, s:I, s:o, s:o}", "question", row.name, "is_yes",
                        row.is_answered ? json_boolean(row.is_yes) : json_null(), "nodes",
                        (json_int_t)row.nodes, "generated", (json_int_t)row.generated, "seconds",
                        json_new_figure(row.seconds, 3), "nodes_per_s", json_new_figure(rate, 0)));
}

bool bench_measure_solve(Bench *bench) {
    json_t *json = bench->json;
    const int count = bench->options.quick ? QUICK_COUNT : LADDER_COUNT;
    if (json == NULL) {
        printf("| question | answer | nodes entered | generated | s | nodes/s |\n"
               "| --- | --- | --- | --- | --- | --- |\n");
    } else {
        json_set_value(json, "questions", json_new_array());
    }
    for (int row = 0; row < count; row++) {
        add_row(json, bench_solve(row, (BenchSolveTechnique)bench->options.without));
    }
    if (json == NULL) {
        printf("\n");
    }
    return true;
}
