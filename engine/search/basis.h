/* What the values in a search's graph depend on, apart from the position: a graph is kept for
 * another search only if all of it is the same. Private to engine/search. */
#ifndef ENGINE_SEARCH_BASIS_H
#define ENGINE_SEARCH_BASIS_H

#include "engine/search/search.h"

typedef struct {
    const Geometry *geometry;
    Rules rules;
    double komi;
    int handicap;
    bool takes_dead; /* off the board after two passes: what finished games are worth */
    const Evaluator *evaluator;
    double score_share;       /* of what moves are worth as all-moves-as-first */
    double prior_temperature; /* of the priors */
    int root_images;          /* of the root's own evaluation */
    bool symmetric;           /* what a node stands for */
    size_t memory;            /* asked for, not a value: the graph is made for it */
} SearchBasis;

SearchBasis basis_of(const Game *game, const Evaluator *evaluator, const SearchLimits *limits);

bool basis_is_same(const SearchBasis *a, const SearchBasis *b);

#endif
