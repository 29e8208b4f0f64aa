/* The parameters of playing: one table for the command line, GTP and the documentation. Constant;
 * any thread. */
#ifndef ENGINE_PLAYER_PARAMETER_H
#define ENGINE_PLAYER_PARAMETER_H

#include "engine/base/text.h"
#include "engine/player/turn.h"

typedef enum {
    PARAMETER_BOOL,
    PARAMETER_WHOLE,
    PARAMETER_REAL,
    PARAMETER_PROFILE,  /* a HumanProfile by its name */
    PARAMETER_STRENGTH, /* of strength.h */
    PARAMETER_COLOR,    /* EMPTY: no colour in particular */
} ParameterType;

typedef struct {
    const char *name; /* lower-case words joined by '_'; "--" and '-' on the command line */
    ParameterType type;
    size_t offset;       /* in PlayerOptions, of a bool, an int64_t, a double, a HumanProfile,
                            an int or a Color */
    double least, most;  /* of numbers */
    const char *meaning; /* with the unit */
} Parameter;

/* All parameters; the list ends with a NULL name. */
extern const Parameter PARAMETERS[];

/* Finds a parameter by its name, with '_' or '-' between words. Returns NULL if there is none. */
const Parameter *parameter_find(const char *name);

/* KataGo's name of a setting that means exactly what one of ours means. */
typedef struct {
    const char *name, *ours;
} ParameterAlias;

/* All of them; the list ends with a NULL name. */
extern const ParameterAlias KATAGO_PARAMETERS[];

/* Finds our parameter by KataGo's name for it. Returns NULL if no such name is in the table. */
const Parameter *parameter_find_katago(const char *name);

/* Sets a parameter to the value in text (bool: 1, 0, on, off, true, false; profile: as in KataGo
 * nothing, "_" or two quotation marks for nobody's; colour: as in KataGo, E for none). Returns
 * false with a message, and changes nothing, if that is no such value or is out of range. */
bool parameter_set(const Parameter *parameter, PlayerOptions *options, const char *text,
                   Status *status);

/* KataGo's short name of a colour: B, W or E. */
const char *parameter_color_name(Color color);

/* Appends the value in a form that parameter_set reads. */
void parameter_add_value(const Parameter *parameter, const PlayerOptions *options, Text *text);

#endif
