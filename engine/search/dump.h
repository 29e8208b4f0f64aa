/* A dump of the search tree, move by move.
 *
 * Private to engine/search. To be called when no thread searches. */
#ifndef ENGINE_SEARCH_DUMP_H
#define ENGINE_SEARCH_DUMP_H

#include "engine/search/descent.h"
#include "engine/search/search.h"

/* What is known of a node's edge, which `side` plays by this move. */
SearchMove dump_move(const GraphNode *node, const GraphEdge *edge, Point move, Color side,
                     double lcb_z);

/* search_dump_tree, in the context of a search that has ended. */
bool dump_tree(SearchContext *context, const SearchVisitor *visitor, Status *status);

#endif
