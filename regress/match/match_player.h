/* An engine of a match (MatchEngine), and a process of it that is kept from game to game
 * (MatchPlayer).
 *
 * Invariant: the process of a player is known to its Interrupt while it runs. A MatchEngine does
 * not change once introduced and may be shared by threads; a MatchPlayer belongs to the thread that
 * starts its engine (engine_process.h). */
#ifndef REGRESS_MATCH_MATCH_PLAYER_H
#define REGRESS_MATCH_MATCH_PLAYER_H

#include "regress/engine/engine_process.h"
#include "regress/engine/interrupt.h"

#include <stdint.h>

enum { MATCH_ENGINE_NAME_MAX = 64, MATCH_PLAYER_PATH_MAX = 1024, MATCH_ENGINE_PRODUCT_MAX = 96 };

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
    int slot;                               /* of this player in the interrupt */
    double seconds;                         /* for any answer except a move under a clock */
    char error_path[MATCH_PLAYER_PATH_MAX]; /* file for the engine's standard error; "": see
                                       match_player_introduce */
} MatchPlayer;

/* Starts the engine once, fills in `match_engine` and stops the engine. visits 0: sets none. Fails
 * if the engine cannot be started, does not answer, has no command to set its visits, or refuses a
 * game of this size and komi. If error_path is "", standard error is lost, but if the engine ends
 * unasked the message quotes its last line. */
bool match_player_introduce(MatchPlayer *player, MatchEngine *match_engine, int64_t visits,
                            int size, double komi, Status *status);

/* Makes sure that an engine runs and works: the one of the game before, or else a new one. Fails if
 * it could not be started three times in a row. */
bool match_player_prepare(MatchPlayer *player, Status *status);

/* Stops the engine if one is running. Returns what engine_process_stop returns. */
bool match_player_stop(MatchPlayer *player, Status *status);

#endif
