/* The judgement of a game for a page, which has searched it position by position: as text in and
 * out, without an engine. Pure functions. */
#ifndef ENGINE_REVIEW_JUDGEMENT_H
#define ENGINE_REVIEW_JUDGEMENT_H

#include "engine/base/status.h"

/* Judges the main line of a game by what is known of it. The request is a JSON object:
 *
 *     sgf        the game
 *     positions  those before, between and after the moves: report (words of kata-analyze) and
 *                owner (a letter a point, from a (White's) over k to u (Black's), or ""); null:
 *                unknown
 *     reasons    what dihedra-reason has answered about each move, as text; null: not asked
 *
 * The answer has of --json of `dihedra analyze` black, white and moves, with these besides:
 *
 *     difference  between the engine's values before and after the move, as review_difference
 *     ask         the command for the reason of a move that has not been asked about, or null
 *
 * A report that makes no sense is unknown. Returns JSON, which the caller frees, or NULL with a
 * message. */
char *judgement_answer(const char *request, Status *status);

#endif
