/* Asks one question of a position: "does the attacker reach at least N points?"
 *
 * The search is an alpha-beta search of two values, bounded by depth. It answers YES or NO, which
 * are bounds, or OPEN, which says nothing. README.md argues why a bound may be stored in the table:
 * in short, a bound depends on the plies of the path whose repetition it used against the loser,
 * and it is stored only where those all lie in its own tree.
 *
 * Everything is seen from the colour to move, the mover: goal[colour] is what that colour must
 * reach, and goal[BLACK] + goal[WHITE] = 1, so that exactly one of the two succeeds.
 *
 * Context and table are shared by all threads; a SolverThread belongs to one. */
#ifndef ENGINE_SOLVE_SOLVER_THREAD_H
#define ENGINE_SOLVE_SOLVER_THREAD_H

#include "engine/solve/path.h"

typedef enum { ANSWER_OPEN, ANSWER_YES, ANSWER_NO } Answer;

enum { DEPENDS_ON_NO_PLY = PATH_PLIES_MAX }; /* "depends on no ply of the path" */

/* On a position, from the point of view of its mover. */
typedef struct {
    Answer answer;
    int depends;     /* the first ply of the path whose repetition was used, or DEPENDS_ON_NO_PLY */
    bool is_tainted; /* a superko ban was used against the loser, at any ply */
    Kos kos;         /* under superko, those that the winner takes; under simple ko the moves that
                        the winner still makes at most */
} SolverResult;

static inline SolverResult solver_result_of(Answer answer) {
    return (SolverResult){answer, DEPENDS_ON_NO_PLY, false, 0};
}

typedef struct {
    uint64_t nodes;     /* positions whose moves were generated */
    uint64_t generated; /* positions after those moves */
    TableCounts table;
} SolverCounts;

typedef struct SolverThread SolverThread;

/* Returns NULL if out of memory. */
SolverThread *solver_thread_new(SolverContext *context, SolverGroup *group);
void solver_thread_free(SolverThread *thread);

/* Later searches end with this group. */
void solver_thread_set_group(SolverThread *thread, SolverGroup *group);

/* Pessimistic searches, under superko: the attacker makes no use of bans, so that each move that
 * superko forbids the other side counts as its success. What the attacker reaches nevertheless is
 * right on every path and may be stored; what it does not reach says nothing. To be set before the
 * question. */
void solver_thread_set_pessimistic(SolverThread *thread, bool is_pessimistic);

/* Also given what is stored in the table, if it cost at least min_nodes: for tables of other
 * processes (solver_context_merge). take NULL: not given away. */
typedef struct {
    uint64_t min_nodes;
    void (*take)(void *context, const BoundsUpdate *update);
    void *context;
} SolverShare;

void solver_thread_set_share(SolverThread *thread, SolverShare share);

/* Calls call(context) during searches, each time that many positions have been entered. It may stop
 * the group. call NULL: never, as at first. */
void solver_thread_set_poll(SolverThread *thread, uint64_t nodes, void (*call)(void *context),
                            void *context);

/* Sets the question: does attacker reach at least target? */
void solver_thread_set_question(SolverThread *thread, Color attacker, int target);

/* Whether ko bounds, those that rest on taking a ko, are neither trusted nor stored. At first as
 * the context says.
 */
void solver_thread_ignore_ko_bounds(SolverThread *thread, bool ignores_ko_bounds);

/* Forgets the path; bitboard is then its only position. */
void solver_thread_set_root(SolverThread *thread, const Bitboard *root);

/* Adds a position at the end of the path, which may have come about in any way. */
void solver_thread_add_position(SolverThread *thread, const Bitboard *bitboard);

/* Plays a legal move at the end of the path, or takes it back. */
void solver_thread_play(SolverThread *thread, int move);
void solver_thread_undo(SolverThread *thread);

/* Does the ko rule make a repetition of the position, after a move from the end of the path? */
bool solver_thread_repeats(const SolverThread *thread, const Bitboard *bitboard);

/* What kept the last search from an answer: of several reasons, the last of these. */
typedef enum {
    SEARCH_COMPLETE,       /* nothing: every line came to its end */
    SEARCH_ENDED_BY_TABLE, /* the table calls a position open, perhaps on another path */
    SEARCH_ENDED_BY_DEPTH, /* the depth */
} SearchEnd;

/* Does the attacker reach its target from the end of the path, as far as a search of this depth
 * says? The search is made to find a YES: it meets a NO only if nothing else is left. Ask for the
 * other colour to find a NO. trusts_open: a position that the table calls open at this depth is not
 * searched again, although it may have been met on another path, whose bans were others. */
Answer solver_thread_solve(SolverThread *thread, int depth, bool trusts_open, SearchEnd *end);

/* The result on the end of the path, of a search whose root is an earlier position of it. If the
 * group is stopped meanwhile the result says nothing. */
SolverResult solver_thread_search(SolverThread *thread, int depth, bool trusts_open,
                                  SearchEnd *end);

/* Lets the searches that follow stop their group when they have entered that many positions; at
 * first there is no limit. */
void solver_thread_set_limit(SolverThread *thread, uint64_t nodes);

/* Leaves these moves at the end of the path out of the next searches. */
void solver_thread_exclude_moves(SolverThread *thread, MoveSet moves);

/* The same without a look at what the table says of the end of the path itself, so that *move is
 * the mover's deciding move if the answer is good for the mover; else BITBOARD_NONE. */
Answer solver_thread_solve_move(SolverThread *thread, int depth, bool trusts_open, SearchEnd *end,
                                int *move);

const SolverCounts *solver_thread_counts(const SolverThread *thread);

#endif
