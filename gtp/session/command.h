/* A row of the command table. The rows stand in gtp/commands/, one family a file; the caller that
 * starts a session hands the families in, so that this folder need not know them. */
#ifndef GTP_SESSION_COMMAND_H
#define GTP_SESSION_COMMAND_H

#include <stdbool.h>

typedef struct GtpCall GtpCall;

/* Writes the answer and returns true, or writes the error and returns false. On an error the
 * engine's state is as it was before the call. */
typedef bool (*GtpHandler)(GtpCall *call);

typedef struct {
    const char *name;
    /* As shown to people. A color at the beginning is read before the handler runs: "COLOR" unless
     * there may be no arguments, or "[COLOR]", which may be left out. A command that reads or
     * writes a file begins with "FILE" or "[FILE": --no-files refuses it by that, and lists it only
     * if it works without. */
    const char *arguments;
    int least, most; /* number of arguments */
    GtpHandler handler;
    const char *help; /* one line; NULL: the command works but is not listed */
} GtpCommand;

/* Commands that belong together. */
typedef struct {
    const char *title;          /* as shown to people; NULL: more of the family before */
    const GtpCommand *commands; /* a NULL name ends them; NULL: this row ends the families */
} GtpFamily;

/* Returns the command of that name, or NULL. */
const GtpCommand *command_find(const GtpFamily *families, const char *name);

#endif
