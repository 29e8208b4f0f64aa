#include "gtp/solve/solve_mpi.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/figures.h"
#include "engine/base/memory.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/text.h"

/* Rank 0 watches for the signals that a launcher hands to every rank. They are blocked before MPI
 * starts threads, which would let them end the process. */
bool solve_mpi_open(SolveMpi *ranks, Status *status) {
    end_requests_block();
    *ranks = (SolveMpi){.mpi = mpi_open("solve", status)};
    return ranks->mpi != NULL;
}

void solve_mpi_close(SolveMpi *ranks, int exit_status) {
    distributed_solver_free(ranks->distributed);
    free(ranks->figures);
    mpi_close(ranks->mpi, exit_status);
}

bool solve_mpi_agree(SolveMpi *ranks, const SolveOptions *options, const SolvePosition *position,
                     Solver *solver, Status *status) {
    Text board = {0}, work = {0};
    char seed[32], table[32];
    if (solver == NULL) { /* all learn of it */
        Status other;
        mpi_agree(ranks->mpi, "the outcome", status->text, &other);
        return false;
    }
    const Bitboard *start = solver_start(solver); /* tasks name points: symmetric ones differ */
    text_add(&board,
             "board %dx%d, ko %d, suicide %d, to move %d, first %s, all first %d, at least %d, "
             "stones %llx %llx, banned %d",
             position->width, position->height, (int)options->rules.ko, options->rules.suicide,
             (int)position->to_move, options->first == NULL ? "none" : options->first,
             options->all_first, options->at_least, (unsigned long long)start->stones[BLACK],
             (unsigned long long)start->stones[WHITE], start->ko);
    text_add(&work, "--leaf-nodes %d --share-nodes %d --ranks-home %d --ranks-delay %d",
             options->leaf_nodes, options->share_nodes, options->ranks_home, options->ranks_delay);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->hash_seed);
    snprintf(table, sizeof table, "%zu MB",
             solver_context(solver)->table.line_count * TABLE_LINE_BYTES >> 20);
    const bool ok = mpi_agree(ranks->mpi, "the outcome", "no error", status) &&
                    mpi_agree(ranks->mpi, "the question", text_get(&board), status) &&
                    mpi_agree(ranks->mpi, "the hash seed", seed, status) &&
                    mpi_agree(ranks->mpi, "the table", table, status) &&
                    mpi_agree(ranks->mpi, "the spreading", text_get(&work), status);
    text_free(&board);
    text_free(&work);
    return ok;
}

void solve_mpi_start(SolveMpi *ranks, const SolveOptions *options, Solver *solver) {
    if (solve_mpi_count(ranks) == 1) {
        return;
    }
    const DistributedSolverOptions distributed = {.leaf_nodes = options->leaf_nodes,
                                                  .share_nodes = options->share_nodes,
                                                  .owner = (OwnerRule)options->ranks_home};
    mpi_set_delay(ranks->mpi, options->ranks_delay * 1e-6);
    ranks->distributed = distributed_solver_new(ranks->mpi, solver, &distributed);
}

void solve_mpi_serve(SolveMpi *ranks) {
    distributed_solver_serve(ranks->distributed);
}

void solve_mpi_finish(SolveMpi *ranks) {
    if (ranks->distributed != NULL && ranks->figures == NULL) {
        ranks->figures = memory_new((size_t)solve_mpi_count(ranks), sizeof *ranks->figures);
        ranks->summary = distributed_solver_finish(ranks->distributed, ranks->figures);
    }
}

static const struct {
    const char *name;
    size_t offset;
} FIGURES[] = {
    {"upper_nodes", offsetof(DistributedSolverFigures, upper_nodes)},
    {"leaf_jobs", offsetof(DistributedSolverFigures, leaf_jobs)},
    {"asked", offsetof(DistributedSolverFigures, asked)},
    {"known", offsetof(DistributedSolverFigures, known)},
    {"lent", offsetof(DistributedSolverFigures, lent)},
    {"cancelled", offsetof(DistributedSolverFigures, cancelled)},
    {"wasted_nodes", offsetof(DistributedSolverFigures, wasted)},
    {"broken_off", offsetof(DistributedSolverFigures, broken_off)},
    {"claims", offsetof(DistributedSolverFigures, bounds)},
    {"records", offsetof(DistributedSolverFigures, records)},
    {"messages", offsetof(DistributedSolverFigures, messages)},
    {"bytes", offsetof(DistributedSolverFigures, bytes)},
    {"steps", offsetof(DistributedSolverFigures, steps)},
    {"steps_away", offsetof(DistributedSolverFigures, steps_away)},
};

static uint64_t sum_of(const SolveMpi *ranks, size_t offset) {
    uint64_t sum = 0;
    for (int rank = 0; rank < solve_mpi_count(ranks); rank++) {
        sum += *(const uint64_t *)((const char *)&ranks->figures[rank] + offset);
    }
    return sum;
}

/* The average share of the searches' time in which a rank had nothing to do. */
static double idle_share(const SolveMpi *ranks) {
    const double busy =
        (double)sum_of(ranks, offsetof(DistributedSolverFigures, busy_microseconds)) * 1e-6;
    const double all = ranks->summary.seconds * solve_mpi_count(ranks);
    return all <= 0 || busy >= all ? 0 : 1 - busy / all;
}

void solve_mpi_print(const SolveMpi *ranks) {
    if (ranks->figures == NULL) {
        return;
    }
    printf(
        "ranks     %d, %llu leaf jobs, %llu upper nodes, %llu messages, %llu bytes, idle %.0f%%\n",
        solve_mpi_count(ranks),
        (unsigned long long)sum_of(ranks, offsetof(DistributedSolverFigures, leaf_jobs)),
        (unsigned long long)sum_of(ranks, offsetof(DistributedSolverFigures, upper_nodes)),
        (unsigned long long)sum_of(ranks, offsetof(DistributedSolverFigures, messages)),
        (unsigned long long)sum_of(ranks, offsetof(DistributedSolverFigures, bytes)),
        100 * idle_share(ranks));
}

json_t *solve_mpi_json(const SolveMpi *ranks) {
    if (ranks->figures == NULL) {
        return json_null();
    }
    json_t *nodes = json_new_array();
    for (int rank = 0; rank < solve_mpi_count(ranks); rank++) {
        json_add_value(nodes, json_integer((json_int_t)ranks->figures[rank].nodes));
    }
    json_t *json = json_new_packed("{s:i, s:o}", "count", solve_mpi_count(ranks), "nodes", nodes);
    for (size_t i = 0; i < sizeof FIGURES / sizeof FIGURES[0]; i++) {
        json_set_figure(json, FIGURES[i].name, (double)sum_of(ranks, FIGURES[i].offset), 0);
    }
    figures_add(json, (const Figure[]){{"begun", (double)ranks->summary.begun, 0, NULL},
                                       {"duplicates", (double)ranks->summary.duplicates, 0, NULL},
                                       {"search_seconds", ranks->summary.seconds, 3, NULL},
                                       {"idle_share", idle_share(ranks), 4, NULL},
                                       {0}});
    return json;
}
