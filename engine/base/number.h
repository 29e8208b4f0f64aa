/* Numbers on the command line. */
#ifndef ENGINE_BASE_NUMBER_H
#define ENGINE_BASE_NUMBER_H

#include "engine/base/status.h"

#include <stdint.h>

/* Read the value of the option that is called name: a whole number, or a decimal one, and nothing
 * behind it. False with a message that gives name and limits where it is none, or outside them. */
bool number_read_integer(const char *name, const char *text, int64_t least, int64_t most,
                         int64_t *value, Status *status);
bool number_read_real(const char *name, const char *text, double least, double most, double *value,
                      Status *status);

#endif
