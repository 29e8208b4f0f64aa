/* One search of one position, with its own graph and without a network. */
#ifndef TESTS_SUPPORT_PROGRAM_SEARCH_ONCE_H
#define TESTS_SUPPORT_PROGRAM_SEARCH_ONCE_H

#include "engine/player/player.h"

#include <criterion/criterion.h>
#include <math.h>

/* This many visits by one thread without a time limit, with symmetries, the default rule of
 * selection and 16 MiB. */
SearchLimits search_once_limits(int64_t visits);

/* Searches for color's move. Fails the test if the search fails. */
SearchResult search_once(const Game *game, Color color, const SearchLimits *limits);

#endif
