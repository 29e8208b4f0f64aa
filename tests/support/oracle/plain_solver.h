/* The slow solver, obviously right: every move of every line on the oracle board, without a table.
 * It shares nothing with engine/solve. */
#ifndef TESTS_SUPPORT_ORACLE_PLAIN_SOLVER_H
#define TESTS_SUPPORT_ORACLE_PLAIN_SOLVER_H

#include "tests/support/oracle/oracle.h"

typedef enum { PLAIN_OPEN, PLAIN_YES, PLAIN_NO } PlainAnswer;

/* Does Black reach at least target points more than White from the oracle's position, its history
 * counted? Two passes end the game. Under simple ko a repetition (stones, side to move, ko,
 * passes) is a draw. Returns PLAIN_OPEN once *budget positions were visited; it counts down. */
PlainAnswer plain_solve(Oracle *oracle, const Rules *rules, int target, long *budget);

/* Answers for either color under simple ko, where a repetition serves the opponent. */
PlainAnswer plain_solve_without_draws(Oracle *oracle, const Rules *rules, Color attacker,
                                      int target, long *budget);

#endif
