/* Checks the records of a section in one pass, by all threads: each by itself, and that its replies
 * have records whose ranks do not rise. What cycles need is kept. */
#ifndef ENGINE_SOLVE_VERIFY_RECORD_PASS_H
#define ENGINE_SOLVE_VERIFY_RECORD_PASS_H

#include "engine/solve/verify/check.h"

/* The strategy has its index. Keeps in the check, under superko, the records of odd rank, those
 * that lead to one, and replies without a record. Returns false with the message of the first
 * record that is wrong. */
bool record_pass_run(Check *check, const Root *root);

#endif
