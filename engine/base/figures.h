/* Figures that come out as lines of text or as members of a JSON object, from one table. */
#ifndef ENGINE_BASE_FIGURES_H
#define ENGINE_BASE_FIGURES_H

#include "engine/base/json.h"
#include "engine/base/text.h"

typedef struct {
    const char *key; /* with its unit, such as "clear_seconds" */
    double value;
    int decimals;
    const char *meaning; /* in text only: what is printed after the value */
} Figure;

/* Adds the figures to the object, or prints a line for each on standard output if it is NULL. The
 * table ends with a NULL key. */
void figures_add(json_t *object, const Figure *figures);

/* Adds a row to a table: an object to the array of that name, or on standard output a line of
 * Markdown, under the table's name and the keys if it is the first. A cell with a meaning is that
 * text instead of its value. */
void figures_add_row(json_t *object, const char *table, bool is_first, const Figure *cells);

/* As figures_add, for a text. meaning may be NULL. */
void figures_add_text(json_t *object, const char *key, const char *value, const char *meaning);

#endif
