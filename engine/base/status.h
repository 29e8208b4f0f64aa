/* Errors from outside (files, GTP, the command line): a function returns false with one line in a
 * Status. A caller's bug is an assert instead. A Status belongs to one thread. */
#ifndef ENGINE_BASE_STATUS_H
#define ENGINE_BASE_STATUS_H

#include <stdbool.h>

typedef struct {
    char text[256]; /* one line without a newline, cut to fit; unchanged on success */
} Status;

/* Formats the message and returns false. */
bool status_fail(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "dihedra COMMAND: MESSAGE" on standard error, or "dihedra: MESSAGE" if command is "".
 * The message is made printable: file names, records and engines can put any bytes into it.
 */
void status_print(const char *command, const Status *status);

/* Prints a message that is formatted here. */
void status_warn(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
