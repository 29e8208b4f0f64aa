/* What a match sets for one of its engines, by words KEY=VALUE. Texts belong to the caller; the
 * lists are freed by engine_settings_free. */
#ifndef REGRESS_MATCH_ENGINE_SETTINGS_H
#define REGRESS_MATCH_ENGINE_SETTINGS_H

#include "engine/base/json.h"
#include "engine/base/options.h"
#include "engine/go/board/game_clock.h"

#include <stdint.h>

enum { ENGINE_NAME_MAX = 64 };

typedef struct {
    const char *name;       /* NULL: none given */
    const char *time;       /* as given; NULL: no clock */
    GameClock clock;        /* the time of each side at the start; GAME_CLOCK_NOT_SET: no clock */
    double margin;          /* seconds by which a move may exceed the clock; below 0: not given */
    int64_t visits;         /* of each move, set by a command; 0: not given */
    const char *folder;     /* working directory; NULL: ours */
    OptionList environment; /* "NAME=VALUE" */
    OptionList start_commands; /* sent after each start */
} EngineSettings;

/* For the help: the keys, and how times are written. */
#define ENGINE_SETTINGS_HELP                                                                       \
    "time=T; margin=S: seconds by which a move may exceed the clock (0.1); visits=N: visits of "   \
    "each move, "                                                                                  \
    "set by kata-set-param or lz-setoption; name=NAME; folder=DIR: its working directory; "        \
    "env=NAME=VALUE; gtp=COMMAND, sent after each start. env and gtp may be repeated"
#define ENGINE_SETTINGS_TIMES                                                                      \
    "MAIN, MAIN+INCREMENT, MAIN+PERIODSxSECONDS (byo-yomi), MAIN+SECONDS/MOVES (Canadian) or "     \
    "MOVES/SECONDS"

static const EngineSettings ENGINE_SETTINGS_NONE = {.margin = -1};

/* Reads the value of a key, whose name may have dashes as that of an option: "--time". Unless it
 * may be repeated it replaces what was there. */
bool engine_settings_set(EngineSettings *options, const char *name, const char *value,
                         Status *status);

/* Reads KEY=VALUE. */
bool engine_settings_read(EngineSettings *options, const char *word, Status *status);

/* Fills in what is not given from what is common to all engines; commands and variables of those
 * come first. */
void engine_settings_complete(EngineSettings *options, const EngineSettings *common);

/* Adds the members by which the settings of two matches are compared. */
void engine_settings_add_json(const EngineSettings *options, json_t *json);

void engine_settings_free(EngineSettings *options);

#endif
