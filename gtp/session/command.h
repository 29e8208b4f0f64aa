/* A row of the command table. The rows stand in gtp/commands/, one family a file; the caller that
 * starts a session hands the families in, so that this folder need not know them. */
#ifndef GTP_SESSION_COMMAND_H
#define GTP_SESSION_COMMAND_H

#include <stdbool.h>

typedef struct GtpCall GtpCall;

/* Writes the answer and returns true, or writes the error and returns false. On an error the
 * engine's state is as it was before the call. */
typedef bool (*GtpHandler)(GtpCall *call);

/* What the first argument is. Only a first argument may be a file. */
typedef enum {
    GTP_WORDS,          /* the handler reads it */
    GTP_COLOR,          /* a color, read before the handler runs */
    GTP_OPTIONAL_COLOR, /* the same; it may be left out */
    GTP_FILE,           /* a file to read or write, in quotes if need be; refused by --no-files */
} GtpFirst;

typedef struct {
    const char *name;
    const char *arguments; /* as shown to people */
    GtpFirst first;
    int least, most; /* number of arguments */
    GtpHandler handler;
    const char *help; /* one line */
} GtpCommand;

/* Commands that belong together. */
typedef struct {
    const char *title;          /* as shown to people; NULL: more of the family before */
    const GtpCommand *commands; /* a NULL name ends them; NULL: this row ends the families */
} GtpFamily;

/* Returns the command of that name, or NULL. */
const GtpCommand *command_find(const GtpFamily *families, const char *name);

#endif
