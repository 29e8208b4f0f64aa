/* An engine of a match, and a process of it that is kept from game to game.
 *
 * A MatchEngine does not change once introduced and may be shared by threads; a MatchPlayer belongs
 * to the thread that starts its engine (engine_client.h). */
#ifndef REGRESS_MATCH_MATCH_PLAYER_H
#define REGRESS_MATCH_MATCH_PLAYER_H

#include "engine/go/board/rules.h"
#include "regress/engine/engine_client.h"
#include "regress/match/engine_settings.h"

#include <stdint.h>

enum { MATCH_ENGINE_PRODUCT_MAX = 96 };

/* Commands that an engine need not know. */
typedef enum {
    KNOWN_TIME_SETTINGS,
    KNOWN_KGS_TIME_SETTINGS,
    KNOWN_KATA_TIME_SETTINGS,
    KNOWN_TIME_LEFT,
    KNOWN_SET_FREE_HANDICAP,
    KNOWN_KATA_SET_PARAM,
    KNOWN_LZ_SETOPTION,
    KNOWN_KATA_GENMOVE_ANALYZE,
    KNOWN_LZ_GENMOVE_ANALYZE,
    KNOWN_FINAL_SCORE,
    KNOWN_COMMAND_COUNT
} KnownCommand;

/* What is known of an engine before the games begin. */
typedef struct {
    const char *command;
    char name[ENGINE_NAME_MAX]; /* given, or else as match.c calls it */
    EngineSettings options;
    char product[MATCH_ENGINE_PRODUCT_MAX]; /* its answers to name and version */
    char rules[RULES_COMMAND_COUNT][64];    /* the commands that set the rules; "": no more */
    Status rules_refusal;                   /* of another command; "": it refused none */
    bool knows[KNOWN_COMMAND_COUNT];
    char limit[64]; /* the command that sets visits; "": none */
} MatchEngine;

/* Its name, product, command, options and what sets its rules. The caller frees the object with
 * json_decref.
 */
json_t *match_engine_json(const MatchEngine *match_engine);

typedef struct {
    const MatchEngine *match_engine;
    EngineClient client; /* timeout: except for a move under a clock */
} MatchPlayer;

/* Makes the player one of this engine; another that it had is stopped. */
void match_player_assign(MatchPlayer *player, const MatchEngine *match_engine);

/* Starts the player's engine once, fills in `match_engine` and stops the engine. Fails if it cannot
 * be started, does not answer, refuses a game of this size and komi or a start command, or knows no
 * command for a limit of visits. It need not know a command that sets the rules, one of RULE_SETS.
 */
bool match_player_introduce(MatchPlayer *player, MatchEngine *match_engine, int size, double komi,
                            const Rules *rules, Status *status);

/* Begins a game: size, an empty board, komi and rules. Fails if the engine does not obey. */
bool match_player_new_game(MatchPlayer *player, int width, int height, double komi, Status *status);

/* Makes sure that an engine runs and works: the one of the game before, or else a new one. Fails if
 * it could not be started three times in a row. */
bool match_player_prepare(MatchPlayer *player, Status *status);

#endif
