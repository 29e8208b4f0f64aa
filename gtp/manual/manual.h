/* Manual pages and completions of shells, from the tables that the help is printed from. */
#ifndef GTP_MANUAL_MANUAL_H
#define GTP_MANUAL_MANUAL_H

#include "engine/base/options.h"
#include "engine/base/text.h"

/* Adds the page of a command in roff, for man; others: the names in SEE ALSO, with NULL at the end.
 * The date is that of SOURCE_DATE_EPOCH, or today's. */
void manual_add_page(Text *page, const CommandHelp *help, const char *section,
                     const CommandHelp *const *others);

typedef enum { SHELL_BASH, SHELL_ZSH, SHELL_FISH, SHELL_COUNT } Shell;
extern const char *const SHELL_NAMES[SHELL_COUNT + 1]; /* with NULL at the end */

/* Adds the script that completes the program's command lines. The first of the commands, whose name
 * is "", is the program without a subcommand; NULL ends the list. */
void manual_add_completion(Text *script, Shell shell, const CommandHelp *const *commands);

#endif
