/* Messages between ranks 0 and 1; any others wait. Rank 0 sends messages of one size as fast as
 * rank 1 confirms them, and then single ones that rank 1 returns. Finally rank 0 looks positions up
 * in its own table and in those of the ranks that own them. */
#include "engine/lab/bench/ranks.h"

#include <math.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/figures.h"
#include "engine/base/memory.h"
#include "engine/cluster/mpi/mpi.h"
#include "engine/cluster/solver/distributed_solver.h"

const char BENCH_RANKS_HELP[] =
    "  ranks       messages between two ranks of mpirun: how many a second, bytes a second and\n"
    "              the time of a round trip; look-ups in the own table and in those of others\n";

typedef struct {
    double seconds;
    bool json;
} RanksRequest;

#define FIELD(member) offsetof(RanksRequest, member)

// clang-format off
const Option BENCH_RANKS_OPTIONS[] = {
    {.name = "--seconds", .argument = "S", .kind = OPTION_REAL, .real = {0.01, 60}, .offset = FIELD(seconds),
     .help = "ranks: for each figure (default 0.5)"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "ranks: one JSON object on standard output"},
    {0},
};
// clang-format on

typedef enum {
    MODE = 1, /* a Mode, for what follows */
    DATA,     /* to be confirmed */
    CONFIRM,  /* of confirm_every messages */
    PING,     /* to be returned */
    END,
} MessageKind;

typedef struct {
    int confirm_every; /* messages */
    bool waits;        /* for messages by mpi_wait, as programs do; otherwise polls */
} Mode;

enum {
    LARGEST = 1 << 22, /* bytes of a message */
    WINDOW_MOST = 256, /* unconfirmed messages */
    WINDOW_LEAST = 4,
    WINDOW_BYTES = 1 << 20,
    PINGS = 64, /* between two readings of the clock */
    LOOKUPS = 10000,
    LOOKUP_BATCH = 64,
    TABLE_BYTES = 128 << 20, /* of each rank: more than a cache */
};

static const int SIZES[] = {8, 64, 1 << 10, 1 << 14, 1 << 18, LARGEST};

enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

typedef struct {
    double messages_per_s[SIZE_COUNT];
    double round_trip_us, round_trip_waiting_us;
    double local_lookups_per_s, remote_lookups_per_s, batched_lookups_per_s;
} RanksFigures;

static int window_of(int size) {
    const int count = WINDOW_BYTES / size;
    return count < WINDOW_LEAST ? WINDOW_LEAST : count > WINDOW_MOST ? WINDOW_MOST : count;
}

static MpiMessage await(Mpi *mpi, bool waits) {
    MpiMessage message;
    while (waits ? !mpi_wait(mpi, 1, &message) : !mpi_receive(mpi, &message)) {
        if (!waits) {
            sched_yield(); /* two ranks may share a core */
        }
    }
    return message;
}

/* Answers rank 0 until it sends END. */
static void answer(Mpi *mpi) {
    Mode mode = {1, true};
    int unconfirmed = 0;
    for (bool is_over = false; !is_over;) {
        MpiMessage message = await(mpi, mode.waits);
        switch ((MessageKind)message.kind) {
        case MODE:
            memcpy(&mode, message.bytes, sizeof mode);
            unconfirmed = 0;
            break;
        case DATA:
            if (++unconfirmed == mode.confirm_every) {
                mpi_send(mpi, 0, CONFIRM, NULL, 0);
                unconfirmed = 0;
            }
            break;
        case PING:
            mpi_send(mpi, 0, PING, message.bytes, message.length);
            break;
        case END:
            is_over = true;
            break;
        case CONFIRM:
            break;
        }
        free(message.bytes);
    }
}

static void set_mode(Mpi *mpi, Mode mode) {
    mpi_send(mpi, 1, MODE, &mode, sizeof mode);
}

