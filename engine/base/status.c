/* Error messages; see the header. */
#include "engine/base/status.h"

#include "engine/base/text.h"

#include <stdarg.h>

bool status_fail(Status *status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(status->text, sizeof status->text, format, args);
    va_end(args);
    return false;
}

void status_print(const char *command, const Status *status) {
    Status clean = *status;
    text_make_printable(clean.text, "");
    fprintf(stderr, "dihedra%s%s: %s\n", command[0] == '\0' ? "" : " ", command, clean.text);
}

void status_warn(const char *command, const char *format, ...) {
    Status status;
    va_list args;
    va_start(args, format);
    vsnprintf(status.text, sizeof status.text, format, args);
    va_end(args);
    status_print(command, &status);
}
