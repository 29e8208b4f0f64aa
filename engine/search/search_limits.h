/* The limits, parameters and result of a search. Plain data. */
#ifndef ENGINE_SEARCH_SEARCH_LIMITS_H
#define ENGINE_SEARCH_SEARCH_LIMITS_H

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/team.h"
#include "engine/eval/evaluator.h"
#include "engine/search/analysis.h"
#include "engine/search/graph/select.h"
#include "engine/search/sampling.h"

/* A search ends at the first limit reached. It makes at least one playout, unless the move is
 * sampled and the root has been expanded. */
typedef struct {
    int threads;              /* 1..SEARCH_THREADS_MAX */
    double seconds;           /* wall time; INFINITY: no limit */
    double unclear_seconds;   /* more time if the most visited move is not the best by its mean */
    int64_t visits;           /* of the root, at least 1; INT64_MAX: no limit */
    int64_t playouts;         /* of this search, at least 1; INT64_MAX: no limit */
    uint64_t seed;            /* of the threads' random numbers */
    uint64_t sampling_seed;   /* of the sampling */
    bool chooses;             /* a move will be played: passes are held back (choose.c) */
    bool play_out;            /* passes only if there is no other move */
    const bool *allowed;      /* [point]: the only moves to choose from besides pass; NULL: all */
    const SearchAvoid *avoid; /* NULL: nothing; otherwise symmetric must be off */
    bool symmetric;           /* images of a position are one node */
    bool early_stop;          /* ends when no other move can overtake the most visited one; only if
                                 the choice is by visits: lcb_z is 0, and the move is not sampled */
    bool keep; /* starts from the graph of the last search, if that had it set, too, instead of an
                  empty one; off with ignores_pre_root_history, conservative_pass, is_root_apart */
    size_t memory;               /* bytes for the graph */
    SamplingParameters sampling; /* of the move; all 0: the best one is taken */
    const Evaluator *human;      /* the human-play network for the sampling; NULL: none */
    HumanProfile human_profile;  /* that it imitates */
    double lcb_z;        /* standard errors taken off a move's mean before choosing; 0: by visits */
    int root_symmetries; /* images over which the root's evaluation is averaged, 1..8 */
    HumanProfile profile;     /* that the evaluator imitates; name "": none */
    double playout_doublings; /* Black's, an input of the evaluator (Situation) */
    double policy_optimism;   /* share of the evaluator's optimistic policy, 0..1, below the root */
    double root_policy_optimism;   /* and at the root */
    bool ignores_pre_root_history; /* the evaluator is not told of moves before the root */
    bool conservative_pass;        /* the evaluator is not told that a pass at the root may end the
                                      game */
    bool is_root_apart;            /* the root is searched by `root` */
    SearchRoot root;
    bool anti_mirror;     /* breaks the mirror if the side that is not to move mirrors (mirror.h) */
    _Atomic bool *cancel; /* set by another thread to end the search; may be NULL */
    const SearchWatch *watch; /* NULL: no reports */
    SelectParameters select;
} SearchLimits;

enum { SEARCH_THREADS_MAX = TEAM_MAX };

/* A move of the root after search_run. */
typedef struct {
    Point move;
    int64_t visits;
    double win_rate, score; /* of the side to move */
    double lcb;             /* lower confidence bound of win_rate */
    double prior;
} SearchMove;

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
    TableCounts table; /* look-ups of positions that the edge's hint does not find */
} SearchResult;

#endif
