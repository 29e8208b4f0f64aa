/* The tree that a search has grown, shown move by move. Private to engine/search. */
#ifndef ENGINE_SEARCH_WALK_H
#define ENGINE_SEARCH_WALK_H

#include "engine/search/descent.h"
#include "engine/search/search.h"

/* What is known of a node's edge, whose move is played as move, to the side that plays it. */
SearchMove walk_describe(const GraphNode *node, const GraphEdge *edge, Point move, Color side,
                         double lcb_z);

/* search_walk, in the scene of a search that is at its end. */
bool walk_tree(Scene *scene, const SearchVisitor *visitor, double lcb_z, Status *status);

#endif
