/* A reviewed game as a record: the one that was read, with the engine's analysis added.
 *
 * Each analysed position gets a comment after the record's own (C), and Black's win rate in percent
 * and score for Sabaki's graphs (SBKV, SBKS) and as the node's value (V); these three replace
 * earlier ones. A blunder gets BM, a mistake DO, a find TE, unless the record judges the move
 * itself; blunders and mistakes get a variation with what the engine would have played. All else is
 * unchanged, variations and further games included. */
#ifndef REGRESS_REVIEW_SGF_H
#define REGRESS_REVIEW_SGF_H

#include "regress/review/review.h"

/* Writes the file whole or not at all. On failure status names the file. */
bool review_sgf_save(const Review *review, const char *path, Status *status);

#endif
