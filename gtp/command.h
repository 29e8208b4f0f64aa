/* A row of the command table, and looking a command up by its name. The rows stand in
 * gtp/commands/, one family a file; the caller that starts a session hands the families in, so that
 * this folder need not know them. The tables are constant and any thread may read them. */
#ifndef GTP_COMMAND_H
#define GTP_COMMAND_H

#include <stdbool.h>

typedef struct GtpCall GtpCall;

/* Writes the answer and returns true, or writes the error and returns false. On an error the
 * engine's state is as it was before the call. */
typedef bool (*GtpHandler)(GtpCall *call);

typedef struct {
    const char *name;
    const char *arguments; /* as shown to people */
    int least, most;       /* number of arguments */
    GtpHandler handler;
    const char *help; /* one line; NULL: the command works but is not listed */
} GtpCommand;

/* Commands that belong together. */
typedef struct {
    const char *title;          /* as shown to people */
    const GtpCommand *commands; /* a NULL name ends them; NULL: this row ends the families */
} GtpFamily;

/* Returns the command of that name, or NULL if there is none. */
const GtpCommand *command_find(const GtpFamily *families, const char *name);

/* Returns the command of that name, or NULL if there is none or it is not listed. */
const GtpCommand *command_find_listed(const GtpFamily *families, const char *name);

#endif
