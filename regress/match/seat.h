/* A seat at the board: an engine of a match, its process kept from game to game.
 *
 * Invariant: the process of a seat is known to its Interrupt while it runs. A Contestant does not
 * change once it has been introduced and may be shared by threads; a Seat belongs to the thread
 * that starts its engine (client.h). */
#ifndef REGRESS_MATCH_SEAT_H
#define REGRESS_MATCH_SEAT_H

#include "regress/client/client.h"
#include "regress/client/interrupt.h"

#include <stdint.h>

enum { SEAT_NAME_MAX = 64, SEAT_PATH_MAX = 1024, SEAT_PRODUCT_MAX = 96 };

/* What is known of an engine before the match begins. */
typedef struct {
    const char *command;
    char name[SEAT_NAME_MAX];       /* given, or else its product; "" before it is introduced */
    char product[SEAT_PRODUCT_MAX]; /* its answers to name and version */
    char limit[64];                 /* the command that sets the visits of a move; "" for none */
    bool knows_time_settings, knows_time_left;
} Contestant;

typedef struct {
    const Contestant *contestant;
    Client client;
    Interrupt *interrupt;
    int slot;                       /* of the interrupt */
    double seconds;                 /* for any answer but a move's under a clock */
    char error_path[SEAT_PATH_MAX]; /* takes the engine's standard error */
} Seat;

/* Starts the engine once, learns what there is to know of it and stops it. visits 0: none to set.
 * Fails where it cannot be started, does not answer, takes no visits that it is to take, or refuses
 * a game of that size and komi. */
bool seat_introduce(Seat *seat, Contestant *contestant, int64_t visits, int size, double komi,
                    Status *status);

/* Sees to it that an engine is running that is in step: the one of the game before if it still is,
 * else a new one. Fails where none could be started, three times in a row. */
bool seat_prepare(Seat *seat, Status *status);

/* Stops the engine, if one is running. As client_stop. */
bool seat_stop(Seat *seat, Status *status);

#endif
