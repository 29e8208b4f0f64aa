/* `dihedra bench reading` asks all classics, each until its time is over. */
#include "engine/lab/bench/bench.h"

#include <criterion/criterion.h>

static double member(const json_t *row, const char *name) {
    return json_number_value(json_object_get(row, name));
}

Test(bench_reading, asks_all_classics) {
    Bench bench = {.options = {.seconds = 0.005, .threads = 1, .megabytes = 1},
                   .json = json_new_object()};
    cr_assert(bench_measure_reading(&bench), "%s", bench.status.text);
    const json_t *rows = json_object_get(bench.json, "problems");
    const json_t *answered = json_object_get(bench.json, "answered");
    const json_t *saves = json_array_get(answered, 0), *kills = json_array_get(answered, 1);
    cr_assert_eq(json_array_size(rows), 119);
    cr_assert_eq(member(saves, "problems"), 77);
    cr_assert_eq(member(kills, "problems"), 42);
    cr_assert_geq(member(saves, "within_5_s"), 1);
    cr_assert_eq(member(saves, "within_5_s"), member(saves, "within_300_s"));
    double seconds = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        seconds += member(json_array_get(rows, i), "seconds");
    }
    cr_assert_lt(seconds, 119 * 0.5, "%.1f s of the processor", seconds);
    json_decref(bench.json);
}
