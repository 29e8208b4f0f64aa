/* Monte-Carlo search with UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006)
 * over uniform playouts, in a graph of positions up to symmetry (graph.h).
 *
 * Threads share the graph without locks. An edge counts the threads below it as visits lost, so
 * they spread out. One thread, a fixed seed and a fixed number of visits give the same search
 * every time.
 */
#ifndef ENGINE_SEARCH_UCT_H
#define ENGINE_SEARCH_UCT_H

#include <stddef.h>

#include "engine/base/team.h"
#include "engine/board/game.h"
#include "tt/table.h"

typedef struct {
    int threads;    /* 1..UCT_THREADS_MAX */
    double seconds; /* wall time, infinity for no limit */
    int64_t visits; /* of the root, INT64_MAX for no limit; one of the two must be finite */
    uint64_t seed;
    bool avoid_pass;     /* passes only where there is no other move */
    const bool *allowed; /* [point]: the only moves to choose from, pass left out; NULL: all */
    bool symmetric;      /* images of a position are one node */
    size_t memory;       /* bytes for the graph; where it is full, or there is less, leaves stay
                           leaves and gather more playouts */
} UctLimits;

enum { UCT_THREADS_MAX = TEAM_MAX };

typedef struct {
    Point move;      /* the most visited, POINT_PASS where there is none to make */
    double win_rate; /* of the side to move after that move, 0..1 */
    double score;    /* expected points of the side to move, komi included */
    int64_t visits;
    int64_t nodes;
    int depth; /* of the deepest path */
    double seconds;
    TableCounts table; /* probes for positions not known to the edge, turned hits among them */
} UctResult;

/* Searches the present position of a game for color. Fails only where memory runs out. */
bool uct_search(const Game *game, Color color, const UctLimits *limits, UctResult *result,
                Status *status);

#endif
