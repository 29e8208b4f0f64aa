/* The value of a position: asks questions and narrows the bounds. All scores are Black's area minus
 * White's. Bounds are *claimed*: README.md says what they rest on, proving.h what proves them. A
 * Solver belongs to one thread and starts others; any thread may call solver_stop. */
#ifndef ENGINE_SOLVE_SOLVER_H
#define ENGINE_SOLVE_SOLVER_H

#include "engine/base/status.h"
#include "engine/solve/solver_thread.h"

typedef struct Solver Solver;

/* The size of table that suits a position with this many empty points. A larger one costs the time
 * to zero its pages. */
size_t solver_suitable_megabytes(int points);

/* The board must fit (bitboard.h). Returns NULL if out of memory. */
Solver *solver_new(const SolverOptions *options);
void solver_free(Solver *solver);

SolverContext *solver_context(Solver *solver);

/* The group of all searches, to which those of a caller's own belong. */
SolverGroup *solver_group(Solver *solver);

/* Sets the position, after which the legal move `first` has been played unless it is BITBOARD_NONE.
 * History begins with the position. After a pass one bound is known, as the opponent may end the
 * game. */
void solver_set_position(Solver *solver, const Bitboard *bitboard, int first);

/* What the value of the position is expected to be: questions begin there, and the side that it
 * favors gets most of the work. A wrong estimate costs time alone. */
void solver_set_estimate(Solver *solver, int estimate);

enum { SOLVER_HISTORY_MAX = PATH_PLIES_MAX / 2 };

/* Sets the history of a real game, SOLVER_HISTORY_MAX positions at most: what the ko rule bans by
 * them is banned in the searches, too. Call it before solver_set_position; `history` must outlive
 * the solver. The table is valid after this history only (README.md). */
void solver_set_history(Solver *solver, const Bitboard *history, int count);

const Bitboard *solver_start(const Solver *solver);
int solver_first(const Solver *solver);
Bitboard solver_root(const Solver *solver); /* after the first move */

/* Did a pessimistic search find what this color reaches? */
bool solver_is_pessimistic(const Solver *solver, Color color);

/* Makes a path begin as the questions of the solver do. */
void solver_set_path(const Solver *solver, Path *path);

/* What is known so far. While searches run, nodes and generated lack what each thread has added
 * since its last tick. */
typedef struct {
    int lower, upper;          /* of the value; the same once it is solved */
    int target;                /* of the question that is being asked: at least this for Black? */
    int depth;                 /* of the search under way */
    uint64_t nodes, generated; /* of earlier runs, too */
} SolverState;

/* The context's tick may call it, too. */
SolverState solver_state(const Solver *solver);

/* Does Black reach target? Narrows the bounds. Returns ANSWER_OPEN if it was stopped. */
SolverAnswer solver_ask(Solver *solver, int target);

/* Asks what narrows the bounds, which must differ, soonest: from the estimate on, then between the
 * bounds. Returns ANSWER_OPEN if it was stopped. */
SolverAnswer solver_ask_next(Solver *solver);

/* Under simple ko: tries to keep this color's bound without a draw by repetition, in about
 * max_nodes positions. If it succeeds, solver_is_pessimistic is true and the proof of the bound
 * uses no draw; mostly the bound then holds under superko, too. */
void solver_ask_without_draws(Solver *solver, Color color, uint64_t max_nodes);

/* Asks until both bounds meet. Returns false if it was stopped. */
bool solver_solve(Solver *solver);

/* Ends the search as soon as possible; later ones end at once, too. */
void solver_stop(Solver *solver);
bool solver_is_stopped(const Solver *solver);

/* Writes a checkpoint (checkpoint.h); seconds: of all runs. The context's tick may call it. */
bool solver_save(const Solver *solver, double seconds, size_t max_bytes, const char *path,
                 Status *status);

/* Reads a checkpoint, after solver_set_position and before the first question. *seconds: of the
 * earlier runs. On failure returns false with the reason, and nothing has changed. */
bool solver_load(Solver *solver, const char *path, double *seconds, Status *status);

/* Lets a caller's solver thread search, after a search of the solver's own has ended or one of the
 * caller's has met its limit. */
void solver_resume(Solver *solver);

/* ---- Best play after the bounds have met, by the bounds of the table (line.c) ---- */

/* Finds a line of best play after the first move, as far as short searches find what the table has
 * lost. Writes up to most moves (spots or BITBOARD_PASS). Returns their number: 0 if the bounds
 * have not met or memory runs out. */
int line_find(Solver *solver, int *moves, int most);

/* Under simple ko: the move, of these, to the position with the shortest win by the table's bounds
 * for the mover, which the question gives a goal that no draw reaches; or BITBOARD_NONE. */
int line_find_shortest(SolverQuery *query, const Bitboard *bitboard, MoveSet moves);

#endif
