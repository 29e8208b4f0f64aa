/* How functions report errors that come from outside (files, GTP, the command line): they return
 * false and leave one line in a Status. A caller's own bug is an assert, not a Status. */
#ifndef ENGINE_BASE_STATUS_H
#define ENGINE_BASE_STATUS_H

#include <stdbool.h>

typedef struct {
    char text[256]; /* one line without a newline, cut to fit; untouched on success */
} Status;

/* Formats the message and returns false, so that a caller can "return status_fail(...)". */
bool status_fail(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "dihedra COMMAND: MESSAGE" on standard error, "dihedra: MESSAGE" if command is "". File
 * names, records and engines may bring any bytes into a message: control characters are shown as
 * '?', so that it stays one line. */
void status_print(const char *command, const Status *status);

#endif
