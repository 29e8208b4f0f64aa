/* A program laid out for one size of board and batch: convolvers made, memory allocated. Running it
 * allocates nothing.
 *
 * A FastGraph belongs to one thread; the program and the library are shared. */
#ifndef ENGINE_EVAL_NET_FAST_GRAPH_H
#define ENGINE_EVAL_NET_FAST_GRAPH_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/fast/convolver.h"
#include "engine/eval/net/fast/program.h"

typedef struct FastGraph FastGraph;

/* NULL where memory runs out or the library refuses. */
FastGraph *fast_graph_new(Library *library, const Program *program, int batch, int width,
                          int height);
void fast_graph_free(FastGraph *graph);

bool fast_graph_fits(const FastGraph *graph, int batch, int width, int height);

/* Seconds that runs have taken. */
typedef struct {
    double layers, heads;
} FastGraphTimes;

/* Evaluates a batch of images of the graph's size. times are added to where not NULL. False where
 * the library fails. */
bool fast_graph_run(FastGraph *graph, const Features *features, RawAnswer *answers,
                    FastGraphTimes *times);

#endif
