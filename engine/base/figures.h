/* Figures that come out as lines of text or as members of a JSON object, from one table. */
#ifndef ENGINE_BASE_FIGURES_H
#define ENGINE_BASE_FIGURES_H

#include "engine/base/json.h"

typedef struct {
    const char *key; /* with its unit, such as "clear_seconds" */
    double value;
    int decimals;
    const char *meaning; /* after the value, in text only */
} Figure;

/* Adds the figures to the object, or prints a line for each on standard output if it is NULL. The
 * table ends with a NULL key. */
void figures_add(json_t *object, const Figure *figures);

/* The same for one that is a text. meaning may be NULL. */
void figures_add_text(json_t *object, const char *key, const char *value, const char *meaning);

#endif
