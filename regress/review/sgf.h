/* A reviewed game as a record: the one that was read, with what the engine thinks added.
 *
 * Each position that was analysed has a comment behind the record's own (C), Black's win rate in
 * percent and score for Sabaki's graphs (SBKV, SBKS) and as the node's value (V); these three take
 * the place of earlier ones. A blunder is BM, a mistake DO, a find TE, unless the record judges the
 * move itself; beside blunders and mistakes stands what the engine would have played. All else is
 * as it was, variations and further games included. */
#ifndef REGRESS_REVIEW_SGF_H
#define REGRESS_REVIEW_SGF_H

#include "regress/review/review.h"

/* The file holds all of it or what it held before. On failure status names the file. */
bool analyze_sgf_save(const Review *review, const char *path, Status *status);

#endif
