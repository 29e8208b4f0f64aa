/* A file with options of the command line, for people whose board program makes it hard to give
 * options:
 *
 *     # what the engine does when I start it
 *     move-time 10
 *     rules = japanese
 *     play-out
 *
 * A name without its dashes a line, with its value if it takes one. */
#ifndef GTP_CONFIG_FILE_H
#define GTP_CONFIG_FILE_H

#include "engine/base/options.h"

/* The variable of the environment that names the file, or is "none". */
#define CONFIG_FILE_VARIABLE "DIHEDRA_CONFIG"

/* Returns the file's path: as named by the option (NULL: not given), by the variable, or
 * dihedra.conf in the user's folder for such files. NULL: none to read. The caller frees
 * it. */
char *config_file_find(const char *option);

/* Reads the options into their targets, whose texts point into *words. Returns false with a message
 * that names the file and the line. The caller frees the words with config_file_free. */
typedef struct {
    char **items;
    int count;
} ConfigWords;

bool config_file_read(const char *path, const OptionGroup *groups, ConfigWords *words,
                      Status *status);
void config_file_free(ConfigWords *words);

#endif
