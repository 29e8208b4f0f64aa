/* The slow count under KataGo's taxes, on the cells of a diagram: groups grow until nothing
 * changes, and each question looks at the whole board. */
#ifndef TESTS_SUPPORT_ORACLE_SCORE_ORACLE_H
#define TESTS_SUPPORT_ORACLE_SCORE_ORACLE_H

#include "tests/support/oracle/oracle.h"

typedef struct {
    uint8_t owner[CELL_COUNT_MAX]; /* after the taxes */
    bool seki[CELL_COUNT_MAX];     /* the cell belongs to a group in seki */
    int score;                     /* Black's area less White's, taxes paid */
} ScoreOracle;

/* dead: stones that are off the board when it is counted. */
void score_oracle_count(const Oracle *oracle, const bool *dead, Tax tax, ScoreOracle *count);

#endif
