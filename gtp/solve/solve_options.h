/* The command line of `dihedra solve`, and the position that it names. */
#ifndef GTP_SOLVE_SOLVE_OPTIONS_H
#define GTP_SOLVE_SOLVE_OPTIONS_H

#include "engine/base/options.h"
#include "engine/base/text.h"
#include "engine/solve/solver.h"

enum { SOLVE_NO_TARGET = INT32_MIN };

/* Texts are the command line's own. */
typedef struct {
    const char *position; /* WxH or a file */
    Rules rules;
    bool has_rules;           /* given: a record's own do not count */
    int ko, suicide, to_move; /* as given; -1: not given */
    int at_least;             /* SOLVE_NO_TARGET: not given */
    const char *first;        /* NULL: not given */
    const char *proof;        /* a file; NULL: not given */
    const char *from_proof;   /* a file; NULL: not given */
    const char *checkpoint;   /* a file; NULL: not given */
    int threads, megabytes;   /* megabytes 0: not given */
    bool json;
} SolveOptions;

/* Reads the words after argv[0]. Returns false with a message if one is wrong. */
bool solve_options_read(SolveOptions *options, int argc, char **argv, Status *status);

/* Is a proof under superko wanted that may begin with one under simple ko? Small boards do without.
 */
bool solve_options_may_begin_under_simple_ko(const SolveOptions *options);

/* The file, beside --checkpoint, of the part under simple ko. The caller frees it. */
Text solve_options_simple_path(const char *path);

/* A position to be solved. */
typedef struct {
    int width, height;
    ColorCell cells[CELL_COUNT_MAX];
    Color to_move;
    Point ko;    /* POINT_NONE: none */
    Point first; /* the move to begin with, or POINT_NONE */
} SolvePosition;

/* Reads the position and checks that it can be solved. Sets options->rules: those given, or the
 * record's; the ko rule and suicide as given. Returns false with a message if something is wrong.
 */
bool solve_options_position(SolveOptions *options, SolvePosition *position, Status *status);

/* Makes a solver of the position; its table has the size given or one that suits the board. Returns
 * NULL with a message if something is wrong. */
Solver *solve_options_solver(const SolveOptions *options, const SolvePosition *position,
                             Status *status);

/* ---- The first guess at the value (estimator.c) ---- */

/* The most points that Black wins the position by, after its first move if it has one, in searches
 * with different komi. The same each time on one machine. Returns false if no network is inside, if
 * out of memory, if the first move is illegal, or once another thread has set cancel. */
bool estimator_value(const SolveOptions *options, const SolvePosition *position,
                     _Atomic bool *cancel, int *value);

#endif
