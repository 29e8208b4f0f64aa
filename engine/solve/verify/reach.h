/* Reachability from several sources in a directed graph, by search from both ends. */
#ifndef ENGINE_SOLVE_VERIFY_REACH_H
#define ENGINE_SOLVE_VERIFY_REACH_H

#include "engine/solve/verify/move_graph.h"

enum { REACH_FORWARD, REACH_BACKWARD, REACH_WAYS };

typedef struct {
    uint32_t component;
    uint32_t height; /* of its component (move_graph.h) */
} ReachNode;

/* What all questions share: it never changes, and any thread may read it. */
typedef struct {
    MoveIndex edges[REACH_WAYS];
    ReachNode *nodes;
    uint32_t heights; /* 1 + the greatest */
    bool *is_cyclic;  /* [component]: does it lead to itself? */
} Reach;

/* Returns false if the monitor has ended the work. To be freed in both cases. */
bool reach_make(Reach *reach, const MoveGraph *graph, const VerifyMonitor *monitor);
void reach_free(Reach *reach);

/* ---- Questions ---- */

/* Nodes that were met on one way, and of these the ones to be followed, by height. */
typedef struct {
    uint32_t *met; /* [met_count] */
    size_t met_count;
    uint32_t *first; /* [height]: 1 + the first of its nodes to be followed, or 0 */
    uint32_t *next;  /* [node]: 1 + the next node of its height, or 0 */
    uint32_t height; /* of those that come next */
    size_t followed; /* nodes and their edges */
} ReachFrontier;

/* Asks questions, in one thread. Marks take a byte a node, so that most of them stay in the cache;
 * they are 0 between two questions. */
typedef struct {
    const Reach *reach;
    TeamMonitor *monitor;
    bool is_reporter;
    uint8_t *marks;   /* [node] */
    bool *has_source; /* [component] */
    ReachFrontier frontiers[REACH_WAYS];
    size_t steps;
} ReachSearch;

/* is_reporter: does this thread report? Ends the program with a message if memory runs out. */
void reach_search_init(ReachSearch *search, const Reach *reach, TeamMonitor *monitor,
                       bool is_reporter);
void reach_search_free(ReachSearch *search);

/* Finds which targets any of the sources (each given once) leads to, by one edge at least. is_open:
 * [node], of these and of what lies between, or NULL: all; what is not open may be passed within a
 * cyclic component. Returns false if the monitor has ended the work. */
bool reach_find(ReachSearch *search, const bool *is_open, const uint32_t *sources,
                size_t source_count, const uint32_t *targets, size_t target_count,
                bool *is_reached);

#endif
