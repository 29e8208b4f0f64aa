/* The score of a finished game in a search, after two passes. Private to engine/search. The first
 * thread that needs the life of the root's stones judges it, once a search; the others wait. */
#ifndef ENGINE_SEARCH_FINAL_SCORE_H
#define ENGINE_SEARCH_FINAL_SCORE_H

#include "engine/eval/evaluator.h"
#include "engine/go/ending/stone_status.h"
#include "engine/search/search_context.h"

/* Sets the thread's answer to the score of its position, in which both have passed. Returns false
 * if the search was cancelled before the root's stones were judged.
 *
 * If dead stones are taken off, the side to move at the root must not rely on the opponent's
 * agreement: it gets the worse of the board as it stands and without them. Under territory rules,
 * where capturing them costs points, they are taken off. If there is no time to judge them it loses
 * the whole board, so that passing does not seem to win. */
bool final_score_set(SearchThread *thread);

/* ---- An evaluator's ownership of the points of a finished position. Any thread may ask. ---- */

/* Returns OWNERSHIP_UNKNOWN if the evaluator does not predict ownership; otherwise it must outlive
 * the source. */
OwnershipSource ownership_of_evaluator(const Evaluator *evaluator);

#endif
