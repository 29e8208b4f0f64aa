#include "engine/eval/net/fast/throughput.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/clock.h"

enum { SIZE = 19, ROUNDS = 5 };
static const double ROUND_SECONDS = 0.02;

/* What one thread evaluates with. */
typedef struct {
    Plan *plan;
    Features *features;
    RawAnswer *raw;
    double seconds; /* for one evaluation, in the best round */
} Runner;

static void run_round(Runner *runner) {
    const double start = clock_seconds();
    double seconds = 0;
    int count = 0;
    while (seconds < ROUND_SECONDS) {
        plan_run(runner->plan, runner->features, runner->raw, NULL);
        count++;
        seconds = clock_seconds() - start;
    }
    runner->seconds = fmin(runner->seconds, seconds / count);
}

static void *run(void *argument) {
    for (int i = 0; i < ROUNDS; i++) {
        run_round(argument);
    }
    return NULL;
}

static bool init_runner(Runner *runner, const Kernels *kernels, LoweredGraph *graph) {
    runner->plan = plan_new(kernels, graph, 1, SIZE, SIZE);
    runner->features = calloc(1, sizeof *runner->features);
    runner->raw = calloc(1, sizeof *runner->raw);
    runner->seconds = INFINITY;
    return runner->plan != NULL && runner->features != NULL && runner->raw != NULL;
}

static double run_all(Runner *runners, int threads) {
    pthread_t *handles = calloc((size_t)threads, sizeof *handles);
    double rate = 0;
    int begun = 0;
    while (handles != NULL && begun < threads &&
           pthread_create(&handles[begun], NULL, run, &runners[begun]) == 0) {
        begun++;
    }
    for (int i = 0; i < begun; i++) {
        pthread_join(handles[i], NULL);
        rate += 1 / runners[i].seconds;
    }
    free(handles);
    return begun == threads ? rate : 0;
}

double throughput_measure(const Kernels *kernels, LoweredGraph *graph, int threads) {
    Runner *runners = calloc((size_t)threads, sizeof *runners);
    bool ok = runners != NULL;
    for (int i = 0; ok && i < threads; i++) {
        ok = init_runner(&runners[i], kernels, graph);
    }
    const double rate = ok ? run_all(runners, threads) : 0;
    for (int i = 0; runners != NULL && i < threads; i++) {
        plan_free(runners[i].plan);
        free(runners[i].features);
        free(runners[i].raw);
    }
    free(runners);
    return rate;
}
