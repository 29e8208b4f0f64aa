/* Against mirror Go (mirror.h): the search prefers moves that break the mirror, at the center and
 * around a stone there, and expects mirrored answers of the opponent. This biases values (KataGo's
 * antiMirror, cpp/search/searchmirror.cpp).
 *
 * Private to engine/search. Each thread calls these for its own SearchThread. */
#ifndef ENGINE_SEARCH_ANTI_MIRROR_H
#define ENGINE_SEARCH_ANTI_MIRROR_H

#include "engine/search/search_context.h"

/* Finds the biases [edge] of the selection at the last step of the thread's path. Returns false if
 * there are none: neither side mirrors, or the path has left the mirror. */
bool anti_mirror_bias(const SearchThread *thread, const Step *step, const GraphEdge *edges,
                      SelectBias *biases);

/* Does the value of the thread's position depend on who owns the center? It does if the mirroring
 * side has a stone there and wins a mirrored game. */
bool anti_mirror_is_about_center(const SearchThread *thread);

/* Weighs the center's ownership into the win rate of the thread's answer. */
void anti_mirror_weigh_center(SearchThread *thread);

#endif
