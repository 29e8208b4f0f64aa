/* The value of a position: asks questions and narrows the bounds.
 *
 * For each question there are two searches: Black tries to reach the target, and White tries to
 * keep him from it. Both deepen by two plies. Under simple ko the side that a draw serves also
 * looks for a draw by repetition (repetition.h). One thread gives turns to the side that has used
 * fewer nodes; of several threads each side has half, since it is not known which of them will be
 * right.
 *
 * Bounds are *claimed*: README.md says what they rest on, prove.h what proves them. All scores are
 * Black's area minus White's.
 *
 * A Solver belongs to one thread and starts others of its own. solver_stop may be called from any
 * thread. */
#ifndef ENGINE_SOLVE_SOLVER_H
#define ENGINE_SOLVE_SOLVER_H

#include "engine/solve/path.h"
#include "engine/solve/solver_thread.h"
#include "tt/file.h"

typedef struct Solver Solver;

/* How large a table suits a position with this many empty points. A larger one costs time, too: its
 * pages are zeroed when first touched. */
size_t solver_suitable_megabytes(int points);

/* The board must fit (bitboard.h). Returns NULL if out of memory. */
Solver *solver_new(const SolverOptions *options);
void solver_free(Solver *solver);

SolverContext *solver_context(Solver *solver);

/* The group of searches of a caller's own, which solver_stop ends, too. */
SolverGroup *solver_group(Solver *solver);

/* Starts with a position, after which first has been played unless it is BITBOARD_NONE; it must be
 * legal. History begins with the position. No bounds are known, but that after a pass the opponent
 * may end the game. */
void solver_set_position(Solver *solver, const Bitboard *bitboard, int first);

enum { SOLVER_HISTORY_MAX = PATH_PLIES_MAX / 2 };

/* Starts with the history of a real game: what the ko rule bans by these positions, which came
 * before the solver's, is banned in its searches, too. They must outlive it, and be set before its
 * position: what the table holds is right after this history alone (README.md). At most
 * SOLVER_HISTORY_MAX. */
void solver_set_history(Solver *solver, const Bitboard *history, int count);

/* A bounded search of one side, from the solver's root. */
typedef struct {
    Color attacker;
    int goal; /* the attacker's */
    int depth;
    bool trusts_open, is_pessimistic; /* solver_thread.h */
    uint64_t nodes;                   /* stops after that many */
    const SolverGroup *group;         /* stops with it */
} SolverSearch;

/* What makes large searches instead of the solver's own threads. */
typedef struct {
    uint64_t min_nodes; /* of a search before one that is handed over */
    /* Returns false if it was stopped. Sets the result on the root, what kept it from an answer,
     * and adds what it has searched. */
    bool (*search)(void *context, const SolverSearch *search, SolverResult *result, SearchEnd *end,
                   SolverCounts *counts);
    void *context;
} SolverDelegate;

/* Before the first question; for solvers with one thread. share: of the solver's own threads. */
void solver_set_delegate(Solver *solver, SolverDelegate delegate, SolverShare share);

const Bitboard *solver_start(const Solver *solver);
int solver_first(const Solver *solver);
Bitboard solver_root(const Solver *solver); /* after the first move */

/* Did a pessimistic search find what this colour reaches? */
bool solver_is_pessimistic(const Solver *solver, Color color);

/* Makes the path of a solver thread begin as the questions of the solver do. */
void solver_set_path(const Solver *solver, SolverThread *thread);

/* What is known so far. */
typedef struct {
    int lower, upper;          /* of the value; the same once it is solved */
    int target;                /* of the question that is being asked: at least this for Black? */
    int depth;                 /* of the search under way */
    uint64_t nodes, generated; /* of earlier runs, too */
    TableCounts table;
} SolverState;

SolverState solver_state(const Solver *solver);

/* Does Black reach at least target, by best play of both? Returns ANSWER_OPEN if it was stopped.
 * Narrows the bounds. */
Answer solver_ask(Solver *solver, int target);

/* Asks until both bounds meet. Returns false if it was stopped. */
bool solver_solve(Solver *solver);

/* Ends the search as soon as possible; later ones end at once, too. */
void solver_stop(Solver *solver);
bool solver_is_stopped(const Solver *solver);

/* Writes a checkpoint (checkpoint.h) of the table and the bounds: what cost at least
 * min_nodes, in at most max_bytes; seconds: of all runs. May be called by the context's tick. */
bool solver_save(const Solver *solver, double seconds, uint64_t min_nodes, size_t max_bytes,
                 const char *path, TableError *error);

/* Goes on from a checkpoint, after solver_set_position and before the first question. *seconds: of
 * the earlier runs. On failure returns false with the reason, and nothing has changed. */
bool solver_load(Solver *solver, const char *path, double *seconds, TableError *error);

/* Leaves the bounds in the table, for later and for checkpoints; and after solver_set_position
 * takes those that were left there, if there are any. */
void solver_note(Solver *solver);
void solver_recall(Solver *solver);

/* Lets a caller's solver thread search, after a search of the solver's own has ended. */
void solver_resume(Solver *solver);

#endif
