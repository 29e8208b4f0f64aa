#include "engine/bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/point.h"

const char BENCH_HELP[] =
    "usage: dihedra bench calibrate|hash|playouts [OPTION...]\n"
    "\n"
    "  calibrate   what the machine does just now: a fixed chain of multiplications, a fixed "
    "chain\n"
    "              of dependent memory reads, in nanoseconds a step\n"
    "  hash        placing a stone with one hash word and with eight lanes, and the canonical key\n"
    "  playouts    uniform random games from the empty board, and what the hash costs in them\n"
    "\n"
    "  --json      one JSON object on standard output\n"
    "  --size N    playouts: board size 1..25 (default 9)\n"
    "  --threads T playouts: threads (1)\n"
    "  --seconds S playouts: how long (4)\n";

typedef struct {
    bool json;
    int size, threads;
    double seconds;
} BenchOptions;

static int usage_error(const char *message, const char *what) {
    fprintf(stderr, "dihedra bench: %s%s; try dihedra help bench\n", message, what);
    return 2;
}

static bool read_number(const char *text, double least, double most, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value >= least && *value <= most;
}

/* Returns 0, or the exit status of a usage error. */
static int read_options(int argc, char **argv, BenchOptions *options) {
    for (int i = 2; i < argc; i++) {
        const bool has_value = i + 1 < argc;
        double value = 0;
        if (strcmp(argv[i], "--json") == 0) {
            options->json = true;
            continue;
        }
        if (strcmp(argv[1], "playouts") != 0) {
            return usage_error("unknown option ", argv[i]);
        }
        if (strcmp(argv[i], "--size") == 0) {
            if (!has_value || !read_number(argv[i + 1], 1, BOARD_SIDE_MAX, &value) ||
                value != floor(value)) {
                return usage_error("--size expects 1..25", "");
            }
            options->size = (int)value;
        } else if (strcmp(argv[i], "--threads") == 0) {
            if (!has_value || !read_number(argv[i + 1], 1, BENCH_THREADS_MAX, &value) ||
                value != floor(value)) {
                return usage_error("--threads expects 1..64", "");
            }
            options->threads = (int)value;
        } else if (strcmp(argv[i], "--seconds") == 0) {
            if (!has_value || !read_number(argv[i + 1], 0.01, 3600, &value)) {
                return usage_error("--seconds expects 0.01..3600", "");
            }
            options->seconds = value;
        } else {
            return usage_error("unknown option ", argv[i]);
        }
        i++;
    }
    return 0;
}

/* One figure, in the one form or the other. */
static void add_figure(Text *text, bool json, const char *key, double value, int decimals,
                       const char *meaning) {
    if (json) {
        json_add_number(text, key, value, decimals);
    } else {
        text_add(text, "%-24s %12.*f   %s\n", key, decimals, value, meaning);
    }
}

static void add_calibration(Text *text, bool json) {
    const Calibration calibration = bench_calibrate();
    add_figure(text, json, "calibration_arithmetic_ns", calibration.arithmetic_ns, 3,
               "one step of a chain of multiplications");
    add_figure(text, json, "calibration_memory_ns", calibration.memory_ns, 2,
               "one of a chain of dependent reads from 64 MiB");
}

static void add_simd(Text *text, bool json, const char *simd) {
    if (json) {
        json_add_string(text, "simd", simd);
    } else {
        text_add(text, "%-24s %12s   vector instructions in use\n", "simd", simd);
    }
}

static void add_hash(Text *text, bool json) {
    const BenchHash hash = bench_hash();
    add_figure(text, json, "update_plain_ns", hash.update_plain_ns, 3, "a stone, one word");
    add_figure(text, json, "update_lanes_ns", hash.update_lanes_ns, 3, "a stone, eight lanes");
    add_figure(text, json, "canonical_key_ns", hash.canonical_key_ns, 3,
               "state and minimum over the lanes, each waiting for the last");
    add_simd(text, json, hash.simd);
}

static bool add_playouts(Text *text, const BenchOptions *options) {
    BenchPlayouts result;
    if (!bench_playouts(options->size, options->threads, options->seconds, &result)) {
        return false;
    }
    const bool json = options->json;
    add_figure(text, json, "size", result.size, 0, "of the board");
    add_figure(text, json, "threads", result.threads, 0, "");
    add_figure(text, json, "playouts_per_s", result.playouts_per_s, 0, "the best round");
    add_figure(text, json, "moves_per_playout", result.moves_per_playout, 2, "passes included");
    add_figure(text, json, "hash_share", result.hash_share, 4, "of a playout's time");
    add_figure(text, json, "black_win_rate", result.black_win_rate, 4, "at komi 0");
    add_simd(text, json, result.simd);
    return true;
}

int bench_main(int argc, char **argv) {
    if (argc < 2) {
        return usage_error("what shall be measured?", "");
    }
    const char *what = argv[1];
    if (strcmp(what, "--help") == 0) {
        fputs(BENCH_HELP, stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(what, "calibrate") != 0 && strcmp(what, "hash") != 0 &&
        strcmp(what, "playouts") != 0) {
        return usage_error("unknown measurement ", what);
    }
    BenchOptions options = {.size = 9, .threads = 1, .seconds = 4};
    const int error = read_options(argc, argv, &options);
    if (error != 0) {
        return error;
    }
    Text text = {0};
    bool ok = true;
    if (options.json) {
        json_open(&text);
    }
    if (strcmp(what, "hash") == 0) {
        add_hash(&text, options.json);
    } else if (strcmp(what, "playouts") == 0) {
        ok = add_playouts(&text, &options);
    }
    add_calibration(&text, options.json);
    if (options.json) {
        json_close(&text);
    }
    if (ok) {
        fputs(text_get(&text), stdout);
    } else {
        fprintf(stderr, "dihedra bench: out of memory\n");
    }
    text_free(&text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
