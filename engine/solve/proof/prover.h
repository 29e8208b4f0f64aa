/* What the steps that make the strategy of a proof share: the question, the searches and the
 * builder. A Prover belongs to one thread; reply_map.c has others read it. */
#ifndef ENGINE_SOLVE_PROOF_PROVER_H
#define ENGINE_SOLVE_PROOF_PROVER_H

#include "engine/base/status.h"
#include "engine/solve/proof/strategy_builder.h"
#include "engine/solve/repetition.h"
#include "engine/solve/solver.h"
#include "verify/key_set.h"
#include "verify/verify.h"

/* Boards the strategy must avoid: from them superko bans every continuation that was found. */
typedef struct {
    KeySet boards[2]; /* [is the winner to move?] */
} RefutedBoards;

static inline void refuted_boards_init(RefutedBoards *refuted, const WholeRules *rules) {
    strategy_init_boards(&refuted->boards[false], rules);
    strategy_init_boards(&refuted->boards[true], rules);
}

static inline void refuted_boards_free(RefutedBoards *refuted) {
    key_set_free(&refuted->boards[false]);
    key_set_free(&refuted->boards[true]);
}

static inline uint32_t refuted_boards_count(const RefutedBoards *refuted) {
    return refuted->boards[false].count + refuted->boards[true].count;
}

/* With the winner to move. */
typedef struct {
    Bits stones[2];
    int8_t ko;
} ProverPosition;

typedef struct {
    Solver *solver;
    const SolverContext *context;
    SolverThread *thread;   /* on the path */
    SolverThread *pathless; /* on no path: for bounds that hold on every one */
    bool draws_suffice;     /* for the winner, under simple ko: so does a game that never ends */
    Repetition *repetition; /* of such a goal, once prover_find_repetition was called; else NULL */
    WholeRules rules;
    Color winner;
    int goal, needed; /* the winner's score, and the points that secure it */
    StrategyBuilder builder;
    RefutedBoards refuted;          /* under superko */
    RefutedBoards refuted_recently; /* of these, those that entries may still lead to (avoid.c) */
    ProverPosition *todo;           /* that repetition.h found, for later */
    size_t todo_count;
    const VerifyMonitor *monitor;
    uint32_t assumption;    /* of the searches (solver_query.h) */
    bool ignores_ko_bounds; /* trusts no bound that rests on taking a ko */
    bool is_repairing;
    uint64_t search_nodes, repair_nodes; /* prover_search_nodes of an empty builder, and the most
                                            while it repairs */
    Status *status;
} Prover;

void prover_start(Prover *prover, Solver *solver, Color winner, int goal,
                  const VerifyMonitor *monitor, Status *status);
void prover_end(Prover *prover);

/* Returns false with the reason, unless the search was ended: that is the reason then. */
bool prover_fail(const Prover *prover, const char *reason);

/* Finds a set of positions that the winner never has to leave, which takes long. Returns false with
 * a message if there is none. */
bool prover_find_repetition(Prover *prover);

/* Tells how far the work is, at once or now and then; the solver is stopped if it shall end. */
void prover_report_now(const Prover *prover, const char *phase, size_t done, size_t all);
void prover_report(const Prover *prover, const char *phase, size_t done, size_t all);

/* Does the winner keep enough points by unconditional life? */
bool prover_is_secure(const Prover *prover, const Bitboard *bitboard);

/* Does the strategy need no move at the root: are the winner's points secure, or may it end the
 * game by a second pass? */
bool prover_is_decided(const Prover *prover, const Bitboard *root);

/* Was the first move a pass that leaves a good score for the winner? */
bool prover_has_passed(const Prover *prover, const Bitboard *root);

/* The most positions that one search on a path may enter: roughly what the solution took, and less
 * while a large strategy is repaired. Where superko has spoilt the path the winner has no move, and
 * a search for one may never end; an earlier move of the path is changed instead. */
uint64_t prover_search_nodes(const Prover *prover);

/* Appends a position to a list that free() frees. */
void prover_append(ProverPosition **list, size_t *count, const Bitboard *bitboard);

/* The winner is to move. */
Bitboard prover_position(const Prover *prover, const ProverPosition *position);

/* Makes the thread's path begin with the position, and returns it. */
Bitboard prover_begin_path(const Prover *prover, const ProverPosition *position);

/* The loser's replies that go on; has_passed: the winner has, so that a pass ends the game. */
MoveSet prover_replies(const Prover *prover, const Bitboard *bitboard, bool has_passed);

/* Makes a board a refuted one. Returns false if it was. */
bool prover_refute(Prover *prover, const SlowBoard *board, bool winner_to_move);

void prover_forget_refuted(Prover *prover);

/* Is the board a refuted one? */
bool prover_has_board(const Prover *prover, const RefutedBoards *refuted, const Bits stones[2],
                      int to_move);

/* Is its board a refuted one, or can the loser lead to one at once? has_passed: as for
 * prover_replies. */
bool prover_is_refuted(const Prover *prover, const RefutedBoards *refuted, const Bitboard *bitboard,
                       bool has_passed);

/* Is the position after that move of the winner refuted? */
bool prover_leads_to_refuted(const Prover *prover, const RefutedBoards *refuted,
                             const Bitboard *bitboard, int move);

/* ---- The slow board's terms and the solver's ---- */

/* The cell of a spot, WHOLE_PASS of a pass, WHOLE_NO_KO of BITBOARD_NO_KO. */
int prover_cell(const BitboardShape *shape, int spot);

SlowBoard prover_slow_board(const BitboardShape *shape, const Bits stones[2], Color winner);

/* ko: the cell, or WHOLE_NO_KO. */
Bitboard prover_bitboard(const Prover *prover, const SlowBoard *board, int ko, Color to_move);

/* Where the builder has a position. */
typedef struct {
    uint8_t key[STRATEGY_KEY_MAX];
    int symmetry;   /* takes the position to the one in the builder */
    uint32_t entry; /* or STRATEGY_ENTRY_NONE */
} ProverPlace;

/* Writes the bytes of a position in the builder. Returns the symmetry that takes it there. */
int prover_pack(const Prover *prover, const Bits stones[2], int ko, uint8_t *key);

/* The winner is to move. */
ProverPlace prover_find(const Prover *prover, const Bitboard *bitboard);

enum { PROVER_REPLIES_MAX = WHOLE_CELLS_MAX + 1 };

/* The positions after the replies (prover_replies) and their entries, or STRATEGY_ENTRY_NONE.
 * Returns their number. */
int prover_find_replies(const Prover *prover, const Bitboard *bitboard, bool has_passed,
                        Bitboard next[PROVER_REPLIES_MAX], uint32_t entries[PROVER_REPLIES_MAX]);

/* A move as the builder has it, under that symmetry, and back. */
int prover_record_move(const Prover *prover, int move, int symmetry);
int prover_move(const Prover *prover, int record_move, int symmetry);

/* The position of an entry as it lies there, and one of its moves. */
Bitboard prover_decode_entry(const Prover *prover, uint32_t entry, int place, int *move);

#endif
