/* Monte-Carlo search in a graph of positions up to symmetry (graph.h), by the rule of select.h,
 * with any evaluator.
 *
 * A Search keeps its graph from one position to the next, so that what was found below the move
 * that came is still there, also after taking moves back; rules, komi or a board of another size
 * make it forget. Its memory is fixed: where the graph is full, what cannot be reached from the
 * present position goes, and then what was visited least.
 *
 * Threads share the graph without locks. An edge counts the threads below it as visits lost, so
 * they spread out. One thread, a fixed seed and a fixed number of visits give the same search
 * every time. A Search belongs to one thread; another one may stop it and see how far it is. */
#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/team.h"
#include "engine/eval/evaluator.h"
#include "engine/search/analysis.h"
#include "engine/search/select.h"

typedef struct {
    int threads;            /* 1..SEARCH_THREADS_MAX */
    double seconds;         /* wall time, infinity for no limit */
    double unclear_seconds; /* so much more where the most visited move is not the best by mean */
    int64_t visits; /* of the root, those kept from before included; INT64_MAX for no limit */
    uint64_t seed;
    bool avoid_pass;          /* passes only where there is no other move */
    const bool *allowed;      /* [point]: the only moves to choose from, pass left out; NULL: all */
    const SearchAvoid *avoid; /* NULL: nothing; else symmetric must be off */
    bool symmetric;           /* images of a position are one node */
    bool early_stop;          /* ends when the most visited move can no longer change; unless lcb_z
                                 is set, by which any may be chosen */
    bool keep;                /* use what the graph has from before; else it starts empty */
    size_t memory;            /* bytes for the graph */
    double lcb_z;    /* standard errors taken off a move's mean before it is chosen; 0: by visits */
    int root_images; /* that the root's evaluation is a mean over, 1..8: see EvalQuestion */
    double noise;    /* share of the root's priors that each search draws at random; 0: none */
    _Atomic bool *cancel;     /* set by another thread to end the search; may be NULL */
    const SearchWatch *watch; /* NULL: no reports */
    SelectParameters select;
} SearchLimits;

enum { SEARCH_THREADS_MAX = TEAM_MAX };

typedef struct {
    Point move;          /* POINT_PASS where there is none to make */
    double win_rate;     /* of the side to move after that move, 0..1 */
    double score;        /* expected points of the side to move, komi included */
    int64_t visits;      /* of this search */
    int64_t root_visits; /* with those kept from before */
    int64_t nodes;       /* in the graph */
    size_t bytes;        /* of the graph in use */
    int depth;           /* of the deepest path */
    double seconds;
    TableCounts table; /* probes for positions not known to the edge, turned hits among them */
} SearchResult;

typedef struct Search Search;

/* NULL where there is no memory. The evaluator must outlive the search. */
Search *search_new(const Evaluator *evaluator);
void search_free(Search *search);

/* Another evaluator from now on: what was found with the last one is forgotten. */
void search_set_evaluator(Search *search, const Evaluator *evaluator);

/* Forgets all that was found. */
void search_clear(Search *search);

/* Searches the present position of a game for color. Fails only where memory runs out. */
bool search_run(Search *search, const Game *game, Color color, const SearchLimits *limits,
                SearchResult *result, Status *status);

/* Visits made by the search that runs, or ran last. Any thread may ask. */
int64_t search_visits(const Search *search);

/* A move of the root after search_run. */
typedef struct {
    Point move;
    int64_t visits;
    double win_rate, score; /* of the side to move */
    double lcb;             /* of win_rate */
    double prior;
} SearchMove;

/* The root's moves that were visited, the most visited first; at most max. Returns how many. */
int search_list_moves(const Search *search, SearchMove *moves, int max);

enum { SEARCH_WALK_DEPTH_MAX = 64 };

/* Who is shown the tree below the root, as much of it as is asked for. */
typedef struct {
    int depth;    /* moves ahead, 0..SEARCH_WALK_DEPTH_MAX */
    int branches; /* in each position, the most visited first */
    int moves;    /* in all */
    /* Before and after all that is below a visited move of color. */
    void (*enter)(void *context, Color color, const SearchMove *move);
    void (*leave)(void *context);
    void *context;
} SearchVisitor;

/* Shows the tree after search_run, as long as the game is as it was then. A position that is
 * reached by several paths is shown on each. Fails only where memory runs out. */
bool search_walk(Search *search, const SearchVisitor *visitor, Status *status);

#endif
