/* Values that people type: numbers and switches. */
#ifndef ENGINE_BASE_NUMBER_H
#define ENGINE_BASE_NUMBER_H

#include "engine/base/status.h"

#include <stdint.h>

/* Read the value of the option that is called name: a whole number, or a decimal one, and nothing
 * behind it. Return false, with a message that gives name, limits and text, if it is no such number
 * or outside the limits; *value is unchanged then. */
bool number_read_integer(const char *name, const char *text, int64_t least, int64_t most,
                         int64_t *value, Status *status);
bool number_read_real(const char *name, const char *text, double least, double most, double *value,
                      Status *status);

/* The same for 1 or 0, on or off, true or false. */
bool number_read_switch(const char *name, const char *text, bool *value, Status *status);

#endif
