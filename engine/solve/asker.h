/* Asks one question of a position: "does the attacker reach at least so many points?"
 *
 * The search is an alpha-beta search of two values, bounded by depth. It answers YES or NO, which
 * are claims, or OPEN, which says nothing. README.md argues why a claim may be stored in the table:
 * in short, a claim depends on the plies of the path whose repetition it used against the loser,
 * and it is stored only where those all lie in its own tree.
 *
 * Everything is seen from the colour to move, the mover: goal[colour] is what that colour must
 * reach, and goal[BLACK] + goal[WHITE] = 1, so that exactly one of the two succeeds.
 *
 * Arena and table are shared by all threads; an Asker belongs to one. */
#ifndef ENGINE_SOLVE_ASKER_H
#define ENGINE_SOLVE_ASKER_H

#include "engine/board/rules.h"
#include "engine/solve/claim.h"
#include "engine/solve/field.h"

/* What may be switched off to measure it, or to check that the answers stay. */
typedef struct {
    bool symmetry;  /* canonical keys */
    bool exchange;  /* a position and its colour exchange share an entry */
    bool cutoff;    /* all children are looked up before one is searched */
    bool life;      /* unconditional life */
    bool reduction; /* late moves of the attacker are searched less deeply */
} SolveTechniques;

static const SolveTechniques SOLVE_ALL_TECHNIQUES = {true, true, true, true, true};

enum {
    ARENA_BUSY = 1 << 12,
    CAREFUL_CELLS = 12, /* boards up to this size are solved carefully */
};

/* What all searches of a position have in common. */
typedef struct {
    FieldShape *shape;
    KoRule ko;
    bool suicide;
    bool is_careful; /* under superko nothing is stored that rests on taking a ko */
    SolveTechniques use;
    Table table;
    HashLanes context[2]; /* [mover]: board, rules and side to move, for the keys */
    uint16_t cell_from[SYMMETRY_COUNT][64]; /* [g][canonical cell]: the cell on the board */
    _Atomic bool stop;                      /* relaxed: a search that sees it late ends late */
    /* The keys of positions that threads are searching just now, each at a place of its own. */
    _Atomic uint64_t busy[ARENA_BUSY];
    bool has_company; /* several threads search at the same time */
    /* Called by the first thread now and then. May be NULL. */
    void (*tick)(void *context);
    void *tick_context;
} SolveArena;

/* Makes an arena with an empty table of so many bytes. Returns false if out of memory. */
bool solve_arena_init(SolveArena *arena, int width, int height, const Rules *rules,
                      SolveTechniques use, uint64_t hash_seed, size_t table_bytes);
void solve_arena_free(SolveArena *arena);

/* As field_play does, with the rules of the arena. A suicide of one stone, which leaves the board
 * as it was, is legal under situational superko alone: positional superko bans it, and with simple
 * ko the loser of any game would go on with it for ever. */
FieldOutcome solve_arena_play(const SolveArena *arena, const Field *from, int move, Field *to);

HashKey solve_arena_key(const SolveArena *arena, const Field *field);

/* The cell of a canonical cell, and back, by the orientation of a key. */
static inline int solve_arena_cell(const SolveArena *arena, Symmetry orientation, int canonical) {
    return arena->cell_from[orientation][canonical];
}

typedef enum { ANSWER_OPEN, ANSWER_YES, ANSWER_NO } Answer;

typedef struct {
    uint64_t nodes;     /* positions whose moves were generated */
    uint64_t generated; /* positions after those moves */
    TableCounts table;
} AskerCounts;

typedef struct Asker Asker;

/* ticks: this one calls arena->tick. Returns NULL if out of memory. */
Asker *asker_new(SolveArena *arena, bool ticks);
void asker_free(Asker *asker);

/* Sets the question: does attacker reach at least target? */
void asker_set_question(Asker *asker, Color attacker, int target);

/* Whether claims that rest on taking a ko are neither trusted nor stored. At first as the arena
 * says.
 */
void asker_set_careful(Asker *asker, bool is_careful);

/* Forgets the path; field is then its only position. */
void asker_set_root(Asker *asker, const Field *root);

/* Plays a legal move at the end of the path, or takes it back. */
void asker_play(Asker *asker, int move);
void asker_undo(Asker *asker);

/* Does the ko rule make a repetition of the position, after a move from the end of the path? */
bool asker_repeats(const Asker *asker, const Field *field);

/* What kept the last search from an answer. */
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

/* Leaves a move at the end of the path out of the next searches; FIELD_NONE: none. */
void asker_exclude(Asker *asker, int move);

/* The same without a look at what the table says of the end of the path itself, so that *move is
 * the mover's deciding move if the answer is good for the mover; else FIELD_NONE. */
Answer asker_ask_move(Asker *asker, int depth, bool trusts_open, AskerEnd *end, int *move);

const AskerCounts *asker_counts(const Asker *asker);

#endif
