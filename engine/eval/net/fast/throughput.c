#include "engine/eval/net/fast/throughput.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/team.h"

enum { SIZE = 19, ROUNDS = 5 };
static const double ROUND_SECONDS = 0.02;

/* What one thread evaluates with. */
typedef struct {
    Plan *plan;
    Features features;
    RawAnswer raw;
    double seconds; /* for one evaluation, in the best round */
} Runner;

static void run_rounds(void *argument) {
    Runner *runner = argument;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = clock_seconds();
        double seconds = 0;
        int count = 0;
        while (seconds < ROUND_SECONDS) {
            plan_run(runner->plan, &runner->features, &runner->raw);
            count++;
            seconds = clock_seconds() - start;
        }
        runner->seconds = fmin(runner->seconds, seconds / count);
    }
}

double throughput_measure(const Kernels *kernels, const LoweredGraph *graph, int threads) {
    const int count = threads < TEAM_MAX ? threads : TEAM_MAX;
    Runner *runners = calloc((size_t)count, sizeof *runners);
    bool ok = runners != NULL;
    for (int i = 0; ok && i < count; i++) {
        runners[i].plan = plan_new(kernels, graph, 1, SIZE, SIZE);
        runners[i].seconds = INFINITY;
        ok = runners[i].plan != NULL;
    }
    ok = ok && team_run(run_rounds, runners, sizeof *runners, count) == count;
    double rate = 0;
    for (int i = 0; runners != NULL && i < count; i++) {
        rate += ok ? 1 / runners[i].seconds : 0;
        plan_free(runners[i].plan);
    }
    free(runners);
    return rate;
}
