/* Which nodes of a graph lead to which others, by edges one after the other. */
#ifndef ENGINE_SOLVE_VERIFY_REACH_H
#define ENGINE_SOLVE_VERIFY_REACH_H

#include "engine/solve/verify/move_graph.h"

enum { REACH_FORWARD, REACH_BACKWARD, REACH_WAYS };

/* What is asked of a node lies together, since each is a cache miss. */
typedef struct {
    uint32_t component;
    uint32_t height;             /* of its component (move_graph.h) */
    uint32_t met_in[REACH_WAYS]; /* the number of the last question that met it on each way */
    uint32_t source_in;          /* the same for one that it was a source of */
} ReachNode;

/* A search along the edges, or back. */
typedef struct {
    MoveIndex edges;
    uint32_t *stack; /* of nodes that were met, and not followed yet */
    size_t open;
} ReachSearch;

typedef struct {
    const VerifyMonitor *monitor;
    ReachNode *nodes;
    bool *is_cyclic;   /* [component]: does it lead to itself? */
    uint32_t *part_in; /* [component]: the number of the last question that it had a source of */
    ReachSearch searches[REACH_WAYS];
    uint32_t question; /* counted */
    size_t steps;
} Reach;

/* Returns false if the monitor has ended the work. To be freed in both cases. */
bool reach_make(Reach *reach, const MoveGraph *graph, const VerifyMonitor *monitor);
void reach_free(Reach *reach);

/* Finds which targets any of the sources (each given once) leads to, by one edge at least. is_open:
 * [node], of these and of what lies between, or NULL: all; what is not open may be passed within a
 * cyclic component. Returns false if the monitor has ended the work. */
bool reach_find(Reach *reach, const bool *is_open, const uint32_t *sources, size_t source_count,
                const uint32_t *targets, size_t target_count, bool *is_reached);

#endif
