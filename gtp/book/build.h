/* Builds a book, best first, on threads of this process or on many ranks: rounds of expansions that
 * engine/book/cost.h chooses, each a job of expand.h.
 *
 * What was searched is written to a log beside the book, FILE.log, as soon as it is known; the book
 * is saved now and then, and the log emptied. So a kill at any moment loses the searches that
 * run, and the same command goes on. The choices of a round depend on the book alone: one process
 * and many make the same bytes. */
#ifndef GTP_BOOK_BUILD_H
#define GTP_BOOK_BUILD_H

#include "engine/book/graph.h"
#include "gtp/engine_options.h"

/* The paths belong to the caller. */
typedef struct {
    const char *path;
    const EngineOptions *options;
    int jobs;            /* searches at a time */
    double rank_timeout; /* seconds */
    uint32_t nodes;      /* ends with that many */
    double hours;        /* ends after them */
    bool only_new;       /* searches positions without values, and adds none but side moves */
    int side_moves;      /* the best moves that games do not have, added to each position that
                            BOOK_FROM_GAMES marks */
} BookBuild;

/* Changes a book before it is built on, such as by adding lines of games. */
typedef struct {
    bool (*change)(void *context, BookGraph *graph, Status *status);
    void *context;
} BookChange;

/* Makes the book at build->path of these facts, or goes on with the one that is there; the change
 * (NULL: none) comes first. Returns the exit status, after messages. All ranks call it. */
int book_build_run(const BookBuild *build, const BookFacts *facts, const BookChange *change);

#endif