/* Returns the messages of a size a second that rank 1 confirms. */
static double measure_throughput(Mpi *mpi, const char *bytes, int size, double seconds) {
    const int window = window_of(size);
    int64_t confirmed = 0;
    int under_way = 0;
    set_mode(mpi, (Mode){window / 2, false});
    const double start = clock_seconds();
    while (clock_seconds() < start + seconds) {
        for (; under_way < window; under_way++) {
            mpi_send(mpi, 1, DATA, bytes, (size_t)size);
        }
        free(await(mpi, false).bytes);
        under_way -= window / 2;
        confirmed += window / 2;
    }
    const double end = clock_seconds();
    for (; under_way >= window / 2; under_way -= window / 2) {
        free(await(mpi, false).bytes);
    }
    return (double)confirmed / (end - start);
}

/* Returns the microseconds of a round trip, by the fastest PINGS. */
static double measure_round_trip(Mpi *mpi, bool waits, double seconds) {
    const uint64_t bytes = 0;
    double best = INFINITY;
    set_mode(mpi, (Mode){1, waits});
    const double end = clock_seconds() + seconds;
    for (double start = clock_seconds(); start < end;) {
        for (int i = 0; i < PINGS; i++) {
            mpi_send(mpi, 1, PING, &bytes, sizeof bytes);
            free(await(mpi, waits).bytes);
        }
        const double now = clock_seconds();
        best = now - start < best ? now - start : best;
        start = now;
    }
    return 1e6 * best / PINGS;
}

static RanksFigures measure(Mpi *mpi, double seconds) {
    char *bytes = memory_new(LARGEST, 1);
    RanksFigures figures;
    for (int i = 0; i < SIZE_COUNT; i++) {
        figures.messages_per_s[i] = measure_throughput(mpi, bytes, SIZES[i], seconds);
    }
    figures.round_trip_us = measure_round_trip(mpi, false, seconds);
    figures.round_trip_waiting_us = measure_round_trip(mpi, true, seconds);
    free(bytes);
    return figures;
}

/* Fills nearly every line: reading memory that was never written would cost nothing. */
static void fill_table(Table *table) {
    for (uint64_t i = 0; i < 3 * table->line_count; i++) {
        table_store(table, hash_mix(i), hash_mix(~i), 1);
    }
}

/* Look-ups a second, of new positions each time. */
static double measure_lookups(DistributedSolver *distributed, uint64_t batch, double seconds) {
    double spent = 0;
    uint64_t count = 0;
    for (; spent < seconds; count += LOOKUPS) {
        spent += batch == 0 ? distributed_solver_measure_local(distributed, count, LOOKUPS)
                            : distributed_solver_measure_remote(distributed, count, LOOKUPS, batch);
    }
    return (double)count / spent;
}

/* All ranks call it together. Sets the figures of rank 0. */
static bool look_up(Mpi *mpi, double seconds, RanksFigures *figures, Status *status) {
    const SolverOptions options = {.width = 4,
                                   .height = 4,
                                   .rules = RULES[0],
                                   .threads = 1,
                                   .hash_seed = HASH_DEFAULT_SEED,
                                   .table_bytes = TABLE_BYTES};
    const DistributedSolverOptions plan = {.leaf_nodes = 1, .share_nodes = 1};
    Solver *solver = solver_new(&options);
    if (!mpi_all_ok(mpi, solver != NULL || status_fail(status, "out of memory"), status)) {
        solver_free(solver);
        return false;
    }
    fill_table(&solver_context(solver)->table);
    DistributedSolver *distributed = distributed_solver_new(mpi, solver, &plan);
    if (mpi_rank(mpi) > 0) {
        distributed_solver_serve(distributed);
    } else {
        DistributedSolverFigures *counts = memory_new((size_t)mpi_size(mpi), sizeof *counts);
        figures->local_lookups_per_s = measure_lookups(distributed, 0, seconds);
        figures->remote_lookups_per_s = measure_lookups(distributed, 1, seconds);
        figures->batched_lookups_per_s = measure_lookups(distributed, LOOKUP_BATCH, seconds);
        distributed_solver_finish(distributed, counts);
        free(counts);
    }
    distributed_solver_free(distributed);
    solver_free(solver);
    return true;
}

