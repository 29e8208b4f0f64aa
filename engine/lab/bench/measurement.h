/* The measurements by name, and what each of them prints. Private to engine/lab/bench. */
#ifndef ENGINE_LAB_BENCH_MEASUREMENT_H
#define ENGINE_LAB_BENCH_MEASUREMENT_H

#include "engine/base/json.h"
#include "engine/lab/bench/bench.h"

typedef enum {
    MACHINE_SPEED,
    COLLISIONS,
    HASH,
    NET,
    PLAYOUTS,
    PRECISION,
    SEARCH,
    SIGNATURE,
    SOLVE,
    SYMMETRY,
    TABLE,
    MEASUREMENT_COUNT
} Measurement;

/* Each measurement reads some of them. */
typedef struct {
    bool json;
    int size, threads, megabytes, batch;
    int64_t playouts, positions, visits;
    double seconds;
    const char *model, *plot;
    int without; /* a BenchSolveTechnique */
    bool quick;
    Precision precision;
} BenchOptions;

/* MEASUREMENT_COUNT if there is none of that name. */
Measurement measurement_find(const char *name);

/* Measures, and adds the figures and the machine's speed to the object, or prints them on standard
 * output if json is NULL. Returns false with a message if it fails; status must say "out of memory"
 * beforehand, which is what most measurements fail for. */
bool measurement_run(Measurement measurement, const BenchOptions *options, json_t *json,
                     Status *status);

#endif
