/* What the parts of a proof's making share: the question, the searches and the builder. A Prover
 * belongs to one thread. */
#ifndef ENGINE_SOLVE_PROOF_PROVER_H
#define ENGINE_SOLVE_PROOF_PROVER_H

#include "engine/base/status.h"
#include "engine/solve/proof/strategy_builder.h"
#include "engine/solve/repetition.h"
#include "engine/solve/solver.h"
#include "engine/solve/verify/verify.h"

typedef struct {
    Solver *solver;
    const SolverContext *context;
    SolverThread *thread;   /* on the path */
    SolverThread *pathless; /* on no path: for bounds that hold on every one */
    bool may_return; /* a draw serves the winner, under simple ko: so a game that never ends does */
    Repetition *repetition; /* of such a goal, once prover_find_repetition was called; else NULL */
    SlowRules rules;
    Color winner;
    int goal, needed; /* the winner's score, and the points that secure it */
    StrategyBuilder builder;
    Bitboard *todo; /* positions with the winner to move that repetition.h found, for later */
    size_t todo_count;
    const VerifyMonitor *monitor;
    bool ignores_ko_bounds; /* trusts no bound that rests on taking a ko */
    Status *status;
} Prover;

/* Returns false with a message if out of memory. Call prover_end in any case. */
bool prover_start(Prover *prover, Solver *solver, Color winner, int goal,
                  const VerifyMonitor *monitor, Status *status);
void prover_end(Prover *prover);

/* Returns false with the reason, unless the search was ended: that is the reason then. */
bool prover_fail(const Prover *prover, const char *reason);

/* Finds a set of positions that the winner never has to leave, which takes long. Returns false with
 * a message if there is none. */
bool prover_find_repetition(Prover *prover);

/* Tells now and then how far the work is; the solver is stopped if it shall end. */
void prover_report(const Prover *prover, const char *part, size_t done, size_t all);

/* Does the winner keep enough points by unconditional life? */
bool prover_is_secure(const Prover *prover, const Bitboard *bitboard);

/* Does the strategy need no move at the root: are the winner's points secure, or may it answer a
 * pass by another one, which ends the game? */
bool prover_is_decided(const Prover *prover, const Bitboard *root);

/* Is the score on the board good enough? */
bool prover_is_good(const Prover *prover, const Bitboard *bitboard);

/* Appends a bitboard to a list that free() frees. Returns the list, which may have moved. */
Bitboard *prover_append(Bitboard *list, size_t count, const Bitboard *bitboard);

/* ---- The slow board's terms and the solver's ---- */

/* The cell of a spot, SLOW_PASS of a pass, SLOW_NO_KO of BITBOARD_NO_KO. */
int prover_cell(const BitboardShape *shape, int spot);

SlowBoard prover_slow_board(const Prover *prover, const Bitboard *bitboard);

/* The bitboard of a board, without a ko. */
Bitboard prover_bitboard(const Prover *prover, const SlowBoard *board, Color to_move);

/* Writes the bytes of a position with the winner to move, and finds its entry or
 * STRATEGY_ENTRY_NONE. Returns the symmetry that takes the position to the one in the builder. */
int prover_find(const Prover *prover, const Bitboard *bitboard, uint8_t *key, uint32_t *entry);

/* A move as the builder has it, under that symmetry. */
int prover_record_move(const Prover *prover, int move, int symmetry);

/* The position of an entry as it lies there, and one of its moves. */
Bitboard prover_open(const Prover *prover, uint32_t entry, int place, int *move);

#endif
