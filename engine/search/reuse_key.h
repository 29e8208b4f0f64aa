/* The reuse key of a search's graph: what its values depend on apart from the position. A graph
 * is kept for another search only if the key is the same. The position is no part of it: the
 * graph finds that by its own key or does not (root.h).
 *
 * Private to engine/search. Plain data. */
#ifndef ENGINE_SEARCH_REUSE_KEY_H
#define ENGINE_SEARCH_REUSE_KEY_H

#include "engine/search/mirror.h"
#include "engine/search/search_limits.h"

typedef struct {
    const Geometry *geometry;
    Rules rules;
    double komi;
    int handicap;
    bool takes_dead; /* dead stones go after two passes: the values of finished games */
    const Evaluator *evaluator;
    double score_share;       /* the utility in all-moves-as-first statistics */
    double prior_temperature; /* the priors */
    double policy_optimism;   /* and those below the root */
    double playout_doublings; /* what the evaluator is told of the players */
    int root_symmetries;      /* the root's own evaluation */
    double root_temperature;  /* the root's priors */
    HumanProfile profile;     /* whom the evaluator imitates */
    bool symmetric;           /* what a node stands for */
    Color mirroring;          /* the side whose moves are mirrored, if the search minds */
    size_t memory;            /* the size of the graph, as asked for */
} ReuseKey;

/* The key of a search of this game by these limits. */
ReuseKey reuse_key_of(const Game *game, const Evaluator *evaluator, const SearchLimits *limits,
                      const Mirror *mirror);

bool reuse_key_is_same(const ReuseKey *a, const ReuseKey *b);

#endif
