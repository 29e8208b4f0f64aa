/* Measures the engine as a child process. Figures are medians; if one slow answer could lose a
 * game, the worst is given too. Other work on the machine shows in the worst figures. */
#include "regress/latency.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/text.h"
#include "regress/engine/engine_client.h"

const char LATENCY_HELP[] =
    "  latency     what a client waits for: the first response, reports of an analysis, its end\n"
    "              at the next line, and by how much genmove oversteps its time\n"
    "              (--move-time 0.05)\n";

enum {
    STARTS = 20,          /* of the engine, each timed to its first answer */
    INTERRUPTIONS = 100,  /* of analyses, each timed to its end */
    MOVES_DEFAULT = 2000, /* generated; enough for a rare slow one to occur */
    MOVES_MAX = 1000000,
};

static const double TIMEOUT = 20;        /* seconds for any one answer */
static const double MOVE_SECONDS = 0.05; /* that a move may take */
static const int SIZES[] = {9, 19};

enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

/* ---- Samples and figures ---- */

typedef struct {
    double *seconds;
    size_t count;
} Samples;

static void samples_add(Samples *samples, double seconds) {
    samples->seconds = memory_grow(samples->seconds, samples->count, sizeof *samples->seconds);
    samples->seconds[samples->count++] = seconds;
}

static void samples_free(Samples *samples) {
    free(samples->seconds);
    *samples = (Samples){0};
}

