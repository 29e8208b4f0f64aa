/* Monte-Carlo tree search with UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning",
 * 2006) over uniform playouts.
 *
 * Threads share one tree without locks: a node's children are published once by an atomic store,
 * and its statistics are atomic sums. A visit is counted on the way down and its value added on
 * the way up, so a node that other threads are in looks worse than it is and they spread out.
 * One thread, a fixed seed and a fixed number of playouts give the same search every time.
 */
#ifndef ENGINE_SEARCH_UCT_H
#define ENGINE_SEARCH_UCT_H

#include <stddef.h>

#include "engine/board/game.h"

typedef struct {
    int threads;      /* 1..UCT_THREADS_MAX */
    double seconds;   /* wall time, infinity for no limit */
    int64_t playouts; /* INT64_MAX for no limit; one of the two must be finite */
    uint64_t seed;
    bool avoid_pass; /* passes only where there is no other move */
    size_t memory;   /* bytes for the tree; the search goes on, less deep, where it is full */
} UctLimits;

enum { UCT_THREADS_MAX = 64 };

typedef struct {
    Point move;      /* the most visited, POINT_PASS where there is none to make */
    double win_rate; /* of the side to move after that move, 0..1 */
    double score;    /* expected points of the side to move, komi included */
    int64_t playouts;
    int64_t nodes;
    int depth; /* of the deepest path */
    double seconds;
} UctResult;

/* Searches the present position of a game for color. Fails only where memory runs out. */
bool uct_search(const Game *game, Color color, const UctLimits *limits, UctResult *result,
                Status *status);

#endif
