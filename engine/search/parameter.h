/* The parameters of playing: one table for the command line, GTP and the documentation. */
#ifndef ENGINE_SEARCH_PARAMETER_H
#define ENGINE_SEARCH_PARAMETER_H

#include "engine/base/text.h"
#include "engine/search/player.h"

typedef enum { PARAMETER_BOOL, PARAMETER_WHOLE, PARAMETER_REAL } ParameterType;

typedef struct {
    const char *name; /* lower-case words joined by '_'; "--" and '-' on the command line */
    ParameterType type;
    size_t offset; /* in PlayerOptions, of a bool, an int64_t or a double */
    double least, most;
    const char *meaning; /* with the unit */
} Parameter;

/* All parameters; the list ends with a NULL name. */
extern const Parameter PARAMETERS[];

/* By its name in either form ('-' and '_' are one); NULL where there is none. */
const Parameter *parameter_find(const char *name);

/* Reads a value (bool: 1, 0, on, off, true, false). False with a message, and nothing changed,
 * where it is none or outside the limits. */
bool parameter_set(const Parameter *parameter, PlayerOptions *options, const char *text,
                   Status *status);

/* Appends the value in the form parameter_set reads. */
void parameter_add_value(const Parameter *parameter, const PlayerOptions *options, Text *text);

#endif
