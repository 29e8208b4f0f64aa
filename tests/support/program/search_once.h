/* Searches without a network. */
#ifndef TESTS_SUPPORT_PROGRAM_SEARCH_ONCE_H
#define TESTS_SUPPORT_PROGRAM_SEARCH_ONCE_H

#include "engine/player/player.h"
#include "tests/support/program/cleanup.h"

#include <math.h>

/* This many visits by one thread without a time limit, with symmetries, the default rule of
 * selection and 16 MiB. */
SearchLimits search_once_limits(int64_t visits);

/* A search as a player has it, freed at the end of the test, or by cleanup_now. */
Search *search_kept(const Evaluator *evaluator);

/* Searches for color's move. Fails the test if the search fails. */
SearchResult search_must_run(Search *search, const Game *game, Color color,
                             const SearchLimits *limits);

/* Searches by playouts, with its own graph. */
SearchResult search_once(const Game *game, Color color, const SearchLimits *limits);

#endif
