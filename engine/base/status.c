#include "engine/base/status.h"

#include <stdarg.h>
#include <stdio.h>

bool status_fail(Status *status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(status->text, sizeof status->text, format, args);
    va_end(args);
    return false;
}