static int compare(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Sorts the samples and returns the median; NAN if there are none. */
static double samples_median(Samples *samples) {
    if (samples->count == 0) {
        return NAN;
    }
    qsort(samples->seconds, samples->count, sizeof *samples->seconds, compare);
    return samples->seconds[samples->count / 2];
}

static double samples_worst(const Samples *samples) {
    return samples->count == 0 ? NAN : samples->seconds[samples->count - 1];
}

/* Adds a time in milliseconds to the object, or prints a line if there is no object. */
static void add_time(json_t *json, const char *key, double seconds, const char *meaning) {
    if (json != NULL) {
        json_set_figure(json, key, 1000 * seconds, 2);
    } else {
        printf("%-34s %9.2f   %s\n", key, 1000 * seconds, meaning);
    }
}

/* ---- The engine ---- */

/* Starts this program as an engine. */
static bool start_engine(EngineClient *engine, const char *program, const char *options,
                         Status *status) {
    char *command = engine_process_own_command(program, options);
    *engine = (EngineClient){.command = command, .error_path = "/dev/null", .timeout = TIMEOUT};
    const bool ok = engine_client_start(engine, status);
    engine->command = NULL; /* it is not started again */
    free(command);
    return ok;
}

static void stop_engine(EngineClient *engine) {
    Status status; /* it has been measured; how it ends does not matter */
    engine_client_stop(engine, &status);
}

/* ---- Measurements: they return false, with the reason in status, if the engine fails ---- */

static bool measure_starts(const char *program, json_t *json, Status *status) {
    Samples samples = {0};
    bool ok = true;
    for (int i = 0; ok && i < STARTS; i++) {
        const double start = clock_seconds();
        EngineClient engine;
        ok = start_engine(&engine, program, "", status);
        if (ok) {
            ok = engine_client_tell(&engine, status, "protocol_version");
            samples_add(&samples, clock_seconds() - start);
            stop_engine(&engine);
        }
    }
    add_time(json, "first_response_ms", samples_median(&samples), "from the start of the process");
    samples_free(&samples);
    return ok;
}

/* Measures the intervals between the first reports of an analysis. */
static bool measure_interval(EngineClient *engine, int hundredths, int reports, Samples *samples,
                             Status *status) {
    char command[64];
    snprintf(command, sizeof command, "kata-analyze b %d", hundredths);
    if (engine_process_open_stream(&engine->process, command, TIMEOUT, status).outcome !=
        ENGINE_OK) {
        return false;
    }
    double last = 0;
    for (int i = 0; i <= reports; i++) {
        const EngineAnswer line = engine_process_read_line(&engine->process, TIMEOUT, status);
        if (line.outcome != ENGINE_OK || line.text == NULL) {
            return line.outcome == ENGINE_OK &&
                   status_fail(status, "\"%s\" ended by itself", command);
        }
        const double now = clock_seconds();
        if (i > 0) {
            samples_add(samples, now - last);
        }
        last = now;
    }
    return engine_process_close_stream(&engine->process, TIMEOUT, status).outcome == ENGINE_OK;
}

static bool measure_intervals(const char *program, json_t *json, Status *status) {
    static const struct {
        int hundredths, reports;
        const char *key;
    } INTERVALS[] = {{5, 60, "report_interval_5cs_ms"},
                     {20, 20, "report_interval_20cs_ms"},
                     {50, 10, "report_interval_50cs_ms"},
                     {100, 6, "report_interval_100cs_ms"}};
    EngineClient engine;
    bool ok = start_engine(&engine, program, "", status);
    if (!ok) {
        return false;
    }
    for (size_t i = 0; ok && i < sizeof INTERVALS / sizeof INTERVALS[0]; i++) {
        Samples samples = {0};
        ok = measure_interval(&engine, INTERVALS[i].hundredths, INTERVALS[i].reports, &samples,
                              status);
        add_time(json, INTERVALS[i].key, samples_median(&samples),
                 "between reports of kata-analyze, 19x19");
        samples_free(&samples);
    }
    stop_engine(&engine);
    return ok;
}

/* Ends an analysis after a few reports and milliseconds, which depend on i. */
static bool interrupt_analysis(EngineClient *engine, int i, Samples *samples, Status *status) {
    if (engine_process_open_stream(&engine->process, "kata-analyze b 2", TIMEOUT, status).outcome !=
        ENGINE_OK) {
        return false;
    }
    for (int reports = i % 5; reports > 0; reports--) {
        if (engine_process_read_line(&engine->process, TIMEOUT, status).outcome != ENGINE_OK) {
            return false;
        }
    }
    const struct timespec pause = {.tv_nsec = i * 7 % 20 * 1000000};
    nanosleep(&pause, NULL);
    const EngineAnswer end = engine_process_close_stream(&engine->process, TIMEOUT, status);
    samples_add(samples, end.seconds);
    return end.outcome == ENGINE_OK;
}

static bool measure_ends(const char *program, json_t *json, Status *status) {
    Samples samples = {0};
    EngineClient engine;
    if (!start_engine(&engine, program, "", status)) {
        return false;
    }
    bool ok = true;
    for (int i = 0; ok && i < INTERRUPTIONS; i++) {
        if (i % (INTERRUPTIONS / SIZE_COUNT) == 0) {
            ok = engine_client_tell(&engine, status, "boardsize %d",
                                    SIZES[i / (INTERRUPTIONS / SIZE_COUNT)]);
        }
        ok = ok && interrupt_analysis(&engine, i, &samples, status);
    }
    stop_engine(&engine);
    add_time(json, "analysis_end_ms", samples_median(&samples),
             "from the next line, 9x9 and 19x19");
    add_time(json, "analysis_end_worst_ms", samples_worst(&samples), "");
    samples_free(&samples);
    return ok;
}

/* Lets the engine play games against itself, until it has made this number of moves. */
static bool play_moves(EngineClient *engine, int size, int64_t moves, Samples *samples,
                       Status *status) {
    int played = INT32_MAX, passes = 0;
    for (int64_t i = 0; i < moves; i++) {
        if (played > size * size || passes == 2) {
            if (!engine_client_tell(engine, status, "boardsize %d", size)) {
                return false;
            }
            played = passes = 0;
        }
        const char *genmove = played++ % 2 == 0 ? "genmove b" : "genmove w";
        const EngineAnswer move = engine_client_ask(engine, genmove, status);
        if (move.outcome != ENGINE_OK) {
            return false;
        }
        passes = strcmp(move.text, "pass") == 0 ? passes + 1 : 0;
        samples_add(samples, move.seconds - MOVE_SECONDS);
    }
    return true;
}

static bool measure_moves(const char *program, int64_t moves, json_t *json, Status *status) {
    char options[80], key[64];
    snprintf(options, sizeof options, "--move-time %g --early-stop off --resign 0", MOVE_SECONDS);
    bool ok = true;
    for (int i = 0; ok && i < SIZE_COUNT; i++) {
        Samples samples = {0};
        EngineClient engine;
        if (!start_engine(&engine, program, options, status)) {
            return false;
        }
        const int64_t share =
            i < SIZE_COUNT - 1 ? moves / SIZE_COUNT : moves - moves / SIZE_COUNT * (SIZE_COUNT - 1);
        ok = play_moves(&engine, SIZES[i], share, &samples, status);
        stop_engine(&engine);
        snprintf(key, sizeof key, "genmove_overshoot_%dx%d_ms", SIZES[i], SIZES[i]);
        add_time(json, key, samples_median(&samples), "beyond its time");
        snprintf(key, sizeof key, "genmove_overshoot_worst_%dx%d_ms", SIZES[i], SIZES[i]);
        add_time(json, key, samples_worst(&samples), "");
        samples_free(&samples);
    }
    return ok;
}

/* ---- The command line ---- */

typedef struct {
    int64_t moves;
    bool json;
} LatencyOptions;

#define FIELD(member) offsetof(LatencyOptions, member)

// clang-format off
const Option LATENCY_OPTIONS[] = {
    {.name = "--moves", .argument = "N", .kind = OPTION_WHOLE, .whole = {SIZE_COUNT, MOVES_MAX}, .offset = FIELD(moves),
     .help = "latency: moves that are timed (default 2000), half of them on 9x9, half on 19x19"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json)},
    {0},
};
// clang-format on

int latency_main(int argc, char **argv) {
    LatencyOptions options = {.moves = MOVES_DEFAULT};
    const OptionGroup groups[] = {{LATENCY_OPTIONS, &options, NULL}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("bench", &status);
    }
    json_t *json = options.json ? json_new_object() : NULL;
    const char *program = argv[0];
    const bool ok = measure_starts(program, json, &status) &&
                    measure_intervals(program, json, &status) &&
                    measure_ends(program, json, &status) &&
                    measure_moves(program, options.moves, json, &status);
    if (!ok) {
        json_decref(json);
        status_print("bench", &status);
        return EXIT_FAILURE;
    }
    if (json != NULL) {
        json_print(json, stdout);
    }
    return EXIT_SUCCESS;
}
