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
 * Context and table are shared by all threads; an Asker belongs to one. */
#ifndef ENGINE_SOLVE_ASKER_H
#define ENGINE_SOLVE_ASKER_H

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
} AskerCounts;

typedef struct Asker Asker;

/* Returns NULL if out of memory. */
Asker *asker_new(SolverContext *context, SolverGroup *group);
void asker_free(Asker *asker);

/* Lets the searches that follow end with this group. */
void asker_join(Asker *asker, SolverGroup *group);

/* Plain searches, under superko: the attacker makes no use of bans, so that each move that superko
 * forbids the other side counts as its success. What the attacker reaches so it reaches, and all of
 * that may be stored; what it does not reach says nothing. To be set before the question. */
void asker_set_plain(Asker *asker, bool is_plain);

/* Where what is stored in the table goes, too, if it cost at least so many nodes: for tables of
 * other processes (solver_context_merge). take NULL: nowhere. */
typedef struct {
    uint64_t least_nodes;
    void (*take)(void *context, uint64_t key, uint64_t check, const Bounds *update);
    void *context;
} AskerShare;

void asker_set_share(Asker *asker, AskerShare share);

/* Calls call(context) during searches, each time so many positions have been entered. It may stop
 * the group. call NULL: never, as at first. */
void asker_set_poll(Asker *asker, uint64_t nodes, void (*call)(void *context), void *context);

/* Sets the question: does attacker reach at least target? */
void asker_set_question(Asker *asker, Color attacker, int target);

/* Whether bounds that rest on taking a ko are neither trusted nor stored. At first as the context
 * says.
 */
void asker_set_careful(Asker *asker, bool is_careful);

/* Forgets the path; field is then its only position. */
void asker_set_root(Asker *asker, const Field *root);

/* Adds a position at the end of the path, which may have come about in any way. */
void asker_add(Asker *asker, const Field *field);

/* Plays a legal move at the end of the path, or takes it back. */
void asker_play(Asker *asker, int move);
void asker_undo(Asker *asker);

/* Does the ko rule make a repetition of the position, after a move from the end of the path? */
bool asker_repeats(const Asker *asker, const Field *field);

/* What kept the last search from an answer: of several reasons, the last of these. */
typedef enum {
    ASKER_WHOLE, /* nothing: every line came to its end */
    ASKER_TABLE, /* a position that the table calls open, perhaps because of another path */
    ASKER_DEPTH, /* the depth */
} AskerEnd;

/* Does the attacker reach its target from the end of the path, as far as a search of this depth
 * says? The search is made to find a YES: it meets a NO only if nothing else is left. Ask for the
 * other colour to find a NO. trusts_open: a position that the table calls open at this depth is not
 * searched again, although it may have been met on another path, whose bans were others. */
Answer asker_ask(Asker *asker, int depth, bool trusts_open, AskerEnd *end);

/* The result on the end of the path, of a search whose root is an earlier position of it. If the
 * group is stopped meanwhile the result says nothing. */
SolverResult asker_judge(Asker *asker, int depth, bool trusts_open, AskerEnd *end);

/* Lets the searches that follow stop their group when they have entered so many positions; at first
 * there is no limit. */
void asker_set_limit(Asker *asker, uint64_t nodes);

/* Leaves these moves at the end of the path out of the next searches. */
void asker_exclude(Asker *asker, MoveSet moves);

/* The same without a look at what the table says of the end of the path itself, so that *move is
 * the mover's deciding move if the answer is good for the mover; else FIELD_NONE. */
Answer asker_ask_move(Asker *asker, int depth, bool trusts_open, AskerEnd *end, int *move);

const AskerCounts *asker_counts(const Asker *asker);

#endif
