/* Monte-Carlo search in a graph of positions up to symmetry (graph.h), by the rule of select.h,
 * with any evaluator.
 *
 * As in KataGo, VISITS of a position or move include those kept from earlier searches; PLAYOUTS of
 * a search are the visits of the root that it made itself. (A random game that an evaluator plays
 * is a playout game.)
 *
 * A Search keeps its graph from one position to the next, also when moves are taken back, unless
 * the rules, komi or board size change (ReuseKey in search.c). Its memory is fixed: when the graph
 * is full, nodes that the root does not reach go first, then those visited least
 * (garbage_collector.c).
 *
 * Threads share the graph without locks. Threads below an edge count as lost visits (virtual loss),
 * so that others search different lines. One thread, a fixed seed and a fixed number of visits or
 * playouts give the same search every time. A Search belongs to one thread; another one may cancel
 * it and ask for its playouts. */
#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H

#include "engine/go/ending/ending.h"
#include "engine/search/search_limits.h"

typedef struct Search Search;

/* Returns NULL if out of memory. The evaluator must outlive the search. */
Search *search_new(const Evaluator *evaluator);
void search_free(Search *search);

/* Returns the search's cache of dead stones and settled games, which others may share. In doubt the
 * evaluator's ownership decides. */
Ending *search_ending(Search *search);

/* Sets the evaluator. Clears the graph if it is another one. */
void search_set_evaluator(Search *search, const Evaluator *evaluator);

/* Frees the graph. */
void search_clear(Search *search);

/* Searches the present position of a game for color. Fails only if out of memory. */
bool search_run(Search *search, const Game *game, Color color, const SearchLimits *limits,
                SearchResult *result, Status *status);

/* Returns the playouts of the running or last search. Any thread may call. */
int64_t search_playouts(const Search *search);

/* Lists at most max of the root's visited moves, the most visited first. Returns their number. */
int search_list_moves(const Search *search, SearchMove *moves, int max);

#endif
