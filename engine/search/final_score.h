/* What a finished game is worth to a search: the points after two passes.
 *
 * Private to engine/search. The life of the root's stones is judged once a search, by the first
 * thread that asks; the others wait for it. */
#ifndef ENGINE_SEARCH_FINAL_SCORE_H
#define ENGINE_SEARCH_FINAL_SCORE_H

#include "engine/search/search_context.h"

/* Sets the thread's answer to the score of its position, in which both have passed.
 *
 * If dead stones are taken off, the side to move at the root must not rely on the opponent's
 * agreement: it gets the worse of the board as it stands and without them. Under territory rules,
 * where capturing them costs points, they go. If it is not known which stones are dead it gets
 * nothing: passing must not seem to win. */
void final_score_set(SearchThread *thread);

#endif
