/* The questions of GNU Go's "owl" commands: can a dragon be killed, can it live?
 *
 * A dragon is killed when all its chains are captured; stones that are added later do not count. In
 * a closed region the answers are proved; a dragon that gets out of an open one is estimated.
 * Points must be stones where a dragon is named, and empty and legal where a move is. */
#ifndef ENGINE_SOLVE_DRAGON_OWL_H
#define ENGINE_SOLVE_DRAGON_OWL_H

#include "engine/go/reading/reading.h"
#include "engine/solve/dragon/question.h"

/* Can mover, moving first, kill the dragon at p or, as its owner, save it? */
Answer owl_ask(GoalSearch *search, const Board *board, Point p, Color mover, GoalLimits limits);

/* Does this move of mover do so? */
GoalCode owl_ask_move(GoalSearch *search, const Board *board, Point move, Point p, Color mover,
                      GoalLimits limits);

typedef enum { DRAGON_ALIVE, DRAGON_DEAD, DRAGON_CRITICAL } DragonStatus;

/* attack and defense: the moves of a critical dragon. */
DragonStatus owl_status(GoalSearch *search, const Board *board, Point p, GoalLimits limits,
                        Point *attack, Point *defense);

/* The ChainProver of dragons: one is captured if all its chains are. What is not proved of a dragon
 * may be in its race, whose walls are taken to stand. */
ChainProof owl_prove(const Board *board, Point p, Point rival, const Deadline *deadline);

#endif
