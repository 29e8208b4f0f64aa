/* Which nodes of a graph lead to which others, by edges one after the other. */
#ifndef ENGINE_SOLVE_VERIFY_REACH_H
#define ENGINE_SOLVE_VERIFY_REACH_H

#include "engine/solve/verify/move_graph.h"

/* A search along the edges, or back. */
typedef struct {
    MoveIndex edges;
    uint32_t *met_in; /* [node]: the number of the last question that met it */
    uint32_t *stack;  /* of nodes that were met, and not followed yet */
    size_t open;
} ReachSearch;

typedef struct {
    const VerifyMonitor *monitor;
    MoveGraphParts parts;
    ReachSearch forward, backward;
    uint32_t *source_in; /* [node]: the number of the last question that it was a source of */
    uint32_t *part_in;   /* [component]: the same for its nodes */
    uint32_t question;   /* counted */
    size_t steps;
} Reach;

/* Returns false if the monitor has ended the work. To be freed in both cases. */
bool reach_make(Reach *reach, const MoveGraph *graph, const VerifyMonitor *monitor);
void reach_free(Reach *reach);

static inline uint32_t reach_height(const Reach *reach, uint32_t node) {
    return reach->parts.height[reach->parts.component[node]];
}

/* Finds which targets any of the sources (each given once) leads to, by one edge at least. is_open:
 * [node], of these and of what lies between, or NULL: all; what is not open may be passed within a
 * cyclic component. Returns false if the monitor has ended the work. */
bool reach_find(Reach *reach, const bool *is_open, const uint32_t *sources, size_t source_count,
                const uint32_t *targets, size_t target_count, bool *is_reached);

#endif
