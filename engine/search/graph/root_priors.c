#include "engine/search/graph/root_priors.h"

#include <assert.h>

void root_priors_save(RootPriors *saved, const GraphEdge *edges, int count) {
    assert(saved->count == 0 || saved->count == count);
    for (int i = 0; saved->count == 0 && i < count; i++) {
        saved->priors[i] = edges[i].prior;
    }
    saved->count = count;
}

void root_priors_restore(RootPriors *saved, GraphEdge *edges) {
    for (int i = 0; i < saved->count; i++) {
        edges[i].prior = saved->priors[i];
    }
    saved->count = 0;
}
