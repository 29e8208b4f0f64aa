/* For tests of `dihedra analyze`: an arena (arena.h) with a game, an engine that answers with
 * analyses from a file (tests/support/program/engines/teller.sh), and these analyses. */
#ifndef TESTS_SUPPORT_PROGRAM_ANALYZE_ARENA_H
#define TESTS_SUPPORT_PROGRAM_ANALYZE_ARENA_H

#include "tests/support/program/arena.h"

/* The file "reports": a line for each of the five positions of the file "game.sgf". */
extern const char ANALYZE_ARENA_REPORTS[];

/* An arena with the files "game.sgf", "reports" and "teller.sh". */
Arena *analyze_arena_new(void);

#endif
