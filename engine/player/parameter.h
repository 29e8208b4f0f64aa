/* The parameters of playing: one table for the command line, GTP and the documentation. Constant;
 * any thread. */
#ifndef ENGINE_PLAYER_PARAMETER_H
#define ENGINE_PLAYER_PARAMETER_H

#include "engine/base/text.h"
#include "engine/player/turn.h"

typedef enum {
    PARAMETER_BOOL,
    PARAMETER_INTEGER,
    PARAMETER_REAL,
    PARAMETER_PROFILE,  /* a HumanProfile by its name */
    PARAMETER_STRENGTH, /* of strength.h */
    PARAMETER_COLOR,    /* EMPTY: no color in particular */
    PARAMETER_AUTO,     /* a bool, or below 0: as the network */
} ParameterType;

typedef struct {
    const char *name;   /* KataGo's (in camelCase) if its parameter means the same; otherwise words
                           joined by '_' */
    const char *option; /* a shorter name, above all for the command line; NULL: none */
    ParameterType type;
    size_t offset;       /* in PlayerOptions, of a bool, an int64_t, a double, a HumanProfile,
                            an int, a Color or an int8_t */
    double least, most;  /* of numbers */
    double scale;        /* of a double: the parameter is this many times the member. Utility goes
                            from -1 to 1 in KataGo and in parameters, from 0 to 1 in the search */
    const char *meaning; /* with the unit */
} Parameter;

/* All parameters; the list ends with a NULL name. */
extern const Parameter PARAMETERS[];

/* Finds a parameter by its name or short name, in any case, words joined by '_', '-' or nothing.
 * Returns NULL if no parameter has this name. */
const Parameter *parameter_find(const char *name);

/* Sets a parameter to the value in text (bool: 1, 0, on, off, true, false; profile: as in KataGo
 * nothing, "_" or two quotation marks for none; color: as in KataGo, E for none;
 * PARAMETER_AUTO: also auto). Returns
 * false with a message, and changes nothing, if the text is not such a value or is out of range. */
bool parameter_set(const Parameter *parameter, PlayerOptions *options, const char *text,
                   Status *status);

/* KataGo's word for the value of a PARAMETER_AUTO. */
const char *parameter_auto_name(int8_t value);

/* KataGo's short name of a color: B, W or E. */
const char *parameter_color_name(Color color);

/* The value of a PARAMETER_REAL. */
double parameter_real(const Parameter *parameter, const PlayerOptions *options);

/* Appends the value in a form that parameter_set reads. */
void parameter_add_value(const Parameter *parameter, const PlayerOptions *options, Text *text);

#endif
