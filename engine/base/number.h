/* Reads numbers and switches from text. Pure functions. */
#ifndef ENGINE_BASE_NUMBER_H
#define ENGINE_BASE_NUMBER_H

#include "engine/base/status.h"

#include <stdint.h>

/* Reads text, the value of the option called name: a whole or a real number from least to most and
 * nothing else. Otherwise fails with a message that has the name, the limits and the text, and
 * leaves *value unchanged. */
bool number_read_integer(const char *name, const char *text, int64_t least, int64_t most,
                         int64_t *value, Status *status);
bool number_read_real(const char *name, const char *text, double least, double most, double *value,
                      Status *status);

/* Reads a switch: 1 or 0, on or off, true or false, in upper or lower case. */
bool number_read_switch(const char *name, const char *text, bool *value, Status *status);

#endif
