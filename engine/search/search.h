/* Monte-Carlo search in a graph of positions up to symmetry (graph.h), by the rule of select.h,
 * with any evaluator.
 *
 * Two words count its work, as in KataGo. The VISITS of a position or a move are all that were ever
 * made of it, those kept from earlier searches included. The PLAYOUTS of a search are the visits of
 * the root that this search made itself. (A random game that an evaluator plays is a playout game.)
 *
 * A Search keeps its graph from one position to the next, so that what was found below the move
 * played is still there, also after taking moves back. Other rules, another komi or another size of
 * board make it forget (reuse_key.h). Its memory is fixed: when the graph is full, what cannot be
 * reached from the present position goes first, then what was visited least (garbage_collector.h).
 *
 * Threads share the graph without locks. An edge counts the threads below it as visits lost
 * (virtual loss), so that they search different lines. One thread, a fixed seed and a fixed number
 * of visits or playouts give the same search every time. A Search belongs to one thread; another
 * one may cancel it and ask how far it is. */
#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/team.h"
#include "engine/eval/evaluator.h"
#include "engine/go/ending/ending.h"
#include "engine/search/analysis.h"
#include "engine/search/graph/select.h"
#include "engine/search/sampling.h"

/* Is called after each playout, with the number made so far. search_chance and search_list_moves
 * may be called then, and answer as after a search of that many playouts. */
typedef struct {
    void (*report)(void *context, int64_t playouts);
    void *context;
} SearchObserver;

/* A search ends at the first of its limits. It makes at least one playout, unless the move is
 * sampled and the root has its visits already. */
typedef struct {
    int threads;              /* 1..SEARCH_THREADS_MAX */
    double seconds;           /* wall time; INFINITY: no limit */
    double unclear_seconds;   /* more time if the most visited move is not the best by its mean */
    int64_t visits;           /* of the root, at least 1; INT64_MAX: no limit */
    int64_t playouts;         /* of this search, at least 1; INT64_MAX: no limit */
    uint64_t seed;            /* of the threads' random numbers */
    uint64_t sampling_seed;   /* of the sampling */
    bool play_out;            /* passes only if there is no other move */
    const bool *allowed;      /* [point]: the only moves to choose from besides pass; NULL: all */
    const SearchAvoid *avoid; /* NULL: nothing; otherwise symmetric must be off */
    bool symmetric;           /* images of a position are one node */
    bool early_stop;          /* ends when the most visited move can no longer change; has no effect
                                 if lcb_z is set, since then any move may still be chosen */
    bool keep;     /* starts from the graph of earlier searches instead of an empty one */
    size_t memory; /* bytes for the graph */
    SamplingParameters sampling; /* how the move is sampled; all 0: the best one is taken */
    const Evaluator *human;      /* whose policy the sampling may follow; NULL: no network's */
    HumanProfile human_profile;  /* whose play it imitates */
    double lcb_z;    /* standard errors taken off a move's mean before choosing; 0: by visits */
    int root_images; /* the root's evaluation is a mean over this many images, 1..8; see
                        EvalRequest */
    HumanProfile profile;     /* whose play the evaluator imitates; nobody's: name "" */
    double playout_doublings; /* Black's, of which the evaluator is told (Situation) */
    double policy_optimism;   /* share of the evaluator's optimistic policy, 0..1, below the root */
    double root_policy_optimism;   /* and at the root */
    bool ignores_pre_root_history; /* the evaluator is not told of moves before the root */
    bool conservative_pass;        /* nor that a pass at the root may end the game */
    const SearchRoot *root; /* NULL: the root is searched as any other node; otherwise keep must be
                               off */
    bool anti_mirror;       /* minds whether the opponent plays mirror Go (anti_mirror.h); then
                               symmetric has no effect */
    double noise;         /* share of the root's priors that each search samples at random, 0..1 */
    _Atomic bool *cancel; /* set by another thread to end the search; may be NULL */
    const SearchWatch *watch;       /* NULL: no reports */
    const SearchObserver *observer; /* NULL: nobody; otherwise one thread, which calls it */
    SelectParameters select;
} SearchLimits;

enum { SEARCH_THREADS_MAX = TEAM_MAX };

typedef struct {
    Point move;       /* POINT_PASS if there is no other */
    double win_rate;  /* of the side to move after that move, 0..1; before it if it was sampled */
    double score;     /* expected points of the side to move, komi included */
    int64_t playouts; /* of this search */
    int64_t visits;   /* of the root, those kept from earlier searches included */
    int64_t nodes;    /* in the graph */
    size_t bytes;     /* of the graph in use */
    int depth;        /* moves of the deepest path */
    double seconds;
    TableCounts table; /* look-ups of positions not known to the edge, turned hits among them */
} SearchResult;

typedef struct Search Search;

/* Returns NULL if out of memory. The evaluator must outlive the search. */
Search *search_new(const Evaluator *evaluator);
void search_free(Search *search);

/* What the search's verdicts on the end of the game are kept in; other judges of the same positions
 * may share it. Where they are in doubt, the evaluator's ownership decides. */
Ending *search_ending(Search *search);

/* Changes the evaluator. Forgets what was found with another one. */
void search_set_evaluator(Search *search, const Evaluator *evaluator);

/* Forgets everything that was found. */
void search_clear(Search *search);

/* Searches the present position of a game for color. Fails only if out of memory. */
bool search_run(Search *search, const Game *game, Color color, const SearchLimits *limits,
                SearchResult *result, Status *status);

/* Playouts made by the search under way, or by the last one. Any thread may ask. */
int64_t search_playouts(const Search *search);

/* A move of the root after search_run. */
typedef struct {
    Point move;
    int64_t visits;
    double win_rate, score; /* of the side to move */
    double lcb;             /* lower confidence bound of win_rate */
    double prior;
} SearchMove;

/* Lists the root's visited moves, the most visited first, at most max of them. Returns how many. */
int search_list_moves(const Search *search, SearchMove *moves, int max);

/* Returns the chance with which the last search, or the one whose observer asks, would sample this
 * move if it sampled by these parameters. It must be one that samples; the game must still be as it
 * was.
 */
double search_chance(const Search *search, const SamplingParameters *sampling, Point move);

enum { SEARCH_DUMP_DEPTH_MAX = 64 };

/* Receives the tree below the root, or as much of it as these limits allow. */
typedef struct {
    int depth;    /* moves ahead, 0..SEARCH_DUMP_DEPTH_MAX */
    int branches; /* in each position, the most visited first */
    int moves;    /* in all */
    /* Called before and after everything below a visited move of color. */
    void (*enter)(void *context, Color color, const SearchMove *move);
    void (*leave)(void *context);
    void *context;
} SearchVisitor;

/* Shows the tree after search_run, as long as the game has not changed since. A position that is
 * reached by several paths is shown on each. Fails only if out of memory. */
bool search_dump_tree(Search *search, const SearchVisitor *visitor, Status *status);

#endif
