#include "engine/search/search_context.h"

/* The share of the graph's memory that may be in use after a collection. If more than that is in
 * use, garbage is collected before a search. */
static const double KEPT_SHARE = 0.5;

/* A collection may take this share of the time left, at least SECONDS_LEAST, since even a hurried
 * move needs some memory, and at most SECONDS_CANCELLED once the search is cancelled. */
static const double TIME_SHARE = 0.25;
static const double SECONDS_LEAST = 0.005;
static const double SECONDS_CANCELLED = 0.02;

/* With less time left a full graph stays full until the next search. */
static const double WORTHWHILE_SECONDS = 0.2;

typedef struct {
    const SearchContext *context;
    double end; /* by clock_seconds() */
} CollectionTime;

static bool is_time_over(void *context) {
    CollectionTime *time = context;
    const double now = clock_seconds();
    if (deadline_is_cancelled(&time->context->deadline)) {
        time->end = fmin(time->end, now + SECONDS_CANCELLED);
    }
    return now >= time->end;
}

static void collect_garbage(SearchContext *context, double end) {
    const double start = clock_seconds();
    const double seconds = fmax(TIME_SHARE * (end - start), SECONDS_LEAST);
    CollectionTime time = {context, start + seconds};
    const GraphCollectionLimits limits = {KEPT_SHARE, is_time_over, &time};
    graph_collect_garbage(&context->graph, &context->root_node, &limits);
}

void garbage_collector_run_for_root(SearchContext *context) {
    const Graph *graph = &context->graph;
    const HashKey *key = &context->root_key.key, *last = &context->collected_root;
    const bool is_wanted = !deadline_is_cancelled(&context->deadline);
    const bool is_other = key->key != last->key || key->check != last->check;
    if (graph_used_share(graph) > KEPT_SHARE &&
        ((is_wanted && is_other) || graph_edges(graph, context->root_node) == NULL)) {
        collect_garbage(context, context->deadline.at);
    }
    if (is_wanted) {
        context->collected_root = *key;
    }
}

bool garbage_collector_has_time(double end) {
    return end - clock_seconds() >= WORTHWHILE_SECONDS;
}

bool garbage_collector_run(SearchContext *context, double end) {
    if (!garbage_collector_has_time(end)) {
        return false;
    }
    collect_garbage(context, end);
    return true;
}
