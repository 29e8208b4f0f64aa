/* The command line of `dihedra tsumego`. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_OPTIONS_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_OPTIONS_H

#include "engine/base/options.h"

typedef enum { FIRST_BOTH, FIRST_BLACK, FIRST_WHITE } FirstMover;

/* Texts are the command line's own. */
typedef struct {
    OptionList files;
    FirstMover first;
    int any;   /* capturing one target is enough */
    int frame; /* the radius at which open regions are closed by stones; 0: they are not */
    double seconds;
    int64_t nodes;
    int megabytes, threads;
    bool json;
    const char *proof, *sgf;
} TsumegoOptions;

extern const CommandHelp TSUMEGO_HELP;

/* Reads the words after argv[0]. Returns false with a message if one is wrong. The caller frees
 * options->files in any case. */
bool tsumego_options_read(TsumegoOptions *options, int argc, char **argv, Status *status);

#endif
