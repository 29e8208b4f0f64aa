/* For `dihedra tsumego`: reads problems of life and death from records, and writes their solutions
 * as trees of moves. */
#ifndef GTP_SOLVE_TSUMEGO_RECORD_H
#define GTP_SOLVE_TSUMEGO_RECORD_H

#include "engine/go/sgf/record.h"
#include "engine/solve/problem/problem.h"

/* A problem from the root of a game. */
typedef struct {
    Goal goal;
    Zone frame;   /* stones that were added */
    bool is_view; /* VW is the region */
} RecordProblem;

/* Sets up the first position with stones in the game, which no move precedes, and makes the goal:
 * the stones marked there by TR, SQ, MA, CR or a label are the targets (any: one of them is
 * enough), or else those that are shut in. The region is found. If it is open, it is VW where that
 * fits, or else, if frame is not 0, closed by a frame at that distance (region_frame). Returns
 * false with a message if the game begins with no problem. */
bool record_problem_read(const SgfNode *root, bool any, int frame, Game *game,
                         RecordProblem *problem, Status *status);

/* Writes all first moves of a side to solve, the hardest replies to the right ones, the refutations
 * of the wrong ones, and so on, as branches after the current node, with a comment, and TE or BM,
 * on each move of that side. */
void record_tree_write(GoalSearch *search, const Goal *goal, const Board *board,
                       const ProblemSide *side, GoalLimits limits, SgfWriter *writer);

/* Lists a stone of each chain that is guessed. Where a part of the board lies far from all stones,
 * these are the chains that are shut in, of the color whose stones have the longer ways there on
 * average. Otherwise it is the dragon in the smallest closed region. Returns their number, 0 if no
 * group fits. */
int guess_targets(const Board *board, Point targets[CELL_COUNT_MAX]);

#endif
