/* A worker of a match: plays games with the players' engines, and makes each result a text that can
 * go to another rank.
 *
 * A MatchWorker belongs to one thread, which ends its engines by match_worker_stop. */
#ifndef REGRESS_MATCH_WORKER_H
#define REGRESS_MATCH_WORKER_H

#include "engine/base/json.h"
#include "regress/match/openings/openings.h"
#include "regress/match/options.h"

enum { MATCH_PLAYERS = 3 }; /* of a worker: two players and the referee */

/* Shared by all workers of a process; constant. */
typedef struct {
    const MatchOptions *options;
    const Openings *openings; /* count 0: games start on the empty board */
    const json_t *engines;    /* MatchTable.engines */
    Interrupt *interrupt;
    int rank; /* 0, except on other ranks than the first */
} MatchContext;

typedef struct {
    const MatchContext *shared;
    int index;
    MatchPlayer players[MATCH_PLAYERS]; /* the two players in any order, the referee */
    Game *game;
    double *move_seconds;
} MatchWorker;

void match_worker_init(MatchWorker *worker, const MatchContext *shared, int index);

/* Plays a game and adds its result to the text: {"entry": of the log, "sgf": its record or null}.
 * Adds nothing if the match was interrupted. Returns false if an engine cannot be started. */
bool match_worker_play(MatchWorker *worker, int number, Text *result, Status *status);

/* Stops the engines. */
void match_worker_stop(MatchWorker *worker);

void match_worker_free(MatchWorker *worker);

/* Writes the path of the file for the standard error of an engine of this name. Characters of its
 * name that a file name cannot have are replaced. */
void match_error_path(const MatchContext *shared, const char *name, int number,
                      char path[MATCH_PLAYER_PATH_MAX]);

#endif
