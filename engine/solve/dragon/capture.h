/* Captures by reading, and by threats to several chains at once: GNU Go's attack_either,
 * defend_both, does_attack, does_defend and its combinations. Points must be stones where chains
 * are named. */
#ifndef ENGINE_SOLVE_DRAGON_CAPTURE_H
#define ENGINE_SOLVE_DRAGON_CAPTURE_H

#include "engine/go/reading/reading.h"
#include "engine/solve/dragon/local_question.h"

/* Can the opponent of the chains at a and b, of one color, capture one of them, moving first? Can
 * their owner save both, moving first? */
GoalCode capture_attack_either(GoalSearch *search, const Board *board, Point a, Point b,
                               GoalLimits limits);
GoalCode capture_defend_both(GoalSearch *search, const Board *board, Point a, Point b,
                             GoalLimits limits);

/* Does the opponent's move capture the chain at p, which can still be saved, or does the owner's
 * move save the chain, which can be captured? */
GoalCode capture_does_attack(Reader *reader, const Board *board, Point move, Point p,
                             ReadingLimits limits);
GoalCode capture_does_defend(Reader *reader, const Board *board, Point move, Point p,
                             ReadingLimits limits);

/* Finds a move with which color captures something although no single chain can be captured.
 * Returns POINT_PASS if none exists. Then, if defenses is not NULL, lists in it the opponent's
 * moves, at most CELL_COUNT_MAX, after which there is none. */
Point capture_find_combination(GoalSearch *search, Reader *reader, const Board *board, Color color,
                               GoalLimits limits, Point *defenses, int *defense_count);

#endif
