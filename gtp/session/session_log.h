/* A log of a session for reports of faults: each line that comes in and goes out, with its time.
 * Any thread may add lines. */
#ifndef GTP_SESSION_SESSION_LOG_H
#define GTP_SESSION_SESSION_LOG_H

#include "engine/base/status.h"

typedef struct SessionLog SessionLog;

typedef enum { LOG_IN = '>', LOG_OUT = '<' } LogDirection;

/* Appends to the file. Returns NULL with a message if it cannot be opened or written. */
SessionLog *session_log_open(const char *path, Status *status);
void session_log_close(SessionLog *log); /* NULL is allowed */

/* Adds the lines of a text; without a log does nothing. If that fails, says so on standard error
 * and adds no more. */
void session_log_add(SessionLog *log, LogDirection direction, const char *text);

#endif
