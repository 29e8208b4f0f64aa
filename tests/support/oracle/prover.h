/* Proves what a move achieves: an exhaustive reader for the tactics suites (regress/suites), small
 * enough to be checked by eye.
 *
 * It searches all moves of a region and the pass, for both sides, to a depth that grows until the
 * question is decided. Nothing is guessed: a verdict other than PROOF_OPEN is a tree of moves that
 * leads to the goal, or to its opposite, against every resistance.
 *
 * Invariant: a verdict does not depend on ko threats or on whether suicide is legal. The side that
 * the verdict is against (the "generous" side) may retake every ko at once and may commit suicide;
 * the other side may do neither. If that matters, the verdict stays PROOF_OPEN.
 *
 * A Prover belongs to one thread and refers to the board it was made for. */
#ifndef TESTS_SUPPORT_ORACLE_PROVER_H
#define TESTS_SUPPORT_ORACLE_PROVER_H

#include "engine/go/board/board.h"

typedef enum {
    GOAL_WIN,     /* win the game, by area and komi, the whole board played out */
    GOAL_CAPTURE, /* capture the chain at target */
    GOAL_LADDER,  /* the same, giving atari with every move */
    GOAL_CONNECT, /* connect target and other into one chain */
} GoalKind;

typedef struct {
    GoalKind kind;
    Color color;   /* who is to move and wants the goal */
    bool prevents; /* color wants that the opponent does not reach it: to save, escape or cut */
    Point target, other;
    double komi; /* of GOAL_WIN */
    int safe;    /* GOAL_CAPTURE on an open board: target is safe with this many liberties, and a
                    ladder may leave the region; 0: the region is closed */
    bool region[POINT_COUNT]; /* where both sides play; GOAL_LADDER looks for itself */
} Goal;

typedef enum { PROOF_OPEN, PROOF_ACHIEVED, PROOF_FAILED } Proof;

typedef struct Prover Prover;

/* The goal must make sense on the board: there must be stones where it names chains. Reads at most
 * node_max positions for each question. Returns NULL if out of memory. */
Prover *prover_new(const Board *board, const Goal *goal, long node_max);
void prover_free(Prover *prover);

/* Does goal->color achieve its goal by playing move (or passing) first? An illegal move fails. */
Proof prover_judge(Prover *prover, Point move);

/* The number of positions read so far. */
long prover_nodes(const Prover *prover);

/* Marks the points of the board that are not settled: those that no color owns unconditionally.
 * Returns their number. For GOAL_WIN they are the whole question: a move elsewhere is at best a
 * pass, because it fills its own side's area or is lost in the opponent's. */
int prover_find_open_points(const Board *board, bool region[POINT_COUNT]);

#endif
