#include "engine/search/graph/own_priors.h"

#include <assert.h>

void own_priors_begin(OwnPriors *own, const GraphEdge *edges, int count) {
    assert(own->count == 0 || own->count == count);
    for (int i = 0; own->count == 0 && i < count; i++) {
        own->priors[i] = edges[i].prior;
    }
    own->count = count;
}

void own_priors_end(OwnPriors *own, GraphEdge *edges) {
    for (int i = 0; i < own->count; i++) {
        edges[i].prior = own->priors[i];
    }
    own->count = 0;
}
