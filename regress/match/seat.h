/* An engine of a match (MatchEngine), and a process of it that is kept from game to game (Seat).
 *
 * Invariant: the process of a seat is known to its Interrupt while it runs. A MatchEngine does not
 * change once introduced and may be shared by threads; a Seat belongs to the thread that starts its
 * engine (engine_process.h). */
#ifndef REGRESS_MATCH_SEAT_H
#define REGRESS_MATCH_SEAT_H

#include "regress/engine/engine_process.h"
#include "regress/engine/interrupt.h"

#include <stdint.h>

enum { MATCH_ENGINE_NAME_MAX = 64, SEAT_PATH_MAX = 1024, MATCH_ENGINE_PRODUCT_MAX = 96 };

/* What is known of an engine before the games begin. */
typedef struct {
    const char *command;
    char name[MATCH_ENGINE_NAME_MAX]; /* given, or else the product; "" before it is introduced */
    char product[MATCH_ENGINE_PRODUCT_MAX]; /* its answers to name and version */
    char limit[64]; /* the command that sets the visits of a move; "": none */
    bool knows_time_settings, knows_time_left;
} MatchEngine;

typedef struct {
    const MatchEngine *match_engine;
    EngineProcess process;
    Interrupt *interrupt;
    int slot;                       /* of this seat in the interrupt */
    double seconds;                 /* for any answer except a move under a clock */
    char error_path[SEAT_PATH_MAX]; /* file for the engine's standard error; "": see
                                       seat_introduce */
} Seat;

/* Starts the engine once, fills in `match_engine` and stops the engine. visits 0: sets none. Fails
 * if the engine cannot be started, does not answer, has no command to set its visits, or refuses a
 * game of this size and komi. If error_path is "", standard error is lost, but if the engine ends
 * unasked the message quotes its last line. */
bool seat_introduce(Seat *seat, MatchEngine *match_engine, int64_t visits, int size, double komi,
                    Status *status);

/* Makes sure that an engine runs and works: the one of the game before, or else a new one. Fails if
 * it could not be started three times in a row. */
bool seat_prepare(Seat *seat, Status *status);

/* Stops the engine if one is running. Returns what engine_process_stop returns. */
bool seat_stop(Seat *seat, Status *status);

#endif
