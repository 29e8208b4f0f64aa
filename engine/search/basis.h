/* What the values in a search's graph depend on apart from the position: a graph is kept for
 * another search only if all of it is the same. Whether the position is the same, or one further on
 * in the game, is not asked here: the graph finds it by its key or does not (root.h).
 *
 * Private to engine/search. Plain data. */
#ifndef ENGINE_SEARCH_BASIS_H
#define ENGINE_SEARCH_BASIS_H

#include "engine/search/mirror.h"
#include "engine/search/search.h"

typedef struct {
    const Geometry *geometry;
    Rules rules;
    double komi;
    int handicap;
    bool takes_dead; /* dead stones go after two passes: the values of finished games */
    const Evaluator *evaluator;
    double score_share;       /* the worth in all-moves-as-first statistics */
    double prior_temperature; /* the priors */
    double policy_optimism;   /* and those below the root */
    double playout_doublings; /* what the evaluator is told of the players */
    int root_images;          /* the root's own evaluation */
    HumanProfile profile;     /* whom the evaluator imitates */
    bool symmetric;           /* what a node stands for */
    Color mirroring;          /* the side whose moves are mirrored, if the search minds */
    size_t memory;            /* the size of the graph, as asked for */
} SearchBasis;

/* The basis of a search of this game by these limits. */
SearchBasis basis_of(const Game *game, const Evaluator *evaluator, const SearchLimits *limits,
                     const Mirror *mirror);

bool basis_is_same(const SearchBasis *a, const SearchBasis *b);

#endif
