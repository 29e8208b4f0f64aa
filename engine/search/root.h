/* The root of a search: its position, its node in the graph, and the moves that can be played there
 * on this game's history.
 *
 * A node may stand for positions with several histories, if what happened before can only come back
 * after a long time. So an edge of the root may have visits that came through other paths, although
 * superko bans its move in this game. Whoever asks for the root's most visited move must ask here.
 *
 * Private to engine/search. One thread calls the functions that change the context, before the
 * threads of a search start; from then on what they found is constant. */
#ifndef ENGINE_SEARCH_ROOT_H
#define ENGINE_SEARCH_ROOT_H

#include "engine/search/search_context.h"

/* Makes the game's present position, with color to move, the context's root: board, key and last
 * moves. A game that goes on after two passes has one of them left. */
void root_set_position(SearchContext *context, const Game *game, Color color);

/* Finds the root's node, or makes it. If the graph is full it is emptied for it. */
void root_find_node(SearchContext *context);

/* Finds the move by which each of the root's edges is played in this game. If the root has no edges
 * there are none. Uses up the thread's path. */
void root_find_moves(SearchThread *thread);

/* Can an edge of the root (0..root_move_count - 1) be played in this game? */
static inline bool root_is_playable(const SearchContext *context, int edge) {
    return context->root_moves[edge] != POINT_NONE;
}

/* How many of the root's edges can be played. */
int root_count_playable(const SearchContext *context);

/* The number of the most visited edge that can be played, the first of equal ones; -1 if none of
 * them was visited. */
int root_most_visited(const SearchContext *context);

#endif