static void add_sizes(json_t *json, const RanksFigures *figures, const char *from, const char *to) {
    json_t *sizes = json == NULL ? NULL : json_new_array();
    if (json == NULL) {
        printf("From %s to %s:\n\n", from, to);
        printf("| bytes a message | messages/s | MB/s |\n| --- | --- | --- |\n");
    } else {
        json_set_packed(json, "{s:s, s:s, s:o}", "from", from, "to", to, "sizes", sizes);
    }
    for (int i = 0; i < SIZE_COUNT; i++) {
        const double messages = figures->messages_per_s[i];
        if (json == NULL) {
            printf("| %d | %.0f | %.1f |\n", SIZES[i], messages, 1e-6 * SIZES[i] * messages);
            continue;
        }
        json_add_value(sizes,
                       json_new_packed("{s:i, s:o, s:o}", "bytes", SIZES[i], "messages_per_s",
                                       json_new_figure(messages, 0), "bytes_per_s",
                                       json_new_figure(SIZES[i] * messages, 0)));
    }
}

/* Adds the figures to the object, or prints them if it is NULL. */
static void add_figures(json_t *json, const RanksFigures *figures, const char *from,
                        const char *to) {
    char table[60], batch[60];
    snprintf(table, sizeof table, "of positions in the own table of %d MB", TABLE_BYTES >> 20);
    snprintf(batch, sizeof batch, "the same, %d at a time", LOOKUP_BATCH);
    add_sizes(json, figures, from, to);
    if (json == NULL) {
        printf("\n");
    }
    const Figure rest[] = {
        {"round_trip_us", figures->round_trip_us, 1,
         "microseconds, 8 bytes; both look all the time"},
        {"round_trip_waiting_us", figures->round_trip_waiting_us, 1,
         "the same; both wait as programs do"},
        {"local_lookups_per_s", figures->local_lookups_per_s, 0, table},
        {"remote_lookups_per_s", figures->remote_lookups_per_s, 0,
         "at the homes of positions, one at a time at each other rank"},
        {"batched_lookups_per_s", figures->batched_lookups_per_s, 0, batch},
        {0},
    };
    figures_add(json, rest);
}

static int run(Mpi *mpi, const RanksRequest *request) {
    if (mpi_size(mpi) == 1) {
        fprintf(stderr, "dihedra bench: there is only one rank; start a build with MPI by mpirun "
                        "-n 2\n");
        return EXIT_FAILURE;
    }
    RanksFigures figures = {0};
    Status status;
    if (mpi_rank(mpi) > 0) {
        answer(mpi);
        return look_up(mpi, request->seconds, &figures, &status) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    figures = measure(mpi, request->seconds);
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        mpi_send(mpi, rank, END, NULL, 0);
    }
    if (!look_up(mpi, request->seconds, &figures, &status)) {
        status_print("bench", &status);
        return EXIT_FAILURE;
    }
    char from[RANK_NAME_MAX], to[RANK_NAME_MAX];
    mpi_rank_name(mpi, 0, from);
    mpi_rank_name(mpi, 1, to);
    json_t *json = request->json ? json_new_object() : NULL;
    add_figures(json, &figures, from, to);
    if (json != NULL) {
        json_print(json, stdout);
    }
    return EXIT_SUCCESS;
}

int bench_ranks_main(int argc, char **argv) {
    RanksRequest request = {.seconds = 0.5};
    const OptionGroup groups[] = {{.options = BENCH_RANKS_OPTIONS, .target = &request}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("bench", &status);
    }
    Mpi *mpi = mpi_open("bench", &status);
    if (mpi == NULL) {
        status_print("bench", &status);
        return EXIT_FAILURE;
    }
    const int exit_status = run(mpi, &request);
    mpi_close(mpi, exit_status);
    return exit_status;
}
