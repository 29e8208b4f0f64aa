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
#include "engine/base/os/system.h"
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

typedef struct {
    const char *program;
    json_t *json; /* NULL: figures are printed */
    EngineClient engine;
    double *samples; /* [sample_count], in seconds */
    size_t sample_count;
} Latency;

/* ---- Samples and figures ---- */

static void add_sample(Latency *latency, double seconds) {
    latency->samples =
        memory_grow(latency->samples, latency->sample_count, sizeof *latency->samples);
    latency->samples[latency->sample_count++] = seconds;
}

static int compare(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Adds a time in milliseconds to the object, or prints a line if there is no object. */
static void add_time(const Latency *latency, const char *key, double seconds, const char *meaning) {
    if (latency->json != NULL) {
        json_set_figure(latency->json, key, 1000 * seconds, 2);
    } else {
        printf("%-34s %9.2f   %s\n", key, 1000 * seconds, meaning);
    }
}

/* Adds the median of the samples, and the worst unless its key is NULL, and drops them. */
static void add_samples(Latency *latency, const char *key, const char *meaning,
                        const char *worst_key) {
    const size_t count = latency->sample_count;
    qsort(latency->samples, count, sizeof *latency->samples, compare);
    add_time(latency, key, latency->samples[count / 2], meaning);
    if (worst_key != NULL) {
        add_time(latency, worst_key, latency->samples[count - 1], "");
    }
    free(latency->samples);
    latency->samples = NULL;
    latency->sample_count = 0;
}

/* ---- The engine ---- */

/* Starts this program as an engine. */
static bool start_engine(Latency *latency, const char *options, Status *status) {
    char *command = engine_process_own_command(latency->program, options);
    latency->engine =
        (EngineClient){.command = command, .error_path = OS_NULL_FILE, .timeout = TIMEOUT};
    const bool ok = engine_client_start(&latency->engine, status);
    latency->engine.command = NULL; /* it is not started again */
    free(command);
    return ok;
}

/* Returns `ok`: how an engine that has been measured ends does not matter. */
static bool stop_engine(Latency *latency, bool ok) {
    engine_client_stop(&latency->engine, NULL);
    return ok;
}

static bool open_analysis(Latency *latency, const char *command, Status *status) {
    return engine_process_open_stream(&latency->engine.process, command, TIMEOUT, status).outcome ==
           ENGINE_OK;
}

/* Reads a report. */
static bool read_report(Latency *latency, Status *status) {
    const EngineAnswer line = engine_process_read_line(&latency->engine.process, TIMEOUT, status);
    return line.outcome == ENGINE_OK &&
           (line.text != NULL || status_fail(status, "the analysis ended by itself"));
}

/* ---- Measurements: they return false, with the reason in status, if the engine fails ---- */

static bool measure_starts(Latency *latency, Status *status) {
    for (int i = 0; i < STARTS; i++) {
        const double start = clock_seconds();
        const bool ok = start_engine(latency, "", status) &&
                        engine_client_tell(&latency->engine, status, "protocol_version");
        add_sample(latency, clock_seconds() - start);
        if (!stop_engine(latency, ok)) {
            return false;
        }
    }
    add_samples(latency, "first_response_ms", "from the start of the process", NULL);
    return true;
}

/* Measures the intervals between the first reports of an analysis. */
static bool measure_interval(Latency *latency, int hundredths, int reports, Status *status) {
    char command[64], key[64];
    snprintf(command, sizeof command, "kata-analyze b %d", hundredths);
    if (!open_analysis(latency, command, status)) {
        return false;
    }
    double last = 0;
    for (int i = 0; i <= reports; i++) {
        if (!read_report(latency, status)) {
            return false;
        }
        const double now = clock_seconds();
        if (i > 0) {
            add_sample(latency, now - last);
        }
        last = now;
    }
    snprintf(key, sizeof key, "report_interval_%dcs_ms", hundredths);
    add_samples(latency, key, "between reports of kata-analyze, 19x19", NULL);
    return engine_process_close_stream(&latency->engine.process, TIMEOUT, status).outcome ==
           ENGINE_OK;
}

static bool measure_intervals(Latency *latency, Status *status) {
    return stop_engine(latency, start_engine(latency, "", status) &&
                                    measure_interval(latency, 5, 60, status) &&
                                    measure_interval(latency, 20, 20, status) &&
                                    measure_interval(latency, 50, 10, status) &&
                                    measure_interval(latency, 100, 6, status));
}

/* Ends an analysis after a few reports and milliseconds, which depend on i. */
static bool interrupt_analysis(Latency *latency, int i, Status *status) {
    bool ok = open_analysis(latency, "kata-analyze b 2", status);
    for (int reports = i % 5; ok && reports > 0; reports--) {
        ok = read_report(latency, status);
    }
    if (!ok) {
        return false;
    }
    os_sleep(i * 7 % 20 / 1000.0);
    const EngineAnswer end = engine_process_close_stream(&latency->engine.process, TIMEOUT, status);
    add_sample(latency, end.seconds);
    return end.outcome == ENGINE_OK;
}

static bool measure_ends(Latency *latency, Status *status) {
    const int share = INTERRUPTIONS / SIZE_COUNT;
    bool ok = start_engine(latency, "", status);
    for (int i = 0; ok && i < INTERRUPTIONS; i++) {
        ok = (i % share != 0 ||
              engine_client_tell(&latency->engine, status, "boardsize %d", SIZES[i / share])) &&
             interrupt_analysis(latency, i, status);
    }
    if (stop_engine(latency, ok)) {
        add_samples(latency, "analysis_end_ms", "from the next line, 9x9 and 19x19",
                    "analysis_end_worst_ms");
    }
    return ok;
}

/* Lets the engine play games against itself, until it has made this number of moves. */
static bool play_moves(Latency *latency, int size, int64_t moves, Status *status) {
    int played = INT32_MAX, passes = 0;
    for (int64_t i = 0; i < moves; i++) {
        if (played > size * size || passes == 2) {
            if (!engine_client_tell(&latency->engine, status, "boardsize %d", size)) {
                return false;
            }
            played = passes = 0;
        }
        const EngineAnswer move = engine_client_ask(
            &latency->engine, played++ % 2 == 0 ? "genmove b" : "genmove w", status);
        if (move.outcome != ENGINE_OK) {
            return false;
        }
        passes = strcmp(move.text, "pass") == 0 ? passes + 1 : 0;
        add_sample(latency, move.seconds - MOVE_SECONDS);
    }
    return true;
}

static bool measure_moves(Latency *latency, int64_t moves, Status *status) {
    char options[80], key[64], worst_key[64];
    snprintf(options, sizeof options, "--move-time %g --early-stop off --resign 0", MOVE_SECONDS);
    for (int i = 0; i < SIZE_COUNT; i++) {
        const int64_t share = (i + 1) * moves / SIZE_COUNT - i * moves / SIZE_COUNT;
        if (!stop_engine(latency, start_engine(latency, options, status) &&
                                      play_moves(latency, SIZES[i], share, status))) {
            return false;
        }
        snprintf(key, sizeof key, "genmove_overshoot_%dx%d_ms", SIZES[i], SIZES[i]);
        snprintf(worst_key, sizeof worst_key, "genmove_overshoot_worst_%dx%d_ms", SIZES[i],
                 SIZES[i]);
        add_samples(latency, key, "beyond its time", worst_key);
    }
    return true;
}

/* ---- The command line ---- */

typedef struct {
    int64_t moves;
    bool json;
} LatencyOptions;

#define FIELD(member) offsetof(LatencyOptions, member)

// clang-format off
const Option LATENCY_OPTIONS[] = {
    {.name = "--moves", .argument = "N", .kind = OPTION_INT64, .integer = {SIZE_COUNT, MOVES_MAX}, .offset = FIELD(moves),
     .help = "latency: moves that are timed (default 2000), half of them on 9x9, half on 19x19"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json)},
    {0},
};
// clang-format on

int latency_main(int argc, char **argv) {
    LatencyOptions options = {.moves = MOVES_DEFAULT};
    const OptionGroup groups[] = {{.options = LATENCY_OPTIONS, .target = &options}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("bench", &status);
    }
    Latency latency = {.program = argv[0], .json = options.json ? json_new_object() : NULL};
    const bool ok = measure_starts(&latency, &status) && measure_intervals(&latency, &status) &&
                    measure_ends(&latency, &status) &&
                    measure_moves(&latency, options.moves, &status);
    free(latency.samples);
    if (!ok) {
        json_decref(latency.json);
        status_print("bench", &status);
        return EXIT_FAILURE;
    }
    if (latency.json != NULL) {
        json_print(latency.json, stdout);
    }
    return EXIT_SUCCESS;
}
