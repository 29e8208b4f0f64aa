/* A dump of the search tree, move by move. Private to engine/search. No thread may be searching. */
#ifndef ENGINE_SEARCH_DUMP_H
#define ENGINE_SEARCH_DUMP_H

#include "engine/search/descent.h"
#include "engine/search/search.h"

/* search_list_moves. */
int dump_root(const SearchContext *context, SearchMove *moves, int max);

/* search_dump_tree, in the context of a search that has ended. */
bool dump_tree(SearchContext *context, const SearchVisitor *visitor, Status *status);

#endif
