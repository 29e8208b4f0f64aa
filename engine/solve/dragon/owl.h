/* The questions of GNU Go's commands: "owl" (can a dragon be killed, can it live?),
 * "analyze_semeai", "connect" and "disconnect". In a closed region the answers are proved.
 *
 * A dragon is killed when all its chains are captured; stones that are added later do not count.
 * Points must be stones where a dragon or a chain is named, and empty and legal where a move is. */
#ifndef ENGINE_SOLVE_DRAGON_OWL_H
#define ENGINE_SOLVE_DRAGON_OWL_H

#include "engine/go/reading/reading.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/problem.h"

/* ---- Questions about goals: the side that moves first wants a code and a move ---- */

typedef struct {
    GoalSearch *search;
    const Board *board;
    Color mover;
    GoalLimits limits;
    Goal goal;
    bool is_closed; /* targets that survive in the region live: they cannot get out of it */
} Question;

typedef struct {
    GoalCode code; /* never GOAL_UNKNOWN */
    Point move;    /* POINT_NONE if it fails, POINT_PASS if nothing need be played */
    bool proved;   /* within the region */
} Answer;

/* Answers by what the goal search has found, if that is a proof. If mover succeeds, its move is
 * POINT_PASS where that is proved to be enough. What is not proved is estimated: the evaluator's
 * likeliest first moves are tried, with the likeliest replies. What counts is what small searches
 * prove and, for the rest, the ownership: the share of the targets' stones that are lost or, of a
 * connection, the weakest point of the strongest way from one target to the other. Without an
 * evaluator, stones in an open region live; otherwise the side that moves first succeeds, by no
 * move that is known. */
Answer question_decide(const Question *question, GoalAnswer found);

/* ---- Dragons ---- */

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

/* ---- Races ---- */

typedef struct {
    GoalCode defense; /* of the first dragon */
    GoalCode attack;  /* on the second */
    Point move;       /* the best for the first dragon's owner, or POINT_PASS */
} SemeaiAnswer;

/* The owner of `first` moves first. 1 1: the second dragon falls. 1 0: both live, or seki. 0 0: the
 * first falls, even if it captures stones in its eye. A dragon without chains on the board has
 * fallen. */
SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, GoalLimits limits);

/* ---- Connections ---- */

/* Can mover, moving first, make the chains at a and b, of one color, one chain or, as the opponent
 * of their owner, prevent that? A connection that the goal search finds over one of the shortest
 * ways counts; anything else is estimated. */
Answer connection_ask(GoalSearch *search, const Board *board, Point a, Point b, Color mover,
                      GoalLimits limits);

/* Proves that the winner connects the chains at two stones of one color or, as their opponent, cuts
 * them apart, even if the other side wins all kos. Returns false if that is not proved. A cut holds
 * for connections up to a few moves longer than the shortest, on `before` or on `board`, as far as
 * they fit into a region. Sets *goal to the last region searched. */
bool connection_prove(GoalSearch *search, const Board *before, const Board *board,
                      const Point stones[2], Color winner, Color mover, GoalLimits limits,
                      Goal *goal);

#endif
