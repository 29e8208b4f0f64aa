/* What `dihedra help` prints of the program, its subcommands, its parameters and GTP's commands.
 * Each function that prints returns the exit status.
 *
 * program is a table of subcommands: the program without one comes first, and a NULL run ends it.
 */
#ifndef GTP_PROGRAM_HELP_H
#define GTP_PROGRAM_HELP_H

#include "engine/base/options.h"

typedef struct {
    const CommandHelp *help;           /* NULL: of the program, which is made */
    int (*run)(int argc, char **argv); /* argv[0] is the program's path, the options follow */
} Subcommand;

/* Returns the index of the subcommand, or -1 if no subcommand has this name. */
int program_help_find(const Subcommand *program, const char *name);

int program_help_print(const Subcommand *program, int subcommand);

/* A topic is gtp (the commands), parameters, help or a subcommand. */
int program_help_print_topic(const Subcommand *program, const char *topic);

/* Says that the first word is no subcommand. */
int program_help_print_unknown(const char *word);

#endif
