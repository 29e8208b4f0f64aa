/* Command lines of engines, as users write them. Pure functions. */
#ifndef ENGINE_BASE_COMMAND_LINE_H
#define ENGINE_BASE_COMMAND_LINE_H

#include "engine/base/status.h"
#include "engine/base/text.h"

/* Splits a command line as a shell would: at white space, with '...', "..." and backslashes, but
 * without expansions, operators or continued lines. The list ends in NULL and is one block of
 * memory, which the caller frees with free(). Returns NULL if the command line is empty, a quote is
 * not closed, or a backslash comes last. */
char **command_line_split(const char *command, Status *status);

/* Adds a word, in quotes if need be, so that command_line_split reads it back as it is. */
void command_line_quote(Text *command, const char *word);

/* Returns the command line of this program's own engine; program is argv[0]. The caller frees it
 * with free(). */
char *command_line_own(const char *program, const char *options);

#endif
