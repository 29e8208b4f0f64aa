/* Against mirror Go (mirror.h): the search looks for moves that break the mirror, at the center,
 * where both sides meet, and around a stone there. It follows the opponent's mirrored answers as if
 * they were certain, so that moves are judged by what the mirror makes of them. Values are biased
 * by that (KataGo's antiMirror, cpp/search/searchmirror.cpp).
 *
 * Private to engine/search. Each thread calls these for its own SearchThread. */
#ifndef ENGINE_SEARCH_ANTI_MIRROR_H
#define ENGINE_SEARCH_ANTI_MIRROR_H

#include "engine/search/search_context.h"

/* Finds the biases of the selection at the last step of the thread's path: [edge]. Returns false if
 * it has none: neither side mirrors, or not all along the path. */
bool anti_mirror_bias(const SearchThread *thread, const Step *step, const GraphEdge *edges,
                      SelectBias *biases);

/* Does a value at the thread's position depend on who owns the center? If the mirroring side has a
 * stone there and wins a mirrored game, its life is what the game is about. */
bool anti_mirror_is_about_center(const SearchThread *thread);

/* Makes the thread's answer, which has owners, depend on it. */
void anti_mirror_weigh_center(SearchThread *thread);

#endif
